"""A program behind two pipes, kept so that nothing it does can harm us: every wait has an end, every buffer a bound.

It runs in a session of its own and is killed with all its descendants when it is closed, collected, or when this process dies
in whatever way (`guard.py` sees to the last). A thread drains its stderr, of which the end is kept for messages.
"""

import collections
import contextlib
import errno
import math
import os
import secrets
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.arena.playing.own_process import keep, kill_adopted
from mctsky.bots.processes import guard
from mctsky.errors import MachineError, printable

MAX_PENDING = 1 << 20  # bytes of output that are not yet an answer; more is a flood
MAX_UNASKED = 1 << 16  # bytes that may follow a wrong answer; more is a flood
LEAVE_SECONDS = 1.0  # for a program that was asked to exit
TERM_SECONDS = 0.5  # for one that was told to exit
_SLICE = 0.1  # seconds between two looks at whether it still lives
_DROWNING = 5.0  # seconds at most that are spent on telling a flood from a little garbage
_PAUSE = 0.3  # seconds without output that tell a program from a flood; a busy machine makes floods slow
_STDERR_KEPT = 8192
_SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)  # the machine's fault, not the program's
_DYING = 0.5  # seconds between a pipe's end and the end of its process, if the one is due to the other

Tell = Callable[[int, str, bytes], None]


