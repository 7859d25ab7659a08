"""What each seat of Kuhn poker sees and believes.

Cards are dealt in a fixed order, so the deal of another seat's card tells a viewer nothing at all: `observe` says NOTHING, and
that viewer's tree has no edge for it. All bets are public. At a showdown both cards are shown (R6), so the view of such a
finished game hides nothing and has the true result.
"""

from mctsky.core.contract import NOBODY, NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.rng import Rng, below
from mctsky.games.kuhn.spec import Kuhn
from mctsky.games.kuhn.state import FIRST_DEAL, N_CARDS, UNKNOWN

DECK = 2  # where `hidden` says that an undealt card is


@implement(Kuhn)
def observe(game: Kuhn, state: State, move: Move, viewer: Seat) -> Move:
    """R2: a seat sees its own card only; bets are seen by all."""
    if move >= FIRST_DEAL:
        receiver = 0 if state.card[0] == 0 else 1
        if receiver != viewer:
            return NOTHING
    return move


@implement(Kuhn)
def conceal(game: Kuhn, state: State, viewer: Seat) -> None:
    """R2: hide the other seat's card, unless there was a showdown (R6)."""
    other = 1 - viewer
    showdown = state.actor == NOBODY and state.chips[0] == state.chips[1]
    if state.card[other] != 0 and not showdown:
        state.card[other] = UNKNOWN


@implement(Kuhn)
def determinise(game: Kuhn, state: State, viewer: Seat, rng: Rng) -> None:
    """Give the other seat any card but the viewer's, all equally likely."""
    other = 1 - viewer
    if state.card[other] != UNKNOWN:
        return
    own = int(state.card[viewer])
    if own == 0:
        state.card[other] = 1 + below(rng, N_CARDS)
    else:
        drawn = 1 + below(rng, N_CARDS - 1)
        state.card[other] = drawn + 1 if drawn >= own else drawn


@implement(Kuhn)
def hidden(game: Kuhn, state: State, out: MoveBuffer) -> int:
    """Say where J, Q and K are: a seat, or DECK."""
    for card in range(N_CARDS):
        out[card] = DECK
    for seat in range(2):
        card = int(state.card[seat])
        if 0 < card <= N_CARDS:
            out[card - 1] = seat
    return N_CARDS
