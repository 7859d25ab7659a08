"""A second process compiles nothing, and no edit is ever answered by stale code."""

from pathlib import Path

import pytest
from second_process import CHILD, Answer, Machine, edit, install_plugin

from mctsky.core.cache import KEPT_DIGESTS

SKIP_CENTRE = """if lowest(empty) != 4:
            out[n] = lowest(empty)
            n += 1
        empty &= empty - ONE"""


def test_a_second_process_compiles_nothing(machine: Machine) -> None:
    first = machine.run("tictactoe", "kuhn")
    assert {"legal_moves", "play", "count_leaves"} <= set(first.compiled)
    announced = [text for _, text in first.messages if text.startswith("compiling")]
    assert len(announced) == 2
    second = machine.run("tictactoe", "kuhn")
    assert second.compiled == []
    assert second.messages == []
    assert second.answers == first.answers
    assert second.answers["tictactoe"][:2] == [9, 9 * 8 * 7]


@pytest.mark.parametrize("change", ["rule", "helper", "constant", "data"])
def test_an_edit_is_never_answered_by_stale_code(warm_machine: Machine, plugin: Path, before: Answer, change: str) -> None:
    fresh = warm_machine.run("tictactoe", "plugin")
    assert fresh.answers["plugin"] == fresh.answers["tictactoe"] == before.answers["tictactoe"]
    assert warm_machine.run("tictactoe", "plugin").compiled == []
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
    after = warm_machine.run("tictactoe", "plugin")
    assert after.answers["plugin"][:2] == expected
    assert after.answers["tictactoe"] == before.answers["tictactoe"]
    assert after.compiled == [
        {"rule": "legal_moves", "helper": "is_full", "constant": "is_full", "data": "legal_moves"}[change]
    ]
    again = warm_machine.run("tictactoe", "plugin")
    assert again.compiled == []
    assert again.answers == after.answers


def test_a_verb_that_returns_another_type_makes_its_callers_new(warm_machine: Machine, plugin: Path) -> None:
    before = warm_machine.run("plugin")
    edit(plugin / "rules.py", "    return n\n", "    return np.int32(n)\n")
    after = warm_machine.run("plugin")
    assert {"legal_moves", "_moves"} <= set(after.compiled)
    assert after.answers == before.answers
    edit(plugin / "rules.py", "np.int32(n)", "np.int32(n + 0)")
    assert warm_machine.run("plugin").compiled == ["legal_moves"]


def test_a_new_verb_makes_its_callers_new(warm_machine: Machine, plugin: Path) -> None:
    warm_machine.run("plugin")
    text = (plugin / "rules.py").read_text()
    verb = "def random_move(game, state, out, rng):\n    return int(out[legal_moves(game, state, out) - 1])\n"
    (plugin / "rules.py").write_text(f"{text}\n\n@implement(PluginGame)\n{verb}")
    assert warm_machine.run("plugin").compiled.count("count_leaves") == 1


@pytest.mark.parametrize("part", ["core/bits.py", "search/tree.py"])
def test_an_edit_of_the_library_makes_all_games_new(warm_machine: Machine, before: Answer, part: str) -> None:
    path = warm_machine.site / "mctsky" / part
    path.write_text(path.read_text() + "\nANYTHING = 1\n")
    after = warm_machine.run("tictactoe")
    assert after.compiled == before.compiled
    assert after.answers == before.answers


def test_comments_docstrings_and_blank_lines_change_nothing(warm_machine: Machine, plugin: Path) -> None:
    warm_machine.run("tictactoe", "plugin")
    for path in (warm_machine.site / "mctsky/core/bits.py", plugin / "rules.py"):
        text = path.read_text()
        at = text.index('"""') + 3
        path.write_text(f"# A comment.\n\n{text[:at]}Other words. {text[at:]}\n\n# The end.\n")
    edit(plugin / "rules.py", '    """R2: every empty square."""\n', '    """Every square that is empty."""\n\n    # why\n')
    assert warm_machine.run("tictactoe", "plugin").compiled == []


