"""The state record of Paper Skyscrapers, its names and its bounds.

A set of buildings is two uint64 words: building `card` is bit `card % 64` of word `card // 64`, and `card // 32` is its level
minus one. The card file says which building has which number (cards.py).
"""

import numpy as np

from mctsky.core.contract import record_dtype

MAX_PLAYERS = 4
MAX_LEVEL = 4
LEVEL_SHIFT = 5
PER_LEVEL = 1 << LEVEL_SHIFT  # numbers of a level; the last one is not used, so that 1 + card fits into int8
MAX_CARDS = MAX_LEVEL * PER_LEVEL
N_WORDS = MAX_CARDS // 64
MAX_CITIES = 32
MAX_ACHIEVEMENTS = 12
MAX_AWARDS = 4
MAX_CHIP = 9
MAX_PLACES = 16  # R56, R90
ROW = 3
LOWEST_CARDS = 5  # the round end is among these, R32
MAX_LAPS = 100  # R54
HAND_AT_START = 2

TYPES = ("civic", "commercial", "industrial", "park", "residential")
LANDMARKS = ("arch", "bridge", "clock", "statue")
TRACKS = ("profit", "prestige", "population")
N_TYPES, N_LANDMARKS, N_TRACKS = len(TYPES), len(LANDMARKS), len(TRACKS)
LAST_SPACE, TRACK_END, LINE_EVERY = 20, 21, 5  # R73

# A building in one word of `stacks`: five bits for the icons of each type, tucked ones included, then the built cards.
ICON_BITS = 5
HEIGHT_SHIFT = ICON_BITS * N_TYPES

# R100: a hidden card is known by its level and by the shuffle that it last went through. Levels 1 and 2 are shuffled once.
MAX_SHUFFLES = 7
N_POOLS = 2 + 2 * (MAX_SHUFFLES + 1)

MAX_DEPTH = 3  # an action, the action of a card discarded as its bonus action, a city bonus
FIRST_CITY_PROGRAM = MAX_CARDS

# Stages: what the game does when no action of a card is under way.
STAGES = (
    "first", "cities", "choose", "hands", "row", "start", "actions", "end", "old deck", "deal", "bonuses", "new row",
    "scoring", "over",
)  # fmt: skip
FIRST, CITIES, CHOOSE, HANDS, FIRST_ROW, START, ACTIONS, END, OLD_DECK, DEAL, BONUSES, NEW_ROW, SCORING, OVER = range(14)

# Phases: what is decided next. The first five are chance.
PHASES = (
    "set-up", "draw", "stolen", "show", "chip", "city", "action", "bonus action", "pay", "part", "mayor", "over",
)  # fmt: skip
SET_UP, DRAW, STOLEN, SHOW, CHIP, CITY, ACTION, BONUS, PAY, PART, MAYOR, GAME_OVER = range(12)

# Where a drawn card goes.
TO_HAND, TO_ROW, TURNED_UP = range(3)

STATE_DTYPE = record_dtype(
    ("deck", np.uint64, N_WORDS),  # of all levels; in a view also all cards that the viewer cannot place
    ("row", np.uint64, N_WORDS),
    ("discards", np.uint64, N_WORDS),
    ("known", np.uint64, (MAX_PLAYERS, N_WORDS)),  # cards in hands that everybody has seen
    ("secret", np.uint64, (MAX_PLAYERS, N_WORDS)),  # the other cards in hands
    ("events", np.int32),  # triggers that have happened in the part under way, as bits
    ("stacks", np.uint32, (MAX_PLAYERS, MAX_PLACES)),  # per place: icons and height
    ("score", np.int16, MAX_PLAYERS),  # R1, R2: on one board, and no marker ever runs out
    ("claims", np.int16, MAX_PLAYERS),  # achievements of each seat, as bits
    ("top", np.int8, (MAX_PLAYERS, MAX_PLACES)),  # 1 + the highest built card, 0 = none: a gap, or the city card alone
    ("tucks", np.int8, (MAX_PLAYERS, MAX_PLACES)),  # 1 + the card tucked last, 0 = none
    ("below", np.int8, MAX_CARDS),  # 1 + the next card of the same building, or of those tucked under it; 0 = none
    ("shuffle", np.int8, MAX_CARDS // 2),  # of each card of levels 3 and 4: number of its last shuffle
    ("n_secret", np.int8, (MAX_PLAYERS, N_POOLS)),  # secret cards by pool
    ("icons", np.int8, (MAX_PLAYERS, N_TYPES + N_LANDMARKS)),  # R4, R72: visible in the whole city
    ("n_deck", np.int8, MAX_LEVEL),  # buildings of each deck; those of a shuffled one count as level 4
    ("n_tucked", np.int8, MAX_PLAYERS),
    ("n_hand", np.int8, MAX_PLAYERS),
    ("tracks", np.int8, (MAX_PLAYERS, N_TRACKS)),
    ("lines", np.int8, (MAX_PLAYERS, N_TRACKS)),  # that have scored
    ("chip_owner", np.int8, MAX_ACHIEVEMENTS),  # 1 + the first who claimed it
    ("chip_value", np.int8, MAX_ACHIEVEMENTS),  # 0 = not turned up
    ("offers", np.int8, (MAX_PLAYERS, 2)),  # 1 + city, until it is chosen
    ("city", np.int8, MAX_PLAYERS),  # 1 + city
    ("city_place", np.int8, MAX_PLAYERS),
    ("n_places", np.int8, MAX_PLAYERS),
    ("mayor", np.int8, MAX_PLAYERS),  # place, -1 = to be moved
    ("order", np.int8, MAX_PLAYERS),  # of seats, in final scoring
    ("award", np.int8, MAX_AWARDS),  # 1 + the seat that gets it, 0 = nobody
    ("program", np.int16, MAX_DEPTH),  # cards and cities whose actions are under way
    ("part", np.int8, MAX_DEPTH),
    ("left", np.int8, MAX_DEPTH),  # repetitions of the part still to do, -1 = not begun
    ("depth", np.int8),  # actions under way
    ("bonus", np.int8),  # the depth from which a bonus action was begun, 0 = none
    ("announced", np.int8),  # 1 + the card being built
    ("place", np.int8),  # where it is built; while a card is stolen from a hand: the victim
    ("to_pay", np.int8),
    ("displaced", np.int8),  # 1 + the seat whose mayor has to move
    ("event_type", np.int8),  # 1 + type of the card that was built or visited in the part under way
    ("finished", np.int8),  # tracks whose end has been reached, as bits
    ("round_ends", np.int8),  # decks that still have theirs, as bits
    ("ending", np.int8),  # 1: the round end of the level is out
    ("n_shuffles", np.int8),
    ("level", np.int8),
    ("lap", np.int8),  # finished laps
    ("actions", np.int8),  # left in this turn
    ("used", np.int8),  # 1: the city bonus has worked in this turn
    ("refill", np.int8),  # 1: the row is to be filled up
    ("goal", np.int8),  # where the next drawn card goes
    ("from_next", np.int8),  # 1: it is drawn for the next level
    ("declared", np.int8),  # 1 + type, R50
    ("stage", np.int8),
    ("phase", np.int8),
    ("actor", np.int8),  # what to_act says
    ("first", np.int8),  # the first player
    ("seat", np.int8),  # whose turn it is; in final scoring: who scores
    ("runner", np.int8),  # who carries out the action under way; who is dealt to
    ("dealt", np.int8),  # cards or cities dealt in this stage; in final scoring: seats done
)
