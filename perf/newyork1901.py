"""Contests of New York 1901: random play against C, the cost of its search, its compilation and the size of a state."""

import tempfile
import time
from pathlib import Path
from typing import Any

import contests
import native

import mctsky
from mctsky.search.playout import random_playouts

NAME, C = "newyork1901", "C"
ITERATIONS = 10_000


def start_c(program: Path, tables: Path, n: int, seed: int, players: int) -> dict[str, Any]:
    """Run random games in C on the board whose tables a file holds; all rules without options are played."""
    return native.finish(native.start(program, "playouts", n, seed, tables, players))


def write_tables(folder: Path, players: int = 2) -> Path:
    """Write the tables of the standard board for the C program."""
    path = folder / "newyork1901.tables"
    path.write_bytes(mctsky.load(NAME, {"players": players}).rules.tables.tobytes())
    return path


def check_same_work(program: Path, n: int, seed: int = 1) -> list[str]:
    """Play random games in both languages; return all differences. The C program has no search."""
    with tempfile.TemporaryDirectory() as folder:
        theirs = start_c(program, write_tables(Path(folder)), n, seed, 2)
    return native.differences(native.our_playouts(mctsky.load(NAME).start(), n, seed), theirs)


def playouts(sizes: "contests.Sizes", program: Path | None) -> "contests.Contest":
    """Random games from before the set-up, chance moves included, against C with the same random numbers."""
    n = sizes.santorini // 20
    start = mctsky.load(NAME).start()
    sides: dict[str, contests.Side] = {contests.OURS: contests.cpu_rate(n, lambda: native.our_playouts(start, n, 1))}
    if program:
        tables = write_tables(program.parent)
        sides[C] = lambda: n / float(start_c(program, tables, n, 1, 2)["cpu_seconds"])
    ratio = contests.Ratio("newyork1901 playouts, mctsky / C", (contests.OURS,), (C,), 0.7)
    return contests.Contest("newyork1901-playouts", "playouts/s", sides, [ratio])


def search() -> "contests.Contest":
    """An iteration of ismcts at 10,000, playouts to the end, against a bare playout from the same position."""
    position = mctsky.load(NAME).start(1)
    view = position.view()

    def iteration() -> float:
        begun = time.thread_time()
        mctsky.analyse(view, "mo-ismcts", iterations=ITERATIONS, seed=1)
        return (time.thread_time() - begun) / ITERATIONS * 1e6

    def bare() -> float:
        begun = time.thread_time()
        random_playouts(position, ITERATIONS, 1)
        return (time.thread_time() - begun) / ITERATIONS * 1e6

    what = "newyork1901 mo-ismcts iteration at 10,000 / bare playout"
    ratio = contests.Ratio(what, ("iteration",), ("playout",), 1.5, at_most=True)
    return contests.Contest("newyork1901-search", "us", {"iteration": iteration, "playout": bare}, [ratio])


def record() -> "contests.Contest":
    """Bytes of a state record."""
    sides: dict[str, contests.Side] = {"state": lambda: float(mctsky.load(NAME).spec.state_dtype.itemsize)}
    ratio = contests.Ratio("newyork1901 state record", ("state",), (), 512, at_most=True)
    return contests.Contest("newyork1901-state", "bytes", sides, [ratio])
