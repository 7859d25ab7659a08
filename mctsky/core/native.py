"""Machine code of entries: load it, and call it from Python. Nothing here needs numba.

An entry is one function of an object file. It takes pointers to the Python objects of records and arrays and looks into them
for the memory, plain numbers, and for the game a row of words that is made once per game. `compiler.py` writes that function.
"""

import ctypes
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mctsky.core import jit, object_file, perfmap

# Where NumPy keeps the memory of arrays and records: its C interface, the same since NumPy 1.7 (`_check_layout`).
ARRAY_DATA, ARRAY_NDIM, ARRAY_SHAPE, ARRAY_STRIDES, ARRAY_FLAGS, RECORD_DATA = 16, 24, 32, 40, 64, 24
CONTIGUOUS, FORTRAN, ALIGNED, WRITEABLE = 0x1, 0x2, 0x100, 0x400
FLAGS = CONTIGUOUS | FORTRAN | ALIGNED | WRITEABLE

FAILED = -0x5A5A_0F0F_1234_4321  # an entry returns it and says why in the words of its first argument
DOES_NOT_FIT = 1 << 20  # a reason: the flags of an array are not those that the entry was compiled for
_MAX_DTYPES = 64
_CPU = ("vendor_id", "cpu family", "model", "model name", "stepping", "flags")  # lines of /proc/cpuinfo
_SETTINGS = ("BOUNDSCHECK", "CPU_FEATURES", "CPU_NAME", "DEBUGINFO", "ENABLE_AVX", "LOOP_VECTORIZE", "OPT", "SLP_VECTORIZE")


class MachineCode(NamedTuple):
    """What a cache file holds of an entry."""

    symbol: str
    code: bytes  # an object file
    needs: tuple[str, ...]  # functions that it calls and does not contain
    returns: str  # none, bool, int, uint or float


@cache
def platform() -> tuple[Any, ...]:
    """Return everything about this machine and its compilers that machine code depends on."""
    settings = tuple(os.environ.get(f"NUMBA_{name}", "") for name in _SETTINGS)
    return (_version_of("numba"), _version_of("llvmlite"), _machine(), settings, jit.CHECKED)


