"""Matching pennies' state record."""

import numpy as np

from mctsky.core.contract import record_dtype

STATE_DTYPE = record_dtype(
    ("coin", np.int8, 2),  # of each seat: 0 not chosen, 1 heads, 2 tails
    ("n_shown", np.int8),  # seats 0 to n_shown - 1 have shown
)
