"""Steps that basic actions and card actions share: drawing from the row, tucking, discarding, claiming, sites."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, lowest
from mctsky.core.contract import MoveBuffer, Seat, State
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.games.paperskyscrapers.moves import BUILD, LEFT, N_SITES, RIGHT
from mctsky.games.paperskyscrapers.rules.building import fits, reduction_of
from mctsky.games.paperskyscrapers.rules.city import count_icons, icons_around, tuck_card
from mctsky.games.paperskyscrapers.rules.draws import in_turn
from mctsky.games.paperskyscrapers.rules.sets import Card, add, hand_word, leave_hand, remove, take_openly
from mctsky.games.paperskyscrapers.rules.tracks import gain_points
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import MAX_PLACES, N_WORDS
from mctsky.games.paperskyscrapers.tables import ON_CLAIM, ON_DRAW_ROW, ON_TUCK

_sites_on_stack = on_stack(np.int64, N_SITES)


@kernel
def draw_from_row(state: State, seat: Seat, card: Card) -> None:
    """R60: take a card of the row, which is filled up before anything else goes on."""
    remove(state.row, card)
    take_openly(state, seat, card)
    state.events = int(state.events) | 1 << ON_DRAW_ROW
    state.refill = 1 if in_turn(state) else 0


@kernel
def tuck(game: PaperSkyscrapers, state: State, seat: Seat, card: Card) -> None:
    """R69: tuck a card of the hand face up."""
    leave_hand(state, seat, card)
    tuck_card(game, state, seat, card)
    state.events = int(state.events) | 1 << ON_TUCK


@kernel
def discard_card(state: State, seat: Seat, card: Card) -> None:
    """R53: discard a card of the hand."""
    leave_hand(state, seat, card)
    add(state.discards, card)


@kernel
def claim(game: PaperSkyscrapers, state: State, seat: Seat, achievement: int) -> None:
    """R40, R41: score the stars of an achievement; the first to claim it gets the chip."""
    state.claims[seat] = int(state.claims[seat]) | 1 << achievement
    if int(state.chip_owner[achievement]) == 0:
        state.chip_owner[achievement] = seat + 1
    gain_points(game, state, seat, int(game.tables.stars[achievement]))
    state.events = int(state.events) | 1 << ON_CLAIM


@kernel
def list_builds(game: PaperSkyscrapers, state: State, seat: Seat, discount: int, out: MoveBuffer, n: int) -> int:
    """R5, R11, R56, R90: write the cards and sites that the rest of the hand can pay for."""
    n_places, money = int(state.n_places[seat]), int(state.n_hand[seat]) - 1
    last = RIGHT if n_places < MAX_PLACES else LEFT - 1
    sites = _sites_on_stack()
    for site in range(last + 1):
        if site < n_places or site >= LEFT:
            sites[site] = icons_around(state, seat, site)
    reduction = reduction_of(game, state, seat)
    for word in range(N_WORDS):
        cards = hand_word(state, seat, word)
        while cards != ZERO:
            card = 64 * word + lowest(cards)
            cards &= cards - ONE
            kind = int(game.tables.cheaper_by[int(game.tables.type[card])])
            cost = int(game.tables.cost[card]) - discount - money  # at most 0: the rest of the hand is enough
            for site in range(last + 1):
                if n_places <= site < LEFT:
                    continue
                short = cost - count_icons(int(sites[site]), kind)
                if short > 0 and reduction and fits(game, state, seat, card, site):
                    short -= reduction
                if short <= 0:
                    out[n] = BUILD + N_SITES * card + site
                    n += 1
    return n
