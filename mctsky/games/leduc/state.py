"""Leduc poker's state record and move codes."""

import numpy as np

from mctsky.core.contract import record_dtype

STATE_DTYPE = record_dtype(
    ("card", np.int8, 2),  # per seat: 0 not dealt, else 1 to 6 for Js, Jh, Qs, Qh, Ks, Kh; UNKNOWN in another seat's view
    ("public", np.int8),  # the card on the table, 0 before the second round
    ("actor", np.int8),  # the seat to act, CHANCE or NOBODY
    ("chips", np.int8, 2),  # per seat: what it has put into the pot
    ("n_raises", np.int8),  # in this round
    ("line", np.int16, 2),  # per round: its actions in base 4, 1 fold, 2 call, 3 raise, the last one lowest
)

UNKNOWN = 7
RAISE_SIZES = (2, 4)  # in the first and in the second round
N_CARDS = 6
FOLD, CALL, RAISE, FIRST_DEAL = 0, 1, 2, 3  # move codes; FIRST_DEAL plus 0 to 5 deals a card
