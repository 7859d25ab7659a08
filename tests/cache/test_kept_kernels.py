"""After an edit only the kernels that changed are compiled, and all others are what they would be compiled to now."""

from pathlib import Path

import pytest
from second_process import LISTENER, Answer, Machine, edit

from mctsky.core.cache import KEPT_DIGESTS

TOY = """
from enum import IntEnum
from typing import NamedTuple
import numpy as np
from mctsky.core.contract import record_dtype
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.rng import below, make_rng
import toy_constants
from toy_constants import Colour

STEP = 3
TABLE = np.array([10, 20, 30])
DTYPE = record_dtype(("first", np.int32), ("second", np.int32))
ROOM = on_stack(np.int64, 4)

class Toy(NamedTuple):
    n_seats: int

def adder(k):
    @kernel
    def add(n):
        return n + k
    return add

ADD_ONE, ADD_TWO = adder(1), adder(2)

@kernel
def leaf(n, more=0):
    return n + 1 + more

@kernel
def stepped(n):
    return leaf(n) + STEP

@kernel
def looked_up(n):
    return TABLE[n]

@kernel
def elsewhere(n):
    return n + toy_constants.FAR + Colour.RED

@kernel
def read(state):
    return state.second

@kernel
def on_room(n):
    room = ROOM()
    for k in range(4):
        room[k] = k
    return room[n]

@kernel
def added(n):
    return ADD_ONE(n) * 10 + ADD_TWO(n)

@kernel
def count_down(n):
    return 0 if n == 0 else count_down(n - 1) + 1

@kernel(entry=True)
def total(game, state, rng, n):
    parts = stepped(n) + 100 * looked_up(n) + 10_000 * read(state) + 1_000_000 * (added(n) + on_room(n))
    return parts + 0 * below(rng, 7) + elsewhere(n)

@kernel(entry=True)
def recursive(game, n):
    return count_down(n)

def run():
    state = np.zeros(1, DTYPE)[0]
    state.setfield(5, np.int32, DTYPE.fields["second"][1])
    return total(Toy(2), np.rec.array(np.array([state]))[0], make_rng(1), 1)
"""
CONSTANTS = """
from enum import IntEnum
FAR = 0
class Colour(IntEnum):
    RED = 0
"""
CHILD = (
    LISTENER
    + """
import json, sys
with event.install_listener("numba:compile", Compilations()):
    import mctsky, toy
    answer = toy.recursive(toy.Toy(2), 4) if "recursive" in sys.argv else toy.run()
print(json.dumps({"answers": {"toy": [answer]}, "compiled": Compilations.names, "messages": [], "root": "", "games": [],
                  "package": mctsky.__file__}))
"""
)
EXPECTED = (1 + 1 + 3) + 1 + 100 * 20 + 10_000 * 5 + 1_000_000 * (20 + 3 + 1)
KERNELS = {"leaf", "stepped", "looked_up", "elsewhere", "read", "on_room", "add", "added", "total", "below", "scaled"}


class Toys(Machine):
    """A machine with that module."""

    @property
    def toy(self) -> Path:
        return self.path[0] / "toy.py"

    def call(self, *words: str) -> Answer:
        return self.finish(self.start(*words, script=CHILD))


@pytest.fixture
def toys(first_run: tuple[Machine, Answer], tmp_path: Path) -> Toys:
    """A machine that has compiled all kernels of the toy once."""
    (tmp_path / "toys").mkdir()
    machine = Toys(first_run[0].site, tmp_path / "cache", [tmp_path / "toys"])
    machine.toy.write_text(TOY)
    machine.toy.with_name("toy_constants.py").write_text(CONSTANTS)
    first = machine.call()
    assert first.answers["toy"] == [EXPECTED]
    assert set(first.compiled) >= KERNELS
    return machine


def test_code_that_nobody_calls_makes_nothing_new(toys: Toys) -> None:
    edit(toys.toy, "STEP = 3", "STEP = 3\nUNUSED = 4")
    after = toys.call()
    assert after.compiled == []
    assert after.answers["toy"] == [EXPECTED]


@pytest.mark.parametrize(
    ("old", "new", "compiled", "more"),
    [
        pytest.param("STEP = 3", "STEP = 4", {"stepped"}, 1, id="constant"),
        pytest.param("return n + 1 + more", "return n + 3 + more", {"leaf"}, 2, id="code"),
        pytest.param("[10, 20, 30]", "[10, 21, 30]", {"looked_up"}, 100, id="array"),
        pytest.param("more=0", "more=7", {"leaf", "stepped"}, 7, id="default of an argument"),
        pytest.param("adder(2)", "adder(3)", {"add"}, 1_000_000, id="closure"),
        pytest.param("np.int64, 4", "np.int64, 5", {"on_room"}, 0, id="room on the stack"),
        pytest.param("ADD_ONE, ADD_TWO", "ADD_TWO, ADD_ONE", set(), 9_000_000, id="kernels that change places"),
    ],
)
def test_only_what_is_edited_is_compiled_and_counts(toys: Toys, old: str, new: str, compiled: set[str], more: int) -> None:
    edit(toys.toy, f"{old} = adder" if old.startswith("ADD") else old, f"{new} = adder" if old.startswith("ADD") else new)
    after = toys.call()
    assert set(after.compiled) - {"impl"} == compiled
    assert after.answers["toy"] == [EXPECTED + more]
    assert type(after.answers["toy"][0]) is int


