"""Contests of the large games: random play against C, the cost of a search, and the size of a state.

Their C programs read the tables of the rules from a file, play the same moves with the same random numbers, and have no search.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import contests
import native

import mctsky
from mctsky.search.playout import random_playouts

ITERATIONS = 10_000


@dataclass(frozen=True)
class TableGame:
    """A game and its targets."""

    name: str
    checked: tuple[int, ...]  # numbers of players whose games are compared
    timed: tuple[int, ...]  # and timed
    shorter: int  # how many times longer its random games are than those of classic Santorini, roughly
    playouts_at_least: float  # of C
    iteration_at_most: float  # times a playout
    bytes_at_most: int
    seconds_at_most: float = 60  # cold compilation

    def position(self, players: int, seed: int | None = None) -> mctsky.Position:
        """Return the start of a game."""
        return mctsky.load(self.name, {"players": players}).start(seed)

    def write_tables(self, folder: Path, players: int) -> Path:
        """Write the tables of the standard game for the C program."""
        path = folder / f"{self.name}-{players}.tables"
        path.write_bytes(self.position(players).game.rules.tables.tobytes())
        return path

    def play_in_c(self, program: Path, tables: Path, n: int, seed: int, players: int) -> dict[str, Any]:
        """Run random games in C with the tables that a file holds."""
        return native.finish(native.start(program, "playouts", n, seed, tables, players))

    def check_same_work(self, program: Path, n: int, seed: int = 1, numbers: tuple[int, ...] = ()) -> list[str]:
        """Play random games in both languages; return all differences."""
        found = []
        with tempfile.TemporaryDirectory() as folder:
            for players in numbers or self.checked:
                ours = native.our_playouts(self.position(players), n, seed)
                theirs = self.play_in_c(program, self.write_tables(Path(folder), players), n, seed, players)
                found += [f"{players} players, {difference}" for difference in native.differences(ours, theirs)]
        return found

    def playouts(self, sizes: "contests.Sizes", program: Path | None) -> "contests.Contest":
        """Random games from before the set-up, chance moves included, against C with the same random numbers."""
        n = sizes.santorini // self.shorter
        sides: dict[str, contests.Side] = {}
        ratios = []
        for players in self.timed:
            ours, theirs = f"{contests.OURS}, {players} players", f"{contests.C}, {players} players"
            sides[ours] = self._our_side(players, n)
            if program:
                sides[theirs] = self._c_side(program, players, n)
            what = f"{self.name} playouts, {players} players, mctsky / C"
            ratios.append(contests.Ratio(what, (ours,), (theirs,), self.playouts_at_least))
        return contests.Contest(f"{self.name}-playouts", "playouts/s", sides, ratios)

    def _our_side(self, players: int, n: int) -> "contests.Side":
        start = self.position(players)
        return contests.cpu_rate(n, lambda: native.our_playouts(start, n, 1))

    def _c_side(self, program: Path, players: int, n: int) -> "contests.Side":
        tables = self.write_tables(program.parent, players)
        return lambda: n / float(self.play_in_c(program, tables, n, 1, players)["cpu_seconds"])

    def search(self) -> "contests.Contest":
        """An iteration of mo-ismcts at 10,000, playouts to the end, against a bare playout from the same position."""
        position = self.position(2, 1)
        view = position.view()

        def iteration() -> float:
            begun = time.thread_time()
            mctsky.analyse(view, "mo-ismcts", iterations=ITERATIONS, seed=1)
            return (time.thread_time() - begun) / ITERATIONS * 1e6

        def bare() -> float:
            begun = time.thread_time()
            random_playouts(position, ITERATIONS, 1)
            return (time.thread_time() - begun) / ITERATIONS * 1e6

        what = f"{self.name} mo-ismcts iteration at 10,000 / bare playout"
        ratio = contests.Ratio(what, ("iteration",), ("playout",), self.iteration_at_most, at_most=True)
        return contests.Contest(f"{self.name}-search", "us", {"iteration": iteration, "playout": bare}, [ratio])

    def record(self) -> "contests.Contest":
        """Bytes of a state record."""
        size = float(mctsky.load(self.name).spec.state_dtype.itemsize)
        ratio = contests.Ratio(f"{self.name} state record", ("state",), (), self.bytes_at_most, at_most=True)
        return contests.Contest(f"{self.name}-state", "bytes", {"state": lambda: size}, [ratio])


NEW_YORK_1901 = TableGame("newyork1901", (2, 3, 4), (2,), 20, 0.95, 1.5, 512)
SKYSCRAPER_1937 = TableGame("skyscraper1937", (2, 3, 4, 5, 6), (2, 4), 5, 0.9, 1.3, 384, 45)
PAPER_SKYSCRAPERS = TableGame("paperskyscrapers", (2, 3, 4), (2, 4), 10, 0.7, 1.5, 1024)
TABLE_GAMES = (NEW_YORK_1901, SKYSCRAPER_1937, PAPER_SKYSCRAPERS)
