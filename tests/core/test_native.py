"""Calls of machine code: what arguments become, which of them need other machine code, and what happens when it fails."""

import threading
from typing import NamedTuple

import numpy as np
import pytest

from mctsky.core import native
from mctsky.core.jit import JIT_DISABLED, kernel
from mctsky.core.record import new_record, new_records

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
TABLES = np.dtype([("price", np.int32, 4)])
STATE = np.dtype([("number", np.int64), ("half", np.float64)])


class Shop(NamedTuple):
    n_seats: int
    rate: float
    open: bool
    tables: object


def shop(n_seats=2, rate=0.5):
    tables = new_record(TABLES)
    tables.price[:] = (10, 20, 30, 40)
    return Shop(n_seats, rate, True, tables)


@kernel(entry=True)
def price_of(game, state, factor, extra, doubled):
    n = state.number if game.open else 0
    state.half = game.rate * game.tables.price[n] * factor + extra
    return state.half * 2 if doubled else state.half


@kernel(entry=True)
def total(game, numbers):
    n = 0
    for index in range(len(numbers)):
        n += numbers[index]
    return n


@kernel(entry=True)
def corner(game, table):
    return table[1, 2]


@kernel(entry=True)
def twice(game, number):
    return number * 2


@kernel(entry=True)
def is_large(game, number):
    return number > 100


@kernel(entry=True)
def refuse(game, number):
    if number > 3:
        raise ValueError("too many")
    return number


@kernel(entry=True)
def allocate(game, number):
    return np.arange(number).sum()


def test_games_records_and_numbers_arrive():
    state = new_record(STATE)
    state.number = 2
    assert price_of(shop(), state, 3, 0.25, False) == 45.25
    assert price_of(shop(rate=2.0), state, 3, 0.25, True) == 360.5
    assert state.half == 180.25
    array = new_records(3, STATE)
    array[1].number = 1
    assert price_of(shop(), array[1], 1, 0.0, False) == 10


def test_other_games_are_told_apart_by_the_types_of_their_fields():
    state = new_record(STATE)
    assert price_of(Shop(2, 1, True, shop().tables), state, 1, 0.0, False) == 10  # rate is a whole number here
    assert price_of(shop(), state, 1, 0.0, False) == 5


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint64, np.float32, np.float64])
def test_arrays_of_all_kinds_and_steps(kind):
    numbers = np.arange(10, dtype=kind)
    frozen = numbers.copy()
    frozen.flags.writeable = False
    for _ in range(2):
        assert total(shop(), numbers) == 45
        assert total(shop(), numbers[::3]) == 18
        assert total(shop(), numbers[2:4]) == 5
        assert total(shop(), numbers[:0]) == 0
        assert total(shop(), frozen) == 45


def test_tables_in_either_order():
    table = np.arange(12).reshape(3, 4)
    assert [corner(shop(), view) for view in (table, table.T.copy().T, table[:, ::-1], table[:2])] == [6, 6, 5, 6]


def test_whole_numbers_of_64_bits_with_and_without_sign():
    assert [twice(shop(), number) for number in (3, -(1 << 62), (1 << 63) + 1)] == [6, -(1 << 63), 2]
    assert twice(shop(), np.int32(7)) == 14
    assert twice(shop(), 1.5) == 3.0
    with pytest.raises((OverflowError, ValueError)):
        twice(shop(), 1 << 64)


def test_truths_are_truths():
    assert is_large(shop(), 101) is True
    assert is_large(shop(), 100) is False


def test_an_exception_reaches_python_and_leaves_nothing_behind():
    assert refuse(shop(), 3) == 3
    with pytest.raises(ValueError, match="too many"):
        refuse(shop(), 4)
    assert refuse(shop(), 2) == 2
    assert twice(shop(), native.FAILED // 2) == native.FAILED - native.FAILED % 2


def test_a_kernel_that_allocates_gets_the_run_time_of_numba():
    assert allocate(shop(), 5) == 10


def test_what_a_kernel_cannot_take_is_an_error():
    with pytest.raises(TypeError, match="a kernel takes numbers, records, arrays and a game, not str"):
        twice(shop(), "three")


def test_threads_do_not_see_each_others_failures():
    wrong = []

    def run(number):
        game = shop()
        for _ in range(500):
            try:
                good = refuse(game, number) == number <= 3
            except ValueError:
                good = number > 3
            wrong.extend([] if good else [number])

    threads = [threading.Thread(target=run, args=(number,)) for number in (1, 7, 2, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_llvm_names_the_cpu_where_linux_does_not(monkeypatch):
    monkeypatch.setattr(native, "_CPU", ("no such line",))
    triple, name, features = native._machine()
    assert "-" in triple
    assert name
    assert "," in features
