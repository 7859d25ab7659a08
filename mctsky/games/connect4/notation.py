"""Connect Four's moves and positions as text.

A move is the letter of its column, `a` on the left. A position is six rows from the top separated by `/`, `x` (seat 0) and
`o` (seat 1) for stones, a digit for a run of empty squares, for example `7/7/7/7/3x3/2oxo2`. Whose turn it is follows from
the number of stones.
"""

from typing import Any

import numpy as np

from mctsky.core.record import new_record
from mctsky.errors import PositionError
from mctsky.games.connect4.rules import has_four
from mctsky.games.connect4.state import DRAWN, N_COLUMNS, N_ROWS, PLAYING, STATE_DTYPE, STRIDE, WON

COLUMN_LETTERS = "abcdefg"
Columns = tuple[str, ...]  # the stones of each column from the bottom, as x and o


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    return COLUMN_LETTERS[move]


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    return COLUMN_LETTERS.index(text) if len(text) == 1 and text in COLUMN_LETTERS else None


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    return f"column {format_move(game, state, move)} is full"


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    return "/".join(_pack(row) for row in board_rows(state))


def board_rows(state: Any) -> list[str]:
    """Return the six rows from the top, each as seven signs x, o or `.`."""
    occupied, waiting = int(state.occupied), int(state.waiting)
    last_mover, other = ("x", "o") if occupied.bit_count() & 1 else ("o", "x")

    def sign(square: int) -> str:
        return "." if not occupied >> square & 1 else last_mover if waiting >> square & 1 else other

    return ["".join(sign(STRIDE * column + row) for column in range(N_COLUMNS)) for row in reversed(range(N_ROWS))]


def _pack(row: str) -> str:
    text, run = "", 0
    for sign in row:
        if sign == ".":
            run += 1
            continue
        text += (str(run) if run else "") + sign
        run = 0
    return text + (str(run) if run else "")


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches."""
    columns = _read_columns(text)
    stones = [_bitboard(columns, mark) for mark in "xo"]
    counts = [board.bit_count() for board in stones]
    if counts[0] - counts[1] not in (0, 1):
        raise _error("x begins and they take turns, so x has as many stones as o or one more", text)
    last_mover = (sum(counts) + 1) & 1
    fours = [has_four(np.uint64(board)) for board in stones]
    if all(fours):
        raise _error("both seats have four in a row, but the first four ends the game", text)
    if fours[1 - last_mover]:
        raise _error("a stone was played after the game had been won", text)
    if not _can_be_played(columns, fours[last_mover]):
        raise _error("no game leads here: x and o take turns, and a four in a row ends the game", text)
    state = new_record(STATE_DTYPE)
    state.waiting, state.occupied = stones[last_mover], stones[0] | stones[1]
    state.ending = WON if fours[last_mover] else DRAWN if sum(counts) == N_COLUMNS * N_ROWS else PLAYING
    return state


def _error(problem: str, text: str) -> PositionError:
    return PositionError(problem, given=text, where="connect4", remedy="write six rows such as '7/7/7/7/3x3/2oxo2'")


def _read_columns(text: str) -> Columns:
    rows = text.split("/")
    if len(rows) != N_ROWS:
        raise _error(f"{len(rows)} rows instead of six", text)
    cells = []
    for number, row in enumerate(rows, 1):
        if set(row) - set("xo1234567"):
            raise _error(f"row {number} has signs other than x, o and digits 1 to 7", text)
        cells.append("".join("." * int(sign) if sign.isdigit() else sign for sign in row))
        if len(cells[-1]) != N_COLUMNS:
            raise _error(f"row {number} has {len(cells[-1])} squares instead of seven", text)
        if _pack(cells[-1]) != row:
            raise _error(f"row {number} splits a run of empty squares", text)
    columns = tuple("".join(cells[row][column] for row in reversed(range(N_ROWS))).rstrip(".") for column in range(N_COLUMNS))
    for letter, column in zip(COLUMN_LETTERS, columns, strict=True):
        if "." in column:
            raise _error(f"a stone floats above an empty square in column {letter}", text)
    return columns


def _bitboard(columns: Columns, mark: str) -> int:
    return sum(1 << STRIDE * c + row for c, column in enumerate(columns) for row, sign in enumerate(column) if sign == mark)


def _can_be_played(columns: Columns, won: bool) -> bool:
    """Say whether alternating drops can build `columns`, the last of them making the four in a row if there is one.

    Stones are taken back one by one, always the last mover's: a search over column heights, each visited once, so at most
    7 ** 7 of them. Without a four on the board no earlier position was won, so only the colours matter; with one, the
    last stone must be part of every four, and what is left is a board without four.
    """
    n_stones = sum(map(len, columns))
    if n_stones == 0:
        return True
    heights = tuple(len(column) for column in columns)
    last_mark = "ox"[n_stones & 1]
    stack = [
        before
        for before in _taken_back(columns, heights, last_mark)
        if not won or not has_four(np.uint64(_bitboard(tuple(map(_cut, columns, before)), last_mark)))
    ]
    seen: set[tuple[int, ...]] = set()
    while stack:
        heights = stack.pop()
        if heights in seen:
            continue
        seen.add(heights)
        n_left = sum(heights)
        if n_left == 0:
            return True
        stack.extend(_taken_back(columns, heights, "ox"[n_left & 1]))
    return False


def _cut(column: str, height: int) -> str:
    return column[:height]


def _taken_back(columns: Columns, heights: tuple[int, ...], mark: str) -> list[tuple[int, ...]]:
    """Return the column heights after lifting one stone of `mark` off the top of a column."""
    tops = [c for c, height in enumerate(heights) if height and columns[c][height - 1] == mark]
    return [(*heights[:c], heights[c] - 1, *heights[c + 1 :]) for c in tops]
