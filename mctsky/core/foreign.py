"""Call code of other packages in this process; its errors break only itself, and it cannot write to stdout."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from mctsky.core.rehearsal import rehearse
from mctsky.errors import MctskyError, OptionError, one_line

_lock = threading.RLock()
_depth = 0
_kept: tuple[int, Any] | None = None  # the real stdout while foreign code runs: descriptor and stream


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
