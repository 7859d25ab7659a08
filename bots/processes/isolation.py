"""Any bot of mctsky in a process of its own: the same moves, but it can reach nothing of the arena and cannot take it down.

A process is kept for the next game of a bot with the same spec, since starting one takes a second or two; the bot in it is made
again for every game. Two seats never share a process. A process that failed is replaced with the next game. In a sandbox every
game has a new process. Code of other packages is loaded there and never in the arena.
"""

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mctsky.arena.playing.failure import BotFailure
from mctsky.arena.playing.protocol_log import ProtocolLog
from mctsky.bots.api import Bot
from mctsky.bots.external import ExternalBot
from mctsky.bots.processes.protocol import Line, game_members
from mctsky.bots.processes.remote import RemoteBot
from mctsky.bots.processes.sandbox import Sandbox
from mctsky.bots.registry import find_module, is_foreign, make_bot, stays_here
from mctsky.core.position import Game
from mctsky.errors import OptionError

MAX_IDLE = 8  # processes of one spec that wait for a game
CHECK_PATIENCE = 120.0  # seconds for a plug-in to be loaded and asked before a match
_PATHS = "MCTSKY_SERVE_PATHS"
# The other side must find the same bots and games as we do. Our paths go last there: a folder with scripts, which Python puts
# first in a process that runs one of them, may hide a module of the standard library.
_SERVE = (
    "import os, sys\n"
    f"sys.path += [path for path in os.environ.pop('{_PATHS}').split(os.pathsep) if path not in sys.path]\n"
    "from mctsky.bots.processes.serve import main\n"
    "main()\n"
)


class _Processes:
    """The processes that no game uses at the moment."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Start again in a forked process: what is idle belongs to the parent."""
        self._lock = threading.Lock()
        self._idle: dict[str, list[Line]] = {}

    def take(self, spec: str) -> Line | None:
        with self._lock:
            waiting = self._idle.get(spec, [])
            line = waiting.pop() if waiting else None
        if line is not None and line.process.wait(0.0) is None:
            return line
        if line is not None:
            line.close()
        return None

    def give_back(self, spec: str, line: Line) -> None:
        with self._lock:
            waiting = self._idle.setdefault(spec, [])
            keep = not line.process.broken and len(waiting) < MAX_IDLE
            if keep:
                waiting.append(line)
        if not keep:
            line.close()


_PROCESSES = _Processes()
os.register_at_fork(after_in_child=_PROCESSES.forget)


class IsolatedBot(RemoteBot):
    """A bot of mctsky that plays in another process, and answers there what is asked before a match."""

    _is_ours = True

    def __init__(self, spec: str, sandbox: Sandbox | None = None) -> None:
        """Check the spec; no process is needed yet."""
        self.spec, self.sandbox = spec, sandbox
        self._parameters: Mapping[str, Any] = {}
        find_module(spec)  # an error, if there is none

    def check(self, game: Game) -> None:
        """Raise what the bot itself raises in its process."""
        self.patience = min(self.patience, CHECK_PATIENCE)
        try:
            line = self._take(game)
            try:
                answer = line.ask({"type": "check", **self._members(game)}, self.patience)
            finally:
                self._leave(line)
        except BotFailure as failure:
            remedy = "see its documentation, or tell its author"
            where = f"bot {self.spec.partition(':')[0].strip()}"
            raise OptionError(f"it cannot be asked: {failure}", given=self.spec, where=where, remedy=remedy) from None
        self._hear_flag(answer)
        self.observes = bool(answer.get("observe"))
        self._parameters = answer["parameters"] if isinstance(answer.get("parameters"), dict) else {}
        if answer.get("interactive"):
            problem = "it needs this terminal, which a process of its own does not have"
            raise OptionError(problem, given=self.spec, where="--isolate", remedy="leave --isolate out")

    def parameters(self) -> Mapping[str, Any]:
        """Return the bot's own."""
        return self._parameters

    def warm(self, game: Game) -> None:
        """Let a process compile what the bot needs, and keep it for the first game; compile here what messages need."""
        super().warm(game)
        if self.sandbox is not None:
            return  # what it compiles is gone with its process
        line = self._take(game)
        try:
            line.ask({"type": "warm", **self._members(game)}, self.patience)
        finally:
            self._leave(line)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Take a process, which warms itself where it has not yet, and begin."""
        super().new_game(game, seat, seed)
        self._release()
        line = self._take(game)
        self._hear_flag(line.about)
        self.observes = self._tells_events = bool(line.about.get("observe"))
        self._hear_flag(self._begin(line, game, seat, seed))

    def end(self, result: Sequence[float]) -> None:
        """Tell the result and leave the process to others."""
        self._tell_result(result)
        self._release()

    def _members(self, game: Game) -> dict[str, Any]:
        return game_members(game, full_paths=self.sandbox is not None)

    def _take(self, game: Game) -> Line:
        line = _PROCESSES.take(self.spec) if self.sandbox is None else None
        if line is not None:
            line.process.tell = self._teller(self.spec)
            return line
        paths = os.pathsep.join(path for path in sys.path if path)
        return self._start([sys.executable, "-P", "-c", _SERVE, self.spec], {_PATHS: paths}, self.spec, game)

    def _leave(self, line: Line) -> None:
        if self.sandbox is None:
            _PROCESSES.give_back(self.spec, line)
        else:
            line.close()

    def _release(self) -> None:
        if self._line is not None:
            self._leave(self._line)
            self._line = None


def isolated(spec: str) -> Bot:
    """Return the bot of a spec in a process of its own; one that has its own already, or needs our terminal, stays as it is."""
    return make_bot(spec) if stays_here(spec) else IsolatedBot(spec)


@dataclass(frozen=True)
class SandboxedBots:
    """Makes programs and bots of other packages in cells of a sandbox; bots of mctsky have plain processes of their own."""

    sandbox: Sandbox

    def __call__(self, spec: str) -> Bot:
        """Return the bot of a spec."""
        bot = isolated(spec)
        if isinstance(bot, ExternalBot) or (isinstance(bot, IsolatedBot) and is_foreign(spec)):
            bot.sandbox = self.sandbox
        return bot


@dataclass(frozen=True)
class LoggedBots:
    """Makes bots as `make` does; those in processes of their own write every line to a log."""

    make: Callable[[str], Bot]
    log: ProtocolLog

    def __call__(self, spec: str) -> Bot:
        """Return the bot of a spec."""
        bot = self.make(spec)
        if isinstance(bot, RemoteBot):
            bot.log = self.log
        return bot
