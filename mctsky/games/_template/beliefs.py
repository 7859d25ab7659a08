"""Who knows what: what a seat notices of a move, what it cannot know, and which worlds are possible for it."""

from mctsky.core.contract import Move, MoveBuffer, Seat, State, implement
from mctsky.core.rng import Rng, below

from .rules import is_dealt
from .spec import HighCard
from .state import DEAL_UNSEEN, STAY, STAYED, UNKNOWN


@implement(HighCard)
def observe(game: HighCard, state: State, move: Move, viewer: Seat) -> Move:
    """R2, R3, R5: words and shown cards are for all; of another seat's card only the back is seen."""
    if STAY < move < DEAL_UNSEEN and int(state.n_dealt) != viewer:
        return DEAL_UNSEEN
    return move


@implement(HighCard)
def conceal(game: HighCard, state: State, viewer: Seat) -> None:
    """R2, R5: turn the others' cards over; all hidden cards look the same, so equal knowledge gives equal bytes.

    Whatever a seat comes to know must reach it by a move that it observes, as shown cards do here.
    """
    for seat in range(int(state.n_dealt)):
        shown = seat < int(state.n_shown) and int(state.said[seat]) == STAYED
        if seat != viewer and not shown:
            state.card[seat] = UNKNOWN


@implement(HighCard)
def determinise(game: HighCard, state: State, viewer: Seat, rng: Rng) -> None:
    """R2: deal the unknown cards from those that the viewer has not seen, each equally likely.

    That is the true distribution here: what the others said counts as a coin toss. Where a deal depends on earlier ones, or
    choices were forced by hidden cards, weigh the worlds accordingly.
    """
    n_unseen = game.cards
    for seat in range(game.n_seats):
        n_unseen -= int(state.card[seat]) > 0
    for seat in range(int(state.n_dealt)):
        if int(state.card[seat]) == UNKNOWN:
            skip = below(rng, n_unseen)
            card = 0
            while skip >= 0:
                card += 1
                if not is_dealt(game, state, card):
                    skip -= 1
            state.card[seat] = card
            n_unseen -= 1


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
