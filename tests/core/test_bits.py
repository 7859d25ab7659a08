"""Bitboards against Python's own integers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mctsky.core.bits import _nth_by_steps, bit, lowest, nth, popcount, without_lowest
from mctsky.core.jit import kernel

boards = st.integers(0, 2**64 - 1)


@kernel
def count(board):
    return popcount(board)


@kernel
def first(board):
    return lowest(board)


@kernel
def square_at(board, n):
    return nth(board, n)


stepwise = kernel(_nth_by_steps)


@kernel
def squares(board, out):
    n = 0
    while board != np.uint64(0):
        out[n] = lowest(board)
        board = without_lowest(board)
        n += 1
    return n


@given(boards)
def test_popcount(board):
    assert count(np.uint64(board)) == board.bit_count()


@given(boards)
def test_squares_come_out_in_order(board):
    out = np.zeros(64, np.int32)
    n = squares(np.uint64(board), out)
    assert list(out[:n]) == [square for square in range(64) if board >> square & 1]


@given(boards)
def test_each_square_by_its_place(board):
    found = [square for square in range(64) if board >> square & 1]
    assert [square_at(np.uint64(board), n) for n in range(len(found))] == found
    assert [stepwise(np.uint64(board), n) for n in range(len(found))] == found, "without the CPU's instruction for it"


@pytest.mark.parametrize("square", range(64))
def test_one_square(square):
    board = bit(square)
    assert int(board) == 1 << square
    assert first(np.uint64(int(board))) == square
    assert count(np.uint64(int(board))) == 1


def test_the_empty_board():
    assert count(np.uint64(0)) == 0
    assert first(np.uint64(0)) == 64
    assert int(without_lowest(np.uint64(0))) == 0
