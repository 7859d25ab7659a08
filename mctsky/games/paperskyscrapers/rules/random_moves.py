"""Random moves for playouts, mostly without a list.

An action is drawn by slots: one for each move that there might be, most of which are legal. A slot is drawn again until its
move is legal, so all legal moves are equally likely, and conditions and costs are looked at for drawn moves only.
"""

from mctsky.core.contract import NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.jit import kernel
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
from mctsky.games.paperskyscrapers.rules.sets import count, hand_word, nth_card
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import ACTION, BONUS, MAX_PLACES, N_TRACKS, PAY, TRACK_END

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
def random_action(game: PaperSkyscrapers, state: State, rng: Rng) -> Move:
    """R29, R55, R96: draw one of the actions of `list_actions`."""
    seat = int(state.runner)
    n_places, n_hand = int(state.n_places[seat]), int(state.n_hand[seat])
    first_card = FIRST_CLAIM_SLOT + int(game.tables.n_achievements) + (n_places if int(state.phase) == ACTION else 0)
    first_row = first_card + 2 * n_hand
    first_build = first_row + count(state.row)
    n_slots = first_build + n_hand * (n_places + 2)
    move = NOTHING
    while move == NOTHING:
        slot = below(rng, n_slots)
        if slot >= first_build:
            move = slot_to_build(game, state, seat, slot - first_build)
        elif slot >= first_row:
            move = DRAW_ROW + nth_card(state.row[0], state.row[1], slot - first_row)
        elif slot >= first_card + n_hand:
            move = DISCARD + card_of_hand(state, seat, slot - first_card - n_hand)
        elif slot >= first_card:
            move = TUCK + card_of_hand(state, seat, slot - first_card)
        else:
            move = simple_slot(game, state, seat, slot)
    return move


@implement(PaperSkyscrapers)
def random_move(game: PaperSkyscrapers, state: State, out: MoveBuffer, rng: Rng) -> Move:
    """Draw one of the legal moves; only what has few of them is listed."""
    phase = int(state.phase)
    if phase in (ACTION, BONUS):
        return random_action(game, state, rng)
    if phase == PAY:
        seat = int(state.runner)
        return PAY_WITH + card_of_hand(state, seat, below(rng, int(state.n_hand[seat])))
    return int(out[below(rng, legal_moves(game, state, out))])
