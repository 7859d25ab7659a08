"""examples/: Love Letter keeps the contract, the buyer of Skyscraper (1937) plays by its rule, and luck.py computes."""

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mctsky import load
from mctsky.arena.playing.referee import play_game
from mctsky.bots import make_bot
from mctsky.errors import MctskyError
from support.plug_in import add_entry_point

MAX_LINES, MAX_BELIEFS = 450, 150  # of Love Letter, its tests included, and of its beliefs.py
EXAMPLES = Path(__file__).parent.parent / "examples"
BUYER = EXAMPLES / "buyer_bot.py"
LUCK = EXAMPLES / "luck.py"
SPEC = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(BUYER))}"


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (["throw", "buy fire", "buy all-risk"], ["throw"]),
        (["throw", "credit fire, buy all-risk"], ["throw"]),
        (["pass", "buy store"], ["buy store"]),
        (["pass", "buy school municipal", "buy school business"], ["buy school municipal", "buy school business"]),
        (["keep", "turn in"], ["keep"]),
        (["lose school municipal", "lose bank business"], ["lose school municipal", "lose bank business"]),
        (["take porch from 1", "take garage from 1"], ["take porch from 1", "take garage from 1"]),
    ],
)
def test_the_buyer_chooses_by_its_rule(moves, expected, monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))  # as for a program that is run there
    assert runpy.run_path(str(BUYER))["preferred"](moves) == expected


def test_the_buyer_never_passes_and_never_insures():
    game = load("skyscraper1937")
    record = play_game(game, [make_bot(SPEC), make_bot("random")], 3).with_texts()
    assert record.failed_seat is None, record.reason
    position, choices = game.start(3), []
    for move in record.moves:
        if move.seat == 0:
            choices.append((position.legal_moves(), move.move))
        if move.seat >= 0:  # luck follows from the seed
            position.play(move.move)
    assert len(choices) > 10
    for moves, chosen in choices:
        if "pass" in moves:
            assert chosen.startswith("buy ")
        if "throw" in moves:
            assert chosen == "throw"


def test_the_buyer_refuses_another_game():
    with pytest.raises(MctskyError, match="skyscraper1937"):
        make_bot(SPEC).check(load("kuhn"))


