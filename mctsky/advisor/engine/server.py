"""The engine: a queue of requests by priority, threads that answer them, and replies as they come."""

import heapq
import itertools
import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from mctsky._version import __version__
from mctsky.advisor.engine.compiling import Compilation, is_compiled
from mctsky.advisor.engine.job import Job
from mctsky.advisor.engine.protocol import (
    MAX_LINE,
    PROTOCOL,
    Action,
    Limits,
    Query,
    RequestError,
    read_action,
    read_line,
    read_query,
)
from mctsky.advisor.engine.views import Views
from mctsky.advisor.trees import Trees
from mctsky.core.position import Game
from mctsky.core.registry import game_names, load
from mctsky.errors import MctskyError, one_line

log = logging.getLogger(__name__)

Reply = Mapping[str, Any]
MAX_GAMES = 32  # that stay loaded
KEPT_TREES = 16


class Engine:
    """Answers lines. `send` gets every reply, from any thread but never two at once."""

    def __init__(self, send: Callable[[Reply], None], limits: Limits, workers: int = 1) -> None:
        """Start the threads."""
        self._send, self._limits, self.trees, self.views = send, limits, Trees(KEPT_TREES), Views()
        self._changed = threading.Condition()
        self._sending = threading.Lock()
        self._jobs: set[Job] = set()  # those whose last reply has not been sent
        self._ids: set[str] = set()  # of those whose last reply is not ready
        self._queue: list[tuple[int, int, Job]] = []
        self._numbers = itertools.count()
        self._games: dict[str, Game] = {}
        self._compilations: dict[tuple[Game, str], tuple[Compilation, list[Job]]] = {}
        self._compiled: set[tuple[Game, str]] = set()
        self._closing = False
        self.failure: BaseException | None = None  # of `send`: the client is gone
        self._threads = [threading.Thread(target=self._work, name="mctsky-engine", daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    # ------------------------------------------------------------ lines

    def take(self, line: bytes) -> None:
        """Answer a line, or put its request into the queue; a bad line gets a reply with `error` and `field`."""
        identity: str | None = None
        try:
            data = read_line(line)
            if isinstance(data.get("id"), str):
                identity = data["id"][:1000]
            if "action" in data:
                self._act(read_action(data))
            else:
                self._enqueue(read_query(data, self._limits))
        except MctskyError as error:
            self.reply_error(identity, error)

    def _enqueue(self, query: Query) -> None:
        job = Job(query)
        with self._changed:
            if query.id in self._ids:
                problem = "a request with this id is not answered yet"
                raise RequestError(problem, given=query.id, where="engine", remedy="use another id", field="id")
            if len(self._queue) >= self._limits.queue:
                problem = f"{self._limits.queue} requests are waiting, and the queue is full"
                raise RequestError(
                    problem, where="engine", remedy="wait for replies, or start with a larger --max-queue", field=""
                )
            self._jobs.add(job)
            self._ids.add(query.id)
        self._warn(query.id, query.unknown)
        self._push(job)

    def _push(self, job: Job) -> None:
        with self._changed:
            heapq.heappush(self._queue, (-job.query.priority, next(self._numbers), job))
            self._changed.notify()

    def _warn(self, identity: str | None, unknown: tuple[str, ...]) -> None:
        for name in unknown:
            self.reply({"id": identity, "warning": "unknown field, ignored", "field": name[:200]})

    def _act(self, action: Action) -> None:
        reply: dict[str, Any] = {"id": action.id, "action": action.action}
        self._warn(action.id, action.unknown)
        if action.action == "query_version":
            reply |= {"version": __version__, "protocol": PROTOCOL, "games": game_names()}
        elif action.action == "clear_cache":
            self.views.clear()
            reply |= {"cleared": self.trees.clear()}
        else:
            with self._changed:
                known = [job for job in self._jobs if job.query.id in self._ids]
                chosen = known if action.terminate_id is None else [j for j in known if j.query.id == action.terminate_id]
            if action.terminate_id is not None:
                reply |= {"terminateId": action.terminate_id}
            reply |= {"terminated": len(chosen)}
            for job in chosen:
                self._terminate(job)
        self.reply(reply)

    def _terminate(self, job: Job) -> None:
        """End a job: one that waits is answered here, one that runs ends with what it has found."""
        job.stop.set()
        with self._changed:
            waiting = [entry for entry in self._queue if entry[2] is job]
            for entry in waiting:
                self._queue.remove(entry)
            heapq.heapify(self._queue)
            idle: list[Compilation] = []
            for compilation, jobs in self._compilations.values():
                if job in jobs:
                    jobs.remove(job)
                    waiting.append((0, 0, job))
                    idle += [] if jobs else [compilation]
        for compilation in idle:
            compilation.cancel()
        if waiting:
            self._finish(job, {"id": job.query.id, "status": "terminated"})

    # ------------------------------------------------------------ work

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._queue:
                    if self._closing:
                        return
                    self._changed.wait()
                job = heapq.heappop(self._queue)[2]
            try:
                self._answer(job)
            except MctskyError as error:
                self._finish(job, error_reply(job.query.id, error))
            except Exception as error:  # the engine must survive errors in a game of another package
                log.debug("request %s failed", job.query.id, exc_info=True)
                self._finish(job, {"id": job.query.id, "error": f"internal error: {one_line(error)}", "field": ""})

    def _answer(self, job: Job) -> None:
        game = self._load(job.query)
        variant = job.check(game)
        if not self._is_ready(game, variant, job):
            return
        last: Reply | None = None
        for reply in job.answers(game, self.trees, self.views, self.reply):
            if last is not None:
                self.reply(last)
            last = reply
            if self.failure is not None:
                break
        self._finish(job, last)

    def _load(self, query: Query) -> Game:
        key = json.dumps([query.game, query.options], sort_keys=True)
        game = self._games.get(key)
        if game is None:
            try:
                game = load(query.game, query.options)
            except MctskyError as error:
                error.field = error.field or ("options" if query.game in game_names() else "game")
                raise
            if len(self._games) >= MAX_GAMES:
                self._games.clear()
            self._games[key] = game
        game.check_files()
        return game

    def warm(self, name: str) -> None:
        """Compile a game for the default bot in the background."""
        game = load(name)
        if not is_compiled(game, "ismcts"):
            self._compile(game, "ismcts", None)

    def _is_ready(self, game: Game, variant: str, job: Job) -> bool:
        """Say whether a job can go on; if its game has to be compiled, it waits for that."""
        if (game, variant) in self._compiled or is_compiled(game, variant):
            return True
        self._compile(game, variant, job)
        return False

    def _compile(self, game: Game, variant: str, job: Job | None) -> None:
        key = (game, variant)
        if job is not None:
            self.reply({"id": job.query.id, "status": "compiling"})
        with self._changed:
            if job is not None and job.stop.is_set():  # terminated before it began to wait
                terminated = True
            else:
                terminated = False
                if key not in self._compilations:
                    started = Compilation(game, variant, lambda problem: self._compiled_now(key, problem))
                    self._compilations[key] = (started, [])
                if job is not None:
                    self._compilations[key][1].append(job)
        if terminated and job is not None:
            self._finish(job, {"id": job.query.id, "status": "terminated"})

    def _compiled_now(self, key: tuple[Game, str], problem: str) -> None:
        with self._changed:
            compilation, jobs = self._compilations.pop(key)
            if not problem:
                self._compiled.add(key)
            self._changed.notify_all()
        for job in jobs:
            if problem and not compilation.was_cancelled:  # else this job came while the child was being killed
                self._finish(job, {"id": job.query.id, "error": problem, "field": "game"})
            else:
                self._push(job)

    # ------------------------------------------------------------ replies

    def reply(self, reply: Reply) -> None:
        """Send a reply; when that fails, everything ends."""
        with self._sending:
            if self.failure is not None:
                return
            try:
                self._send(reply)
            except BaseException as error:
                self.failure = error
        if self.failure is not None:
            self._stop_all()

    def reply_error(self, identity: str | None, error: MctskyError) -> None:
        """Send an error."""
        self.reply(error_reply(identity, error))

    def _finish(self, job: Job, reply: Reply | None) -> None:
        """Send the last reply of a job and forget it; its id is free as soon as the client can know."""
        with self._changed:
            self._ids.discard(job.query.id)
        if reply is not None:
            self.reply(reply)
        with self._changed:
            self._jobs.discard(job)
            self._changed.notify_all()

    # ------------------------------------------------------------ the end

    @property
    def is_idle(self) -> bool:
        """Whether every request has been answered."""
        return not self._jobs and not self._compilations

    def wait(self, seconds: float) -> None:
        """Wait until all requests are answered, for at most `seconds`."""
        with self._changed:
            if not self.is_idle and self.failure is None:
                self._changed.wait(seconds)

    def _stop_all(self) -> None:
        with self._changed:
            jobs = list(self._jobs)
            self._changed.notify_all()
        for job in jobs:
            job.stop.set()

    def close(self) -> None:
        """End everything at once, child processes too; open requests get no reply."""
        with self._changed:
            self._closing = True
            self._queue.clear()
            compilations = [compilation for compilation, _ in self._compilations.values()]
            self._changed.notify_all()
        self._stop_all()
        for compilation in compilations:
            compilation.cancel()
        deadline = time.monotonic() + 1.0
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))


def error_reply(identity: str | None, error: MctskyError) -> dict[str, Any]:
    """Return the reply for an error."""
    return {"id": identity, "error": str(error), "field": error.field}


def read_lines(read: Callable[[], bytes], take: Callable[[bytes], None], refuse: Callable[[MctskyError], None]) -> None:
    """Read lines to the end of the input; refuse lines that are too long, skip empty ones.

    `read` returns the next bytes, empty at the end. The last line may lack its line break.
    """
    begun, skipping = b"", False
    while chunk := read():
        *lines, begun = (begun + chunk).split(b"\n")
        for line in lines:
            if skipping or len(line) > MAX_LINE:
                refuse(RequestError(f"a line has at most {MAX_LINE} bytes", where="engine", field=""))
            elif line.strip():
                take(line)
            skipping = False
        if len(begun) > MAX_LINE:
            begun, skipping = b"", True
    if skipping:
        refuse(RequestError(f"a line has at most {MAX_LINE} bytes", where="engine", field=""))
    elif begun.strip():
        take(begun)