def test_what_else_a_program_imports_changes_nothing(warm_machine: Machine, plugin: Path) -> None:
    warm_machine.run("tictactoe", "plugin")
    others = "import platformdirs, click, rich.table, scipy.stats, xml.dom.minidom\n"
    assert warm_machine.finish(warm_machine.start("tictactoe", "plugin", script=others + CHILD)).compiled == []


def test_the_old_code_is_used_again_after_an_edit_is_taken_back(warm_machine: Machine, plugin: Path) -> None:
    first = warm_machine.run("short", "plugin")
    assert first.compiled
    edit(plugin / "constants.py", "STONES = 9", "STONES = 2")
    assert warm_machine.run("short", "plugin").compiled == ["is_full"]
    edit(plugin / "constants.py", "STONES = 2", "STONES = 9")
    assert warm_machine.run("short", "plugin").compiled == []


def test_old_versions_of_a_game_are_pruned(warm_machine: Machine, plugin: Path) -> None:
    for number in range(KEPT_DIGESTS + 2):
        (plugin / "constants.py").write_text(f"STONES = 9\nEDIT = {number}\n")
        warm_machine.run("short", "plugin")
    names = [path.name for path in warm_machine.cache.iterdir()]
    assert len([name for name in names if name.startswith("plugin_game")]) == KEPT_DIGESTS
    assert warm_machine.run("short", "tictactoe", "plugin").compiled == []


def test_an_uninstalled_plug_in_does_no_harm(machine: Machine, tmp_path: Path) -> None:
    install_plugin(tmp_path / "plugins", machine)
    with_plugin = machine.run("plugin", "tictactoe")  # the plug-in first, so that shared kernels are compiled for it first
    machine.path.clear()
    after = machine.run("tictactoe")
    assert "plugin" not in after.games
    assert after.compiled == []
    assert after.answers["tictactoe"] == with_plugin.answers["tictactoe"]


def test_games_whose_tag_types_have_one_name_are_told_apart(warm_machine: Machine, tmp_path: Path) -> None:
    """Numba tells NamedTuple classes apart by name only, and a game copied from another keeps the name easily."""
    folder = install_plugin(tmp_path / "plugins", warm_machine, tag="TicTacToe")
    (folder / "data/board.txt").write_text("77\n")
    for order in (("plugin", "tictactoe"), ("tictactoe", "plugin")):
        answers = warm_machine.run(*order).answers
        assert answers["tictactoe"][:2] == [9, 9 * 8 * 7]
        assert answers["plugin"][:2] == [6, 6 * 5 * 4]


OTHER_USER = """
import json
import numba
import mctsky
from other_user import twice
mctsky.load("tictactoe").start(1).legal_moves()
assert twice(21) == 42
print(json.dumps({"answers": {"hits": [sum(twice.stats.cache_hits.values())]}, "compiled": [], "messages": [],
                  "root": twice.stats.cache_path, "games": [numba.config.CACHE_DIR], "package": mctsky.__file__}))
"""


def test_other_numba_users_keep_their_own_cache(warm_machine: Machine, tmp_path: Path) -> None:
    site = tmp_path / "elsewhere"
    site.mkdir()
    (site / "other_user.py").write_text("import numba\n\n@numba.njit(cache=True)\ndef twice(n):\n    return 2 * n\n")
    warm_machine.path.append(site)
    first = warm_machine.finish(warm_machine.start(script=OTHER_USER))
    second = warm_machine.finish(warm_machine.start(script=OTHER_USER))
    assert first.root == str(site / "__pycache__")
    assert first.games == [""]  # numba's global setting is untouched
    assert first.answers == {"hits": [0]}
    assert second.answers == {"hits": [1]}
    assert not [path for path in warm_machine.files() if "twice" in path.name]
