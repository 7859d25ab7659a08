"""Connect Four's state record."""

import numpy as np

from mctsky.core.contract import record_dtype

N_COLUMNS, N_ROWS = 7, 6
STRIDE = 7  # bits per column: square `row` of column `c` is bit 7 * c + row, bit 7 * c + 6 is a guard that stays empty

STATE_DTYPE = record_dtype(
    ("waiting", np.uint64),  # squares of the seat that is not to act: of the last mover, also when the game is over
    ("occupied", np.uint64),  # squares of both seats
    ("actor", np.int64),  # the answer of to_act
)
