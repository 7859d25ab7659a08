"""Where the machine code of an entry comes from: the cache on disk, or the compiler, which is only then imported."""

import gc
import logging
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mctsky.core import cache
from mctsky.core.native import MachineCode, load, platform

log = logging.getLogger(__name__)

SPENT = {"numba": 0.0, "compile": 0.0}  # CPU seconds of this process: importing the compiler, and compiling
BEFORE_COMPILING: list[Callable[[], None]] = []  # called, and taken out, when something has to be compiled
_SEARCH = "mctsky.search."
_prepares_searches = False


class SearchPrepared(BaseException):
    """Raised in place of a search, in a process that only prepares searches; not an Exception: nobody else may catch it."""


def prepare_searches() -> None:
    """From now on, compile of searches what does not depend on the rules (shared_code.py), and run none."""
    global _prepares_searches
    _prepares_searches = True


def find_entry(kernel: Any, arguments: tuple[Any, ...], described: str) -> tuple[int, str]:
    """Return the address of an entry for arguments of these types and what it returns; compile it if it is not on disk."""
    path = cache.entry_file(kernel.py_func, described, type(arguments[0]), platform())
    found = _stored(path)
    if found is None:
        cache.announce(path.parent.name)
        code, lasting = _compile(kernel, arguments, path.stem)
        found = load(code), code.returns
        if lasting:
            cache.write_entry(path, pickle.dumps(tuple(code)))
    return found


def _stored(path: Path) -> tuple[int, str] | None:
    """Load what a file holds; a damaged or foreign one is as good as none, since compiling again is always right."""
    payload = cache.read_entry(path)
    try:
        if payload is None:
            return None
        code = MachineCode(*pickle.loads(payload))
        return load(code), code.returns
    except Exception as error:
        log.debug("ignored the cache file %s: %s", path, error)
        return None


def _compile(kernel: Any, arguments: tuple[Any, ...], symbol: str) -> tuple[MachineCode, bool]:
    while BEFORE_COMPILING:
        BEFORE_COMPILING.pop()()
    begun = time.process_time()
    from mctsky.core import compiler

    imported = time.process_time()
    SPENT["numba"] += imported - begun
    collects = gc.isenabled()
    gc.disable()  # numba makes millions of objects and keeps most of them: looking for cycles takes a tenth of the time
    try:
        if _prepares_searches and kernel.py_func.__module__.startswith(_SEARCH):
            compiler.prepare_entry(kernel.dispatcher, arguments)
            raise SearchPrepared
        return compiler.compile_entry(kernel.dispatcher, arguments, symbol)
    finally:
        if collects:
            gc.enable()
        SPENT["compile"] += time.process_time() - imported
