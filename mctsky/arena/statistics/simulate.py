"""Simulated matches with known strengths: do 95 % intervals cover the truth 95 times in 100?
Run it with `python -m mctsky.arena.statistics.simulate`.

A game is a race: a seat's time is its bot's strength, the advantage of the seat, the luck of the block's deal for that seat,
how well the deal suits the bot, and luck of its own (Gumbel noise, so that without the rest it is a Plackett-Luce game). The
games of a block share the deal and its luck, and every bot takes every seat, as in a match.
"""

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mctsky.arena.statistics.intervals import BlockScores, expected_score
from mctsky.arena.statistics.ratings import RatedGame, Ratings, fit_ratings
from mctsky.arena.statistics.sprt import SequentialTest, SprtSettings

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class World:
    """How the games of a simulated match go; all but the drawn share in units of log strength."""

    name: str
    strengths: tuple[float, ...]
    seat: float = 0.3  # the first seat has this advantage over the last, the others between
    luck: float = 0.8  # of the deal for a seat
    taste: float = 0.3  # of the deal for a bot: makes the games of a block alike
    drawn: float = 0.1  # games in which the first two share the win

    @property
    def n_seats(self) -> int:
        """The number of bots, one at each seat."""
        return len(self.strengths)


def play(world: World, n_blocks: int, rng: np.random.Generator) -> Floats:
    """Return results[block, game, bot]: what each bot got in each game of each block."""
    n = world.n_seats
    seats = (np.arange(n)[:, None] + np.arange(n)[None, :]) % n  # of each bot in each game
    edge = world.seat * (0.5 - np.arange(n) / max(1, n - 1))
    deal = rng.normal(0.0, world.luck, (n_blocks, n)) + edge
    suits = rng.normal(0.0, world.taste, (n_blocks, n)) + np.array(world.strengths)
    times = deal[:, seats] + suits[:, None, :] + rng.gumbel(size=(n_blocks, n, n))
    order = np.argsort(-times, axis=2)
    drawn = rng.random((n_blocks, n)) < world.drawn
    results = np.zeros((n_blocks, n, n))
    np.put_along_axis(results, order[:, :, :1], np.where(drawn, 0.5, 1.0)[:, :, None], axis=2)
    np.put_along_axis(results, order[:, :, 1:2], np.where(drawn, 0.5, 0.0)[:, :, None], axis=2)
    return results


