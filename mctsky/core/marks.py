"""Marks in kernels, by which a second, timed compilation tells how long each phase of the work takes.

A kernel says `mark(work, PHASE)` where a phase begins. It compiles to nothing, unless the type of the record `work` has the
fields of a clock (CLOCK_FIELDS): then the cycles since the last mark go to the phase that has just ended. So there is one
source, and only a profiled search pays for the clock.
"""

from typing import Any

import numpy as np

from mctsky.core.jit import lower

IDLE = 0  # the phase between two calls of a kernel
MAX_PHASES = 16

CLOCK_FIELDS: list[tuple[Any, ...]] = [
    ("clock_mask", np.int64),  # bit p: marks of phase p count; others are ignored
    ("clock_limit", np.int64),  # cycles; a longer interval was an interruption by another program
    ("clock_phase", np.int64),  # the current phase
    ("clock_last", np.int64),  # when it began
    ("clock_lost", np.int64),  # cycles of interruptions
    ("draws_from_list", np.int64),
    ("clock_cycles", np.int64, MAX_PHASES),
    ("clock_marks", np.int64, MAX_PHASES),  # how often each phase began
]


def mark(work: Any, phase: int) -> None:
    """Begin a phase; only compiled code has a clock, and only where `work` is of a timed type."""


def draws_from_list(work: Any) -> bool:
    """Say whether a timed search lists moves and draws one, as `random_move` does by default; False if it is not timed."""
    return bool(work["draws_from_list"]) if "draws_from_list" in work.dtype.names else False


def is_timed(work: Any) -> bool:
    """Say whether the type of `work` has a clock; a constant in compiled code."""
    return "clock_mask" in work.dtype.names


def read_cycles() -> int:
    """Return the cycle counter of the CPU; only compiled code can."""
    raise NotImplementedError("the cycle counter can only be read by compiled code")


lower(mark, "mark")
lower(draws_from_list, "optional_field", "draws_from_list")
lower(is_timed, "has_field", "clock_mask")
lower(read_cycles, "cycles")
