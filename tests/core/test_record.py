"""Records: fields as attributes, memory that kernels write to, copies without padding."""

import gc
import weakref

import numpy as np
import pytest

from mctsky import load
from mctsky.core.record import as_records, copy_record, new_record, new_records, record_from

DTYPE = np.dtype([("small", "u1"), ("large", "i8"), ("hand", "u1", 3)], align=True)


def test_fields_are_attributes():
    record = new_record(DTYPE)
    record.large, record.hand = -5, [1, 2, 3]
    record.hand[1] = 9
    assert (record.large, record["large"], list(record.hand)) == (-5, -5, [1, 9, 3])


def test_a_misspelt_field_is_refused():
    record = new_record(DTYPE)
    with pytest.raises(AttributeError, match="no field larg"):
        record.larg = 1
    with pytest.raises(AttributeError, match="no field larg"):
        print(record.larg)
    with pytest.raises(ValueError, match="could not broadcast"):
        record.hand = [1, 2]


def test_a_copy_stands_alone_and_has_no_padding():
    dirty = record_from(bytearray(range(DTYPE.itemsize)), DTYPE)
    clean = copy_record(dirty, DTYPE)
    assert clean == dirty
    assert clean.tobytes() != dirty.tobytes()
    assert clean.tobytes()[1:8] == bytes(7)
    clean.small = 77
    assert dirty.small == 0


def test_bytes_are_the_memory_itself():
    raw = bytearray(DTYPE.itemsize)
    record = record_from(raw, DTYPE)
    record.small = 3
    assert raw[0] == record.data[0] == 3
    assert record.data is record.data


def test_a_record_is_freed_without_the_garbage_collector():
    gc.disable()
    try:
        record = new_record(DTYPE)
        assert len(record.data) == DTYPE.itemsize
        gone = weakref.ref(record)
        del record
        assert gone() is None
    finally:
        gc.enable()


def test_a_plain_copy_has_its_own_bytes():
    record = new_record(DTYPE)
    other = record.copy()
    other.small = 5
    assert (other.data[0], record.data[0]) == (5, 0)


def test_kernels_write_to_records():
    game = load("tictactoe")
    state = game.first_state()
    before = state.tobytes()
    game.verb("play")(game.rules, state, 4)
    assert state.tobytes() != before
    assert bytes(state.data) == state.tobytes()


def test_arrays_of_records_run_no_python_when_numba_looks_at_them():
    """np.recarray does, and a Ctrl-C in it would be lost; elements have attributes all the same."""
    records = new_records(2, DTYPE)
    assert type(records) is type(as_records(np.zeros(2, DTYPE).view(np.recarray))) is np.ndarray
    records[1].small = 7
    assert records["small"].tolist() == [0, 7]
