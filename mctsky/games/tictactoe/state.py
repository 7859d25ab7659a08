"""Tic-tac-toe's state record, and the position as text.

Text: three rows from the top separated by `/`, `x` and `o` for stones, `.` for empty, for example `x.o/.x./..o`. Seat 0 is
x and begins; whose turn it is follows from the number of stones.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.errors import PositionError

STATE_DTYPE = record_dtype(
    ("stones", np.uint64, 2),  # squares of each seat; square = 3 * row + column, from the top left
    ("n_played", np.int64),
)

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    seats = [int(board) for board in state.stones]
    cells = ["x" if seats[0] >> i & 1 else "o" if seats[1] >> i & 1 else "." for i in range(9)]
    return "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches."""

    def fail(problem: str) -> PositionError:
        remedy = "write three rows such as 'x.o/.x./..o'"
        return PositionError(problem, given=text, where="tictactoe", remedy=remedy)

    rows = text.split("/")
    if [len(row) for row in rows] != [3, 3, 3] or set(text) - set("xo./"):
        raise fail("not three rows of three signs x, o or .")
    cells = "".join(rows)
    crosses, noughts = (sum(1 << i for i, sign in enumerate(cells) if sign == mark) for mark in "xo")
    surplus = crosses.bit_count() - noughts.bit_count()
    if surplus not in (0, 1):
        raise fail("x begins and they take turns, so x has as many stones as o or one more")
    x_wins, o_wins = (any(board & line == line for line in LINES) for board in (crosses, noughts))
    if (x_wins and surplus == 0) or (o_wins and surplus == 1):
        raise fail("a stone was played after the game had been won")
    state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    state.stones[0], state.stones[1] = crosses, noughts
    state.n_played = crosses.bit_count() + noughts.bit_count()
    return state
