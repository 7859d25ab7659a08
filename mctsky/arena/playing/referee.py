"""Playing one game: views and clocks to the bots, their answers to the rules, everything to the record."""

import datetime
import json
import logging
import math
import multiprocessing
import operator
import platform
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import metadata
from typing import Any, Protocol

from mctsky._version import __version__
from mctsky.arena.playing.failure import BotFailure, Fault, result_of_failure
from mctsky.arena.playing.time_limit import TimeUp, call_within
from mctsky.arena.records.moves import describe_moves, first_position, open_game
from mctsky.arena.records.record import NORMAL, BotEntry, GameRecord, MoveRecord, Place
from mctsky.core.clock import TimeControl
from mctsky.core.contract import CHANCE
from mctsky.core.json_data import plain
from mctsky.core.position import Game, Position, View
from mctsky.core.rng import derive_seed
from mctsky.errors import GameDefinitionError, IllegalMoveError, MachineError, OptionError, Stopped

log = logging.getLogger(__name__)

PATIENCE = 120.0  # seconds after which a bot without a clock counts as hanging
LIMITS = {"patience": (0.01, 1e6), "margin": (0.0, 1e6)}  # seconds; a bot that has none at all can only lose
_CHANCE: tuple[int, float, Mapping[str, Any] | None] = (CHANCE, 0.0, None)
MAX_THOUGHTS = 1 << 20  # characters, as JSON, that a bot may say about one choice
MARGIN = 0.05  # seconds that a clock may be overdrawn: the machine's fault, not the bot's


class Player(Protocol):
    """What the arena asks of a bot; mctsky.bots.api.Bot documents it. The arena knows no bot by name."""

    cheats: bool
    interactive: bool
    patience: float

    def check(self, game: Game) -> None: ...  # noqa: D102

    def warm(self, game: Game) -> None: ...  # noqa: D102

    def parameters(self) -> Mapping[str, Any]: ...  # noqa: D102

    def new_game(self, game: Game, seat: int, seed: int) -> None: ...  # noqa: D102

    def choose(self, view: View) -> int: ...  # noqa: D102

    def thoughts(self) -> Mapping[str, Any] | None: ...  # noqa: D102

    def observe(self, view: View) -> None: ...  # noqa: D102

    def end(self, result: Sequence[float]) -> None: ...  # noqa: D102


@dataclass(frozen=True)
class Limits:
    """What bots may use: their clock, iterations where they have no budget of their own, and our patience."""

    time: TimeControl = field(default_factory=TimeControl)
    iterations: int | None = None
    patience: float = PATIENCE
    margin: float = MARGIN
    cpu: bool = False  # the clock counts CPU time, of bots in processes of their own

    @property
    def clock(self) -> str:
        """The time control as records tell it; empty without limits."""
        return f"{self.time} CPU" if self.cpu else str(self.time)


def play_game(
    game: Game,
    bots: Sequence[Player],
    seed: int,
    bot_seeds: Sequence[int] | None = None,
    *,
    limits: Limits | None = None,
    opening: str = "",
    entries: Sequence[BotEntry] | None = None,
    cheats: Sequence[bool] | None = None,
    place: Place | None = None,
) -> GameRecord:
    """Play one game between one bot per seat; a bot that fails loses it, and nothing that a bot does is raised.

    `seed` rules the game's luck and is never shown to a bot; without `bot_seeds` the bots' own seeds are derived from it, and a
    bot could find a small one by trying. `cheats` says which seats see everything; without it the bots are asked, once. `place`
    is that of the game in its match.
    """
    if len(bots) != game.n_seats:
        raise OptionError(f"{game.name} has {game.n_seats} seats", given=f"{len(bots)} bots", where=game.name)
    seeds = bot_seeds if bot_seeds is not None else [derive_seed("bot", seed, 0, seat) for seat in range(len(bots))]
    is_open = [bool(bot.cheats) for bot in bots] if cheats is None else cheats
    table = _Table(game, bots, is_open, limits or Limits(), opening, open_game(game, seed, opening))
    result, reason, failed_seat = table.play(seeds)
    place = place or Place("", 0, 0, tuple(range(len(bots))))
    return GameRecord(
        id=place.id,
        index=place.index,
        block=place.block,
        game=game.name,
        options=dict(game.options),
        seed=seed,
        seating=place.seating,
        bots=tuple(
            entries or (BotEntry(type(bot).__name__, type(bot).__name__, {}, is_open[seat]) for seat, bot in enumerate(bots))
        ),
        moves=tuple(table.moves()),
        has_texts=False,
        result=tuple(result),
        reason=reason,
        failed_seat=failed_seat,
        opening=opening,
        time_control=table.limits.clock,
        iterations=table.limits.iterations,
        files=dict(game.files),
        versions={**software_versions(), "rules": str(game.spec.version)},
        finished_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    )


