"""How a command ends when the world does not play along: closed or full stdout, signals, files that never end."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mctsky.arena.records.reader import read_records
from mctsky.cli.main import commands

RANDOM = ["match", "random", "random", "--game", "tictactoe"]
ENDLESS = [*RANDOM, "--games", "1000000"]
LONG = "x" * 256  # a name may have 255 bytes
TOURNAMENT = """
[tournament]
games = 2
[game]
name = "tictactoe"
[[bots]]
spec = "random"
[[bots]]
spec = "flat:iterations=5"
"""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile what the tests need: a first compilation says so on stderr, where they count lines."""
    bots = ["random", "flat:iterations=2"]
    assert CliRunner().invoke(commands, ["match", *bots, "--game", "tictactoe", "--games", "2"]).exit_code == 0
    assert finish(*RANDOM, "--games", "2")[0] == 0


def start(*arguments: str, **more: object) -> "subprocess.Popen[str]":
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True, **more}
    defaults = ["env", "--default-signal=INT,TERM,HUP,PIPE"]  # a test in the background inherits ignored signals
    return subprocess.Popen([*defaults, sys.executable, "-m", "mctsky", *arguments], **settings)  # type: ignore[call-overload,no-any-return]


def finish(*arguments: str, **more: object) -> tuple[int, str, str]:
    child = start(*arguments, **more)
    out, err = child.communicate(timeout=120)
    return child.returncode, out, err


def close(number: int) -> Callable[[], None]:
    return lambda: os.close(number)


def test_a_closed_stdout_is_silent_and_141() -> None:
    child = start("games")
    assert child.stdout is not None
    child.stdout.close()  # as `mctsky games | true`
    assert child.stderr is not None
    assert child.stderr.read() == ""
    assert child.wait(60) == 141


def test_no_stdout_at_all_is_silent_and_141_and_the_record_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, _, err = finish(*RANDOM, "--games", "2", "--record", str(path), preexec_fn=close(1))
    assert (code, err) == (141, "")
    assert len(list(read_records(path))) == 2


def test_a_full_stdout_is_one_line_and_1_and_the_record_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Path("/dev/full").open("w") as full:
        code, _, err = finish(*RANDOM, "--games", "2", "--record", str(path), stdout=full)
        assert (code, err.count("\n")) == (1, 1)
        assert err.startswith("mctsky: cannot write to stdout: No space left on device; ")
        assert finish("--help", stdout=full)[0] == 1
    assert len(list(read_records(path))) == 2


def test_a_stderr_that_takes_nothing_changes_no_exit_code() -> None:
    with Path("/dev/full").open("w") as full:
        assert finish("perft", "tictactoe", "--depth", "-1", stderr=full)[0] == 2
    code, out, _ = finish(*RANDOM, "--games", "3", preexec_fn=close(2))  # "rounded up" cannot be said
    assert code == 0
    assert "95 % interval" in out


def wait_for_games(path: Path, n_games: int, child: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") < n_games:
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < deadline, "no game was finished"
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("number", "extra", "to_all"),
    [
        (signal.SIGTERM, (), False),
        (signal.SIGHUP, ("--jobs", "2"), True),  # a terminal that closes tells all of them
        pytest.param(signal.SIGTERM, ("--jobs", "2"), True, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, (), False, marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, ("--jobs", "2", "--isolate"), True, marks=pytest.mark.slow),
    ],
)
def test_a_signal_shows_the_table_and_leaves_a_valid_record(
    tmp_path: Path, number: signal.Signals, extra: tuple[str, ...], to_all: bool
) -> None:
    path = tmp_path / "games.jsonl"
    child = start(*ENDLESS, "--record", str(path), *extra)
    wait_for_games(path, 3, child)
    (os.killpg if to_all else os.kill)(child.pid, number)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 128 + number
    assert "95 % interval" in out
    assert len(list(read_records(path))) >= 3
    assert err.startswith(f"mctsky: stopped by {number.name} after ")
    assert err.count("\n") == 1  # no warning of multiprocessing, no traceback


@pytest.mark.slow
def test_a_signal_ends_a_command_without_a_table() -> None:
    child = start("-vv", "perft", "connect4", "--depth", "40")
    assert child.stderr is not None
    while "depth 8:" not in child.stderr.readline():
        assert child.poll() is None
    child.terminate()
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (143, "")
    assert err.splitlines()[-1] == "mctsky: stopped by SIGTERM"


