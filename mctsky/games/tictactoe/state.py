"""Tic-tac-toe's state record."""

import numpy as np

from mctsky.core.contract import record_dtype

STATE_DTYPE = record_dtype(
    ("stones", np.uint64, 2),  # squares of each seat; square = 3 * row + column, from the top left
    ("n_played", np.int64),
)
