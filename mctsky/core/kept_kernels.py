"""Single kernels on disk: after an edit of a rule numba compiles that one, and loads the others as they were.

A file holds the code of one kernel before optimisation, as LLVM bitcode, without the kernels that it calls. Its name is a
digest of all that this code depends on (kernel_parts.py). The kernels that it calls are compiled or loaded in turn; if one of
them now takes or returns another type, the file is as good as none.

Numba numbers functions in each process, so one name may mean two functions in two processes. Whatever a file defines is
therefore invisible from outside, except the kernel itself, which gets a new name whenever it is loaded. What means something in
one process only is not kept, nor is a kernel that calls one that is not kept: so kernels that call each other are not.
"""

import contextlib
import hashlib
import itertools
import logging
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.funcdesc import FunctionDescriptor
from numba.core.lowering import Environment
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from mctsky.core import cache, native
from mctsky.core.compiler import (
    IN_COMPILATION,
    InnerLibrary,
    compiled_kernel,
    needed_libraries,
    only_declares,
    own_module,
    provide_run_time,
)
from mctsky.core.kernel_parts import Called, UnknownPartError, parts_of
from mctsky.core.shared_code import Kernel, is_ours

log = logging.getLogger(__name__)

_NOT_KEPT = ("mctsky.search.",)  # what searches are made of is kept whole (shared_code.py)
_LOCAL = (".numba.unresolved$", "numba.dynamic.globals")  # variables that mean something in this process only
_ADDRESS = "inttoptr (i64 "  # an address of this process
_RUN_TIME = "NRT_"  # functions of numba's run time, the same in every process
_numbers = itertools.count()


class Call(NamedTuple):
    """A kernel that another one calls."""

    path: str  # under which the caller finds it (kernel_parts.py)
    kinds: tuple[Any, ...]  # types for which it was compiled
    kernel: Kernel


class KeptKernel(NamedTuple):
    """What is on disk."""

    code: bytes  # LLVM's bitcode
    kinds: tuple[Any, ...]
    kernel: Kernel
    calls: tuple[Call, ...]


class KeptKernels(NullCache):  # type: ignore[misc]
    """What a dispatcher of numba asks before it compiles, and tells afterwards."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        """Stand for the overloads of one function."""
        self.function = function
        self.inline = inline
        self._tried: set[tuple[Any, ...]] = set()  # a load that failed is not tried again: it may have compiled much
        self._missing: dict[tuple[Any, ...], tuple[Path, Called]] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kernel from disk; None if it has to be compiled."""
        if only_declares() or not isinstance(sig, tuple):  # a signature may demand a type of the result
            return None
        found = self._file(sig)
        if found is None:
            return None
        if sig not in self._tried:
            self._tried.add(sig)
            try:
                loaded = self._load(sig, *found)
            except Exception as error:  # compiling is always right, and says better what is wrong
                log.debug("%s is compiled: %s", self.function.__qualname__, error)
                loaded = None
            if loaded is not None:
                return loaded
        self._missing[sig] = found
        return None

    def save_overload(self, sig: Any, compiled: Any) -> None:
        """Keep a kernel that was compiled."""
        if sig not in self._missing or only_declares():
            return
        path, called = self._missing.pop(sig)
        try:
            kept = _kept(compiled, sig, called)
            cache.write_kernel(path, pickle.dumps(tuple(kept)))
            compiled.library.is_kept = True
        except Exception as error:
            log.debug("%s is not kept: %s", self.function.__qualname__, error)

    def _file(self, kinds: tuple[Any, ...]) -> tuple[Path, Called] | None:
        """Return the file of a kernel, and the kernels that it names; None if it cannot be kept."""
        function = self.function
        if function.__module__.startswith(_NOT_KEPT):
            return None
        try:
            digest, called = parts_of(function, self.inline, _games(kinds))
        except UnknownPartError as error:
            log.debug("%s is not kept: %s", function.__qualname__, error)
            return None
        described = ", ".join(map(str, kinds))
        whole = hashlib.sha256(f"{digest} {described}".encode()).hexdigest()
        parts = (function.__module__, function.__qualname__, described)
        return cache.kernel_file(function.__name__, parts, whole, native.platform()), called

    def _load(self, kinds: tuple[Any, ...], path: Path, called: Called) -> Any:
        payload = cache.read_entry(path)
        if payload is None:
            return None
        provide_run_time()  # as numba's compiler does
        kept = KeptKernel(*pickle.loads(payload))
        if kept.kinds != kinds:
            raise UnknownPartError("types of one name")
        names, libraries = {}, [rtsys.library]
        for call in kept.calls:
            dispatcher = called[call.path].dispatcher
            if dispatcher.py_func in IN_COMPILATION:
                raise UnknownPartError(f"{call.path} is being compiled")
            now = compiled_kernel(dispatcher, call.kinds)
            if (now.argtypes, now.restype) != (call.kernel.argtypes, call.kernel.restype):
                raise UnknownPartError(f"{call.path} returns another type")
            names[call.kernel.llvm_func_name] = now.llvm_func_name
            libraries.append(dispatcher.overloads[call.kinds].library)
        return _result(self.function, self.inline, kept, names, libraries)


