"""Machine code is put into memory without LLVM where it is simple, and is left to LLVM where it is not."""

import ctypes
import math
import platform
import struct
import sys
from typing import NamedTuple

import numpy as np
import pytest

from mctsky.core import compiler, native, object_file
from mctsky.core.jit import CHECKED, JIT_DISABLED, kernel

pytestmark = pytest.mark.skipif(
    JIT_DISABLED or CHECKED or sys.platform != "linux" or platform.machine() != "x86_64",
    reason="compiled for Linux on x86, without checks",
)


class Empty(NamedTuple):
    n_seats: int


@kernel(entry=True)
def smooth(game, numbers, n):
    """Calls libc for the sine, and has a table and constants of its own."""
    total = 0.0
    for index in range(n):
        total += math.sin(numbers[index & 7]) * (3.25, 0.1, 7.0)[index % 3]
    return total


@kernel(entry=True)
def allocate(game, numbers, n):
    return np.arange(n).sum() + numbers[0]


NUMBERS = np.linspace(0.5, 4.0, 8)


def compiled(entry, name):
    code, _ = compiler.compile_entry(entry.dispatcher, (Empty(2), NUMBERS, 20), name)
    return code


@pytest.fixture(scope="module")
def simple():
    return compiled(smooth, "smooth")


def test_simple_code_runs_without_llvm(simple, monkeypatch):
    monkeypatch.setattr(native, "_load_by_llvm", None)
    address = native.load(simple)
    call = native.make_call(address, simple.returns, (Empty(2), NUMBERS, 20), smooth.py_func)
    assert call(Empty(2), NUMBERS, 20) == pytest.approx(smooth.py_func(Empty(2), NUMBERS, 20), rel=1e-12)


def test_code_cannot_be_changed_once_it_is_in_memory(simple):
    address = object_file.place(simple.code, simple.symbol)
    rights = [line.split()[1] for line in open("/proc/self/maps") if within(address, line)]  # noqa: SIM115, PTH123
    assert rights == ["r-xp"]


def within(address, line):
    low, high = (int(word, 16) for word in line.split()[0].split("-"))
    return low <= address < high


def test_both_loaders_give_the_same_answers(simple):
    arguments = (Empty(2), NUMBERS, 33)
    places = (object_file.place(simple.code, simple.symbol), native._load_by_llvm(simple))
    ours, theirs = (native.make_call(place, simple.returns, arguments, smooth.py_func) for place in places)
    assert ours(*arguments) == theirs(*arguments)


def test_code_that_needs_numba_is_left_to_llvm():
    code = compiled(allocate, "allocate")
    assert any(name.startswith("NRT_") for name in code.needs)
    if not object_file.address_of("NRT_Allocate"):
        assert object_file.place(code.code, code.symbol) == 0
    call = native.make_call(native.load(code), code.returns, (Empty(2), NUMBERS, 5), allocate.py_func)
    assert call(Empty(2), NUMBERS, 5) == 10.5


def changed(code, offset, fmt, value):
    edited = bytearray(code)
    struct.pack_into(fmt, edited, offset, value)
    return bytes(edited)


def offset_of(code, wanted):
    """Return where the header of the first section of a kind is."""
    start = object_file._HEADER.unpack_from(code)[6]
    parts = object_file.sections(code)
    return start + 64 * next(number for number, part in enumerate(parts) if wanted(part)), parts


def test_what_it_does_not_know_is_left_to_llvm(simple):
    code, name = simple.code, simple.symbol
    relocations, parts = offset_of(code, lambda part: part.type == 4 and parts_are_code(code, part))
    text, _ = offset_of(code, lambda part: part.flags & 0x4 and part.size)
    table = parts[(relocations - object_file._HEADER.unpack_from(code)[6]) // 64]
    assert object_file.place(code, name) != 0
    assert object_file.place(b"\xcf\xfa\xed\xfe" + code[4:], name) == 0  # macOS
    assert object_file.place(changed(code, 18, "<H", 183), name) == 0  # another CPU
    assert object_file.place(changed(code, 16, "<H", 3), name) == 0  # a shared library
    assert object_file.place(changed(code, text + 8, "<Q", 0x7), name) == 0  # may be written
    assert object_file.place(changed(code, table.offset + 8, "<I", 2), name) == 0  # a distance instead of an address
    assert object_file.place(code.replace(b"\0sin\0", b"\0sic\0"), name) == 0  # not in libc
    assert object_file.place(code, "another") == 0


def parts_are_code(code, part):
    return bool(object_file.sections(code)[part.info].flags & 0x4)


def test_c_functions_are_found():
    assert ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(object_file.address_of("abs"))(-7) == 7
    assert object_file.address_of("no_such_function") == 0
