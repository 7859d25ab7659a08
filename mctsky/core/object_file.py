"""Object files of 64-bit x86 Linux: what is in one, and putting it into memory.

LLVM can do this too, but importing llvmlite for it would be a fifth of a warm start. What LLVM writes for our entries is
simple: code and constants that refer to each other, and to functions of libc, by full addresses. Anything else is left to LLVM.
"""

import ctypes
import mmap
import struct
import sys
from functools import cache
from typing import Any, NamedTuple

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QIIq")
_MAGIC, _RELOCATABLE, _X86_64 = b"\x7fELF\x02\x01", 1, 62
_BITS, _SYMBOLS, _RELOCATIONS, _UNWIND = 1, 2, 4, 0x70000001  # types of sections
_WRITE, _ALLOCATE, _THREAD_LOCAL = 0x1, 0x2, 0x400  # flags of sections
_UNDEFINED, _RESERVED = 0, 0xFF00  # section numbers of symbols
_FULL_ADDRESS = 1  # the type of relocation that puts a symbol's address into eight bytes


class Section(NamedTuple):
    """A part of an object file."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class Symbol(NamedTuple):
    """A name in an object file: `offset` and `size` within a section."""

    name: str
    type: int
    section: int
    offset: int
    size: int


def sections(code: bytes) -> list[Section]:
    """Return the sections of a 64-bit little-endian ELF file; of any other file, none."""
    if code[:6] != _MAGIC:
        return []
    header = _HEADER.unpack_from(code)
    start, size, number = header[6], header[11], header[12]
    return [Section._make(_SECTION.unpack_from(code, start + size * k)) for k in range(number)]


def symbols(code: bytes, parts: list[Section]) -> list[Symbol]:
    """Return the names of an object file in their order."""
    found = []
    for table in parts:
        if table.type == _SYMBOLS:
            names = parts[table.link].offset
            for word, info, _, section, offset, size in _SYMBOL.iter_unpack(code[table.offset : table.offset + table.size]):
                begin = names + word
                found.append(Symbol(code[begin : code.index(b"\0", begin)].decode(), info & 0xF, section, offset, size))
    return found


def place(code: bytes, name: str) -> int:
    """Put an object file into memory and return the address of its function `name`; 0 if it needs more than this can do."""
    if not sys.platform.startswith("linux") or code[:6] != _MAGIC or _HEADER.unpack_from(code)[1:3] != (_RELOCATABLE, _X86_64):
        return 0
    parts = sections(code)
    offsets: dict[int, int] = {}  # of the sections that are needed at run time
    size = 0
    for number, part in enumerate(parts):
        if part.flags & _ALLOCATE and part.type != _UNWIND and part.size:
            if part.type != _BITS or part.flags & (_WRITE | _THREAD_LOCAL):
                return 0
            size += -size % max(1, part.alignment)
            offsets[number] = size
            size += part.size
    start = _new_memory(size)
    if not start:
        return 0
    image = bytearray(size)
    for number, offset in offsets.items():
        image[offset : offset + parts[number].size] = code[parts[number].offset :][: parts[number].size]
    names = symbols(code, parts)

    def address(symbol: Symbol) -> int:
        if symbol.section == _UNDEFINED:
            return address_of(symbol.name)
        return start + offsets[symbol.section] + symbol.offset if symbol.section in offsets else 0

    for table in parts:
        if table.type != _RELOCATIONS or table.info not in offsets:
            continue
        for offset, kind, number, addend in _RELOCATION.iter_unpack(code[table.offset : table.offset + table.size]):
            target = address(names[number])
            if kind != _FULL_ADDRESS or not target:
                return 0
            struct.pack_into("<Q", image, offsets[table.info] + offset, target + addend)
    ctypes.memmove(start, bytes(image), size)
    failed = _libc().mprotect(ctypes.c_void_p(start), ctypes.c_size_t(size), mmap.PROT_READ | mmap.PROT_EXEC)
    return 0 if failed else next((address(symbol) for symbol in names if symbol.name == name), 0)


def _new_memory(size: int) -> int:
    """Return the address of new memory, 0 if there is none; it is never given back, since threads may run code to the end."""
    allocate = _libc().mmap
    allocate.restype = ctypes.c_void_p
    allocate.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long)
    found = allocate(None, size, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    return 0 if found in (None, ctypes.c_void_p(-1).value) else int(found)


def address_of(name: str) -> int:
    """Return the address of a C function in this process, 0 if there is none."""
    try:
        return ctypes.cast(getattr(_libc(), name), ctypes.c_void_p).value or 0
    except AttributeError:
        return 0


@cache
def _libc() -> Any:
    return ctypes.CDLL(None)
