"""Expected points: the points at the end of games that the search itself plays."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mctsky.advisor.advice import Points
from mctsky.core.contract import MAX_SEATS, NOBODY
from mctsky.core.position import Game
from mctsky.core.record import new_records
from mctsky.core.rng import RNG_DTYPE, derive_seed
from mctsky.search.playout import run_playouts
from mctsky.search.search import Search
from mctsky.search.tree import WORLD

MAX_GAMES = 256  # iterations of a search whose games are counted


def has_points(game: Game) -> bool:
    """Say whether a game has points."""
    return game.spec.find_function("points", "points") is not None


class PointCounter:
    """Runs iterations one by one and records the points of each game by the viewer's move; the tree grows as usual."""

    def __init__(self, search: Search, seed: int) -> None:
        """Prepare to count games of a search."""
        self.search, self.by_move = search, dict[int, list[list[int]]]()
        rules, spec = search.game.rules, search.game.spec
        self._rules, self._points = rules, spec.find_function("points", "points")
        self._to_act = search.game.verb("to_act")
        self._rng = new_records(1, RNG_DTYPE)
        self._rng[0].state = np.uint64(derive_seed("points", seed))
        self._pool = new_records(2, spec.state_dtype)
        self._moves = np.empty(spec.bounds.max_legal, np.int32)

    def run(self, games: int, deadline: float | None, stop: Callable[[], bool] | None) -> None:
        """Count at most `games` games, fewer if the time is up."""
        search = self.search
        for done in range(games):
            if done and ((deadline is not None and time.perf_counter() >= deadline) or (stop is not None and stop())):
                return
            before = search.arrays["rows"]["visits"][: int(search.work.n_rows)].copy()
            if not search.run(1):
                return
            rows = search.arrays["rows"][: int(search.work.n_rows)]
            grown = [k for k in range(len(rows)) if k >= len(before) or rows[k].visits != before[k]]
            if grown:
                self.by_move.setdefault(int(rows[grown[0]].code), []).append(self._count(search.pool[WORLD]))

    def _count(self, world: Any) -> list[int]:
        """Return the points at the end of a game; one that was cut off is played on at random."""
        if int(self._to_act(self._rules, world)) != NOBODY:
            self._pool[0] = world
            run_playouts(self._rules, self._pool, self._rng, self._moves, np.zeros(2 * MAX_SEATS), 1)
            world = self._pool[1]
        points: list[int] = self._points(self._rules, world) if self._points is not None else []
        return points

    def mean(self, code: int) -> Points | None:
        """Return the mean points after a move, None if no game with it was seen."""
        games = self.by_move.get(code, [])
        if not games:
            return None
        table = np.array(games, np.float64)
        n = len(games)
        spread = table.std(axis=0, ddof=1) if n > 1 else np.full(table.shape[1], np.ptp(table) or 1.0)
        errors = spread / n**0.5
        return Points(tuple(map(float, table.mean(axis=0))), tuple(map(float, errors)), n)
