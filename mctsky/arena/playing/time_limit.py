"""Giving up on a bot that does not answer: an alarm in this process and, in a worker process, the end of that process.

The alarm raises an exception inside the bot, which stops any bot in plain Python. It does not stop one that catches everything,
or that hangs in compiled code. Where the process is a worker that may be lost, it then ends; the runner sees to its games.
"""

import faulthandler
import math
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

GRACE = 0.25  # seconds between the end of a bot's time and the alarm
_AGAIN = 1.0  # seconds between alarms, should the bot catch the first
_LAST = 5.0  # seconds between the alarm and the end of a worker

_armed = False
_null: "IO[str] | None" = None  # set in a worker: what a last traceback is written to
_ends_at = math.inf  # when this worker ends unless it is given more time


class TimeUp(BaseException):  # not an Exception: a bot must not catch it by accident
    """Raised by the alarm inside a bot."""


def call_within(seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; raise TimeUp inside it when it takes longer and this is the main thread."""
    global _armed
    if _null is not None:
        _give_time(seconds, _null)
    if math.isinf(seconds) or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        return function(*arguments)
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        try:
            _armed = True
            signal.setitimer(signal.ITIMER_REAL, seconds + GRACE, _AGAIN)
            return function(*arguments)
        finally:
            _disarm()
    except TimeUp:
        _disarm()  # it may have rung in the middle of the line above
        raise
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)


def _ring(number: int, frame: Any) -> None:
    if _armed:
        raise TimeUp


def _disarm() -> None:
    global _armed
    _armed = False
    signal.setitimer(signal.ITIMER_REAL, 0.0)


def may_be_lost() -> None:
    """Make this process a worker, which ends when a bot cannot be stopped otherwise."""
    global _null
    _null = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # kept for good


def _give_time(seconds: float, null: IO[str]) -> None:
    """Extend the worker's deadline; it is a timer thread outside of Python, and setting it costs time, so it is set seldom."""
    global _ends_at
    now = time.monotonic()
    if math.isinf(_ends_at) or _ends_at - now < seconds + _LAST:
        left = min(2 * seconds + 2 * _LAST, 1e6)
        faulthandler.dump_traceback_later(left, exit=True, file=null)
        _ends_at = now + left


def rest() -> None:
    """Cancel the worker's deadline: no bot is at work."""
    global _ends_at
    if not math.isinf(_ends_at):
        faulthandler.cancel_dump_traceback_later()
        _ends_at = math.inf
