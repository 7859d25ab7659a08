"""Compiling games side by side for `mctsky cache warm`, on the worker processes that also play matches."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from mctsky.arena.playing.runner import ProcessExecutor
from mctsky.arena.playing.warm import warm_step

MAX_WORKERS = 4  # a game's longest step is a quarter of its time, and every worker takes memory
Job = tuple[str, tuple[str, ...]]  # a game, and steps of it that share most of what they compile
_TICK = 0.1  # seconds between two looks at the keyboard


def n_workers() -> int:
    """Return how many processes are worth while here."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MAX_WORKERS)


def do_job(job: Job) -> None:
    """Compile the steps of a job; what workers are given."""
    name, steps = job
    for step in steps:
        warm_step(name, step)


def warm_side_by_side(
    waves: Sequence[Sequence[Job]],
    report: Callable[[Job], None],
    do: Callable[[Job], None] = do_job,
    make_executor: Callable[[int], ProcessExecutor] = ProcessExecutor,
) -> list[Job]:
    """Do jobs in worker processes and return those that failed, for the caller to do again and report the error.

    No job of a game begins before those of its earlier waves have ended. `report` is told of every job that has ended.
    """
    waiting = [(number, job) for number, wave in enumerate(waves) for job in wave]
    running: dict[Future[None], tuple[int, Job]] = {}
    failed: list[Job] = []
    executor = make_executor(min(n_workers(), len(waiting)))
    try:
        while waiting or running:
            for entry in [entry for entry in waiting if _may_begin(entry, [*waiting, *running.values()])]:
                running[executor.submit(do, entry[1])] = entry
                waiting.remove(entry)
            for future in wait(running, timeout=_TICK, return_when=FIRST_COMPLETED).done:
                job = running.pop(future)[1]
                if future.exception() is not None:
                    failed.append(job)
                report(job)
    except BrokenExecutor:  # a worker has died while jobs were handed over
        pass
    finally:
        executor.abandon()
    return failed + [job for _, job in [*running.values(), *waiting]]


def _may_begin(entry: tuple[int, Job], others: Sequence[tuple[int, Job]]) -> bool:
    """Say whether no job of an earlier wave of the same game is left."""
    number, (name, _) = entry
    return all(other >= number or game != name for other, (game, _) in others)
