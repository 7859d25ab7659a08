"""The state record and the move codes."""

import numpy as np

from mctsky.core.cards import deck_of_kinds
from mctsky.core.contract import record_dtype
from mctsky.core.looks import look_fields
from mctsky.core.replay import history_field

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
NAMES = ("?", "guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
MAX_PLAYERS, N_CARDS = 4, 16
MAX_PLIES, MAX_TURNS, MAX_LOOKS = 67, 12, 8  # 3 players: 4 cards to begin with, 12 turns of at most 5 moves, 3 cards shown
UNKNOWN = -1  # a card that the viewer does not know

# What happens next. A seat acts in CHOOSE, AIMS and GUESS; all else is luck, most of it with one outcome.
BEGIN, CHOOSE, AIMS, GUESS, DRAWS, REDRAWS, ANSWER, LOOKS, DISCARDS, FALLS, SHOWS, OVER = range(12)
DONE, TURN_OUT, TARGET_OUT = 1, 2, 3  # what a card did, in `turns`; 0 for nothing, or nothing yet

# Move codes; those that end in a card are followed by the number of its kind.
PLAY, AIM, NAME, DRAW, LOOK = 0, 9, 12, 20, 28  # play a card, aim at a seat, name a card; draw or see a card
SHOW, NO, OUT = 36, 45, 45  # the target shows this card; a wrong guess, or equal cards; who has the turn is out with this card
PAIR, N_CODES = 45, 118  # baron and king: 8 * the card of the turn's seat + the card of the other

KIND_OF_CARD, CARDS_OF_KIND = deck_of_kinds(0, 5, 2, 2, 2, 2, 1, 1, 1)  # R1: a deck is a set
ALL_CARDS, CAN_BE_NAMED = np.uint64(0xFFFF), np.uint64(0x1FC)  # R1, R3
AIMED = np.array([0, GUESS, LOOKS, LOOKS, 0, DISCARDS, LOOKS, 0, 0], np.int64)  # what follows when a card is aimed at a seat

STATE_DTYPE = record_dtype(
    ("deck", np.uint64),  # in a concealed state: all cards that the viewer does not know
    ("turns", np.uint16, MAX_TURNS),  # card played, seat << 4, target << 6, the card named or shown << 8, what it did << 12
    ("hand", np.int8, MAX_PLAYERS),  # of each seat: a card, 0 for none (not dealt yet, or out), or UNKNOWN
    ("drawn", np.int8),  # the second card of the seat whose turn it is
    ("aside", np.int8),  # the card that was set aside face down
    ("left", np.uint8),  # the seats that are not out, a bit each
    ("safe", np.uint8),  # the seats that nobody can choose, a bit each
    ("total", np.int8, MAX_PLAYERS),  # of the cards that each seat has discarded
    ("shown", np.uint8),  # the seats that have shown their card at the end, a bit each
    ("n_deck", np.int8),
    ("n_turns", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),
    ("card", np.int8),  # played in this turn
    ("target", np.int8),  # the seat aimed at in this turn; at the end, the seat that shows next
    ("named", np.int8),  # by a guard in this turn
    *look_fields(MAX_LOOKS),
    history_field(MAX_PLIES),  # for the default beliefs; left out of states where there is a `determinise`
)
