"""What the arena's own processes ask of Linux: to keep their memory private, and to lose no descendant of a bot.

Only processes that are ours alone are changed: the commands that play, and their workers. A program that uses mctsky as a
library, and a worker of a Dask cluster, keep the settings that their owners want.
"""

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path

_PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 4, 36
_ROUNDS = 200  # looks for adopted processes, each after killing what the one before has found

_adopts = False
_known: Callable[[], Collection[int]] = frozenset
_is_kept: Callable[[int], bool] = bool


def protect() -> None:
    """Keep this process's memory from other programs of the same user, and adopt the orphans among its descendants.

    A process that is not dumpable cannot be read through /proc or traced, except by root. Does nothing where there is no Linux.
    """
    global _adopts
    if not sys.platform.startswith("linux"):
        return
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    _adopts = prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def keep(known: Callable[[], Collection[int]], is_kept: Callable[[int], bool]) -> None:
    """Set what `kill_adopted` leaves alone: children that we have started in sessions of their own, and those for which
    `is_kept` says that a bot still at play has started them."""
    global _known, _is_kept
    _known, _is_kept = known, is_kept


def kill_adopted() -> None:
    """Kill what has left a bot's session, its group and its environment: orphans that were given to us by the system.

    They are our children, but in sessions other than ours, as all descendants of bots are. (A plug-in's helper that it has put
    into a session of its own looks the same; such a bot wants --isolate.)
    """
    if not _adopts:
        return
    for _ in range(_ROUNDS):
        left = [pid for pid in _children_elsewhere() if pid not in _known() and not _is_kept(pid)]
        if not left:
            return
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.005)


def _children_elsewhere() -> list[int]:
    """Return the children of this process that are in another session."""
    here, session, found = os.getpid(), os.getsid(0), []
    for process in _candidates():
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
            if int(fields[1]) == here and int(fields[3]) != session:
                found.append(process)
    return found


def _candidates() -> list[int]:
    """Return our children, or all processes where the system does not tell whose children they are."""
    children: list[int] = []
    try:
        for thread in os.listdir("/proc/self/task"):  # noqa: PTH208
            children += map(int, Path(f"/proc/self/task/{thread}/children").read_bytes().split())
    except OSError:  # also of a thread that has just ended
        return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]  # noqa: PTH208
    return children
