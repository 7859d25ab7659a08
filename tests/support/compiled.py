"""Inner kernels, compiled: Python runs them as plain functions, and their tests want both."""

import importlib
from typing import Any

from mctsky.core.jit import JIT_DISABLED


def compiled(kernel: Any) -> Any:
    """Return a kernel, or a plain function, as compiled code that Python can call; as it is where nothing is compiled."""
    if JIT_DISABLED:
        return kernel
    import numba

    from mctsky.core.compiler import COMPILE_FLAGS

    importlib.import_module("mctsky.core.lowering")
    return numba.njit(**COMPILE_FLAGS)(getattr(kernel, "py_func", kernel))


def compiled_text(entry: Any, arguments: tuple[Any, ...]) -> str:
    """Return the optimised code of an entry for arguments of these types, as LLVM writes it."""
    from mctsky.core.compiler import entry_module

    module, _ = entry_module(entry.dispatcher, arguments, "entry")
    return str(module)
