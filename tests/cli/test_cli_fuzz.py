"""Whole command lines from a grammar of all commands, options, good and bad values: none ends in a traceback, none hangs."""

import os
import random
import signal
from collections import Counter
from pathlib import Path
from types import FrameType

import click
import pytest
from click.testing import CliRunner

from mctsky.cli.main import Commands, commands
from mctsky.testing.report import GroupReport

FAST, SLOW = 60, 5000
SECONDS = 30  # that one command line may take; most take a hundredth
FINE = {0, 1, 2}  # 1: what was looked at is not in order (replay --verify, check-bot); 3 would be a bug of ours
MAX_LINES = 6  # of stderr: notes, warnings, one error
GAMES = ["tictactoe", "kuhn", "tictacto", "", "connect4", "Kuhn", "\u00e9", "../x", "--"]
BOTS = [
    "random",
    "flat:iterations=3",
    "mcts:iterations=3",
    "ismcts:iterations=2",
    "mo-ismcts:iterations=2,opponents_know=nothing",
    "mcts:opponents_know=own_hand",
    "pimc:worlds=2,iterations=4",
    "greedy",
    "cheater:iterations=2",
    "random:x=1",
    "mcts:",
    "mcts:iterations=1e9",
    "mcts:iterations=-1",
    "mcts:c=nan",
    "mcts:memory=99999999999",
    "exec:",
    "exec:'",
    "exec:/no/such/program",
    "exec:true",
    "exec:./folder",
    "nobody",
    "",
    ":",
    "\u00e9:\u00e9=\u00e9",
]
NUMBERS = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "4.5",
    "1e3",
    "",
    " ",
    "x",
    "nan",
    "inf",
    "-inf",
    str(1 << 63),
    str(1 << 64),
    str(10**23),
    "\u0662",
    "9" * 5000,
]
SMALL = ["1", "2", "3", "4"]  # values that are good, so that most command lines get somewhere
TIMES = ["1s", "500ms", "5s+0.1s", "", "+", "1s+", "0s", "-1s", "1h", "9" * 400, "nan"]
FILES = [
    "games.jsonl",
    "new.jsonl",
    "torn.jsonl",
    "text.txt",
    "openings.txt",
    "cup.toml",
    "bad.toml",
    "empty",
    "binary",
    "folder",
    "missing/x",
    "/dev/null",
    "/dev/full",
    "/dev/zero",
    "pipe",
    "",
    "x" * 300,
    "\u00e9",
    "-",
]
WORDS = [
    "cyclic",
    "all",
    "won",
    "lost",
    "crash",
    "any",
    "clear",
    "list",
    "bash",
    "warn",
    "",
    "%s",
    "\x1b[2J",
    "2026-11-16",
    "players=2",
    "players=",
    "=",
    "x",
]
SPRT = ["elo0=0,elo1=20", "elo0=0", "", "elo0=1,elo1=0", "elo0=nan,elo1=1", "x", "elo0=0,elo1=20,alpha=0.6", ","]
FORBIDDEN = {"human", "profile"}  # waits for somebody at the terminal; compiles a second time
BY_NAME = {
    "game": GAMES,
    "games": GAMES,
    "bots": BOTS,
    "bot": ["random", "", "x"],
    "n_games": [*SMALL, *NUMBERS],
    "depth": [*SMALL, "0", "-1", "", "x", str(10**20)],  # a depth of 1000 is allowed, and takes its time
    "iterations": [*SMALL, *NUMBERS],
    "jobs": ["1", "1", "1", "0", "-1", "x", "99999", str(10**20)],  # processes take seconds to start
    "time": TIMES,
    "time_text": TIMES,
    "cmd": ["", "'", "/no/such/program", "./folder", "true"],
    "sprt": SPRT,
    "cluster": [
        "tcp://127.0.0.1:1",
        "",
        " ",
        "x",
        "tcp://",
        "tcp://127.0.0.1:x",
        "tls://127.0.0.1:1",
        "\u00e9",
    ],  # none is there
    "action": ["warm", "show", "clear", "warn", ""],
    "seconds": ["0.01", "0.02", "0", "-1", "", "x", "nan", "inf", str(10**23)],  # more would be allowed, and taken
    "text": ["", "b2", "b2; a1", "x", "b2; b2", "\u00e9"],
    "source": [*GAMES, *FILES],
    "view_text": ["", "K ? b", "J ? .", "? ?", "x", "K K", "b2; a1", "\u00e9", "?" * 300],
    "moves": ["b2", "b2,a1", "bet", "", ",", "deal K,deal J,bet", "\u00e9"],
    "seat": ["0", "1", "0", "1", *NUMBERS],
    "seed": [*SMALL, *NUMBERS],
    "ply": [*SMALL, *NUMBERS],
    "wanted": ["1", "2", "3", "4", *NUMBERS],
    "patience": [*SMALL, "0", "-1", "nan", "x", ""],
}
RECORD = ("match", "random", "flat:iterations=2", "--game", "tictactoe", "--games", "4", "--record", "games.jsonl")
COMPILE = ("bench", "tictactoe", "kuhn", "connect4", "--seconds", "0.01", "--iterations", "2")
CUP = '[tournament]\ngames = 2\n[game]\nname = "tictactoe"\n[[bots]]\nspec = "random"\n[[bots]]\nspec = "flat:iterations=2"\n'


def values_of(parameter: click.Parameter) -> list[str]:
    """Return good and bad values of a parameter."""
    if parameter.name in BY_NAME:
        return BY_NAME[parameter.name]
    if isinstance(parameter.type, click.Path) or parameter.name in ("file", "files", "record", "log"):
        return FILES
    if isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType | click.IntRange):
        return [*SMALL, *NUMBERS]
    if isinstance(parameter.type, click.Choice):
        return [*parameter.type.choices, *WORDS]
    return [*WORDS, *NUMBERS]


