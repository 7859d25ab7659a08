"""The promises of docs/bots.md about hostile bots: attacks from inside a program and a plug-in, with and without a sandbox."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import prisoner
import pytest
from click.testing import CliRunner
from rogues import carriers, new_marker, rogue, wait_for_none

from mctsky import load
from mctsky.arena.playing.referee import play_game
from mctsky.bots import make_bot, registry
from mctsky.bots.processes.isolation import IsolatedBot, SandboxedBots, isolated
from mctsky.bots.processes.sandbox import Cell, Sandbox
from mctsky.cli.main import commands
from mctsky.errors import OptionError


def why_no_sandbox() -> str:
    try:
        Sandbox().check()
    except OptionError as error:
        return str(error)
    return ""


NO_SANDBOX = why_no_sandbox()
needs_sandbox = pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX or "there is one")
linux_only = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")


ESCAPE = """
def escape(message):
    if os.fork() == 0:
        words = ["setsid", "env", "-i", *child()]
        null = os.open("/dev/null", os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        if os.fork() == 0:
            os.execvp(words[0], words)
        os._exit(0)
    os.wait()
"""
READER = """
import ctypes, os, sys, time
from mctsky.arena.playing.own_process import protect
def other_user():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setuid(65534)
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # as any program is that has just been started
read, write = os.pipe()
victim = os.fork()
if victim == 0:
    other_user()
    if sys.argv[1] == "protected":
        protect()
    os.write(write, b"x")
    time.sleep(60)
os.read(read, 1)
other_user()
try:
    os.close(os.open(f"/proc/{victim}/mem", os.O_RDONLY))
    print("read")
except OSError:
    print("refused")
os.kill(victim, 9)
"""


def install(folder: Path, name: str, code: str) -> None:
    """Make a plug-in that any Python finds whose path has the folder."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\n{name} = {name}_bot\n")
    (folder / f"{name}_bot.py").write_text(code)


def play(*arguments: str, path: Path | None = None, **more: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mctsky", "match", *arguments]
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {}) | more
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)


