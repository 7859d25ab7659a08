"""The card file as numbers, for the rules to look up; cards.py fills it in."""

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.games.paperskyscrapers.state import (
    MAX_ACHIEVEMENTS,
    MAX_AWARDS,
    MAX_CARDS,
    MAX_CHIP,
    MAX_CITIES,
    MAX_PLAYERS,
    N_TRACKS,
    N_TYPES,
    N_WORDS,
)

MAX_PARTS = 6
MAX_COUNT = 4
MAX_STEPS = 12  # the numbers of an action's parts added up

# Operations of an action; a part is a row (operation, number, argument, may).
(
    FINISH,  # the end of an action
    DRAW_CARDS,  # argument: ANY_PILE, FROM_ROW, FROM_DECK, FROM_NEXT
    TUCK_CARDS,
    ADVANCE_STEPS,  # argument: track, ANY_TRACK or EACH_TRACK
    OPPONENT_DECLINES,  # argument: track or ANY_TRACK
    EACH_DECLINES,  # argument: track
    BUILD_CARDS,  # argument: discount, or FREE
    CLAIM_ACHIEVEMENTS,
    STEAL_TOP_CARD,
    STEAL_HAND_CARD,
    BONUS_ACTION,
    DISCARD_FOR,  # argument: number of parts that follow if all cards are discarded
    DECLARE_FOR,  # argument: number of parts that follow if the type is right
) = range(13)
ANY_PILE, FROM_ROW, FROM_DECK, FROM_NEXT = range(4)
ANY_TRACK, EACH_TRACK = N_TRACKS, N_TRACKS + 1
FREE = 100

# Triggers of city bonuses, bits of `events`. The first four can reduce costs.
TRIGGERS = (
    "build", "sprawl", "build over", "tuck", "discard", "visit", "advance", "hop", "line", "claim", "draw row", "draw deck",
    "declare", "steal", "turn start", "turn end", "round end",
)  # fmt: skip
(
    ON_BUILD, ON_SPRAWL, ON_BUILD_OVER, ON_TUCK, ON_DISCARD, ON_VISIT, ON_ADVANCE, ON_HOP, ON_LINE, ON_CLAIM, ON_DRAW_ROW,
    ON_DRAW_DECK, ON_DECLARE, ON_STEAL, ON_TURN_START, ON_TURN_END, ON_ROUND_END,
) = range(17)  # fmt: skip

# Quantities of conditions and awards; the first nine are icons by the places of `icons`.
QUANTITIES = (
    "civic", "commercial", "industrial", "park", "residential", "arch", "bridge", "clock", "statue",
    "types", "fewest", "most", "landmarks", "sites", "tallest", "towers", "buildings", "width", "tucked",
    "profit", "prestige", "population", "tracks", "lowest", "highest", "hand", "score", "claims", "level",
)  # fmt: skip
(
    Q_TYPES, Q_FEWEST, Q_MOST, Q_LANDMARKS, Q_SITES, Q_TALLEST, Q_TOWERS, Q_BUILDINGS, Q_WIDTH, Q_TUCKED, Q_PROFIT,
    Q_PRESTIGE, Q_POPULATION, Q_TRACKS, Q_LOWEST, Q_HIGHEST, Q_HAND, Q_SCORE, Q_CLAIMS, Q_LEVEL,
) = range(9, 29)  # fmt: skip
TOWER = 3  # built cards
COMPARISONS = (">=", "<=", "=")
AT_LEAST, AT_MOST, EXACTLY = range(3)
MAX_COMPARISONS = 3
MAX_TERMS = 3
FIRST_CITY_CONDITION = MAX_ACHIEVEMENTS

TABLES_DTYPE = record_dtype(
    ("buildings", np.uint64, N_WORDS),  # the buildings that there are
    ("type", np.int8, MAX_CARDS),
    ("cost", np.int8, MAX_CARDS),
    ("income", np.int8, (MAX_CARDS, N_TRACKS)),
    ("landmark", np.int8, MAX_CARDS),  # 1 + icon, 0 = none
    ("cheaper_by", np.int8, N_TYPES),  # the type whose icons make each type cheaper
    ("programs", np.int8, (MAX_CARDS + MAX_CITIES, MAX_PARTS + 1, 4)),  # actions of buildings, then effects of cities
    ("trigger", np.int8, MAX_CITIES),
    ("trigger_type", np.int8, MAX_CITIES),  # 1 + type, 0 = any
    ("reduction", np.int8, MAX_CITIES),  # of costs; 0 if the effect is an action
    # Conditions of achievements, then of cities: up to three rows (number of quantities, three quantities, comparison, number);
    # a row of no quantities ends them.
    ("conditions", np.int8, (MAX_ACHIEVEMENTS + MAX_CITIES, MAX_COMPARISONS, MAX_TERMS + 3)),
    ("stars", np.int8, MAX_ACHIEVEMENTS),
    ("chips", np.int8, MAX_CHIP + 1),  # how many there are of each value
    ("award_quantity", np.int8, MAX_AWARDS),
    ("award_points", np.int8, MAX_AWARDS),
    ("start_scores", np.int8, MAX_PLAYERS),  # in turn order
    ("n_cities", np.int8),
    ("n_achievements", np.int8),
    ("n_awards", np.int8),
)