class BotProcess:
    """A running program. After any failure, or an interruption by a signal, it is `broken` and can only be closed."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        tell: "Tell | None" = None,
        descriptors: Sequence[int] = (),
    ) -> None:
        """Start it; the environment given is added to ours. `tell` gets its process id and every line to and from it.

        `descriptors` stay open in it, beside its three pipes.
        """
        self.command = list(command)
        self.tell = tell
        self.broken = False
        self._pending = bytearray()
        self.token = token = secrets.token_hex(8)
        above = os.environ.get(guard.VARIABLE)
        mark = {guard.VARIABLE: f"{above}/{token}" if above else token}
        pipe = subprocess.PIPE
        try:
            _WATCH.add(token, guard.NO_GROUP)  # starts a guard, if there is none
            self._popen = subprocess.Popen(
                self.command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, **(environment or {}), **mark},
                pass_fds=descriptors,
            )
        except OSError as error:
            _WATCH.remove(token)
            if error.errno in _SHORTAGES:
                remedy = "allow more with `ulimit`, or use fewer --jobs"
                problem = f"cannot be started: {error.strerror}"
                raise MachineError(problem, given=self.command[0], remedy=remedy) from None
            raise BotFailure(Fault.CRASH, f"{self.command[0]} cannot be started: {error.strerror or error}") from None
        _WATCH.add(token, self._popen.pid)
        self._in, self._out, stderr = (pipe.fileno() for pipe in _pipes(self._popen))
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._tail: collections.deque[bytes] = collections.deque(maxlen=_STDERR_KEPT // 512)
        self._drain = threading.Thread(target=_drain, args=(stderr, self._tail), daemon=True)
        self._drain.start()
        self._destroy = weakref.finalize(self, _destroy, self._popen, self._drain, token, os.getpid())
        _LIVING.add(self)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._popen.pid

    # ------------------------------------------------------------ talking

    def exchange(self, message: bytes, patience: float, *, answered: bool = True) -> bytes:
        """Write a message and, if it is to be answered, return the line that comes back, within `patience` seconds."""
        if self.broken:
            raise BotFailure(Fault.CRASH, "its process has failed before")
        self.broken = True  # until this went well: an exception of a signal handler may end the wait anywhere
        if self.tell is not None and message:
            self.tell(self._popen.pid, "to", message)
        try:
            line = self._exchange(message, patience, answered)
        except BotFailure:
            if self.tell is not None and self._pending:
                self.tell(self._popen.pid, "from", bytes(self._pending))  # what there is of an answer
            raise
        if self.tell is not None and answered:
            self.tell(self._popen.pid, "from", line)
        self.broken = False
        return line

    def _exchange(self, message: bytes, patience: float, answered: bool) -> bytes:
        deadline = time.monotonic() + patience
        unsent = memoryview(message)
        while unsent or (answered and b"\n" not in self._pending):
            poll = select.poll()
            poll.register(self._out, select.POLLIN)
            if unsent:
                poll.register(self._in, select.POLLOUT)
            left = deadline - time.monotonic()
            ready = dict(poll.poll(max(0, math.ceil(1000 * min(left, _SLICE)))))
            if self._out in ready:
                self._read()
            elif self._in in ready:
                unsent = unsent[self._write(unsent) :]
            else:
                self._look_after(bool(unsent), left, patience)
        if not answered:
            return b""
        line, _, rest = self._pending.partition(b"\n")
        self._pending = rest
        return bytes(line)

    def _look_after(self, unsent: bool, left: float, patience: float) -> None:
        """Fail if the program has ended, or if its time has; a pipe may outlive it in the hands of its children."""
        if self._exit() is not None:
            self._read()  # its last output may have come just now
            if unsent or b"\n" not in self._pending:
                raise BotFailure(Fault.CRASH, self.how_it_ended())
        elif left <= 0:
            if self._has_closed_input():
                raise BotFailure(Fault.CLOSED, "it closed its input and keeps running")
            what = "it does not read its input" if unsent else "no answer"
            raise BotFailure(Fault.HANG, f"{what} within {patience:.3f} s")

    def _has_closed_input(self) -> bool:
        poll = select.poll()
        poll.register(self._in, 0)  # an error is reported in any case
        return bool(poll.poll(0))

    def overflows(self) -> bool:
        """Say whether the program keeps writing, without a pause, more than a slip explains; what it writes is dropped."""
        total, deadline = len(self._pending), time.monotonic() + _DROWNING
        with contextlib.suppress(OSError):
            while total <= MAX_UNASKED and time.monotonic() < deadline:
                if not select.select([self._out], [], [], _PAUSE)[0] or not (chunk := os.read(self._out, 1 << 16)):
                    break
                total += len(chunk)
        return total > MAX_UNASKED

    def unasked(self, seconds: float) -> bytes:
        """Return what the program writes within `seconds` without being asked; empty if it behaves."""
        if not self._pending:
            with contextlib.suppress(OSError):
                if select.select([self._out], [], [], seconds)[0]:
                    self._pending += os.read(self._out, 1 << 16)
        return bytes(self._pending)

    def _read(self) -> None:
        try:
            chunk = os.read(self._out, 1 << 16)
        except BlockingIOError:
            return
        if not chunk:
            self._gone("output")
        self._pending += chunk
        if len(self._pending) > MAX_PENDING:
            raise BotFailure(Fault.FLOOD, f"more than {MAX_PENDING} bytes and no answer")

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._gone("input")
            raise

    def _gone(self, pipe: str) -> None:
        """Fail because a pipe has ended: the process has ended, or it keeps running without the pipe."""
        if self.wait(_DYING) is None:
            raise BotFailure(Fault.CLOSED, f"it closed its {pipe} and keeps running")
        raise BotFailure(Fault.CRASH, self.how_it_ended())

    # ------------------------------------------------------------ living and dying

    def _exit(self) -> int | None:
        """Return the exit code, negative for a signal, or None while it lives; its group stays reserved until `close`."""
        if self._popen.returncode is None and hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):
                status = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if status is None:
                    return None
                return status.si_status if status.si_code == os.CLD_EXITED else -status.si_status
        return self._popen.poll()

    def wait(self, seconds: float) -> int | None:
        """Wait for its end; return the exit code, negative for a signal, or None if it keeps running."""
        deadline, pause = time.monotonic() + seconds, 0.001
        while (code := self._exit()) is None and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(2 * pause, 0.05)
        return code

    def how_it_ended(self) -> str:
        """Say how it ended and what it last wrote to stderr."""
        code = self._exit()
        self._drain.join(0.2)
        words = "it ended"
        if code is not None:
            words = f"exit code {code}" if code >= 0 else f"killed by {signal_name(-code)}"
        last = self.last_stderr_line()
        return f"{words}: {last}" if last else words

    def last_stderr_line(self) -> str:
        """Return the last line of stderr that says anything, unprintable characters replaced."""
        text = b"".join(self._tail).decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return printable(lines[-1], 160) if lines else ""

    def survivors(self) -> list[int]:
        """Return its descendants that are still running, without itself, where the system can tell."""
        return [process for process in guard.marked(self.token) if process != self._popen.pid]

    def close_input(self) -> None:
        """Close its input, at which it should exit."""
        _pipes(self._popen)[0].close()

    def close(self, farewell: bytes = b"") -> None:
        """Ask it to exit by a message and the end of its input; a broken one, or one that stays, is killed with children."""
        if not self._destroy.alive:
            return
        if not self.broken and not _pipes(self._popen)[0].closed:
            with contextlib.suppress(BotFailure):
                self.exchange(farewell, LEAVE_SECONDS, answered=False)
            self.close_input()
            if self.wait(LEAVE_SECONDS) is None:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._popen.pid, signal.SIGTERM)
                self.wait(TERM_SECONDS)
        self.broken = True
        self._destroy()


def _pipes(popen: "subprocess.Popen[bytes]") -> list[IO[bytes]]:
    return [pipe for pipe in (popen.stdin, popen.stdout, popen.stderr) if pipe is not None]


def _drain(stderr: int, tail: "collections.deque[bytes]") -> None:
    """Read stderr to its end, so that the program never waits for us; keep the last bytes."""
    with contextlib.suppress(OSError):
        while chunk := os.read(stderr, 512 * tail.maxlen if tail.maxlen else 512):
            for start in range(0, len(chunk), 512):
                tail.append(chunk[start : start + 512])


def _destroy(popen: "subprocess.Popen[bytes]", drain: threading.Thread, token: str, owner: int) -> None:
    """Kill a program with all its descendants and forget it; a forked copy of this process owns none."""
    if os.getpid() != owner:
        return
    guard.kill_group(popen.pid)  # before it is reaped: until then no other process can get its number
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(5.0)
    guard.kill_marked(token)
    _WATCH.remove(token)
    kill_adopted()
    drain.join(1.0)
    for pipe in _pipes(popen)[: 2 if drain.is_alive() else 3]:
        pipe.close()


def signal_name(number: int) -> str:
    """Return the name of a signal; of the real-time signals Python knows only the first and the last."""
    try:
        return signal.Signals(number).name
    except ValueError:
        first = getattr(signal, "SIGRTMIN", None)
        return f"SIGRTMIN+{number - first}" if first is not None and number > first else f"signal {number}"


class _Watch:
    """Our side of the guard: one for this process, started with the first program."""

    def __init__(self) -> None:
        self.guard: subprocess.Popen[bytes] | None = None
        self._reset()

    def _reset(self) -> None:
        self._lock = threading.RLock()  # after a fork another thread may hold the old one for ever
        self.guard = None
        self._kept: dict[str, int] = {}

    def add(self, token: str, group: int) -> None:
        with self._lock:
            self._kept[token] = group
            self._tell(f"+ {token} {group}\n")

    def remove(self, token: str) -> None:
        with self._lock:
            self._kept.pop(token, None)
            self._tell(f"- {token}\n")

    def _tell(self, line: str) -> None:
        if self.guard is not None and self.guard.stdin is not None:
            with contextlib.suppress(OSError):
                self.guard.stdin.write(line.encode())
                return
        if self._kept:  # no guard yet, or somebody killed it
            script = str(Path(guard.__file__))
            null = subprocess.DEVNULL
            command = [sys.executable, "-I", "-S", script]
            self.guard = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=null, stderr=null, bufsize=0, start_new_session=True, cwd="/"
            )
            assert self.guard.stdin is not None
            self.guard.stdin.write("".join(f"+ {token} {group}\n" for token, group in self._kept.items()).encode())

    def children(self) -> set[int]:
        """Return our children in sessions of their own: programs, and the guard."""
        with self._lock:
            guard = [] if self.guard is None else [self.guard.pid]
            return {*self._kept.values(), *guard}

    def keeps(self, process: int) -> bool:
        """Say whether a process belongs to a program that is still to live; one that is just being started counts."""
        with self._lock:
            tokens = list(self._kept)
            is_starting = guard.NO_GROUP in self._kept.values()
        return is_starting or guard.has_mark(process, tokens)

    def forget(self) -> None:
        """Give up what belongs to the process that we were forked from; an open pipe here would hide its death."""
        if self.guard is not None and self.guard.stdin is not None:
            self.guard.stdin.close()
            self.guard.returncode = 0  # not our child: nothing to wait for
        self._reset()


_WATCH = _Watch()
keep(lambda: _WATCH.children(), lambda process: _WATCH.keeps(process))  # looked up each time: tests put another in its place
_LIVING: "weakref.WeakSet[BotProcess]" = weakref.WeakSet()


def _after_fork() -> None:
    _WATCH.forget()
    for process in list(_LIVING):
        process.broken = True
        for pipe in _pipes(process._popen):
            pipe.close()
        process._popen.returncode = 0
    _LIVING.clear()


os.register_at_fork(after_in_child=_after_fork)
