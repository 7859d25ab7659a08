"""Numba's side of kernels: the dispatchers of inner kernels and entries, and the disk cache of entries.

Numba has no public interface for either, so this uses private names of it; PRIVATE_NAMES lists all of them, a test looks each
up, and numba's minor version is pinned. Numba's global settings are never touched.
"""

import importlib
import logging
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import config, event, sigutils
from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from mctsky.core import cache, jit, perfmap

log = logging.getLogger(__name__)

# nogil: threads search in parallel. error_model: a division needs no zero check. No fastmath: results must be the same on
# every CPU, and reassociation would break that.
COMPILE_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

# Everything of numba that we use and that its documentation does not promise, as module and attribute.
PRIVATE_NAMES = (
    ("numba.core.caching", "_Cache"),  # what a dispatcher expects in its slot `_cache`
    ("numba.core.caching", "CompileResultCacheImpl.check_cachable"),
    ("numba.core.codegen", "JITCodeLibrary._optimize_final_module"),  # what InnerLibrary leaves out
    ("numba.core.codegen", "JITCodeLibrary._finalize_final_module"),
    ("numba.core.codegen", "JITCodeLibrary._finalize_dynamic_globals"),
    ("numba.core.codegen", "JITCodeLibrary.get_pointer_to_function"),
    ("numba.core.codegen", "JITCodeLibrary.codegen"),
    ("numba.core.codegen", "JITCodeLibrary.serialize_using_object_code"),  # whose machine code perf gets the names of
    ("numba.core.codegen", "JITCPUCodegen.set_env"),
    ("numba.core.codegen", "JITCPUCodegen.magic_tuple"),  # CPU name and features, for the cache key and `nth`
    ("numba.core.compiler", "Compiler.compile_extra"),
    ("numba.core.compiler", "CompileResult._reduce"),  # what a cache file holds
    ("numba.core.compiler", "CompileResult._rebuild"),
    ("numba.core.dispatcher", "Dispatcher._numba_type_"),  # what a call of a kernel is compiled to
    ("numba.core.event", "Listener.on_start"),
    ("numba.core.event", "install_listener"),
    ("numba.core.registry", "cpu_target"),
    ("numba.core.runtime", "rtsys.initialize"),  # all that machine code from the cache needs of numba
    ("numba.core.serialize", "dumps"),
    ("numba.core.sigutils", "normalize_signature"),
    ("numba.core.typing.templates", "make_intrinsic_template"),  # plain functions as intrinsics
    ("numba.core.typing.templates", "infer"),
    ("numba.core.typing.templates", "infer_global"),
    ("numba.core.cgutils", "alloca_once"),
    ("numba.core.cgutils", "raw_memcpy"),
    ("numba.core.cgutils", "get_null_value"),
    ("numba.np.arrayobj", "populate_array"),
)


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel that only other kernels call: its functions are simplified, and optimised with their callers.

    Numba optimises a function together with all that it calls, and does so again for each of its callers, up to the entry. With
    calls ten deep that is ten times the work, and only the last time is useful.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True  # no machine code is made, because nobody would run it

    def get_pointer_to_function(self, name: str) -> int:
        """Say that there is no machine code."""
        return 0

    @property
    def codegen(self) -> Any:
        """Stand in for numba's code generator, which stores an environment beside the machine code."""
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing."""


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler with that kind of library."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a Python function."""
        self.state.library = InnerLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


# Without the wrappers that would let Python call the compiled function: they are a third of the compile time of small ones.
INNER_FLAGS = COMPILE_FLAGS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}


def _checked(flags: dict[str, Any]) -> dict[str, Any]:
    """Return flags with those of checked mode."""
    return flags | {"boundscheck": True} if jit.CHECKED else flags


def inner_dispatcher(function: Callable[..., Any], inline: bool) -> Any:
    """Return a dispatcher that compiled code can call."""
    importlib.import_module("mctsky.core.lowering")  # late, because it imports this module
    return numba.njit(forceinline=inline, **_checked(INNER_FLAGS))(function)


def entry_dispatcher(function: Callable[..., Any], inline: bool) -> Any:
    """Return a dispatcher that Python can call, with a disk cache."""
    dispatcher = numba.njit(forceinline=inline, **_checked(COMPILE_FLAGS))(function)
    dispatcher._cache = GameCache(function)
    return dispatcher


def platform() -> tuple[Any, ...]:
    """Return everything about this machine and its compilers that machine code depends on."""
    machine = cpu_target.target_context.codegen().magic_tuple()
    settings = (config.BOUNDSCHECK, jit.CHECKED, config.OPT, config.DEBUGINFO_DEFAULT)
    return (numba.__version__, llvmlite.__version__, machine, settings)


def _compile_it() -> None:
    """Get ready to compile; machine code from the cache needs none of this, and loading it takes a fifth of a warm start."""
    importlib.import_module("mctsky.core.lowering")  # which needs this module


class GameCache(_Cache):  # type: ignore[misc]
    """The disk cache of one entry; the directory follows from the game in the first argument."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Attach to the Python function of an entry."""
        self._function = function
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The root of all game directories."""
        return str(cache.cache_root())

    def enable(self) -> None:
        """Use the disk."""
        self._enabled = True

    def disable(self) -> None:
        """Leave the disk alone."""
        self._enabled = False

    def flush(self) -> None:
        """Do nothing: only `mctsky cache clear` removes files."""

    def _file(self, signature: Any) -> Path:
        arguments, _ = sigutils.normalize_signature(signature)
        return cache.entry_file(self._function, str(arguments), arguments[0].instance_class, platform())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled entry, or None when it must be compiled; an unreadable file is a miss."""
        if not self._enabled:
            return _compile_it()
        # Machine code needs numba's run time only. Its typing and lowering tables (half of a warm start, and scipy where there
        # is one) are loaded by numba itself as soon as something is compiled.
        rtsys.initialize(target_context)
        path = self._file(sig)
        try:
            payload = cache.read_entry(path)
            if payload is not None:
                parts = pickle.loads(payload)
                result = CompileResult._rebuild(target_context, *parts)
                _tell_perf(result, parts)
                return result
        except Exception as error:  # a damaged or foreign file can raise anything; compiling again is always right
            log.debug("ignored the cache file %s: %s", path, error)
        cache.announce(path.parent.name)
        return _compile_it()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled entry; without disk space only the speed-up is lost."""
        if self._enabled and CompileResultCacheImpl.check_cachable(self, data):
            parts = data._reduce()
            _tell_perf(data, parts)
            cache.write_entry(self._file(sig), dumps(parts))


def _tell_perf(result: Any, parts: tuple[Any, ...]) -> None:
    """Give perf the names of an entry's functions, if the user wants that; `parts` are what a cache file holds."""
    if perfmap.is_wanted():
        _, _, (machine_code, _) = parts[0]
        entry = result.fndesc.llvm_func_name
        perfmap.note(machine_code, entry, result.library.get_pointer_to_function(entry))


@contextmanager
def compile_timer() -> Iterator[Callable[[], float]]:
    """Measure the CPU seconds of compilation in a block; yield a function that returns the seconds so far."""
    timer = _CompileTimer()
    with event.install_listener("numba:compile", timer):
        yield lambda: timer.seconds


class _CompileTimer(event.Listener):  # type: ignore[misc]
    """Adds up the CPU time of compilations; one that is part of another is not counted twice."""

    def __init__(self) -> None:
        self.seconds, self._depth, self._begun = 0.0, 0, 0.0

    def on_start(self, event: Any) -> None:
        if self._depth == 0:
            self._begun = time.process_time()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.process_time() - self._begun
