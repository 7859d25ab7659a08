"""Bitboard vocabulary: a set of squares is one uint64, square 0 is the lowest bit.

Every constant is typed once, because `uint64 op int` would become int64 in compiled code.
"""

from typing import Any, TypeAlias

import numpy as np

from mctsky.core.jit import kernel, lower

Bitboard: TypeAlias = Any  # uint64
Square: TypeAlias = int

ZERO = np.uint64(0)
ONE = np.uint64(1)


def popcount(board: Bitboard) -> int:
    """Count the squares of a bitboard."""
    return int(board).bit_count()


def lowest(board: Bitboard) -> Square:
    """Return the lowest square of a bitboard, 64 for the empty one."""
    value = int(board)
    return (value & -value).bit_length() - 1 if value else 64


def highest(board: Bitboard) -> Square:
    """Return the highest square of a bitboard, -1 for the empty one."""
    return int(board).bit_length() - 1


def nth(board: Bitboard, n: int) -> Square:
    """Return the square of a bitboard with exactly `n` lower squares."""
    for _ in range(n):
        board &= board - ONE
    return lowest(board)


def four_in_line(board: Bitboard, one: int, two: int, three: int, four: int) -> bool:
    """Say whether a bitboard has four squares in a row that are `one` apart, or `two`, `three` or `four`."""
    pairs = [(board & (board >> np.uint64(step)), np.uint64(2 * step)) for step in (one, two, three, four)]
    return any(pair & (pair >> twice) != ZERO for pair, twice in pairs)


def rarely(condition: bool, then: int, otherwise: int) -> int:
    """Return `then` where a condition holds, which is rare, else `otherwise`; compiled to a jump, never to a choice."""
    return then if condition else otherwise


def divided(n: int, divisor: int) -> int:
    """Return `n` divided by a number that divides it; the compiler may then leave out a multiplication by the same number."""
    return n // divisor


def unlikely(condition: bool) -> bool:
    """Return a condition that rarely holds: compiled code keeps in registers what the other way needs."""
    return condition


def write_eight(out: Any, n: int, code: int, table: Any, row: int) -> None:
    """Write `code` plus each of the eight uint8 entries of `table[row]` to the int32 array `out`, from place `n` on."""
    out[n : n + 8] = table[row].astype(np.int32) + code


for _function in (popcount, lowest, highest, nth, four_in_line, rarely, divided, unlikely, write_eight):
    lower(_function, _function.__name__)


@kernel
def bit(square: Square) -> Bitboard:
    """Return the bitboard of one square."""
    return ONE << np.uint64(square)


@kernel
def without_lowest(board: Bitboard) -> Bitboard:
    """Return `board` without its lowest square; the empty board stays empty."""
    return board & (board - ONE) if board != ZERO else ZERO


@kernel
def list_bits(out: Any, n: int, first: int, bits: Bitboard) -> int:
    """Append a move `first + k` to the `n` moves of a buffer for every bit k; return the new number of moves."""
    while bits != ZERO:
        out[n] = first + lowest(bits)
        n += 1
        bits &= bits - ONE
    return n
