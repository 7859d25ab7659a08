"""Contests of Paper Skyscrapers: random play against C, the cost of its search and of its worlds, its compilation."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import contests
import native
import numpy as np

import mctsky
from mctsky.cli._bench import FILL, make_worlds
from mctsky.core.rng import RNG_DTYPE
from mctsky.search.params import read_params
from mctsky.search.playout import random_playouts
from mctsky.search.search import Search

NAME = "paperskyscrapers"
ITERATIONS = 10_000
CHECKED_PLAYERS = (2, 3, 4)
TIMED_PLAYERS = (2, 4)
WORLDS = 1_000_000
MIDDLE = 60  # moves, about a third of a game


def start_c(program: Path, tables: Path, n: int, seed: int, players: int) -> dict[str, Any]:
    """Run random games in C with the cards whose tables a file holds."""
    return native.finish(native.start(program, "playouts", n, seed, tables, players))


def write_tables(folder: Path, players: int) -> Path:
    """Write the tables of the standard cards for the C program."""
    path = folder / f"paperskyscrapers-{players}.tables"
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
    """Random games from before the set-up, chance moves included, against C with the same random numbers."""
    n = sizes.santorini // 10
    sides: dict[str, contests.Side] = {}
    ratios = []
    for players in TIMED_PLAYERS:
        ours, theirs = f"{contests.OURS}, {players} players", f"{contests.C}, {players} players"
        sides[ours] = contests.cpu_rate(n, our_side(players, n))
        if program:
            sides[theirs] = c_side(program, players, n)
        ratios.append(contests.Ratio(f"paperskyscrapers playouts, {players} players, mctsky / C", (ours,), (theirs,), 0.7))
    return contests.Contest("paperskyscrapers-playouts", "playouts/s", sides, ratios)


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

    what = "paperskyscrapers mo-ismcts iteration at 10,000 / bare playout"
    ratio = contests.Ratio(what, ("iteration",), ("playout",), 1.5, at_most=True)
    return contests.Contest("paperskyscrapers-search", "us", {"iteration": iteration, "playout": bare}, [ratio])


def middle() -> mctsky.Position:
    """Return a position of a random game in which both hands hold cards that only their owners have seen."""
    position, random = mctsky.load(NAME).start(1), Random(1)
    for _ in range(MIDDLE):
        position.play(random.choice(position.legal_codes()))
    return position


def worlds() -> "contests.Contest":
    """Copying a state and dealing the hidden cards, in percent of an iteration: `world us` / `us/iteration` of `mctsky bench`.

    That is at the start, where nothing is hidden yet; so also in the middle of a game.
    """
    places = {"at the start": mctsky.load(NAME).start(1), f"after {MIDDLE} moves": middle()}
    sides = {place: world_share(position) for place, position in places.items()}
    ratios = [
        contests.Ratio(f"paperskyscrapers worlds, percent of an iteration, {p}", (p,), (), 5, at_most=True) for p in sides
    ]
    return contests.Contest("paperskyscrapers-worlds", "percent", sides, ratios)


def world_share(position: mctsky.Position) -> "contests.Side":
    """Return the side that compares worlds with iterations of mo-ismcts, from the view of the seat to act."""
    view, rules = position.view(), position.game.rules
    pool = np.zeros(2, position.game.spec.state_dtype).view(np.recarray)
    pool[0] = view.state
    rng, words = np.zeros(1, RNG_DTYPE).view(np.recarray), pool.view(np.ndarray).view(np.int64).reshape(2, -1)

    def share() -> float:
        begun = time.thread_time()
        make_worlds(rules, pool, words, rng, view.seat, FILL, WORLDS)
        made = time.thread_time()
        Search(view, read_params("mo-ismcts"), 1).run(ITERATIONS)
        return 100 * (made - begun) / WORLDS * ITERATIONS / (time.thread_time() - made)

    return share
