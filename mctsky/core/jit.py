"""The one `kernel` decorator: how every compiled function of mctsky is compiled and cached.

A kernel takes scalars, records and arrays, allocates nothing and raises nothing. With NUMBA_DISABLE_JIT=1 it stays a plain
Python function, so the same rules can be stepped through in a debugger and are tested both ways.
"""

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numba
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic

from mctsky.core.cache import GameCache

JIT_DISABLED = bool(config.DISABLE_JIT)

# nogil: threads search in parallel. error_model: a division needs no zero check. No fastmath: results must be the same on
# every CPU, and reassociation would break that.
COMPILE_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

F = TypeVar("F", bound=Callable[..., Any])


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(*, entry: bool = ...) -> Callable[[F], F]: ...


def kernel(function: F | None = None, *, entry: bool = False) -> F | Callable[[F], F]:
    """Compile a function with the flags of the project.

    `entry` marks what Python calls directly: its first argument is a game, and its machine code is kept on disk in that
    game's own cache. Inner kernels are compiled as part of the entries that call them and need no files of their own.
    """

    def decorate(python_function: F) -> F:
        dispatcher = numba.njit(**COMPILE_FLAGS)(python_function)
        if entry and not JIT_DISABLED:
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
