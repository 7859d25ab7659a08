"""The one `kernel` decorator: how every compiled function of mctsky is compiled and cached.

A kernel takes scalars, records and arrays, allocates nothing and raises nothing. With NUMBA_DISABLE_JIT=1 it stays a plain
Python function, so the same rules can be stepped through in a debugger and are tested both ways.
"""

import ctypes
import functools
from collections.abc import Callable
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba import extending, types
from numba.core import cgutils, config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from mctsky.core.cache import GameCache

JIT_DISABLED = bool(config.DISABLE_JIT)

# nogil: threads search in parallel. error_model: a division needs no zero check. No fastmath: results must be the same on
# every CPU, and reassociation would break that.
COMPILE_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

F = TypeVar("F", bound=Callable[..., Any])


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel that only other kernels call: its functions are simplified, and optimised with their callers.

    Numba optimises a function together with all that it calls, and does so again for each of its callers, up to the entry. With
    calls ten deep that is ten times the work, and all but the last time is for nothing.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True  # and no machine code, which nobody would run

    def get_pointer_to_function(self, name: str) -> int:
        """Say that there is no machine code."""
        return 0

    @property
    def codegen(self) -> Any:
        """What numba asks to put an environment beside the machine code."""
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing."""


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler with that kind of library."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a Python function."""
        self.state.library = InnerLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class InnerKernel:
    """A kernel that compiled code calls. To numba it is a dispatcher whose functions lack the wrappers for Python.

    These wrappers are a third of the compile time of small functions, and almost nobody needs them: Python calls entries. A
    call from Python would crash without them, so it goes to a second dispatcher, complete, made when it is first wanted.
    """

    def __init__(self, python_function: Callable[..., Any], inline: bool) -> None:
        """Make the dispatcher for compiled code."""
        functools.update_wrapper(self, python_function)
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}
        self._bare = numba.njit(forceinline=inline, **bare, **COMPILE_FLAGS)(python_function)
        self._complete: Any = None
        self._numba_type_ = self._bare._numba_type_  # what numba compiles a call of this object to
        self.py_func = python_function

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel from Python."""
        if self._complete is None:
            self._complete = numba.njit(**COMPILE_FLAGS)(self.py_func)
        return self._complete(*arguments)


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(*, entry: bool = ..., inline: bool = ...) -> Callable[[F], F]: ...


def kernel(function: F | None = None, *, entry: bool = False, inline: bool = False) -> F | Callable[[F], F]:
    """Compile a function with the flags of the project.

    `entry` marks what Python calls directly: its first argument is a game, and its machine code is kept on disk in that
    game's own cache. Inner kernels are compiled as part of the entries that call them and need no files of their own.
    `inline` merges a kernel into its callers: for those that take many arrays, which would otherwise be copied to the stack
    field by field at every call.
    """

    def decorate(python_function: F) -> F:
        if not entry and not JIT_DISABLED:
            inner: Any = InnerKernel(python_function, inline)
            return inner  # type: ignore[no-any-return]
        dispatcher = numba.njit(forceinline=inline, **COMPILE_FLAGS)(python_function)
        if not JIT_DISABLED:
            dispatcher._cache = GameCache(python_function)
        compiled: F = dispatcher
        return compiled

    return decorate if function is None else decorate(function)


if JIT_DISABLED:

    def borrow(array: Any) -> Any:
        """Return `array` itself; only compiled code counts references."""
        return array

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def borrow(typing_context: Any, array: Any) -> Any:
        """Return the same array without its reference count.

        Numba counts references of an array at every kernel call, atomically, which costs more than most rules. An entry
        holds the real reference for as long as it runs and lends its arrays to the kernels below it.
        """
        if not isinstance(array, types.Array):
            return None

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            struct = context.make_array(signature.return_type)(context, builder, value=arguments[0])
            struct.meminfo = cgutils.get_null_value(struct.meminfo.type)
            struct.parent = cgutils.get_null_value(struct.parent.type)
            return struct._getvalue()

        return array(array), codegen


def array_accessor(name: str, dtype: Any) -> Callable[[Any], Any]:
    """Return a kernel `accessor(record)` for the array whose address and length the record keeps in two int64 fields.

    A search has some twenty arrays. As a tuple they would be unpacked and packed field by field in every kernel that passes
    them on, at the cost of most of the compile time; a record that holds their addresses is one pointer. Whoever fills the
    fields `<name>_address` and `<name>_size` keeps the array alive.
    """

    def access(record: Any) -> Any:
        size = int(record[f"{name}_size"])
        memory = (ctypes.c_char * (size * dtype.itemsize)).from_address(int(record[f"{name}_address"]))
        array = np.frombuffer(memory, dtype)
        return array.view(np.recarray) if dtype.names else array

    access.__name__ = access.__qualname__ = f"{name}_of"
    if JIT_DISABLED:
        return access
    array_type = types.Array(numba.from_dtype(dtype), 1, "C", aligned=True)

    @intrinsic  # type: ignore[untyped-decorator]
    def array_at(typing_context: Any, address: Any, size: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            struct = context.make_array(array_type)(context, builder)
            itemsize = context.get_constant(types.intp, dtype.itemsize)
            populate_array(
                struct,
                data=builder.inttoptr(arguments[0], struct.data.type),
                shape=[arguments[1]],
                strides=[itemsize],
                itemsize=itemsize,
                meminfo=None,
            )
            return struct._getvalue()

        return array_type(types.int64, types.int64), codegen

    scope: dict[str, Any] = {"array_at": array_at, "__name__": __name__}
    source = f"def {name}_array(record):\n    return array_at(record.{name}_address, record.{name}_size)\n"
    exec(source, scope)
    extending.overload(access, jit_options=COMPILE_FLAGS)(lambda record: scope[f"{name}_array"])
    return access