@lru_cache(maxsize=64)
def true_scores(world: World, n_blocks: int = 400_000, seed: int = 1) -> tuple[float, ...]:
    """Return the bots' expected scores, from so many blocks that their error is a small part of any interval."""
    rng = np.random.default_rng(seed)
    parts = [play(world, 20_000, rng).mean(axis=(0, 1)) for _ in range(max(1, n_blocks // 20_000))]
    return tuple(np.mean(parts, axis=0).tolist())


def score_coverage(world: World, n_blocks: int, n_matches: int, seed: int = 2) -> tuple[Floats, Floats]:
    """Return how often each bot's score interval covers its expected score, and the mean width."""
    truth = true_scores(world, 200 * n_matches)
    rng = np.random.default_rng(seed)
    covered, width = np.zeros(world.n_seats), np.zeros(world.n_seats)
    for _ in range(n_matches):
        blocks = play(world, n_blocks, rng).mean(axis=1)
        for bot in range(world.n_seats):
            low, high = BlockScores(blocks[:, bot]).bounds(n_blocks, world.n_seats, n_blocks, shared=True)
            covered[bot] += low <= truth[bot] <= high
            width[bot] += high - low
    return covered / n_matches, width / n_matches


def to_games(world: World, results: Floats, bots: Sequence[int] | None = None, match: int = 0) -> list[RatedGame]:
    """Return results[block, game, bot] as games for rating; bot k is called by the k-th of `bots`, or k."""
    names = tuple(str(bot) for bot in (bots if bots is not None else range(world.n_seats)))
    return [RatedGame(names, tuple(row), (match, block)) for block, rows in enumerate(results.tolist()) for row in rows]


def play_tournament(world: World, n_seats: int, n_blocks: int, rng: np.random.Generator) -> list[RatedGame]:
    """Return the games of a tournament in which every `n_seats` bots meet in `n_blocks` blocks."""
    games: list[RatedGame] = []
    for match, bots in enumerate(itertools.combinations(range(world.n_seats), n_seats)):
        table = replace(world, strengths=tuple(world.strengths[bot] for bot in bots))
        games += to_games(table, play(table, n_blocks, rng), bots, match)
    return games


def rating_coverage(world: World, n_seats: int, n_blocks: int, n_matches: int, seed: int = 3) -> tuple[Floats, Floats]:
    """Return how often each bot's rating interval covers its rating after endless games, and the mean width."""

    def by_name(ratings: Ratings) -> list[tuple[float, float, float]]:
        return [(bot.rating, bot.low, bot.high) for bot in sorted(ratings.bots, key=lambda bot: int(bot.name))]

    rng = np.random.default_rng(seed)
    n_endless = max(1000, 10 * n_matches)
    truth = np.array(by_name(fit_ratings(play_tournament(world, n_seats, n_endless, rng))))[:, 0]
    covered, width = np.zeros(world.n_seats), np.zeros(world.n_seats)
    for _ in range(n_matches):
        table = np.array(by_name(fit_ratings(play_tournament(world, n_seats, n_blocks, rng))))
        covered += (table[:, 1] <= truth) & (truth <= table[:, 2])
        width += table[:, 2] - table[:, 1]
    return covered / n_matches, width / n_matches


def with_first_at(world: World, score: float) -> World:
    """Return the world with the first bot's strength changed so that this is its expected score."""
    low, high = -4.0, 4.0
    for _ in range(14):
        middle = (low + high) / 2
        world = replace(world, strengths=(middle, *world.strengths[1:]))
        low, high = (middle, high) if true_scores(world, 200_000)[0] < score else (low, middle)
    return world


def decisions(world: World, settings: SprtSettings, n_tests: int, max_blocks: int = 20_000, seed: int = 4) -> Counter[str]:
    """Return how sequential tests of the first bot end ("" where `max_blocks` were not enough), and the blocks they took."""
    rng = np.random.default_rng(seed)
    ends: Counter[str] = Counter(H0=0, H1=0)
    for _ in range(n_tests):
        test = SequentialTest(settings, world.n_seats)
        while not test.decision and test.n_blocks < max_blocks:
            for score in play(world, 100, rng).mean(axis=1)[:, 0].tolist():
                test.add(score)
        ends[test.decision] += 1
        ends["blocks"] += test.n_blocks
    return ends


def typical(n: int) -> list[World]:
    """Return matches of n bots as they usually are: equals, unequals, and a game in which the deal matters most."""
    return [
        World("equal", (0.0,) * n),
        World("unequal", tuple(np.linspace(0.8, -0.8, n))),
        World("lucky", tuple(np.linspace(0.3, -0.3, n)), luck=2.5, taste=0.0, drawn=0.3),
    ]


def extreme(n: int) -> World:
    """Return a match of n bots some of which nearly always win or lose."""
    return World("far apart", tuple(np.linspace(2.5, -2.5, n)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how often intervals cover the truth, and how often sequential tests are wrong."""
    parser = argparse.ArgumentParser(prog="python -m mctsky.arena.statistics.simulate", description=main.__doc__)
    parser.add_argument("what", nargs="*", choices=["scores", "ratings", "sprt"], default=["scores", "ratings", "sprt"])
    parser.add_argument("--matches", type=int, default=2000, help="simulated matches per row")
    given = parser.parse_args(arguments)
    if "scores" in given.what:
        _show("| bots | match | true scores | blocks | covered, % | mean width |", 6)
        for n in (2, 3, 4, 5):
            for world in [*typical(n), extreme(n)]:
                shown = " ".join(f"{score:.2f}" for score in true_scores(world, 200 * given.matches))
                for n_blocks in (5, 10, 20, 50, 200):
                    covered, width = score_coverage(world, n_blocks, given.matches)
                    _show(f"| {n} | {world.name} | {shown} | {n_blocks} | {_range(covered)} | {width.mean():.3f} |")
    if "ratings" in given.what:
        _show("| bots | seats | match | blocks per table | covered, % | mean width, Elo |", 6)
        for n, n_seats, sizes in ((2, 2, (20, 50)), (3, 3, (20, 50)), (4, 4, (20, 50)), (5, 5, (20, 50)), (5, 2, (2, 4, 10))):
            for world in [*typical(n), extreme(n)]:
                for n_blocks in sizes:
                    covered, width = rating_coverage(world, n_seats, n_blocks, given.matches)
                    _show(f"| {n} | {n_seats} | {world.name} | {n_blocks} | {_range(covered)} | {width.mean():.0f} |")
    if "sprt" in given.what:
        _show("| bots | match | true Elo | H0, % | H1, % | undecided, % | mean blocks |", 7)
        settings = SprtSettings(0, 50)
        for n in (2, 3, 4, 5):
            for world in (typical(n)[0], World("no luck", (0.0,) * n, seat=0.0, luck=0.0, taste=0.0, drawn=0.0)):
                for elo in (settings.elo0, settings.elo1):
                    ends = decisions(with_first_at(world, expected_score(elo, n)), settings, given.matches)
                    shares = " | ".join(f"{100 * ends[end] / given.matches:.1f}" for end in ("H0", "H1", ""))
                    _show(f"| {n} | {world.name} | {elo:g} | {shares} | {ends['blocks'] / given.matches:.0f} |")


def _range(covered: Floats) -> str:
    low, high = 100 * covered.min(), 100 * covered.max()
    return f"{low:.1f}" if len(covered) == 2 else f"{low:.1f}-{high:.1f}"  # two bots: their intervals mirror each other


def _show(line: str, n_columns: int = 0) -> None:
    sys.stdout.write(f"\n{line}\n{'|---' * n_columns}|\n" if n_columns else line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
