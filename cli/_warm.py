"""Compiling games side by side for `mctsky cache warm`, on the worker processes that also play matches."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from mctsky.arena.playing.runner import ProcessExecutor
from mctsky.arena.playing.warm import HALVES, STEPS, warm_step

MAX_WORKERS = 4  # every worker takes a gigabyte of memory
Job = tuple[str, tuple[str, ...]]  # a game, and steps of it
_TICK = 0.1  # seconds between two looks at the keyboard


def n_workers() -> int:
    """Return how many processes are worth starting here."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MAX_WORKERS)


def make_jobs(names: Sequence[str]) -> list[Job]:
    """Return what compiles these games: a job per game, or two where there are fewer games than workers."""
    parts = (STEPS,) if len(names) >= n_workers() else HALVES
    return [(name, steps) for name in names for steps in parts]


def do_job(job: Job) -> None:
    """Compile the steps of a job; what workers are given."""
    name, steps = job
    for step in steps:
        warm_step(name, step)


def warm_side_by_side(
    jobs: Sequence[Job],
    report: Callable[[Job], None],
    do: Callable[[Job], None] = do_job,
    make_executor: Callable[[int], ProcessExecutor] = ProcessExecutor,
) -> list[Job]:
    """Do jobs in worker processes and return those that failed, for the caller to repeat and report.

    `report` is told of every job that has ended.
    """
    waiting, failed = list(jobs), list[Job]()
    running: dict[Future[None], Job] = {}
    executor = make_executor(min(n_workers(), len(waiting)))
    try:
        while waiting:
            running[executor.submit(do, waiting[0])] = waiting[0]
            del waiting[0]
        while running:
            for future in wait(running, timeout=_TICK, return_when=FIRST_COMPLETED).done:
                job = running.pop(future)
                if future.exception() is not None:
                    failed.append(job)
                report(job)
    except BrokenExecutor:  # a worker has died while jobs were handed over
        pass
    finally:
        executor.abandon()
    return [*failed, *running.values(), *waiting]
