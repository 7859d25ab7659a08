"""95 % intervals cover the truth 93 to 97 times in 100 on simulated matches of 2 to 5 bots whose blocks share their luck."""

import math

import numpy as np
import pytest
from tallies import interval

from mctsky.arena.statistics.intervals import superiority
from mctsky.arena.statistics.simulate import World, extreme, main, play, rating_coverage, score_coverage, true_scores, typical

FEW, MANY = 200, 2000
WIDE = 3 * math.sqrt(0.95 * 0.05 / FEW)  # noise of a few matches


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_score_intervals_cover_about_as_promised(n: int) -> None:
    for n_blocks in (20, 50):
        covered, _ = score_coverage(typical(n)[1], n_blocks, FEW)
        assert covered.min() > 0.93 - WIDE
        assert covered.mean() < 0.97 + WIDE


def test_rating_intervals_cover_about_as_promised() -> None:
    covered, _ = rating_coverage(typical(3)[1], 3, 20, 100)
    assert covered.min() > 0.93 - WIDE * math.sqrt(2)


@pytest.mark.slow
@pytest.mark.parametrize("n_blocks", [20, 50, 200])
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_score_intervals_cover_as_promised(n: int, n_blocks: int) -> None:
    for world in typical(n):
        covered, _ = score_coverage(world, n_blocks, MANY)
        # 2,000 matches leave a noise of half a point.
        assert covered.min() >= 0.93, world
        assert covered.max() <= 0.97, world


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_score_intervals_of_extreme_scores(n: int) -> None:
    for n_blocks in (10, 20, 50, 200):
        covered, _ = score_coverage(extreme(n), n_blocks, MANY)
        assert covered.min() >= 0.92
        assert covered.max() <= 0.995  # scores down to 0.01, where only 0, 1 or 2 wins are to be expected


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_rating_intervals_cover_as_promised(n: int) -> None:
    for world in typical(n):
        covered, _ = rating_coverage(world, n, 50, MANY)
        assert covered.min() >= 0.93, world
        assert covered.max() <= 0.97, world


@pytest.mark.parametrize("chance", [0.03, 0.2, 0.5, 0.9, 0.98])
@pytest.mark.parametrize("n", [10, 60])
def test_the_interval_covers_the_truth_near_0_and_1(chance: float, n: int) -> None:
    """Blocks of two games that are won or lost; the plain t-interval fails this near 0 and 1."""
    rng = np.random.default_rng(7)
    blocks = (rng.random((1000, n, 2)) < chance).mean(axis=2).tolist()
    covered = sum(low <= chance <= high for low, high in map(interval, blocks))
    assert covered / 1000 > 0.925


def test_equal_bots_are_rarely_told_apart() -> None:
    """Where two bots are equal, one of them is "97.5 % likely better" in about 5 of 100 matches."""
    rng = np.random.default_rng(5)
    world = typical(3)[0]
    blocks = play(world, 30 * 2000, rng).mean(axis=1).reshape(2000, 30, 3)
    leads = blocks[:, :, 0] - blocks[:, :, 1]
    chances = np.array([superiority(float(row.sum()), float((row**2).sum())) for row in leads])
    assert 0.03 < np.mean((chances > 0.975) | (chances < 0.025)) < 0.07


def test_the_simulated_match_is_what_it_says() -> None:
    rng = np.random.default_rng(1)
    plain = World("plain", (math.log(3.0), 0.0, 0.0), seat=0.0, luck=0.0, taste=0.0, drawn=0.0)
    assert true_scores(plain, 40_000) == pytest.approx([0.6, 0.2, 0.2], abs=0.006)
    results = play(World("drawn", (0.0,) * 4, drawn=0.5), 2000, rng)
    assert results.sum(axis=2) == pytest.approx(1.0)
    assert np.mean((results == 0.5).any(axis=2)) == pytest.approx(0.5, abs=0.03)
    # Luck of the deal cancels within a block, a deal that suits a bot does not.
    for world, sign in (
        (World("luck", (0.0, 0.0), luck=2.0, taste=0.0), -1),
        (World("taste", (0.0, 0.0), luck=0.0, taste=2.0), 1),
    ):
        results = play(world, 4000, rng)[:, :, 0]
        assert sign * (results.mean(axis=1).var() * 2 / results.var() - 1) > 0.2


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    main(["scores", "--matches", "1"])
    shown = capsys.readouterr().out.splitlines()
    assert shown[1].startswith("| bots | match | true scores | blocks")
    assert len(shown) == 3 + 4 * 4 * 5
