"""Tic-tac-toe's moves as text: column and row, `a1` at the bottom left. A position is the moves played: `b2; a1; c3`."""

from typing import Any


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    return "abc"[move % 3] + "321"[move // 3]
