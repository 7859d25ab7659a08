"""Compiling side by side: `mctsky cache warm` gives the steps of games to worker processes.

A worker is a fresh Python that reads one job per line and answers each by one line. It ends as soon as its input does, and so
never outlives its parent, however that one ends.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

MOST_WORKERS = 4  # a game's longest step is a quarter of its time, and every worker takes memory
DONE = "done"
Job = tuple[str, tuple[str, ...]]  # a game, and steps of it that share most of what they compile

_COMMAND = [sys.executable, "-c", "from mctsky.cli._pool import serve; serve()"]


def n_workers() -> int:
    """Return how many processes are worth while here."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_WORKERS)


def serve() -> None:
    """Do the jobs of standard input: be a worker."""
    from mctsky.cli._warm import warm_step

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, and that one ends us
    jobs: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            jobs.put(line.split())
        os._exit(0)  # also from the middle of a step

    threading.Thread(target=read, daemon=True).start()
    while True:
        game, *steps = jobs.get()
        for step in steps:
            warm_step(game, step)
        sys.stdout.write(f"{DONE}\n")
        sys.stdout.flush()


class Pool:
    """Workers, the jobs that wait, and what has become of the others."""

    def __init__(self, waves: Sequence[Sequence[Job]]) -> None:
        """Take jobs in waves; no job of a game is begun before those of its earlier waves are done."""
        self._waiting = [(number, job) for number, wave in enumerate(waves) for job in wave]
        self._begun: list[tuple[int, Job]] = []
        self.failed: list[Job] = []  # the caller does them again, and sees the error that is to be reported
        self._changed = threading.Condition()
        self._workers = [
            subprocess.Popen(
                _COMMAND,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            for _ in range(min(n_workers(), len(self._waiting)))
        ]

    def run(self, report: Callable[[Job, bool], None]) -> None:
        """Do all jobs; `report` is told of each when it begins (False) and when it has ended (True)."""
        threads = [threading.Thread(target=self._lead, args=(worker, report), daemon=True) for worker in self._workers]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.05)  # Python sees Ctrl-C only between two waits
        finally:
            for worker in self._workers:
                worker.kill()
            for worker in self._workers:
                worker.wait()
        self.failed += [job for _, job in self._waiting]

    def _lead(self, worker: "subprocess.Popen[str]", report: Callable[[Job, bool], None]) -> None:
        """Give one worker jobs until there are none, or until it is gone."""
        assert worker.stdin
        assert worker.stdout
        alive = True
        while alive and (entry := self._next()):
            game, steps = entry[1]
            report(entry[1], False)
            try:
                worker.stdin.write(" ".join((game, *steps)) + "\n")
                worker.stdin.flush()
                alive = worker.stdout.readline().strip() == DONE
            except OSError:
                alive = False
            report(entry[1], True)
            with self._changed:
                self._begun.remove(entry)
                if not alive:
                    self.failed.append(entry[1])
                self._changed.notify_all()

    def _next(self) -> tuple[int, Job] | None:
        """Wait for a job that can be begun; None if no job is left."""
        with self._changed:
            while self._waiting:
                for entry in self._waiting:
                    number, (game, _) = entry
                    if all(other >= number or name != game for other, (name, _) in self._waiting + self._begun):
                        self._waiting.remove(entry)
                        self._begun.append(entry)
                        return entry
                self._changed.wait()
            return None
