"""The contests: each has sides that run in turns, and ratios of their medians with targets."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import native
import numpy as np
import peers

import mctsky
from mctsky import Position, Search
from mctsky.search import tree
from mctsky.search.params import read_params
from mctsky.search.playout import random_playouts

OURS, C, OPENSPIEL, LISTING, FASTEST = "mctsky", "C", "OpenSpiel", "C that lists", "fastest C"
Side = Callable[[], float]  # runs once and returns a rate, or seconds


@dataclass
class Ratio:
    """A row of the table: `ours` and `theirs` name sides; two names mean the first divided by the second."""

    what: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...] = ()  # empty: the figure itself is compared with the target
    target: float | None = None  # None: shown for information
    at_most: bool = False


@dataclass
class Contest:
    """Sides that are run in turns, and the ratios to print."""

    name: str
    unit: str
    sides: dict[str, Side]
    ratios: list[Ratio]
    notes: str = ""
    most_rounds: int = 99  # for sides that take a minute


@dataclass
class Sizes:
    """How much each side does per round."""

    playouts: int = 300_000
    peer_playouts: int = 20_000
    uct: int = 100_000
    santorini: int = 100_000
    poker: int = 100_000
    goofspiel: int = 2_000
    repeats: int = 10  # of our goofspiel searches, which are too short to time one by one
    threads: int = 300_000


QUICK = Sizes(50_000, 2_000, 10_000, 10_000, 10_000, 100, 5, 30_000)


def cpu_rate(amount: float, run: Callable[[], object], repeats: int = 1) -> Side:
    """Return a side that measures amount per second of CPU time, which other programs on the machine disturb least."""

    def side() -> float:
        begun = time.thread_time()
        for _ in range(repeats):
            run()
        return amount * repeats / (time.thread_time() - begun)

    return side


def wall_seconds(command: list[str]) -> Side:
    """Return a side that measures how long a command takes.

    Python keeps its bytecode, as `pip install` leaves it: without it each process compiles all our modules, none of NumPy's.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def side() -> float:
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=environment)
        return time.perf_counter() - begun

    return side


def c_playouts(program: Path, n: int, how: str = "playouts") -> Side:
    """Return a side that plays random games in C."""
    return lambda: n / float(native.c_playouts(program, n, 1, how)["cpu_seconds"])


def c_uct(program: Path, n: int, c: float, how: str = "uct") -> Side:
    """Return a side that runs UCT in C."""
    return lambda: n / float(native.c_uct(program, n, c, 1, how)["cpu_seconds"])


def connect4_playouts(sizes: Sizes, program: Path | None, peer: bool) -> Contest:
    """Random playouts of Connect Four from the start, listing the legal moves at every ply."""
    position = mctsky.load("connect4").start()
    sides: dict[str, Side] = {OURS: cpu_rate(sizes.playouts, lambda: random_playouts(position, sizes.playouts, 1))}
    if program:
        sides |= {C: c_playouts(program, sizes.playouts), FASTEST: c_playouts(program, sizes.playouts, "fastest")}
    if peer:
        sides[OPENSPIEL] = cpu_rate(sizes.peer_playouts, peers.rollouts(sizes.peer_playouts))
    ratios = [
        Ratio("connect4 playouts, mctsky / C", (OURS,), (C,), 0.85),
        Ratio("connect4 playouts, mctsky / OpenSpiel C++", (OURS,), (OPENSPIEL,), 25),
        Ratio("connect4 playouts, C / OpenSpiel C++", (C,), (OPENSPIEL,), 50),
        Ratio("connect4 playouts, mctsky / fastest C", (OURS,), (FASTEST,), 0.9),
        Ratio("connect4 playouts, fastest C / C", (FASTEST,), (C,), 1.5),
    ]
    return Contest("playouts", "playouts/s", sides, ratios)


