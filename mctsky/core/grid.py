"""Square grids of up to 8 x 8 as bitboards: neighbours, rays, square names, and boards read from ASCII maps.

Square number 8 * rank + file; a1 is square 0 in the south-west corner, files run east, ranks run north. A board is a set of
squares, so it may have any outline and holes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mctsky.core.bits import Bitboard, Square, highest, lowest
from mctsky.core.jit import kernel
from mctsky.errors import DataFileError

SIDE = 8
N_SQUARES = SIDE * SIDE
FILES = "abcdefgh"

# The first half leads to higher squares, the second half to lower ones: see `first_on_ray`.
NORTH, NORTH_EAST, EAST, NORTH_WEST, SOUTH, SOUTH_WEST, WEST, SOUTH_EAST = range(8)
STEPS = ((1, 0), (1, 1), (0, 1), (1, -1), (-1, 0), (-1, -1), (0, -1), (-1, 1))  # (ranks, files) per direction
ORTHOGONAL = (NORTH, EAST, SOUTH, WEST)

_ONE, _EIGHT = np.uint64(1), np.uint64(8)
_NOT_FILE_A = np.uint64(0xFEFE_FEFE_FEFE_FEFE)
_NOT_FILE_H = np.uint64(0x7F7F_7F7F_7F7F_7F7F)


@kernel
def neighbours(board: Bitboard) -> Bitboard:
    """Return every square next to some square of `board`, in eight directions; a square is not next to itself."""
    sides = ((board << _ONE) & _NOT_FILE_A) | ((board >> _ONE) & _NOT_FILE_H)
    rows = board | sides
    return sides | (rows << _EIGHT) | (rows >> _EIGHT)


@kernel
def first_on_ray(ray: Bitboard, direction: int) -> Square:
    """Return the square of a ray that is nearest to its origin, -1 or 64 if the ray is empty."""
    return lowest(ray) if direction < SOUTH else highest(ray)


def square_name(square: Square) -> str:
    """Return the name of a square, such as `c3`."""
    return f"{FILES[square % SIDE]}{square // SIDE + 1}"


def parse_square(text: str) -> Square | None:
    """Return the square of a name, or None."""
    if len(text) == 2 and text[0] in FILES and text[1] in "12345678":
        return FILES.index(text[0]) + SIDE * (int(text[1]) - 1)
    return None


def squares_of(board: Any) -> list[Square]:
    """Return the squares of a bitboard, ascending."""
    found, rest = [], int(board)
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return found


def mask_of(squares: Iterable[Square]) -> Any:
    """Return the bitboard of some squares."""
    return np.uint64(sum(1 << square for square in squares))


def line_from(square: Square, direction: int) -> list[Square]:
    """Return the squares passed on the way from `square` to the edge of the 8 x 8 grid, nearest first."""
    ranks, files = STEPS[direction]
    line: list[Square] = []
    rank, file = square // SIDE + ranks, square % SIDE + files
    while 0 <= rank < SIDE and 0 <= file < SIDE:
        line.append(SIDE * rank + file)
        rank, file = rank + ranks, file + files
    return line


def rays(squares: Any, gaps_block: bool) -> Any:
    """Return a table [direction, square] of the board's squares on each ray; with `gaps_block` a missing square ends it."""
    table = np.zeros((len(STEPS), N_SQUARES), np.uint64)
    board = set(squares_of(squares))
    for direction in range(len(STEPS)):
        for origin in board:
            seen = []
            for square in line_from(origin, direction):
                if square in board:
                    seen.append(square)
                elif gaps_block:
                    break
            table[direction, origin] = mask_of(seen)
    return table


@dataclass(frozen=True)
class Map:
    """A board read from an ASCII map."""

    squares: Any  # bitboard
    starts: tuple[Any, ...]  # bitboard of the start squares per number, from 1 on
    n_ranks: int
    n_files: int


def read_map(text: str, where: str) -> Map:
    """Return the board of a map: rows from north to south, `.` no square, `o` a square, a digit a start square of that number.

    Blank characters between the signs and lines that begin with `#` do not count.
    """
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        signs = "".join(line.split())
        if signs and not signs.startswith("#"):
            rows.append((number, signs))
    if not rows:
        raise DataFileError("the map has no rows", given=text[:40], where=where, remedy="see docs/games/santorini-ny.md")
    width = len(rows[0][1])
    if len(rows) > SIDE or width > SIDE:
        raise DataFileError(f"the map is larger than {SIDE} x {SIDE}", given=f"{width} x {len(rows)}", where=where)
    squares: list[Square] = []
    starts: dict[int, list[Square]] = {}
    for index, (number, signs) in enumerate(rows):
        place = f"{where}, line {number}"
        if len(signs) != width:
            raise DataFileError(f"the row has {len(signs)} signs, the first one has {width}", given=signs, where=place)
        for file, sign in enumerate(signs):
            square = SIDE * (len(rows) - 1 - index) + file
            if sign.isascii() and sign.isdigit() and sign != "0":
                starts.setdefault(int(sign), []).append(square)
            elif sign not in ".o":
                raise DataFileError(
                    "a map has only '.', 'o' and start numbers from 1", given=sign, where=place, remedy="correct that sign"
                )
            if sign != ".":
                squares.append(square)
    if not squares:
        raise DataFileError("the map has no squares", given=text[:40], where=where)
    board = mask_of(squares)
    if not is_connected(squares):
        raise DataFileError("some squares cannot be reached from the others", given=text[:40], where=where)
    numbers = range(1, max(starts, default=0) + 1)
    missing = [number for number in numbers if number not in starts]
    if missing:
        raise DataFileError(f"start number {missing[0]} is missing", given=text[:40], where=where)
    return Map(board, tuple(mask_of(starts[number]) for number in numbers), len(rows), width)


def neighbour_squares(square: Square) -> list[Square]:
    """Return the squares of the grid next to one, for code outside kernels."""
    return [line[0] for direction in range(len(STEPS)) if (line := line_from(square, direction))]


def is_connected(squares: Iterable[Square]) -> bool:
    """Say whether some squares are connected through neighbours."""
    board = set(squares)
    waiting = list(board)[:1]
    reached = set(waiting)
    while waiting:
        fresh = (set(neighbour_squares(waiting.pop())) & board) - reached
        reached |= fresh
        waiting += fresh
    return reached == board
