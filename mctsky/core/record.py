"""One record of a structured dtype, quick to hand to kernels and quick to read from Python.

`np.record` has both jobs too, but finds a field by letting another look-up fail first, and describes all its fields in a string
each time that a kernel asks for its memory: with a hundred fields that took ten times as long as the kernel.
"""

from functools import cache
from typing import Any

import numpy as np


class Record(np.void):  # type: ignore[misc]  # numpy's own recarrays do the same
    """A view of one element of a structured array, its fields as attributes."""

    def __getattr__(self, name: str) -> Any:
        """Return a field; called for names that are no attribute of every record."""
        try:
            return self[name]
        except (ValueError, IndexError):
            raise AttributeError(f"a record of {', '.join(self.dtype.names or ())} has no field {name}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field; a record has no other attributes."""
        try:
            self[name] = value
        except (ValueError, IndexError):
            if name in (self.dtype.names or ()):  # the value is to blame
                raise
            raise AttributeError(f"a record of {', '.join(self.dtype.names or ())} has no field {name}") from None

    @property
    def data(self) -> memoryview:
        """Return its bytes: this is what compiled code asks for."""
        memory: memoryview | None = self.__dict__.get("bytes")
        if memory is None:
            memory = self.__dict__["bytes"] = super().data.cast("B")
        return memory


def new_record(dtype: np.dtype[Any]) -> Any:
    """Return a record whose bytes are all zero, padding included."""
    return np.zeros(1, _with_attributes(dtype))[0]


def copy_record(record: Any, dtype: np.dtype[Any]) -> Any:
    """Return a copy whose padding is zero, so that equal records are equal byte for byte."""
    array = np.zeros(1, _with_attributes(dtype))
    array[0] = record
    return array[0]


def record_from(raw: bytearray, dtype: np.dtype[Any]) -> Any:
    """Return the record that has these bytes as its memory."""
    return np.frombuffer(raw, _with_attributes(dtype))[0]


@cache
def _with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype whose elements are records."""
    return np.dtype((Record, dtype))
