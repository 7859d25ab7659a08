"""Tic-tac-toe's board as text."""

from typing import Any


def render_text(game: Any, state: Any) -> str:
    """Return the board with coordinates."""
    crosses, noughts = (int(stones) for stones in state.stones)
    signs = ["x" if crosses >> square & 1 else "o" if noughts >> square & 1 else "." for square in range(9)]
    rows = [f"{3 - row} {' '.join(signs[3 * row : 3 * row + 3])}" for row in range(3)]
    return "\n".join([*rows, "  a b c"])


def trace_move(game: Any, state: Any, move: int, played: bool) -> list[tuple[float, float]]:
    """Return where in the text picture a move's square is."""
    row, column = divmod(move, 3)
    return [(32.5 + 18 * column, 15 + 18 * row)]
