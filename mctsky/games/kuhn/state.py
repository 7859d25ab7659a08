"""Kuhn poker's state record and move codes."""

import numpy as np

from mctsky.core.contract import record_dtype

STATE_DTYPE = record_dtype(
    ("card", np.int8, 2),  # per seat: 0 not dealt, 1 to 3 for J, Q, K, UNKNOWN in another seat's view
    ("chips", np.int8, 2),  # per seat: what it has put into the pot
    ("actor", np.int8),  # the seat to act, CHANCE or NOBODY
    ("line", np.int8),  # the bets so far in binary after a leading 1: 1 none, 2 `p`, 3 `b`, 5 `pb`
)

N_CARDS = 3
UNKNOWN = 4
NO_BETS = 1  # `line` before the first decision
PASS, BET, FIRST_DEAL = 0, 1, 2  # move codes; FIRST_DEAL plus 0 to 2 deals J, Q or K
