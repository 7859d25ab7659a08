"""Playing on a Dask cluster: any number of machines that were told one address. Needs the extra `cluster`.

Each game is a task whose key is the game's id. When a worker dies, the cluster plays its games again elsewhere; a game that
takes down one worker after another comes back to the runner, which isolates its bots.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import mctsky
from mctsky._version import __version__
from mctsky.errors import MctskyError

log = logging.getLogger(__name__)

CONNECT_SECONDS = 5.0
FIRST_WORKER_SECONDS = 10.0
_LOOK_SECONDS = 2.0  # between two counts of the workers
_ANSWER_SECONDS = 10.0  # for what a scheduler answers at once
_INSTALL = "pip install 'mctsky[cluster]'"


class ClusterError(MctskyError):
    """A cluster that is not there, or that cannot play."""

    kind = "bad cluster"


class LostResultError(Exception):
    """A game was played, but its worker died while the result travelled; play it again."""


def _pass_on(inner: "Future[Any]", outer: "Future[Any]") -> None:
    """Give the outcome of Dask's future to ours.

    Dask's executor (distributed 2026.8) takes the result of a worker that dies at that moment for an error, and fails with a
    TypeError of its own when it unpacks it. The game is not to blame.
    """
    if inner.cancelled():
        outer.cancel()
        outer.set_running_or_notify_cancel()
        return
    error = inner.exception()
    if error is None:
        outer.set_result(inner.result())
    else:
        outer.set_exception(LostResultError(str(error)) if _is_dasks_own(error) else error)


def _is_dasks_own(error: BaseException) -> bool:
    """Say whether an error was raised by Dask's executor itself, not by the task."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and Path(trace.tb_frame.f_code.co_filename).name == "cfexecutor.py" and type(error) is TypeError


class ClusterExecutor(Executor):
    """The workers of a Dask cluster, as the runner wants them; made by `connect`."""

    PER_WORKER = 4  # games under way: one is played, one waits at the worker, two at the scheduler while a result travels
    LOSES_ONE_GAME: tuple[type[BaseException], ...] = ()  # set by `connect`: errors that harm no other game

    def __init__(self, client: Any, address: str) -> None:
        """Take over a connected client; it is closed with this executor."""
        self.address, self._client = address, client
        self._inner = client.get_executor(pure=False)
        self._code = code_digest()
        self._n_threads, self._counted_at = 1, -_LOOK_SECONDS
        self._is_down = False

    @property
    def n_workers(self) -> int:
        """Games that can be played at once: the threads of all workers there are now."""
        now = time.monotonic()
        if now - self._counted_at >= _LOOK_SECONDS:
            with contextlib.suppress(Exception):  # a scheduler that is gone shows in the games
                n_threads = sum(self._client.nthreads(callback_timeout=_ANSWER_SECONDS).values())
                if not n_threads and self._n_threads:
                    log.warning("the cluster at %s has no workers any more; waiting for new ones", self.address)
                self._n_threads = n_threads
            self._counted_at = time.monotonic()
        return self._n_threads

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Hand over a task without a key of its own."""
        future: Future[Any] = self._inner.submit(fn, *args, **kwargs)
        return future

    def submit_with_key(self, key: str, fn: Callable[..., Any], /, *args: Any) -> "Future[Any]":
        """Hand over a task; the same key is the same task, also if a lost worker makes the cluster run it again."""
        inner: Future[Any] = self._inner.submit(_call, self._code, fn, *args, key=key)
        outer: Future[Any] = Future()
        inner.add_done_callback(lambda done: _pass_on(done, outer))
        return outer

    def check_workers(self) -> None:
        """Raise an error unless there are workers, all with the code of this process."""
        try:
            self._client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
            found = self._client.run(code_and_version, on_error="return")
        except TimeoutError:
            remedy = f"start some, on any machine: dask worker {self.address}"
            raise ClusterError("it has no workers", given=self.address, remedy=remedy) from None
        for worker, answer in sorted(found.items()):
            _compare(worker, answer, self._code)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster; unless waited for, games not begun are cancelled and the others' results dropped."""
        if self._is_down:
            return
        self._is_down = True
        with contextlib.suppress(Exception):  # nothing of what can fail here matters any more
            self._inner.shutdown(wait=wait and not cancel_futures)
        with contextlib.suppress(Exception):
            self._client.close(timeout=_ANSWER_SECONDS)