def _games(kinds: tuple[Any, ...]) -> list[type]:
    """Return the types of games among arguments, and of all other named tuples, also inside tuples."""
    found = []
    for kind in kinds:
        if hasattr(kind, "instance_class"):
            found.append(kind.instance_class)
        inner = (*getattr(kind, "types", ()), getattr(kind, "dtype", None))
        found += _games(tuple(part for part in inner if part is not None))
    return found


# ---------------------------------------------------------------- writing


def _kept(compiled: Any, kinds: tuple[Any, ...], called: Called) -> KeptKernel:
    """Return what is kept of a kernel that has just been compiled."""
    owners: dict[Any, Call] = {}
    for path, callee in called.items():
        owners |= {made.library: Call(path, types, _kernel(made)) for types, made in callee.compiled.items()}
    needed = needed_libraries(compiled.library._linking_libraries, owners.__contains__)
    calls, module = [], compiled.library._final_module.clone()
    for library in needed:
        if library in owners:
            if not library.is_kept:
                raise UnknownPartError(f"it calls {library.name}, which is not kept")
            calls.append(owners[library])
        elif isinstance(library, InnerLibrary) and not library.is_ours:
            raise UnknownPartError(f"it calls {library.name}, which it does not name")
    for library in needed:
        if library not in owners and library is not rtsys.library:
            module.link_in(own_module(library), preserve=True)
    kernel = _kernel(compiled)
    _hide(module, kernel.llvm_func_name)
    return KeptKernel(module.as_bitcode(), kinds, kernel, tuple(calls))


def _kernel(compiled: Any) -> Kernel:
    described = compiled.fndesc
    return Kernel(tuple(described.argtypes), described.restype, described.llvm_func_name)


def _hide(module: Any, name: str) -> None:
    """Make everything but one function invisible from outside."""
    if any(variable.name.startswith(_LOCAL) for variable in module.global_variables) or _ADDRESS in str(module):
        raise UnknownPartError("it holds what means something in this process only")
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != name and not value.name.startswith(_RUN_TIME):
            value.linkage = "internal"


# ---------------------------------------------------------------- reading


def _result(
    function: Callable[..., Any], inline: bool, kept: KeptKernel, names: dict[str, str], libraries: list[Any]
) -> CompileResult:
    """Return what numba's compiler would have returned."""
    context = cpu_target.target_context
    name = f"{kept.kernel.llvm_func_name}.kept{next(_numbers)}"
    library = InnerLibrary(context.codegen(), function.__qualname__)
    library.is_kept = True
    library.is_ours = is_ours(function.__module__)
    library._final_module = _renamed(kept, name, names)
    library._linking_libraries = libraries
    library._finalized = True
    described = FunctionDescriptor(
        native=True,
        modname=function.__module__,
        qualname=function.__qualname__,
        unique_name=name,
        doc="",
        typemap=None,
        restype=kept.kernel.restype,
        calltypes=None,
        args=function.__code__.co_varnames[: function.__code__.co_argcount],
        kws=(),
        mangler=lambda prefix, kinds, abi_tags, uid: name,
        argtypes=kept.kernel.argtypes,
        inline=inline,
        env_name=f"{name}.environment",
        global_dict=function.__globals__,
    )
    environment = Environment.from_fndesc(described)
    return CompileResult(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=context.get_executable(library, described, environment),
        typing_error=None,
        type_annotation="",
        signature=kept.kernel.restype(*kept.kinds),
        objectmode=False,
        lifted=(),
        fndesc=described,
        library=library,
        call_helper=None,
        environment=environment,
        metadata={},
        reload_init=[],
        referenced_envs=[],
    )


def _renamed(kept: KeptKernel, name: str, names: dict[str, str]) -> Any:
    """Return the code with names of this process: its own, and those of the kernels that it calls."""
    module = llvm.parse_bitcode(kept.code)
    values = [(module.get_function(kept.kernel.llvm_func_name), name)]
    for then, now in names.items():
        with contextlib.suppress(NameError):  # a call that was compiled to nothing
            values.append((module.get_function(then), now))
    for index, (value, _) in enumerate(values):
        value.name = f"{name}.{index}"  # a new name may be the old one of another kernel
    for value, now in values:
        value.name = now
        if value.name != now:  # LLVM has made another one, because this one is in use
            raise UnknownPartError(f"the name {now} is in use")
    return module
