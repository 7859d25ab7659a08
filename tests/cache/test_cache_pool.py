"""The workers of `mctsky cache warm`: order of jobs, failures, Ctrl-C, an end with their parent. Nothing is compiled here."""

import signal
import subprocess
import sys
import threading
import time

import pytest

from mctsky.cli import _pool
from mctsky.cli._pool import Pool
from mctsky.cli._warm import STEPS, WAVES

# Writes down when jobs begin and end; fails at the step `fail`, hangs at the step `hang`.
WORKER = """
import sys, time
for line in sys.stdin:
    with open({log!r}, "a") as log:
        log.write("begin " + line)
    if "hang" in line:
        time.sleep(600)
    if "fail" in line:
        sys.exit(1)
    time.sleep(0.05)
    with open({log!r}, "a") as log:
        log.write("end " + line)
    print("done", flush=True)
"""


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The file in which stand-ins for workers write what they do; there are two of them."""
    path = tmp_path / "log"
    path.touch()
    monkeypatch.setattr(_pool, "_COMMAND", [sys.executable, "-c", WORKER.format(log=str(path))])
    monkeypatch.setattr(_pool, "n_workers", lambda: 2)
    return path


def test_the_waves_hold_every_step_once():
    assert sorted(step for wave in WAVES for steps in wave for step in steps) == sorted(STEPS)


def test_every_job_is_done_once_and_after_the_earlier_wave_of_its_game(log):
    names = ("one", "two", "three")
    waves = [[(name, ("a",)) for name in names], [(name, steps) for name in names for steps in (("b", "c"), ("d",))]]
    reports = []
    pool = Pool(waves)
    pool.run(lambda job, ended: reports.append((job, ended)))
    assert pool.failed == []
    jobs = [job for wave in waves for job in wave]
    assert sorted(job for job, ended in reports if ended) == sorted(job for job, ended in reports if not ended) == sorted(jobs)
    lines = log.read_text().splitlines()
    assert sorted(lines) == sorted(f"{word} {name} {' '.join(steps)}" for word in ("begin", "end") for name, steps in jobs)
    for name in names:
        assert lines.index(f"end {name} a") < min(lines.index(f"begin {name} b c"), lines.index(f"begin {name} d"))


def test_what_a_worker_fails_at_is_left_to_the_caller(log):
    pool = Pool([[("one", ("fail",)), ("two", ("a",))], [("one", ("b",)), ("two", ("b",))]])
    pool.run(lambda job, ended: None)
    assert pool.failed == [("one", ("fail",))]
    assert "end two b" in log.read_text()


def test_without_any_worker_left_all_other_jobs_are_left_too(log):
    pool = Pool([[("one", ("fail",)), ("two", ("fail",))], [("one", ("b",)), ("two", ("b",))]])
    pool.run(lambda job, ended: None)
    assert sorted(pool.failed) == [("one", ("b",)), ("one", ("fail",)), ("two", ("b",)), ("two", ("fail",))]


def test_ctrl_c_ends_the_workers(log):
    pool = Pool([[("one", ("hang",)), ("two", ("hang",))]])

    def interrupt() -> None:
        while log.read_text().count("begin") < 2:
            time.sleep(0.02)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        pool.run(lambda job, ended: None)
    assert all(worker.poll() is not None for worker in pool._workers)


def test_a_worker_ends_when_its_input_does():
    worker = subprocess.Popen(_pool._COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    worker.communicate(timeout=120)
    assert worker.returncode == 0
