"""Measurements behind `mctsky bench`: playouts, searches, the parts of an iteration, and starting from cold and warm."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from mctsky.core.contract import Rules, determinise, has_verb, look_ahead, stir
from mctsky.core.jit import borrow, kernel
from mctsky.core.position import Game, View
from mctsky.core.rng import RNG_DTYPE
from mctsky.search.params import LISTS, VARIANTS, check_game, read_params
from mctsky.search.playout import random_playouts
from mctsky.search.search import Search

SEED = 1
START_ITERATIONS = 100
RUNS = 5
LOOK_AHEAD_GAMES, LOOK_AHEAD_ROUNDS = 20, 50
COPY, FILL, STIR = range(3)  # what `make_worlds` does

# What a process does from the command to its first move.
FIRST_MOVE = """
import sys
import mctsky
position = mctsky.load(sys.argv[1]).start(1)
mctsky.analyse(position, sys.argv[2], iterations=int(sys.argv[3]))
"""


@dataclass(frozen=True)
class GameBench:
    """What a game costs by itself."""

    game: str
    playouts_per_second: float
    plies_per_playout: float
    copy_us: float
    world_us: float  # copying a view's state and filling it with a world
    playout_us: float
    next_world_us: float  # the same for every further world of a search by information sets: stirred, where the game can
    look_ahead_share: float | None = None  # of the playout time, spent to see whether turns can be completed
    cold_start_seconds: float | None = None  # command to first move, nothing compiled
    warm_start_seconds: float | None = None
    import_numba_seconds: float | None = None


@dataclass(frozen=True)
class SearchBench:
    """What a search variant costs; the tree's share is what copying, filling and playing out do not explain."""

    game: str
    variant: str
    iterations: int
    iterations_per_second: float
    iteration_us: float
    world_us: float
    playout_us: float
    tree_us: float  # selection, expansion and backup
    bytes_per_node: int
    bytes_per_iteration: float


@kernel(entry=True)
def make_worlds(game: Rules, pool: Any, words: Any, rng: Any, viewer: int, how: int, n: int) -> int:
    """Copy a state `n` times, and fill each copy with a world or stir it; the sum keeps the compiler from leaving any out."""
    pool, words, rng = borrow(pool), borrow(words), borrow(rng)
    total = 0
    for _ in range(n):
        pool[1] = pool[0]
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
    """Return the share of playout time that goes into seeing whether turns can be completed; None if the game never asks.

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
    pool = np.array(decisions, game.spec.state_dtype).view(np.recarray)
    fastest = {}
    for deep in (True, False):
        look_ahead_often(game.rules, pool, 1, deep)
        times = []
        for _ in range(RUNS):
            started = time.thread_time()
            look_ahead_often(game.rules, pool, LOOK_AHEAD_ROUNDS, deep)
            times.append(time.thread_time() - started)
        fastest[deep] = min(times) / LOOK_AHEAD_ROUNDS / LOOK_AHEAD_GAMES * 1e6  # per game, as the playout's time
    return max(0.0, (fastest[True] - fastest[False]) / playout_us)


def rate(function: Callable[[int], object], seconds: float) -> float:
    """Return how many times per second `function(n)` does its work, from the fastest of a few runs."""

    def took(n: int) -> float:
        started = time.perf_counter()
        function(n)
        return time.perf_counter() - started

    took(1)  # compile or load
    n = 1
    while took(n) < 0.01:
        n *= 2
    n = max(1, int(n / took(n) * seconds / RUNS))
    return n / min(took(n) for _ in range(RUNS))


def bench_game(game: Game, seconds: float) -> GameBench:
    """Measure playouts, copying and world-making from the start of a game."""
    position = game.start(SEED)
    _, plies = random_playouts(position, 1000, SEED)
    playouts = rate(lambda n: random_playouts(position, n, SEED), seconds)
    view = position.view()
    pool = np.zeros(2, game.spec.state_dtype).view(np.recarray)
    pool[0] = view.state
    rng = np.zeros(1, RNG_DTYPE).view(np.recarray)
    words = pool.view(np.ndarray).view(np.int64).reshape(2, -1)
    copies = rate(lambda n: make_worlds(game.rules, pool, words, rng, view.seat, COPY, n), seconds / 4)
    worlds = rate(lambda n: make_worlds(game.rules, pool, words, rng, view.seat, FILL, n), seconds / 4)
    stirs = worlds
    if has_verb(game.spec.game_type, "stir"):
        game.verb("determinise")(game.rules, pool[0], view.seat, rng[0])
        stirs = rate(lambda n: make_worlds(game.rules, pool, words, rng, view.seat, STIR, n), seconds / 4)
    ahead = look_ahead_share(game, 1e6 / playouts)
    return GameBench(game.name, playouts, plies, 1e6 / copies, 1e6 / worlds, 1e6 / playouts, 1e6 / stirs, ahead)


def variants_for(game: Game) -> list[str]:
    """Return the search variants that can play a game."""
    return [variant for variant in VARIANTS if variant != "mcts" or not game.spec.hidden]


def bench_search(game: Game, variant: str, costs: GameBench, seconds: float, iterations: int | None) -> SearchBench:
    """Measure one search variant from the start of a game, with its plain options."""
    params = read_params(variant)
    check_game(params, game)
    view: View = game.start(SEED).view()
    Search(view, params, SEED).run(iterations=100)  # compile or load first
    search = Search(view, params, SEED)
    search.run(iterations=iterations, seconds=None if iterations else seconds)
    iteration_us = search.seconds / search.iterations * 1e6
    world = costs.next_world_us if variant in LISTS else costs.copy_us if variant == "mcts" else costs.world_us
    return SearchBench(
        game=game.name,
        variant=variant,
        iterations=search.iterations,
        iterations_per_second=search.iterations / search.seconds,
        iteration_us=iteration_us,
        world_us=world,
        playout_us=costs.playout_us,
        tree_us=max(0.0, iteration_us - world - costs.playout_us),
        bytes_per_node=search.bytes_per_node if search.nodes else 0,
        bytes_per_iteration=search.nodes * search.bytes_per_node / search.iterations,
    )


def bench_start(game: Game) -> tuple[float, float, float]:
    """Return the seconds from command to first move, cold and warm, and those of `import numba`, in real processes."""
    variant = "mo-ismcts" if game.spec.hidden else "mcts"
    command = [sys.executable, "-c", FIRST_MOVE, game.name, variant, str(START_ITERATIONS)]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"MCTSKY_CACHE_DIR": folder}

        def run(arguments: list[str]) -> float:
            started = time.perf_counter()
            subprocess.run(arguments, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return time.perf_counter() - started

        cold = run(command)
        warm = min(run(command) for _ in range(3))
        numba = min(run([sys.executable, "-c", "import numba"]) for _ in range(3))
    return cold, warm, numba
