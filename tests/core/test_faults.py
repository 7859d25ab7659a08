"""Faults of a game's kernels are one line: what numba cannot compile, and what checked mode finds."""

import os
import subprocess
import sys

import pytest

from support.plug_in import copy_template

RULES, BELIEFS = "rules.py", "beliefs.py"
SEARCH = """
import sys, mctsky
game = mctsky.load("planted", players=2)
try:
    print(mctsky.analyse(game.start(seed=1).view(), "mo-ismcts", iterations=200, seed=1).best)
except mctsky.errors.GameDefinitionError as error:
    print(error)
"""
PAST_AN_ARRAY = (RULES, "state.said[state.n_said] = STAYED", "state.said[state.n_said + 4] = STAYED")
TOO_MANY = (RULES, "    out[2] = PEEK\n    return 3\n", "    out[2] = PEEK\n    return 4\n")
CHECKED = {
    "a write past an array": (PAST_AN_ARRAY, "play reads or writes outside an array, or raises something, move '"),
    "more moves than max_legal": (TOO_MANY, "legal_moves returns 4, more than its bound"),
    "a code beyond n_codes": ((RULES, "    out[2] = PEEK\n", "    out[2] = 99\n"), "legal_moves gives the code 99"),
    "no such seat": ((RULES, "else n_said  # R4, R3", "else n_said + 5  # R4, R3"), "to_act returns 5, which is not a seat"),
}
NOT_COMPILED = {
    "a misspelt field": ((RULES, "n += int(state.said[seat])", "n += int(state.siad[seat])"), "a record has no field 'siad'"),
    "a misspelt option": ((RULES, "range(1, game.cards + 1)", "range(1, game.crads + 1)"), "Unknown attribute 'crads'"),
    "a missing argument": ((BELIEFS, "draw_card(unseen, rng)", "draw_card(unseen)"), "missing a required argument: 'rng'"),
    "an unknown name": ((RULES, "best_card = 0\n", "best_card = nothing\n"), "name 'nothing' is not defined"),
    "a function without @kernel": ((RULES, "@kernel\ndef count_stayed", "def count_stayed"), "put @kernel above it"),
    "a field for one of its entries": (
        *((RULES, "out[0] = FOLD", "out[0] = state.said"), "these types do not go together: setitem(array(int32"),
    ),
}


def search(folder, edit, **settings):
    """Search in a copy of the template with one line changed; return what is printed, which is one line."""
    copy_template(folder, "planted", edit)
    environment = os.environ | {"PYTHONPATH": str(folder)} | settings
    done = subprocess.run([sys.executable, "-c", SEARCH], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (line,) = done.stdout.splitlines()
    return line


@pytest.mark.parametrize("fault", CHECKED)
def test_checked_mode_names_verb_position_and_move_as_plain_python(tmp_path, fault):
    edit, words = CHECKED[fault]
    line = search(tmp_path, edit, MCTSKY_CHECKED="1", NUMBA_DISABLE_JIT="1")
    assert line.startswith(f"broken game 'planted': {words}")
    assert "; position: card [" in line


@pytest.mark.slow
@pytest.mark.parametrize("fault", CHECKED)
def test_checked_mode_names_verb_position_and_move(tmp_path, fault):
    edit, words = CHECKED[fault]
    line = search(tmp_path, edit, MCTSKY_CHECKED="1")
    assert line.startswith(f"broken game 'planted': {words}")
    assert "; position: card [" in line


@pytest.mark.slow
@pytest.mark.parametrize("fault", NOT_COMPILED)
def test_what_numba_cannot_compile_is_file_line_and_a_sentence(tmp_path, fault):
    (file, old, new), words = NOT_COMPILED[fault]
    line = search(tmp_path, (file, old, new))
    assert line.startswith(f"broken game 'planted': {file}:")
    assert words in line
    assert len(line) < 350


@pytest.mark.slow
def test_a_match_in_a_broken_game_stops_and_nobody_loses(tmp_path):
    copy_template(tmp_path, "planted", PAST_AN_ARRAY)
    words = ["match", "mo-ismcts:iterations=50", "random", "--game", "planted", "--games", "2", "--checked"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "COLUMNS": "400"}
    command = [sys.executable, "-m", "mctsky", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "play reads or writes outside an array" in done.stderr) == (2, True), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