@pytest.mark.slow
def test_a_hang_up_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = ["nohup", sys.executable, "-m", "mctsky", *ENDLESS, "--record", str(path)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_games(path, 2, child)
    child.send_signal(signal.SIGHUP)
    wait_for_games(path, path.read_bytes().count(b"\n") + 2, child)
    child.terminate()
    child.communicate(timeout=60)
    assert child.returncode == 143


# ------------------------------------------------------------ files


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a pipe, a sparse file of 1 TiB and a tournament."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with Path("endless").open("wb") as file:
        try:
            file.truncate(1 << 40)
        except OSError:  # a file system without files of this size
            file.truncate(1 << 30)
    Path("cup.toml").write_text(TOURNAMENT)
    return tmp_path


PLACES = {
    "openings": (*RANDOM, "--openings"),
    "record": (*RANDOM, "--resume", "--record"),
    "toml": ("tournament",),
    "tournament-record": ("tournament", "cup.toml", "--resume", "--record"),
    "csv": ("tournament", "cup.toml", "--csv"),
    "html": ("tournament", "cup.toml", "--html"),
    "log": (*RANDOM, "--log"),
    "replay": ("replay",),
    "records": ("records",),
    "data": ("perft", "newyork1901", "--depth", "0", "--option"),
}


def expect_one_line(result: Result) -> str:
    assert result.exit_code == 2, (result.output, result.exception)
    assert result.stderr.startswith("mctsky: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.usefixtures("odd")
def test_a_name_of_256_bytes(run: Callable[..., Result], place: str) -> None:
    result = run(*PLACES[place], f"board={LONG}" if place == "data" else LONG)
    assert "File name too long" in expect_one_line(result)
    assert result.stdout == ""


@pytest.mark.parametrize("place", [place for place in PLACES if place != "data"])
@pytest.mark.usefixtures("odd")
def test_a_pipe_without_another_end(run: Callable[..., Result], place: str) -> None:
    expect_one_line(run(*PLACES[place], "pipe"))


@pytest.mark.parametrize("place", ["openings", "toml", "replay", "records"])
@pytest.mark.parametrize("name", ["/dev/zero", "endless"])
@pytest.mark.usefixtures("odd")
def test_a_file_without_an_end(run: Callable[..., Result], place: str, name: str) -> None:
    expect_one_line(run(*PLACES[place], name))


def test_an_endless_record_is_refused(run: Callable[..., Result], odd: Path) -> None:
    expect_one_line(run(*PLACES["record"], "endless"))
    expect_one_line(run(*PLACES["tournament-record"], "endless"))


@pytest.mark.usefixtures("odd")
def test_devices_still_take_records(run: Callable[..., Result]) -> None:
    assert run(*PLACES["record"], "/dev/null").exit_code == 0
    assert run(*PLACES["tournament-record"], "/dev/zero").exit_code == 0


def few_files(number: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))


@pytest.mark.parametrize(("number", "jobs"), [(8, "1"), (43, "1"), (100, "50")])
def test_too_few_file_descriptors(number: int, jobs: str) -> None:
    code, out, err = finish(*RANDOM, "--jobs", jobs, preexec_fn=few_files(number))
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert "ulimit -n" in err


def test_a_low_soft_limit_is_raised() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    code, _, err = finish(*RANDOM, "--games", "2", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (20, hard)))
    assert (code, err) == (0, "")


