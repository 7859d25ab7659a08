"""Santorini's state record and move codes."""

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.core.grid import SIDE
from mctsky.games.santorini.levels import ROOF

EDGE = 5
SQUARES = tuple(SIDE * rank + file for rank in range(EDGE) for file in range(EDGE))

# A turn is one code: 64 * origin + 8 * direction of the step + direction of the build. The directions are those of OFFSETS, so
# that codes ascend with the squares. After them come the placements: 25 * first + second, counted in SQUARES.
OFFSETS = (-9, -8, -7, -1, 1, 7, 8, 9)
FIRST_PLACEMENT = 64 * (SQUARES[-1] + 1)
N_CODES = FIRST_PLACEMENT + len(SQUARES) ** 2

STATE_DTYPE = record_dtype(
    ("levels", np.uint64, (ROOF,)),  # see levels.py
    ("workers", np.uint64, (2,)),  # squares of each seat's workers; none before they are placed
    ("actor", np.int64),  # the answer of to_act
    ("winner", np.int64),  # of a finished game, else 0
)
