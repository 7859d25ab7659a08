"""How sure a score is: 95 % intervals from block scores, Elo from scores, the likelihood that one bot is better."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist, fmean

CONFIDENCE = 0.95
NORMAL = NormalDist()
Z = NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)
_TINY = 1e-12  # a variance that is only rounding


@lru_cache(maxsize=64)
def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Return t such that Student's t with whole `degrees` of freedom lies within [-t, t] with this probability."""
    if degrees > 2000:
        return NORMAL.inv_cdf(0.5 + confidence / 2)
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_within(middle, degrees) < confidence else (low, middle)
    return math.sqrt(degrees) * math.tan(low)


def _t_within(angle: float, degrees: int) -> float:
    """Return the probability that |T| < sqrt(degrees) * tan(angle): the finite series for whole degrees of freedom."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = degrees % 2
    term = total = (cosine if odd else 1.0) if degrees > 1 else 0.0
    for k in range(2 + odd, degrees - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def wilson(share: float, n: float, quantile: float = Z) -> tuple[float, float]:
    """Return Wilson's interval of a share seen in n trials; 95 % unless another quantile is given."""
    square = quantile * quantile
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = quantile / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def score_interval(n_blocks: int, mean: float, variance: float, top: float = 1.0) -> tuple[float, float]:
    """Return the 95 % interval of a score from the number, mean and sample variance of block scores in [0, top].

    It is Wilson's interval with the number of trials that would give the blocks' variance, and Student's quantile because that
    variance is estimated. Like Wilson's it leans inwards near 0 and `top`, where the plain t-interval is far too narrow, and in
    the middle the two agree. Equal blocks say nothing about their spread: each counts as one trial.
    """
    if n_blocks == 0:
        return 0.0, top
    share = min(1.0, max(0.0, mean / top))
    spread = variance / (top * top)
    if n_blocks == 1 or spread < _TINY:
        low, high = wilson(share, n_blocks)
    else:
        low, high = wilson(share, share * (1 - share) * n_blocks / spread, t_quantile(n_blocks - 1))
    return top * low, top * high


def interval(blocks: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of block scores in [0, 1], see `score_interval`."""
    if len(blocks) < 2:
        return score_interval(len(blocks), fmean(blocks) if blocks else 0.5, 0.0)
    mean = fmean(blocks)
    return score_interval(len(blocks), mean, sum((value - mean) ** 2 for value in blocks) / (len(blocks) - 1))


def superiority(total: float, squares: float) -> float:
    """Return how likely one bot is better than another, from sum and sum of squares of their block score differences.

    Were they equal, total / sqrt(squares) would be about normal. It stays finite however clear the result: one block alone
    never says more than 84 %.
    """
    return NORMAL.cdf(total / math.sqrt(squares)) if squares > _TINY else 0.5


def expected_score(elo: float, n_seats: int, holdings: Mapping[int, int] | None = None) -> float:
    """Return the mean score per seat of a bot that is `elo` stronger than each of the others, all equal.

    A seat's chance is proportional to 10^(elo/400). `holdings` says in how many games of a block the bot has how many seats;
    one seat in each if it is not given. With two seats this is the usual logistic curve.
    """
    held = holdings or {1: 1}
    # Strength over the field's, with the larger of the two powers kept at 1 so that nothing overflows.
    own, other = (10.0 ** (elo / 400), 1.0) if elo < 0 else (1.0, 10.0 ** (-elo / 400))
    total = sum(games * k * own / (k * own + (n_seats - k) * other) for k, games in held.items())
    return total / sum(games * k for k, games in held.items())


def elo_of_score(score: float, n_seats: int, holdings: Mapping[int, int] | None = None) -> float:
    """Return the Elo difference to the field that explains a score; infinite where the field never or always wins."""
    held = holdings or {1: 1}
    low, high = -8000.0, 8000.0  # 10^-20 is below the resolution of a score near 1
    if score <= expected_score(low, n_seats, held):
        return -math.inf
    if score >= expected_score(high, n_seats, held):
        return math.inf
    if held.keys() == {1}:
        return 400 * math.log10(score * (n_seats - 1) / (1 - score))
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if expected_score(middle, n_seats, held) < score else (low, middle)
    return (low + high) / 2
