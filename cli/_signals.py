"""Signals: SIGTERM and SIGHUP end a command as Ctrl-C does, with the table so far and a valid record."""

import signal
from types import FrameType

from mctsky.errors import Stopped

INTERRUPTED = 128 + signal.SIGINT
BROKEN_PIPE = 128 + signal.SIGPIPE
_ENDS = (signal.SIGTERM, signal.SIGHUP)

_stopped_by: int | None = None


def listen() -> None:
    """Raise Stopped in the main thread on such a signal; one that is ignored, as under nohup, stays ignored."""
    for number in _ENDS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    global _stopped_by
    _stopped_by = number
    for other in _ENDS:
        signal.signal(other, signal.SIG_IGN)  # a second signal would only disturb the end
    raise Stopped(number)


def how_ended(error: BaseException | None) -> tuple[str, int]:
    """Return a word for what ended a command, and the exit code."""
    if isinstance(error, Stopped):
        return f"stopped by {signal.Signals(error.number).name}", 128 + error.number
    return "interrupted", INTERRUPTED


def signal_code() -> int | None:
    """Return the exit code for the signal that has stopped this process, if one has."""
    return None if _stopped_by is None else 128 + _stopped_by
