"""CPU time of a program with all its descendants, from Linux: for clocks that count work instead of waiting."""

import contextlib
import os
import time
from pathlib import Path

_SCHEDULED = 2  # kind of clock: all that the scheduler gave to a process, its threads included


def can_count() -> bool:
    """Say whether this system tells the children of a process and its CPU time."""
    here = os.getpid()
    with contextlib.suppress(OSError, OverflowError, ValueError):
        return Path(f"/proc/{here}/task/{here}/children").exists() and time.clock_gettime(_clock(here)) > 0
    return False


def tree_seconds(root: int) -> float:
    """Return the CPU seconds of a process and its descendants, those included that have ended and been waited for.

    A descendant that has left the tree (its parents ended before it) does not count; in a sandbox none can leave.
    """
    total, left = 0.0, [root]
    while left:
        process = left.pop()
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += time.clock_gettime(_clock(process)) + _of_ended_children(process)
            for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208
                left += map(int, Path(f"/proc/{process}/task/{thread}/children").read_bytes().split())
    return total


def _clock(process: int) -> int:
    """Return the number of the clock that counts a process's CPU time, as clock_getcpuclockid(3) makes it."""
    return (~process << 3) | _SCHEDULED


def _of_ended_children(process: int) -> float:
    """Return the CPU seconds of the children that a process has waited for, to a hundredth."""
    fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
