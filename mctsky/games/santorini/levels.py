"""Towers on a grid, shared by the Santorini games: levels 1 to 3 and a roof on top, as four nested bitboards.

A state that holds towers has a field `levels`, four uint64 words: levels[k] is the set of squares with more than k pieces, so
that levels[3] is the set of roofs. Nested sets answer "at most this high" and "build here" with a mask instead of a loop.
"""

from mctsky.core.bits import ZERO, Bitboard
from mctsky.core.contract import State
from mctsky.core.jit import kernel

TOP = 3  # the level from which a tower is climbed to win, and on which a roof is built
ROOF = 4


@kernel
def height(state: State, square: Bitboard) -> int:
    """Return how many pieces stand on a square, given as a bitboard: 0 to 3, or ROOF."""
    h = 0
    for level in range(ROOF):
        if state.levels[level] & square != ZERO:
            h += 1
    return h


@kernel
def not_too_high(state: State, square: Bitboard) -> Bitboard:
    """Return all squares of the grid that are at most one level above `square` and have no roof."""
    # without branches: how high a worker stands cannot be predicted
    return ~state.levels[1 + int(state.levels[0] & square != ZERO) + int(state.levels[1] & square != ZERO)]


@kernel
def build_on(state: State, square: Bitboard) -> int:
    """Add one piece to a square that has no roof; return its new height."""
    for level in range(TOP, 0, -1):  # without branches: how high a tower is cannot be predicted
        state.levels[level] |= state.levels[level - 1] & square
    state.levels[0] |= square
    return height(state, square)
