"""Who won a game, and counting it: the one definition for matches, tournaments and records.

Points are kept as whole numbers, so that the order in which games arrive changes nothing.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from mctsky.arena.records.record import GameRecord

WON, DRAWN, LOST = OUTCOMES = ("won", "drawn", "lost")
ONE = 1 << 64  # a return of 1.0; finer than floats in (0.001, 1]
_MAX_REASONS = 20  # texts of failures that are kept; a bot can fail in a new way in every game


def outcomes(result: tuple[float, ...], failed_seat: int | None) -> tuple[str, ...]:
    """Return by seat whether it won, drew (the best result, shared) or lost; where a bot fails, all others win."""
    best = max(result)
    first = WON if failed_seat is not None or result.count(best) == 1 else DRAWN
    return tuple(first if value == best else LOST for value in result)


def shares(result: tuple[float, ...]) -> tuple[float, ...]:
    """Return how a game's win is shared: as its returns say where they add up to one win, else by those who came first."""
    if abs(math.fsum(result) - 1.0) < 1e-9:
        return result
    best = max(result)
    n_best = result.count(best)
    return tuple(1.0 / n_best if value == best else 0.0 for value in result)


def fault_of(record: GameRecord) -> str:
    """Return what a bot did to lose, as a Fault's text; empty for a game that ended by its rules."""
    return "" if record.failed_seat is None else fault_in(record.reason)


def fault_in(reason: str) -> str:
    """Return the Fault's text at the beginning of a reason."""
    return reason.partition(":")[0].strip()


@dataclass
class Count:
    """How those did who had a seat: all bots, or one of them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    units: int = 0  # returns, ONE each

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The mean return."""
        return self.units / self.games / ONE if self.games else 0.0

    def add(self, outcome: str, value: float) -> None:
        """Count a game."""
        self.wins += outcome == WON
        self.draws += outcome == DRAWN
        self.losses += outcome == LOST
        self.units += round(value * ONE)

    def by_outcome(self) -> dict[str, int]:
        """Return the number of games by outcome."""
        return dict(zip(OUTCOMES, (self.wins, self.draws, self.losses), strict=True))


def total(counts: Iterable[Count]) -> Count:
    """Return the sum of some counts."""
    rows = list(counts)
    sums = ([row.wins for row in rows], [row.draws for row in rows], [row.losses for row in rows], [row.units for row in rows])
    return Count(*map(sum, sums))


@dataclass
class Reasons:
    """Why games were lost by failure, without repetitions; of too many, the earliest are kept."""

    _first: dict[str, tuple[int, ...]] = field(default_factory=dict)  # the earliest game of each

    def add(self, bot: str, reason: str, order: tuple[int, ...]) -> None:
        """Note the reason of a game; `order` is its place among all games."""
        text = f"{bot}: {reason}"
        self._first[text] = min(order, self._first.get(text, order))
        if len(self._first) > _MAX_REASONS:
            del self._first[max(self._first, key=lambda text: (self._first[text], text))]

    def listed(self) -> tuple[str, ...]:
        """Return the texts, those of the earliest games first."""
        return tuple(sorted(self._first, key=lambda text: (self._first[text], text)))
