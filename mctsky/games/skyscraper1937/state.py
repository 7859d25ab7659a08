"""The state record of Skyscraper (1937), its names and its bounds."""

import numpy as np

from mctsky.core.contract import record_dtype

MAX_PLAYERS = 6

# Pieces. The first four stand in the residential district and are paid to the Home Builder.
PARTS = ("porch", "garage", "chimney")
BUILDINGS = ("city hall", "jail", "post office", "library", "school", "hospital", "bank")
PIECES = ("residence", *PARTS, "store", "floor", *BUILDINGS, "church", "pent house")
RESIDENCE, PORCH, GARAGE, CHIMNEY, STORE, FLOOR, FIRST_BUILDING = range(7)
N_BUILDINGS = len(BUILDINGS)
CHURCH, PENT_HOUSE = FIRST_BUILDING + N_BUILDINGS, FIRST_BUILDING + N_BUILDINGS + 1
N_PIECES = len(PIECES)

# What a throw can sell apart from one kind of piece; PUBLIC is what a nine sells, named by its first public building.
PUBLIC, LUCK, LOST_TURN = FIRST_BUILDING, N_PIECES, N_PIECES + 1

DISTRICTS = ("residential", "municipal", "business")
RESIDENTIAL, MUNICIPAL, BUSINESS = range(3)

# Columns of a district card in `land`; the first four are counts by piece.
FIRST_STORE = 4  # two looks, 0 = none: 1 + 2 * floors, one more with a Pent House; the larger first
FIRST_SLOT = 6  # two public buildings of the municipal, two of the business district, 0 = none, the larger first
N_SLOTS = 4
CHURCH_AT = 10  # 1 + its district, 0 = none
N_COLUMNS = 11

ROLES = ("insurance agent", "home builder", "tax collector", "public utilities")
ROVER = "rover"
AGENT, BUILDER, COLLECTOR, UTILITIES = range(4)
N_ROLES = len(ROLES)

POLICIES = ("fire", "tornado", "all-risk")  # as bits of `policies`
N_POLICIES = len(POLICIES)
ALL_RISK = 2

POT = MAX_PLAYERS  # its place in `cash`; as a holder of a role: nobody, so what is paid to the role goes to the pot
IN_PACK = MAX_PLAYERS + 1  # as a holder of a role: not dealt yet

# Phases: what is decided next, and by whom.
PHASES = ("roles", "first", "insurance", "roll", "draw", "buy", "lose", "keep or turn in", "take", "gain", "over")
DEAL, FIRST, INSURANCE, ROLL, DRAW, BUY, LOSE, CLAIM, TAKE, GAIN, OVER = range(11)

ROUTES = ("", "skyscraper", "districts")
SKYSCRAPER, FILLED = 1, 2

STATE_DTYPE = record_dtype(
    ("unseen", np.uint64),  # Luck cards that can be drawn, as bits; of equal cards the higher ones
    ("options", np.uint64),  # what the seat to act can choose, by code; 0 if it takes a piece, and while chance decides
    ("cash", np.int16, MAX_PLAYERS + 1),  # dollars of each seat, and of the pot
    ("throws", np.int16),  # so far, of all players
    ("land", np.int8, (MAX_PLAYERS, N_COLUMNS)),  # district cards
    ("supply", np.int8, N_PIECES),  # pieces for sale
    ("stock", np.int8, N_POLICIES),  # policies for sale
    ("policies", np.int8, MAX_PLAYERS),  # held, as bits
    ("taxes", np.int8, MAX_PLAYERS),  # 1 + the tax card that a seat keeps, 0 = none
    ("holders", np.int8, N_ROLES),  # the seat that holds each role, POT for nobody, IN_PACK before it is dealt
    ("rovers", np.int8),  # seats, as bits
    ("phase", np.int8),
    ("actor", np.int8),  # what to_act says
    ("seat", np.int8),  # whose turn it is; who is dealt to; 0 at the end
    ("total", np.int8),  # of the dice in this turn, 0 before the throw
    ("card", np.int8),  # 1 + the Luck card being carried out, 0 = none
    ("stake", np.int8),  # what is kept or turned in: the code of its loss, 0 = nothing
    ("winner", np.int8),  # 1 + seat, 0 = nobody
    ("route", np.int8),  # how it was won
)
