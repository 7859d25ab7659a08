"""One record of a structured dtype that is fast to pass to kernels and fast to read from Python.

`np.record` does the same, but slower: it finds a field only after another look-up has failed, and it describes all fields in a
string each time that a kernel asks for its memory. With a hundred fields that took longer than most kernels.
"""

from functools import cache
from typing import Any

import numpy as np


class Record(np.void):  # type: ignore[misc]  # numpy's own recarrays do the same
    """A view of one element of a structured array, its fields as attributes."""

    def __getattr__(self, name: str) -> Any:
        """Return a field; called for names that are not attributes of all records."""
        try:
            return self[name]
        except (ValueError, IndexError):
            raise AttributeError(f"a record of {', '.join(self.dtype.names or ())} has no field {name}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field; a record has no other attributes."""
        try:
            self[name] = value
        except (ValueError, IndexError):
            if name in (self.dtype.names or ()):  # the value is wrong, not the name
                raise
            raise AttributeError(f"a record of {', '.join(self.dtype.names or ())} has no field {name}") from None

    @property
    def data(self) -> memoryview:
        """Return its bytes: this is what compiled code asks for."""
        memory: memoryview | None = self.__dict__.get("bytes")
        return super().data.cast("B") if memory is None else memory


def _only_element(array: Any) -> Any:
    """Return the record of an array of one, with its bytes.

    They are those of the array: a record that referred to itself would only be freed by the garbage collector.
    """
    record = array[0]
    record.__dict__["bytes"] = memoryview(array.view(np.uint8))
    return record


def new_record(dtype: np.dtype[Any]) -> Any:
    """Return a record whose bytes are all zero, padding included."""
    return _only_element(np.zeros(1, _with_attributes(dtype)))


def new_records(n: int, dtype: np.dtype[Any]) -> Any:
    """Return an array of `n` records whose bytes are all zero."""
    return np.zeros(n, _with_attributes(dtype))


def as_records(array: Any) -> Any:
    """Return the same memory as a plain array whose elements have their fields as attributes.

    Not np.recarray: numba asks such an array for an attribute, which runs Python code, and forgets whatever that raises. A
    Ctrl-C at that moment would be lost.
    """
    return array.view(np.ndarray).view(_with_attributes(array.dtype))


def copy_record(record: Any, dtype: np.dtype[Any]) -> Any:
    """Return a copy whose padding is zero, so that equal records are equal byte for byte."""
    array = np.zeros(1, _with_attributes(dtype))
    array[0] = record
    return _only_element(array)


def record_from(raw: bytearray, dtype: np.dtype[Any]) -> Any:
    """Return the record that has these bytes as its memory."""
    return _only_element(np.frombuffer(raw, _with_attributes(dtype)))


def record_over(words: Any, dtype: np.dtype[Any]) -> Any:
    """Return the record whose memory is this array of words."""
    return _only_element(words.view(_with_attributes(dtype)))


@cache
def _with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype whose elements are records."""
    return np.dtype((Record, dtype))
