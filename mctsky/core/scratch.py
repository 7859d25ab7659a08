"""Arrays for kernels that are not passed as arguments: work space on the stack, and arrays known by their address."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from mctsky.core.jit import lower


def on_stack(kind: Any, n: int) -> Callable[[], Any]:
    """Return a function that gives kernels an uninitialised array of `n` numbers, alive until its caller returns.

    Kernels allocate nothing, and threads share nothing. `kind` is a NumPy type such as np.int32.
    """
    dtype = np.dtype(kind)

    def scratch() -> Any:
        return np.empty(n, dtype)

    lower(scratch, "stack", dtype, n)
    return scratch


def array_accessor(name: str, dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """Return a function `accessor(record)` for the array whose address and length the record keeps in two int64 fields.

    A search has some twenty arrays. As a tuple they would be unpacked and packed field by field in every kernel that passes
    them on, at the cost of most of the compile time; a record that holds their addresses is one pointer. Whoever fills the
    fields `<name>_address` and `<name>_size` keeps the array alive.
    """

    def access(record: Any) -> Any:
        size = int(record[f"{name}_size"])
        memory = (ctypes.c_char * (size * dtype.itemsize)).from_address(int(record[f"{name}_address"]))
        array: Any = np.frombuffer(memoryview(memory), dtype)
        return array.view(np.recarray) if dtype.names else array

    access.__name__ = access.__qualname__ = f"{name}_of"
    lower(access, "address", name, dtype)
    return access
