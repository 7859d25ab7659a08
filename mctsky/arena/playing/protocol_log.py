"""The log of a match: every line to and from programs, with time, game and bot; several processes write to one file."""

import contextlib
import datetime
import errno
import json
import os
import stat
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from mctsky.errors import MachineError

_game: ContextVar[str] = ContextVar("game", default="")


@contextlib.contextmanager
def playing(game_id: str) -> Iterator[None]:
    """Name the game that this thread plays, for whatever is logged meanwhile."""
    token = _game.set(game_id)
    try:
        yield
    finally:
        _game.reset(token)


@dataclass(frozen=True)
class ProtocolLog:
    """A log file; small, and can be sent to other processes on this machine."""

    path: str

    def check(self) -> None:
        """Raise an error if the file cannot be written; it is made if it is not there."""
        _descriptor(self.path, os.getpid())

    def write(self, bot: str, process: int, direction: str, line: bytes) -> None:
        """Append one entry as a line of JSON, in one call of the system: entries of other processes never mix with it."""
        entry = {
            "time": datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds"),
            "game": _game.get(),
            "bot": bot,
            "process": process,
            "direction": direction,
            "line": line.removesuffix(b"\n").decode("utf-8", "backslashreplace"),
        }
        data = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        try:
            if os.write(_descriptor(self.path, os.getpid()), data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            raise _refused(self.path, error, "make room; --resume goes on with the match") from None


@lru_cache(maxsize=8)
def _descriptor(path: str, process: int) -> int:
    """Return a descriptor to append to, kept for good; a forked process opens its own."""
    try:
        pipe = stat.S_ISFIFO(Path(path).stat().st_mode) if Path(path).exists() else False
        flags = os.O_NONBLOCK if pipe else os.O_CREAT  # a pipe without a reader would block
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | flags, 0o666)
        os.set_blocking(descriptor, True)
    except (OSError, ValueError) as error:
        raise _refused(path, error, "name a file in a folder that exists") from None
    return descriptor


def _refused(path: str, error: Exception, remedy: str) -> MachineError:
    problem = f"the log cannot be written: {getattr(error, 'strerror', None) or error}"
    return MachineError(problem, given=path, where="--log", remedy=remedy)
