"""Random moves for playouts, mostly without a list.

An action is drawn by slots: one for each move that there might be, most of which are legal. A slot is drawn again until its
move is legal, so all legal moves are equally likely, and conditions and costs are checked for drawn moves only.
"""

import numpy as np

from mctsky.core.contract import NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.rng import Rng, below
from mctsky.games.paperskyscrapers.moves import (
    ADVANCE,
    BUILD,
    CLAIM,
    DISCARD,
    DRAW_DECK,
    DRAW_ROW,
    LEFT,
    N_SITES,
    PAY_WITH,
    REFUSE,
    STOP,
    TUCK,
    VISIT,
)
from mctsky.games.paperskyscrapers.rules.building import cost_of
from mctsky.games.paperskyscrapers.rules.city import can_stand
from mctsky.games.paperskyscrapers.rules.draws import can_draw
from mctsky.games.paperskyscrapers.rules.generate import legal_moves
from mctsky.games.paperskyscrapers.rules.quantities import can_claim
from mctsky.games.paperskyscrapers.rules.sets import count, hand_word, nth_card, runner_of
from mctsky.games.paperskyscrapers.spec import MAX_LEGAL, PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import ACTION, BONUS, MAX_PLACES, N_TRACKS, PAY, TRACK_END

_moves_on_stack = on_stack(np.int32, MAX_LEGAL)

FIRST_TRACK_SLOT = 2  # after stop or refuse, and the deck
FIRST_CLAIM_SLOT = FIRST_TRACK_SLOT + N_TRACKS


@kernel(inline=True)
def card_of_hand(state: State, seat: Seat, n: int) -> int:
    """Return the card of a hand that has `n` lower ones."""
    return nth_card(hand_word(state, seat, 0), hand_word(state, seat, 1), n)


@kernel(inline=True)
def slot_to_build(game: PaperSkyscrapers, state: State, seat: Seat, slot: int) -> Move:
    """R5, R11, R56, R90: return the build of a slot, or NOTHING; a card has a slot for each place and for both ends."""
    n_places = int(state.n_places[seat])
    which = slot // (n_places + 2)
    site = slot - which * (n_places + 2)
    card = card_of_hand(state, seat, which)
    if site >= n_places:
        if n_places == MAX_PLACES:
            return NOTHING
        site += LEFT - n_places
    affordable = cost_of(game, state, seat, card, site, 0) < int(state.n_hand[seat])
    return BUILD + N_SITES * card + site if affordable else NOTHING


@kernel(inline=True)
def simple_slot(game: PaperSkyscrapers, state: State, seat: Seat, slot: int) -> Move:
    """Return the move of one of the first slots, or NOTHING: stop, draw deck, tracks, claims, visits."""
    if slot < FIRST_TRACK_SLOT:
        if slot == 0:
            return STOP if int(state.phase) == ACTION else REFUSE
        return DRAW_DECK if can_draw(state, False) else NOTHING
    if slot < FIRST_CLAIM_SLOT:
        track = slot - FIRST_TRACK_SLOT
        return ADVANCE + track if int(state.tracks[seat, track]) < TRACK_END else NOTHING
    achievement = slot - FIRST_CLAIM_SLOT
    if achievement < int(game.tables.n_achievements):
        return CLAIM + achievement if can_claim(game, state, seat, achievement) else NOTHING
    place = achievement - int(game.tables.n_achievements)
    return VISIT + place if place != int(state.mayor[seat]) and can_stand(state, seat, place) else NOTHING


@kernel(inline=True)
def slot_to_card(state: State, seat: Seat, slot: int) -> Move:
    """Return the tuck, the discard or the draw from the row of a slot; chosen without a branch."""
    n_hand = int(state.n_hand[seat])
    from_row, discards = slot >= 2 * n_hand, slot >= n_hand
    first = state.row[0] if from_row else hand_word(state, seat, 0)
    second = state.row[1] if from_row else hand_word(state, seat, 1)
    code = DRAW_ROW if from_row else DISCARD if discards else TUCK
    return code + nth_card(first, second, slot - n_hand * (discards + from_row))


@kernel(inline=True)
def random_action(game: PaperSkyscrapers, state: State, rng: Rng) -> Move:
    """R29, R55, R96: draw one of the actions of `list_actions`."""
    seat = runner_of(state)
    n_places, n_hand = int(state.n_places[seat]), int(state.n_hand[seat])
    first_card = FIRST_CLAIM_SLOT + int(game.tables.n_achievements) + (n_places if int(state.phase) == ACTION else 0)
    first_build = first_card + 2 * n_hand + count(state.row)
    n_slots = first_build + n_hand * (n_places + 2)
    move = NOTHING
    while move == NOTHING:
        slot = below(rng, n_slots)
        if slot >= first_build:
            move = slot_to_build(game, state, seat, slot - first_build)
        elif slot >= first_card:
            move = slot_to_card(state, seat, slot - first_card)
        else:
            move = simple_slot(game, state, seat, slot)
    return move


@implement(PaperSkyscrapers)
def random_move(game: PaperSkyscrapers, state: State, out: MoveBuffer, rng: Rng) -> Move:
    """Draw one of the legal moves; only short lists are written, and not to `out`, which numba counts references to."""
    phase = int(state.phase)
    if phase in (ACTION, BONUS):
        return random_action(game, state, rng)
    if phase == PAY:
        seat = runner_of(state)
        return PAY_WITH + card_of_hand(state, seat, below(rng, int(state.n_hand[seat])))
    moves = _moves_on_stack()
    return int(moves[below(rng, legal_moves(game, state, moves))])
