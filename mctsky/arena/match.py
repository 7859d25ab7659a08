"""Playing games and matches.

A match is a row of blocks. The games of a block share one seed, and in them every bot takes every seat equally often, so that
the luck of the deal and the advantage of a seat cancel within the block. Everything that a game needs follows from the
match seed and the game's number: at fixed iterations a match can be repeated exactly.
"""

import logging
import operator
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from mctsky.arena.statistics import MatchResult, summarise
from mctsky.core.position import Game, View
from mctsky.core.rng import derive_seed
from mctsky.errors import BudgetError, IllegalMoveError, OptionError

log = logging.getLogger(__name__)


class Player(Protocol):
    """What the arena asks of a bot; mctsky.bots.api.Bot says the same with words. The arena knows no bot by name."""

    def check(self, game: Game) -> None: ...  # noqa: D102

    def warm(self, game: Game) -> None: ...  # noqa: D102

    def new_game(self, game: Game, seat: int, seed: int) -> None: ...  # noqa: D102

    def choose(self, view: View) -> int: ...  # noqa: D102

    def end(self) -> None: ...  # noqa: D102


@dataclass(frozen=True)
class GameRecord:
    """One finished game as its referee saw it."""

    bots: tuple[str, ...]  # by seat
    moves: tuple[int, ...]  # codes, chance included
    returns: tuple[float, ...]  # by seat, each in [0, 1]
    n_choices: tuple[int, ...]  # moves that each seat chose
    failed_seat: int | None = None  # whose bot broke the rules or crashed
    reason: str = ""
    index: int = 0  # in the match
    block: int = 0
    seconds: tuple[float, ...] = field(default=(), compare=False)  # thinking time by seat

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON-able data."""
        return asdict(self)


class _BotError(Exception):
    """A bot broke the rules or crashed; the game is lost for `seat`."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.reason = seat, reason


def play_game(game: Game, bots: Sequence[Player], seed: int, bot_seeds: Sequence[int] | None = None) -> GameRecord:
    """Play one game between one bot per seat; a bot that fails loses it, and nothing that a bot does is raised.

    `seed` rules the game's luck and is never shown to a bot; without `bot_seeds` the bots' own seeds are derived from it.
    """
    if len(bots) != game.n_seats:
        raise OptionError(f"{game.name} has {game.n_seats} seats", given=f"{len(bots)} bots", where=game.name)
    seeds = bot_seeds if bot_seeds is not None else [derive_seed("bot", seed, 0, seat) for seat in range(len(bots))]
    position = game.start(seed)
    n_choices, seconds = [0] * len(bots), [0.0] * len(bots)
    failed_seat, reason = None, ""
    try:
        for seat, bot in enumerate(bots):
            _guarded(seat, seconds, bot.new_game, game, seat, seeds[seat])
        while not position.is_over:
            seat = position.to_act
            view = position.open_view(seat) if getattr(bots[seat], "cheats", False) else position.view(seat)
            code = _guarded(seat, seconds, bots[seat].choose, view)
            try:
                position.play(operator.index(code))
            except (IllegalMoveError, TypeError):
                raise _BotError(seat, f"illegal move {str(code)[:80]} after {len(position.moves)} moves") from None
            n_choices[seat] += 1
        returns = position.returns()
    except _BotError as failure:
        failed_seat, reason = failure.seat, failure.reason
        log.info("%s: the bot at seat %d loses: %s", game.name, failed_seat, reason)
        # The others share the win, as they would share a tie: the sum over all seats stays that of one win.
        returns = [1.0 / max(1, game.n_seats - 1)] * game.n_seats
        returns[failed_seat] = 0.0
    for bot in bots:
        try:
            bot.end()
        except Exception as error:  # the result stands, whatever the bot does afterwards
            log.warning("%s: a bot failed after the game: %s", game.name, error)
    return GameRecord(
        bots=tuple(type(bot).__name__ for bot in bots),
        moves=tuple(position.moves),
        returns=tuple(returns),
        n_choices=tuple(n_choices),
        failed_seat=failed_seat,
        reason=reason,
        seconds=tuple(seconds),
    )


