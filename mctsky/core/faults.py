"""Errors of a game's kernels in one sentence: what numba says about code that it cannot compile, and what checked mode finds.

Numba's own message about a misspelt name is a hundred lines of types. Here it becomes the file, the line and one sentence.
"""

import ast
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mctsky.core import jit
from mctsky.core.cache import game_folder
from mctsky.errors import GameDefinitionError

log = logging.getLogger(__name__)

PLAIN = "the same code runs as plain Python with NUMBA_DISABLE_JIT=1"
MAX_SENTENCE = 200
_PLACES = (re.compile(r"\bat (\S+\.py) \((\d+)\)"), re.compile(r'File "([^"]+\.py)", line (\d+)'))
_FRAMING = re.compile(
    r"(Failed in |During: |File |>>> |There are |- Of which |Overload |With argument|Rejected as|TypingError: Failed)"
    r"|(def |<source|\^|@)"
)
_UNKNOWN = re.compile(r"name '(\w+)' is not defined")
_PLAIN_FUNCTION = re.compile(r"Untyped global name '(\w+)'.*<class 'function'>")
_NO_SUCH_OPERATION = re.compile(r"No implementation of function Function\(<built-in function \w+>\) found for signature")
_VAGUE = re.compile(r"No implementation of function Function\(<function (\w+)")  # says only that something inside is wrong


def fault_of(error: BaseException, arguments: tuple[Any, ...]) -> GameDefinitionError | None:
    """Return what a compiled kernel has raised as an error of the game in its first argument; None if that is not to blame."""
    fault = compile_fault(error, arguments)
    if fault is None and jit.CHECKED:
        from mctsky.core.checked import explain_fault

        fault = explain_fault(error, arguments)
    return fault


def compile_fault(error: BaseException, arguments: tuple[Any, ...]) -> GameDefinitionError | None:
    """Return what went wrong while a kernel was compiled for a game as one error; None if that is not what happened."""
    if not (type(error).__module__.startswith("numba.") or _raised_by_numba(error)):
        return None
    log.debug("numba says: %s", error)
    kind = type(arguments[0]) if arguments else object
    folder = game_folder(kind)
    place = _place(error, folder)
    where = getattr(kind, "__module__", "").partition(".spec")[0]
    return GameDefinitionError(f"{place}{_sentence(error)}", given=where, remedy=PLAIN)


def _raised_by_numba(error: BaseException) -> bool:
    """Say whether an ordinary exception comes from numba's look at types: a field that a record lacks is a KeyError."""
    return any("numba/core/typeinfer" in Path(frame.f_code.co_filename).as_posix() for frame in _frames(error))


def _frames(error: BaseException) -> Iterator[Any]:
    step = error.__traceback__
    while step is not None:
        yield step.tb_frame
        step = step.tb_next


def _place(error: BaseException, folder: Path | None) -> str:
    """Return `rules.py:33: ` for the line of the game's own code that is to blame, the innermost that is known."""
    found: list[tuple[str, int]] = []
    for frame in _frames(error):  # numba has the line at hand where it decides on types
        loc: Any = getattr(frame.f_locals.get("self"), "loc", None)
        if hasattr(loc, "filename"):
            found.insert(0, (str(loc.filename), int(loc.line)))
    text = str(error)
    for pattern in _PLACES:
        found += [(path, int(line)) for path, line in pattern.findall(text)]
    loc = getattr(error, "loc", None)  # of the whole
    if hasattr(loc, "filename"):
        found.append((str(loc.filename), int(loc.line)))
    inside = [(path, line) for path, line in found if folder is None or Path(path).parent.name == folder.name]
    unknown = _UNKNOWN.search(text)
    if not inside and unknown and folder is not None:  # numba tells no line for it
        inside = list(_uses_of(unknown[1], folder))
    return "".join(f"{Path(path).name}:{line}: " for path, line in inside[:1])


def _uses_of(name: str, folder: Path) -> Iterator[tuple[str, int]]:
    """Yield the lines that use a name, in files of a game that never define it."""
    for path in sorted(folder.glob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        uses = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
        given = {getattr(node, "name", None) or getattr(node, "arg", None) for node in nodes}
        if name not in given and all(isinstance(node.ctx, ast.Load) for node in uses):
            yield from ((str(path), node.lineno) for node in uses)


def _sentence(error: BaseException) -> str:
    """Return the line of a message that says what is wrong."""
    if isinstance(error, KeyError):
        return f"a record has no field {error.args[0]!r}"
    lines = [line.strip().removesuffix(" Raised from None") for line in str(error).splitlines()]
    told = [line for line in lines if line and not _FRAMING.match(line)]
    clear = [line for line in told if not _VAGUE.match(line)] or told or [type(error).__name__]
    plain = _PLAIN_FUNCTION.match(clear[0])
    if plain:
        return f"{plain[1]} is a function that is not compiled: put @kernel above it"
    if _NO_SUCH_OPERATION.match(clear[0]):
        types = next((line for line in lines if line.startswith(">>> ")), "")
        return f"these types do not go together: {types[4:]}"[:MAX_SENTENCE]
    return clear[0][:MAX_SENTENCE].rstrip(".:")
