"""What each seat of Kuhn poker sees and believes.

Cards are dealt in a fixed order, so the deal of another seat's card tells a viewer nothing at all: `observe` says NOTHING, and
that viewer's tree has no edge for it. All bets are public. At a showdown both cards are shown (R6), so the view of such a
finished game hides nothing and has the true result.
"""

from mctsky.core.contract import NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.rng import Rng, below
from mctsky.games._poker import conceal_other_card, find_cards
from mctsky.games.kuhn.spec import Kuhn
from mctsky.games.kuhn.state import FIRST_DEAL, N_CARDS, UNKNOWN


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
    conceal_other_card(state, viewer, UNKNOWN)


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
    find_cards(state, N_CARDS, out)
    return N_CARDS
