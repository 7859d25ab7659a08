"""Moves as text: `play guard`, `aim 1`; luck as `0 draws guard`, `1 shows king`, `0 sees king`, `0 and 1 see king guard`."""

from typing import Any

from . import state as s
from .rules import receiver

CARDS = s.NAMES[1:]
TEXTS = [
    *(f"play {card}" for card in s.NAMES),
    *(f"aim {seat}" for seat in range(s.MAX_PLAYERS)),
    *(f"name {card}" for card in CARDS),
    *(f"{{0}} draws {card}" for card in CARDS),
    *(f"{{0}} sees {card}" for card in CARDS),
    *(f"{{2}} shows {card}" for card in CARDS),
    "no",
    *(f"{{1}} shows {card}" for card in CARDS),
    *(f"{{1}} and {{2}} see {mine} {theirs}" for mine in CARDS for theirs in CARDS),
]


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    who = receiver(game, state)
    return TEXTS[move].format("table" if who < 0 else who, int(state.turn), int(state.target))
