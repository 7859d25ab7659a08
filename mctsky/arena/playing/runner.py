"""Playing the games of a plan, here or on any `concurrent.futures.Executor`: a pool of processes, a cluster.

Games come back as they finish, in any order. At fixed iterations each goes the same way wherever it is played, so serial,
parallel and distributed matches have the same games.
"""

import contextlib
import fcntl
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing import resource_tracker
from types import FrameType
from typing import Any

from mctsky.arena.playing import time_limit
from mctsky.arena.playing.own_process import kill_adopted, protect
from mctsky.arena.playing.plan import MakeBot, Plan
from mctsky.arena.records.record import GameRecord
from mctsky.errors import MctskyError

log = logging.getLogger(__name__)

PER_WORKER = 2  # games in flight per worker: one is played, one waits, so that no worker ever does
ATTEMPTS = 3  # at a game whose worker dies
_ENDS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
_TICK = 0.5  # seconds between looks at the keyboard


class WorkerLostError(MctskyError):
    """A process that played a game ended again and again."""

    kind = "lost worker"


def play_task(plan: Plan, make_bot: MakeBot, index: int) -> GameRecord:
    """Play one game of a plan; what executors are given."""
    try:
        return plan.play(index, make_bot)
    finally:
        time_limit.rest()


class ProcessExecutor(ProcessPoolExecutor):
    """Worker processes that leave Ctrl-C to the parent and end with it, however it ends."""

    def __init__(self, n_workers: int) -> None:
        """Make a pool; processes start when they are needed."""
        self.n_workers = n_workers
        # Spawned, not forked: numba's and rich's threads do not survive a fork.
        context = multiprocessing.get_context("spawn")
        with _signals_blocked():  # its tracker knows of SIGINT and SIGTERM, not of SIGHUP, and complains when it is killed
            resource_tracker.ensure_running()  # now, because its start makes us hear signals again; see `submit`
        lifeline, self._lifeline = context.Pipe(duplex=False)
        super().__init__(n_workers, context, _begin_worker, (lifeline,))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Hand over a task; a process that starts here begins with Ctrl-C blocked, which it would answer with a traceback."""
        with _signals_blocked():
            return super().submit(fn, *args, **kwargs)

    def abandon(self) -> None:
        """End the workers now, in the middle of whatever they play."""
        for process in list((self._processes or {}).values()):
            process.kill()  # a bot may hold a worker's threads, the one at the lifeline included
        self._lifeline.close()
        self.shutdown(wait=True, cancel_futures=True)
        kill_adopted()  # what bots of the workers have left is ours now


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """Put off the signals that end a match; a process that is started meanwhile begins with them blocked.

    To block them is not enough: the system then tells another thread, and Python runs the handler in the main one all the same.
    """
    late: list[tuple[signal.Signals, FrameType | None]] = []
    handlers: dict[signal.Signals, Callable[[int, FrameType | None], Any]] = {}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    if threading.current_thread() is threading.main_thread():
        for number in _ENDS:
            handler = signal.getsignal(number)
            if callable(handler):
                handlers[number] = handler
                signal.signal(number, lambda number, frame: late.append((signal.Signals(number), frame)))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, frame in late:
            handlers[number](number, frame)


def _begin_worker(lifeline: Any) -> None:
    """Prepare a worker process; the parent holds the other end of `lifeline`, which closes when it lets go or is killed.

    Signals to the whole group are the parent's affair: it ends the workers. What a bot prints goes to stderr, because stdout
    is for tables and data.
    """
    for number in _ENDS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    time_limit.may_be_lost()
    protect()

    def hold() -> None:
        with contextlib.suppress(EOFError, OSError):
            lifeline.recv()
        os._exit(1)

    threading.Thread(target=hold, daemon=True, name="lifeline").start()
    _end_by_signal(lifeline.fileno())


def _end_by_signal(pipe: int) -> None:
    """Let the system end this process when the pipe closes, since a bot may keep our thread from running; Linux only."""
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError):  # no /proc: the thread has to do
        own = os.open(f"/proc/self/fd/{pipe}", os.O_RDONLY | os.O_NONBLOCK)  # opened again: workers share what they inherit
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(own, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(own, fcntl.F_SETFL, os.O_NONBLOCK | os.O_ASYNC)


def run_games(
    plan: Plan,
    indexes: Iterable[int],
    make_bot: MakeBot,
    make_executor: Callable[[], Executor] | None,
    make_isolated: MakeBot | None = None,
) -> Iterator[GameRecord]:
    """Play games by their numbers and yield their records as they finish; closing the iterator ends the games under way.

    Without an executor they are played here, one after another.

    When a worker process dies, nobody knows which of the games under way killed it. They are played again on new workers
    with every bot in a process of its own (`make_isolated`), so that the culprit loses its game and the others lose nothing;
    no other game is played beside them, because it could kill their workers too. After a second death all games are played so.
    """
    if make_executor is None:
        for index in indexes:
            yield plan.play(index, make_bot)
        return
    games = _Games(plan, iter(indexes), make_bot, make_executor, make_isolated)
    try:
        while True:
            games.hand_out()
            if games.is_done:
                games.executor.shutdown(wait=True)
                return
            yield from games.collect()
            games.recover()
    finally:
        _dismiss(games.executor)


class _Games:
    """The games of a plan: those being played, those to play again, and those not begun."""

    def __init__(
        self,
        plan: Plan,
        fresh: Iterator[int],
        make_bot: MakeBot,
        make_executor: Callable[[], Executor],
        make_isolated: MakeBot | None,
    ) -> None:
        self.plan, self.fresh, self.make_executor = plan, fresh, make_executor
        self.make_bot, self.make_isolated = make_bot, make_isolated
        self.running: dict[Future[GameRecord], tuple[int, int]] = {}  # numbers of games, and how often they were tried
        self.again: deque[tuple[int, int]] = deque()
        self.lost: list[tuple[int, int]] = []  # since the last `recover`
        self.is_broken = False  # the executor can play no more
        self.n_deaths = 0
        self.executor = make_executor()

    @property
    def is_done(self) -> bool:
        """Whether no game is left."""
        return not self.running and not self.lost

    def hand_out(self) -> None:
        """Give the executor as many games as it has room for."""
        while len(self.running) < _room(self.executor) and not self.is_broken:
            index, attempt = self._next()
            if index < 0:
                return
            is_alone = self.make_isolated and (attempt or self.n_deaths > 1)
            make = self.make_isolated if self.make_isolated and is_alone else self.make_bot
            try:
                self.running[_submit(self.executor, self.plan, make, index, attempt)] = (index, attempt)
            except BrokenExecutor:
                self.lost.append((index, attempt))
                self.is_broken = True

    def _next(self) -> tuple[int, int]:
        """Return the next game, those to play again first; -1 if none can begin now."""
        if self.again:
            return self.again.popleft()
        if any(attempt for _, attempt in self.running.values()):
            return -1, 0
        return next(self.fresh, -1), 0

    def collect(self) -> Iterator[GameRecord]:
        """Wait a moment and yield the games that have finished; note those whose worker died."""
        for future in wait(self.running, timeout=_TICK, return_when=FIRST_COMPLETED).done:
            game = self.running.pop(future)
            try:
                record = future.result()
            except (BrokenExecutor, CancelledError):  # the second: the cluster is gone
                self.lost.append(game)
                self.is_broken = True
            except getattr(self.executor, "LOSES_ONE_GAME", ()):
                self.lost.append(game)
            else:
                yield record

    def recover(self) -> None:
        """Make a new executor if the old one is broken, and queue the lost games again."""
        if self.is_broken:
            self.lost += self.running.values()
            self.running.clear()
            _dismiss(self.executor)
            self.executor, self.is_broken = self.make_executor(), False
        if self.lost:
            self.n_deaths += 1
            log.warning("a worker died; playing again, bots isolated: games %s", sorted(index for index, _ in self.lost))
            self.again.extend(_again(self.plan, index, attempt) for index, attempt in self.lost)
            self.lost = []


def _room(executor: Executor) -> int:
    """Return how many games may be under way; a cluster's workers come and go."""
    return getattr(executor, "PER_WORKER", PER_WORKER) * max(1, getattr(executor, "n_workers", 1))


def _again(plan: Plan, index: int, attempt: int) -> tuple[int, int]:
    if attempt + 1 >= ATTEMPTS:
        problem = f"the process that plays it has ended {ATTEMPTS} times"
        remedy = "see whether the machine runs out of memory; --resume goes on without losing a game"
        raise WorkerLostError(problem, given=plan.game_id(index), where=plan.game_name, remedy=remedy)
    return index, attempt + 1


def _submit(executor: Executor, plan: Plan, make_bot: MakeBot, index: int, attempt: int) -> "Future[GameRecord]":
    """Hand a game to the executor; a cluster is told the game's id as the key of the task."""
    by_key = getattr(executor, "submit_with_key", None)
    if by_key is not None:
        key = plan.game_id(index) + (f"-again-{attempt}" if attempt else "")  # its old key may still mean a failure
        keyed: Future[GameRecord] = by_key(key, play_task, plan, make_bot, index)
        return keyed
    return executor.submit(play_task, plan, make_bot, index)


def _dismiss(executor: Executor) -> None:
    if isinstance(executor, ProcessExecutor):
        executor.abandon()
    else:
        executor.shutdown(wait=False, cancel_futures=True)