def _guarded(seat: int, seconds: list[float], function: Any, *arguments: Any) -> Any:
    """Call into a bot, add up its thinking time, and turn whatever it raises into a lost game."""
    started = time.perf_counter()
    try:
        return function(*arguments)
    except Exception as error:  # a bot is foreign code: none of its errors may stop a match
        raise _BotError(seat, f"{type(error).__name__}: {error}"[:300]) from error
    finally:
        seconds[seat] += time.perf_counter() - started


def seatings(n_bots: int, n_seats: int) -> list[tuple[int, ...]]:
    """Return who sits where in the games of a block: all cyclic seatings, every bot at every seat equally often.

    Fewer bots than seats are dealt over the seats in turn; where that leaves some bots with a seat more, each bot is the
    favoured one in turn.
    """
    rows: dict[tuple[int, ...], None] = {}
    for first in range(n_bots):
        row = [(first + seat) % n_bots for seat in range(n_seats)]
        for turn in range(n_seats):
            rows[tuple(row[-turn:] + row[:-turn])] = None
    return list(rows)


class Match:
    """A match between bots given by their spec strings; play it game by game, ask for the result at any time."""

    def __init__(
        self, game: Game, specs: Sequence[str], make_bot: Callable[[str], Player], *, n_games: int, seed: int = 0
    ) -> None:
        """Check everything that can be checked before the first game; `make_bot` is usually mctsky.bots.make_bot."""
        if not specs:
            raise OptionError("a match needs at least one bot", where=game.name)
        if len(specs) > game.n_seats:
            problem = f"{game.name} has only {game.n_seats} seats"
            raise OptionError(problem, given=f"{len(specs)} bots", where="match", remedy="see option players")
        if n_games < 1:
            raise BudgetError("a match has at least one game", given=n_games, where="match", remedy="nearest: 1")
        marks = []
        for spec in specs:
            bot = make_bot(spec)
            bot.check(game)
            marks.append(" (sees all)" if getattr(bot, "cheats", False) else "")
        self.game, self.specs, self.seed = game, tuple(specs), seed
        self.make_bot = make_bot
        self.names = tuple(name + mark for name, mark in zip(_distinct(specs), marks, strict=True))
        self.seatings = seatings(len(specs), game.n_seats)
        self.n_blocks = -(-n_games // len(self.seatings))
        self.n_games = self.n_blocks * len(self.seatings)
        self.asked_games = n_games
        self.records: list[GameRecord] = []

    @property
    def rounding(self) -> str:
        """What was done to the number of games, or nothing."""
        if self.n_games == self.asked_games:
            return ""
        size = len(self.seatings)
        return f"{self.asked_games} games rounded up to {self.n_games}: whole blocks of {size}, every bot at every seat"

    def warm(self) -> None:
        """Compile whatever the games will need, so that no bot's thinking time pays for it."""
        position = self.game.start(0)
        while not position.is_over:
            position.view().legal_codes()
            position.play(position.legal_codes()[0])
        position.returns()
        for spec in dict.fromkeys(self.specs):
            try:
                self.make_bot(spec).warm(self.game)
            except Exception as error:  # the games will show what the bot cannot do
                log.info("%s cannot be warmed: %s", spec, error)

    def play(self) -> Iterator[GameRecord]:
        """Play the games that are still to be played, one after another."""
        while len(self.records) < self.n_games:
            record = self.play_number(len(self.records))
            self.records.append(record)
            log.debug("game %d of %d: %s", len(self.records), self.n_games, record.returns)
            yield record

    def play_number(self, index: int) -> GameRecord:
        """Play one game of the match by its number; it depends on nothing but the match's settings."""
        block, turn = divmod(index, len(self.seatings))
        row = self.seatings[turn]
        bots = [self.make_bot(self.specs[number]) for number in row]
        bot_seeds = [derive_seed("bot", self.seed, index, seat) for seat in range(len(row))]
        record = play_game(self.game, bots, derive_seed("game", self.seed, block), bot_seeds)
        names = tuple(self.names[number] for number in row)
        return GameRecord(**{**vars(record), "bots": names, "index": index, "block": block})

    def result(self) -> MatchResult:
        """Return the statistics of the games played so far."""
        return summarise(self.records, self.names, self.game.n_seats, len(self.seatings))


def _distinct(specs: Sequence[str]) -> list[str]:
    """Return the specs as names, numbered where one occurs more than once."""
    return [spec if specs.count(spec) == 1 else f"{spec}#{specs[: i + 1].count(spec)}" for i, spec in enumerate(specs)]
