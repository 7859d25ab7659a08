"""The state record of Santorini: New York.

Squares are bits of uint64 boards (core/grid.py), cards are bits of 25-bit masks: card c is bit c - 1.
"""

import numpy as np

from mctsky.core.contract import record_dtype

MAX_PLAYERS = 5
N_CARDS = 25
HAND = 5  # cards of a full hand
MAX_DEALS = 34  # 64 squares, supply without limit: 267 turns, at least two per round, four rounds per deal
BLOCKS, ROOFS, SKYSCRAPERS = 64, 10, 6  # the supply
KEPT_SHIFT = 25  # in `past`: where the kept card begins

# Phases: what is decided next, and by whom.
PICK = 0  # a seat picks its start squares
RAISE = 1  # seat 0 places the skyscraper of the Tour Bus Driver's set-up
DEAL = 2  # chance deals one card
CHOOSE = 3  # a seat chooses a card, unseen
SHOW = 4  # forced: the next seat's card is turned up
START = 5  # the first step of a turn
MOVE = 6  # the move after a start-of-turn effect
MOVE_OTHER = 7  # Broadway Actors: the second worker moves
BUILD = 8
BUILD_AGAIN = 9  # Ironworker, Foreman: the second build, elsewhere
BUILD_BOTH = 10  # Broadway Actors: one of the two workers builds
BUILD_OTHER = 11  # Broadway Actors: the other one builds
AIM = 12  # Foreman, Night Guard: a worker is chosen
VICTIM = 13  # Night Guard: the owner moves the chosen worker
FORCE = 14  # Street Vendor, Reporter: a worker is forced
OVER = 15
FIELDS = ("worker", "target", "built")  # squares of a turn under way

STATE_DTYPE = record_dtype(
    ("levels", np.uint64, 4),  # squares with more than k pieces; the last are roofs
    ("skyscrapers", np.uint64),
    ("workers", np.uint64, MAX_PLAYERS),
    ("crowd", np.uint64),  # all workers
    ("hands", np.uint32, MAX_PLAYERS),  # of a seat that is out: what it held then, until the next redeal
    ("spent", np.uint32, MAX_PLAYERS),  # cards that each seat has shown in this deal
    ("past", np.uint32, (MAX_DEALS, MAX_PLAYERS)),  # per finished deal: cards shown, and the kept card (0 = none) above them
    ("hand_sizes", np.int8, MAX_PLAYERS),
    ("table", np.int8, MAX_PLAYERS),  # card chosen for this round, 0 = none
    ("chosen", np.int8),  # set of seats that have chosen a card
    ("shown", np.int8),  # set of seats whose card is turned up
    ("acted", np.int8),  # set of seats that have had their turn in this round
    ("alive", np.int8),  # set of seats with workers, or still to place them
    ("taken", np.int8),  # set-up: set of start numbers picked, number 1 is bit 0
    ("phase", np.int8),
    ("actor", np.int8),  # what to_act says
    ("seat", np.int8),  # whose turn it is; between turns the seat that chose last, or 0
    ("statue", np.int8),  # 1 + the seat that holds it, 0 = nobody
    ("winner", np.int8),  # 1 + seat, 0 = nobody yet
    ("worker", np.int8),  # 1 + square of the acting worker, 0 = not chosen
    (
        "target",
        np.int8,
    ),  # 1 + square of a chosen worker (Fashion Designer, Foreman, Night Guard), or of Broadway's first builder
    ("built", np.int8),  # 1 + square of this turn's first build, 0 = none
    ("n_deals", np.int8),  # finished deals
    ("blocks", np.int16),  # supply left; stays full with unlimited_supply
    ("roofs", np.int16),
    ("skyscrapers_left", np.int16),
)
