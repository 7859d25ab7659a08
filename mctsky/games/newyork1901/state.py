"""The state record of New York 1901.

Squares are bits of three uint64 words; a block never crosses a word, so a building is one word's mask (see layout.py).
"""

import numpy as np

from mctsky.core.contract import record_dtype

MAX_PLAYERS = 4
LETTERS = "ABCD"  # seats in texts
N_WORDS = 3
N_KINDS = 10  # kinds of cards: 2 * district + size - 2
MAX_BUILDINGS = 16  # of a player at a time: 14 tiles (four stay unbuilt), the starter, a legendary one
PILE = 65
MARKET = 4  # cards in a full Open Market
WORKERS = 4
LAST = 16  # added to a card of `queue`: the last one of its group
PLACEMENTS = 2816  # most placements; a building is 1 + tile * PLACEMENTS + placement
MAX_PLACES = 512  # most placements of one shape: no decision has more legal moves

# Phases: what is decided next, and by whom.
FIRST = 0  # chance: who begins
STREETS = 1  # chance: three streets that score
BONUS = 2  # chance: the bonus challenge
CHARACTER = 3  # chance: a seat's district
DRAW = 4  # chance: a card for the Open Market
START = 5  # what to do in this turn
TAKE = 6  # Land Grab: a card of size 2
CLAIM = 7  # a territory for the card taken
BUILD = 8  # after Expand: a tile, or pass
PLACE = 9  # where the tile goes
BOOM = 10  # Construction Boom: a second tile, or pass
OVER = 11

SHIFT_CARD, GRAB_CARD, BOOM_CARD = 1, 2, 4  # action cards, as bits

STATE_DTYPE = record_dtype(
    ("estate", np.uint64, (MAX_PLAYERS, N_WORDS)),  # squares of claimed territories
    ("built", np.uint64, (MAX_PLAYERS, N_WORDS)),  # squares of own buildings
    ("buildings", np.uint16, (MAX_PLAYERS, MAX_BUILDINGS)),  # ascending, 0 = none: equal cities are equal bytes
    ("unbuilt", np.uint32, MAX_PLAYERS),  # tiles left, as bits; of equal tiles the first ones
    ("scores", np.int16, MAX_PLAYERS),
    ("turns", np.int16),  # turns completed, of all players
    ("heap", np.int8, N_KINDS),  # shuffled cards on top of the Future Market, by kind
    ("open", np.int8, N_KINDS),  # cards of the Open Market, by kind
    ("queue", np.int8, PILE),  # cards under the heap from the top: groups, each sorted, its last card marked; 0 beyond n_queue
    ("n_queue", np.int8),
    ("workers", np.int8, MAX_PLAYERS),  # on the board: own territories without a building
    ("legends", np.int8, 4),  # 1 + who built it, 0 = nobody
    ("actions", np.int8, MAX_PLAYERS),  # action cards left
    ("characters", np.int8, MAX_PLAYERS),  # 1 + district, 0 = none
    ("streets", np.int8),  # streets that score, as bits
    ("bonus", np.int8),  # 1 + bonus challenge, 0 = not drawn yet
    ("first", np.int8),  # 1 + who began
    ("phase", np.int8),
    ("actor", np.int8),  # what to_act says
    ("seat", np.int8),  # whose turn it is; during set-up who is dealt to
    ("trigger", np.int8),  # 1 + who triggered the end, 0 = nobody yet
    ("final", np.int8),  # turns left after this one, once the turn that triggered the end is over
    ("then", np.int8),  # phase after the draws
    ("card", np.int8),  # 1 + kind of the card taken, 0 = none
    ("takes", np.int8),  # cards that Land Grab still takes after this one
    ("tile", np.int8),  # 1 + tile chosen, 0 = none
    ("razing", np.int8),  # 1 = it replaces buildings
)
