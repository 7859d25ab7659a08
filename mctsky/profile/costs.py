"""Measure what a game costs without a search: random playouts, copied states, worlds, and the look-ahead of turns."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import thread_time
from typing import Any

import numpy as np

from mctsky.core.contract import Rules, determinise, has_verb, look_ahead, stir
from mctsky.core.jit import borrow, kernel
from mctsky.core.kernel_arrays import copy_state
from mctsky.core.position import Game
from mctsky.core.record import as_records, new_records
from mctsky.core.rng import RNG_DTYPE
from mctsky.search.playout import random_playouts

SEED = 1
RUNS = 5
LOOK_AHEAD_GAMES, LOOK_AHEAD_ROUNDS = 20, 50
COPY, FILL, STIR = range(3)  # what `make_worlds` does


@dataclass(frozen=True)
class GameCosts:
    """What a game costs from its start, in CPU time."""

    game: str
    playouts_per_second: float
    plies_per_playout: float
    playout_us: float
    copy_us: float
    world_us: float  # copying a view's state and filling it with a world
    next_world_us: float  # the same for every further world of a search by information sets: stirred, where the game can
    look_ahead_share: float | None  # share of the playout time that checks whether turns can be completed


@kernel(entry=True)
def make_worlds(game: Rules, pool: Any, words: Any, rng: Any, viewer: int, how: int, n: int) -> int:
    """Copy a state `n` times, and fill each copy with a world or stir it; the sum keeps the compiler from skipping any."""
    pool, words, rng = borrow(pool), borrow(words), borrow(rng)
    total = 0
    for _ in range(n):
        copy_state(pool[1], pool[0])
        if how == FILL:
            determinise(game, pool[1], viewer, rng[0])
        elif how == STIR:
            stir(game, pool[1], viewer, rng[0])
        total += words[1, 0]
    return total


@kernel(entry=True)
def look_ahead_often(game: Rules, pool: Any, n: int, deep: bool) -> int:
    """Do the look-ahead of every state of a pool `n` times."""
    pool = borrow(pool)
    total = 0
    for _ in range(n):
        for index in range(len(pool)):
            total += look_ahead(game, pool[index], deep)
    return total


def look_ahead_share(game: Game, playout_us: float) -> float | None:
    """Return the share of playout time that checks whether turns can be completed; None if the game has no such check.

    It is timed, with and without depth, at all decisions of a few random games.
    """
    if not has_verb(game.spec.game_type, "look_ahead"):
        return None
    random, decisions = Random(SEED), []
    for seed in range(LOOK_AHEAD_GAMES):
        position = game.start(seed)
        while not position.is_over:
            decisions.append(position.state.copy())
            position.play(random.choice(position.legal_codes()))
    pool = as_records(np.array(decisions, game.spec.state_dtype))
    taken = {}
    for deep in (True, False):
        look_ahead_often(game.rules, pool, 1, deep)
        times = []
        for _ in range(RUNS):
            started = thread_time()
            look_ahead_often(game.rules, pool, LOOK_AHEAD_ROUNDS, deep)
            times.append(thread_time() - started)
        taken[deep] = median(times) / LOOK_AHEAD_ROUNDS / LOOK_AHEAD_GAMES * 1e6  # per game, as the playout's time
    return max(0.0, (taken[True] - taken[False]) / playout_us)


def rate(function: Callable[[int], object], seconds: float) -> float:
    """Return how many times per second of CPU time `function(n)` does its work, the median of a few runs."""

    def took(n: int) -> float:
        started = thread_time()
        function(n)
        return thread_time() - started

    took(1)  # compile or load
    n = 1
    while took(n) < 0.005:
        n *= 2
    n = max(1, int(n / took(n) * seconds / RUNS))
    return n / median(took(n) for _ in range(RUNS))


def game_costs(game: Game, seconds: float) -> GameCosts:
    """Measure playouts, copying and world-making from the start of a game."""
    position = game.start(SEED)
    _, plies = random_playouts(position, 1000, SEED)
    playouts = rate(lambda n: random_playouts(position, n, SEED), seconds)
    view = position.view()
    pool = new_records(2, game.spec.state_dtype)
    pool[0] = view.state
    rng = new_records(1, RNG_DTYPE)
    words = pool.view(np.ndarray).view(np.int64).reshape(2, -1)

    def worlds(how: int) -> float:
        return 1e6 / rate(lambda n: make_worlds(game.rules, pool, words, rng, view.seat, how, n), seconds / 4)

    copy, fill = worlds(COPY), worlds(FILL)
    again = fill
    if has_verb(game.spec.game_type, "stir"):
        game.verb("determinise")(game.rules, pool[0], view.seat, rng[0])
        again = worlds(STIR)
    ahead = look_ahead_share(game, 1e6 / playouts)
    return GameCosts(game.name, playouts, plies, 1e6 / playouts, copy, fill, again, ahead)
