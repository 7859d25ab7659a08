"""The workers of `mctsky cache warm`: order of jobs, failures, Ctrl-C. Nothing is compiled here."""

import os
import signal
import threading
import time
from functools import partial

import pytest

from mctsky.arena.playing.runner import ProcessExecutor
from mctsky.arena.playing.warm import STEPS
from mctsky.cli import _warm
from mctsky.cli._warm import make_jobs, warm_side_by_side


def note(path, job):
    """Write down when a job begins and ends; fail, die or hang at the step of that name."""
    name, steps = job

    def write(word):
        with path.open("a") as log:
            log.write(f"{word} {name} {' '.join(steps)}\n")

    write("begin")
    if "hang" in steps:
        time.sleep(600)
    if "die" in steps:
        os._exit(1)
    if "fail" in steps:
        raise RuntimeError("no such kernel")
    time.sleep(0.05)
    write("end")


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The file in which two workers write what they do."""
    path = tmp_path / "log"
    path.touch()
    monkeypatch.setattr(_warm, "n_workers", lambda: 2)
    return path


def run(log, jobs, report=lambda job: None):
    return warm_side_by_side(jobs, report, partial(note, log))


@pytest.mark.parametrize(("names", "n_jobs"), [(("one",), 2), (("one", "two"), 2), (("one", "two", "three"), 3)])
def test_jobs_hold_every_step_of_every_game_once(log, names, n_jobs):
    jobs = make_jobs(names)
    assert len(jobs) == n_jobs
    assert sorted((name, step) for name, steps in jobs for step in steps) == sorted((n, step) for n in names for step in STEPS)


def test_every_job_is_done_once(log):
    jobs = [(name, steps) for name in ("one", "two", "three") for steps in (("b", "c"), ("d",))]
    reports = []
    assert run(log, jobs, reports.append) == []
    assert sorted(reports) == sorted(jobs)
    lines = log.read_text().splitlines()
    assert sorted(lines) == sorted(f"{word} {name} {' '.join(steps)}" for word in ("begin", "end") for name, steps in jobs)


def test_what_a_worker_fails_at_is_left_to_the_caller(log):
    jobs = [("one", ("fail",)), ("two", ("a",)), ("one", ("b",)), ("two", ("b",))]
    assert run(log, jobs) == [("one", ("fail",))]
    assert "end two b" in log.read_text()


def test_when_a_worker_dies_all_that_is_not_done_is_left_to_the_caller(log):
    jobs = [("one", ("die",)), ("one", ("hang",)), ("one", ("b",))]
    assert sorted(run(log, jobs)) == [("one", ("b",)), ("one", ("die",)), ("one", ("hang",))]


def test_ctrl_c_ends_the_workers(log):
    made = []

    class Watched(ProcessExecutor):
        def abandon(self):
            made.extend((self._processes or {}).values())
            super().abandon()

    def interrupt() -> None:
        while log.read_text().count("begin") < 2:
            time.sleep(0.02)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    jobs = [("one", ("hang",)), ("two", ("hang",))]
    with pytest.raises(KeyboardInterrupt):
        warm_side_by_side(jobs, lambda job: None, partial(note, log), Watched)
    assert len(made) == 2
    assert not any(process.is_alive() for process in made)