def connect4_uct(sizes: Sizes, program: Path | None, peer: bool) -> Contest:
    """UCT of Connect Four from the start, one playout per leaf, the same exploration on each scale."""
    position, n, c = mctsky.load("connect4").start(), sizes.uct, 0.7
    sides: dict[str, Side] = {OURS: cpu_rate(n, lambda: mctsky.analyse(position, "mcts", iterations=n, c=c, seed=1))}
    if program:
        sides |= {C: c_uct(program, n, c), FASTEST: c_uct(program, n, c, "fastest-uct")}
    if peer:
        sides[OPENSPIEL] = cpu_rate(n, peers.uct(n, 2 * c))
    ratios = [
        Ratio(f"connect4 UCT, {n:,} iterations, mctsky / OpenSpiel C++ MCTSBot", (OURS,), (OPENSPIEL,), 12),
        Ratio(f"connect4 UCT, {n:,} iterations, mctsky / C", (OURS,), (C,)),
        Ratio(f"connect4 UCT, {n:,} iterations, C / OpenSpiel C++ MCTSBot", (C,), (OPENSPIEL,)),
        Ratio(f"connect4 UCT, {n:,} iterations, mctsky / fastest C", (OURS,), (FASTEST,), 0.85),
    ]
    return Contest("uct", "iterations/s", sides, ratios)


def santorini_playouts(sizes: Sizes, program: Path | None) -> Contest:
    """Random playouts of classic Santorini from the empty board, drawing each turn until it is legal."""
    position, n = mctsky.load("santorini").start(), sizes.santorini
    sides: dict[str, Side] = {OURS: cpu_rate(n, lambda: random_playouts(position, n, 1))}
    if program:
        ways = {C: "playouts", LISTING: "listing", FASTEST: "fastest"}
        sides |= {name: c_playouts(program, n, how) for name, how in ways.items()}
    ratios = [
        Ratio("santorini playouts, mctsky / C", (OURS,), (C,), 0.85),
        Ratio("santorini playouts, mctsky / C that lists all turns", (OURS,), (LISTING,)),
        Ratio("santorini playouts, mctsky / fastest C", (OURS,), (FASTEST,), 0.85),
        Ratio("santorini playouts, fastest C / C that lists all turns", (FASTEST,), (LISTING,), 2),
    ]
    return Contest("santorini-playouts", "playouts/s", sides, ratios)


def santorini_uct(sizes: Sizes, program: Path | None) -> Contest:
    """UCT of classic Santorini from the empty board, one playout per leaf."""
    position, n, c = mctsky.load("santorini").start(), sizes.uct, 0.7
    sides: dict[str, Side] = {OURS: cpu_rate(n, lambda: mctsky.analyse(position, "mcts", iterations=n, c=c, seed=1))}
    if program:
        sides |= {C: c_uct(program, n, c), FASTEST: c_uct(program, n, c, "fastest-uct")}
    ratios = [
        Ratio(f"santorini UCT, {n:,} iterations, mctsky / C", (OURS,), (C,), 0.85),
        Ratio(f"santorini UCT, {n:,} iterations, mctsky / fastest C", (OURS,), (FASTEST,), 0.8),
    ]
    return Contest("santorini-uct", "iterations/s", sides, ratios)


def poker(name: str, sizes: Sizes, peer: bool) -> Contest:
    """ISMCTS from the first decision after the deal of the lowest cards."""
    position, n = mctsky.load(name).start(), sizes.poker
    while position.chance_codes():
        position.play(position.chance_codes()[0][0])
    view = position.view()
    sides: dict[str, Side] = {OURS: cpu_rate(n, lambda: mctsky.analyse(view, "mo-ismcts", iterations=n, c=0.5, seed=1))}
    if peer:
        their_c = {"kuhn": 2.0, "leduc": 13.0}[name]  # 0.5 on [0, 1], in chips: -2 to 2 and -13 to 13
        sides[OPENSPIEL] = cpu_rate(n, peers.poker(f"{name}_poker", n, their_c))
    ratio = Ratio(f"{name} mo-ismcts, mctsky / OpenSpiel C++ ISMCTSBot", (OURS,), (OPENSPIEL,), {"kuhn": 5, "leduc": 12}[name])
    return Contest(name, "iterations/s", sides, [ratio])


