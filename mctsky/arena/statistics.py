"""What the games of a match prove: scores with 95 % intervals from blocks, wins and scores by seat."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mctsky.arena.match import GameRecord

CONFIDENCE = 0.95
_IMAGINARY = (0.0, 0.0, 1.0, 1.0)  # blocks added to the real ones, see `interval`


@dataclass(frozen=True)
class SeatResult:
    """How a bot did at one seat."""

    seat: int
    games: int
    wins: int
    score: float


@dataclass(frozen=True)
class BotResult:
    """How a bot did in a match; a game counts once for each seat that the bot had in it."""

    name: str
    games: int
    wins: int  # alone with the highest return
    draws: int  # highest return, shared
    losses: int
    score: float  # mean return
    low: float  # 95 % interval of the score
    high: float
    failures: int
    seats: tuple[SeatResult, ...]
    moves: int
    seconds: float


@dataclass(frozen=True)
class MatchResult:
    """The statistics of a match so far."""

    games: int
    blocks: int
    left_out: int  # games of an unfinished block
    bots: tuple[BotResult, ...]
    reasons: tuple[str, ...]  # why games were lost by failure, without repetitions

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON-able data; all but `timing` is the same whenever the match is repeated."""
        data = asdict(self)
        for bot in data["bots"]:
            seconds = bot.pop("seconds")
            rate = bot["moves"] / seconds if seconds else None
            bot["timing"] = {"seconds": seconds, "moves_per_second": rate}
        return data


def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Return t such that Student's t with whole `degrees` of freedom lies within [-t, t] with this probability."""
    if degrees > 2000:
        return NormalDist().inv_cdf(0.5 + confidence / 2)
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


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share seen in n trials."""
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def interval(blocks: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of block scores in [0, 1].

    It is the t-interval over the blocks and four imaginary ones, two lost and two won, as Agresti and Coull do for shares: it
    keeps its promise near 0 and 1, where the plain t-interval is far too narrow. Equal blocks say nothing about their spread,
    so they get at least Wilson's interval.
    """
    if not blocks:
        return 0.0, 1.0
    values = [*blocks, *_IMAGINARY]
    mean = fmean(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    half = t_quantile(len(values) - 1) * math.sqrt(variance / len(values))
    low, high = max(0.0, mean - half), min(1.0, mean + half)
    if max(blocks) - min(blocks) < 1e-12:
        least = wilson(blocks[0], len(blocks))
        low, high = min(low, least[0]), max(high, least[1])
    return low, high


def summarise(records: "Sequence[GameRecord]", names: Sequence[str], n_seats: int, block_size: int) -> MatchResult:
    """Return the statistics of the finished blocks; before the first is finished, of the games there are."""
    whole = len(records) // block_size * block_size or len(records)
    kept = records[:whole]
    reasons = {f"{record.bots[record.failed_seat]}: {record.reason}": None for record in kept if record.failed_seat is not None}
    return MatchResult(
        games=whole,
        blocks=whole // block_size,
        left_out=len(records) - whole,
        bots=tuple(_bot_result(kept, name, n_seats) for name in names),
        reasons=tuple(reasons),
    )


def _bot_result(records: "Sequence[GameRecord]", name: str, n_seats: int) -> BotResult:
    scores: list[list[float]] = [[] for _ in range(n_seats)]
    outcomes: list[list[int]] = [[0, 0, 0] for _ in range(n_seats)]
    blocks: dict[int, list[float]] = {}
    failures, moves, seconds = 0, 0, 0.0
    for record in records:
        best = max(record.returns)
        n_best = sum(value == best for value in record.returns)
        for seat in range(n_seats):
            if record.bots[seat] != name:
                continue
            value = record.returns[seat]
            outcome = 2 if value < best else 1 if n_best > 1 and record.failed_seat is None else 0
            outcomes[seat][outcome] += 1
            scores[seat].append(value)
            blocks.setdefault(record.block, []).append(value)
            failures += record.failed_seat == seat
            moves += record.n_choices[seat]
            seconds += record.seconds[seat]
    low, high = interval([fmean(values) for values in blocks.values()])
    everything = [value for values in scores for value in values]
    wins, draws, losses = (sum(row[k] for row in outcomes) for k in range(3))
    return BotResult(
        name=name,
        games=len(everything),
        wins=wins,
        draws=draws,
        losses=losses,
        score=fmean(everything) if everything else 0.0,
        low=low,
        high=high,
        failures=failures,
        seats=tuple(
            SeatResult(seat, len(values), outcomes[seat][0], fmean(values)) for seat, values in enumerate(scores) if values
        ),
        moves=moves,
        seconds=seconds,
    )
