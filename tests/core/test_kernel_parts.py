"""The digest of a kernel is another one whenever numba could make other code of it."""

import enum
from typing import NamedTuple

import numpy as np
import pytest

import mctsky
from mctsky.core.contract import legal_moves, record_dtype
from mctsky.core.jit import JIT_DISABLED, kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.kernel_parts import UnknownPartError, parts_of

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled with NUMBA_DISABLE_JIT")


class Colour(enum.IntEnum):
    RED = 1


class Pair(NamedTuple):
    a: int
    b: float


def user_of(value):
    """Return a function that names a value."""

    def use(n):
        return value

    return use


def digest_of(value):
    return parts_of(user_of(value), False, [])[0]


def kernel_with(default, inline=False):
    @kernel(inline=inline)
    def called(n, more=default):
        return n + more

    return called


FORTRAN = np.asfortranarray(np.arange(4).reshape(2, 2))
ALIKE = [
    (1, True, 1.0, np.int64(1), np.uint64(1), np.int32(1), "1", b"1", (1,), None, 1 + 0j, Colour.RED, Colour),
    (0.0, -0.0, 0, False),
    (np.arange(4), np.arange(4, dtype=np.int32), np.arange(1, 5), np.arange(4).reshape(2, 2), FORTRAN, np.arange(8)[::2]),
    (Pair(1, 2.0), (1, 2.0), Pair(1, 2), Pair),
    (record_dtype(("a", np.int64)), record_dtype(("b", np.int64)), record_dtype(("b", np.int64), ("c", np.int64))),
    (on_stack(np.int64, 3), on_stack(np.int64, 4), on_stack(np.int32, 3)),
    (kernel_with(1), kernel_with(2), kernel_with(1, inline=True)),
    (np.sqrt, np.log, abs, len, np.int32, np.int64, int),
]


@pytest.mark.parametrize("values", ALIKE)
def test_values_that_are_not_the_same_are_told_apart(values):
    digests = [digest_of(value) for value in values]
    assert len(set(digests)) == len(values)
    assert digests == [digest_of(value) for value in values]


@pytest.mark.parametrize("value", [[1], {1}, {1: 2}, object(), user_of(1), np.array([None]), lambda: 1, Pair(1, [2])])
def test_values_that_may_change_are_no_parts(value):
    with pytest.raises(UnknownPartError):
        digest_of(value)


def test_functions_that_do_something_else_are_told_apart():
    functions = [lambda n: n + 1, lambda n: n + 2, lambda n: n + 1.0, lambda m: m + 1, lambda n, m=1: n + 1]
    for function in functions:
        function.__qualname__ = function.__name__ = "one_name"
    assert len({parts_of(function, False, [])[0] for function in functions}) == len(functions)
    assert parts_of(functions[0], False, [])[0] != parts_of(functions[0], True, [])[0]


def test_a_verb_is_that_of_the_game():
    games = [type(mctsky.load(name).rules) for name in ("tictactoe", "connect4")]
    found = [parts_of(user_of(legal_moves), False, [game])[1] for game in games]
    modules = [called.py_func.__module__ for calls in found for called in calls.values()]
    assert modules == ["mctsky.games.tictactoe.rules", "mctsky.games.connect4.rules"]


def test_a_game_made_while_running_is_no_part():
    class Made(NamedTuple):
        n_seats: int

    with pytest.raises(UnknownPartError):
        parts_of(user_of(1), False, [Made])
