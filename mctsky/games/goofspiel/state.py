"""Goofspiel's state record."""

import numpy as np

from mctsky.core.contract import record_dtype

MAX_PLAYERS = 5
MAX_CARDS = 13

STATE_DTYPE = record_dtype(
    ("bids", np.uint64, MAX_PLAYERS),  # four bits per round: the card that the seat bid, 0 for none or unknown
    ("prizes", np.uint64),  # four bits per round: the prize, the one under way included
    ("winners", np.uint64),  # four bits per round: 1 + winner, 1 + NO_WINNER for a tie, 0 if not finished
    ("hands", np.uint16, MAX_PLAYERS),  # card c is bit c - 1; a concealed hand lacks only the bids that are known
    ("deck", np.uint16),  # prizes not yet turned up
    ("scores", np.int8, MAX_PLAYERS),  # points won so far
    ("n_rounds", np.int8),  # finished rounds
    ("committed", np.int8),  # bit per seat: has bid in the round under way
    ("shown", np.int8),  # seats 0 to shown - 1 have shown their bid of the round under way
    ("actor", np.int8),  # the answer of to_act, which follows from the other fields
)
