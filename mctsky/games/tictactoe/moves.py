"""Tic-tac-toe's moves: a code is a square; its text is column and row, `a1` at the bottom left."""

from typing import Any


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    return "abc"[move % 3] + "321"[move // 3]


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    if len(text) != 2 or text[0] not in "abc" or text[1] not in "123":
        return None
    return "321".index(text[1]) * 3 + "abc".index(text[0])


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    return f"square {format_move(game, state, move)} is taken"
