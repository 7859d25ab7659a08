"""What a seat can choose and what chance can do."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, list_bits, nth, popcount
from mctsky.core.cards import draw_card
from mctsky.core.contract import Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below
from mctsky.games.skyscraper1937.moves import (
    BEGINS,
    DRAWN,
    FIRST_ROLE,
    FIRST_TAKE,
    MAX_CARDS,
    N_TAKES,
    PUT,
    PUT_FLOOR,
    PUT_STORE,
    ROLLED,
)
from mctsky.games.skyscraper1937.rules.exchange import list_takes, take_options
from mctsky.games.skyscraper1937.rules.land import floor_spaces, free_spaces, option, public_options
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import (
    BUILDER,
    BUSINESS,
    CHIMNEY,
    DEAL,
    FIRST,
    FIRST_BUILDING,
    FLOOR,
    IN_PACK,
    N_PIECES,
    N_ROLES,
    PORCH,
    PUBLIC,
    RESIDENCE,
    RESIDENTIAL,
    ROLL,
    TAKE,
)

PACK_OF_ROLES = 4
N_THROWS = 36  # two dice
TOTALS = np.array([first + second for first in range(1, 7) for second in range(1, 7)], np.int8)


@kernel
def public_for_sale(game: Skyscraper1937, state: State, cash: int) -> int:
    """R36: return the public buildings, Church and Pent House that are in the supply and can be paid, as bits."""
    found = 0
    for piece in range(FIRST_BUILDING, N_PIECES):
        found |= (1 if (int(state.supply[piece]) > 0) & (cash >= int(game.tables.price[piece])) else 0) << piece
    return found


@kernel(inline=True)
def simple_spaces(game: Skyscraper1937, state: State, seat: Seat) -> Bitboard:
    """R8, R11, R12, R56: return all ways to buy a residence, part, store or floor, as far as the card has room.

    All are computed at once: what a throw sells is random, so the CPU would often mispredict a branch for each.
    """
    spaces, homes = int(game.tables.spaces), int(state.land[seat, RESIDENCE])
    ready = homes >= int(game.tables.first_residences)
    found = option(PUT + RESIDENCE, free_spaces(game, state, seat, RESIDENTIAL) > 0)
    for part in range(PORCH, CHIMNEY + 1):
        found |= option(PUT + part, ready & (int(state.land[seat, part]) < spaces))
    found |= option(PUT_STORE, free_spaces(game, state, seat, BUSINESS) > 0)
    return found | floor_spaces(game, state, seat) << np.uint64(PUT_FLOOR)


@kernel(inline=True)
def purchase_options(game: Skyscraper1937, state: State, seat: Seat, sold: int) -> Bitboard:
    """R6, R7, R36: return what a throw lets a player buy; empty without money, piece or space."""
    cash = int(state.cash[seat])
    if sold == PUBLIC:
        return public_options(game, state, seat, public_for_sale(game, state, cash))
    free = (sold <= CHIMNEY) & (int(state.holders[BUILDER]) == seat)  # R6
    there = (int(state.supply[sold]) > 0) & (free | (cash >= int(game.tables.price[sold])))
    wanted = (ONE | (ONE << ONE if sold == FLOOR else ZERO)) << np.uint64(PUT + sold)  # a floor can go on two stores
    return simple_spaces(game, state, seat) & (wanted if there else ZERO)


@implement(Skyscraper1937)
def to_act(game: Skyscraper1937, state: State) -> Seat:
    """Return the seat to act; kept up to date by `play`."""
    return int(state.actor)


@implement(Skyscraper1937)
def legal_moves(game: Skyscraper1937, state: State, out: MoveBuffer) -> int:
    """R44, R55: list what the seat can choose; a decision always has two options or more."""
    if int(state.phase) == TAKE:
        return list_takes(game, state, out)
    return list_bits(out, 0, 0, state.options)


@kernel
def random_take(game: Skyscraper1937, state: State, rng: Rng) -> Move:
    """Draw one of the ways to take a piece without a list."""
    seat, card, n = int(state.seat), int(state.card) - 1, 0
    for victim in range(game.n_seats):
        if victim != seat:
            n += popcount(take_options(game, state, seat, card, victim))
    drawn, victim = below(rng, n), 0
    while True:
        if victim != seat:
            found = take_options(game, state, seat, card, victim)
            n = popcount(found)
            if drawn < n:
                return FIRST_TAKE + N_TAKES * victim + nth(found, drawn)
            drawn -= n
        victim += 1


@implement(Skyscraper1937)
def random_move(game: Skyscraper1937, state: State, out: MoveBuffer, rng: Rng) -> Move:
    """Draw one of the options without a list."""
    if int(state.phase) == TAKE:
        return random_take(game, state, rng)
    return draw_card(state.options, rng)


@kernel
def rovers_left(game: Skyscraper1937, state: State) -> int:
    """R35, R70: return the blank cards of the pack of roles that are not dealt yet."""
    return max(0, game.n_seats - PACK_OF_ROLES) - popcount(np.uint64(state.rovers))


@kernel
def list_roles(game: Skyscraper1937, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R2, R35, R70: the cards left, all equally likely."""
    n, left = 0, rovers_left(game, state)
    for role in range(N_ROLES):
        left += int(state.holders[role]) == IN_PACK
    for role in range(N_ROLES):
        if int(state.holders[role]) == IN_PACK:
            out[n] = FIRST_ROLE + role
            odds[n] = 1.0 / left
            n += 1
    if rovers_left(game, state):
        out[n] = FIRST_ROLE + N_ROLES
        odds[n] = rovers_left(game, state) / left
        n += 1
    return n