def connect(address: str) -> ClusterExecutor:
    """Return an executor on the Dask cluster whose scheduler listens at `address`, for example tcp://host:8786."""
    address = _full_address(address)
    distributed = _import()
    _probe(distributed, address)
    # The rest of its environment may differ from ours; what matters is compared in `check_workers`.
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        try:
            client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="mctsky")
        except (OSError, TimeoutError, ValueError) as error:
            raise _unreachable(address, error) from None
    for remark in remarks:
        log.info("cluster at %s: %s", address, remark.message)
    executor = ClusterExecutor(client, address)
    executor.LOSES_ONE_GAME = (distributed.scheduler.KilledWorker, LostResultError)
    try:
        executor.check_workers()
    except BaseException:
        executor.shutdown(wait=False)
        raise
    return executor


def _import() -> Any:
    """Return Dask's package; where it is not loaded yet, its log messages stay away from stderr."""
    is_ours = "distributed" not in sys.modules
    try:
        import distributed.comm.core
        import distributed.scheduler
    except ImportError as error:
        problem = f"Dask is not installed: {error}"
        raise ClusterError(problem, given="--cluster", where="match", remedy=_INSTALL) from None
    if is_ours:
        names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("distributed", "tornado")]
        for logger in map(logging.getLogger, ("distributed", "tornado", *names)):
            logger.handlers = [logging.NullHandler()]
            logger.propagate = False
    return distributed


def _full_address(address: str) -> str:
    """Return the address with its scheme, or raise an error that says how addresses look."""
    full = address if "://" in address else f"tcp://{address}"
    try:
        parts = urlsplit(full)
        if parts.scheme not in ("tcp", "tls"):
            raise ValueError(f"{parts.scheme} is not among tcp and tls")
        if not parts.hostname or not parts.port:
            raise ValueError("host or port is missing")
    except ValueError as error:
        remedy = "write tcp://HOST:PORT, as `dask scheduler` says when it starts"
        raise ClusterError(f"this is not an address: {error}", given=address, remedy=remedy) from None
    return full


def _probe(distributed: Any, address: str) -> None:
    """Raise an error unless a scheduler answers; Dask's client, which would also find out, is noisy about it."""
    outcome: list[Any] = []

    async def identity() -> str:
        comm = await distributed.comm.core.connect(address, timeout=CONNECT_SECONDS)
        try:
            answer = await distributed.core.send_recv(comm, op="identity")
        finally:
            comm.abort()
        return str(answer.get("type")) if isinstance(answer, dict) else "something else"

    def ask() -> None:  # in a thread of its own, because the caller's may have a loop already
        try:
            outcome.append(asyncio.run(asyncio.wait_for(identity(), CONNECT_SECONDS + 1.0)))
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join()
    if isinstance(outcome[0], Exception):
        raise _unreachable(address, outcome[0])
    if outcome[0] != "Scheduler":
        problem = f"this is a {outcome[0].lower()}, not a scheduler"
        raise ClusterError(problem, given=address, remedy="give the address that the workers were given")


def _unreachable(address: str, error: Exception) -> ClusterError:
    log.info("cluster at %s: %s", address, error)
    remedy = "start one with `dask scheduler`, or check whether a firewall is in the way"
    problem = f"no Dask scheduler answers within {CONNECT_SECONDS:g} s"
    return ClusterError(problem, given=address, remedy=remedy)


def _call(code: str, fn: Callable[..., Any], /, *args: Any) -> Any:
    """Run a task on a worker, which may have joined after the others were compared with us."""
    if code_digest() != code:
        _compare("that has joined", (code_digest(), __version__), code)
    return fn(*args)


def _compare(worker: str, answer: Any, code: str) -> None:
    """Raise an error unless a worker has the code that we have: its games would go another way."""
    if isinstance(answer, BaseException):
        problem = f"worker {worker} cannot load mctsky: {answer}"
    elif answer[0] != code:
        other = answer[1] if answer[1] != __version__ else f"another state of {__version__}"
        problem = f"worker {worker} has mctsky {other}, this machine has {__version__}"
    else:
        return
    remedy = f"install the same everywhere (pip install 'mctsky[cluster]=={__version__}') and start the workers again"
    raise ClusterError(problem, remedy=remedy)


def code_and_version() -> tuple[str, str]:
    """Return what has to be the same on all machines, and what people call it."""
    return code_digest(), __version__


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Return a digest of all modules and data that games depend on; versions under development share a number."""
    digest = hashlib.sha256()
    for path, name in sorted(_modules(Path(mctsky.__file__).parent)):
        digest.update(f"\n{name}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _modules(package: Path) -> Iterable[tuple[Path, str]]:
    for folder, folders, files in os.walk(package, followlinks=True):  # bots is a link in a checkout
        if "cli" in folders:
            folders.remove("cli")
        for file in files:
            if file.endswith((".py", ".txt", ".toml")):  # boards and cards are rules too
                path = Path(folder) / file
                yield path, path.relative_to(package).as_posix()
