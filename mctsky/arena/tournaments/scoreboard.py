"""Counting the games of a tournament: points, who beat whom, wins by seat, lengths and thinking times.

Points are kept as whole numbers, so that the order in which games arrive changes nothing. Memory does not grow with the moves.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from mctsky.arena.records.record import GameRecord
from mctsky.arena.statistics.outcomes import ONE, Count, Reasons, fault_of, outcomes

BINS_PER_DECADE = 5  # of thinking times
_SHORTEST, _LONGEST = -6 * BINS_PER_DECADE, 4 * BINS_PER_DECADE  # 1 microsecond, 10,000 seconds


@dataclass
class Meeting:
    """What a bot scored against another: returns in games of two, else one point for doing better and half for as well."""

    games: int = 0
    units: int = 0

    @property
    def score(self) -> float | None:
        """The mean; None if they never met."""
        return self.units / self.games / ONE if self.games else None


@dataclass
class BotCount:
    """What is counted of one bot."""

    total: Count = field(default_factory=Count)
    seats: dict[tuple[int, int], Count] = field(default_factory=dict)  # by (game, seat)
    faults: Counter[str] = field(default_factory=Counter)
    n_moves: int = 0
    seconds: float = 0.0
    times: Counter[int] = field(default_factory=Counter)  # moves by `time_bin`


def time_bin(seconds: float) -> int:
    """Return the number of the bin of a thinking time; bin k begins at 10 ** (k / BINS_PER_DECADE) seconds."""
    if seconds <= 0:
        return _SHORTEST
    return min(max(math.floor(math.log10(seconds) * BINS_PER_DECADE + 1e-9), _SHORTEST), _LONGEST)


class Scoreboard:
    """Running counts over the finished blocks of a tournament."""

    def __init__(self, names: Sequence[str], seats: Sequence[int]) -> None:
        """Start with no games; `seats` has an entry per game of the tournament."""
        self.names = tuple(names)
        self.n_games = 0
        self.bots = [BotCount() for _ in names]
        self.seats = [[Count() for _ in range(n_seats)] for n_seats in seats]
        self.lengths: list[Counter[int]] = [Counter() for _ in seats]  # games by number of moves, chance left out
        self.met = [[Meeting() for _ in names] for _ in names]
        self.reasons = Reasons()
        self._numbers = {name: number for number, name in enumerate(self.names)}

    def add(self, game: int, order: tuple[int, ...], record: GameRecord) -> None:
        """Count a game; `order` is its place among all, for whatever depends on the order."""
        bots = [self._numbers[name] for name in record.names]
        said = outcomes(record.result, record.failed_seat)
        for seat, (bot, value) in enumerate(zip(bots, record.result, strict=True)):
            row = self.bots[bot]
            for count in (row.total, row.seats.setdefault((game, seat), Count()), self.seats[game][seat]):
                count.add(said[seat], value)
            for other, its_value in zip(bots, record.result, strict=True):
                if other != bot:
                    better = (value > its_value) + (value == its_value) / 2
                    meeting = self.met[bot][other]
                    meeting.games += 1
                    meeting.units += round((value if len(bots) == 2 else better) * ONE)
        n_moves = 0
        for move in record.moves:
            if move.seat >= 0:
                n_moves += 1
            if move.seat >= 0 and move.seconds > 0:  # no bot thought about the moves of an opening
                row = self.bots[bots[move.seat]]
                row.n_moves += 1
                row.seconds += move.seconds
                row.times[time_bin(move.seconds)] += 1
        self.lengths[game][n_moves] += 1
        self.n_games += 1
        if record.failed_seat is not None:
            bot = bots[record.failed_seat]
            self.bots[bot].faults[fault_of(record)] += 1
            self.reasons.add(self.names[bot], record.reason, order)
