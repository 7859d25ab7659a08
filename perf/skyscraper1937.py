"""Contests of Skyscraper (1937): random play against C, the cost of its search, its compilation and the size of a state."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import contests
import native

import mctsky
from mctsky.search.playout import random_playouts

NAME = "skyscraper1937"
ITERATIONS = 10_000
CHECKED_PLAYERS = (2, 3, 4, 5, 6)
TIMED_PLAYERS = (2, 4)


def start_c(program: Path, tables: Path, n: int, seed: int, players: int) -> dict[str, Any]:
    """Run random games in C with the box whose tables a file holds."""
    return native.finish(native.start(program, "playouts", n, seed, tables, players))


def write_tables(folder: Path, players: int) -> Path:
    """Write the tables of the standard box for the C program."""
    path = folder / f"skyscraper1937-{players}.tables"
    path.write_bytes(mctsky.load(NAME, {"players": players}).rules.tables.tobytes())
    return path


def check_same_work(program: Path, n: int, seed: int = 1, numbers: tuple[int, ...] = CHECKED_PLAYERS) -> list[str]:
    """Play random games in both languages with some numbers of players; return all differences. C has no search here."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for players in numbers:
            ours = native.our_playouts(mctsky.load(NAME, {"players": players}).start(), n, seed)
            theirs = start_c(program, write_tables(Path(folder), players), n, seed, players)
            found += [f"{players} players, {difference}" for difference in native.differences(ours, theirs)]
    return found


def playouts(sizes: "contests.Sizes", program: Path | None) -> "contests.Contest":
    """Random games from before the roles are dealt, against C with the same random numbers."""
    n = sizes.santorini // 5
    sides: dict[str, contests.Side] = {}
    ratios = []
    for players in TIMED_PLAYERS:
        ours, theirs = f"{contests.OURS}, {players} players", f"{contests.C}, {players} players"
        sides[ours] = contests.cpu_rate(n, our_side(players, n))
        if program:
            sides[theirs] = c_side(program, players, n)
        ratios.append(contests.Ratio(f"skyscraper1937 playouts, {players} players, mctsky / C", (ours,), (theirs,), 0.9))
    return contests.Contest("skyscraper1937-playouts", "playouts/s", sides, ratios)


def our_side(players: int, n: int) -> Callable[[], object]:
    """Return what plays random games in mctsky."""
    start = mctsky.load(NAME, {"players": players}).start()
    return lambda: native.our_playouts(start, n, 1)


def c_side(program: Path, players: int, n: int) -> "contests.Side":
    """Return the side that plays the same games in C."""
    tables = write_tables(program.parent, players)
    return lambda: n / float(start_c(program, tables, n, 1, players)["cpu_seconds"])


def search() -> "contests.Contest":
    """An iteration of mo-ismcts at 10,000, playouts to the end, against a bare playout from the same position."""
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

    what = "skyscraper1937 mo-ismcts iteration at 10,000 / bare playout"
    ratio = contests.Ratio(what, ("iteration",), ("playout",), 1.3, at_most=True)
    return contests.Contest("skyscraper1937-search", "us", {"iteration": iteration, "playout": bare}, [ratio])


def record() -> "contests.Contest":
    """Bytes of a state record."""
    sides: dict[str, contests.Side] = {"state": lambda: float(mctsky.load(NAME).spec.state_dtype.itemsize)}
    ratio = contests.Ratio("skyscraper1937 state record", ("state",), (), 384, at_most=True)
    return contests.Contest("skyscraper1937-state", "bytes", sides, [ratio])
