"""Statistics of games that are all there, for tests."""

from collections import Counter
from collections.abc import Iterable, Sequence

from mctsky.arena.records.record import GameRecord
from mctsky.arena.statistics.intervals import score_interval
from mctsky.arena.statistics.tally import MatchResult, Tally


def tally_of(records: Iterable[GameRecord], names: Sequence[str], n_seats: int, block_size: int) -> Tally:
    tally = Tally(names, n_seats, block_size)
    for record in records:
        tally.add(record)
    return tally


def summarise(records: Iterable[GameRecord], names: Sequence[str], n_seats: int, block_size: int) -> MatchResult:
    return tally_of(records, names, n_seats, block_size).result()


def interval(blocks: Iterable[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of block scores in [0, 1]."""
    return score_interval(Counter(blocks))