def made_up_match(results, seating=((0, 1), (1, 0))):
    """Return a match of blocks of two games, with the result of the first bot in each."""
    games = []
    for index, won in enumerate(results):
        seats = list(seating[index % 2])
        result = [float(won if bot == 0 else 1 - won) for bot in seats]
        games.append({"bots": [{"spec": "a"}, {"spec": "b"}], "block": index // 2, "seating": seats, "result": result})
    return games


def test_luck_is_what_the_bots_do_not_explain():
    luck = runpy.run_path(str(LUCK))["share_of_luck"]
    assert luck({"a": [1.0, 1.0], "b": [0.0, 0.0]}) == pytest.approx(0.0)
    assert luck({"a": [1.0, 0.0], "b": [0.0, 1.0]}) == pytest.approx(1.0)
    assert luck({"a": [1.0, 1.0, 1.0, 0.0], "b": [0.0, 0.0, 0.0, 1.0]}) == pytest.approx(1 - 0.25**2 / 0.25)
    assert luck({"a": [1.0], "b": [0.0, 0.0, 1.0]}) == pytest.approx(1 - (0.5**2 + 3 * (1 / 6) ** 2) / 4 / 0.25)
    assert luck({"a": [0.5], "b": [0.5]}) == 0.0  # nothing to explain


def test_games_to_tell_two_bots_apart():
    summarise = runpy.run_path(str(LUCK))["summarise"]
    row = summarise(made_up_match([1, 1, 1, 0, 1, 0, 1, 1]))  # block scores 1, 1/2, 1/2, 1
    assert (row["bots"], row["seats"], row["games"], row["score"]) == (["a", "b"], 2, 8, 0.75)
    assert row["luck"] == pytest.approx(0.75)
    assert row["single"] == pytest.approx(2.8016**2 * 0.1875 / 0.25**2)
    assert row["rotated"] == pytest.approx(2.8016**2 * 2 * (0.25 / 3) / 0.25**2)
    assert summarise(made_up_match([1, 0]))["single"] == float("inf")


def test_two_seats_of_a_bot_are_one_score_per_game():
    games = made_up_match([1, 1, 1, 0])
    for game in games:  # a second seat for each bot, which never wins
        game["seating"] *= 2
        game["result"] += [0.0, 0.0]
    row = runpy.run_path(str(LUCK))["summarise"](games)  # scores 1/2, 1/2, 1/2, 0; blocks 1/2, 1/4
    assert (row["seats"], row["score"]) == (4, 0.375)
    assert row["single"] == pytest.approx(2.8016**2 * (0.046875) / 0.125**2)
    assert row["rotated"] == pytest.approx(2.8016**2 * 2 * 0.03125 / 0.125**2)


def test_luck_of_a_record_file(tmp_path):
    path = tmp_path / "games.jsonl"
    match = ["match", "flat:iterations=20", "random", "--game", "kuhn", "--games", "20", "--seed", "1", "--record", str(path)]
    subprocess.run([sys.executable, "-m", "mctsky", *match], check=True, capture_output=True)
    out = subprocess.run([sys.executable, str(LUCK), str(path)], check=True, capture_output=True, text=True).stdout
    assert len(out.splitlines()) == 2
    assert out.splitlines()[1].endswith("flat:iterations=20 - random (2 players, 20 games)")


def test_love_letter_is_short():
    """With the default beliefs, which need all files but beliefs.py."""
    files = [*(EXAMPLES / "loveletter").glob("*/*.py")]
    assert {path.name for path in files} >= {"rules.py", "sees.py", "test_loveletter.py"}
    lines = {path.name: len(path.read_text().splitlines()) for path in files}
    assert lines.pop("beliefs.py") <= MAX_BELIEFS
    assert sum(lines.values()) <= MAX_LINES


def test_love_letter_has_a_fast_determinise_and_nothing_else_in_beliefs():
    text = (EXAMPLES / "loveletter" / "loveletter" / "beliefs.py").read_text()
    assert re.findall(r"^@implement.*\ndef (\w+)", text, re.MULTILINE) == ["determinise"]


def run_in(folder, *command):
    """Run Python with a command that finds the games of a folder as installed ones; return what it wrote."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *command], env=environment, cwd=folder, capture_output=True, text=True, timeout=1800, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


DEFAULT_BELIEFS = """
import loveletter, mctsky
from mctsky.core.contract import has_verb
from mctsky.testing import check_game
kind = mctsky.find_spec("loveletter").game_type
assert has_verb(kind, "conceal") and not has_verb(kind, "determinise")
report = check_game("loveletter", only=("bounds", "invariants", "odds", "views", "leaks"), effort="quick", seconds=5)
print(report.text())
"""


@pytest.mark.slow
def test_love_letter_plays_by_the_default_beliefs_without_its_own(tmp_path):
    shutil.copytree(
        EXAMPLES / "loveletter" / "loveletter",
        tmp_path / "loveletter",
        ignore=shutil.ignore_patterns("beliefs.py", "__pycache__"),
    )
    add_entry_point(tmp_path, "loveletter")
    assert "loveletter: no leak" in run_in(tmp_path, "-c", DEFAULT_BELIEFS)
    bots, size = ["mo-ismcts:iterations=10", "random", "random"], ["--option", "players=3", "--games", "3", "--jobs", "1"]
    played = json.loads(run_in(tmp_path, "-m", "mctsky", "match", *bots, "--game", "loveletter", *size, "--json"))
    assert played["games"] == 3
    assert [bot["failures"] for bot in played["bots"]] == [0, 0, 0]


@pytest.mark.slow
def test_love_letter_keeps_the_contract(tmp_path):
    """Its own tests, the contract suite among them, in a process that finds it as an installed game."""
    (tmp_path / "loveletter").symlink_to(EXAMPLES / "loveletter" / "loveletter")
    tests = str(EXAMPLES / "loveletter" / "tests")
    add_entry_point(tmp_path, "loveletter")
    run_in(tmp_path, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", tests)
