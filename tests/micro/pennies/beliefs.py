"""What each seat of matching pennies knows.

B1  A seat knows its own choice, and the other's once it is shown.
B2  A choice that the other seat has not shown yet is taken back: the concealed state is the one before it.
"""

from mctsky.core.contract import NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.rng import Rng
from micro.pennies.spec import Pennies


@implement(Pennies)
def observe(game: Pennies, state: State, move: Move, viewer: Seat) -> Move:
    """B1: everybody sees a coin shown, only its owner a coin chosen."""
    chooser = 0 if state.coin[0] == 0 else 1
    return move if move >= 2 or chooser == viewer else NOTHING


@implement(Pennies)
def conceal(game: Pennies, state: State, viewer: Seat) -> None:
    """B2: take back the other seat's choice unless it was shown."""
    other = 1 - viewer
    if other >= state.n_shown:
        state.coin[other] = 0


@implement(Pennies)
def determinise(game: Pennies, state: State, viewer: Seat, rng: Rng) -> None:
    """B2: nothing is left to fill in, since pending choices are never invented."""


@implement(Pennies)
def hidden(game: Pennies, state: State, out: MoveBuffer) -> int:
    """List the coin of each seat."""
    for seat in range(2):
        out[seat] = int(state.coin[seat])
    return 2
