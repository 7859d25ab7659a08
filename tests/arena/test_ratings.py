"""Plackett-Luce ratings: published values, brute force, ties, several seats, groups, blocks."""

import itertools
import json
import math
import random

import numpy as np
import pytest
from scipy import optimize

from mctsky.arena.statistics.intervals import superiority
from mctsky.arena.statistics.ratings import ELO, RatedGame, Ratings, crosstable, fit_ratings
from mctsky.errors import OptionError


def by_name(ratings: Ratings) -> dict[str, float]:
    return {bot.name: bot.rating for bot in ratings.bots}


def test_published_bradley_terry_strengths() -> None:
    """Citations between journals (Stigler 1994; Agresti 2002), as fitted in the vignette of the R package BradleyTerry2.

    Log strengths against Biometrika: Comm. Statist. -2.94907, JASA -0.47957, JRSS-B 0.26895; errors 0.10255, 0.06059, 0.07083.
    """
    cited = {
        "Biometrika": (0, 730, 498, 221),
        "CommStat": (33, 0, 68, 17),
        "JASA": (320, 813, 0, 142),
        "JRSSB": (284, 276, 325, 0),
    }
    games = []
    for name, row in cited.items():
        for other, times in zip(cited, row, strict=True):
            games += [RatedGame((name, other), (1.0, 0.0), (name, other, k)) for k in range(times)]
    ratings = fit_ratings(games, anchor=("Biometrika", 0.0), prior=1e-9)
    strengths = {bot.name: bot.rating / ELO for bot in ratings.bots}
    expected = {"Biometrika": 0.0, "CommStat": -2.94907, "JASA": -0.47957, "JRSSB": 0.26895}
    assert strengths == pytest.approx(expected, abs=1e-5)
    errors = {bot.name: (bot.high - bot.low) / 2 / 1.96 / ELO for bot in ratings.bots}
    # Ours are computed from the spread of the single citations, theirs from the model: equal but for chance.
    assert errors == pytest.approx(
        {"Biometrika": 0.0, "CommStat": 0.10255, "JASA": 0.06059, "JRSSB": 0.07083}, rel=0.02, abs=1e-9
    )


def test_two_bots_without_draws_are_elo() -> None:
    games = [RatedGame(("A", "B"), (1.0, 0.0) if k % 4 else (0.0, 1.0), k) for k in range(400)]
    ratings = by_name(fit_ratings(games, prior=1e-9))
    assert ratings["A"] - ratings["B"] == pytest.approx(400 * math.log10(3), abs=1e-5)
    assert ratings["A"] + ratings["B"] == pytest.approx(0.0, abs=1e-9)
    games = [RatedGame(("A", "B"), (0.5, 0.5), 1), RatedGame(("A", "B"), (1.0, 0.0), 2)]
    drawn = by_name(fit_ratings(games, prior=1e-9))
    assert drawn["A"] - drawn["B"] == pytest.approx(400 * math.log10(3), abs=1e-4)  # 1.5 points of 2


def test_winners_of_one_table_are_their_shares() -> None:
    """All bots in every game and one winner each: strength is proportional to wins."""
    wins = {"A": 30, "B": 12, "C": 6, "D": 2}
    games = [
        RatedGame(tuple(wins), tuple(float(other == name) for other in wins), (name, k))
        for name, n in wins.items()
        for k in range(n)
    ]
    ratings = by_name(fit_ratings(games, anchor=("C", 1000.0), prior=1e-9))
    assert ratings == pytest.approx({name: 1000 + 400 * math.log10(n / 6) for name, n in wins.items()}, abs=1e-4)


def slow_log_likelihood(games: list[RatedGame], strengths: dict[str, float]) -> float:
    """Return the log-likelihood from the words of the docstring: all orders that agree with the result, in equal parts."""
    total = 0.0
    for game in games:
        seats = range(len(game.names))
        lowest = min(game.result)
        drawn = max(game.result) == lowest
        orders = [
            order
            for order in itertools.permutations(seats)
            if all(game.result[a] >= game.result[b] for a, b in itertools.pairwise(order))
        ]
        logs = []
        for order in orders:
            log = 0.0
            for place, seat in enumerate(order):
                if game.result[seat] == lowest and not drawn:
                    break
                log += strengths[game.names[seat]]
                log -= math.log(sum(math.exp(strengths[game.names[other]]) for other in order[place:]))
            logs.append(log)
        total += sum(logs) / len(logs)
    return total


