"""Choosing games of record files, and summing them up: scores, seats, lengths, failures, think time.

Memory does not grow with the number of games but for 16 bytes per game and bot, and a bit per game to find duplicates.
"""

import datetime
import re
from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from mctsky.arena.playing.failure import Fault
from mctsky.arena.records.check import MAX_INDEX
from mctsky.arena.records.reader import match_of
from mctsky.arena.records.record import GameRecord
from mctsky.arena.statistics.intervals import BlockScores
from mctsky.arena.statistics.outcomes import Count, fault_of, outcomes, shares, total

ANY_FAULT = "any"
FAULT_WORDS: Mapping[str, str] = {fault.name.lower(): fault.value for fault in Fault}  # one word each, for command lines


def is_named(name: str, pattern: str) -> bool:
    """Say whether a bot's name is the pattern, begins with it before its parameters, or matches it as `*` and `?` do."""
    return name == pattern or re.split(r"[:# ]", name)[0] == pattern or fnmatchcase(name, pattern)


def finished(record: GameRecord) -> datetime.datetime | None:
    """Return when a game ended; times without a zone are UTC."""
    if not record.finished_at:
        return None
    time = datetime.datetime.fromisoformat(record.finished_at)
    return time if time.tzinfo else time.replace(tzinfo=datetime.UTC)


@dataclass(frozen=True)
class RecordFilter:
    """Which games to keep; None keeps all. Seat, outcome and fault are those of `bot` if one is named."""

    game: str | None = None
    bot: str | None = None
    seat: int | None = None
    outcome: str | None = None  # one of OUTCOMES
    fault: str | None = None  # a Fault's text, or ANY_FAULT
    since: datetime.datetime | None = None
    until: datetime.datetime | None = None
    min_moves: int = 0
    max_moves: int | None = None

    def keeps(self, record: GameRecord) -> bool:
        """Say whether a game is wanted."""
        n_moves = len(record.moves)
        if self.game not in (None, record.game) or n_moves < self.min_moves:
            return False
        if self.max_moves is not None and n_moves > self.max_moves:
            return False
        if self.since is not None or self.until is not None:
            time = finished(record)
            if time is None or (self.since and time < self.since) or (self.until and time >= self.until):
                return False
        return any(self._wants(record, seat, name) for seat, name in enumerate(record.names))

    def _wants(self, record: GameRecord, seat: int, name: str) -> bool:
        if self.seat not in (None, seat) or (self.bot is not None and not is_named(name, self.bot)):
            return False
        if self.outcome is not None and outcomes(record.result, record.failed_seat)[seat] != self.outcome:
            return False
        if self.fault is None:
            return True
        return record.failed_seat == seat and self.fault in (ANY_FAULT, fault_of(record))


class Doubles:
    """Finds games that come twice, with a bit per game."""

    def __init__(self) -> None:
        """Start without games."""
        self.n_found = 0
        self._bits: dict[str, bytearray] = {}
        self._far: set[str] = set()

    def is_new(self, record: GameRecord) -> bool:
        """Note a game; return False if its id was there before. Games of no match are always new."""
        match = match_of(record.id)
        if not match:
            return True
        bits = self._bits.setdefault(match, bytearray())
        place, bit = divmod(int(record.id[len(match) + 1 :][:13]), 8)
        if place > 2 * len(bits) + 4096:  # so far ahead of the others that bits would waste memory
            new = record.id not in self._far
            self._far.add(record.id)
        else:
            if place >= len(bits):
                bits.extend(bytes(place + 1 - len(bits)))
            new = not bits[place] >> bit & 1 and record.id not in self._far
            bits[place] |= 1 << bit
        self.n_found += not new
        return new