def games(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def listener() -> Iterator[int]:
    """Somebody who would take a note over the network."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def imprisoned(kind: str, how: str, tmp_path: Path, listener: int, n_games: int) -> list[dict[str, Any]]:
    """Play games against a prisoner, and return what it found in each; nothing of it may be left."""
    record, marker = tmp_path / "records" / "games.jsonl", new_marker()
    record.parent.mkdir()
    attacks = prisoner.ATTACKS.format(record=str(record), listener=listener, marker=marker)
    if kind == "program":
        (tmp_path / "prisoner.py").write_text(attacks + prisoner.PROGRAM)
        spec = f"exec:{sys.executable} {tmp_path / 'prisoner.py'}"
    else:
        install(tmp_path / "plug_in", "prisoner", attacks + prisoner.PLUG_IN)
        spec = "prisoner"
    done = play(
        *(spec, "random", "--game", "kuhn", "--games", str(n_games), "--record", str(record), how), path=tmp_path / "plug_in"
    )
    wait_for_none(marker)
    assert done.returncode == 0, done.stderr
    told = [[move["search"] for move in game["moves"] if "search" in move] for game in games(record)]
    found = [moves[0] for moves in told if moves]
    for folder in {place for game in found for place in game["written"]}:
        Path(folder, f"mctsky-note-{marker}").unlink(missing_ok=True)
    assert {game["reason"] for game in games(record)} == {"normal"}
    assert len(found) == n_games
    return found


@needs_sandbox
@pytest.mark.parametrize("kind", ["program", pytest.param("plug-in", marks=pytest.mark.slow)])
def test_a_sandboxed_bot_learns_nothing_and_leaves_nothing(kind: str, tmp_path: Path, listener: int) -> None:
    for found in imprisoned(kind, "--isolate=sandbox", tmp_path, listener, 4):
        assert found["record"] is found["secret"] is found["parent"] is None
        assert (found["folder"], found["work"], found["others"]) == (0, 0, 0)
        assert not found["network"]
        assert not found["namespace"]
        assert not found["host"]
        assert not found["ring"]
        assert found["notes"] == []  # neither files nor keys of the game before
        assert {os.path.realpath(folder) for folder in found["written"]} <= {
            *("/tmp/mctsky-game", "/tmp", "/var/tmp", "/dev/shm"),
            *map(os.path.realpath, (os.environ.get("MCTSKY_CACHE_DIR", "/tmp"), tmp_path, tmp_path / "records")),
        }  # all in memory, and gone: see `notes`


@linux_only
@pytest.mark.parametrize("kind", ["program", pytest.param("plug-in", marks=pytest.mark.slow)])
def test_another_process_alone_does_not_keep_a_hostile_bot_from_the_record(kind: str, tmp_path: Path, listener: int) -> None:
    """What docs/bots.md says of bots without a sandbox; and the attacks above are real."""
    found = imprisoned(kind, "--isolate", tmp_path, listener, 4)[-1]
    assert found["record"] > 0
    assert found["secret"] > 0
    assert found["others"] > 0
    assert found["network"]
    assert found["notes"]


@needs_sandbox
def test_a_sandboxed_bot_plays_the_same_moves() -> None:
    game, spec = load("leduc"), "mo-ismcts:iterations=60"
    here = play_game(game, [make_bot(spec), make_bot(spec)], 3)
    there = play_game(game, [IsolatedBot(spec, Sandbox()), make_bot(spec)], 3)
    assert here.reason == there.reason == "normal"
    assert here.moves == there.moves


@needs_sandbox
def test_kill_9_ends_a_sandbox_with_all_that_is_in_it(tmp_path: Path) -> None:
    marker = new_marker()
    program = rogue(ESCAPE + "play(lambda m: (escape(m), open('escaped', 'w').close(), time.sleep(1000)))", marker)
    command = [sys.executable, "-m", "mctsky", "match", program, "random", "--game", "kuhn", "--isolate=sandbox"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as arena:
        deadline = time.monotonic() + 60
        while not escaped(marker) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert escaped(marker)
        arena.kill()
        arena.wait()
    wait_for_none(marker)


def escaped(marker: str) -> bool:
    """Say whether a process carries the marker in an environment that is empty."""
    for pid in carriers(marker):
        try:
            if Path(f"/proc/{pid}/environ").read_bytes() == b"":
                return True
        except OSError:
            continue
    return False


@pytest.fixture
def open_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make kernels lie where every user can read."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr("mctsky.bots.processes.sandbox.cache_root", lambda: Path(folder))
        yield


@needs_sandbox
@pytest.mark.usefixtures("open_cache")
@pytest.mark.parametrize("user", [None, 65534])
def test_a_cell_is_closed_for_root_and_for_others(user: int | None, tmp_path: Path) -> None:
    if user is not None and os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    secret = tmp_path / "records" / "games.jsonl.secret"
    secret.parent.mkdir()
    secret.write_text("1234")
    script = f"cat {secret}; ls -A . {secret.parent} | wc -l; echo x > note; cat note; echo $$; cat /proc/1/environ | wc -l"
    with Cell(
        Sandbox((str(secret.parent),)), ["sh", "-c", script + "; touch /etc/note ~/note; grep CapEff /proc/self/status"]
    ) as cell:
        done = subprocess.run(
            cell.command, pass_fds=cell.descriptors, user=user, capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 0, done.stderr
    assert "1234" not in done.stdout
    assert "CapEff:\t0000000000000000" in done.stdout
    assert not Path("/etc/note").exists()
    assert "Read-only file system" in done.stderr or "Permission denied" in done.stderr


@needs_sandbox
def test_what_lies_in_hidden_folders_is_shown_only_if_it_is_named(tmp_path: Path) -> None:
    """A program beside the record can be run, the record beside it cannot be read, not even if the command line names it."""
    for name in ("run.sh", "data.txt", "other.txt", "games.jsonl", "games.jsonl.secret"):
        (tmp_path / name).write_text("#!/bin/sh\nls -A $(dirname $0) | tr '\\n' ' '; cat $1\n" if name == "run.sh" else name)
    (tmp_path / "run.sh").chmod(0o755)
    hidden = tuple(str(tmp_path / name) for name in ("games.jsonl", "games.jsonl.secret"))
    for named, seen in (("data.txt", "data.txt run.sh data.txt"), ("games.jsonl", "run.sh")):
        with Cell(Sandbox((str(tmp_path),), hidden), [str(tmp_path / "run.sh"), str(tmp_path / named)]) as cell:
            done = subprocess.run(
                cell.command, pass_fds=cell.descriptors, capture_output=True, text=True, timeout=60, check=False
            )
        assert done.stdout.strip() == seen, done.stderr


def test_a_sandbox_that_cannot_be_made_is_an_error_with_a_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match = ("match", "random", "random", "--game", "kuhn", "--games", "2", "--isolate=sandbox")
    monkeypatch.setenv("PATH", str(tmp_path))
    result = CliRunner().invoke(commands, match)
    assert result.exit_code == 2
    assert "'sandbox' in --isolate: bubblewrap" in result.stderr
    assert "apt-get install bubblewrap" in result.stderr
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    result = CliRunner().invoke(commands, match)
    assert result.exit_code == 2
    assert "No permissions to create new namespace; allow user namespaces" in result.stderr
    result = CliRunner().invoke(commands, [*match, "--cluster", "tcp://localhost:1"])
    assert result.exit_code == 2
    assert "the sandbox is made on this machine" in result.stderr


def test_bots_of_mctsky_need_no_sandbox() -> None:
    make = SandboxedBots(Sandbox())
    assert make("exec:./mybot").sandbox is not None  # type: ignore[attr-defined]
    own = make("random")
    assert isinstance(own, IsolatedBot)
    assert own.sandbox is None


FLIP = """
import os, sys
from mctsky.bots.api import Bot
from mctsky.core.position import OpenView

def note(word):
    with open(os.environ["FLIP_NOTES"], "a") as file:
        file.write(f"{os.getpid()} {word}\\n")

note("import")

class Flip(Bot):
    def __init__(self, when):
        self.when = when
        self.cheats = when == "build" and os.path.exists(os.environ["FLIP_NOTES"] + ".checked")

    def check(self, game):
        open(os.environ["FLIP_NOTES"] + ".checked", "w").close()

    def flip(self, when):
        if when == self.when:
            self.cheats = not self.cheats

    def new_game(self, game, seat, seed):
        super().new_game(game, seat, seed)
        self.flip("new_game")

    def choose(self, view):
        note(type(view).__name__)
        self.flip("choose")
        return view.own_codes()[0]


def build(parameters):
    return Flip(parameters["when"])
"""


@linux_only
@pytest.mark.parametrize(
    ("when", "how"),
    [
        ("choose", []),
        ("new_game", ["--isolate"]),
        *(pytest.param(when, how, marks=pytest.mark.slow) for when in ("build", "choose") for how in ([], ["--isolate"])),
    ],
)
def test_a_bot_that_changes_its_flag_loses_and_never_sees_more(when: str, how: list[str], tmp_path: Path) -> None:
    install(tmp_path, "flip", FLIP)
    notes, record = tmp_path / "notes", tmp_path / "games.jsonl"
    arguments = (f"flip:when={when}", "random", "--game", "kuhn", "--games", "2", "--record", str(record), *how)
    done = play(*arguments, path=tmp_path, FLIP_NOTES=str(notes))
    assert done.returncode == 0, done.stderr
    for game in games(record):
        assert game["reason"] == "changed flag: cheats is True now, and was False before the match"
        assert game["seating"][game["failed_seat"]] == 0
        assert not any(bot["cheats"] for bot in game["bots"])
    assert "OpenView" not in notes.read_text()


def test_an_isolated_plug_in_is_not_loaded_by_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "flip", FLIP)
    notes = tmp_path / "notes"
    monkeypatch.setenv("FLIP_NOTES", str(notes))
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._modules.cache_clear()
    try:
        result = CliRunner().invoke(
            commands, ("match", "flip:when=never", "random", "--game", "kuhn", "--games", "2", "--isolate", "--json")
        )
        assert result.exit_code == 0, result.output
        assert {bot["failures"] for bot in json.loads(result.stdout)["bots"]} == {0}
        assert "flip_bot" not in sys.modules
        assert str(os.getpid()) not in notes.read_text().split()
        for spec, words in (("flip", "build failed: KeyError: 'when'"), ("flap", "did you mean 'flip'")):
            result = CliRunner().invoke(commands, ("match", spec, "random", "--game", "kuhn", "--isolate"))
            assert result.exit_code == 2
            assert words in result.stderr
        assert "flip_bot" not in sys.modules
    finally:
        registry._modules.cache_clear()


@linux_only
@pytest.mark.skipif(shutil.which("setsid") is None, reason="there is no setsid")
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_nothing_that_left_session_and_environment_survives_a_match(jobs: str, tmp_path: Path) -> None:
    marker = new_marker()
    program, record = rogue(ESCAPE + "play(first, begin=escape)", marker), tmp_path / "games.jsonl"
    done = play(program, "random", "--game", "kuhn", "--games", "4", "--jobs", jobs, "--record", str(record))
    assert done.returncode == 0, done.stderr
    assert {game["reason"] for game in games(record)} == {"normal"}
    assert carriers(marker) == []


@linux_only
def test_memory_of_arena_and_workers_cannot_be_read_by_others(tmp_path: Path) -> None:
    for how, outcome in (("protected", "refused\n"), ("open", "read\n")):
        reader = subprocess.run([sys.executable, "-c", READER, how], capture_output=True, text=True, timeout=60, check=True)
        assert reader.stdout == outcome
    plug_in = """
import ctypes
from mctsky.bots.api import Bot
class Look(Bot):
    def choose(self, view):
        return view.own_codes()[0]
    def parameters(self):
        return {"dumpable": ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)}
    def thoughts(self):
        return self.parameters()
def build(parameters):
    return Look()
"""
    install(tmp_path, "look", plug_in)
    done = play("look", "random", "--game", "kuhn", "--games", "2", "--record", str(tmp_path / "games.jsonl"), path=tmp_path)
    assert done.returncode == 0, done.stderr
    for game in games(tmp_path / "games.jsonl"):
        assert game["bots"][0]["parameters"] == {"dumpable": 0}  # asked in the arena's process
        assert {"dumpable": 0} in [move.get("search") for move in game["moves"]]  # in a worker


def test_the_bots_that_come_with_mctsky_say_whether_they_cheat() -> None:
    game = load("kuhn")
    assert make_bot("cheater:iterations=5").cheats
    for spec, cheats in (("cheater:iterations=5", True), ("random", False)):
        bot = isolated(spec)
        bot.check(game)  # asks it in its own process
        assert bot.cheats is cheats
