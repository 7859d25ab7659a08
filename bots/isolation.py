"""Any bot of mctsky in a process of its own: the same moves, but it can reach nothing of the arena and cannot take it down.

A process is kept for the next game of a bot with the same spec, since starting one takes a second or two; the bot in it is made
anew for every game. Two seats never share a process. A process that failed is replaced with the next game.
"""

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mctsky.arena.protocol_log import ProtocolLog
from mctsky.bots._process import BotProcess, Tell
from mctsky.bots._protocol import Line, game_members
from mctsky.bots.api import Bot
from mctsky.bots.external import ExternalBot, RemoteBot
from mctsky.bots.registry import make_bot
from mctsky.core.position import Game

MOST_IDLE = 8  # processes of one spec that wait for a game
_PATHS = "MCTSKY_SERVE_PATHS"
# The other side must find the same bots and games as we do. Our paths go last there: a folder with scripts, which Python puts
# first in a process that runs one of them, may hide a module of the standard library.
_SERVE = (
    "import os, sys\n"
    f"sys.path += [path for path in os.environ.pop('{_PATHS}').split(os.pathsep) if path not in sys.path]\n"
    "from mctsky.bots.serve import main\n"
    "main()\n"
)


class _Processes:
    """The processes that no game uses at the moment."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew in a forked process: what is idle belongs to the parent."""
        self._lock = threading.Lock()
        self._idle: dict[str, list[Line]] = {}

    def take(self, spec: str, patience: float, tell: Tell | None = None) -> Line:
        with self._lock:
            waiting = self._idle.get(spec, [])
            line = waiting.pop() if waiting else None
        if line is not None and line.process.wait(0.0) is None:
            line.process.tell = tell
            return line
        if line is not None:
            line.close()
        paths = os.pathsep.join(path for path in sys.path if path)
        line = Line(BotProcess([sys.executable, "-P", "-c", _SERVE, spec], {_PATHS: paths}, tell))
        try:
            line.hello(patience)
        except BaseException:
            line.close()
            raise
        return line

    def give_back(self, spec: str, line: Line) -> None:
        with self._lock:
            waiting = self._idle.setdefault(spec, [])
            keep = not line.process.broken and len(waiting) < MOST_IDLE
            if keep:
                waiting.append(line)
        if not keep:
            line.close()


_PROCESSES = _Processes()
os.register_at_fork(after_in_child=_PROCESSES.forget)


class IsolatedBot(RemoteBot):
    """A bot of mctsky that plays in another process; here it only answers for its parameters."""

    _is_ours = True

    def __init__(self, spec: str) -> None:
        """Check the spec; no process is needed yet."""
        self.spec = spec
        self.inner = make_bot(spec)
        self.cheats = self.inner.cheats
        self.observes = self._tells_events = self.inner.observes

    def check(self, game: Game) -> None:
        """Raise what the bot itself would raise."""
        self.inner.check(game)

    def parameters(self) -> Mapping[str, Any]:
        """Return the bot's own."""
        return self.inner.parameters()

    def warm(self, game: Game) -> None:
        """Let a process compile what the bot needs, and keep it for the first game; compile here what messages need."""
        super().warm(game)
        line = _PROCESSES.take(self.spec, self.patience, self._teller(self.spec))
        try:
            line.ask({"type": "warm", **game_members(game)}, self.patience)
        finally:
            _PROCESSES.give_back(self.spec, line)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Take a process, which warms itself where it has not yet, and begin."""
        super().new_game(game, seat, seed)
        self._release()
        self._begin(_PROCESSES.take(self.spec, self.patience, self._teller(self.spec)), game, seat, seed)

    def end(self, result: Sequence[float]) -> None:
        """Tell the result and leave the process to others."""
        self._tell_result(result)
        self._release()

    def _release(self) -> None:
        if self._line is not None:
            _PROCESSES.give_back(self.spec, self._line)
            self._line = None


def isolated(spec: str) -> Bot:
    """Return the bot of a spec in a process of its own; one that has its own already, or needs our terminal, stays as it is."""
    bot = make_bot(spec)
    return bot if isinstance(bot, ExternalBot) or bot.interactive else IsolatedBot(spec)


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
