"""Measure how the cost of a search grows: with the tree, with threads, with players and with the number of moves."""

import os
import resource
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time

from mctsky.core.position import Game
from mctsky.core.registry import load
from mctsky.core.rng import derive_seed
from mctsky.profile.measure import SEARCH_SEED, Figure, Load, Plan, measure
from mctsky.profile.positions import Place, Profiled, by_branching, reach, search_of, self_play, stages
from mctsky.search.search import Search

FIRST_ITERATIONS = 1_000
MAX_BRANCHES = 8
_MIB = 1 << 20


@dataclass(frozen=True)
class TreeStep:
    """A piece of a long search, twice as long as the one before."""

    iterations: int  # in all
    nodes: int
    ns: float  # per iteration in this piece, of CPU time, growing the arrays included
    seconds: float  # of CPU time in all
    rss_mib: float  # memory of the process


def memory_mib() -> float:
    """Return the memory that this process uses; where the system does not say, the most that it has used."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / _MIB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (_MIB if sys.platform == "darwin" else 1024)


def tree_growth(game: Game, profiled: Profiled, place: Place, most_nodes: int, most_seconds: float) -> Iterator[TreeStep]:
    """Search one place until the tree has `most_nodes`, the time is up or the search has finished."""
    probe = Search(reach(game, place, profiled.cheats), profiled.params, SEARCH_SEED)
    needed = 2 * most_nodes * probe.bytes_per_node // _MIB + 1
    params = replace(profiled.params, memory=max(profiled.params.memory, needed), iterations=None, seconds=None, nodes=None)
    search = Search(reach(game, place, profiled.cheats), params, SEARCH_SEED)
    search.run(iterations=0)
    total, piece = 0.0, FIRST_ITERATIONS
    while search.nodes < most_nodes and total < most_seconds:
        begun, before = thread_time(), search.iterations
        search.run(iterations=piece, stop=partial(_is_enough, search, most_nodes, begun + most_seconds - total))
        took, done = thread_time() - begun, search.iterations - before
        total += took
        if not done:
            return
        yield TreeStep(search.iterations, search.nodes, took / done * 1e9, total, memory_mib())
        if search.is_finished:
            return
        piece = search.iterations


def _is_enough(search: Search, most_nodes: int, end: float) -> bool:
    return search.nodes >= most_nodes or thread_time() >= end


@dataclass(frozen=True)
class ThreadStep:
    """Several trees side by side."""

    threads: int
    iterations_per_second: float  # of clock time, of all together
    speedup: float  # against one thread
    cpu_ns: float  # per iteration


def thread_growth(game: Game, profiled: Profiled, place: Place, plan: Plan) -> list[ThreadStep]:
    """Run a search on 1, 2, 4 ... threads, up to the number of cores, in interleaved repeats; return the medians."""
    cores = os.cpu_count() or 1
    counts = sorted({1, cores, *(1 << k for k in range(1, 9) if 1 << k <= cores)})
    samples: dict[int, list[tuple[float, float]]] = {n: [] for n in counts}
    iterations = max(plan.iterations, FIRST_ITERATIONS)

    def one(number: int) -> float:
        search = Search(reach(game, place, profiled.cheats), profiled.params, derive_seed(SEARCH_SEED, number))
        begun = thread_time()
        search.run(iterations=iterations)
        return thread_time() - begun

    one(0)
    for _ in range(plan.repeats):
        for n in counts:
            with ThreadPoolExecutor(n) as pool:
                begun = perf_counter()
                cpu = sum(pool.map(one, range(n)))
                samples[n].append((n * iterations / (perf_counter() - begun), cpu / n / iterations * 1e9))
    rates = {n: Figure([rate for rate, _ in taken]).median for n, taken in samples.items()}
    return [ThreadStep(n, rates[n], rates[n] / rates[1], Figure([ns for _, ns in samples[n]]).median) for n in counts]


@dataclass(frozen=True)
class Row:
    """The cost of an iteration at another place or number of players."""

    what: str
    n_moves: int
    ns: float
    spread: float
    nodes: int


def branching_growth(game: Game, profiled: Profiled, places: list[Place], plan: Plan, machine: Load) -> list[Row]:
    """Measure decisions of one game with few and with many moves."""
    chosen = by_branching(places, MAX_BRANCHES)
    found = measure(game, profiled, chosen, replace(plan, phases=False), machine)
    return [Row(one.place.name, one.place.n_moves, one.ns.median, one.ns.spread, one.nodes) for one in found]


def player_growth(game: Game, spec: str, seed: int, plan: Plan, machine: Load, tell: Callable[[str], None]) -> list[Row]:
    """Measure the middle of a game for every number of players."""
    rows = []
    for players in all_players(game):
        tell(f"{game.name}: {players} players")
        other = with_players(game, players)
        profiled = search_of(spec, other)
        place = stages(self_play(other, profiled, seed), ("middle",), other)
        (one,) = measure(other, profiled, place, replace(plan, phases=False), machine)
        rows.append(Row(f"{players} players", one.place.n_moves, one.ns.median, one.ns.spread, one.nodes))
    return rows


def all_players(game: Game) -> range:
    """Return the numbers of players that a game allows."""
    low, high = game.spec.players
    return range(low, high + 1)


def with_players(game: Game, players: int) -> Game:
    """Return the same game for another number of players."""
    return load(game.name, {**game.options, "players": players})
