"""Records in registers: what a kernel does to the copy, and that the state of a playout really stays there."""

import numpy as np
import pytest

from mctsky import load
from mctsky.core.jit import JIT_DISABLED
from mctsky.core.kernel_arrays import SMALL_RECORD, copy_in_registers, in_registers, write_back
from mctsky.core.record import new_records
from mctsky.core.rng import AHEAD_DTYPE, RNG_DTYPE
from mctsky.search.playout import run_playouts
from support.compiled import compiled, compiled_text


def add_one(pool, n, back):
    """Add one to a field `n` times, by way of a copy."""
    copy = in_registers(pool[0])
    for _ in range(n):
        copy.number += 1
    if back:
        write_back(pool[0], copy)
    return copy.number


def pool_of(n_bytes):
    dtype = np.dtype([("number", np.int64), ("rest", np.uint8, n_bytes - 8)], align=True)
    pool = np.zeros(1, dtype).view(np.recarray)
    pool[0].number, pool[0].rest[:] = 5, 7
    return pool


@pytest.mark.parametrize("n_bytes", [16, SMALL_RECORD, SMALL_RECORD + 8])
def test_a_copy_is_written_back(n_bytes):
    for run in (add_one, compiled(add_one)):
        pool = pool_of(n_bytes)
        assert run(pool, 3, True) == 8
        assert pool[0].number == 8
        assert (pool[0].rest == 7).all()


def copy_and_add(pool, back):
    """Copy the first record over the second one, add one to the copy, and say what the copy has."""
    copy = copy_in_registers(pool[1], pool[0])
    copy.number += 1
    if back:
        write_back(pool[1], copy)
    return copy.number


@pytest.mark.parametrize("n_bytes", [16, SMALL_RECORD, SMALL_RECORD + 8])
def test_a_copy_over_another_record_leaves_its_source_alone(n_bytes):
    for run in (copy_and_add, compiled(copy_and_add)):
        pool = np.concatenate([pool_of(n_bytes), pool_of(n_bytes)]).view(np.recarray)
        pool[1].number, pool[1].rest[:] = 0, 0
        assert run(pool, True) == 6
        assert [int(record.number) for record in pool] == [5, 6]
        assert (pool[1].rest == 7).all()


@pytest.mark.skipif(JIT_DISABLED, reason="only compiled code has registers")
def test_a_small_record_is_changed_only_when_it_is_written_back():
    small, large = pool_of(SMALL_RECORD), pool_of(SMALL_RECORD + 8)
    kernel = compiled(add_one)
    assert (kernel(small, 3, False), small[0].number) == (8, 5)
    assert (kernel(large, 3, False), large[0].number) == (8, 8)  # a large one is its own copy


@pytest.mark.skipif(JIT_DISABLED, reason="only compiled code has registers")
@pytest.mark.parametrize(("name", "generators"), [("connect4", [RNG_DTYPE, AHEAD_DTYPE]), ("santorini", [RNG_DTYPE])])
def test_the_state_of_a_random_game_stays_in_registers(name, generators):
    """A call that is not inlined, or an index that is not constant, would force it into memory, for a quarter of the speed.

    Santorini has more numbers than there are registers, so its generator of two words is better off in memory.
    """
    game = load(name)
    pool, rng, totals = new_records(2, game.spec.state_dtype), new_records(1, RNG_DTYPE), np.zeros(12)
    pool[0] = game.start().state
    arguments = (game.rules, pool, rng, np.empty(game.spec.bounds.max_legal, np.int32), totals, 10)
    code = compiled_text(run_playouts, arguments)
    copies = [f"alloca [{dtype.itemsize} x i8]" for dtype in (game.spec.state_dtype, *generators)]
    assert [copy for copy in copies if copy in code] == []