def random_games(seed: int, n_bots: int, seat_counts: tuple[int, ...], n_games: int) -> list[RatedGame]:
    luck = random.Random(seed)
    names = [f"bot{k}" for k in range(n_bots)]
    games = []
    for number in range(n_games):
        n_seats = luck.choice(seat_counts)
        held = tuple(luck.choices(names, k=n_seats)) if luck.random() < 0.3 else tuple(luck.sample(names, n_seats))
        kind = luck.choice(["winner", "order", "ties", "draw"])
        values = {"winner": [1.0] + [0.0] * (n_seats - 1), "order": [k / n_seats for k in range(n_seats)]}.get(
            kind, [luck.choice([0.0, 0.5, 1.0]) for _ in range(n_seats)] if kind == "ties" else [0.5] * n_seats
        )
        games.append(RatedGame(held, tuple(luck.sample(values, n_seats)), number // 3))
    return games


@pytest.mark.parametrize(("n_bots", "seat_counts"), [(2, (2,)), (4, (3,)), (5, (2, 3, 4)), (6, (5,))])
def test_ratings_maximise_the_likelihood(n_bots: int, seat_counts: tuple[int, ...]) -> None:
    games = random_games(n_bots, n_bots, seat_counts, 12 if max(seat_counts) > 4 else 50)
    names = sorted({name for game in games for name in game.names})

    def loss(values: np.ndarray) -> float:
        prior = sum(0.5 * value - math.log1p(math.exp(value)) for value in values)
        return -slow_log_likelihood(games, dict(zip(names, values, strict=True))) - 2.0 * prior

    found = optimize.minimize(loss, np.zeros(len(names)), method="BFGS", options={"gtol": 1e-8}).x
    mine = by_name(fit_ratings(games, prior=2.0))
    assert mine == pytest.approx({name: ELO * (x - found.mean()) for name, x in zip(names, found, strict=True)}, abs=0.01)


def test_an_unbeaten_bot_has_a_finite_rating_and_a_wide_interval() -> None:
    games = [RatedGame(("A", "B"), (1.0, 0.0), k) for k in range(40)]
    games += [RatedGame(("B", "C"), (float(k % 2), float(1 - k % 2)), 40 + k) for k in range(40)]
    games += [RatedGame(("D", "C"), (float(k % 3 > 0), float(k % 3 == 0)), 80 + k) for k in range(30)]
    ratings = fit_ratings(games)
    best = ratings.bots[0]
    assert (best.name, best.by_prior, best.rank) == ("A", True, 1)
    assert 300 < best.rating < 900
    assert best.high - best.low > 1.5 * max(bot.high - bot.low for bot in ratings.bots[1:])
    assert [bot.by_prior for bot in ratings.bots[1:]] == [False] * 3
    assert "the distance is a guess: A" in ratings.warning
    both = fit_ratings(games[:40])
    assert [bot.by_prior for bot in both.bots] == [True, True]


def test_groups_that_never_met_are_said_not_compared() -> None:
    games = [
        RatedGame(pair, (float(k % 3 > 0), float(k % 3 == 0)), (pair, k))
        for pair in (("A", "B"), ("C", "D"))
        for k in range(30)
    ]
    ratings = fit_ratings(games, anchor=("B", 100.0))
    assert ratings.groups == (("A", "B"), ("C", "D"))
    assert "2 groups never met" in ratings.warning
    table = by_name(ratings)
    assert (table["B"], table["C"] + table["D"]) == (pytest.approx(100.0), pytest.approx(0.0, abs=1e-9))
    assert [bot.rank for bot in ratings.bots] == [1, 2, 1, 2]
    chances = ratings.superiority
    assert chances[0][2] is chances[3][1] is None
    assert chances[0][1] is not None
    data = json.loads(json.dumps(ratings.to_dict(), allow_nan=False))
    assert data["bots"][0]["superiority"] == {"B": chances[0][1], "C": None, "D": None}
    joined = fit_ratings([*games, RatedGame(("B", "C"), (0.5, 0.5), "bridge")])
    assert (len(joined.groups), joined.warning) == (1, "")


@pytest.mark.parametrize("results", [[(1.0, 0.0)] * 2, [(1.0, 0.0), (0.5, 0.5)], [(1.0, 0.0)] * 50])
def test_one_block_never_makes_superiority_likely(results: list[tuple[float, float]]) -> None:
    games = [RatedGame(("A", "B"), result, 0) for result in results]
    assert 0.5 < fit_ratings(games).superiority[0][1] <= 0.8414
    # One block between two fields says no more, however many games are played within them.
    within = [RatedGame(pair, (1.0, 0.0) if k % 3 else (0.0, 1.0), (pair, k)) for pair in ("AX", "BY") for k in range(60)]
    ratings = fit_ratings([*games, *(RatedGame(tuple(game.names), game.result, game.block) for game in within)])
    order = [bot.name for bot in ratings.bots]
    for winner in "AX":
        for loser in "BY":
            assert ratings.superiority[order.index(winner)][order.index(loser)] < 0.95
    assert ratings.superiority[order.index("A")][order.index("X")] > 0.99


def test_superiority_is_that_of_a_match_of_two() -> None:
    """Where two bots met in many blocks, the ratings' likelihood and the match's agree."""
    luck = random.Random(3)
    blocks = [[luck.choice([(1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]) for _ in range(2)] for _ in range(40)]
    leads = [sum(mine - theirs for mine, theirs in block) for block in blocks]
    ratings = fit_ratings(RatedGame(("A", "B"), result, k) for k, block in enumerate(blocks) for result in block)
    assert ratings.superiority[0][1] == pytest.approx(superiority(sum(leads), sum(lead**2 for lead in leads)), abs=0.005)


def test_likelihood_of_superiority_is_a_chance() -> None:
    ratings = fit_ratings(random_games(9, 5, (3,), 200))
    for a, b in itertools.product(range(5), repeat=2):
        forth, back = ratings.superiority[a][b], ratings.superiority[b][a]
        assert forth is not None
        assert back is not None
        assert forth + back == pytest.approx(1.0)
        assert (forth >= 0.5) == (a <= b)  # best first


def test_games_of_one_block_are_not_independent() -> None:
    """The same games, each told five times: as blocks of five they say what one says; as single games too much."""
    luck = random.Random(4)
    once = [RatedGame(("A", "B"), (1.0, 0.0) if luck.random() < 0.6 else (0.0, 1.0), k) for k in range(60)]
    blocks = [game for game in once for _ in range(5)]
    loose = [RatedGame(game.names, game.result, number) for number, game in enumerate(blocks)]

    def width(games: list[RatedGame]) -> float:
        bot = fit_ratings(games).bots[0]
        return bot.high - bot.low

    assert width(blocks) == pytest.approx(width(once), rel=0.03)
    assert width(loose) == pytest.approx(width(once) / math.sqrt(5), rel=0.03)


def test_a_bot_at_several_seats_meets_itself_without_effect() -> None:
    games = [
        RatedGame(("A", "A", "B"), result, k) for k, result in enumerate([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
    ]
    ratings = by_name(fit_ratings(games, prior=1e-9))
    assert ratings["A"] - ratings["B"] == pytest.approx(0.0, abs=1e-5)  # two of three wins with two of three seats


def test_impossible_ratings_are_refused() -> None:
    games = [RatedGame(("A", "B"), (1.0, 0.0), 0)]
    with pytest.raises(OptionError, match="the anchor played no game"):
        fit_ratings(games, anchor=("C", 0.0))
    with pytest.raises(OptionError, match="at least two seats"):
        fit_ratings([RatedGame(("A",), (1.0,), 0)])
    with pytest.raises(OptionError, match="must be positive"):
        fit_ratings(games, prior=0.0)
    nothing = fit_ratings([])
    assert (nothing.bots, nothing.groups, nothing.games, nothing.warning) == ((), (), 0, "")


def test_a_crosstable_counts_every_two_seats() -> None:
    games = [RatedGame(("A", "B", "A"), (1.0, 0.0, 0.0), 0), RatedGame(("B", "C"), (1.0, 0.0), 1)]
    assert crosstable(games) == {("A", "B"): (2, 1.5), ("B", "A"): (2, 0.5), ("B", "C"): (1, 1.0), ("C", "B"): (1, 0.0)}
