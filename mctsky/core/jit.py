"""The one `kernel` decorator: how every compiled function of mctsky is compiled and cached.

A kernel takes scalars, records and arrays, allocates nothing and raises nothing. In Python it is a plain function: only
*entries* run compiled when Python calls them. With NUMBA_DISABLE_JIT=1 entries stay plain functions too, so the same rules
can be stepped through in a debugger and are tested both ways.

This module does not import numba. `compiler.py`, `wrapper.py` and `lowering.py` do, and they are loaded when something has to
be compiled; machine code that is in the cache already runs without them (`native.py`).
"""

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar, overload

CHECKED = os.environ.get("MCTSKY_CHECKED", "0") not in ("", "0")  # read by name: `check_kernels` may set it
JIT_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

F = TypeVar("F", bound=Callable[..., Any])

_LOCK = threading.RLock()  # two threads must not make two dispatchers of one kernel


def check_kernels() -> None:
    """Turn checked mode on, here and in processes that are started later; before anything is compiled."""
    global CHECKED
    CHECKED = True
    os.environ["MCTSKY_CHECKED"] = "1"


class InnerKernel:
    """A kernel that compiled code calls; called from Python it runs as Python."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        """Keep the function; it is compiled with the first entry that needs it."""
        functools.update_wrapper(self, function)
        self.py_func = function
        self.inline = inline
        self._dispatcher: Any = None

    @property
    def dispatcher(self) -> Any:
        """The numba dispatcher of this kernel, made on first use."""
        with _LOCK:
            if self._dispatcher is None:
                from mctsky.core import compiler

                self._dispatcher = compiler.dispatcher_of(self.py_func, self.inline)
            return self._dispatcher

    @property
    def compiled(self) -> Any:
        """What numba has made of this kernel in this process, by types of arguments; usually nothing."""
        return {} if self._dispatcher is None else self._dispatcher.overloads

    @property
    def _numba_type_(self) -> Any:
        """What numba compiles a call of this object to."""
        return self.dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel as plain Python."""
        return self.py_func(*arguments)


class EntryKernel(InnerKernel):
    """A kernel that Python calls: compiled for each game, or loaded from that game's cache."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        """Keep the function; its machine code is loaded or made by the first call."""
        super().__init__(function, inline)
        self._calls: dict[type, Callable[..., Any]] = {}  # by type of game: what the last call used
        self._known: dict[str, Callable[..., Any]] = {}  # by types of all arguments

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled kernel; what numba cannot compile is an error of the game."""
        try:
            call: Callable[..., Any] = self._calls.get(type(arguments[0]), self._find)
            return call(*arguments)
        except Exception as error:
            from mctsky.core.faults import fault_of

            fault = fault_of(error, arguments)
            if fault is None:
                raise
            raise fault from None

    def _find(self, *arguments: Any) -> Any:
        """Look for the machine code for arguments of these types, and call it."""
        from mctsky.core import entries, native

        with _LOCK:
            described = ", ".join(map(native.describe, arguments))
            call = self._known.get(described)
            if call is None:
                address, returns = entries.find_entry(self, arguments, described)
                call = self._known[described] = native.make_call(address, returns, arguments, self._find)
            self._calls[type(arguments[0])] = call
        result: Any = call(*arguments)
        return result


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(*, entry: bool = ..., inline: bool = ...) -> Callable[[F], F]: ...


def kernel(function: F | None = None, *, entry: bool = False, inline: bool = False) -> F | Callable[[F], F]:
    """Compile a function with the flags of the project.

    `entry` marks what Python calls at full speed: its first argument is a game, and its machine code is kept on disk in that
    game's own cache. Inner kernels are compiled as part of the entries that call them and need no files of their own.
    `inline` merges a kernel into its callers: for those that take many arrays, which would otherwise be copied to the stack
    field by field at every call.
    """

    def decorate(python_function: F) -> F:
        if JIT_DISABLED:
            return python_function
        compiled: Any = EntryKernel(python_function, inline) if entry else InnerKernel(python_function, inline)
        return compiled  # type: ignore[no-any-return]

    return decorate if function is None else decorate(function)


# Plain functions that compiled code replaces by something faster than what numba would make of them: function, kind of
# replacement, and its parameters. `lowering.py` knows the kinds.
LOWERED: list[tuple[Callable[..., Any], str, tuple[Any, ...]]] = []
WHEN_LOWERED: list[Callable[[], None]] = []  # called after each new one; empty until numba is loaded


def lower(function: Callable[..., Any], kind: str, *parameters: Any) -> None:
    """Let compiled code replace calls of a plain function; in Python it stays as it is."""
    LOWERED.append((function, kind, parameters))
    for register in WHEN_LOWERED:
        register()


def borrow(array: Any) -> Any:
    """Return the same array without its reference count.

    Numba counts references of an array at every kernel call, atomically, which costs more than most rules. An entry holds the
    real reference for as long as it runs and lends its arrays to the kernels below it.
    """
    return array


lower(borrow, "borrow")
