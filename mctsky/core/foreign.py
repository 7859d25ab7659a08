"""Code of other packages: the names that it adds, and calls of it, which can break only itself and cannot write to stdout.

A call before a match can be tried in a copy of this process first, so that it cannot end this process or never return. The copy
is a fork: it has loaded what we have, so it costs milliseconds, and what the call does there is lost with it. Only the command
line asks for it, while it is alone in its process; workers load what was tried before.
"""

import contextlib
import logging
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from mctsky.errors import MctskyError, OptionError, one_line

log = logging.getLogger(__name__)

LOAD_SECONDS = 60.0  # in which a plug-in must have been loaded
_LIVES = b"1"
_is_tried: Callable[[str], bool] | None = None
_passed: set[tuple[str, ...]] = set()

_lock = threading.RLock()
_depth = 0
_kept: tuple[int, Any] | None = None  # the real stdout while foreign code runs: descriptor and stream


def add_plugins(found: dict[str, str], group: str, kind: str) -> dict[str, str]:
    """Return names and places with those of other packages added; names of mctsky itself cannot be replaced."""
    from importlib.metadata import entry_points  # late: it takes a tenth of the time to a first move

    for point in entry_points(group=group):
        if point.name in found:
            log.warning("the plug-in %s %s of %s is hidden by another of that name", kind, point.name, point.value)
            continue
        found[point.name] = point.value
    return found


@contextlib.contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Send everything that the block prints to stderr; stdout is for tables and data."""
    global _depth, _kept
    with _lock:
        _depth += 1
        if _depth == 1:
            _kept = _redirect()
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if _depth == 0 and _kept is not None:
                _restore(*_kept)
                _kept = None


def _redirect() -> tuple[int, Any] | None:
    stream = sys.stdout
    try:
        if stream is not None:
            stream.flush()
        real = os.dup(1)
        os.dup2(2, 1)
    except OSError:  # no stdout or no stderr, so nothing to redirect
        return None
    sys.stdout = sys.stderr
    return real, stream


def _restore(real: int, stream: Any) -> None:
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os.dup2(real, 1)
    os.close(real)
    sys.stdout = stream


def call_bot(what: str, spec: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the bot `spec` before a match; turn what it raises, or an exit, into an error that names it."""
    rehearse(what, spec, function, *arguments)
    try:
        with stdout_to_stderr():
            return function(*arguments)
    except (MctskyError, KeyboardInterrupt):
        raise
    except BaseException as error:
        name = spec.partition(":")[0].strip()
        remedy = "see its documentation, or tell its author"
        raise OptionError(f"{what} failed: {one_line(error)}", given=spec, where=f"bot {name}", remedy=remedy) from error


def try_first(is_foreign: Callable[[str], bool] | None) -> None:
    """From now on, try calls of the bots of which `is_foreign` is true; None: of none."""
    global _is_tried
    _is_tried = is_foreign
    _passed.clear()


def rehearse(what: str, spec: str, function: Callable[..., Any], *arguments: Any) -> None:
    """Raise an error that names the bot if this call ends the process or takes longer than LOAD_SECONDS.

    Exceptions are left for the real call. A call that passed once is not tried again.
    """
    owner = getattr(function, "__self__", None)
    module = str(getattr(function if owner is None else type(owner), "__module__", ""))
    call = (what, spec, *(str(getattr(argument, "name", "")) for argument in arguments))  # a game has a name
    if _is_tried is None or not _is_tried(spec) or module.startswith("mctsky.") or call in _passed:
        return
    problem = _outcome(function, arguments)
    if problem:
        name = spec.partition(":")[0].strip()
        remedy = "see its documentation, or tell its author"
        raise OptionError(f"{what} {problem}", given=spec, where=f"bot {name}", remedy=remedy)
    _passed.add(call)


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """Make the call in a fork; return what went wrong, empty if it returned."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        _call(theirs, function, arguments)
    os.close(theirs)
    try:
        answered = bool(select.select([ours], [], [], LOAD_SECONDS)[0])
        lives = answered and os.read(ours, 1) == _LIVES
    except BaseException:
        _end(child)
        raise
    finally:
        os.close(ours)
    status = _end(child) if lives or not answered else _wait(child)
    if lives:
        return ""
    if not answered:
        return f"did not return within {LOAD_SECONDS:g} s"
    code = os.waitstatus_to_exitcode(status)
    return f"ended the process (exit code {code})" if code >= 0 else f"ended the process ({signal.Signals(-code).name})"


def _call(theirs: int, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Make the call in the child without output, and report that it returned or raised."""
    try:
        os.setsid()  # so that what it starts can be ended with it
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        with contextlib.suppress(BaseException):
            function(*arguments)
        os.write(theirs, _LIVES)
        time.sleep(LOAD_SECONDS)  # the parent ends the whole group
    finally:
        os._exit(1)


def _end(child: int) -> int:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)  # it may not have become a group yet
    return _wait(child)


def _wait(child: int) -> int:
    return os.waitpid(child, 0)[1]
