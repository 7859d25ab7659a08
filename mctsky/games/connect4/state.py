"""Connect Four's state record."""

import numpy as np

from mctsky.core.contract import record_dtype

N_COLUMNS, N_ROWS = 7, 6
STRIDE = 7  # bits per column: square `row` of column `c` is bit 7 * c + row, bit 7 * c + 6 is a guard that stays empty

PLAYING, WON, DRAWN = range(3)

STATE_DTYPE = record_dtype(
    ("waiting", np.uint64),  # squares of the last mover
    ("occupied", np.uint64),  # squares of both seats
    ("ending", np.int64),  # PLAYING, WON by the last mover or DRAWN; who is to act follows from the number of stones
)
