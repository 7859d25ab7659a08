"""The part of an entry that does not change with the rules of a game: search and core, linked, not yet optimised.

Most of what a search is compiled from is ours, and numba takes longest for that. So it is kept on disk apart from the entry,
with the list of verbs that it calls. After an edit of a game's rules only these verbs are compiled; then all is linked and
optimised. Nothing here needs numba; `compiler.py` makes shared code and uses it.
"""

import pickle
import sys
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding as llvm

from mctsky.core import cache, contract, jit, native

_OURS = ("mctsky.core.", "mctsky.search.")
_MARK = ".shared"  # after the names of its functions: numba counts functions, and begins to count again in each process


class Kernel(NamedTuple):
    """A compiled kernel, as far as its callers must know it."""

    argtypes: tuple[Any, ...]
    restype: Any
    llvm_func_name: str


class SharedCode(NamedTuple):
    """What is on disk."""

    code: bytes  # LLVM's bitcode
    kernel: Kernel  # the entry's own
    verbs: tuple[tuple[str, Kernel], ...]  # what it calls of the game


def is_ours(module: str) -> bool:
    """Say whether a kernel of this module does not depend on a game's rules."""
    return module.startswith(_OURS)


def shared_file(function: Any, arguments: tuple[Any, ...]) -> Path | None:
    """Return the file of what an entry shares; None if there is nothing that could be kept.

    That is so for entries of a game, in checked mode, and for a game made while running, which another process cannot name.
    Beside the types it depends on which verbs a game has and on its bounds: core makes room by them.
    """
    game_type = type(arguments[0])
    module = sys.modules.get(game_type.__module__)
    if jit.CHECKED or not is_ours(function.__module__) or game_type not in contract.STATES:
        return None
    if getattr(module, game_type.__qualname__, None) is not game_type:
        return None
    verbs = sorted(verb for verb, kind in contract.IMPLEMENTATIONS if kind is game_type)
    described = ", ".join(map(native.describe, arguments))
    parts = (function.__module__, function.__qualname__, described, *verbs, repr(contract.STATES[game_type][1]))
    return cache.shared_file(function.__name__, parts, native.platform())


def read_shared(path: Path | None) -> SharedCode | None:
    """Return what a file holds, None if there is none or if it is damaged."""
    payload = cache.read_entry(path) if path is not None else None
    try:
        return None if payload is None else SharedCode(*pickle.loads(payload))
    except Exception:  # written by another version of numba, for example: compiling again is always right
        return None


def write_shared(path: Path, shared: SharedCode) -> None:
    """Keep shared code."""
    cache.write_entry(path, pickle.dumps(tuple(shared)))


def make_shared(modules: list[Any], kernel: Kernel, verbs: tuple[tuple[str, Kernel], ...]) -> SharedCode:
    """Link the modules of kernels that do not depend on the rules, the entry's own first; what it does not need is left out."""
    whole = modules[0].clone()
    for module in modules[1:]:
        whole.link_in(module, preserve=True)
    wanted = {function.name for function in whole.functions if function.is_declaration}
    for function in whole.functions:
        if not function.is_declaration:
            function.name += _MARK
    verbs = tuple((verb, kernel) for verb, kernel in verbs if kernel.llvm_func_name in wanted)
    own = kernel._replace(llvm_func_name=kernel.llvm_func_name + _MARK)
    return SharedCode(whole.as_bitcode(), own, verbs)


def module_of(shared: SharedCode, now: list[Kernel]) -> Any:
    """Return the code as a module that calls the verbs as they are compiled now."""
    module = llvm.parse_bitcode(shared.code)
    for index, (_, then) in enumerate(shared.verbs):
        module.get_function(then.llvm_func_name).name = f"verb{_MARK}.{index}"  # a new name may be the old one of another verb
    for index, kernel in enumerate(now):
        module.get_function(f"verb{_MARK}.{index}").name = kernel.llvm_func_name
    return module
