"""Memory for kernels that is not passed as an argument: work space on the stack, and arrays known by their address."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from mctsky.core.jit import lower
from mctsky.core.record import as_records, record_over


def on_stack(kind: Any, n: int) -> Callable[[], Any]:
    """Return a function that gives kernels an uninitialised array of `n` numbers, alive until its caller returns.

    Kernels allocate nothing, and threads share nothing. `kind` is a NumPy type such as np.int32.
    """
    dtype = np.dtype(kind)

    def array() -> Any:
        return np.empty(n, dtype)

    lower(array, "stack", dtype, n)
    return array


SMALL_RECORD = 128  # bytes; the fields of a larger one would not fit into registers


def in_registers(record: Any) -> Any:
    """Return a record whose fields the compiler can keep in registers: a copy of a small one on the stack, a large one itself.

    That works where all that is done with the copy is inlined and no array in it is indexed by a variable: nobody else can then
    read or change it, so it is never written to memory. Whoever needs the result calls `write_back`. One call in the source is
    one place: a loop overwrites its last copy. In Python it is the record itself.
    """
    return record


def copy_in_registers(target: Any, source: Any) -> Any:
    """Return a copy of a record: of a small one in registers, to be stored by `write_back(target, copy)`, else in `target`."""
    copy_state(target, source)
    return target


def write_back(record: Any, copy: Any) -> None:
    """Store what `in_registers` returned for a record."""


lower(in_registers, "in_registers")
lower(copy_in_registers, "copy_in_registers")
lower(write_back, "write_back")


def record_in(dtype: np.dtype[Any]) -> Callable[[Any, int], Any]:
    """Return a function `record(words, i)` for the i-th record of this kind in an array of uint64, which must outlive it."""
    n_words = dtype.itemsize // 8

    def record(words: Any, i: int) -> Any:
        return record_over(words[i * n_words : (i + 1) * n_words], dtype)

    lower(record, "record_in", dtype)
    return record


def copy_state(target: Any, source: Any) -> None:
    """Copy one record over another of the same kind, as one piece of memory.

    In a kernel `records[i] = records[j]` does the same far more slowly: numba makes every byte a value of its own, and a state
    of hundreds of bytes fills the stack with them.
    """
    for name in target.dtype.names:
        target[name] = source[name]


lower(copy_state, "copy")


def array_accessor(name: str, dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """Return a function `accessor(record)` for the array whose address and length the record keeps in two int64 fields.

    A search has some twenty arrays. As a tuple they would be unpacked and packed field by field in every kernel that passes
    them on, at the cost of most of the compile time; a record that holds their addresses is one pointer. The caller that fills
    the fields `<name>_address` and `<name>_size` keeps the array alive.
    """

    def access(record: Any) -> Any:
        size = int(record[f"{name}_size"])
        memory = (ctypes.c_char * (size * dtype.itemsize)).from_address(int(record[f"{name}_address"]))
        array: Any = np.frombuffer(memoryview(memory), dtype)
        return as_records(array) if dtype.names else array

    access.__name__ = access.__qualname__ = f"{name}_of"
    lower(access, "address", name, dtype)
    return access
