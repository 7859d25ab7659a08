"""What the code of one kernel depends on beside the kernels that it calls: its own code and the values that it names.

Numba makes constants of all values that a kernel names, so a digest of its code and of these values, with the types of its
arguments, stands for what it is compiled to (kept_kernels.py). A kernel with a value that is not known for certain is compiled
in every process. The kernels and verbs that it calls count by name; what they return is compared by who asks.
"""

import enum
import hashlib
import sys
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from mctsky.core import cache, contract, jit, native

_PINNED = ("numpy", "numba", "math", "builtins")  # modules whose version is in the name of the directory
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))

Called = dict[str, jit.InnerKernel]  # the kernels that a kernel names, by the path under which it finds them


class UnknownPartError(Exception):
    """A kernel names a value of which we cannot say when it is the same."""


def parts_of(function: Callable[..., Any], inline: bool, games: list[type]) -> tuple[str, Called]:
    """Return a digest of all that a kernel is made of, and the kernels that it names; verbs are those of `games`."""
    parts = _Parts(games)
    parts.add("kernel", function.__module__, function.__qualname__, inline)
    for game_type in games:
        parts.add_game(game_type)
    parts.add_function(function)
    return parts.digest.hexdigest(), parts.called


class _Parts:
    """A digest in the making."""

    def __init__(self, games: list[type]) -> None:
        self.digest = hashlib.sha256()
        self.called: Called = {}
        self.games = games

    def add(self, *words: Any) -> None:
        self.digest.update(f"{words!r}\n".encode())

    def add_game(self, game_type: type) -> None:
        """Add what core asks about a game: which verbs it has, and how much room it needs."""
        if getattr(sys.modules.get(game_type.__module__), game_type.__qualname__, None) is not game_type:
            raise UnknownPartError(f"{game_type} was made while running")
        fields = getattr(game_type, "_fields", ())
        verbs = sorted(verb for verb, kind in contract.IMPLEMENTATIONS if kind is game_type)
        self.add("game", game_type.__module__, game_type.__qualname__, fields, verbs, contract.MAX_CHANCE.get(game_type))
        if game_type in contract.STATES:
            dtype, bounds = contract.STATES[game_type]
            self.add(native.describe_dtype(dtype), bounds)

    def add_function(self, function: Callable[..., Any]) -> None:
        """Add code, defaults and the values of all names."""
        self.add_signature(function)
        cache.add_code(self.digest, function.__code__)
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        for name in sorted(_names(function.__code__)):
            if name in cells:
                self.add_value(name, cells[name].cell_contents, function)
            elif name in function.__globals__:
                self.add_value(name, function.__globals__[name], function)

    def add_signature(self, function: Callable[..., Any]) -> None:
        """Add what a caller must know of a function beside its types."""
        code = function.__code__
        n = code.co_argcount + code.co_kwonlyargcount
        self.add(code.co_argcount, code.co_kwonlyargcount, code.co_flags & 0xC, code.co_varnames[:n])
        self.add_value("", function.__defaults__, function)
        self.add_value("", tuple((function.__kwdefaults__ or {}).items()), function)

    def add_value(self, path: str, value: Any, user: Callable[..., Any]) -> None:
        """Add the value of a name; `user` is the kernel that names it."""
        kind = type(value)
        if isinstance(value, jit.InnerKernel):
            self.called[path] = value
            self.add(path, "kernel", value.py_func.__module__, value.py_func.__qualname__, value.inline)
            self.add_signature(value.py_func)
        elif kind in _PLAIN:
            self.add(path, kind.__name__, value)
        elif kind is tuple:
            self.add(path, "tuple", len(value))
            for index, part in enumerate(value):
                self.add_value(f"{path}[{index}]", part, user)
        elif isinstance(value, np.ndarray | np.generic):
            self._add_array(path, value)
        elif isinstance(value, np.dtype):
            self.add(path, "dtype", native.describe_dtype(value))
        elif isinstance(value, enum.Enum):
            self.add(path, "enum", kind.__module__, kind.__qualname__, value.name)
            self.add_value(path, value.value, user)
        elif isinstance(value, tuple) and hasattr(kind, "_fields"):
            self._add_class(path, kind, user)
            self.add_value(path, tuple(value), user)
        elif isinstance(value, type):
            self._add_class(path, value, user)
        elif isinstance(value, ModuleType):
            self._add_module(path, value, user)
        elif isinstance(value, FunctionType):
            self._add_plain_function(path, value, user)
        elif isinstance(value, BuiltinFunctionType | np.ufunc) and _is_pinned(value):
            self.add(path, "pinned", value.__name__)
        else:
            raise UnknownPartError(f"{path}: {kind}")

    def _add_array(self, path: str, value: Any) -> None:
        if value.dtype.hasobject:
            raise UnknownPartError(f"{path}: an array of objects")
        self.add(path, type(value).__name__, native.describe_dtype(value.dtype), value.shape)
        if isinstance(value, np.ndarray):
            self.add(value.strides, value.flags.num)
        self.digest.update(value.tobytes())

    def _add_class(self, path: str, value: Any, user: Callable[..., Any]) -> None:
        self.add(path, "class", value.__module__, value.__qualname__)
        if issubclass(value, enum.Enum):
            for member in value:
                self.add_value(member.name, member.value, user)
        elif issubclass(value, tuple) and hasattr(value, "_fields"):
            self.add_value(path, (value._fields, *value._field_defaults.items()), user)
        elif not _is_pinned(value):
            raise UnknownPartError(f"{path}: {value}")

    def _add_module(self, path: str, value: ModuleType, user: Callable[..., Any]) -> None:
        """Add the parts of a module that a kernel may name: `module.part`."""
        self.add(path, "module", value.__name__)
        if _is_pinned(value):
            return
        if path.count(".") > 2:
            raise UnknownPartError(f"{path}: modules in modules")
        for name in sorted(_names(user.__code__)):
            if hasattr(value, name):
                self.add_value(f"{path}.{name}", getattr(value, name), user)

    def _add_plain_function(self, path: str, value: Any, user: Callable[..., Any]) -> None:
        """Add a function that compiled code replaces; numba compiles no other."""
        found = next(((kind, parameters) for function, kind, parameters in jit.LOWERED if function is value), None)
        if found is None and not _is_pinned(value):
            raise UnknownPartError(f"{path}: a plain function")
        kind, parameters = found or ("pinned", (value.__module__, value.__qualname__))
        self.add(path, "lowered", kind, value.__name__)
        self.add_value(path, parameters, user)
        if kind == "verb":
            for index, game_type in enumerate(self.games):
                self._add_verb(f"{path}@{index}", value.__name__, game_type, user)

    def _add_verb(self, path: str, verb: str, game_type: type, user: Callable[..., Any]) -> None:
        try:
            implementation = contract.find_verb(verb, game_type)
        except KeyError:
            self.add(path, "no such verb")
            return
        self.add_value(path, implementation, user)


def _is_pinned(value: Any) -> bool:
    if isinstance(value, np.ufunc):
        return getattr(np, value.__name__, None) is value
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""
    return name.partition(".")[0] in _PINNED


def _names(code: CodeType) -> set[str]:
    """Return all names that code can mean a global by, the code of functions inside it included."""
    return set().union(*(_own_names(part) for part in _all_code(code)))


def _own_names(code: CodeType) -> set[str]:
    return {*code.co_names, *code.co_freevars}


def _all_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _all_code(constant)
