"""Clocks that count CPU time: who burns it while others are to move pays for it, who waits does not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rogues import rogue

from mctsky import load
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.arena.tournaments.file import read_tournament
from mctsky.bots import make_bot
from mctsky.bots.processes.cpu import can_count, tree_seconds
from mctsky.cli.main import commands
from mctsky.core.clock import read_time
from mctsky.errors import TournamentError

pytestmark = pytest.mark.skipif(not can_count(), reason="this system does not report the CPU time of processes")
BURNER = "def burn(m):\n    if os.fork() == 0:\n        while True: pass\nplay(first, begin=burn)"
SLEEPER = "def nap(m):\n    time.sleep(2)\n    first(m)\nplay(nap)"


def test_a_bot_pays_for_what_it_burns_while_the_other_thinks_and_not_for_waiting() -> None:
    bots = [make_bot(rogue(SLEEPER)), make_bot(rogue(BURNER))]
    limits = Limits(read_time("10ms"), margin=0.02, patience=60.0, cpu=True)
    record = play_game(load("kuhn"), bots, 1, limits=limits)
    assert record.failed_seat == 1
    assert record.reason.startswith("time: ")
    assert record.reason.endswith("s of CPU time since its last move, allowed were 0.010 s")
    assert record.time_control == "0.01s CPU"
    bots = [make_bot(rogue(SLEEPER)), make_bot(rogue(BURNER))]
    record = play_game(load("kuhn"), bots, 1, limits=Limits(read_time("10ms"), margin=0.02, patience=60.0))
    assert (record.failed_seat, record.reason[:5]) == (0, "time:")  # an ordinary clock blames the one who waits


def test_the_time_of_descendants_counts_also_when_they_have_ended() -> None:
    work = "sum(range(3_000_000))"
    script = f"import os, sys\nif os.fork() == 0:\n    {work}\n    os._exit(0)\nos.wait()\nprint(flush=True)\nsys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        own = tree_seconds(process.pid)
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        assert own > int(fields[13]) / os.sysconf("SC_CLK_TCK") > 0
        process.kill()
    assert tree_seconds(process.pid) == 0.0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random", "random", "--isolate"], "no clock is given; add --time"),
        (["random", "random", "--time", "1s"], "random has no process of its own; add --isolate"),
        (["human", "random", "--time", "1s", "--isolate"], "human has no process of its own"),
    ],
)
def test_a_cpu_clock_needs_a_clock_and_processes(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(commands, ["match", *arguments, "--game", "kuhn", "--cpu-clock"])
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_tournament_file_may_ask_for_it(tmp_path: Path) -> None:
    text = '[tournament]\ngames = 2\ncpu_clock = true\ntime = "1s"\n[game]\nname = "kuhn"\n[[bots]]\nspec = "random"\n'
    text += '[[bots]]\nspec = "flat"\n'
    (tmp_path / "cup.toml").write_text(text)
    assert read_tournament(tmp_path / "cup.toml", make_bot).limits.clock == "1s CPU"
    result = CliRunner().invoke(commands, ["tournament", str(tmp_path / "cup.toml")])
    assert result.exit_code == 2
    assert "random has no process of its own; add --isolate" in result.stderr
    (tmp_path / "cup.toml").write_text(text.replace('time = "1s"\n', ""))
    with pytest.raises(TournamentError, match="line 3: there is no clock that could count CPU time"):
        read_tournament(tmp_path / "cup.toml", make_bot)


@pytest.mark.slow
def test_a_match_by_the_cpu_clock(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = [
        "match",
        "mcts",
        "random",
        "--game",
        "tictactoe",
        "--games",
        "2",
        "--time",
        "100ms",
        "--cpu-clock",
        "--isolate",
    ]
    result = CliRunner().invoke(commands, [*arguments, "--margin", "1", "--record", str(path)])
    assert result.exit_code == 0, result.output
    assert path.read_text().count('"reason":"normal"') == 2
    assert path.read_text().count('"time":"0.1s CPU"') == 2
