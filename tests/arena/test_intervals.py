"""Intervals of scores: what they hold, that a better result never looks less certain, Elo and the likelihood of superiority."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats
from tallies import interval

from mctsky.arena.statistics.intervals import (
    BlockScores,
    elo_of_score,
    expected_score,
    score_interval,
    superiority,
    t_quantile,
)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 10, 30, 101, 1000, 2000, 5000])
def test_t_quantiles_against_scipy(degrees: int) -> None:
    assert t_quantile(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-3 if degrees > 2000 else 1e-9)


@pytest.mark.parametrize("n", [10, 30, 1000])
def test_a_bot_that_always_won_is_judged_by_the_rule_of_three(n: int) -> None:
    """Where more blocks are lost than the bound says, 19 of 20 such matches would show one: the exact bound of n trials."""
    exact = stats.binomtest(n, n, alternative="greater").proportion_ci(0.95).low
    assert interval([1.0] * n) == pytest.approx((exact, 1.0))
    assert interval([0.0] * n) == pytest.approx((0.0, 1 - exact))


def test_sixty_wins_of_sixty_are_no_worse_than_fifty_nine() -> None:
    """The interval before this one said 0.886 for 60 wins of 60 and 0.905 for 59."""
    rows = [[1.0] * (30 - k) + [0.5] * k for k in range(31)]
    lows, highs = zip(*map(interval, rows), strict=True)
    assert list(lows) == sorted(lows, reverse=True)
    assert list(highs) == sorted(highs, reverse=True)
    assert lows[0] == lows[1] == pytest.approx(0.05 ** (1 / 30))


@pytest.mark.parametrize("score", [0.25, 0.5, 0.9])
@pytest.mark.parametrize("n", [1, 2, 10, 1000])
def test_equal_blocks_do_not_prove_that_all_are_equal(score: float, n: int) -> None:
    low, high = interval([score] * n)
    assert low < score < high
    assert high - low > 0.5 * 1.92 / (n + 1.92) / 2  # a part of them may be half a win better or worse


def test_the_interval_is_students_where_there_is_much_to_go_by() -> None:
    values = [random.Random(1).random() for _ in range(1)] + [k % 7 / 7 for k in range(2000)]
    low, high = interval(values)
    plain = stats.t.interval(0.95, len(values) - 1, stats.tmean(values), stats.sem(values))
    assert (low, high) == pytest.approx(plain, abs=1e-3)


def test_the_interval_of_single_games_is_that_of_trials() -> None:
    """Blocks of one game that is won or lost are trials."""
    values = [1.0] * 900 + [0.0] * 1700
    theirs = stats.binomtest(900, 2600).proportion_ci(method="wilson")
    assert interval(values) == pytest.approx((theirs.low, theirs.high), abs=1e-4)


def likelihood_bound(values: list[float], times: list[float], loss: float) -> float:
    """The lowest mean by scipy: minimise the mean over all weights within `loss` of the best log-likelihood."""
    counts = np.array(times)
    best = counts / counts.sum()
    within = {"type": "ineq", "fun": lambda w: loss - float(counts @ np.log(best / w))}
    whole = {"type": "eq", "fun": lambda w: w.sum() - 1}
    found = optimize.minimize(
        lambda w: float(w @ values), best, bounds=[(1e-12, 1)] * len(values), constraints=[within, whole], tol=1e-13
    )
    return float(found.fun)


def test_the_bound_is_the_lowest_mean_that_the_likelihood_allows() -> None:
    blocks = {0.25: 4, 0.5: 9, 0.75: 3}
    low, high = score_interval(blocks)
    mean = sum(value * n for value, n in blocks.items()) / 16
    values, times = [*blocks, max(0.0, mean - 0.625), min(1.0, mean + 0.625)], [*map(float, blocks.values()), 0.1, 0.1]
    loss = float(stats.t.ppf(0.975, 16)) ** 2 / 2
    assert low == pytest.approx(likelihood_bound(values, times, loss), abs=1e-6)
    assert high == pytest.approx(1 - likelihood_bound([1 - value for value in values], times, loss), abs=1e-6)


scores = st.integers(0, 12).map(lambda k: k / 12)


@given(st.lists(scores, min_size=1, max_size=40), st.data())
def test_a_better_block_never_lowers_a_bound(blocks: list[float], data: st.DataObject) -> None:
    fair = data.draw(st.sampled_from([0.5, 1 / 3, 0.25, 1 / 6, 0.6]))
    place = data.draw(st.integers(0, len(blocks) - 1))
    better = [*blocks]
    better[place] = data.draw(scores.filter(lambda score: score >= blocks[place]))
    before, after = (score_interval(Counter(row), fair=fair) for row in (blocks, better))
    assert after[0] >= before[0] - 1e-9
    assert after[1] >= before[1] - 1e-9


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.data())
def test_the_same_with_any_scores(blocks: list[float], data: st.DataObject) -> None:
    better = [score + (1 - score) * data.draw(st.sampled_from([0.0, 0.0, 0.001, 0.3, 1.0])) for score in blocks]
    for kind in (Counter, lambda row: BlockScores(row).counts()):
        (low, high), (later_low, later_high) = score_interval(kind(blocks)), score_interval(kind(better))
        assert later_low >= low - 1e-9
        assert later_high >= high - 1e-9


@given(st.lists(scores, max_size=40))
def test_another_win_never_lowers_the_lower_bound_nor_a_loss_raises_the_upper(blocks: list[float]) -> None:
    low, high = interval(blocks)
    assert interval([*blocks, 1.0])[0] >= low - 1e-9
    assert interval([*blocks, 0.0])[1] <= high + 1e-9


@given(st.lists(scores, min_size=1, max_size=40), st.sampled_from([0.5, 0.25]))
def test_intervals_hold_the_score_and_mirror(blocks: list[float], fair: float) -> None:
    low, high = score_interval(Counter(blocks), fair=fair)
    assert 0.0 <= low <= np.mean(blocks) + 1e-9
    assert np.mean(blocks) - 1e-9 <= high <= 1.0
    other_low, other_high = score_interval(Counter(1 - score for score in blocks), fair=1 - fair)
    assert (low, high) == pytest.approx((1 - other_high, 1 - other_low), abs=1e-9)


def test_elo_and_score_are_inverse() -> None:
    assert expected_score(100, 2) == pytest.approx(1 / (1 + 10 ** (-0.25)))
    assert expected_score(0, 5) == pytest.approx(0.2)
    assert expected_score(120, 4) == pytest.approx(10**0.3 / (10**0.3 + 3))
    for n_seats, held in [(2, {1: 2}), (5, {1: 5}), (4, {2: 4}), (3, {1: 3, 2: 3}), (6, {1: 1, 5: 1})]:
        for elo in (-700.0, -35.0, 0.0, 3.0, 400.0):
            assert elo_of_score(expected_score(elo, n_seats, held), n_seats, held) == pytest.approx(elo, abs=1e-6)
        most = sum(held.values()) / sum(k * games for k, games in held.items())
        assert (elo_of_score(0.0, n_seats, held), elo_of_score(most, n_seats, held)) == (-math.inf, math.inf)
        assert expected_score(1e6, n_seats, held) == pytest.approx(most)
        assert expected_score(-1e6, n_seats, held) == 0.0
    # Two bots of equal strength on three seats have a third per seat whoever has the odd one.
    assert elo_of_score(1 / 3, 3, {1: 3, 2: 3}) == pytest.approx(0.0, abs=1e-9)


def test_published_elo_and_superiority_of_a_match() -> None:
    """Pairs of fastchess app/tests/elo_test.cpp, "EloPentanomial 1": Elo 55.58, error 27.65; "2": -8.64, 10.33, LOS 5.05 %."""
    for cells, elo, error, los in [
        ((34, 54, 63, 64, 75), 55.58, 27.65, 1.0),
        ((332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
    ]:
        blocks = [k / 4 for k, n in enumerate(cells) for _ in range(n)]
        low, high = (elo_of_score(bound, 2) for bound in interval(blocks))
        assert elo_of_score(float(np.mean(blocks)), 2) == pytest.approx(elo, abs=0.01)
        assert (high - low) / 2 == pytest.approx(error, rel=0.01)
        leads = [2 * score - 1 for score in blocks]
        assert superiority(sum(leads), sum(lead * lead for lead in leads)) == pytest.approx(los, abs=1e-3)


def test_superiority_stays_calm() -> None:
    assert superiority(0.0, 0.0) == 0.5
    assert superiority(1.0, 1.0) == superiority(0.01, 0.0001) == pytest.approx(0.8413, abs=1e-4)
    assert superiority(-5.0, 5.0) == pytest.approx(1 - superiority(5.0, 5.0))
