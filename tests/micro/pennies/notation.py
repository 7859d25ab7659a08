"""Matching pennies' moves: 0 `heads`, 1 `tails`; chance: 2 + 2 * seat + coin, `0:heads` when seat 0 shows heads."""

from typing import Any

TEXTS = ("heads", "tails", "0:heads", "0:tails", "1:heads", "1:tails")


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    return TEXTS[move]
