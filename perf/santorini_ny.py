"""Contests of Santorini: New York: turns in random play, the cost of its search, and the time to compile it."""

import time
from pathlib import Path
from typing import Any

import contests
import native
import numpy as np

import mctsky
from mctsky.core.contract import CHANCE, NOBODY, Rules, legal_moves, play, sample_chance, to_act
from mctsky.core.jit import borrow, kernel
from mctsky.core.rng import RNG_DTYPE, below
from mctsky.games.santorini_ny.state import START
from mctsky.search.playout import random_playouts

NEW_YORK, CLASSIC, CONNECT4 = "santorini-ny", "santorini", "C connect4 UCT"
ITERATIONS = 10_000


@kernel(entry=True)
def count_turns(game: Rules, pool: Any, rng: Any, moves: Any, n: int) -> int:
    """Play the `n` games of `random_playouts` again and count the turns that begin."""
    pool, rng, moves = borrow(pool), borrow(rng), borrow(moves)
    turns = 0
    for _ in range(n):
        pool[1] = pool[0]
        world = pool[1]
        while True:
            actor = to_act(game, world)
            if actor == NOBODY:
                break
            if actor == CHANCE:
                move = sample_chance(game, world, rng[0])
            else:
                turns += world.phase == START
                move = int(moves[below(rng[0], legal_moves(game, world, moves))])
            play(game, world, move)
    return turns


def turns_in(position: mctsky.Position, n: int, seed: int) -> int:
    """Return the number of turns in `random_playouts(position, n, seed)`."""
    pool = np.zeros(2, position.game.spec.state_dtype).view(np.recarray)
    pool[0] = position.state
    rng = np.zeros(1, RNG_DTYPE).view(np.recarray)
    rng[0].state = np.uint64(seed)
    return int(count_turns(position.game.rules, pool, rng, np.empty(position.game.spec.bounds.max_legal, np.int32), n))


def turns(sizes: "contests.Sizes") -> "contests.Contest":
    """Whole turns per second in random play, cards and deals included, against whole turns of the classic game."""
    n = sizes.santorini // 4
    classic = mctsky.load("santorini").start()
    new_york = mctsky.load("santorini-ny").start(1)
    n_turns = turns_in(new_york, n, 1)
    n_classic = round(random_playouts(classic, n, 1)[1] * n)
    sides = {
        NEW_YORK: contests.cpu_rate(n_turns, lambda: random_playouts(new_york, n, 1)),
        CLASSIC: contests.cpu_rate(n_classic, lambda: random_playouts(classic, n, 1)),
    }
    ratio = contests.Ratio("santorini-ny turns / santorini turns, random play", (NEW_YORK,), (CLASSIC,), 0.35)
    return contests.Contest("santorini-ny-turns", "turns/s", sides, [ratio])


def search(sizes: "contests.Sizes", program: Path | None) -> "contests.Contest":
    """What an iteration of mo-ismcts costs per seat beyond its playout, against an iteration of UCT in C on Connect Four.

    Both run 10,000 iterations. The playout's time is that of random games from the same position; `decisive=false`, so that
    the search plays just these.
    """
    position = mctsky.load("santorini-ny").start(1)
    view = position.view(0)

    def overhead() -> float:
        begun = time.thread_time()
        mctsky.analyse(view, "mo-ismcts", iterations=ITERATIONS, opponents_know="nothing", decisive=False, seed=1)
        middle = time.thread_time()
        random_playouts(position, ITERATIONS, 1)
        spent = (middle - begun) - (time.thread_time() - middle)
        return spent / ITERATIONS / position.game.n_seats * 1e6

    sides: dict[str, contests.Side] = {NEW_YORK: overhead}
    if program:
        sides[CONNECT4] = lambda: float(native.c_uct(program, ITERATIONS, 0.7, 1)["cpu_seconds"]) / ITERATIONS * 1e6
    what = "santorini-ny mo-ismcts, iteration less playout, per seat / connect4 UCT iteration in C"
    ratio = contests.Ratio(what, (NEW_YORK,), (CONNECT4,), 4, at_most=True)
    return contests.Contest("santorini-ny-search", "us", sides, [ratio])
