"""Who knows what: what a seat notices of a move, what it cannot know, and which worlds are possible for it."""

from mctsky.core.bits import ZERO, bit
from mctsky.core.cards import draw_card
from mctsky.core.contract import Move, MoveBuffer, Seat, State, implement
from mctsky.core.rng import Rng

from .rules import is_dealt
from .spec import HighCard
from .state import DEAL_UNSEEN, LOOK, LOOK_UNSEEN, LOOKED, PEEK, STAYED, UNKNOWN


@implement(HighCard)
def observe(game: HighCard, state: State, move: Move, viewer: Seat) -> Move:
    """R2-R4, R6: words and shown cards are for all; of another seat's card or look only that it happens."""
    if PEEK < move < DEAL_UNSEEN and int(state.n_dealt) != viewer:
        return DEAL_UNSEEN
    if move > LOOK and int(state.n_said) != viewer:
        return LOOK_UNSEEN
    return move


@implement(HighCard)
def conceal(game: HighCard, state: State, viewer: Seat) -> None:
    """R2, R4, R6: turn the others' cards over; all hidden cards look the same, so equal knowledge gives equal bytes.

    Whatever a seat comes to know must reach it by a move that it observes, as shown cards and its own looks do here.
    """
    seen = (viewer + 1) % game.n_seats if int(state.peeked[viewer]) == LOOKED else viewer
    for seat in range(int(state.n_dealt)):
        shown = seat < int(state.n_shown) and int(state.said[seat]) == STAYED
        if seat not in (viewer, seen) and not shown:
            state.card[seat] = UNKNOWN


@implement(HighCard)
def determinise(game: HighCard, state: State, viewer: Seat, rng: Rng) -> None:
    """R2: deal the unknown cards from those that the viewer has not seen, each equally likely.

    That is the true distribution here: what the others said counts as a coin toss. Where a deal depends on earlier ones, or
    choices were forced by hidden cards, weigh the worlds accordingly.
    """
    unseen = ZERO
    for card in range(1, game.cards + 1):
        if not is_dealt(game, state, card):
            unseen |= bit(card)
    for seat in range(int(state.n_dealt)):
        if int(state.card[seat]) == UNKNOWN:
            card = draw_card(unseen, rng)
            unseen &= ~bit(card)
            state.card[seat] = card


@implement(HighCard)
def hidden(game: HighCard, state: State, out: MoveBuffer) -> int:
    """R1: item i is card i + 1; its place is the seat that holds it, or n_seats for the deck. Optional, for advice."""
    for item in range(game.cards):
        out[item] = game.n_seats
    for seat in range(game.n_seats):
        card = int(state.card[seat])
        if card > 0:
            out[card - 1] = seat
    return game.cards
