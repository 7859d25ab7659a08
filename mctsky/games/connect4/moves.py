"""Connect Four's moves: a code is a column; its text is the column's letter, `a` on the left."""

from typing import Any

COLUMN_LETTERS = "abcdefg"


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    return COLUMN_LETTERS[move]


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    return COLUMN_LETTERS.index(text) if len(text) == 1 and text in COLUMN_LETTERS else None


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    return f"column {format_move(game, state, move)} is full"
