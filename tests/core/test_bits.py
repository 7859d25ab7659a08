"""Bitboards against Python's own integers."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mctsky.core.bits import (
    bit,
    divided,
    four_in_line,
    highest,
    lowest,
    nth,
    popcount,
    rarely,
    unlikely,
    without_lowest,
    write_eight,
)
from support.compiled import compiled

boards = st.integers(0, 2**64 - 1)


def squares(board, out):
    n = 0
    while board != np.uint64(0):
        out[n] = lowest(board)
        board = without_lowest(board)
        n += 1
    return n


def wrapped_count(board):
    return popcount(board)


def wrapped_first(board):
    return lowest(board)


def wrapped_last(board):
    return highest(board)


def wrapped_nth(board, n):
    return nth(board, n)


def wrapped_write(out, n, code, table, row):
    write_eight(out, n, code, table, row)


def wrapped_line(board):
    return four_in_line(board, 1, 6, 7, 8)


def wrapped_rarely(condition, then, otherwise):
    return rarely(condition, then, otherwise)


compiled_count, compiled_squares = compiled(wrapped_count), compiled(squares)


def wrapped_divided(n, divisor):
    return divided(n, divisor)


def wrapped_unlikely(condition):
    return unlikely(condition)


compiled_first, compiled_last, compiled_nth = compiled(wrapped_first), compiled(wrapped_last), compiled(wrapped_nth)
compiled_write, compiled_line = compiled(wrapped_write), compiled(wrapped_line)


@given(boards)
def test_popcount(board):
    assert compiled_count(np.uint64(board)) == popcount(np.uint64(board)) == board.bit_count()


@given(boards)
def test_highest(board):
    assert compiled_last(np.uint64(board)) == highest(np.uint64(board)) == board.bit_length() - 1


@pytest.mark.parametrize("way", [squares, compiled_squares])
def test_squares_come_out_in_order(way):
    @given(boards)
    def check(board):
        out = np.zeros(64, np.int32)
        n = way(np.uint64(board), out)
        assert list(out[:n]) == [square for square in range(64) if board >> square & 1]

    check()


@pytest.mark.parametrize("way", [write_eight, compiled_write])
def test_eight_codes_are_written_at_once(way):
    table = np.arange(24, dtype=np.uint8).reshape(3, 8)
    out = np.full(12, -1, np.int32)
    way(out, 2, 1000, table, 1)
    assert out.tolist() == [-1, -1, *range(1008, 1016), -1, -1]


@given(boards)
def test_each_square_by_its_place(board):
    found = [square for square in range(64) if board >> square & 1]
    assert [compiled_nth(np.uint64(board), n) for n in range(len(found))] == found
    assert [nth(np.uint64(board), n) for n in range(len(found))] == found, "without the CPU's instruction for it"


@pytest.mark.parametrize("square", range(64))
def test_one_square(square):
    board = bit(square)
    assert int(board) == 1 << square
    assert compiled_first(np.uint64(int(board))) == square
    assert compiled_count(np.uint64(int(board))) == 1


def test_the_empty_board():
    assert compiled_count(np.uint64(0)) == 0
    assert compiled_first(np.uint64(0)) == 64
    assert int(without_lowest(np.uint64(0))) == 0


lines = st.builds(
    lambda start, step: sum(1 << start + k * step for k in range(4)), st.integers(0, 39), st.sampled_from([1, 6, 7, 8])
)


@given(st.one_of(boards, st.builds(int.__or__, lines, boards), st.builds(int.__and__, lines, boards), lines))
def test_four_in_line(board):
    found = any(all(board >> start + k * step & 1 for k in range(4)) for step in (1, 6, 7, 8) for start in range(64 - 3 * step))
    assert wrapped_line(np.uint64(board)) == compiled_line(np.uint64(board)) == found


@pytest.mark.parametrize("n", [-21, 0, 7, 7 * 10**12])
def test_divided(n):
    assert wrapped_divided(n, 7) == compiled(wrapped_divided)(n, 7) == n // 7


@pytest.mark.parametrize("condition", [False, True])
def test_unlikely(condition):
    assert wrapped_unlikely(condition) is compiled(wrapped_unlikely)(condition) is condition


@pytest.mark.parametrize("condition", [True, False])
def test_rarely(condition):
    assert wrapped_rarely(condition, -2, 7) == compiled(wrapped_rarely)(condition, -2, 7) == (-2 if condition else 7)


def test_a_cpu_without_vectors_and_pdep():
    tests = [__file__, "-k", "test_four_in_line or test_each_square", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    old_cpu = os.environ | {"NUMBA_CPU_FEATURES": "+sse2,+cmov"}
    done = subprocess.run([sys.executable, "-m", "pytest", *tests], env=old_cpu, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
