"""What we use of numba beyond its documentation, and that numba is loaded only when something is compiled."""

import gc
import importlib
import os
import subprocess
import sys
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import numba
import pytest
from numba.core.codegen import JITCodeLibrary

import mctsky
from mctsky.core import compiler, contract, entries
from mctsky.core.jit import JIT_DISABLED, kernel
from mctsky.core.perft import count_leaves
from mctsky.core.shared_code import shared_file

PACKAGE = Path(mctsky.__file__).parent
COMPILING = ("core/compiler.py", "core/kept_kernels.py", "core/lowering.py", "core/wrapper.py")
needs_numba = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled with NUMBA_DISABLE_JIT")


@pytest.mark.parametrize(("module", "name"), compiler.PRIVATE_NAMES)
def test_numba_still_has_what_we_use_of_it(module, name):
    try:
        reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        pytest.fail(f"numba {numba.__version__} has no {module}.{name} ({error}): see mctsky/core/compiler.py, PRIVATE_NAMES")


def test_every_private_name_is_in_the_list():
    """What these modules import from numba's inside is listed, and no other module imports numba at all."""
    listed = {(module, name.partition(".")[0]) for module, name in compiler.PRIVATE_NAMES}
    public = {"numba", "numba.extending", "numba.core"}  # numba.core.config holds the documented settings
    for path in sorted([*PACKAGE.rglob("*.py")]):
        for line in path.read_text().splitlines():
            words = line.split()
            if not words or words[0] not in ("from", "import") or words[1].partition(".")[0] not in ("numba", "llvmlite"):
                continue
            allowed = COMPILING if words[1].startswith("numba") else (*COMPILING, "core/native.py", "core/shared_code.py")
            assert path.relative_to(PACKAGE).as_posix() in allowed, (path, line)
            if words[0] == "from" and words[1] not in public and not words[1].startswith("llvmlite"):
                for name in line.partition(" import ")[2].split(", "):
                    assert (words[1], name) in listed or name in ("Compiler", "JITCodeLibrary"), line


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
    tag = Tag(2)
    code, lasting = compiler.compile_entry(outer.dispatcher, (tag, 20), "outer")
    assert (code.returns, code.needs, lasting) == ("int", (), True)
    assert [name for name in optimised if name != "nrt"] == ["mctsky.outer"]  # nrt is the run time of numba itself
    for one in (outer, inner, innermost):
        (compiled,) = one.dispatcher.overloads.values()
        assert isinstance(compiled.library, compiler.InnerLibrary)
    assert outer(tag, 20) == 63


@needs_numba
def test_an_inner_kernel_runs_as_python_when_python_calls_it():
    assert inner(20) == 42
    before = len(innermost.dispatcher.overloads)
    assert innermost(2.5) == 3.5
    assert len(innermost.dispatcher.overloads) == before, "nothing is compiled for a call from Python"


CHILD = """
import platform
import sys
import mctsky
specs = [mctsky.find_spec(name) for name in mctsky.game_names()]
game = mctsky.load("kuhn")
assert "numba" not in sys.modules, "describing games needs no numba"
print(mctsky.analyse(game.start(1).view(), "mo-ismcts", iterations=20, seed=1).best)
assert ("numba" in sys.modules) is (sys.argv[1] == "compiles"), sorted(sys.modules)
if sys.platform == "linux" and platform.machine() == "x86_64":
    assert ("llvmlite" in sys.modules) is (sys.argv[1] == "compiles"), sorted(sys.modules)
"""


def run_child(expected, **settings):
    command = [sys.executable, "-c", CHILD, expected]
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_numba
def test_numba_is_loaded_only_to_compile(tmp_path):
    """A search whose machine code is in the cache, and a search in plain Python, run without it, and all find the same move."""
    cold = run_child("compiles", MCTSKY_CACHE_DIR=str(tmp_path))
    warm = run_child("does not", MCTSKY_CACHE_DIR=str(tmp_path))
    plain = run_child("does not", NUMBA_DISABLE_JIT="1")
    assert cold == warm == plain


@needs_numba
def test_a_game_made_while_running_shares_nothing(monkeypatch):
    """Another process could not find its type by name."""

    class Made(NamedTuple):
        n_seats: int

    assert shared_file(count_leaves.py_func, (mctsky.load("kuhn").rules,)) is not None
    monkeypatch.setitem(contract.STATES, Made, contract.STATES[type(mctsky.load("kuhn").rules)])
    assert shared_file(count_leaves.py_func, (Made(2),)) is None


@needs_numba
def test_garbage_is_not_collected_while_something_is_compiled(monkeypatch):
    seen = []

    def broken(*arguments):
        seen.append(gc.isenabled())
        raise ValueError("does not compile")

    monkeypatch.setattr(compiler, "compile_entry", broken)
    with pytest.raises(ValueError, match="does not compile"):
        entries._compile(outer, (mctsky.load("kuhn").rules, 1), "outer")
    assert seen == [False]
    assert gc.isenabled()
