"""How sure a score is: 95 % intervals from block scores, Elo from scores, the likelihood that one bot is better."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np

CONFIDENCE = 0.95
NORMAL = NormalDist()
Z = NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)
_TINY = 1e-12  # a spread that is only rounding
_MAX_TILT = 600.0  # a logarithm; floats go to 709
_UNSEEN = 0.1  # blocks that each imaginary one counts for


@lru_cache(maxsize=64)
def t_quantile(degrees: int) -> float:
    """Return t such that Student's t with whole `degrees` of freedom lies within [-t, t] with probability CONFIDENCE."""
    if degrees > 2000:
        return Z
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_within(middle, degrees) < CONFIDENCE else (low, middle)
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


def score_interval(counts: Mapping[float, int], top: float = 1.0, fair: float = 0.5) -> tuple[float, float]:
    """Return the 95 % interval of a score from how often each block score in [0, top] came; docs/arena.md says why.

    `fair` is the share of `top` that a bot as good as the others would get. The interval holds the means that an empirical
    likelihood ratio does not rule out. Raising a block score never lowers a bound.
    """
    n_blocks = sum(counts.values())
    if n_blocks == 0:
        return 0.0, top
    shares = [(min(1.0, max(0.0, score / top)), times) for score, times in counts.items()]
    low = _lower_bound(shares, n_blocks, fair)
    high = 1.0 - _lower_bound([(1.0 - share, times) for share, times in shares], n_blocks, 1.0 - fair)
    return top * low, top * high


def _lower_bound(shares: Sequence[tuple[float, float]], n_blocks: int, fair: float) -> float:
    """Return the lower bound of the mean of shares in [0, 1], which are given with the number of blocks that had them."""
    mean = math.fsum(share * times for share, times in shares) / n_blocks
    # Blocks that did not come but might have: as far from the mean as a fair share, and further where there are few.
    apart = min(fair, 1.0 - fair) * (1 + 4 / n_blocks)
    points = [*shares, (max(0.0, mean - apart), _UNSEEN), (min(1.0, mean + apart), _UNSEEN)]
    likely = _lowest_mean(points, t_quantile(n_blocks) ** 2 / 2)
    # Blocks of a kind that never came may still make up 1 - 0.05^(1/n) of all: the "rule of three".
    never = -math.expm1(math.log1p(-CONFIDENCE) / n_blocks) * min(1.0, 2 * (1.0 - fair))
    return max(0.0, min(mean, likely, 1.0 - never))


def _lowest_mean(points: Sequence[tuple[float, float]], loss: float) -> float:
    """Return the lowest mean of any distribution on weighted points whose log-likelihood is at most `loss` below the best.

    That distribution gives each point a weight proportional to times / (1 + tilt * value), with values counted from the lowest,
    so that one number has to be found.
    """
    values, times = np.array(points).T
    lowest = float(values.min())
    values = values - lowest
    total = float(times.sum())
    if values.max() < _TINY:
        return lowest

    def excess(log_tilt: float) -> float:
        tilted = math.exp(log_tilt) * values
        missing = float((times * tilted / (1 + tilted)).sum()) / total
        return float((times * np.log1p(tilted)).sum()) + total * math.log1p(-missing) - loss

    if excess(_MAX_TILT) <= 0:  # so few blocks that all weight may be on the lowest point
        return lowest
    tilt = math.exp(_increasing_root(excess, math.log(loss / total) / 2, _MAX_TILT))
    weights = times / (1 + tilt * values)
    return lowest + float((values * weights).sum() / weights.sum())


def _increasing_root(function: Callable[[float], float], start: float, most: float) -> float:
    """Return where an increasing function is 0: brackets from `start` on, then the Illinois variant of the secant."""
    low = high = start
    below = above = function(start)
    step = 1.0
    while below > 0:
        low, step = low - step, 2 * step
        below = function(low)
    step = 1.0
    while above < 0:
        high, step = min(most, high + step), 2 * step
        above = function(high)
    last = 0
    while high - low > 1e-14 * (1 + abs(low)) and below < 0 < above:
        middle = (low * above - high * below) / (above - below)
        if not low < middle < high:
            middle = (low + high) / 2
            if not low < middle < high:
                break
        value = function(middle)
        if abs(value) < 1e-12:
            return middle
        if value < 0:
            above = above / 2 if last < 0 else above
            low, below, last = middle, value, -1
        else:
            below = below / 2 if last > 0 else below
            high, above, last = middle, value, 1
    return low if below == 0 else high if above == 0 else (low + high) / 2


class BlockScores:
    """How often each block score in [0, 1] came; values are rounded to a grid, so that memory has a limit."""

    GRID = 5040  # halves to tenths, and what games of up to six seats give, fall on it

    def __init__(self, scores: Iterable[float] = ()) -> None:
        """Count some scores."""
        self._times = Counter(round(score * self.GRID) for score in scores)

    def add(self, units: int, one: int) -> None:
        """Count a score of `units` / `one`."""
        self._times[(2 * units * self.GRID + one) // (2 * one)] += 1

    def counts(self) -> dict[float, int]:
        """Return the number of blocks by score."""
        return {place / self.GRID: times for place, times in sorted(self._times.items())}

    def bounds(self, n_games: int, n_seats: int, n_held: int, shared: bool) -> tuple[float, float]:
        """Return the 95 % interval of a bot's mean score per seat; it held `n_held` of the seats of all games together.

        Where the returns of a game add up to one win (`shared`), a bot with several seats has at most one win for all of them.
        """
        if not shared or not n_held:
            return score_interval(self.counts())
        return score_interval(self.counts(), n_games / n_held, n_held / (n_games * n_seats))


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
