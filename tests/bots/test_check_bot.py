"""The examples keep the protocol, and `mctsky check-bot` says what is wrong with programs that do not."""

import json
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner
from rogues import EXAMPLES, carriers, new_marker, rogue

from mctsky import load
from mctsky.arena.playing.referee import play_game
from mctsky.bots import make_bot
from mctsky.cli.main import commands

PATIENT = ("--time", "20s", "--patience", "60")  # a busy machine is no fault of an example


def check(command, *arguments):
    return CliRunner().invoke(commands, ["check-bot", command, *arguments])


@pytest.fixture(scope="module")
def c_bot(tmp_path_factory):
    """Compile the example as its head says, every warning an error."""
    target = tmp_path_factory.mktemp("c") / "c_bot"
    compiler = shutil.which("gcc") or shutil.which("cc")
    assert compiler, "the C example needs a C compiler"
    options = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O2"]
    subprocess.run([compiler, *options, "-o", target, EXAMPLES / "c_bot.c"], check=True)
    return str(target)


def python_bot():
    return shlex.join([sys.executable, str(EXAMPLES / "python_bot.py")])


@pytest.mark.parametrize("language", ["python", "c"])
def test_the_examples_keep_the_protocol(language, c_bot):
    command = python_bot() if language == "python" else c_bot
    result = check(command, "--json", *PATIENT)
    report = json.loads(result.stdout)
    assert result.exit_code == 0, [step for step in report["steps"] if not step["ok"]]
    assert report["ok"]
    names = [step["step"] for step in report["steps"]]
    assert len(names) == 9
    for part in ("hello", "unknown", "tictactoe", "kuhn", "leduc", "goofspiel", "per move", "quit", "end of its input"):
        assert any(part in name for name in names)


@pytest.mark.parametrize("language", ["python", "c"])
def test_the_examples_follow_their_seed_and_use_every_move(language, c_bot):
    command = python_bot() if language == "python" else c_bot
    game, first = load("tictactoe"), set()
    bot = make_bot(f"exec:{command}")
    for seed in (0, 1, 2, 3, (1 << 64) - 1):
        moves = []
        for _ in range(2):
            record = play_game(game, [bot, make_bot("random")], 1, [seed, 5])
            assert record.failed_seat is None, record.reason
            moves.append(record.codes)
        assert moves[0] == moves[1]
        first.add(moves[0])
    assert len(first) >= 3


def test_the_python_example_is_short_and_needs_nothing():
    text = (EXAMPLES / "python_bot.py").read_text()
    assert len(text.splitlines()) < 60
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) <= sys.stdlib_module_names


WRONG = {
    # name: (what the program does, the step that shows it, words about what is wrong, words of the remedy)
    "no-handshake": ("sys.exit('no display')", "starts", "exit code 1: no display", "stderr says more"),
    "talks": ("print('welcome', flush=True)\nplay(first)", "starts", "'welcome'", "one JSON object per answer"),
    "no-name": ("m = json.loads(sys.stdin.readline())\nanswer(m, protocol=1)", "starts", "`name`", "one JSON object"),
    "answers-all": (
        "for line in sys.stdin:\n    answer(json.loads(line), protocol=1, name='x', code=0)",
        "unknown",
        "",
        "one JSON object per answer",
    ),
    "only-known-fields": (
        "known = {'id', 'type', 'seat', 'view', 'codes', 'moves', 'observed', 'clock'}\n"
        "def strict(m):\n    assert set(m) <= known, 'new field'\n    first(m)\n"
        "play(strict)",
        "unknown",
        "AssertionError: new field",
        "stderr says more",
    ),
    "illegal": (
        "play(lambda m: answer(m, move=m['moves'][0] if m['view'].count(';') < 2 else 'a9'))",
        "plays tictactoe",
        "'a9'; legal: ",
        "move",
    ),
    "second-seat": (
        "play(lambda m: answer(m, code=m['codes'][0] if m['seat'] == 0 else -1))",
        "plays tictactoe",
        "code -1",
        "codes",
    ),
    "talks-after-end": (
        "play(first, finish=lambda m: m['type'] == 'end' and say('good game'))",
        "exits on quit",
        "after end.*good game",
        "stderr",
    ),
    "stays": (
        "n = []\nplay(lambda m: (n.append(1), first(m)))\nn or time.sleep(1000)",
        "exits on quit",
        "still running",
        "exit on quit",
    ),
    "leaves-badly": (
        "play(first, finish=lambda m: m['type'] == 'quit' and sys.exit(9))",
        "exits on quit",
        "exit code 9",
        "exit with code 0",
    ),
    "leaves-a-child": ("subprocess.Popen(child())\nplay(first)", "exits on quit", "left processes behind", "child processes"),
}


@pytest.mark.parametrize("name", WRONG)
def test_check_bot_says_what_is_wrong(name):
    code, where, problem, remedy = WRONG[name]
    marker = new_marker()
    result = check(rogue(code, marker), "--game", "tictactoe", "--json", *PATIENT)
    assert result.exit_code == 1, result.output
    report = json.loads(result.stdout)
    assert not report["ok"]
    wrong = next(step for step in report["steps"] if not step["ok"])
    assert where in wrong["step"]
    assert re.search(problem, wrong["detail"]), wrong
    assert re.search(remedy, wrong["remedy"]), wrong
    assert carriers(marker) == []


def test_check_bot_finds_slow_programs():
    result = check(rogue("play(lambda m: (time.sleep(0.4), first(m)))"), "--game", "kuhn", "--time", "100ms")
    assert result.exit_code == 1
    assert "ok    plays kuhn" in result.stdout
    assert "WRONG keeps to 0.1 s per move: time: no move within 0.100 s" in result.stdout
    assert "answer within clock.move_seconds" in result.stdout


def test_check_bot_knows_what_a_program_plays():
    code = "m = json.loads(sys.stdin.readline())\nanswer(m, protocol=1, name='x', games=['chess'])\nsys.stdin.read()"
    result = check(rogue(code), "--game", "kuhn", *PATIENT)
    assert result.exit_code == 1
    assert "it says that it plays only: chess" in result.stdout


def test_check_bot_plays_the_games_that_a_program_names():
    code = (
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'hello': answer(m, protocol=1, name='x', games=['connect4', 'chess', 'kuhn'])\n"
        "    elif m['type'] == 'new_game': answer(m)\n"
        "    elif m['type'] == 'choose': answer(m, code=m['codes'][0])\n"
        "    elif m['type'] == 'quit': break\n"
    )
    result = check(rogue(code), "--json", *PATIENT)
    steps = {step["step"]: step for step in json.loads(result.stdout)["steps"]}
    assert [name for name in steps if name.startswith("plays")] == ["plays connect4, every seat", "plays kuhn, every seat"]
    (wrong,) = [step for step in steps.values() if not step["ok"]]
    assert wrong["step"] == "names games that exist: chess"
    assert "unknown name 'chess'" in wrong["detail"]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("/no/such/bot",), "no such program"),
        (("",), "no command"),
        (("true", "--game", "kuhm"), "did you mean 'kuhn'"),
        (("true", "--time", "soon"), "time control"),
        (("true", "--time", "60s+1s"), "time per move"),
        (("true", "--patience", "0"), "patience"),
        (("true", "--option", "cards=4"), "one game"),
        (("true 'x",), "quot"),
    ],
)
def test_bad_input_of_check_bot_is_one_line_and_exit_code_2(arguments, words):
    result = check(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
