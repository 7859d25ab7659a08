"""A second process compiles nothing, and no edit is ever answered by stale code."""

from pathlib import Path

import pytest
from second_process import Machine, edit

START = [9, 504]  # legal moves and perft 3 of tic-tac-toe


def test_a_second_process_compiles_nothing(machine: Machine) -> None:
    first = machine.run("tictactoe", "kuhn")
    assert {"legal_moves", "play", "count_leaves"} <= set(first.compiled)
    announced = [text for _, text in first.messages if text.startswith("compiling")]
    assert len(announced) == 2
    second = machine.run("tictactoe", "kuhn")
    assert second.compiled == []
    assert second.messages == []
    assert second.answers == first.answers
    assert second.answers["tictactoe"][:2] == START


@pytest.mark.parametrize("change", ["rule", "helper", "constant", "data"])
def test_an_edit_is_never_answered_by_stale_code(machine: Machine, plugin: Path, change: str) -> None:
    before = machine.run("tictactoe", "plugin")
    assert before.answers["plugin"] == before.answers["tictactoe"]
    assert machine.run("tictactoe", "plugin").compiled == []
    if change == "rule":
        edit(plugin / "rules.py", "out[n] = lowest(empty)\n        empty &= empty - ONE\n        n += 1", SKIP_CENTRE)
        expected = [8, 8 * 7 * 6]
    elif change == "helper":
        edit(plugin / "helper.py", "n_played >= STONES", "n_played >= STONES - 7")
        expected = [9, 0]
    elif change == "constant":
        edit(plugin / "constants.py", "STONES = 9", "STONES = 2")
        expected = [9, 0]
    else:
        (plugin / "data/board.txt").write_text("77\n")
        expected = [6, 6 * 5 * 4]
    after = machine.run("tictactoe", "plugin")
    assert after.answers["plugin"][:2] == expected
    assert after.answers["tictactoe"] == before.answers["tictactoe"]
    assert "count_leaves" in after.compiled
    assert len(set(after.compiled)) == len(after.compiled)  # nothing was compiled for a second game
    assert machine.run("tictactoe").compiled == []
    again = machine.run("plugin")
    assert again.compiled == []
    assert again.answers["plugin"] == after.answers["plugin"]


@pytest.mark.parametrize("part", ["core/bits.py", "search/__init__.py"])
def test_an_edit_of_the_library_makes_all_games_new(machine: Machine, part: str) -> None:
    before = machine.run("tictactoe")
    path = machine.site / "mctsky" / part
    path.write_text(path.read_text() + "\nANYTHING = 1\n")
    after = machine.run("tictactoe")
    assert set(after.compiled) == set(before.compiled)
    assert after.answers == before.answers


SKIP_CENTRE = """if lowest(empty) != 4:
            out[n] = lowest(empty)
            n += 1
        empty &= empty - ONE"""


def test_the_old_code_is_used_again_after_an_edit_is_taken_back(machine: Machine, plugin: Path) -> None:
    before = machine.run("plugin")
    edit(plugin / "constants.py", "STONES = 9", "STONES = 2")
    machine.run("plugin")
    edit(plugin / "constants.py", "STONES = 2", "STONES = 9")
    after = machine.run("plugin")
    assert after.compiled == []
    assert after.answers == before.answers


def test_old_versions_of_a_game_are_pruned(machine: Machine, plugin: Path) -> None:
    from mctsky.core.cache import KEPT_DIGESTS

    machine.run("tictactoe")
    for number in range(KEPT_DIGESTS + 2):
        (plugin / "constants.py").write_text(f"STONES = 9  # edit {number}\n")
        machine.run("plugin")
    assert len([path for path in machine.cache.iterdir() if path.name.startswith("plugin_game")]) == KEPT_DIGESTS
    assert machine.run("tictactoe", "plugin").compiled == []


def test_an_uninstalled_plug_in_does_no_harm(machine: Machine, plugin: Path) -> None:
    before = machine.run("plugin", "tictactoe")
    machine.path.clear()
    after = machine.run("tictactoe")
    assert "plugin" not in after.games
    assert after.compiled == []
    assert after.answers["tictactoe"] == before.answers["tictactoe"]


OTHER_USER = """
import json, sys
import numba
import mctsky
from other_user import twice
mctsky.load("tictactoe").start(1).legal_moves()
assert twice(21) == 42
print(json.dumps({"answers": {"hits": [sum(twice.stats.cache_hits.values())]}, "compiled": [], "messages": [],
                  "root": twice.stats.cache_path, "games": [numba.config.CACHE_DIR], "package": mctsky.__file__}))
"""


def test_other_numba_users_keep_their_own_cache(machine: Machine, tmp_path: Path) -> None:
    site = tmp_path / "elsewhere"
    site.mkdir()
    (site / "other_user.py").write_text("import numba\n\n@numba.njit(cache=True)\ndef twice(n):\n    return 2 * n\n")
    machine.path.append(site)
    first = machine.finish(machine.start(script=OTHER_USER))
    second = machine.finish(machine.start(script=OTHER_USER))
    assert first.root == str(site / "__pycache__")
    assert first.games == [""]  # numba's global setting is untouched
    assert first.answers == {"hits": [0]}
    assert second.answers == {"hits": [1]}
    assert not [path for path in machine.files() if "twice" in path.name]