def test_a_program_is_not_blamed_for_the_machines_shortage(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its handshake works, then there are no more processes: the match ends, nobody loses."""
    from mctsky.bots.processes import process as _process
    from mctsky.bots.processes import remote

    real, n_started = _process.subprocess.Popen, 0

    def scarce(*arguments: object, **named: object) -> object:
        nonlocal n_started
        n_started += 1
        if n_started > 2:  # the guard and the handshake
            raise OSError(24, os.strerror(24))
        return real(*arguments, **named)  # type: ignore[call-overload]

    bot = Path(__file__).parent.parent.parent / "examples" / "python_bot.py"
    monkeypatch.setattr(_process, "_WATCH", _process._Watch())
    monkeypatch.setattr(_process.subprocess, "Popen", scarce)
    assert remote.BotProcess is _process.BotProcess
    result = run("match", f"exec:{sys.executable} {bot}", "random", "--game", "tictactoe", "--games", "2")
    assert "Too many open files" in expect_one_line(result)


# ------------------------------------------------------------ a record that somebody else cuts


def test_a_record_that_is_cut_during_a_match(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    child = start(*ENDLESS, "--record", str(path))
    wait_for_games(path, 20, child)
    lines = path.read_bytes().split(b"\n")
    keep = len(b"\n".join(lines[:3])) + 1 + 40  # three games and a torn line
    os.truncate(path, keep)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert err.count("\n") == 1
    assert "somebody has cut the file" in err
    assert "--resume" in err
    left = path.read_bytes()
    assert left[: len(b"\n".join(lines[:3]))] == b"\n".join(lines[:3])
    assert b"\0" not in left
    command = [*RANDOM, "--games", "10", "--record", str(path), "--resume"]
    code, _, err = finish(*command)
    assert code == 0, err
    assert sorted(record.index for record in read_records(path)) == list(range(10))


# ------------------------------------------------------------ numbers and empty texts


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("perft", "tictactoe", "--depth", str(10**20)), ("--depth", "1000")),
        ((*RANDOM, "--time", ""), ("--time", "100ms")),
        ((*RANDOM, "--sprt", ""), ("--sprt", "elo0=0,elo1=20")),
        ((*RANDOM, "--cluster", ""), ("--cluster", "tcp://")),
        ((*RANDOM, "--patience", "0"), ("--patience", "nearest: 0.01")),
        ((*RANDOM, "--patience", "nan"), ("--patience", "from 0.01 to")),
        ((*RANDOM, "--games", str(10**23)), ("games", "nearest: 1000000000")),
        ((*RANDOM, "--seed", str(1 << 64)), ("seed", "2**64 - 1")),
        ((*RANDOM, "--seed", str(-(1 << 63) - 1)), ("seed", "2**64 - 1")),
        (("match", "mcts:opponents_know=own_hand", "--game", "tictactoe"), ("opponents_know", "mo-ismcts")),
        (("match", "mcts:opponents_know=nothing", "--game", "tictactoe"), ("opponents_know", "mo-ismcts")),
        (("bench", "tictactoe", "--seconds", "nan"), ("--seconds", "0.01")),
        (("bench", "tictactoe", "--iterations", str(10**23)), ("iterations", "nearest")),
        ((*RANDOM, "--log", "x", "--cluster", "tcp://127.0.0.1:1"), ("--log", "leave --log out")),
        ((*RANDOM, "--log", "x", "--record", "x"), ("--log", "name another file")),
    ],
)
def test_numbers_out_of_reach_and_empty_texts(
    run: Callable[..., Result],
    arguments: tuple[str, ...],
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    line = expect_one_line(run(*arguments))
    for word in words:
        assert word in line


@pytest.mark.parametrize(("key", "value"), [("seed", 1 << 64), ("patience", 0)])
@pytest.mark.usefixtures("odd")
def test_numbers_out_of_reach_in_a_tournament(run: Callable[..., Result], key: str, value: int) -> None:
    Path("cup.toml").write_text(TOURNAMENT.replace("games = 2", f"games = 2\n{key} = {value}"))
    line = expect_one_line(run("tournament", "cup.toml"))
    assert "line 4" in line
    assert key in line


def test_seeds_of_64_bits_are_fine(run: Callable[..., Result]) -> None:
    for seed in ((1 << 64) - 1, -(1 << 63)):
        assert run(*RANDOM, "--games", "2", "--seed", str(seed)).exit_code == 0


def test_a_bug_of_ours_is_one_line_too(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("mctsky.cli.match._show", broken)
    result = run(*RANDOM, "--games", "2")
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    assert "internal error: KeyError" in result.stderr


# ------------------------------------------------------------ the log


def entries(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_the_log_has_every_line_of_every_process(tmp_path: Path, jobs: str) -> None:
    program = f"exec:{sys.executable} {Path(__file__).parent.parent.parent / 'examples' / 'python_bot.py'}"
    log, record = tmp_path / "match.log", tmp_path / "games.jsonl"
    command = ["match", program, "random", "--game", "tictactoe", "--games", "4", "--jobs", jobs, "--isolate"]
    code, _, err = finish(*command, "--log", str(log), "--record", str(record))
    assert code == 0, err
    games = {game.id: game for game in read_records(record)}
    found = entries(log)
    assert {entry["game"] for entry in found} == {"", *games}  # "": the handshake before the match, and warming
    assert {entry["bot"] for entry in found} == {program, "random"}
    for name, game in games.items():
        for number, bot in enumerate((program, "random")):
            own = [entry for entry in found if entry["game"] == name and entry["bot"] == bot]
            assert len({entry["process"] for entry in own}) == 1
            assert own == sorted(own, key=lambda entry: entry["time"])
            asked = [json.loads(entry["line"]) for entry in own if entry["direction"] == "to"]
            told = [json.loads(entry["line"]) for entry in own if entry["direction"] == "from"]
            seat = game.seating.index(number)
            n_moves = sum(move.seat == seat for move in game.moves)
            assert sum(message["type"] == "choose" for message in asked) == n_moves
            assert len(told) == sum(message["type"] not in ("end", "quit") for message in asked)
    assert found[0]["time"].endswith("+00:00")


def test_a_log_that_cannot_be_written_ends_the_match(run: Callable[..., Result]) -> None:
    program = f"exec:{sys.executable} {Path(__file__).parent.parent.parent / 'examples' / 'python_bot.py'}"
    result = run("match", program, "random", "--game", "tictactoe", "--log", "/dev/full")
    assert "the log cannot be written: No space left on device" in expect_one_line(result)


def test_an_unfinished_answer_is_in_the_log(run: Callable[..., Result], tmp_path: Path) -> None:
    code = "import sys; sys.stdin.readline(); sys.stdout.buffer.write(b'half \\xff'); sys.stdout.flush()"
    result = run("match", f'exec:{sys.executable} -c "{code}"', "--game", "tictactoe", "--log", str(tmp_path / "log"))
    expect_one_line(result)
    assert [(entry["direction"], entry["line"]) for entry in entries(tmp_path / "log")][-1] == ("from", "half \\xff")
