"""Santorini: New York, slow and obvious, from the rule text alone: what the rest of the suite may ask of it.

The parts: santorini_ny_table.py (the public table), santorini_ny_turns.py (whole turns), santorini_ny_game.py (full game).
"""

from naive.santorini_ny_game import ALL_CARDS, Game
from naive.santorini_ny_table import (
    BUILDERS,
    FULL_SUPPLY,
    MOVERS,
    SPECIALISTS,
    Rules,
    Square,
    Supply,
    Table,
    is_free,
    make_table,
    name,
    owner,
    read_map,
    square_of,
)
from naive.santorini_ny_turns import Turns, whole_turns

__all__ = [
    "ALL_CARDS",
    "BUILDERS",
    "FULL_SUPPLY",
    "MOVERS",
    "SPECIALISTS",
    "Game",
    "Rules",
    "Square",
    "Supply",
    "Table",
    "Turns",
    "is_free",
    "make_table",
    "name",
    "owner",
    "read_map",
    "square_of",
    "whole_turns",
]
