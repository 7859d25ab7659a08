"""A match that is killed, interrupted or out of disk keeps what was finished; --resume plays the rest and nothing twice."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from wicked import mark, marked, plug_in  # noqa: F401  # two are fixtures

from mctsky.arena.records.reader import read_lines, read_records
from mctsky.arena.records.record import GameRecord
from mctsky.arena.records.replay import verify

KILLS = 50
MATCH = ["match", "mo-ismcts:iterations=30", "random", "--game", "leduc", "--seed", "11"]


def start(*arguments: str, **more: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "mctsky", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, **more)  # type: ignore[call-overload, no-any-return]


def run(*arguments: str, **more: object) -> tuple[int, str, str]:
    process = start(*arguments, **more)
    stdout, stderr = process.communicate(timeout=300)
    return process.returncode, stdout, stderr


def games_in(path: Path) -> dict[int, GameRecord]:
    """Return the games of a file by number; each must be there once and follow the rules."""
    records = list(read_records(path))
    for record in records:
        verify(record)
    assert len({record.index for record in records}) == len(records)
    return {record.index: record for record in records}


def n_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_lines(path: Path, n: int, process: "subprocess.Popen[str]", seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while n_lines(path) < n and process.poll() is None:
        assert time.monotonic() < deadline, "no game was finished"
        time.sleep(0.001)


@pytest.mark.slow
def test_killed_at_fifty_random_moments_and_resumed(tmp_path: Path, mark: str) -> None:  # noqa: F811
    """Most kills come while games are played and written, some while the process starts; the file only ever grows."""
    n_games, path = 100 * KILLS, tmp_path / "games.jsonl"
    match = [*MATCH, "--games", str(n_games), "--record", str(path), "--resume"]
    rng = random.Random(1)
    n_killed = n_killed_in_play = 0
    kept: set[int] = set()
    for number in range(KILLS):
        jobs = ["--jobs", "2"] if number % 5 == 0 else []
        process = start(*match, *jobs, start_new_session=True)
        before = n_lines(path)
        if number % 10 == 9:
            time.sleep(rng.uniform(0.0, 2.0))
        else:
            wait_for_lines(path, before + 1, process)
            time.sleep(rng.uniform(0.0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        n_killed += process.returncode == -signal.SIGKILL
        n_killed_in_play += n_lines(path) > before
        indexes = {json.loads(line)["index"] for _, line in read_lines(path)} if path.exists() else set()
        assert kept <= indexes, "a finished game was lost"
        kept = indexes
    assert n_killed >= 0.9 * KILLS
    assert n_killed_in_play >= 0.5 * KILLS
    code, table, errors = run(*match)
    assert code == 0, errors
    assert f"{n_games} games" in table
    straight = tmp_path / "straight.jsonl"
    assert run(*MATCH, "--games", str(n_games), "--record", str(straight))[0] == 0
    resumed = games_in(path)
    assert sorted(resumed) == list(range(n_games))
    assert resumed == games_in(straight)


@pytest.mark.slow
@pytest.mark.parametrize("extra", [[], ["--jobs", "2"], ["--isolate"]])
def test_an_interruption_leaves_a_valid_record_and_prints_the_table(
    tmp_path: Path,
    mark: str,  # noqa: F811
    extra: list[str],
) -> None:
    path = tmp_path / "games.jsonl"
    process = start(*MATCH, "--games", "1000000", "--record", str(path), *extra, start_new_session=True)
    wait_for_lines(path, 5, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    table, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    n_games = len(games_in(path))
    assert n_games >= 5
    assert "mo-ismcts:iterations=30" in table
    assert errors == f"mctsky: interrupted after {n_games} of 1000000 games\n"


@pytest.mark.slow
def test_an_interruption_while_workers_start_is_quiet(tmp_path: Path, mark: str) -> None:  # noqa: F811
    for moment in (0.0, 0.2, 0.5, 1.0):
        process = start(*MATCH, "--games", "1000000", "--jobs", "2", start_new_session=True)
        deadline = time.monotonic() + 60
        while not any("spawn_main" in line for line in marked(mark).values()) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(moment)
        os.killpg(process.pid, signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
        assert process.returncode == 130
        assert "Traceback" not in errors


def test_a_full_device_is_one_clear_error() -> None:
    code, _, errors = run("match", "random", "random", "--game", "kuhn", "--games", "2", "--record", "/dev/full")
    assert code == 2
    assert errors.startswith("mctsky: bad record in /dev/full: cannot write: No space left on device")
    assert errors.count("\n") == 1


@pytest.mark.slow
def test_a_disk_that_fills_up_keeps_the_games_before(tmp_path: Path) -> None:
    """The largest size of a file stands in for the size of a disk."""
    path = tmp_path / "games.jsonl"
    size = 100_000

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    match = [*MATCH, "--games", "400", "--record", str(path)]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    code, _, errors = run(*match, preexec_fn=small_disk, env=environment)
    assert code == 2
    assert "cannot write: File too large" in errors
    assert "--resume" in errors
    assert "Traceback" not in errors
    kept = games_in(path)
    assert 0.5 * size < path.stat().st_size <= size
    assert f"the {len(kept)} games written" in errors
    code, _, errors = run(*match, "--resume")
    assert code == 0
    assert errors == f"mctsky: {len(kept)} of 400 games were already played\n"
    assert sorted(games_in(path)) == list(range(400))


@pytest.mark.slow
def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = [*MATCH, "--games", "10", "--record", str(path)]
    assert run(*match)[0] == 0
    before = path.read_bytes()
    code, _, errors = run(*match)
    assert code == 2
    assert "--resume" in errors
    assert run(*match, "--resume")[0] == 0
    assert path.read_bytes() == before
    more = [*MATCH, "--games", "14", "--record", str(path), "--resume"]
    assert run(*more)[0] == 0
    assert sorted(games_in(path)) == list(range(14))
    assert path.read_bytes().startswith(before)
