"""Move codes of New York 1901.

A turn is a chain of small moves, for example: take a card, claim a territory, choose a tile, place it. A code is the first code
of its kind of move plus what the move is about: a seat, a kind of card, a territory, a tile, a placement.
"""

import itertools

from mctsky.games.newyork1901.board import DISTRICTS, N_TERRITORIES, STREETS
from mctsky.games.newyork1901.state import MAX_PLAYERS, N_KINDS, PLACEMENTS
from mctsky.games.newyork1901.tiles import N_TILES

BONUSES = ("bronze-baron", "master-architect", "generation-king", "gold-tycoon", "gold-prestige")
BRONZE_BARON, MASTER_ARCHITECT, GENERATION_KING, GOLD_TYCOON, GOLD_PRESTIGE = range(5)
TRIPLES = tuple(itertools.combinations(range(len(STREETS)), 3))  # streets that score together
KINDS = tuple(f"{district}{size}" for district in DISTRICTS for size in (2, 3))

# First code of each kind of move.
BEGINS = 0  # + seat
SCORING = BEGINS + MAX_PLAYERS  # + number of a triple of streets
CHALLENGE = SCORING + len(TRIPLES)  # + bonus
DEALT = CHALLENGE + len(BONUSES)  # + district
DRAWN = DEALT + len(DISTRICTS)  # + kind of card
PASS = DRAWN + N_KINDS
SHIFT = PASS + 1  # Market Shift
GRAB = SHIFT + 1  # Land Grab
TAKEN = GRAB + 1  # + kind of card
CLAIMED = TAKEN + N_KINDS  # + territory
RECLAIMED = CLAIMED + N_TERRITORIES  # + territory
CHOSEN = RECLAIMED + N_TERRITORIES  # + tile to build
RAZED = CHOSEN + N_TILES  # + tile to build in place of others
PLACED = RAZED + N_TILES  # + placement
N_CODES = PLACED + PLACEMENTS
