"""Exceptions of compiled code: numba leaves a description in memory, from which the exception is made here."""

import ctypes
import pickle
from typing import Any


class _Description(ctypes.Structure):
    """What numba calls excinfo: the pickled exception, its arguments that were known at compile time, and the others."""

    _fields_ = (
        ("pickled", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("values", ctypes.c_void_p),
        ("unwrap", ctypes.c_void_p),
        ("n_values", ctypes.c_int32),
    )


def exception_at(status: int, address: int, game: Any) -> BaseException:
    """Return the exception that a kernel has raised while it played a game."""
    if status < 1 or not address:
        return RuntimeError(f"a kernel failed with status {status}")
    found = _Description.from_address(address)
    kind, known, _ = pickle.loads(ctypes.string_at(found.pickled, found.size))
    if not found.n_values:
        return kind(*known) if known else kind()  # type: ignore[no-any-return]
    if hasattr(kind, "from_memory"):
        return kind.from_memory(known, found.values, game)  # type: ignore[no-any-return]
    return kind("raised by compiled code; NUMBA_DISABLE_JIT=1 shows its arguments")  # type: ignore[no-any-return]
