"""The sequential test: published log-likelihood ratios, extreme scores, settings, and simulated error rates."""

import json
import math

import numpy as np
import pytest
from scipy import optimize

from mctsky.arena.statistics.intervals import expected_score
from mctsky.arena.statistics.simulate import World, decisions, typical, with_first_at
from mctsky.arena.statistics.sprt import SequentialTest, SprtSettings, read_sprt
from mctsky.errors import OptionError


def ratio(cells: tuple[int, ...], elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of blocks counted by score, without stopping at a decision."""
    test = SequentialTest(SprtSettings(elo0, elo1), 2)
    for k, n in enumerate(cells):
        if n:
            test._count(k / (len(cells) - 1), n)
    return test._ratio()


# fastchess, app/tests/sprt_test.cpp at e633d954, test cases "logistic ..."; cells from lost to won. It checks them to 1 %.
PUBLISHED = [
    ((21184, 40708, 21404), 0.5, 2.5, -1.57),  # trinomial 1: losses, draws, wins
    ((57030, 106593, 57433), 0.0, 2.0, -2.59),  # trinomial 2
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),  # pentanomial 1: pairs of games
    ((871, 26175, 55003 + 980, 26678, 821), 0.0, 2.0, -4.98),  # pentanomial 2
]


@pytest.mark.parametrize(("cells", "elo0", "elo1", "llr"), PUBLISHED)
def test_published_ratios_of_two_players(cells: tuple[int, ...], elo0: float, elo1: float, llr: float) -> None:
    assert ratio(cells, elo0, elo1) == pytest.approx(llr, abs=0.006)


@pytest.mark.parametrize("cells", [(3, 10, 31, 14, 2), (0, 1, 0, 7, 1), (5, 0, 0, 0, 9), (1, 2, 3, 4, 5, 6, 7)])
def test_the_ratio_is_that_of_the_likeliest_distributions(cells: tuple[int, ...]) -> None:
    """Brute force: the best distribution over the cells with a given mean, found by scipy without our formula."""
    counts = np.array([float(n) or 1e-3 for n in cells])
    values = np.linspace(0.0, 1.0, len(cells))

    def best(mean: float) -> float:
        def loss(logits: np.ndarray) -> float:
            weights = np.exp(logits - logits.max())
            return -float(counts @ np.log(weights / weights.sum()))

        def offset(logits: np.ndarray) -> float:
            weights = np.exp(logits - logits.max())
            return float(weights @ values / weights.sum() - mean)

        start = np.log(counts)
        found = optimize.minimize(loss, start, constraints={"type": "eq", "fun": offset}, method="SLSQP", tol=1e-13)
        return -float(found.fun)

    expected = best(expected_score(60, 2)) - best(expected_score(0, 2))
    # Unseen cells between the extremes count as nothing here and as a thousandth of a block there.
    assert ratio(cells, 0.0, 60.0) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("n_seats", [2, 3, 5])
@pytest.mark.parametrize(("score", "decision"), [(1.0, "H1"), (0.0, "H0")])
def test_extreme_scores_decide_soon(n_seats: int, score: float, decision: str) -> None:
    test = SequentialTest(SprtSettings(0, 20), n_seats)
    while not test.add(score):
        assert math.isfinite(test.llr)
        assert test.n_blocks < 400
    assert test.decision == decision
    # Nothing but one score seen: a block is worth about the log of the ratio of expected scores (or of their complements).
    s0, s1 = expected_score(0, n_seats), expected_score(20, n_seats)
    per_block = math.log(s1 / s0) if score else math.log((1 - s1) / (1 - s0))
    assert test.llr == pytest.approx(per_block * test.n_blocks, rel=0.01)


def test_draws_only_decide_for_the_nearer_hypothesis() -> None:
    for settings, decision in [((0, 20), "H0"), ((-20, 0), "H1"), ((-40, -20), "H1"), ((5, 25), "H0")]:
        test = SequentialTest(SprtSettings(*settings), 2)
        test.feed([0.5] * 1000)
        assert test.decision == decision
    undecided = SequentialTest(SprtSettings(-10, 10), 2)
    assert undecided.feed([0.5] * 1000) == ""
    assert undecided.llr == pytest.approx(0.0, abs=1e-9)


def test_far_hypotheses_do_not_overflow() -> None:
    for elo0, elo1 in [(-2000, 2000), (1999, 2000), (-2000, -1999)]:
        for score in (0.0, 0.5, 1.0, 1 / 3):
            test = SequentialTest(SprtSettings(elo0, elo1), 2)
            test.feed([score] * 200)
            assert math.isfinite(test.llr)


def test_a_decision_stands() -> None:
    test = SequentialTest(SprtSettings(0, 50), 2)
    scores = [1.0] * 40 + [0.0] * 400
    assert test.feed(scores[:10]) == ""
    assert test.n_blocks == 10
    assert test.feed(scores) == "H1"
    n, llr = test.n_blocks, test.llr
    assert n < 40
    assert test.add(0.0) == test.feed(scores) == "H1"
    assert (test.n_blocks, test.llr) == (n, llr)
    data = json.loads(json.dumps(test.to_dict()))
    assert (data["decision"], data["blocks"], data["elo1"]) == ("H1", n, 50)


def test_a_bot_on_two_of_four_seats() -> None:
    """It cannot score more than a half per seat: then it always wins."""
    test = SequentialTest(SprtSettings(0, 50), 4, {2: 4})
    assert test.feed([0.5] * 200) == "H1"
    equal = SequentialTest(SprtSettings(-20, 20), 4, {2: 4})
    equal.feed([0.25, 0.125, 0.375] * 20)
    assert equal.llr == pytest.approx(0.0, abs=1e-9)
    with pytest.raises(OptionError, match="leave some"):
        SequentialTest(SprtSettings(0, 50), 2, {2: 1})
    with pytest.raises(OptionError, match="needs an opponent"):
        SequentialTest(SprtSettings(0, 50), 1)


def test_scores_of_any_kind_are_taken() -> None:
    rng = np.random.default_rng(1)
    test = SequentialTest(SprtSettings(0, 40), 3)
    test.feed((1 / 3 + 0.15 * rng.standard_normal(3000)).clip(0, 1).tolist())
    assert test.decision == "H0"


def test_settings_are_read() -> None:
    assert read_sprt("elo0=0,elo1=20") == SprtSettings(0.0, 20.0, 0.05, 0.05)
    settings = read_sprt(" elo1 = 2.5 , elo0=-1.75, alpha=0.1,beta=0.02")
    assert settings == SprtSettings(-1.75, 2.5, 0.1, 0.02)
    assert read_sprt(str(settings)) == settings
    assert SprtSettings(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert SprtSettings(0, 5, 0.05, 0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no settings are given; for example elo0=0"),
        ("elo0=0", "elo1 must be given"),
        ("alpha=0.1", "elo0 and elo1 must be given"),
        ("elo0=0,elo2=5", "no setting 'elo2'; did you mean 'elo"),
        ("elo0=0,elo1", "elo1 has no value"),
        ("elo0=0,elo1=x", "'x' is not a number"),
        ("elo0=0,elo1=nan", "not a finite number"),
        ("elo0=0,elo1=inf", "not a finite number"),
        ("elo0=0,elo0=1,elo1=2", "elo0 is given twice"),
        ("elo0=5,elo1=5", "elo0 must be less than elo1"),
        ("elo0=0,elo1=5000", "Elo beyond 2000"),
        ("elo0=0,elo1=5,alpha=0", "between 0 and 0.5"),
        ("elo0=0,elo1=5,beta=0.5", "between 0 and 0.5"),
    ],
)
def test_bad_settings_are_refused(text: str, problem: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_sprt(text)
    assert problem in str(caught.value)


def wrong(world: World, settings: SprtSettings, n_tests: int) -> tuple[float, float]:
    """Return how often H1 is accepted where elo0 is true, and H0 where elo1 is true."""
    shares = []
    for elo, end in ((settings.elo0, "H1"), (settings.elo1, "H0")):
        ends = decisions(with_first_at(world, expected_score(elo, world.n_seats)), settings, n_tests)
        assert ends["H0"] + ends["H1"] == n_tests  # every test came to an end
        shares.append(ends[end] / n_tests)
    return shares[0], shares[1]


def test_error_rates_are_not_far_off() -> None:
    """The first bot of pure Plackett-Luce games, where its strength follows from its Elo."""
    settings = SprtSettings(0, 150)
    for n in (2, 4):
        for elo, end in ((0.0, "H1"), (150.0, "H0")):
            world = World("plain", (elo * math.log(10) / 400, *[0.0] * (n - 1)), seat=0.0, luck=0.0, taste=0.0, drawn=0.0)
            ends = decisions(world, settings, 60)
            assert ends["H0"] + ends["H1"] == 60
            assert ends[end] / 60 < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 60)


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_error_rates_are_as_promised(n: int) -> None:
    n_tests = 1000
    noise = 3 * math.sqrt(0.05 * 0.95 / n_tests)
    for world in typical(n):
        assert max(wrong(world, SprtSettings(0, 50), n_tests)) < 0.05 + noise