@dataclass
class BotSummary:
    """How a bot did in the chosen games of one lineup; a game counts once for each seat it had."""

    name: str
    games: int = 0
    seats: dict[int, Count] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    _blocks: "array[int]" = field(default_factory=lambda: array("q"), repr=False)
    _scores: "array[float]" = field(default_factory=lambda: array("d"), repr=False)

    def add(self, record: GameRecord, seat: int, outcome: str, block: int) -> None:
        """Count one seat of a game."""
        self.games += 1
        self.seats.setdefault(seat, Count()).add(outcome, record.result[seat])
        if record.failed_seat == seat:
            self.faults[fault_of(record)] += 1
        self._blocks.append(block)
        self._scores.append(record.result[seat])

    def block_scores(self) -> list[float]:
        """Return the mean result in each block."""
        if not self.games:
            return []
        _, places = np.unique(np.array(self._blocks), return_inverse=True)
        scores = np.bincount(places, np.array(self._scores)) / np.bincount(places)
        return [float(score) for score in scores]

    def to_dict(self, n_games: int, n_seats: int, shared: bool) -> dict[str, Any]:
        """Return everything as plain data; its interval depends on the number of games and whether their wins were shared."""
        low, high = BlockScores(self.block_scores()).bounds(n_games, n_seats, self.games, shared)
        counts = total(self.seats.values())
        return {
            "name": self.name,
            "games": self.games,
            **counts.by_outcome(),
            "score": counts.score if self.games else None,
            "low": low,
            "high": high,
            "seats": [{"seat": seat, **self.seats[seat].by_outcome()} for seat in sorted(self.seats)],
            "faults": dict(sorted(self.faults.items())),
            "moves": self.moves,
            "seconds_per_move": self.seconds / self.moves if self.moves else None,
            "slowest_move": self.slowest,
        }


class LineupSummary:
    """All chosen games of one game with one set of options and user files between the same bots, of one match or several."""

    def __init__(self, game: str, options: Mapping[str, Any], files: Mapping[str, str], names: tuple[str, ...]) -> None:
        """Start without games."""
        self.game, self.options, self.files = game, dict(options), dict(files)
        self.bots = {name: BotSummary(name) for name in names}
        self.games = 0
        self.matches: dict[str, int] = {}  # games by match
        self.lengths: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.seats: dict[int, Count] = {}
        self.shared = True  # whether the returns of every game add up to one win
        self._numbers: dict[str, int] = {}
        self._n_alone = 0

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        match = match_of(record.id)
        self.games += 1
        self.shared = self.shared and shares(record.result) == record.result
        self.matches[match] = self.matches.get(match, 0) + 1
        self.lengths[len(record.moves)] += 1
        self.reasons[fault_of(record) or record.reason] += 1
        if match:
            block = self._numbers.setdefault(match, len(self._numbers)) * (MAX_INDEX + 1) + record.block
        else:
            self._n_alone += 1
            block = -self._n_alone
        names = record.names
        for seat, (name, outcome) in enumerate(zip(names, outcomes(record.result, record.failed_seat), strict=True)):
            self.bots[name].add(record, seat, outcome, block)
            self.seats.setdefault(seat, Count()).add(outcome, record.result[seat])
        for move in record.moves:
            if move.seat >= 0:
                bot = self.bots[names[move.seat]]
                bot.moves += 1
                bot.seconds += move.seconds
                bot.slowest = max(bot.slowest, move.seconds)

    def median_length(self) -> int:
        """Return the length that half of the games do not exceed."""
        passed = 0
        for length in sorted(self.lengths):
            passed += self.lengths[length]
            if 2 * passed >= self.games:
                return length
        return 0

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, the best bot first."""
        moves = sum(length * n for length, n in self.lengths.items())
        bots = [bot.to_dict(self.games, len(self.seats), self.shared) for bot in self.bots.values() if bot.games]
        return {
            "game": self.game,
            "options": self.options,
            "files": self.files,
            "games": self.games,
            "matches": self.matches,
            "bots": sorted(bots, key=lambda bot: (-bot["score"], bot["name"])),
            "seats": [{"seat": seat, **self.seats[seat].by_outcome()} for seat in sorted(self.seats)],
            "length": {
                "min": min(self.lengths, default=0),
                "median": self.median_length(),
                "mean": moves / self.games if self.games else None,
                "max": max(self.lengths, default=0),
            },
            "reasons": dict(self.reasons.most_common()),
        }


class Summary:
    """The summary of any number of games, lineup by lineup in the order in which they come."""

    def __init__(self) -> None:
        """Start without games."""
        self.games = 0
        self._lineups: dict[tuple[Any, ...], LineupSummary] = {}

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        names = tuple(sorted(bot.name for bot in record.bots))
        # A path is not a rule set: the same one with other contents is another lineup.
        key = (record.game, tuple(sorted(record.options.items())), tuple(sorted(record.files.items())), names)
        if key not in self._lineups:
            self._lineups[key] = LineupSummary(record.game, record.options, record.files, names)
        self._lineups[key].add(record)
        self.games += 1

    @property
    def lineups(self) -> list[LineupSummary]:
        """The lineups that have games."""
        return list(self._lineups.values())
