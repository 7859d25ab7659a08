"""The state record and the move codes."""

import numpy as np

from mctsky.core.contract import record_dtype

MAX_PLAYERS, MAX_CARDS = 4, 13
UNKNOWN = -1  # in a concealed state: a card that the viewer does not know
FOLDED, STAYED = 1, 2  # values of `said`; 0 before the seat has spoken
ASKED, LOOKED = 1, 2  # values of `peeked`; 0 before the seat has asked

# Move codes are small numbers without gaps, since search keeps tables by code. Luck and masked moves have codes too.
FOLD, STAY, PEEK = 0, 1, 2
DEAL = 2  # plus the number of the card: 3 to 15
DEAL_UNSEEN = DEAL + MAX_CARDS + 1  # masked: a card was dealt face down to another seat
SHOW = DEAL_UNSEEN  # plus the number of the card: 17 to 29
LOOK = SHOW + MAX_CARDS  # plus the number of the card: 30 to 42
LOOK_UNSEEN = LOOK + MAX_CARDS + 1  # masked: another seat has looked at a card
N_CODES = LOOK_UNSEEN + 1

# Small fixed fields, as few as the rules need: a state is copied at every step of a search. What has not happened yet is
# zero, since a game begins with a zeroed record; seats that do not play stay zero.
STATE_DTYPE = record_dtype(
    ("card", np.int8, MAX_PLAYERS),  # of each seat: its number, 0 before it is dealt, or UNKNOWN
    ("said", np.int8, MAX_PLAYERS),  # of each seat: 0, FOLDED or STAYED
    ("peeked", np.int8, MAX_PLAYERS),  # of each seat: 0, ASKED or LOOKED
    ("n_dealt", np.int8),
    ("n_said", np.int8),
    ("n_shown", np.int8),  # seats 0 to n_shown - 1 have shown their card, or folded
)