def goofspiel(players: int, rounds: int, show: str, sizes: Sizes, peer: bool) -> Contest:
    """ISMCTS of 13-card goofspiel, random prizes, after some rounds; show=winner is OpenSpiel's imp_info."""
    course, n, c = peers.goofspiel_rounds(players, 13, rounds), sizes.goofspiel, 0.7
    game = mctsky.load("goofspiel", {"players": players, "show": show})
    view = peers.goofspiel_position(game, course).view()

    def search() -> object:
        return mctsky.analyse(view, "mo-ismcts", iterations=n, c=c, seed=1)

    sides: dict[str, Side] = {OURS: cpu_rate(n, search, sizes.repeats)}
    if peer:
        run = peers.goofspiel(players, 13, show == "winner", course, n, 2 * c)
        sides[OPENSPIEL] = cpu_rate(n, run)
    when = f"after {rounds} rounds" if rounds else "from the start"
    target = {2: 100.0, 5: 60.0}[players]
    what = f"goofspiel, {players} players, show={show}, {when}, mctsky / OpenSpiel Python ISMCTSBot"
    name = f"goofspiel-{players}-{show}" + ("-mid" if rounds else "")
    return Contest(name, "iterations/s", sides, [Ratio(what, (OURS,), (OPENSPIEL,), target)])


def threads(sizes: Sizes, program: Path | None) -> Contest:
    """Two threads against one at the same work per thread, beside two C processes against one; all by the clock."""
    position, n, c = mctsky.load("connect4").start(), sizes.threads, 0.7

    def ours(count: int) -> Side:
        def side() -> float:
            begun = time.perf_counter()
            mctsky.analyse(position, "mcts", iterations=count * n, c=c, seed=1, threads=count)
            return count * n / (time.perf_counter() - begun)

        return side

    def in_c(program: Path, count: int) -> Side:
        def side() -> float:
            running = [native.start(program, *native.uct_arguments(n, c, seed)) for seed in range(1, count + 1)]
            return count * n / max(float(native.finish(process)["seconds"]) for process in running)

        return side

    sides = {"1 thread": ours(1), "2 threads": ours(2)}
    if program:
        sides |= {"1 C process": in_c(program, 1), "2 C processes": in_c(program, 2)}
    what = "two threads / one, over two C processes / one"
    ratio = Ratio(what, ("2 threads", "1 thread"), ("2 C processes", "1 C process"), 0.93)
    return Contest("threads", "iterations/s", sides, [ratio])


def memory() -> Contest:
    """Bytes per tree node: what one more node of capacity costs in all arrays of a search with plain options."""

    def per_node(position: Position, variant: str) -> Side:
        def side() -> float:
            search = Search(position.view(), read_params(variant, {"memory": 64}), 1)
            used = []
            for capacity in (20_000, 30_000):
                search.resize(capacity)
                used.append(sum(array.nbytes for array in search.arrays.values()))
            return float(used[1] - used[0]) / 10_000

        return side

    five = mctsky.load("goofspiel", {"players": 5}).start(1)
    two = mctsky.load("connect4").start()
    sides: dict[str, Side] = {
        "node record": lambda: float(np.dtype(tree.NODE_DTYPE).itemsize),
        "connect4 mcts": per_node(two, "mcts"),
        "goofspiel mo-ismcts, 5 seats": per_node(five, "mo-ismcts"),
    }
    ratios = [Ratio(f"memory per tree node, {name}", (name,), (), 24, at_most=True) for name in sides]
    return Contest("memory", "bytes", sides, ratios)


