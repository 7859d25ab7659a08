"""The default `determinise` draws what hand-written ones draw, and what the enumeration of small games expects."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from mctsky.core.replay import Fits, add_last, thin_out
from mctsky.core.rng import make_rng
from mctsky.errors import GameDefinitionError
from support.compiled import compiled
from support.plug_in import copy_template

IMPORT = "from mctsky.core.contract import record_dtype\n"
FIELD = ("state.py", '    ("n_said", np.int8),\n', '    ("n_said", np.int8),\n    history_field(5 * MAX_PLAYERS),\n')
KEEPS_MOVES = (
    ("state.py", IMPORT, IMPORT + "from mctsky.core.replay import history_field\n"),
    FIELD,
    ("beliefs.py", "@implement(HighCard)\ndef determinise(", "def determinise("),
)
SMALL = ("--option", "players=2", "--option", "cards=5")


def check(folder, name, *words, code=0):
    """Run check-game on a game under a folder; return its groups by name."""
    command = [sys.executable, "-m", "mctsky", "check-game", name, "--effort", "quick", "--json", *words]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return {group["group"]: group for group in json.loads(done.stdout)["groups"]}


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_hand_written_worlds_have_the_odds_of_the_default(tmp_path, name):
    assert check(tmp_path, name, "--only", "default", "--python")["default"]["n"] > 0


def test_a_hand_written_determinise_with_wrong_odds_is_found(tmp_path):
    wrong = ("beliefs.py", "= draw_card(unseen, rng)", "= min(draw_card(unseen, rng), draw_card(unseen, rng))")
    copy_template(tmp_path, "planted", wrong)
    finding = check(tmp_path, "planted", "--only", "default", "--python", *SMALL, code=1)["default"]["finding"]
    assert finding["verb"] == "determinise"
    assert finding["table"][0] == ["", "expected", "drawn"]


def test_views_of_a_game_that_keeps_its_moves(tmp_path):
    copy_template(tmp_path, "kept", *KEEPS_MOVES)
    found = check(tmp_path, "kept", "--python", "--only", "views", "--only", "default", *SMALL, "--seed", "0")
    assert found["views"]["n"] > 10
    assert found["default"]["skipped"] == "the game uses it"


@pytest.mark.slow
def test_compiled_worlds_follow_the_odds_and_nothing_leaks(tmp_path):
    copy_template(tmp_path, "kept", *KEEPS_MOVES)
    found = check(tmp_path, "kept")
    assert found["worlds"]["n"] > 5
    assert found["leaks"]["n"] > 100
    for name in ("kuhn", "leduc"):
        assert check(tmp_path, name, "--only", "default")["default"]["n"] > 0


def test_a_game_with_a_determinise_of_its_own_has_no_history_in_its_states(tmp_path):
    own = [edit for edit in KEEPS_MOVES if edit[0] == "state.py"]
    copy_template(tmp_path, "own", *own)
    copy_template(tmp_path, "kept", *KEEPS_MOVES)
    show = "import mctsky; print(*('history' in mctsky.load(name).new_state().dtype.names for name in ('own', 'kept')))"
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", show], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_history_of_the_wrong_size_is_refused():
    from dataclasses import replace

    from mctsky.core.contract import record_dtype
    from mctsky.core.registry import find_spec

    spec = find_spec("kuhn")
    wrong = replace(spec, state_dtype=record_dtype(("card", np.int8, 2), ("history", np.int16, 3)))
    spec.__post_init__()  # both have one tag type, and the last one counts
    with pytest.raises(GameDefinitionError, match="does not hold max_plies moves"):
        wrong.check()


def test_seats_that_choose_at_the_same_time_need_a_determinise_of_their_own(monkeypatch):
    from dataclasses import replace

    from mctsky.core.contract import IMPLEMENTATIONS, record_dtype
    from mctsky.core.registry import find_spec

    spec = find_spec("kuhn")
    dtype = record_dtype(("card", np.int8, 2), ("history", np.int16, spec.bounds.max_plies + 1))
    both = replace(spec, state_dtype=dtype, simultaneous=True)
    spec.__post_init__()
    monkeypatch.delitem(IMPLEMENTATIONS, ("determinise", spec.game_type))
    with pytest.raises(GameDefinitionError, match="choose at the same time"):
        both.check()


def fits_of(words, weights):
    """Return positions of one word each."""
    room = len(words)
    n_seen, table = np.zeros(room + 1, np.int64), np.zeros(2 * room, np.int64)
    return Fits(np.array([*words, 0], np.uint64), np.array([*weights, 0.0]), n_seen, table)


@pytest.mark.parametrize("how", [lambda kernel: kernel, compiled], ids=["python", "compiled"])
def test_equal_positions_are_merged_whatever_their_history(how):
    fits, mask, n = fits_of([0] * 4, [0.0] * 4), np.array([0xFF], np.uint64), 0
    for word, weight in ((0x105, 1.0), (0x205, 2.0), (0x106, 4.0)):
        fits.words[n], fits.weights[n] = word, weight
        n = how(add_last)(fits, mask, n, make_rng(word))
    assert n == 2
    assert fits.weights[:2].tolist() == [3.0, 4.0]
    assert fits.words[0] in (0x105, 0x205)


def test_a_position_keeps_its_histories_by_their_weights():
    kept = 0
    for seed in range(600):
        fits, n = fits_of([0] * 2, [0.0] * 2), 0
        for word, weight in ((0x105, 1.0), (0x205, 2.0)):
            fits.words[n], fits.weights[n] = word, weight
            n = add_last(fits, np.array([0xFF], np.uint64), n, make_rng(1000 * seed + word))
        kept += int(fits.words[0]) == 0x205
    assert 350 < kept < 450  # two thirds, give or take four standard deviations


def test_thinning_out_keeps_half_and_is_right_on_average():
    weights, total = [8.0, 1.0, 1.0, 2.0, 4.0, 0.5, 0.5, 3.0], np.zeros(8)
    for seed in range(400):
        fits = fits_of(range(8), weights)
        n = thin_out(fits, 1, 8, make_rng(seed))
        assert 1 <= n <= 5
        assert sum(fits.weights[:n]) == pytest.approx(20.0, abs=5.0)
        for word, weight in zip(fits.words[:n], fits.weights[:n], strict=True):
            total[int(word)] += weight / 400
    assert total == pytest.approx(np.array(weights), abs=0.7)
