"""Measure searches: CPU time in interleaved repeats, phases from the timed compilation, medians and spreads."""

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

import numpy as np

from mctsky.core.position import Game
from mctsky.profile.phases import ALL_MARKS, FEW_MARKS, NO_MARKS, NUMBERS, TOP
from mctsky.profile.positions import Place, Profiled, reach
from mctsky.profile.timed import (
    LIMIT_ITERATIONS,
    LIMIT_SECONDS,
    PlainSearch,
    Run,
    TimedSearch,
    cycles_per_second,
    divide,
    run,
)

SEARCH_SEED = 1
MIN_REPEATS = 5
BUSY_RATIO = 1.1  # clock time / CPU time above which other programs are using the CPU
BUSY_LOAD = 0.5  # load average per core of other programs
# Few marks measure the phases of the first level, many how those are divided, none the cost of the marks.
_PASSES = {"none": NO_MARKS, "few": FEW_MARKS, "many": ALL_MARKS}

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Figure:
    """Samples of one number, one per repeat."""

    samples: list[float]

    @property
    def median(self) -> float:
        """The middle of the samples."""
        return median(self.samples)

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, as a share of the median."""
        low, high = np.quantile(self.samples, [0.25, 0.75])
        return float(high - low) / 2 / self.median if self.median else 0.0


@dataclass(frozen=True)
class PhaseFigure:
    """What a phase costs per iteration."""

    ns: Figure
    count: float  # how often it begins per iteration


@dataclass(frozen=True)
class PlaceProfile:
    """What a search costs at one place."""

    place: Place
    iterations: int
    nodes: int
    signature: str
    ns: Figure  # per iteration, of CPU time, Python between the slices included
    kernel_ns: Figure  # of which in compiled code
    phases: dict[str, PhaseFigure] = field(default_factory=dict)
    mark_ns: float = 0.0  # what a mark costs, taken off
    same_tree: bool = True  # the timed compilation has built the same tree

    @property
    def phases_ns(self) -> float:
        """The sum of the phases."""
        return sum(self.phases[name].ns.median for name in TOP)

    @property
    def difference(self) -> float:
        """The difference between the sum of the phases and the time in compiled code, as a share of it."""
        return self.phases_ns / self.kernel_ns.median - 1.0


@dataclass(frozen=True)
class Plan:
    """How to measure."""

    iterations: int = 10_000
    repeats: int = MIN_REPEATS
    seconds: float = 0.1  # least CPU time of a sample: short searches are run several times
    phases: bool = True


@dataclass
class Load:
    """What other programs did to the machine while something was measured."""

    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    load_before: float = 0.0

    def add(self, cost: Run) -> None:
        """Count a run."""
        self.cpu_seconds += cost.cpu_seconds
        self.wall_seconds += cost.wall_seconds

    @property
    def ratio(self) -> float:
        """Clock time over CPU time; 1 on a quiet machine."""
        return self.wall_seconds / self.cpu_seconds if self.cpu_seconds else 1.0

    def warning(self) -> str:
        """Return a warning for the user, empty on a quiet machine."""
        cores = os.cpu_count() or 1
        if self.ratio < BUSY_RATIO and self.load_before / cores < BUSY_LOAD:
            return ""
        return (
            f"the machine is busy (load average {self.load_before:.1f} on {cores} cores, clock time {self.ratio:.2f} x CPU "
            "time): CPU times are less precise; repeat on a quiet machine"
        )


class _Site:
    """A place with its searches."""

    def __init__(self, game: Game, profiled: Profiled, place: Place, plan: Plan) -> None:
        self.game, self.place, self.plan = game, place, plan
        self.view = reach(game, place, profiled.cheats)
        self.params = profiled.params
        self.batch, self.limit = 1, 0
        self.runs: dict[str, list[list[Run]]] = {name: [] for name in self.passes}

    @property
    def passes(self) -> tuple[str, ...]:
        return ("plain", *_PASSES) if self.plan.phases else ("plain",)

    def once(self, name: str) -> Run:
        if name == "plain":
            return run(PlainSearch(self.view, self.params, SEARCH_SEED), self.plan.iterations)
        timed = TimedSearch(self.view, self.params, SEARCH_SEED, mask=_PASSES[name], limit=self.limit)
        return run(timed, self.plan.iterations)

    def prepare(self) -> None:
        """Compile or load everything, and find out how long a search takes."""
        first = self.once("plain")
        took = self.once("plain").cpu_seconds
        self.batch = max(1, min(1_000, round(self.plan.seconds / max(took, 1e-6))))
        if self.plan.phases:
            longest = max(LIMIT_SECONDS, LIMIT_ITERATIONS * took / max(1, first.iterations))
            self.limit = int(longest * cycles_per_second(self.game.rules))
            self.once("few")

    def sample(self, load: Load) -> None:
        """Take one sample of each kind, in turn."""
        for name in self.passes:
            self.runs[name].append([])
        for _ in range(self.batch):
            for name in self.passes:
                cost = self.once(name)
                self.runs[name][-1].append(cost)
                load.add(cost)

    def profile(self) -> PlaceProfile:
        """Return the figures of the samples."""
        first = self.runs["plain"][0][0]
        done = max(1, first.iterations)

        def per_iteration(value: Callable[[Run], float], name: str = "plain") -> list[float]:
            return [median(value(cost) for cost in runs) / done * 1e9 for runs in self.runs[name]]

        ns = Figure(per_iteration(lambda cost: cost.cpu_seconds))
        kernel = Figure(per_iteration(lambda cost: cost.kernel_seconds))
        result = PlaceProfile(self.place, done, first.nodes, first.signature, ns, kernel)
        if not self.plan.phases:
            return result
        rate = cycles_per_second(self.game.rules) / 1e9  # cycles per nanosecond
        times: dict[str, list[Any]] = {
            name: [np.median([cost.cycles for cost in runs], axis=0) / done / rate for runs in self.runs[name]]
            for name in _PASSES
        }
        marks = {name: self.runs[name][0][0].marks / done for name in _PASSES}
        kernels = {name: per_iteration(lambda cost: cost.kernel_seconds, name) for name in _PASSES}
        cost = {name: _mark_cost(kernels[name], kernels["none"], marks[name]) for name in ("few", "many")}
        cost["few"] = min(cost.values())  # few marks can be lost in noise, many cost more each
        divided = [
            divide(np.maximum(0.0, few - marks["few"] * cost["few"]), many - marks["many"] * cost["many"])
            for few, many in zip(times["few"], times["many"], strict=True)
        ]
        phases = {
            name: PhaseFigure(
                Figure([float(part[list(numbers)].sum()) for part in divided]),
                float(marks["many"][list(numbers)].sum() if len(numbers) == 1 else marks["few"][numbers[-1]]),
            )
            for name, numbers in NUMBERS.items()
        }
        same = {cost.signature for samples in self.runs.values() for runs in samples for cost in runs} == {first.signature}
        return PlaceProfile(**{**vars(result), "phases": phases, "mark_ns": cost["few"], "same_tree": same})


def _mark_cost(marked: list[float], unmarked: list[float], marks: Any) -> float:
    """Return the nanoseconds that one mark adds to the same code with its marks switched off."""
    extra = median(one - other for one, other in zip(marked, unmarked, strict=True))
    return max(0.0, extra) / max(1e-9, float(marks.sum()))


def measure(
    game: Game, profiled: Profiled, places: list[Place], plan: Plan, load: Load, progress: Progress | None = None
) -> list[PlaceProfile]:
    """Measure a search at some places, all of them in each repeat, so that a slow minute of the machine affects all alike."""
    if plan.phases:
        cycles_per_second(game.rules)  # first, because it refuses a machine without a counter
    sites = [_Site(game, profiled, place, plan) for place in places]
    for site in sites:
        _tell(progress, f"{game.name}: compiling or loading")
        site.prepare()
    for number in range(plan.repeats):
        for site in sites:
            _tell(progress, f"{game.name}: {site.place.name}, repeat {number + 1} of {plan.repeats}")
            site.sample(load)
    return [site.profile() for site in sites]


def _tell(progress: Progress | None, text: str) -> None:
    if progress is not None:
        progress(text)


def flatten(profile: PlaceProfile) -> dict[str, Any]:
    """Return a profile for JSON, medians and spreads beside the samples."""
    data = asdict(profile)
    for name in ("ns", "kernel_ns"):
        data[name] = _figure(getattr(profile, name))
    data["phases"] = {
        name: _figure(phase.ns) | {"count": phase.count, "share": phase.ns.median / max(1e-12, profile.kernel_ns.median)}
        for name, phase in profile.phases.items()
    }
    if profile.phases:
        data |= {"phases_ns": profile.phases_ns, "difference": profile.difference}
    return data


def _figure(figure: Figure) -> dict[str, Any]:
    return {"median": figure.median, "spread": figure.spread, "samples": figure.samples}
