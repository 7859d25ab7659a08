"""The state record and the move codes."""

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.core.replay import history_field

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
NAMES = ("?", "guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
N_OF_KIND = np.array([0, 5, 2, 2, 2, 2, 1, 1, 1], np.int64)
MAX_PLAYERS, N_KINDS, N_CARDS, N_TURNED_UP = 4, 9, 16, 3
MAX_PLIES = 75  # 4 players: 5 cards to begin with, 11 turns of at most 6 moves, 4 cards shown
UNKNOWN = -1  # in a concealed state: a card that the viewer does not know

# What happens next. A seat acts in CHOOSE, AIM and GUESS; all else is luck, most of it with one outcome.
BEGIN, DRAWS, CHOOSE, AIMS, GUESS, ANSWER, LOOKS, LOOKS_BACK, COMPARE, DISCARDS, REDRAWS, FALLS, SHOWS, OVER = range(14)

# Move codes; those that end in a card are followed by the number of its kind.
PLAY, AIM, NAME = 0, 9, 12  # play a card, aim at a seat, name a card
DRAW, DRAW_UNSEEN, LOOK, LOOK_UNSEEN = 20, 29, 29, 38
SHOW = 38  # a card is turned up: one of the first three, of the seat that was aimed at, or at the end
NO = 47  # the guess is wrong, or cards are equal
OUT, N_CODES = 47, 56  # OUT: the seat whose turn it is is out, and shows this card

STATE_DTYPE = record_dtype(
    ("hand", np.int8, MAX_PLAYERS),  # of each seat: a card, 0 for none (not dealt yet, or out), or UNKNOWN
    ("drawn", np.int8),  # the second card of the seat whose turn it is
    ("aside", np.int8),  # the card that was set aside face down
    ("gone", np.int8, N_KINDS),  # how many cards of each kind lie face up
    ("total", np.int8, MAX_PLAYERS),  # of the cards that each seat has discarded
    ("knows", np.uint8, MAX_PLAYERS),  # the seats that know the card of each seat, a bit each
    ("safe", np.uint8),  # the seats that nobody can choose, a bit each
    ("n_deck", np.int8),
    ("n_begun", np.int8),  # cards that were set aside, turned up or dealt at the beginning
    ("phase", np.int8),
    ("turn", np.int8),
    ("card", np.int8),  # played in this turn
    ("target", np.int8),  # the seat aimed at in this turn; at the end, the seat that shows next
    ("named", np.int8),  # by a guard in this turn
    history_field(MAX_PLIES),  # filled by mctsky, which can then find all worlds that fit what a seat has seen
)
