"""Compiling side by side, on the worker processes that also play matches: for `mctsky cache warm`, and before a match."""

import contextlib
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from mctsky.arena.playing.runner import ProcessExecutor
from mctsky.arena.playing.warm import HALVES, STEPS, warm_rules, warm_step
from mctsky.core import entries, jit
from mctsky.core.position import Game

log = logging.getLogger(__name__)

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


def prepare_search(game: Game, spec: str) -> None:
    """Compile what the search of a bot shares between games' rules; what a worker is given."""
    from mctsky.bots import make_bot

    entries.prepare_searches()
    with contextlib.suppress(entries.SearchPrepared):
        make_bot(spec).warm(game)


def warm_rules_and_search(
    game: Game,
    spec: str,
    prepare: Callable[[Game, str], None] = prepare_search,
    make_executor: Callable[[int], ProcessExecutor] = ProcessExecutor,
) -> None:
    """Compile the rules here, while a worker prepares the search of a bot; without a second core only the rules.

    The worker starts when it turns out that something has to be compiled. Whatever becomes of it, the bot's own `warm` compiles
    what is missing.
    """
    running: list[tuple[ProcessExecutor, Future[None]]] = []

    def begin() -> None:
        try:
            executor = make_executor(1)
            running.append((executor, executor.submit(prepare, game, spec)))
        except OSError as error:
            log.debug("no process to prepare the search: %s", error)

    if n_workers() > 1 and not jit.CHECKED:
        entries.BEFORE_COMPILING.append(begin)
    try:
        warm_rules(game)
        for _, future in running:
            while not wait([future], timeout=_TICK).done:
                pass
            log.debug("the search is prepared: %s", future.exception() or "without errors")
    finally:
        entries.BEFORE_COMPILING.clear()
        for executor, _ in running:
            executor.abandon()
