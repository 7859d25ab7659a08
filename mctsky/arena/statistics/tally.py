"""What the games of a match prove: scores with 95 % intervals from blocks, Elo, ranks, wins by seat.

Games of a block share their luck, so blocks and not games are what is independent: every interval comes from block scores.
Sums are kept as whole numbers, so that the order in which games arrive changes nothing.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mctsky.arena.records.record import GameRecord
from mctsky.arena.statistics.intervals import (
    CONFIDENCE,
    BlockScores,
    elo_of_score,
    superiority,
)
from mctsky.arena.statistics.outcomes import ONE, Count, Reasons, fault_in, outcomes, shares, total
from mctsky.core.json_data import plain
from mctsky.errors import OptionError


@dataclass(frozen=True)
class SeatResult:
    """How a bot did at one seat."""

    seat: int
    games: int
    wins: int
    draws: int
    losses: int
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
    elo: float | None  # against the field, see `shares`; None if no other bot plays
    elo_low: float | None  # its 95 % interval; infinite where the games set no limit
    elo_high: float | None
    rank: int  # 1 is best
    rank_low: int  # best and worst rank that the games leave possible, 95 %
    rank_high: int
    block_effect: float | None  # variance of block scores, as a multiple of what independent games would give
    superiority: float | None  # likelihood of being better than the next in rank; None for the last
    failures: int
    faults: Mapping[str, int]  # failures by kind
    seats: tuple[SeatResult, ...]
    moves: int
    seconds: float


@dataclass(frozen=True)
class MatchResult:
    """The statistics of a match so far."""

    games: int
    blocks: int
    left_out: int  # games of unfinished blocks
    settled: int  # blocks before the first unfinished one
    bots: tuple[BotResult, ...]
    reasons: tuple[str, ...]  # why games were lost by failure, without repetitions, the earliest games first

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON-able data; all but `timing` is the same whenever the match is repeated."""
        data: dict[str, Any] = plain(asdict(self))  # an infinite Elo becomes null
        for bot in data["bots"]:
            seconds = bot.pop("seconds")
            rate = bot["moves"] / seconds if seconds else None
            bot["timing"] = {"seconds": seconds, "moves_per_second": rate}
        return data

    @property
    def ranking(self) -> tuple[BotResult, ...]:
        """The bots, best first."""
        return tuple(sorted(self.bots, key=lambda bot: bot.rank))


@dataclass(frozen=True)
class _Game:
    """What is kept of a game until its block is complete."""

    index: int
    bots: tuple[int, ...]  # by seat
    result: tuple[float, ...]
    failed_seat: int | None
    reason: str
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


class _Totals:
    """Sums over games, per bot and seat."""

    def __init__(self, n_bots: int, n_seats: int) -> None:
        self.games = 0
        self.seats = [[Count() for _ in range(n_seats)] for _ in range(n_bots)]
        self.moves = [0] * n_bots
        self.seconds = [0.0] * n_bots
        self.faults: list[Counter[str]] = [Counter() for _ in range(n_bots)]
        self.holdings: list[Counter[int]] = [Counter() for _ in range(n_bots)]  # games by number of seats
        self.squares = [0] * n_bots  # of what a bot got in a game over all its seats
        self.shares = [0] * n_bots  # of wins, see `shares`
        self.shared = True  # whether the returns of every game add up to one win
        self.reasons = Reasons()

    def add(self, game: _Game, names: Sequence[str]) -> tuple[list[int], list[int]]:
        """Add a game; return what each bot got in it over all its seats, and its share of the win."""
        got = [0] * len(self.seats)
        won = [0] * len(self.seats)
        parts = shares(game.result)
        said = outcomes(game.result, game.failed_seat)
        for seat, (bot, value) in enumerate(zip(game.bots, game.result, strict=True)):
            self.seats[bot][seat].add(said[seat], value)
            got[bot] += round(value * ONE)
            won[bot] += round(parts[seat] * ONE)
            self.moves[bot] += game.moves[seat]
            self.seconds[bot] += game.seconds[seat]
        for bot, n_held in Counter(game.bots).items():
            self.holdings[bot][n_held] += 1
            self.squares[bot] += got[bot] ** 2
            self.shares[bot] += won[bot]
        if game.failed_seat is not None:
            bot = game.bots[game.failed_seat]
            self.faults[bot][fault_in(game.reason)] += 1
            self.reasons.add(names[bot], game.reason, (game.index, bot))
        self.games += 1
        self.shared = self.shared and parts == game.result
        return got, won


