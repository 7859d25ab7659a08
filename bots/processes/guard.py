"""Watch one process of ours and, when it is gone, kill what it started.

Run as a plain script by `_process.py`, once per process that has programs to look after. Its input names them, a line each
(`+ TOKEN GROUP`, `- TOKEN`); the end of the input means that our process has died, however that happened. It finds programs by
their process group and, where there is a /proc, by the token in their environment: so it also finds a grandchild that has left
its group, and a program that was started in the very moment of our death. It imports nothing of mctsky, to start at once.
"""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

VARIABLE = "MCTSKY_BOT_PROCESS"  # tokens of all keepers above a program, separated by `/`
NO_GROUP = 0  # the program has not been started yet
_PROCESSES = Path("/proc")
_ROUNDS = (0.0, 0.02, 0.1, 0.3)  # seconds before each look at what the dead parent left


def marked(token: str) -> list[int]:
    """Return the processes that carry `token` in their environment; none where the system cannot tell."""
    entries = os.listdir(_PROCESSES) if _PROCESSES.is_dir() else ()  # noqa: PTH208  # four times as fast as Path.iterdir
    return [int(entry) for entry in entries if entry.isdigit() and has_mark(int(entry), [token])]


def has_mark(process: int, tokens: "list[str]") -> bool:
    """Say whether a process carries one of the tokens in its environment."""
    head = f"{VARIABLE}=".encode()
    try:
        with open(f"/proc/{process}/environ", "rb") as file:  # noqa: PTH123
            environment = file.read()
    except OSError:  # gone already, or another user's
        return False
    at = environment.find(head)
    carried = environment[at + len(head) :].partition(b"\0")[0].split(b"/") if at >= 0 else []
    return any(token.encode() in carried for token in tokens)


def kill_group(group: int) -> None:
    """Kill a whole process group, if any of it is left."""
    if group != NO_GROUP:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def kill_marked(token: str) -> None:
    """Kill every process that carries `token`, including those that start meanwhile."""
    for _ in range(50):
        left = marked(token)
        if not left:
            return
        for process in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.01)


def main() -> None:
    """Read which programs to watch until the input ends, then kill all that are left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    watched: dict[str, int] = {}
    for line in sys.stdin:
        sign, token, *group = line.split()
        if sign == "+":
            watched[token] = int(group[0])
        else:
            watched.pop(token, None)
    for pause in _ROUNDS if watched else ():
        time.sleep(pause)
        for token, group_id in watched.items():
            kill_group(group_id)
            kill_marked(token)


if __name__ == "__main__":
    main()
