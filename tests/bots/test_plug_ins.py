"""A bot of another package that breaks: exit code 2, one line that names it, and nothing of its own on our stdout."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mctsky import load
from mctsky.arena.playing.referee import play_game
from mctsky.bots import registry
from mctsky.cli.main import commands
from mctsky.core import foreign
from mctsky.core.foreign import stdout_to_stderr

PLUG_IN = """
import os, sys
from mctsky.bots.api import Bot

print("noise of the import")
os.write(1, b"more noise\\n")
{imported}


class Noisy(Bot):
    def check(self, game):
        print("noise of check")
        {checked}

    def parameters(self):
        print("noise of parameters")
        {told}
        return {{}}

    def choose(self, view):
        print("noise of choose")
        os.write(1, b"more noise\\n")
        return view.own_codes()[0]


def build(parameters):
    print("noise of build")
    {built}
    return Noisy()
"""
PARTS = {"imported": "", "checked": "pass", "told": "pass", "built": "pass"}
MATCH = ("match", "noisy", "random", "--game", "tictactoe", "--games", "2")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Install the bot `noisy`, broken where the test says."""
    info = tmp_path / "noisy_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: noisy-bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\nnoisy = noisy_bot\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(**broken: str) -> Path:
        (tmp_path / "noisy_bot.py").write_text(PLUG_IN.format(**{**PARTS, **broken}))
        registry._modules.cache_clear()
        return tmp_path

    yield write
    registry._modules.cache_clear()
    sys.modules.pop("noisy_bot", None)


@pytest.fixture
def rehearsing() -> Iterator[None]:
    """Try plug-ins in a fork first, as the command line does."""
    foreign.try_first(registry.is_foreign)
    yield
    foreign.try_first(None)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, arguments)


def refused(words: str) -> Result:
    """Play the match and expect an error that names the plug-in and says so."""
    result = run(*MATCH)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    last = result.stderr.splitlines()[-1]
    assert last.startswith("mctsky: bad option 'noisy' in bot")
    assert words in last
    return result


@pytest.mark.parametrize("where", PARTS)
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("raise RuntimeError('broken')", "RuntimeError: broken"),
        ("sys.exit(0)", "SystemExit"),
        ("raise GeneratorExit", "GeneratorExit"),
    ],
)
def test_a_plug_in_that_breaks_is_named(
    install: Callable[..., Path], where: str, what: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    install(**{where: what})
    result = refused(words)
    last = result.stderr.splitlines()[-1]
    assert [line for line in result.stderr.splitlines() if line.startswith("mctsky: ")] == [last]
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("where", PARTS)
@pytest.mark.parametrize(
    ("what", "words"),
    [("os._exit(0)", "ended the process (exit code 0)"), ("os.kill(os.getpid(), 9)", "ended the process (SIGKILL)")],
)
def test_a_plug_in_that_ends_the_process_is_named(
    install: Callable[..., Path], rehearsing: None, where: str, what: str, words: str
) -> None:
    install(**{where: what})
    refused(words)


@pytest.mark.parametrize("where", PARTS)
def test_a_plug_in_that_hangs_is_named(
    install: Callable[..., Path], rehearsing: None, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "LOAD_SECONDS", 0.3)
    install(**{where: "import time; time.sleep(1000)"})
    result = run(*MATCH)
    assert result.exit_code == 2, result.output
    assert "did not return within 0.3 s; see its documentation, or tell its author" in result.stderr.splitlines()[-1]


def test_the_command_line_tries_plug_ins_first(install: Callable[..., Path]) -> None:
    folder = install(imported="os._exit(0)")
    environment = os.environ | {"PYTHONPATH": str(folder)}
    for arguments, code in ((MATCH, 2), (("games",), 0)):
        command = [sys.executable, "-m", "mctsky", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
        assert done.returncode == code, done.stderr
        assert "'noisy'" in done.stdout + done.stderr
        assert "its import ended the process (exit code 0)" in done.stdout + done.stderr


def test_our_errors_raised_by_a_plug_in_are_its_loss(install: Callable[..., Path]) -> None:
    install(imported="from mctsky.errors import MachineError")
    path = sys.path[0]
    source = Path(path, "noisy_bot.py")
    source.write_text(source.read_text().replace("return view.own_codes()[0]", "raise MachineError('no more files')"))
    bots = [registry.make_bot("noisy"), registry.make_bot("random")]
    record = play_game(load("tictactoe"), bots, seed=1)
    assert record.failed_seat == 0
    assert record.reason.startswith("crash: MachineError: ")


def test_a_plug_in_that_breaks_in_a_tournament_is_named(install: Callable[..., Path], tmp_path: Path) -> None:
    install(told="raise RuntimeError('broken')")
    cup = '[tournament]\ngames = 2\n[game]\nname = "tictactoe"\n[[bots]]\nspec = "random"\n[[bots]]\nspec = "noisy"\n'
    (tmp_path / "cup.toml").write_text(cup)
    result = run("tournament", str(tmp_path / "cup.toml"))
    assert result.exit_code == 2, result.output
    last = result.stderr.splitlines()[-1]
    assert "line 8" in last
    assert "parameters failed: RuntimeError: broken" in last


def test_what_a_plug_in_prints_never_reaches_our_stdout(install: Callable[..., Path]) -> None:
    """Here, in the workers that play, and by whatever means it writes."""
    folder = install()
    command = [sys.executable, "-m", "mctsky", *MATCH, "--json"]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["game"] == "tictactoe"
    for noise in ("the import", "build", "check", "parameters", "choose"):
        assert f"noise of {noise}" in done.stderr
    assert "more noise" in done.stderr


def test_stdout_is_back_after_the_last_block(capfd: pytest.CaptureFixture[str]) -> None:
    with stdout_to_stderr():
        print("first")
        with stdout_to_stderr():
            print("second")
        print("third")
        os.write(1, b"fourth\n")
    print("ours")
    sys.stdout.flush()
    os.write(1, b"ours too\n")
    captured = capfd.readouterr()
    assert captured.out == "ours\nours too\n"
    assert captured.err.split() == ["first", "second", "third", "fourth"]
