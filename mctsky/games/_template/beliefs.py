"""Who knows what: a seat knows its own card, all words, and the cards that are shown at the end (R5).

A game without hidden information needs no such file. Search and bots never see a state that has not gone through `conceal`.
"""

from mctsky.core.contract import Move, MoveBuffer, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below

from .moves import DEAL_UNSEEN, STAY
from .rules import count_stayed, is_dealt
from .spec import HighCard
from .state import STAYED, UNKNOWN


@kernel
def is_shown(game: HighCard, state: State, seat: Seat) -> bool:
    """R5: say whether a seat's card lies open: it stayed, and so did another, to the end."""
    ended = int(state.n_said) == game.n_seats and count_stayed(game, state) > 1
    return ended and int(state.said[seat]) == STAYED


@implement(HighCard)
def observe(game: HighCard, state: State, move: Move, viewer: Seat) -> Move:
    """R2, R3: words are heard by all; of another seat's card only the back is seen."""
    if move > STAY and int(state.n_dealt) != viewer:
        return DEAL_UNSEEN
    return move


@implement(HighCard)
def conceal(game: HighCard, state: State, viewer: Seat) -> None:
    """R2: turn the others' cards over; all hidden cards look the same, so equal knowledge gives equal bytes."""
    for seat in range(int(state.n_dealt)):
        if seat != viewer and not is_shown(game, state, seat):
            state.card[seat] = UNKNOWN


@implement(HighCard)
def determinise(game: HighCard, state: State, viewer: Seat, rng: Rng) -> None:
    """R2: deal the unknown cards from those that the viewer has not seen, each equally likely.

    That is the true distribution here: cards were dealt uniformly, and what the others said counts as a coin toss. Where
    a deal depends on earlier ones, or choices were forced by hidden cards, weigh the worlds accordingly.
    """
    n_unseen = game.n_cards
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
    """R1: item i is card i + 1; its place is the seat that holds it, or n_seats for the deck."""
    for item in range(game.n_cards):
        out[item] = game.n_seats
    for seat in range(game.n_seats):
        card = int(state.card[seat])
        if card > 0:
            out[card - 1] = seat
    return game.n_cards
