"""Set-up, cards and the order of turns: everything outside a turn."""

import numpy as np

from mctsky.core.bits import ZERO, Bitboard, bit, lowest
from mctsky.core.cards import draw_card, list_cards
from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng
from mctsky.games.santorini_ny.moves import DEALT, SHOWN
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import (
    BLOCKS,
    CHOOSE,
    DEAL,
    HAND,
    KEPT_SHIFT,
    MAX_PLAYERS,
    N_CARDS,
    OVER,
    PICK,
    RAISE,
    ROOFS,
    SHOW,
    SKYSCRAPERS,
    START,
)

ALL_CARDS = np.uint64((1 << N_CARDS) - 1)


@implement(SantoriniNY)
def setup(game: SantoriniNY, state: State) -> None:
    """R5, R6, R9, R12: fill the supply; seat 0 picks its start squares first, and nobody holds the Statue."""
    state.blocks = BLOCKS
    state.roofs = ROOFS
    state.skyscrapers_left = SKYSCRAPERS
    state.alive = (1 << game.n_seats) - 1
    state.phase = PICK
    state.actor = 0


@implement(SantoriniNY)
def to_act(game: SantoriniNY, state: State) -> Seat:
    """Return the seat that decides the present step, CHANCE for deals and shows, NOBODY when somebody has won."""
    return int(state.actor)


@kernel
def pick(game: SantoriniNY, state: State, number: int) -> None:
    """R6: put both workers of the seat to act on the squares of a number, then go on to the next seat."""
    seat = int(state.actor)
    state.taken = int(state.taken) | (1 << number)
    state.workers[seat] = game.tables.starts[number]
    state.crowd |= game.tables.starts[number]
    if seat + 1 < game.n_seats:
        state.actor = seat + 1
        return
    state.taken = 0
    if game.has_bus != 0:
        state.phase = RAISE  # R8
        state.actor = 0
    else:
        begin_deal(state)


@kernel
def begin_deal(state: State) -> None:
    """Let chance deal."""
    state.phase = DEAL
    state.actor = CHANCE


@kernel
def next_receiver(game: SantoriniNY, state: State) -> Seat:
    """Return the first living seat without a full hand, -1 if all have one."""
    hungry = 0
    for seat in range(MAX_PLAYERS):
        hungry |= int(int(state.hand_sizes[seat]) < HAND) << seat
    hungry &= int(state.alive)
    return lowest(np.uint64(hungry)) if hungry != 0 else -1


@kernel
def deck(game: SantoriniNY, state: State) -> Bitboard:
    """R16: the cards that chance deals from; all but those in hands, since a redeal shuffles everything else."""
    cards = ALL_CARDS
    for seat in range(MAX_PLAYERS):
        cards &= ~np.uint64(state.hands[seat])
    return cards


@kernel(inline=True)
def deal(game: SantoriniNY, state: State, card: int) -> None:
    """R16: give a card (numbered from 0) to the next seat; after the last one the round begins."""
    seat = next_receiver(game, state)
    state.hands[seat] = np.uint32(np.uint64(state.hands[seat]) | bit(card))
    size = int(state.hand_sizes[seat]) + 1
    state.hand_sizes[seat] = size
    if size == HAND and next_receiver(game, state) < 0:
        begin_choice(game, state)


@kernel
def next_chooser(game: SantoriniNY, state: State) -> Seat:
    """R13: return the lowest living seat that has not chosen a card, CHANCE when all have."""
    missing = np.uint64(int(state.alive) & ~int(state.chosen))
    return lowest(missing) if missing != ZERO else CHANCE


@kernel(inline=True)
def begin_choice(game: SantoriniNY, state: State) -> None:
    """R13: all living seats choose a card, or the next card is turned up when all have chosen."""
    state.actor = next_chooser(game, state)
    state.phase = SHOW if int(state.actor) == CHANCE else CHOOSE


@kernel(inline=True)
def choose(game: SantoriniNY, state: State, card: int) -> None:
    """R13: lay a card (numbered from 0) face down."""
    seat = int(state.actor)
    state.hands[seat] = np.uint32(np.uint64(state.hands[seat]) & ~bit(card))
    state.hand_sizes[seat] = int(state.hand_sizes[seat]) - 1
    state.table[seat] = card + 1
    state.chosen = int(state.chosen) | (1 << seat)
    begin_choice(game, state)


@kernel
def next_shown(game: SantoriniNY, state: State) -> Seat:
    """Return the lowest seat whose chosen card is still face down."""
    return lowest(np.uint64(int(state.chosen) & ~int(state.shown)))


