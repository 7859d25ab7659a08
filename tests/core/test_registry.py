"""Games are found by looking: folders, and entry points of other packages."""

import importlib.metadata
import logging
import sys
import threading
from collections import deque

import pytest

import mctsky
from mctsky.core import registry
from mctsky.errors import GameDefinitionError, OptionError, UnknownNameError


@pytest.fixture
def fresh():
    """Forget what was found, before and after."""
    for found in (registry._packages, registry._import_spec):
        found.cache_clear()
    yield
    for found in (registry._packages, registry._import_spec):
        found.cache_clear()


def plug_in(monkeypatch, name, package):
    point, others = importlib.metadata.EntryPoint(name, package, registry.ENTRY_POINTS), importlib.metadata.entry_points

    def found(**wanted):
        return [point] if wanted.get("group") == registry.ENTRY_POINTS else others(**wanted)

    monkeypatch.setattr(importlib.metadata, "entry_points", found)


def test_folders_are_found_and_private_ones_not():
    names = mctsky.game_names()
    assert "tictactoe" in names
    assert names == sorted(names)
    assert not [name for name in names if name.startswith(("_", "-"))]


def test_a_game_of_another_package_works_like_ours(fresh, monkeypatch):
    plug_in(monkeypatch, "pennies", "micro.pennies")
    assert "pennies" in mctsky.game_names()
    game = mctsky.load("pennies")
    position = game.start(seed=1)
    for move in ("heads", "heads"):
        position.play(move)
    assert position.returns() == [1.0, 0.0]


def test_a_plug_in_cannot_replace_a_game_of_ours(fresh, monkeypatch, caplog):
    plug_in(monkeypatch, "tictactoe", "micro.pennies")
    assert mctsky.load("tictactoe").spec.game_type.__module__ == "mctsky.games.tictactoe.spec"
    with caplog.at_level(logging.WARNING):
        assert mctsky.game_names().count("tictactoe") == 1
    assert "hidden by another" in caplog.text


@pytest.mark.parametrize("package", ["no_such_package_at_all", "micro"])
def test_a_plug_in_that_cannot_be_loaded_is_named(fresh, monkeypatch, package):
    plug_in(monkeypatch, "ghost", package)
    with pytest.raises(GameDefinitionError, match="ghost"):
        mctsky.load("ghost")
    assert mctsky.load("tictactoe").name == "tictactoe"


BROKEN = {
    "raises": "oops = undefined_name",
    "divides": "1 / 0",
    "exits": "import sys; sys.exit(3)",
    "misspells": "def broken(:",
    "fails at length": "raise ValueError('first line\\nsecond line')",
    "has no spec": "SPEC = None",
}


@pytest.mark.parametrize("code", BROKEN.values(), ids=BROKEN)
def test_a_broken_plug_in_breaks_only_itself(fresh, monkeypatch, tmp_path, code):
    package = f"broken_{abs(hash(code))}"
    (tmp_path / package).mkdir()
    for name in ("__init__", "rules"):
        (tmp_path / package / f"{name}.py").write_text("")
    (tmp_path / package / "spec.py").write_text(code + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    plug_in(monkeypatch, "ghost", package)
    working, broken = registry.find_specs()
    assert "tictactoe" in [spec.name for spec in working]
    assert "ghost" not in [spec.name for spec in working]
    (error,) = broken
    assert error.given == "ghost"
    assert package in str(error)
    assert "\n" not in str(error)
    with pytest.raises(GameDefinitionError, match="ghost"):
        mctsky.load("ghost")


def test_a_plug_in_must_keep_its_name(fresh, monkeypatch):
    plug_in(monkeypatch, "dimes", "micro.pennies")
    with pytest.raises(GameDefinitionError, match="not a GameSpec named 'dimes'"):
        mctsky.load("dimes")


def test_an_unknown_game_names_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'tictactoe'"):
        mctsky.load("tictacto")


def test_options_come_as_a_mapping_or_as_words():
    assert mctsky.load("tictactoe", {"players": "2"}) == mctsky.load("tictactoe", players=2)
    with pytest.raises(OptionError):
        mctsky.load("tictactoe", players=3)


def test_looking_for_names_imports_no_game(fresh):
    before = set(sys.modules)
    mctsky.game_names()
    assert {name for name in set(sys.modules) - before if name.startswith("mctsky.games.")} == set()


def test_plans_and_records_share_one_game_per_process(monkeypatch):
    """Threads that look for games while others are kept find the same ones; they change places as often as Python allows."""
    monkeypatch.setattr(registry, "_kept", deque(maxlen=16))
    made = [registry.same_game("goofspiel", mctsky.load("goofspiel", cards=cards).options, {}) for cards in range(3, 9)]
    kept, found = mctsky.load("kuhn"), []

    def look():
        for game in made * 300:
            registry.keep_game(kept)
            found.append(registry.same_game("goofspiel", game.options, {}))

    threads = [threading.Thread(target=look) for _ in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(found) == 4 * 300 * len(made)  # no thread ended by an error
    assert {id(game) for game in found} == {id(game) for game in made}