@pytest.mark.parametrize(("old", "new"), [("FAR = 0", "FAR = 9"), ("RED = 0", "RED = 9")])
def test_values_of_other_modules_count(toys: Toys, old: str, new: str) -> None:
    edit(toys.toy.with_name("toy_constants.py"), old, new)
    after = toys.call()
    assert after.compiled == ["elsewhere"]
    assert after.answers["toy"] == [EXPECTED + 9]


def test_another_type_makes_the_callers_new(toys: Toys) -> None:
    edit(toys.toy, "return n + 1 + more", "return n + 1.5 + more")
    after = toys.call()
    assert set(after.compiled) == {"leaf", "stepped", "total"}
    assert after.answers["toy"] == [EXPECTED + 0.5]


def test_another_type_of_an_array_makes_the_callers_new(toys: Toys) -> None:
    edit(toys.toy, "[10, 20, 30]", "[10, 20, 30], dtype=np.float32")
    after = toys.call()
    assert {"looked_up", "total"} <= set(after.compiled) <= {"looked_up", "total", "impl"}
    assert after.answers["toy"] == [float(EXPECTED)]


@pytest.mark.parametrize(
    "fields",
    ['("zeroth", np.int64), ("first", np.int32), ("second", np.int32)', '("second", np.int32), ("first", np.int32)'],
)
def test_another_record_makes_new_what_takes_it(toys: Toys, fields: str) -> None:
    edit(toys.toy, '("first", np.int32), ("second", np.int32)', fields)
    after = toys.call()
    assert set(after.compiled) == {"read", "total"}
    assert after.answers["toy"] == [EXPECTED]


def test_another_type_of_an_argument_makes_another_kernel(toys: Toys) -> None:
    edit(toys.toy, "return leaf(n) + STEP", "return leaf(n + 0.5) + STEP")
    after = toys.call()
    assert set(after.compiled) == {"leaf", "stepped", "total"}
    assert after.answers["toy"] == [EXPECTED + 0.5]


def test_a_kernel_that_calls_itself_is_kept(toys: Toys) -> None:
    assert toys.call("recursive").answers["toy"] == [4]
    edit(toys.toy, "STEP = 3", "STEP = 4")
    after = toys.call("recursive")
    assert (after.compiled, after.answers["toy"]) == ([], [4])
    edit(toys.toy, "count_down(n - 1) + 1", "count_down(n - 1) + 2")
    after = toys.call("recursive")
    assert (after.compiled, after.answers["toy"]) == (["count_down"], [8])


def test_kernels_that_come_to_call_each_other_are_compiled_each_time(toys: Toys) -> None:
    edit(toys.toy, "    return n + 1 + more", "    return stepped(n + 9) + more")
    edit(toys.toy, "    return leaf(n) + STEP", "    if n > 1:\n        return n - 5\n    return leaf(n)")
    for unused in range(2):
        toys.toy.write_text(f"{toys.toy.read_text()}\nUNUSED = {unused}\n")
        after = toys.call()
        assert set(after.compiled) == {"leaf", "stepped"}
        assert after.answers["toy"] == [EXPECTED]


def test_few_versions_of_a_kernel_are_kept(toys: Toys) -> None:
    n_files = len(toys.files("mctsky.kernels"))
    for step in range(4, 6 + KEPT_DIGESTS):
        edit(toys.toy, f"STEP = {step - 1}", f"STEP = {step}")
        assert toys.call().compiled == ["stepped"]
    assert len(toys.files("mctsky.kernels")) == n_files + KEPT_DIGESTS - 1
    assert len(list(toys.cache.glob("mctsky.kernels-*/stepped-*"))) == KEPT_DIGESTS


VISIBLE = """
import json, pathlib, pickle, sys
import mctsky, toy
from llvmlite import binding as llvm
from mctsky.core import cache, compiler
from mctsky.core.kept_kernels import KeptKernel

found = []
for path in sorted(pathlib.Path(sys.argv[1]).glob("mctsky.kernels-*/*")):
    kept = KeptKernel(*pickle.loads(cache.read_entry(path)))
    module = llvm.parse_bitcode(kept.code)
    values = [value for value in (*module.functions, *module.global_variables) if not value.is_declaration]
    seen = [value.name for value in values if value.linkage != llvm.Linkage.internal]
    found.append(seen == [kept.kernel.llvm_func_name])
print(json.dumps({"answers": {"toy": found}, "compiled": [], "messages": [], "root": "", "games": [],
                  "package": mctsky.__file__}))
"""


def test_a_file_defines_one_name(toys: Toys) -> None:
    """Numba numbers functions in each process, so any other name could be that of another function."""
    found = toys.finish(toys.start(str(toys.cache), script=VISIBLE)).answers["toy"]
    assert len(found) == len(toys.files("mctsky.kernels"))
    assert all(found)
