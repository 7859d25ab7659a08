"""Random numbers: splitmix64 in a one-field record that is passed to every kernel that draws.

Written by hand so that C programs draw the same numbers (perf/c) and results are the same on every machine.
"""

import hashlib
from typing import Any, TypeAlias

import numpy as np

from mctsky.core.jit import kernel, lower
from mctsky.core.record import new_record

Rng: TypeAlias = Any  # record of RNG_DTYPE

RNG_DTYPE = np.dtype([("state", np.uint64)], align=True)

# `ahead` is drawn next. It goes first: numba takes a record that only has more fields at its end for the same type.
AHEAD_DTYPE = np.dtype([("ahead", np.uint64), ("state", np.uint64)], align=True)

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX1 = np.uint64(0xBF58476D1CE4E5B9)
MIX2 = np.uint64(0x94D049BB133111EB)
_S32, _S11 = np.uint64(32), np.uint64(11)
_MASK = (1 << 64) - 1
_TO_UNIT = 1.0 / (1 << 53)


def make_rng(seed: int) -> Rng:
    """Return a generator record; any integer is a seed."""
    rng = new_record(RNG_DTYPE)
    rng.state = np.uint64(seed & _MASK)
    return rng


def derive_seed(*parts: object) -> int:
    """Hash any parts (numbers, texts) to a 64-bit seed; different parts give unrelated seeds."""
    text = "\x1f".join(f"{type(part).__name__}:{part}" for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def mix(z: Any) -> Any:
    """Scramble a uint64 (the output function of splitmix64); also used as a hash."""
    value = int(z)
    value = ((value ^ (value >> 30)) * int(MIX1)) & _MASK
    value = ((value ^ (value >> 27)) * int(MIX2)) & _MASK
    return np.uint64(value ^ (value >> 31))


def next_u64(rng: Rng) -> Any:
    """Draw 64 random bits."""
    rng.state = np.uint64((int(rng.state) + int(GAMMA)) & _MASK)
    return mix(rng.state)


def drawing_ahead(rng: Rng, state: Any) -> Rng:
    """Return a generator in registers that draws the same numbers; its state must be stored again.

    For a game whose state is in registers too it draws each number before it is needed: a wrong guess of the CPU is often
    noticed just before a draw, which then does not have to wait for its number.
    """
    return rng


for _function in (mix, next_u64, drawing_ahead):
    lower(_function, _function.__name__)


@kernel
def scaled(bits: Any, n: int) -> int:
    """Return an integer from 0 to n - 1 (n under 2**31) made of 64 random bits, by multiplication instead of division."""
    return int(np.int64(((bits >> _S32) * np.uint64(n)) >> _S32))


@kernel
def below(rng: Rng, n: int) -> int:
    """Draw an integer from 0 to n - 1 (n under 2**31)."""
    return scaled(next_u64(rng), n)


@kernel
def uniform(rng: Rng) -> float:
    """Draw a float from [0, 1)."""
    return float(np.int64(next_u64(rng) >> _S11)) * _TO_UNIT