def command_line(rng: random.Random) -> list[str]:
    """Return a command line: mostly one that click accepts, of values that are mostly wrong."""
    assert isinstance(commands, Commands)
    context = click.Context(commands)
    name = rng.choice([name for name in commands.list_commands(context) if name not in FORBIDDEN])
    command = commands.get_command(context, name)
    assert command is not None
    words: list[str] = []
    for parameter in command.params:
        values = values_of(parameter)
        first = values[: max(1, len(values) // 4)]  # the good ones stand in front
        pick = lambda values=values, first=first: rng.choice(first if rng.random() < 0.7 else values)  # noqa: E731
        if isinstance(parameter, click.Argument):
            n_values = rng.choice([0, 1, 2, 2, 2, 3]) if parameter.nargs == -1 else 1
            words += [pick() for _ in range(n_values)]
        elif rng.random() < (0.95 if parameter.required else 0.2):
            flag = rng.choice(parameter.opts + parameter.secondary_opts)
            words += [flag] if getattr(parameter, "is_flag", False) else [flag, pick()]
    words = [word for word in words if word != "--checked"]  # it would last for the whole process
    if rng.random() < 0.05:
        words.insert(rng.randrange(len(words) + 1), rng.choice([*WORDS, "--", "--help", "--nonsense", "-v", "-h"]))
    if "--games" not in words and name == "match":
        words += ["--games", "2"]
    if "--iterations" not in words and name == "analyse":  # --watch and --time alone take their time
        words += ["--iterations", "2"]
    if name == "bench":  # of one game or two, without starting processes that compile
        words = [word for word in words if word != "--start"]
        words += [] if "--seconds" in words else ["--seconds", "0.01"]
        words += [] if set(words) & set(GAMES) else ["kuhn"]
    before = [rng.choice(["-v", "-x", "", "--version"])] if rng.random() < 0.05 else []
    return [*before, name, *words]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with files of all kinds, with a cache of our own where commands may clear it."""
    monkeypatch.chdir(tmp_path)
    for arguments in (RECORD, COMPILE):  # with an empty cache compiling takes longer than any command line may
        assert CliRunner().invoke(commands, arguments).exit_code == 0
    fill(tmp_path)
    return tmp_path


def fill(folder: Path) -> None:
    """Make the files that command lines name; they may have changed them."""
    games = (folder / "games.jsonl").read_bytes()
    (folder / "torn.jsonl").write_bytes(games[: len(games) - 30])
    (folder / "text.txt").write_text("no record\n")
    (folder / "openings.txt").write_text("moves: b2\n# a comment\nb2; a1\n")
    (folder / "cup.toml").write_text(CUP)
    (folder / "bad.toml").write_text(CUP.replace("games = 2", "games = 'two'"))
    (folder / "empty").write_text("")
    (folder / "binary").write_bytes(bytes(range(256)) * 9)
    (folder / "folder").mkdir(exist_ok=True)
    if not (folder / "pipe").exists():
        os.mkfifo(folder / "pipe")


class TooLong(BaseException):
    """A command line has not ended in time."""


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TooLong


def check(arguments: list[str]) -> int:
    """Run a command line and see that it ends as it should; return its exit code."""
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        result = CliRunner().invoke(commands, arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    shown = f"{arguments}\n{result.stderr}"
    assert isinstance(result.exception, SystemExit | None), shown
    assert result.exit_code in FINE, shown
    assert "Traceback" not in result.output, shown
    assert result.stderr.count("\n") <= MAX_LINES, shown
    if result.exit_code == 2:
        assert result.stderr.splitlines()[-1].startswith("mctsky: "), shown
        assert len(result.stderr) < 3000, shown
    return result.exit_code


def run_many(folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int, n_lines: int) -> None:
    rng = random.Random(seed)
    games = (folder / "games.jsonl").read_bytes()
    codes: Counter[int] = Counter()
    while codes.total() < n_lines:
        arguments = command_line(rng)
        if FORBIDDEN & set(arguments):
            continue
        with monkeypatch.context() as patch:
            patch.setattr("mctsky.cli._warm.n_workers", lambda: 1)  # `cache warm` does everything but compile
            patch.setattr("mctsky.cli._warm.do_job", lambda job: None)
            # `check-game` everything but check
            patch.setattr("mctsky.testing.run._run", lambda spec, job, *rest: GroupReport(job.group))
            patch.setattr("mctsky.arena.playing.cluster.CONNECT_SECONDS", 0.5)
            if "cache" in arguments:  # `cache clear` must not cost others their kernels
                patch.setattr("mctsky.core.cache.cache_root", lambda: folder / "folder")
            codes[check(arguments)] += 1
        (folder / "games.jsonl").write_bytes(games)
        fill(folder)
    assert codes[0] > n_lines / 20, codes  # a fuzzer that only meets the first check of an option proves little
    assert codes[2] > n_lines / 3, codes


def test_sixty_command_lines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_many(folder, monkeypatch, 1, FAST)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_five_thousand_command_lines(folder: Path, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    run_many(folder, monkeypatch, 100 + part, SLOW // 10)


def test_the_grammar_reaches_all_commands() -> None:
    rng = random.Random(2)
    lines = [command_line(rng) for _ in range(400)]
    names = set(commands.list_commands(click.Context(commands))) - FORBIDDEN
    assert names == {word for line in lines for word in line[:2] if word in names}
    assert sum("--games" in line for line in lines) > 20
