"""The streams of `mctsky engine`: a thread reads, this one waits and can be interrupted."""

import errno
import json
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from mctsky.advisor.engine.protocol import Limits
from mctsky.advisor.engine.server import Engine, read_lines
from mctsky.arena.playing.protocol_log import ProtocolLog
from mctsky.cli._streams import OutputError
from mctsky.errors import MachineError, MctskyError

CLIENT = "client"
CHUNK = 1 << 16
TICK = 0.2  # seconds between two looks at whether all is over


class Streams:
    """Writes replies, and both directions to the log."""

    def __init__(self, log_file: str | None) -> None:
        """Open the log, and keep a stdout of our own: while a module is imported, number 1 is stderr."""
        sys.stdout.flush()
        self._stdout = os.dup(1)
        self._log = None if log_file is None else ProtocolLog(log_file)
        if self._log is not None:
            self._log.check()

    def note(self, direction: str, line: bytes) -> None:
        """Append a line to the log."""
        if self._log is not None:
            try:
                self._log.write(CLIENT, os.getpid(), direction, line)
            except MachineError as error:
                raise MachineError(error.problem, given=error.given, where="--log", remedy="make room") from None

    def send(self, reply: Mapping[str, Any]) -> None:
        """Write a reply at once."""
        line = json.dumps(reply, separators=(",", ":"), allow_nan=False).encode()
        self.note("to", line)
        left = memoryview(line + b"\n")
        try:
            while left:
                left = left[os.write(self._stdout, left) :]
        except OSError as error:
            raise OutputError(error.errno or errno.EIO) from None


def serve(limits: Limits, workers: int | None, games: Sequence[str], log_file: str | None, quit_without_waiting: bool) -> None:
    """Answer lines until the input ends and all is answered."""
    streams = Streams(log_file)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    engine = Engine(streams.send, limits, workers or min(cores, 8))
    ended = threading.Event()
    trouble: list[BaseException] = []

    def take(line: bytes) -> None:
        streams.note("from", line)
        engine.take(line)

    def refuse(error: MctskyError) -> None:
        engine.reply_error(None, error)

    def read() -> None:
        try:
            # Not sys.stdin: Python aborts at its end if a thread is still waiting inside a buffered stream.
            read_lines(lambda: os.read(0, CHUNK), take, refuse)
        except BaseException as error:
            trouble.append(error)
        ended.set()

    try:
        for name in games:
            engine.warm(name)
        threading.Thread(target=read, name="mctsky-input", daemon=True).start()
        while not ended.is_set() and engine.failure is None:
            ended.wait(TICK)
        while not (engine.is_idle or quit_without_waiting or trouble) and engine.failure is None:
            engine.wait(TICK)
    finally:
        engine.close()
    for error in (engine.failure, *trouble):
        if error is not None:
            raise error
