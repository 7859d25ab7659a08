"""What we use of numba beyond its documentation, and that numba is loaded only when something is compiled."""

import importlib
import subprocess
import sys
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import numba
import pytest
from numba.core.codegen import JITCodeLibrary

import mctsky
from mctsky.core import compiler
from mctsky.core.jit import JIT_DISABLED, kernel

PACKAGE = Path(mctsky.__file__).parent
needs_numba = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled with NUMBA_DISABLE_JIT")


@pytest.mark.parametrize(("module", "name"), compiler.PRIVATE_NAMES)
def test_numba_still_has_what_we_use_of_it(module, name):
    try:
        reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        pytest.fail(f"numba {numba.__version__} has no {module}.{name} ({error}): see mctsky/core/compiler.py, PRIVATE_NAMES")


def test_every_private_name_is_in_the_list():
    """What the two modules import from numba's inside is listed, and no other module imports numba at all."""
    listed = {(module, name.partition(".")[0]) for module, name in compiler.PRIVATE_NAMES}
    public = {"numba", "numba.extending", "numba.core"}  # numba.core.config holds the documented settings
    for path in sorted([*PACKAGE.rglob("*.py")]):
        for line in path.read_text().splitlines():
            words = line.split()
            if not words or words[0] not in ("from", "import") or words[1].partition(".")[0] not in ("numba", "llvmlite"):
                continue
            assert path.relative_to(PACKAGE).as_posix() in ("core/compiler.py", "core/lowering.py"), (path, line)
            if words[0] == "from" and words[1] not in public and not words[1].startswith("llvmlite"):
                for name in line.partition(" import ")[2].split(", "):
                    assert (words[1], name) in listed or name in ("Compiler", "CompileResult", "JITCodeLibrary"), line


class Tag(NamedTuple):
    n_seats: int


@kernel
def innermost(n):
    return n + 1


@kernel
def inner(n):
    return 2 * innermost(n)


@kernel(entry=True)
def outer(game, n):
    return inner(n) + innermost(n)


@needs_numba
def test_inner_kernels_are_not_optimised_on_their_own(monkeypatch):
    """Numba would optimise each function once per caller; only the entry, with all that it calls, is worth it."""
    optimised = []
    original = JITCodeLibrary._optimize_final_module

    def counted(library):
        optimised.append(library.name)
        original(library)

    monkeypatch.setattr(JITCodeLibrary, "_optimize_final_module", counted)
    outer.dispatcher._cache.disable()
    assert outer(Tag(2), 20) == 63
    assert [name for name in optimised if name != "nrt"] == ["outer"]  # nrt is the run time of numba itself
    for name in ("inner", "innermost"):
        (compiled,) = globals()[name].dispatcher.overloads.values()
        assert isinstance(compiled.library, compiler.InnerLibrary)


@needs_numba
def test_an_inner_kernel_runs_as_python_when_python_calls_it():
    assert inner(20) == 42
    before = len(innermost.dispatcher.overloads)
    assert innermost(2.5) == 3.5
    assert len(innermost.dispatcher.overloads) == before, "nothing is compiled for a call from Python"


CHILD = """
import sys
import mctsky
specs = [mctsky.find_spec(name) for name in mctsky.game_names()]
game = mctsky.load("kuhn")
assert "numba" not in sys.modules, "describing games needs no numba"
position = game.start(1)
assert ("numba" in sys.modules) is (sys.argv[1] == "0")
"""


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_numba_is_loaded_when_something_is_compiled(disabled):
    done = subprocess.run(
        [sys.executable, "-c", f"import os; os.environ['NUMBA_DISABLE_JIT'] = {disabled!r}\n{CHILD}", disabled],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
