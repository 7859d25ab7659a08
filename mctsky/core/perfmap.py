"""Names of compiled kernels for Linux perf: with MCTSKY_PERF_MAP=1 a process writes the map file that perf looks for.

perf finds the names of code that was made at run time in /tmp/perf-PID.map: a line of address, size and name for each function.
The sizes are in the object file of a kernel, as it was compiled or read from the cache; its entry's address says where the
object was put. This module does not depend on numba.
"""

import logging
import os
import re
import stat
import sys
from functools import cache
from pathlib import Path

from mctsky.core import object_file

log = logging.getLogger(__name__)

VARIABLE = "MCTSKY_PERF_MAP"
FOLDER = Path("/tmp")  # perf looks nowhere else
_FUNCTION = 2  # a type of symbol


def is_wanted() -> bool:
    """Say whether the user has asked for the map file."""
    return os.environ.get(VARIABLE, "0") not in ("", "0")


def functions(code: bytes) -> list[object_file.Symbol]:
    """Return the functions of a 64-bit little-endian ELF object; of any other file, none."""
    found = object_file.symbols(code, object_file.sections(code))
    return [symbol for symbol in found if symbol.type == _FUNCTION and symbol.section and symbol.size]


def readable(symbol: str) -> str:
    """Return the dotted name of a Python function in a symbol of numba, other symbols as they are."""
    head, mangled, rest = symbol.partition("_ZN")
    parts = []
    while (number := re.match(r"\d+", rest)) is not None:
        end = number.end() + int(number[0])
        parts.append(rest[number.end() : end])
        rest = rest[end:]
    return head + ".".join(parts) if mangled and parts else symbol


def map_path() -> Path:
    """Return where perf looks for the map of this process."""
    return FOLDER / f"perf-{os.getpid()}.map"


_lines: list[str] = []  # of this process and the one that it was forked from


def note(code: bytes, entry: str, address: int) -> None:
    """Add the functions of an object file to the map; `address` is where its function `entry` is."""
    found = functions(code)
    anchor = next((symbol for symbol in found if symbol.name == entry), None)
    if anchor is None:
        _say_once("the machine code is not in the format of Linux (ELF): perf gets no names of kernels")
        return
    base = address - anchor.offset
    lines = [f"{base + s.offset:x} {s.size:x} {readable(s.name)}\n" for s in found if s.section == anchor.section]
    _lines.extend(lines)
    _append(lines)


def _append(lines: list[str]) -> None:
    descriptor = _open(map_path())
    if descriptor >= 0:
        try:
            os.write(descriptor, "".join(lines).encode())
        except OSError as error:  # a full disk costs only the names
            _say_once(f"perf gets no names of kernels: {error}")


@cache
def _open(path: Path) -> int:
    """Return a descriptor of the map file, -1 if it cannot be trusted.

    Anybody can guess its name. So it is made new; one that is there must be a plain file of ours, left by an older process of
    the same number, or Python's own (-X perf), which is continued.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        try:
            descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            descriptor = os.open(path, flags | os.O_NONBLOCK)
            state = os.fstat(descriptor)
            if not stat.S_ISREG(state.st_mode) or state.st_uid != os.getuid() or state.st_nlink != 1:
                os.close(descriptor)
                raise PermissionError(f"{path} exists and is not a file of this user alone; remove it") from None
            active = getattr(sys, "is_stack_trampoline_active", lambda: False)()
            if not active:
                os.ftruncate(descriptor, 0)
        return descriptor
    except OSError as error:
        log.warning("perf gets no names of kernels: %s", error)
        return -1


@cache
def _say_once(message: str) -> None:
    log.warning("%s", message)


def _after_fork() -> None:
    """Write the map of a forked process, which has the same code at the same place."""
    _open.cache_clear()
    if _lines and is_wanted():
        _append(_lines)


os.register_at_fork(after_in_child=_after_fork)