@kernel
def forced_show(game: SantoriniNY, state: State) -> Move:
    """R13: return the only outcome of turning up a card."""
    seat = next_shown(game, state)
    return SHOWN + seat * N_CARDS + int(state.table[seat]) - 1


@kernel(inline=True)
def show(game: SantoriniNY, state: State, seat: Seat) -> bool:
    """R13, R15, R18: turn up a card; after the last one the highest takes the Statue, and turns begin: say whether they do."""
    card = int(state.table[seat])
    state.shown = int(state.shown) | (1 << seat)
    state.spent[seat] = np.uint32(np.uint64(state.spent[seat]) | bit(card - 1))
    if int(state.shown) != int(state.chosen):
        return False
    best, holder = 0, 0
    for rival in range(MAX_PLAYERS):  # a seat without a card has a 0 there
        card = int(state.table[rival])
        holder = rival + 1 if card > best else holder
        best = max(best, card)
    state.statue = holder
    return True


@kernel(inline=True)
def next_turn(game: SantoriniNY, state: State) -> None:
    """Let the seat with the lowest card that has not had its turn act; after the last one the round ends."""
    best, seat = N_CARDS + 1, -1
    acted = int(state.acted)
    for rival in range(MAX_PLAYERS):  # without branches: who has the lowest card cannot be predicted
        card = int(state.table[rival])
        lower = (card > 0) & (card < best) & (acted >> rival & 1 == 0)
        best = card if lower else best
        seat = rival if lower else seat
    state.worker = 0
    state.target = 0
    state.built = 0
    if seat < 0:
        end_round(game, state)
    else:
        state.seat = seat
        state.actor = seat
        state.phase = START


@kernel(inline=True)
def end_round(game: SantoriniNY, state: State) -> None:
    """R14, R16: discard the played cards; redeal when the living seats hold one card each, else choose again."""
    state.chosen = 0
    state.shown = 0
    state.acted = 0
    state.seat = 0
    for seat in range(MAX_PLAYERS):
        state.table[seat] = 0
    if int(state.hand_sizes[lowest(np.uint64(state.alive))]) == 1:  # all living seats hold the same number of cards
        end_deal(game, state)
    else:
        begin_choice(game, state)


@kernel
def end_deal(game: SantoriniNY, state: State) -> None:
    """R15-R17: record what was shown and kept, for the beliefs, and let chance deal again."""
    index = int(state.n_deals)
    for seat in range(game.n_seats):
        entry = np.uint64(state.spent[seat])
        if int(state.alive) >> seat & 1:
            entry |= np.uint64(lowest(np.uint64(state.hands[seat])) + 1) << np.uint64(KEPT_SHIFT)
        else:
            state.hands[seat] = np.uint32(0)
            state.hand_sizes[seat] = 0
        state.past[index, seat] = np.uint32(entry)
        state.spent[seat] = np.uint32(0)
    state.n_deals = index + 1
    begin_deal(state)


@kernel
def win(state: State, seat: Seat) -> None:
    """R35, R40: end the game."""
    state.winner = seat + 1
    state.seat = 0
    state.acted = 0
    state.worker = 0
    state.target = 0
    state.built = 0
    state.phase = OVER
    state.actor = NOBODY


@implement(SantoriniNY)
def mid_turn(game: SantoriniNY, state: State, actor: Seat) -> bool:
    """R62: a turn lasts from its first step to its last, the move of a Night Guard's victim included."""
    return START < int(state.phase) < OVER


@implement(SantoriniNY)
def chance_moves(game: SantoriniNY, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R13, R16: each card of the deck with equal odds, or the one card to be turned up."""
    if int(state.phase) == SHOW:
        out[0] = forced_show(game, state)
        odds[0] = 1.0
        return 1
    return list_cards(deck(game, state), DEALT, out, odds)


@implement(SantoriniNY)
def sample_chance(game: SantoriniNY, state: State, rng: Rng) -> Move:
    """R13, R16: draw a card of the deck, or turn up the next one."""
    if int(state.phase) == SHOW:
        return forced_show(game, state)
    return DEALT + draw_card(deck(game, state), rng)


@implement(SantoriniNY)
def returns(game: SantoriniNY, state: State, out: ValueBuffer) -> None:
    """R40, R41: 1 for the winner, 0 for all others."""
    for seat in range(game.n_seats):
        out[seat] = 1.0 if int(state.winner) == seat + 1 else 0.0
