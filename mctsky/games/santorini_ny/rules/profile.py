"""Measure the cost of the look-ahead of R26, for `mctsky bench`."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, bit, lowest
from mctsky.core.contract import State, implement
from mctsky.core.grid import N_SQUARES
from mctsky.core.kernel_arrays import on_stack
from mctsky.games.santorini_ny.rules.board import occupied, role_in_turn, steps, travels
from mctsky.games.santorini_ny.rules.generate import legal_moves
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import MOVE, MOVE_OTHER, START

_moves_on_stack = on_stack(np.int32, N_SQUARES)


@implement(SantoriniNY)
def look_ahead(game: SantoriniNY, state: State, deep: bool) -> int:
    """R26: list the steps that move a worker; only if `deep` ask whether the turn can be finished."""
    phase, seat = int(state.phase), int(state.seat)
    if phase not in (START, MOVE, MOVE_OTHER):
        return 0
    role = role_in_turn(game, state)
    if deep:
        return legal_moves(game, state, _moves_on_stack())
    found, taken, workers = ZERO, occupied(state), state.workers[seat]
    if phase == START:
        while workers != ZERO:
            found += travels(game, state, role, lowest(workers), taken)
            workers &= workers - ONE
    else:
        square = int(state.worker) - 1
        found = steps(game, state, lowest(workers & ~bit(square)) if phase == MOVE_OTHER else square, taken)
    return int(lowest(found))
