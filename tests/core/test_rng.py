"""Random numbers: known values, the same compiled and in Python, evenly spread."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mctsky.core import rng as random_numbers
from mctsky.core.kernel_arrays import SMALL_RECORD
from mctsky.core.record import new_records
from mctsky.core.rng import below, derive_seed, drawing_ahead, make_rng, mix, next_u64, uniform
from support.compiled import compiled

# The first outputs of splitmix64 as published with its reference code, for the seeds 0 and 1234567.
KNOWN = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821],
}


@compiled
def draw(rng, out):
    for i in range(len(out)):
        out[i] = next_u64(rng)


@compiled
def draw_below(rng, n, out):
    for i in range(len(out)):
        out[i] = below(rng, n)


@compiled
def draw_uniform(rng, out):
    for i in range(len(out)):
        out[i] = uniform(rng)


@compiled
def draw_ahead(pool, rng, out):
    """Draw in registers, for a game whose state is the first record of a pool."""
    drawn = drawing_ahead(rng, pool[0])
    for i in range(len(out)):
        out[i] = next_u64(drawn)
    rng.state = drawn.state


@compiled
def mixed(z):
    return mix(z)


@pytest.mark.parametrize("seed", KNOWN)
def test_known_values(seed):
    out = np.zeros(len(KNOWN[seed]), np.uint64)
    draw(make_rng(seed), out)
    assert [int(value) for value in out] == KNOWN[seed]
    rng = make_rng(seed)
    assert [int(next_u64(rng)) for _ in KNOWN[seed]] == KNOWN[seed]


@pytest.mark.parametrize("n_bytes", [8, SMALL_RECORD + 8])
@pytest.mark.parametrize("n", [0, 1, 5])
def test_numbers_drawn_ahead_are_the_same_and_so_is_the_generator_afterwards(n_bytes, n):
    pool = new_records(1, np.dtype([("bytes", np.uint8, n_bytes)]))
    ahead, plain, out = make_rng(7), make_rng(7), np.zeros(n, np.uint64)
    draw_ahead(pool, ahead, out)
    assert [int(value) for value in out] == [int(next_u64(plain)) for _ in range(n)]
    assert ahead.state == plain.state


@given(st.integers(0, 2**64 - 1))
def test_compiled_and_python_agree(seed):
    out = np.zeros(4, np.uint64)
    compiled, plain = make_rng(seed), make_rng(seed)
    draw(compiled, out)
    assert [int(value) for value in out] == [int(next_u64(plain)) for _ in range(4)]
    assert compiled.state == plain.state
    assert int(mixed(np.uint64(seed))) == int(mix(np.uint64(seed)))


@given(st.integers())
def test_any_integer_is_a_seed(seed):
    assert int(make_rng(seed).state) == seed % 2**64


@pytest.mark.parametrize("n", [1, 2, 3, 7, 13, 100])
def test_below_is_even_and_within_bounds(n):
    out = np.zeros(50_000, np.int64)
    draw_below(make_rng(n), n, out)
    assert out.min() == 0
    assert out.max() == n - 1
    if n > 1:
        assert stats.chisquare(np.bincount(out, minlength=n)).pvalue > 1e-6


def test_below_takes_large_bounds():
    out = np.zeros(2_000, np.int64)
    draw_below(make_rng(1), 2**31 - 1, out)
    assert 0 <= out.min() < out.max() < 2**31 - 1
    assert out.max() > 2**30


def test_below_is_the_high_half_of_a_product():
    rng, twin = make_rng(5), make_rng(5)
    for n in (2, 6, 1000):
        assert below(rng, n) == ((int(next_u64(twin)) >> 32) * n) >> 32


def test_uniform_is_even_on_the_unit_interval():
    out = np.zeros(50_000)
    draw_uniform(make_rng(2), out)
    assert out.min() >= 0
    assert out.max() < 1
    assert stats.kstest(out, "uniform").pvalue > 1e-6


def test_derived_seeds_differ_and_never_change():
    seeds = {derive_seed("chance", game, k) for game in range(50) for k in range(50)}
    assert len(seeds) == 2_500
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert derive_seed("chance", 1, 2) == derive_seed("chance", 1, 2)
    assert derive_seed("a", "bc") != derive_seed("ab", "c")
    assert derive_seed(1) != derive_seed("1")
    assert derive_seed() == derive_seed()


def test_the_record_is_one_word():
    assert random_numbers.RNG_DTYPE.itemsize == 8
