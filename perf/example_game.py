"""Measure mo-ismcts in Love Letter against Leduc poker: iterations per second of CPU time, in turns.

    pip install -e examples/loveletter && python perf/example_game.py

Positions are decisions of random games, at their beginning and in the middle of them.
"""

import time
from random import Random
from statistics import fmean, median

import mctsky
from mctsky.search.params import read_params
from mctsky.search.search import Search
from mctsky.testing.draws import sampled_worlds

ITERATIONS = 2_000  # as `mctsky bench` does
ROUNDS, N_GAMES = 5, 20
GAMES = (("leduc", 2), ("loveletter", 2), ("loveletter", 3), ("loveletter", 4))
STAGES = {"beginning": 0.0, "middle": 0.5}  # share of the decisions that come before


def decisions(name: str, players: int, share: float) -> list[mctsky.View]:
    """Return the view of the seat to act at one decision each of some random games."""
    game, views = mctsky.load(name, players=players), []
    for seed in range(N_GAMES):
        position, random, found = game.start(seed), Random(seed), []
        while not position.is_over:
            if len(position.legal_codes()) > 1:
                found.append(position.view())
            position.play(random.choice(position.legal_codes()))
        views += found[int(share * len(found)) :][:1]
    return views


def nanoseconds(view: mctsky.View) -> float:
    """Return the CPU time of one iteration."""
    search = Search(view, read_params("mo-ismcts"), 1)
    begun = time.thread_time()
    search.run(ITERATIONS)
    return (time.thread_time() - begun) / ITERATIONS * 1e9


def nanoseconds_per_world(view: mctsky.View) -> float:
    """Return the CPU time of one world."""
    begun = time.thread_time()
    sampled_worlds(view, ITERATIONS, 1)
    return (time.thread_time() - begun) / ITERATIONS * 1e9


def main() -> None:
    """Print a row per game and stage."""
    places = {(name, n, stage): decisions(name, n, share) for name, n in GAMES for stage, share in STAGES.items()}
    for views in places.values():
        nanoseconds(views[0]), nanoseconds_per_world(views[0])  # compile
    taken: dict[tuple[str, int, str], list[float]] = {place: [] for place in places}
    for _ in range(ROUNDS):
        for place, views in places.items():
            taken[place].append(fmean(map(nanoseconds, views)))
    for (name, players, stage), times in taken.items():
        ratio = median(taken["leduc", 2, stage]) / median(times)
        rate = 1e9 / median(times)
        world = fmean(map(nanoseconds_per_world, places[name, players, stage]))
        row = f"{rate:,.0f} iterations per second, {ratio:.2f} of leduc, {world:.0f} ns per world"
        print(f"{name}, {players} players, {stage}: {row}")


if __name__ == "__main__":
    main()
