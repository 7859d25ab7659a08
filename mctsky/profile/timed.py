"""Run searches to be measured: as they are, and in a second compilation that times the phases."""

from dataclasses import dataclass
from hashlib import blake2b
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from mctsky.core.contract import Rules, has_verb
from mctsky.core.jit import JIT_DISABLED, kernel
from mctsky.core.marks import IDLE, read_cycles
from mctsky.core.position import View
from mctsky.errors import MachineError
from mctsky.profile.phases import DIVIDED
from mctsky.search import tree
from mctsky.search.params import SearchParams
from mctsky.search.search import Search

LIMIT_SECONDS = 2e-4  # a longer phase was interrupted, unless the game's iterations are long
LIMIT_ITERATIONS = 20  # so many iterations
CALIBRATION_SECONDS = 0.05
_EMPTY_CALLS = 5


class PlainSearch(Search):
    """A normal search; the CPU time of its kernels is measured apart from that of the Python around them."""

    def __init__(self, view: View, params: SearchParams, seed: int) -> None:
        """Prepare the search."""
        super().__init__(view, params, seed)
        self._call_seconds: list[float] = []
        run = self._run

        def run_and_count(*arguments: Any) -> int:
            begun = thread_time()
            done = run(*arguments)
            self._call_seconds.append(thread_time() - begun)
            return done

        self._run = run_and_count

    def forget_calls(self) -> None:
        """Begin to count the kernel's time again."""
        self._call_seconds = []

    def kernel_seconds(self) -> float:
        """Return the CPU time in the kernel since then, without the cost of calling it from Python."""
        took, n = sum(self._call_seconds), len(self._call_seconds)
        self._call_seconds = []
        for _ in range(_EMPTY_CALLS):
            self._run(self.game.rules, self.work, self.pool, 0)
        return max(0.0, took - n * median(self._call_seconds))


class TimedSearch(PlainSearch):
    """The same search, compiled with its marks (core/marks.py)."""

    work_dtype = tree.TIMED_WORK_DTYPE

    def __init__(self, view: View, params: SearchParams, seed: int, *, mask: int, limit: int) -> None:
        """Prepare the search and its clock: the phases that count, and the most cycles of one."""
        super().__init__(view, params, seed)
        work = self.work
        work.clock_mask, work.clock_limit = mask, limit
        work.clock_phase = IDLE
        work.draws_from_list = not has_verb(self.game.spec.game_type, "random_move")


@dataclass(frozen=True)
class Run:
    """The cost of one run of a search."""

    cpu_seconds: float
    wall_seconds: float
    kernel_seconds: float  # of CPU time
    iterations: int
    nodes: int
    signature: str
    cycles: Any = None  # per phase, of a timed search
    marks: Any = None
    lost_cycles: int = 0


def signature(search: Search) -> str:
    """Return a checksum of a search: its nodes, the table of the first decision, the random numbers.

    Equal signatures mean equal trees, so a change that keeps it does not change play.
    """
    digest = blake2b(digest_size=8)
    for name, size in (("nodes", search.nodes), ("rows", int(search.work.n_rows)), ("rng", 1)):
        digest.update(search.arrays[name][:size].tobytes())
    return digest.hexdigest()


def run(search: PlainSearch, iterations: int) -> Run:
    """Run a new search and return its cost."""
    search.run(iterations=0)  # loads the kernel
    search.forget_calls()
    timed = isinstance(search, TimedSearch)
    if timed:
        search.work.clock_cycles[:] = 0
        search.work.clock_marks[:] = 0
    clock, begun = perf_counter(), thread_time()
    search.run(iterations=iterations)
    took, clock = thread_time() - begun, perf_counter() - clock
    cycles = marks = None
    lost = 0
    if timed:
        cycles, marks = np.array(search.work.clock_cycles), np.array(search.work.clock_marks)
        lost = int(search.work.clock_lost)
    kernel = search.kernel_seconds()
    measured = (took, clock, kernel, search.iterations, search.nodes, signature(search))
    return Run(*measured, cycles, marks, lost)


@kernel(entry=True)
def cycles_now(game: Rules) -> int:
    """Return the CPU's counter."""
    return read_cycles()


_rate: list[float] = []  # of this machine's counter, once measured


def cycles_per_second(rules: Rules) -> float:
    """Return the rate of the counter; on today's CPUs it is fixed, whatever the clock rate of the core."""
    if not _rate:
        _rate.append(_measure_counter(rules))
    return _rate[0]


def _measure_counter(rules: Rules) -> float:
    if JIT_DISABLED:
        problem = "phases are timed inside compiled code, and NUMBA_DISABLE_JIT is set"
        raise MachineError(problem, remedy="unset it, or profile with --no-phases")
    cycles_now(rules)
    rates = []
    for _ in range(3):
        begun, first = perf_counter(), cycles_now(rules)
        while perf_counter() - begun < CALIBRATION_SECONDS:
            pass
        last, ended = cycles_now(rules), perf_counter()
        rates.append((last - first) / (ended - begun))
    if min(rates) <= 0:
        raise MachineError("the cycle counter of the CPU does not advance", remedy="profile with --no-phases")
    return float(np.median(rates))


def divide(coarse: Any, fine: Any) -> Any:
    """Return cycles per phase: those of the first level as measured with few marks, their parts as in a run with all marks.

    A mark slows down the code around it, and a tree or a playout has many of them. So many marks only measure how a phase is
    divided, and few marks how long it takes.
    """
    result = coarse.copy()
    parts = np.maximum(0.0, fine)
    for whole, numbers in DIVIDED.items():
        members = list(numbers)
        total = parts[members].sum()
        if total > 0:
            result[members] = coarse[whole] * parts[members] / total
    return result
