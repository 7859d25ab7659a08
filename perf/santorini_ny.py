"""Contests of Santorini: New York: turns in random play, the cost of its search, and the time to compile it."""

import time
from pathlib import Path
from random import Random

import contests
import native

import mctsky
from mctsky import Search
from mctsky.games.santorini_ny.state import START
from mctsky.search.params import read_params
from mctsky.search.playout import random_playouts

NEW_YORK, CLASSIC, LISTED, CONNECT4 = "santorini-ny", "santorini", "santorini in C, listed", "C connect4 UCT"
SET_UP, MID_GAME = "at set-up", "in mid-game"
ITERATIONS = 10_000
MIDDLE = 30  # moves
GAMES = 100  # played in Python to count turns; in the share of plies a percent or so of noise


def turns_per_ply(position: mctsky.Position, n: int) -> float:
    """Return the share of plies in `n` random games that begin a turn."""
    random = Random(1)
    plies = turns = 0
    for seed in range(n):
        here = position.game.start(seed)
        while not here.is_over:
            turns += int(here.state.phase) == START
            here.play(random.choice(here.legal_codes()))
        plies += len(here.moves)
    return turns / plies


def turns(sizes: "contests.Sizes", program: Path | None) -> "contests.Contest":
    """Whole turns per second in random play, cards and deals included, against whole turns of the classic game."""
    n = sizes.santorini // 4
    classic = mctsky.load("santorini").start()
    new_york = mctsky.load("santorini-ny").start(1)
    n_turns = round(random_playouts(new_york, n, 1)[1] * n * turns_per_ply(new_york, GAMES))
    n_classic = round(random_playouts(classic, n, 1)[1] * n)
    sides: dict[str, contests.Side] = {
        NEW_YORK: contests.cpu_rate(n_turns, lambda: random_playouts(new_york, n, 1)),
        CLASSIC: contests.cpu_rate(n_classic, lambda: random_playouts(classic, n, 1)),
    }
    if program:
        sides[LISTED] = lambda: n_classic / float(native.c_playouts(program, n, 1, "listing")["cpu_seconds"])
    ratios = [
        contests.Ratio("santorini-ny turns / santorini turns in C that lists all turns", (NEW_YORK,), (LISTED,), 0.45),
        contests.Ratio("santorini-ny turns / santorini turns, random play", (NEW_YORK,), (CLASSIC,)),
    ]
    return contests.Contest("santorini-ny-turns", "turns/s", sides, ratios)


def in_middle(n_moves: int) -> mctsky.Position:
    """Return a position after so many random moves, and then up to the next decision."""
    random, position = Random(3), mctsky.load("santorini-ny").start(1)
    while len(position.moves) < n_moves or position.chance_codes():
        outcomes = position.chance_codes()
        position.play(outcomes[0][0] if outcomes else random.choice(position.legal_codes()))
    return position


def overhead(position: mctsky.Position) -> float:
    """Return the microseconds that an iteration takes per seat beyond a random game from the same position."""
    params = read_params("mo-ismcts", {"opponents_know": "nothing", "decisive": False})
    search = Search(position.view(max(position.to_act, 0)), params, 1)
    search.run(0)  # loads the kernel
    begun = time.thread_time()
    search.run(ITERATIONS)
    middle = time.thread_time()
    random_playouts(position, ITERATIONS, 1)
    spent = (middle - begun) - (time.thread_time() - middle)
    return spent / ITERATIONS / position.game.n_seats * 1e6


def search(sizes: "contests.Sizes", program: Path | None) -> "contests.Contest":
    """What an iteration of mo-ismcts costs per seat beyond its playout, against an iteration of UCT in C on Connect Four.

    Both run 10,000 iterations; only they are timed, not the making of arrays and of the answer. `decisive=false`, so that the
    search plays the games that `random_playouts` plays.
    """
    start, middle = mctsky.load("santorini-ny").start(1), in_middle(MIDDLE)
    sides: dict[str, contests.Side] = {SET_UP: lambda: overhead(start), MID_GAME: lambda: overhead(middle)}
    if program:
        sides[CONNECT4] = lambda: (
            float(native.c_uct(program, ITERATIONS, 0.7, 1, "listing-uct")["cpu_seconds"]) / ITERATIONS * 1e6
        )
    what = "santorini-ny mo-ismcts {}, iteration less playout, per seat / connect4 UCT iteration in C"
    ratios = [contests.Ratio(what.format(when), (when,), (CONNECT4,), 2.5, at_most=True) for when in (SET_UP, MID_GAME)]
    return contests.Contest("santorini-ny-search", "us", sides, ratios)