@lru_cache(maxsize=1)
def software_versions() -> Mapping[str, str]:
    """Return what a record says about the software that played."""
    return {
        "mctsky": __version__,
        "python": platform.python_version(),
        "numba": metadata.version("numba"),
        "numpy": metadata.version("numpy"),
    }


class _Table:
    """One game under way."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[Player],
        is_open: Sequence[bool],
        limits: Limits,
        opening: str,
        position: Position,
    ) -> None:
        self.game, self.bots, self.is_open, self.limits = game, bots, is_open, limits
        self.opening, self.position = opening, position
        self.n_opening = len(position.moves)  # moves that were made for the bots
        self.left = [limits.time.game_seconds] * len(bots)
        self.cpu = [0.0] * len(bots)  # CPU seconds of each bot's process when it last answered; only if clocks count them
        self.choices: dict[int, tuple[int, float, Mapping[str, Any] | None]] = {}  # by move: seat, seconds and thoughts

    def play(self, seeds: Sequence[int]) -> tuple[list[float], str, int | None]:
        """Play to the end; return result, reason and whose bot failed."""
        seat = 0
        try:
            for seat, bot in enumerate(self.bots):
                more = getattr(bot, "start_seconds", 0.0)
                self._ask(seat, _same_flag, self.is_open[seat], bot, bot.new_game, self.game, seat, seeds[seat], more=more)
                if self.limits.cpu:
                    self._cpu_used(seat)  # start counting
            # Asked now, because a program says so only when it has been started.
            told = [seat for seat, bot in enumerate(self.bots) if getattr(bot, "observes", False)]
            while not self.position.is_over:
                seat = self.position.to_act
                self._choose(seat)
                for seat in told:
                    bot = self.bots[seat]
                    self._ask(seat, _same_flag, self.is_open[seat], bot, bot.observe, self._view(seat))
            result, reason, failed = self.position.returns(), NORMAL, None
        except BotFailure as failure:
            log.info("%s: the bot at seat %d loses: %s", self.game.name, seat, failure)
            result, reason, failed = result_of_failure(seat, self.game.n_seats), str(failure), seat
        for seat, bot in enumerate(self.bots):
            try:
                self._ask(seat, bot.end, tuple(result))
            except BotFailure as failure:  # the result stands, whatever the bot does afterwards
                log.warning("%s: a bot failed after the game: %s", self.game.name, failure)
        return result, reason, failed

    def moves(self) -> list[MoveRecord]:
        """Return the moves so far with what the bots thought; what no bot chose is chance, but for the moves of an opening."""
        codes, moves = self.position.moves, []
        if self.opening:
            given = describe_moves(first_position(self.game, self.opening), codes[: self.n_opening])
            moves = [MoveRecord(seat, code, text) for code, (seat, text) in zip(codes, given, strict=False)]
        for number in range(len(moves), len(codes)):
            seat, seconds, thoughts = self.choices.get(number, _CHANCE)
            moves.append(MoveRecord(seat, codes[number], "", seconds, thoughts))
        return moves

    def _view(self, seat: int) -> View:
        clock = self.limits.time.clock(self.left[seat], self.limits.iterations)
        return self.position.open_view(seat, clock) if self.is_open[seat] else self.position.view(seat, clock)

    def _choose(self, seat: int) -> None:
        """Ask the bot at `seat` for a move and play it."""
        bot, left = self.bots[seat], self.left[seat]
        per_move = self.limits.time.move_seconds
        allowed = per_move if per_move is not None else left
        limit = None if self.limits.cpu else allowed  # a bot that waits uses no CPU time: patience ends it
        code, seconds = self._ask(seat, _same_flag, self.is_open[seat], bot, _choice, bot, self._view(seat), allowed=limit)
        if self.limits.cpu:
            seconds = self._cpu_used(seat)
            if allowed is not None and seconds > allowed + self.limits.margin:
                raise BotFailure(Fault.TIME, f"{seconds:.3f} s of CPU time since its last move, allowed were {allowed:.3f} s")
        if left is not None:
            self.left[seat] = max(0.0, left - seconds) + self.limits.time.increment
        number = len(self.position.moves)
        try:
            self.position.play(code)
        except IllegalMoveError:
            raise BotFailure(Fault.ILLEGAL, f"{code} after {number} moves") from None
        self.choices[number] = (seat, 0.0, None)  # it counts even if the bot fails now
        thoughts, _ = self._ask(seat, _thoughts, bot)
        self.choices[number] = (seat, seconds, thoughts)

    def _cpu_used(self, seat: int) -> float:
        """Return the CPU seconds that a bot has used since this was last asked: also those in which others were to move."""
        count = getattr(self.bots[seat], "cpu_seconds", None)
        if count is None:
            raise OptionError("its CPU time cannot be counted", given=type(self.bots[seat]).__name__, where="--cpu-clock")
        before, self.cpu[seat] = self.cpu[seat], count()
        return max(0.0, self.cpu[seat] - before)

    def _ask(
        self, seat: int, function: Any, *arguments: Any, allowed: float | None = None, more: float = 0.0
    ) -> tuple[Any, float]:
        """Call into a bot; return its answer and the seconds it took. Whatever it does wrong becomes a BotFailure.

        `allowed` is what its clock allows. Without a clock our patience, and `more`, is the limit. A bot in a process of its
        own is given up by that process's keeper at `bot.patience`; one in this process by an alarm, where this is the main
        thread.
        """
        bot = self.bots[seat]
        limit = self.limits.patience + more if allowed is None else allowed + self.limits.margin
        if bot.interactive:
            limit = math.inf
        bot.patience = limit
        begun = time.perf_counter()
        try:
            answer = call_within(limit, function, *arguments)
        except BotFailure as failure:
            if failure.fault == Fault.HANG and allowed is not None:
                raise BotFailure(Fault.TIME, f"no move within {allowed:.3f} s") from None
            raise
        except TimeUp:
            fault = Fault.HANG if allowed is None else Fault.TIME
            raise BotFailure(fault, f"no answer within {limit:.3f} s") from None
        except BaseException as error:  # a bot is foreign code: none of its errors may stop a match, sys.exit() included
            is_ours = type(bot).__module__.startswith("mctsky.")  # a plug-in that raises our MachineError fails like any other
            if (isinstance(error, MachineError | GameDefinitionError) and is_ours) or (
                isinstance(error, KeyboardInterrupt) and _is_interruptible(error)
            ):
                raise
            raise BotFailure(Fault.CRASH, f"{type(error).__name__}: {_shown(error)}") from error
        seconds = time.perf_counter() - begun
        if seconds > limit:
            fault = Fault.HANG if allowed is None else Fault.TIME
            raise BotFailure(fault, f"{seconds:.3f} s, allowed were {limit:.3f} s")
        return answer, seconds


def _same_flag(is_open: bool, bot: Player, function: Any, *arguments: Any) -> Any:
    """Call into a bot; it loses if its flag `cheats` is not what the plan says, which alone decides what it is shown."""
    answer = function(*arguments)
    if bool(bot.cheats) is not is_open:
        raise BotFailure(Fault.FLAG, f"cheats is {not is_open} now, and was {is_open} before the match")
    return answer


def _choice(bot: Player, view: View) -> int:
    """Return the code of the move that a bot chooses."""
    answer = bot.choose(view)
    try:
        code = operator.index(answer)
    except TypeError:
        raise BotFailure(Fault.ILLEGAL, f"{_shown(answer)} is not a code of a move") from None
    if code.bit_length() > 63:  # Python does not convert the largest numbers to text
        raise BotFailure(Fault.ILLEGAL, f"a number of {code.bit_length()} bits is not a code of a move")
    return code


def _thoughts(bot: Player) -> Mapping[str, Any] | None:
    """Return what a bot says about its choice as plain data that can be sent and stored, whatever types the bot used."""
    thoughts = bot.thoughts()
    if thoughts is None:
        return None
    told: dict[str, Any] = plain(dict(thoughts))
    size = len(json.dumps(told))
    if size > MAX_THOUGHTS:
        raise BotFailure(Fault.FLOOD, f"{size} characters of thoughts about one move")
    return told


def _shown(value: Any) -> str:
    """Return a bot's object as a short text; its own `repr` may fail."""
    try:
        return str(value)[:80]
    except Exception:
        return f"<{type(value).__name__}>"


def _is_interruptible(error: KeyboardInterrupt) -> bool:
    """Say whether an interruption is the user's: workers ignore the signals for it, so there it is the bot's."""
    if isinstance(error, Stopped):  # its handler ignores all further ones
        return multiprocessing.parent_process() is None
    return threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
