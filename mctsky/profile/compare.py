"""Compare two sets of samples: how the speed has changed, and whether that is more than noise."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from statistics import median
from typing import Any

MIN_CHANGE = 0.02  # of the median; smaller ones are not called a change
MIN_PHASE_CHANGE = 0.01  # of an iteration; the clock of the phases is not more precise


@dataclass(frozen=True)
class Change:
    """One figure before and now."""

    game: str
    bot: str
    place: str
    what: str  # "iteration" or a phase
    before_ns: float
    now_ns: float
    speed: float  # before / now: above 1 is faster
    low: float  # the smallest and largest ratio of two single samples
    high: float
    is_real: bool  # beyond noise
    same_play: bool  # equal signatures

    def as_data(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


def is_beyond_noise(before: Sequence[float], now: Sequence[float]) -> bool:
    """Say whether all samples of one side are above all of the other, and the medians differ by 2 % at least.

    Without a change, five samples against five do so in 1 of 126 cases.
    """
    apart = max(before) < min(now) or max(now) < min(before)
    return apart and abs(median(before) / median(now) - 1.0) >= MIN_CHANGE


def change(
    key: tuple[str, str, str], what: str, before: Sequence[float], now: Sequence[float], same_play: bool, least_ns: float = 0.0
) -> Change:
    """Compare two sets of samples of one figure; ignore a change of less than `least_ns`."""
    old, new = median(before), median(now)
    is_real = is_beyond_noise(before, now) and abs(old - new) >= least_ns
    return Change(*key, what, old, new, old / new, min(before) / max(now), max(before) / min(now), is_real, same_play)


def compare_places(game: str, bot: str, before: dict[str, Any], now: dict[str, Any], phases: Sequence[str]) -> list[Change]:
    """Compare a place of two profiles (as data): the iteration, and the phases that both have."""
    key = (game, bot, now["place"]["name"])
    same = before["signature"] == now["signature"]
    changes = [change(key, "iteration", before["ns"]["samples"], now["ns"]["samples"], same)]
    for name in phases:
        sides = [side["phases"].get(name) for side in (before, now)]
        if all(side is not None and min(side["samples"]) > 0 for side in sides):
            least = MIN_PHASE_CHANGE * before["ns"]["median"]
            changes.append(change(key, name, sides[0]["samples"], sides[1]["samples"], same, least))
    return changes


def overall(changes: Sequence[Change]) -> dict[tuple[str, str], float]:
    """Return the speed of each game and bot now divided by the speed before: the geometric mean over places."""
    found: dict[tuple[str, str], list[float]] = {}
    for one in changes:
        if one.what == "iteration":
            found.setdefault((one.game, one.bot), []).append(log(one.speed))
    return {key: exp(sum(logs) / len(logs)) for key, logs in found.items()}
