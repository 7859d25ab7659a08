"""The sequential test: stop a match as soon as its blocks show that the first bot is `elo1`, or only `elo0`, better.

It is the generalised test that fishtest and fastchess use for pairs of games, on block scores of any number of seats: both
hypotheses fix nothing but the mean score of a block; each takes, among all distributions of block scores with that mean, the
one under which the observed blocks are likeliest (an empirical likelihood). The spread of block scores is thus measured, and
luck that cancels within blocks shortens the test by itself.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mctsky.arena.statistics.intervals import expected_score
from mctsky.errors import OptionError, nearest

_GRID = 25_200  # block scores are told apart to one part in this; thirds, sevenths, 25ths are exact
_UNSEEN = 1e-3  # blocks that stand for each extreme score not seen yet, as in fishtest: keeps every mean possible
_MAX_ELO = 2000.0
_EXAMPLE = "for example elo0=0,elo1=20,alpha=0.05,beta=0.05"


@dataclass(frozen=True)
class SprtSettings:
    """What the test decides between, and how often it may be wrong: H1 though H0 holds (alpha), H0 though H1 holds (beta)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse settings that no test can have."""
        for key, value in asdict(self).items():
            if not math.isfinite(value):
                raise OptionError("not a finite number", given=f"{key}={value}", where="sprt", remedy=_EXAMPLE)
        for key, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if abs(elo) > _MAX_ELO:
                raise OptionError(f"Elo beyond {_MAX_ELO:.0f}", given=f"{key}={elo:g}", where="sprt", remedy=_EXAMPLE)
        if self.elo0 >= self.elo1:
            given = f"elo0={self.elo0:g},elo1={self.elo1:g}"
            raise OptionError("elo0 must be less than elo1", given=given, where="sprt", remedy=_EXAMPLE)
        for key, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise OptionError("must lie between 0 and 0.5", given=f"{key}={share:g}", where="sprt", remedy=_EXAMPLE)

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios: H0 is accepted at or below the first, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def __str__(self) -> str:
        """Return the settings as `read_sprt` reads them."""
        return ",".join(f"{key}={value:g}" for key, value in asdict(self).items())


def read_sprt(text: str) -> SprtSettings:
    """Return the settings given as `elo0=0,elo1=20[,alpha=0.05,beta=0.05]`."""
    if not text.strip():
        raise OptionError("no settings are given", given=text, where="--sprt", remedy=f"{_EXAMPLE}, or leave --sprt out")
    keys = tuple(SprtSettings.__dataclass_fields__)
    values: dict[str, float] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in keys:
            raise OptionError(f"no setting {key!r}", given=text, where="sprt", remedy=nearest(key, keys))
        if key in values:
            raise OptionError(f"{key} is given twice", given=text, where="sprt", remedy=_EXAMPLE)
        try:
            values[key] = float(value)
        except ValueError:
            problem = f"{value!r} is not a number" if equals else f"{key} has no value"
            raise OptionError(problem, given=text, where="sprt", remedy=_EXAMPLE) from None
    missing = [key for key in ("elo0", "elo1") if key not in values]
    if missing:
        raise OptionError(f"{' and '.join(missing)} must be given", given=text, where="sprt", remedy=_EXAMPLE)
    return SprtSettings(**values)


class SequentialTest:
    """The test under way; feed it block scores in the order of the blocks' numbers, whatever order they finish in.

    `holdings` says in how many games of a block the bot has how many seats, one in each if it is not given.
    """

    def __init__(self, settings: SprtSettings, n_seats: int, holdings: Mapping[int, int] | None = None) -> None:
        """Start with no blocks."""
        if n_seats < 2:
            raise OptionError("a sequential test needs an opponent", given=f"{n_seats} seats", where="sprt")
        self.settings = settings
        self.lower, self.upper = settings.bounds
        self.n_blocks = 0
        self.llr = 0.0
        self.decision = ""  # "H0" or "H1" once it has fallen
        held = holdings or {1: 1}
        if any(not 0 < k < n_seats for k in held):
            raise OptionError("the first bot must have some seats and leave some", given=dict(held), where="sprt")
        self._top = sum(held.values()) / sum(k * games for k, games in held.items())  # the score of a bot that always wins
        self._means = [expected_score(elo, n_seats, held) for elo in (settings.elo0, settings.elo1)]
        self._tilts = [0.0, 0.0]
        self._cells: dict[int, int] = {0: 0, _GRID: 1}
        self._values = np.array([0.0, self._top])
        self._counts = np.array([_UNSEEN, _UNSEEN])

    def feed(self, scores: Sequence[float]) -> str:
        """Take the blocks after those already taken, until one decides; return the decision.

        `scores` are the scores of all blocks from the first on, as Tally.block_scores gives them.
        """
        while not self.decision and self.n_blocks < len(scores):
            self.add(scores[self.n_blocks])
        return self.decision

    def add(self, score: float) -> str:
        """Take the next block's score; return the decision. What comes after a decision is not looked at."""
        if self.decision:
            return self.decision
        self._count(score, 1)
        self.llr = self._ratio()
        self.decision = "H1" if self.llr >= self.upper else "H0" if self.llr <= self.lower else ""
        return self.decision

    def to_dict(self) -> dict[str, Any]:
        """Return settings and state as JSON-able data."""
        state = {"blocks": self.n_blocks, "llr": self.llr, "lower": self.lower, "upper": self.upper, "decision": self.decision}
        return asdict(self.settings) | state

    def _count(self, score: float, times: int) -> None:
        key = min(_GRID, max(0, round(score / self._top * _GRID)))
        cell = self._cells.setdefault(key, len(self._cells))
        if cell == len(self._values):
            self._values = np.append(self._values, key / _GRID * self._top)
            self._counts = np.append(self._counts, 0.0)
        if self._counts[cell] == _UNSEEN:
            self._counts[cell] = 0.0
        self._counts[cell] += times
        self.n_blocks += times

    def _ratio(self) -> float:
        """Return the log-likelihood ratio of H1 to H0."""
        total = 0.0
        for sign, hypothesis in ((1.0, 0), (-1.0, 1)):
            off = self._values - self._means[hypothesis]
            tilt = self._tilts[hypothesis] = _tilt(off, self._counts, self._tilts[hypothesis])
            total += sign * float(self._counts @ np.log1p(tilt * off))
        return total


def _tilt(off: "np.ndarray[Any, Any]", counts: "np.ndarray[Any, Any]", guess: float) -> float:
    """Return t with sum(counts * off / (1 + t * off)) = 0: then counts / (1 + t * off) is the likeliest with mean offset 0.

    The sum falls with t between two poles, so Newton's steps are kept within a shrinking bracket and always end.
    """
    low, high = -1.0 / float(off.max()), -1.0 / float(off.min())
    tilt = guess if low < guess < high else 0.0
    for _ in range(200):
        scaled = off / (1.0 + tilt * off)
        value, slope = float(counts @ scaled), -float(counts @ (scaled * scaled))
        low, high = (tilt, high) if value > 0 else (low, tilt)
        following = tilt - value / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - tilt) <= 1e-12 * (1.0 + abs(tilt)):
            break
        tilt = following
    return tilt