def warm_start() -> Contest:
    """A second process: from the command to its first move, with everything already compiled."""
    first_move = "import mctsky; mctsky.analyse(mctsky.load('connect4').start(), 'mcts', iterations=100).rows[0].move"
    match = ["-m", "mctsky", "match", "mcts:iterations=100", "random", "--game", "connect4", "--games", "2", "--seed", "1"]
    sides = {
        "first move": wall_seconds([sys.executable, "-c", first_move]),
        "whole match": wall_seconds([sys.executable, *match]),
        "import numba": wall_seconds([sys.executable, "-c", "import numba"]),
        "import numpy": wall_seconds([sys.executable, "-c", "import numpy"]),
    }
    ratios = [
        Ratio("warm start to the first move / import numpy", ("first move",), ("import numpy",), 2.5, at_most=True),
        Ratio("warm start to the first move / import numba", ("first move",), ("import numba",), 2.5, at_most=True),
        Ratio("warm `mctsky match` of two whole games / import numba", ("whole match",), ("import numba",), None, at_most=True),
    ]
    return Contest("start", "seconds", sides, ratios)


def compilation(game: str, at_most: float = 60) -> Contest:
    """Seconds to compile the rules and searches of a game into an empty cache, as `mctsky cache warm` does it."""

    def cold() -> float:
        command = [sys.executable, "-m", "mctsky", "cache", "warm", game]
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            subprocess.run(command, env=os.environ | {"MCTSKY_CACHE_DIR": folder}, check=True, capture_output=True)
            return time.perf_counter() - begun

    ratio = Ratio(f"{game} cold compilation of rules and search, seconds", ("cold",), (), at_most, at_most=True)
    return Contest(f"{game}-cold", "seconds", {"cold": cold}, [ratio], most_rounds=2)


def all_contests(sizes: Sizes, programs: dict[str, Path], peer: bool) -> dict[str, Callable[[], Contest]]:
    """Return every contest by name, each made only when it is wanted; `programs` are those of perf/c by game, or none."""
    program, santorini = programs.get("connect4"), programs.get("santorini")
    contests: dict[str, Callable[[], Contest]] = {
        "playouts": lambda: connect4_playouts(sizes, program, peer),
        "uct": lambda: connect4_uct(sizes, program, peer),
        "santorini-playouts": lambda: santorini_playouts(sizes, santorini),
        "santorini-uct": lambda: santorini_uct(sizes, santorini),
        "kuhn": lambda: poker("kuhn", sizes, peer),
        "leduc": lambda: poker("leduc", sizes, peer),
    }
    for show in ("bids", "winner"):
        for players in (2, 5):
            for rounds in (0, 6):
                name = f"goofspiel-{players}-{show}" + ("-mid" if rounds else "")
                contests[name] = lambda p=players, r=rounds, s=show: goofspiel(p, r, s, sizes, peer)  # type: ignore[misc]
    import santorini_ny  # late, because it imports this module

    contests["santorini-ny-turns"] = lambda: santorini_ny.turns(sizes, santorini)
    contests["santorini-ny-search"] = lambda: santorini_ny.search(sizes, program)
    contests["santorini-ny-cold"] = lambda: compilation("santorini-ny")
    import worlds  # likewise
    from table_games import TABLE_GAMES

    for game in TABLE_GAMES:
        contests[f"{game.name}-playouts"] = partial(game.playouts, sizes, programs.get(game.name))
        contests[f"{game.name}-search"] = game.search
        contests[f"{game.name}-cold"] = partial(compilation, game.name, game.seconds_at_most)
        contests[f"{game.name}-state"] = game.record
    contests["paperskyscrapers-worlds"] = worlds.worlds
    import arena  # likewise

    contests["arena-jobs"] = lambda: arena.jobs(sizes, program)
    contests["arena-overhead"] = arena.overhead
    contests["arena-moves"] = lambda: arena.moves(sizes)
    contests["arena-cluster"] = lambda: arena.cluster(sizes)
    contests["threads"] = lambda: threads(sizes, program)
    contests["memory"] = memory
    contests["start"] = warm_start
    return contests
