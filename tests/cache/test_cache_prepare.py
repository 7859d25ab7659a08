"""Before a match a second process prepares the search while the first compiles the rules, and may fail at it."""

import os
import signal
import threading
import time

import pytest
from second_process import LISTENER, Machine

import mctsky
from mctsky.arena.playing.runner import ProcessExecutor
from mctsky.cli import _warm
from mctsky.core import entries
from mctsky.core.jit import CHECKED, JIT_DISABLED

GAME = "kuhn"

PREPARE = """
import mctsky
from mctsky.cli._warm import prepare_search
prepare_search(mctsky.load("kuhn"), "mo-ismcts:iterations=10")
print("prepared")
"""

SEARCH = (
    LISTENER
    + """
import json

with event.install_listener("numba:compile", Compilations()):
    import mctsky
    position = mctsky.load("kuhn").start(1)
    found = mctsky.analyse(position.view(), "mo-ismcts", iterations=300, seed=5)
print(json.dumps({"answers": {"kuhn": found.to_dict()["rows"]}, "compiled": Compilations.names, "messages": [], "root": "",
                  "games": [], "package": mctsky.__file__}))
"""
)


@pytest.mark.skipif(JIT_DISABLED or CHECKED, reason="nothing is shared")
def test_a_prepared_search_is_the_same_search(tmp_path):
    alone, helped = (Machine(tmp_path / "site", tmp_path / name / "cache") for name in ("alone", "helped"))
    for machine in (alone, helped):
        machine.cache.parent.mkdir()
    out, err = helped.start(script=PREPARE).communicate(timeout=300)
    assert out == "prepared\n", err
    assert [path.name.split("-")[0] for path in helped.files("shared")] == ["run_ismcts"]
    assert not any(path.name.startswith("run_") for path in helped.files("kuhn"))
    ours, theirs = (machine.finish(machine.start(script=SEARCH)) for machine in (alone, helped))
    assert "run_ismcts" in ours.compiled
    assert "run_ismcts" not in theirs.compiled
    assert "returns" in theirs.compiled  # only its type was found, so it was not kept
    assert ours.answers == theirs.answers
    assert len(alone.files("kuhn")) == len(helped.files("kuhn"))


def compile_something():
    """Do what `entries` does before the first compilation."""
    while entries.BEFORE_COMPILING:
        entries.BEFORE_COMPILING.pop()()


@pytest.fixture
def rules(monkeypatch):
    """Stand-ins for compiling the rules; how often it was done."""
    done = []

    def warm_rules(game):
        compile_something()
        done.append(game)

    monkeypatch.setattr(_warm, "warm_rules", warm_rules)
    monkeypatch.setattr(_warm, "n_workers", lambda: 2)
    return done


def fail(game, spec):
    raise RuntimeError("no such kernel")


def die(game, spec):
    os._exit(1)


def hang(game, spec):
    time.sleep(600)


def note(game, spec):
    os.environ["MCTSKY_TEST_NOTE"] = "only in the worker"


class Watched(ProcessExecutor):
    """An executor that remembers the workers that were ended."""

    made: list[object]

    def abandon(self):
        self.made.extend((self._processes or {}).values())
        super().abandon()


@pytest.fixture
def watched(monkeypatch):
    monkeypatch.setattr(Watched, "made", [], raising=False)
    return Watched


@pytest.mark.skipif(CHECKED, reason="nothing is shared")
@pytest.mark.parametrize("prepare", [note, fail, die])
def test_whatever_the_worker_does_the_rules_are_compiled_here(rules, watched, prepare):
    game = mctsky.load(GAME)
    _warm.warm_rules_and_search(game, "ismcts", prepare, watched)
    assert rules == [game]
    assert len(watched.made) == 1
    assert not any(process.is_alive() for process in watched.made)
    assert "MCTSKY_TEST_NOTE" not in os.environ
    assert not entries.BEFORE_COMPILING


@pytest.mark.skipif(CHECKED, reason="nothing is shared")
def test_ctrl_c_ends_the_worker(rules, watched):
    threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,)).start()
    with pytest.raises(KeyboardInterrupt):
        _warm.warm_rules_and_search(mctsky.load(GAME), "ismcts", hang, watched)
    assert len(watched.made) == 1
    assert not any(process.is_alive() for process in watched.made)


def test_a_second_core_is_asked_for(rules, watched, monkeypatch):
    monkeypatch.setattr(_warm, "n_workers", lambda: 1)
    _warm.warm_rules_and_search(mctsky.load(GAME), "ismcts", die, watched)
    assert watched.made == []
    assert len(rules) == 1


def test_no_worker_starts_where_nothing_is_compiled(rules, watched, monkeypatch):
    monkeypatch.setattr(_warm, "warm_rules", rules.append)
    _warm.warm_rules_and_search(mctsky.load(GAME), "ismcts", die, watched)
    assert watched.made == []
    assert len(rules) == 1
    assert not entries.BEFORE_COMPILING


def test_a_system_without_processes_left_compiles_here(rules):
    def refuse(n):
        raise BlockingIOError("no processes")

    _warm.warm_rules_and_search(mctsky.load(GAME), "ismcts", die, refuse)
    assert len(rules) == 1


def test_an_error_of_the_rules_ends_the_worker(rules, watched, monkeypatch):
    def broken(game):
        compile_something()
        raise RuntimeError("broken rules")

    monkeypatch.setattr(_warm, "warm_rules", broken)
    with pytest.raises(RuntimeError, match="broken rules"):
        _warm.warm_rules_and_search(mctsky.load(GAME), "ismcts", hang, watched)
    assert not any(process.is_alive() for process in watched.made)