class Tally:
    """The running statistics of a match: games come in any order, the result is there at any time.

    Time and, but for one number per block and bot, memory do not grow with the number of games.
    """

    def __init__(self, names: Sequence[str], n_seats: int, block_size: int) -> None:
        """Start with no games; `block_size` is the number of games in each block."""
        self.names, self.n_seats, self.block_size = tuple(names), n_seats, block_size
        self.n_blocks = 0  # complete ones
        self._numbers = {name: number for number, name in enumerate(self.names)}
        n_bots = len(self.names)
        self._totals = _Totals(n_bots, n_seats)
        self._pending: dict[int, dict[int, _Game]] = {}
        self._ahead: dict[int, list[float]] = {}  # complete blocks after an unfinished one
        self._scores = [array("d") for _ in self.names]  # shares of wins in the leading blocks, by block
        self._shares = [BlockScores() for _ in self.names]  # of wins, over all complete blocks
        self._means = [BlockScores() for _ in self.names]  # of block scores
        self._sums = [0] * n_bots
        self._products = [[0] * n_bots for _ in self.names]

    @property
    def settled(self) -> int:
        """The number of complete blocks before the first unfinished one."""
        return len(self._scores[0]) if self._scores else 0

    def block_scores(self, bot: int = 0) -> Sequence[float]:
        """Return a bot's scores in the first `settled` blocks, in the order of their numbers; not to be changed.

        They are shares of wins (see `shares`), which is what Elo is about.
        A test that may stop early must use these: blocks of short games are complete sooner, and are not like the others.
        """
        return self._scores[bot]

    def add(self, record: GameRecord) -> bool:
        """Count a game; return False if it has been counted before."""
        if record.block < self.settled or record.block in self._ahead:
            return False
        games = self._pending.setdefault(record.block, {})
        if record.index in games:
            return False
        games[record.index] = self._digest(record)
        if len(games) == self.block_size:
            del self._pending[record.block]
            self._complete(record.block, games.values())
        return True

    def _digest(self, record: GameRecord) -> _Game:
        moves, seconds = [0] * self.n_seats, [0.0] * self.n_seats
        for move in record.moves:
            if move.seat >= 0:
                moves[move.seat] += 1
                seconds[move.seat] += move.seconds
        try:
            bots = tuple(self._numbers[name] for name in record.names)
        except KeyError as error:
            raise OptionError(
                "this bot has no place in the match", given=error.args[0], where=record.id, remedy=", ".join(self.names)
            ) from None
        return _Game(record.index, bots, record.result, record.failed_seat, record.reason, tuple(moves), tuple(seconds))

    def _complete(self, block: int, games: Iterable[_Game]) -> None:
        n_bots = len(self.names)
        got, won, held = [0] * n_bots, [0] * n_bots, [0] * n_bots
        for game in games:
            for bot, (units, part) in enumerate(zip(*self._totals.add(game, self.names), strict=True)):
                got[bot] += units
                won[bot] += part
            for bot in game.bots:
                held[bot] += 1
        scores = [units // max(1, seats) for units, seats in zip(got, held, strict=True)]
        parts = [units // max(1, seats) for units, seats in zip(won, held, strict=True)]
        for bot, score in enumerate(scores):
            self._sums[bot] += score
            self._means[bot].add(score, ONE)
            self._shares[bot].add(parts[bot], ONE)
            row = self._products[bot]
            for other in range(bot + 1):
                row[other] += score * scores[other]
        self.n_blocks += 1
        self._ahead[block] = [part / ONE for part in parts]
        while (following := self._ahead.pop(self.settled, None)) is not None:
            for column, value in zip(self._scores, following, strict=True):
                column.append(value)

    def result(self) -> MatchResult:
        """Return the statistics of the complete blocks; before the first is complete, of the games there are."""
        waiting = [game for games in self._pending.values() for game in games.values()]
        totals = self._totals
        if not self.n_blocks:
            totals = _Totals(len(self.names), self.n_seats)
            for game in waiting:
                totals.add(game, self.names)
        scores = [total(seats).score for seats in totals.seats]
        order = sorted(range(len(self.names)), key=lambda bot: (-scores[bot], bot))
        return MatchResult(
            games=totals.games,
            blocks=self.n_blocks,
            left_out=len(waiting) if self.n_blocks else 0,
            settled=self.settled,
            bots=tuple(self._bot_result(bot, totals, scores, order) for bot in range(len(self.names))),
            reasons=totals.reasons.listed(),
        )

    def _bot_result(self, bot: int, totals: _Totals, scores: Sequence[float], order: Sequence[int]) -> BotResult:
        holdings = totals.holdings[bot]
        n_own = sum(k * games for k, games in holdings.items())
        low, high = self._means[bot].bounds(totals.games, self.n_seats, n_own, totals.shared)
        elo: list[float | None] = [None, None, None]
        if 0 < n_own < totals.games * self.n_seats:
            share = totals.shares[bot] / n_own / ONE
            bounds = self._shares[bot].bounds(totals.games, self.n_seats, n_own, shared=True)
            elo = [elo_of_score(value, self.n_seats, holdings) for value in (share, *bounds)]
        chances = [self._superiority(bot, other) for other in range(len(self.names)) if other != bot]
        sure = 1 - (1 - CONFIDENCE) / 2 / max(1, len(chances))  # one wrong claim about any of the others spoils the rank
        place = order.index(bot)
        counts = total(totals.seats[bot])
        return BotResult(
            name=self.names[bot],
            games=n_own,
            wins=counts.wins,
            draws=counts.draws,
            losses=counts.losses,
            score=scores[bot],
            low=low,
            high=high,
            elo=elo[0],
            elo_low=elo[1],
            elo_high=elo[2],
            rank=1 + sum(score > scores[bot] for score in scores),
            rank_low=1 + sum(chance < 1 - sure for chance in chances),
            rank_high=len(self.names) - sum(chance > sure for chance in chances),
            block_effect=self._block_effect(bot, totals),
            superiority=self._superiority(bot, order[place + 1]) if place + 1 < len(order) else None,
            failures=totals.faults[bot].total(),
            faults=dict(sorted(totals.faults[bot].items())),
            seats=tuple(
                SeatResult(seat, row.games, row.wins, row.draws, row.losses, row.score)
                for seat, row in enumerate(totals.seats[bot])
                if row.games
            ),
            moves=totals.moves[bot],
            seconds=totals.seconds[bot],
        )

    def _variance(self, total: int, squares: int) -> float:
        """Return the sample variance of block scores with this sum and sum of squares."""
        n = self.n_blocks
        return (n * squares - total * total) / (n * (n - 1)) / ONE**2 if n > 1 else 0.0

    def _block_effect(self, bot: int, totals: _Totals) -> float | None:
        games, held = totals.holdings[bot].total(), sum(k * n for k, n in totals.holdings[bot].items())
        if self.n_blocks < 2 or not games:
            return None
        mean = self._sums[bot] / self.n_blocks * held / games / ONE  # of what it got in a game
        variance = totals.squares[bot] / games / ONE**2 - mean * mean
        blocks = self._variance(self._sums[bot], self._products[bot][bot])
        return blocks * held**2 / games / self.n_blocks / variance if variance > 1e-12 else None

    def _superiority(self, bot: int, other: int) -> float:
        mixed = self._products[max(bot, other)][min(bot, other)]
        squares = self._products[bot][bot] + self._products[other][other] - 2 * mixed
        return superiority((self._sums[bot] - self._sums[other]) / ONE, squares / ONE**2)
