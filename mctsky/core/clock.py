"""Time limits: what a match allows (`TimeControl`), and what a bot is told before each of its moves (`Clock`)."""

import re
from dataclasses import dataclass
from typing import Any

from mctsky.errors import BudgetError

_UNITS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0}
_DURATION = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m|)")
_MOVES_TO_GO = 30  # expected number of remaining decisions, over which the clock of a game is spread
_SAFETY = 0.9  # part of the allowance that is used: measuring, messages and the last slice of a search take time too


@dataclass(frozen=True)
class Clock:
    """What a bot may use for its next move; None means no limit."""

    move_seconds: float | None = None  # for this move
    seconds_left: float | None = None  # for the rest of the game
    increment: float = 0.0  # added to `seconds_left` after each move
    iterations: int | None = None  # of a search, for bots that have no budget of their own

    def seconds_to_use(self) -> float | None:
        """Return how long a sensible bot thinks about this move; None without a time limit."""
        if self.move_seconds is not None:
            return _SAFETY * self.move_seconds
        if self.seconds_left is None:
            return None
        wish = self.seconds_left / _MOVES_TO_GO + self.increment
        return max(0.001, _SAFETY * min(wish, self.seconds_left / 2))

    def to_dict(self) -> dict[str, Any]:
        """Return the limits that are set, as plain data."""
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class TimeControl:
    """What a match allows: per move, per game with an increment, or no limit."""

    move_seconds: float | None = None
    game_seconds: float | None = None
    increment: float = 0.0

    def clock(self, seconds_left: float | None, iterations: int | None) -> Clock:
        """Return what a bot is told before a move."""
        return Clock(self.move_seconds, seconds_left, self.increment, iterations)

    def __str__(self) -> str:
        """Return the text that `read_time` reads; empty without limits."""
        if self.game_seconds is not None:
            return f"{self.game_seconds:g}s+{self.increment:g}s"
        return "" if self.move_seconds is None else f"{self.move_seconds:g}s"


def read_time(text: str) -> TimeControl:
    """Return the time control of a text: `100ms` per move, `60s+0.5s` per game with an increment; empty for no limit."""
    if not text.strip():
        return TimeControl()
    whole, plus, increment = text.partition("+")
    if not plus:
        return TimeControl(move_seconds=_seconds(whole, text))
    return TimeControl(game_seconds=_seconds(whole, text), increment=_seconds(increment, text, least=0.0))


def _seconds(part: str, text: str, least: float = 0.001) -> float:
    found = _DURATION.fullmatch(part.strip())
    remedy = "write 100ms or 2s for a move, 60s+0.5s for a game and what each move adds"
    if not found:
        raise BudgetError("not a time control", given=text, where="time", remedy=remedy)
    seconds = float(found[1]) * _UNITS[found[2]]
    if not least <= seconds <= 1e6:
        raise BudgetError(f"a time is from {least:g} to 1e6 seconds", given=text, where="time", remedy=remedy)
    return seconds
