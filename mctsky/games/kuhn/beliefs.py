"""What each seat of Kuhn poker sees and believes.

Cards are dealt in a fixed order, so the deal of another seat's card tells a viewer nothing at all: `observe` says NOTHING, and
that viewer's tree has no edge for it. All bets are public. At a showdown the cards of all who are still in are shown (R6), so
the view of a finished game always has the true result.
"""

from mctsky.core.contract import NOBODY, NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng
from mctsky.games.kuhn.rules import draw_card, is_in, next_receiver
from mctsky.games.kuhn.spec import Kuhn
from mctsky.games.kuhn.state import FIRST_DEAL, UNKNOWN, card_of, put_card


@implement(Kuhn)
def observe(game: Kuhn, state: State, move: Move, viewer: Seat) -> Move:
    """R2: a seat sees its own card only; bets are seen by all."""
    if move >= FIRST_DEAL and next_receiver(state) != viewer:
        return NOTHING
    return move


@kernel
def has_showdown(game: Kuhn, state: State) -> bool:
    """R6: say whether the game is over and two seats or more are still in."""
    n_in = 0
    for seat in range(game.n_seats):
        if is_in(game, state, seat):
            n_in += 1
    return state.actor == NOBODY and n_in > 1


@implement(Kuhn, inline=True)
def conceal(game: Kuhn, state: State, viewer: Seat) -> None:
    """R2: hide the other seats' cards, those of a showdown excepted (R6)."""
    shown = has_showdown(game, state)
    for other in range(game.n_seats):
        if other != viewer and card_of(state, other) != 0 and not (shown and is_in(game, state, other)):
            put_card(state, other, UNKNOWN)


@implement(Kuhn, inline=True)
def determinise(game: Kuhn, state: State, viewer: Seat, rng: Rng) -> None:
    """Give the other seats any cards that are not known, all deals equally likely."""
    for other in range(game.n_seats):
        if card_of(state, other) == UNKNOWN:
            put_card(state, other, draw_card(game, state, rng))


@implement(Kuhn)
def hidden(game: Kuhn, state: State, out: MoveBuffer) -> int:
    """Say where each card is: a seat, or after the last seat the deck."""
    n_cards = game.n_seats + 1
    for card in range(n_cards):
        out[card] = game.n_seats
    for seat in range(game.n_seats):
        card = card_of(state, seat)
        if 0 < card < UNKNOWN:
            out[card - 1] = seat
    return n_cards