def _version_of(package: str) -> str:
    """Return what a package's own file of its version says; importing it, or its metadata, takes longer than a whole start."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        return ""
    return (Path(found.submodule_search_locations[0]) / "_version.py").read_text(encoding="utf-8")


def _machine() -> tuple[str, ...]:
    """Return the system and the first CPU: Linux says the same about it as LLVM, which takes longer to import."""
    try:
        descriptor = os.open("/proc/cpuinfo", os.O_RDONLY)
        try:
            first = os.read(descriptor, 1 << 14).decode().partition("\n\n")[0]  # a large machine has 100 pages of it
        finally:
            os.close(descriptor)
        known = dict(line.replace("\t", "").partition(":")[::2] for line in first.splitlines())
        return (sys.platform, os.uname().machine, *(known[name] for name in _CPU))
    except (OSError, KeyError, UnicodeDecodeError):
        llvm = importlib.import_module("llvmlite.binding")
        return (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


# ---------------------------------------------------------------- arguments


def describe(argument: Any) -> str:
    """Return the type of an argument as far as machine code depends on it."""
    kind = type(argument)
    if kind in (bool, float):
        return kind.__name__
    if kind is int:
        if not -(1 << 63) <= argument < 1 << 64:
            raise OverflowError(f"{argument} has more than 64 bits")
        return "uint" if argument >= 1 << 63 else "int"
    if isinstance(argument, np.ndarray):
        mask, flags = flags_of(argument)
        return f"array {argument.ndim} {mask:x} {flags:x} of {describe_dtype(argument.dtype)}"
    if isinstance(argument, np.void):
        return f"record {describe_dtype(argument.dtype)}"
    if isinstance(argument, np.bool_ | np.number):
        return str(argument.dtype)
    if isinstance(argument, tuple) and hasattr(kind, "_fields"):
        return f"{kind.__module__}.{kind.__qualname__}({', '.join(map(describe, argument))})"
    raise TypeError(f"a kernel takes numbers, records, arrays and a game, not {kind.__name__}")


def flags_of(array: Any) -> tuple[int, int]:
    """Return which flags of an array machine code depends on, and what they are; Fortran's order matters where C's is not."""
    mask = FLAGS & ~FORTRAN if array.flags.c_contiguous else FLAGS
    return mask, array.flags.num & mask


@cache
def describe_dtype(dtype: np.dtype[Any]) -> str:
    """Return all of a dtype that machine code depends on."""
    if dtype.fields is None:
        return f"{dtype.shape} of {describe_dtype(dtype.base)}" if dtype.subdtype else dtype.str
    parts = [f"{name} {describe_dtype(kind[0])} at {kind[1]}" for name, kind in dtype.fields.items()]
    return f"[{', '.join(parts)}; {dtype.itemsize} {dtype.isalignedstruct}]"


def words_of_game(game: Any) -> Any:
    """Return the row of words that stands for a game: numbers, and the addresses of records and arrays (the objects' own)."""
    words = np.zeros(max(1, len(game)), np.int64)
    for index, value in enumerate(game):
        if isinstance(value, float | np.floating):
            words[index : index + 1].view(np.float64)[0] = value
        elif isinstance(value, np.ndarray | np.void):
            words[index] = id(value)  # the caller keeps the game
        else:
            words[index] = np.int64(int(value) - (1 << 64) if int(value) >= 1 << 63 else int(value))
    return words


class _Failure(threading.local):
    """Two words per thread in which an entry says why it failed: numba's status, and the address of the exception."""

    def __init__(self) -> None:
        self.words = (ctypes.c_int64 * 2)()
        self.address = ctypes.addressof(self.words)


failure = _Failure()

# ---------------------------------------------------------------- calls

_RESULTS = {"none": " and None", "bool": " != 0", "int": "", "uint": " & 0xFFFF_FFFF_FFFF_FFFF", "float": ""}
_CALL = """
def call({parameters}):
    game, words, address = known[0]
    if {first} is not game:
        if describe({first}) != described:
            return other({parameters})
        words = words_of_game({first})
        address = words.ctypes.data
        known[0] = ({first}, words, address)
    if {test}:
        return other({parameters})
    result = function(failure.address, address{passed})
    if result {failed}:
        if failure.words[0] == {does_not_fit}:
            failure.words[0] = 0
            return other({parameters})
        if failure.words[0]:
            explain(failure, {first})
    return result{result}
"""


def make_call(address: int, returns: str, arguments: tuple[Any, ...], other: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls a loaded entry with arguments like these, and leaves all others to `other`."""
    names = [f"a{index}" for index in range(len(arguments))]
    scope: dict[str, Any] = {name: globals()[name] for name in ("failure", "describe", "words_of_game", "explain")}
    scope |= {"ndarray": np.ndarray, "void": np.void, "other": other, "known": [(None, None, 0)]}
    scope["described"] = describe(arguments[0])
    tests, passed, kinds = ["False"], [""], []
    for name, argument in list(zip(names, arguments, strict=True))[1:]:
        test, value, kind = _plan(name, argument, scope)
        tests.append(test)
        passed.append(value)
        kinds.append(kind)
    answer = ctypes.c_double if returns == "float" else ctypes.c_int64
    scope["function"] = ctypes.CFUNCTYPE(answer, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)
    source = _CALL.format(
        parameters=", ".join(names),
        first=names[0],
        test=" or ".join(tests),
        passed=", ".join(passed),
        failed="!= result" if returns == "float" else f"== {FAILED}",  # a failed entry returns NaN
        does_not_fit=DOES_NOT_FIT,
        result=_RESULTS[returns],
    )
    exec(source, scope)
    call: Callable[..., Any] = scope["call"]
    return call


def _plan(name: str, argument: Any, scope: dict[str, Any]) -> tuple[str, str, Any]:
    """Return for one argument: when it does not fit, what is passed, and as what."""
    if isinstance(argument, np.ndarray | np.void):
        accepted = scope[f"{name}_dtypes"] = {id(argument.dtype): argument.dtype}  # kept, so that its id stays its own
        scope[f"{name}_accepts"] = _accepts(accepted, describe_dtype(argument.dtype))
        kind = "ndarray" if isinstance(argument, np.ndarray) else "void"
        same = f"id({name}.dtype) in {name}_dtypes or {name}_accepts({name}.dtype)"
        return f"not (isinstance({name}, {kind}) and ({same}))", name, ctypes.py_object
    scope[f"{name}_type"] = type(argument)
    wrong = f"type({name}) is not {name}_type"
    if isinstance(argument, float | np.floating):
        return wrong, f"float({name})", ctypes.c_double
    if describe(argument) == "uint":
        return f"{wrong} or not {1 << 63} <= {name} < {1 << 64}", name, ctypes.c_uint64
    if type(argument) is int:
        return f"{wrong} or not {-(1 << 63)} <= {name} < {1 << 63}", name, ctypes.c_int64
    return wrong, f"int({name})", ctypes.c_int64


def _accepts(accepted: dict[int, Any], described: str) -> Callable[[Any], bool]:
    """Return a function that says whether an unknown dtype object is the same dtype, and remembers it."""

    def accepts(dtype: Any) -> bool:
        if describe_dtype(dtype) != described:
            return False
        if len(accepted) >= _MAX_DTYPES:
            accepted.clear()
        accepted[id(dtype)] = dtype
        return True

    return accepts


def explain(failed: Any, game: Any) -> None:
    """Raise what a kernel has raised; kernels of a correct game raise nothing."""
    from mctsky.core.raised import exception_at

    status, address = failed.words
    failed.words[0] = failed.words[1] = 0
    raise exception_at(status, address, game)


# ---------------------------------------------------------------- loading


@cache
def _check_layout() -> None:
    """Compare what NumPy says about an array and a record with the memory that entries read."""
    array = np.zeros((2, 3), [("field", np.int64)])
    place, record = id(array), array[1, 1]

    def word(address: int) -> int:
        return ctypes.c_int64.from_address(address).value

    found = (word(place + ARRAY_DATA), word(word(place + ARRAY_SHAPE) + 8), word(word(place + ARRAY_STRIDES)))
    flags = ctypes.c_int32.from_address(place + ARRAY_FLAGS).value & FLAGS
    n_axes = ctypes.c_int32.from_address(place + ARRAY_NDIM).value
    expected = (array.ctypes.data, 3, 24, array.flags.num & FLAGS, 2, array.ctypes.data + 32)
    if (*found, flags, n_axes, word(id(record) + RECORD_DATA)) != expected:
        raise RuntimeError(f"NumPy {np.__version__} keeps arrays in another way than mctsky expects")


def load(native: MachineCode) -> int:
    """Put an object file into memory and return the address of its entry."""
    _check_layout()
    address = object_file.place(native.code, native.symbol) or _load_by_llvm(native)
    if perfmap.is_wanted():
        perfmap.note(native.code, native.symbol, address)
    return address


def _load_by_llvm(native: MachineCode) -> int:
    """Load code that calls numba's run time, changes variables of its own, or is for another kind of CPU or system."""
    llvm, engine = _engine()
    if any(not llvm.address_of_symbol(name) for name in native.needs):
        importlib.import_module("mctsky.core.compiler").provide_run_time()  # of a kernel that allocates, or raises
    engine.add_object_file(llvm.ObjectFileRef.from_data(native.code))
    engine.finalize_object()
    address: int = engine.get_function_address(native.symbol)
    if not address:
        raise ValueError(f"no function {native.symbol} in the object file")
    return address


@cache
def _engine() -> tuple[Any, Any]:
    llvm = importlib.import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    return llvm, llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