@kernel
def list_cards(game: Skyscraper1937, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R14: the cards not yet seen in this pass, all equally likely; equal cards are one outcome."""
    n, left = 0, popcount(state.unseen)
    for card in range(MAX_CARDS):
        count = popcount(state.unseen & game.tables.copies[card])
        if count:
            out[n] = DRAWN + card
            odds[n] = count / left
            n += 1
    return n


@implement(Skyscraper1937)
def chance_moves(game: Skyscraper1937, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R71: list what chance can do, even if there is only one outcome."""
    phase = int(state.phase)
    if phase == DEAL:
        return list_roles(game, state, out, odds)
    if phase == FIRST:  # R57
        for seat in range(game.n_seats):
            out[seat] = BEGINS + seat
            odds[seat] = 1.0 / game.n_seats
        return int(game.n_seats)
    if phase != ROLL:
        return list_cards(game, state, out, odds)
    for total in range(2, 13):
        out[total - 2] = ROLLED + total
        odds[total - 2] = (6 - abs(7 - total)) / N_THROWS
    return 11


@kernel
def draw_role(game: Skyscraper1937, state: State, rng: Rng) -> Move:
    """R2, R35, R70: draw one of the cards of the pack of roles."""
    roles = ZERO
    for role in range(N_ROLES):
        roles |= option(role, int(state.holders[role]) == IN_PACK)
    n = popcount(roles)
    drawn = below(rng, n + rovers_left(game, state))
    return FIRST_ROLE + (nth(roles, drawn) if drawn < n else N_ROLES)


@implement(Skyscraper1937)
def sample_chance(game: Skyscraper1937, state: State, rng: Rng) -> Move:
    """Throw two dice, draw a card of the pack, a role, or who begins."""
    phase = int(state.phase)
    if phase == ROLL:
        return ROLLED + int(TOTALS[below(rng, N_THROWS)])
    if phase == DEAL:
        return draw_role(game, state, rng)
    if phase == FIRST:
        return BEGINS + below(rng, game.n_seats)
    place = draw_card(state.unseen, rng)  # R14
    return DRAWN + int(game.tables.card_of[place])
