"""A player at the other end of a pipe: what programs and isolated bots have in common."""

import contextlib
import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.arena.playing.protocol_log import ProtocolLog
from mctsky.arena.playing.warm import warm_rules
from mctsky.bots.api import Bot
from mctsky.bots.processes.cpu import tree_seconds
from mctsky.bots.processes.process import BotProcess, Tell
from mctsky.bots.processes.protocol import Line, choose_message, new_game_message, observe_message, read_move
from mctsky.bots.processes.sandbox import Cell, Sandbox
from mctsky.core.position import Game, View


class RemoteBot(Bot):
    """A player at the other end of a pipe: what the seat may know goes there, a move comes back."""

    start_seconds = 30.0  # more patience with `new_game`: a process has to start
    _line: Line | None = None
    _n_told = 0
    _info: Mapping[str, Any] | None = None
    _tells_events = False
    log: ProtocolLog | None = None  # told of every line
    sandbox: Sandbox | None = None  # where the program runs
    _is_ours = False  # the other side is mctsky too, and takes views as bytes

    def warm(self, game: Game) -> None:
        """Compile what messages need."""
        warm_rules(game, texts=True)

    def _teller(self, spec: str) -> Tell | None:
        """Return what is told of every line of a process, None without a log."""
        return None if self.log is None else partial(_tell, self.log, spec)

    def _connected(self) -> Line:
        if self._line is None:
            raise BotFailure(Fault.CRASH, "there is no process; new_game comes first")
        return self._line

    def _start(self, arguments: Sequence[str], environment: Mapping[str, str], spec: str, game: Game | None = None) -> Line:
        """Start a program, in a cell if there is a sandbox, and shake hands."""
        tell = self._teller(spec)
        if self.sandbox is None:
            line = Line(BotProcess(arguments, environment, tell))
        else:
            files = [] if game is None else [os.path.abspath(path) for path in game.spec.user_files(game.options).values()]  # noqa: PTH100
            with Cell(self.sandbox, arguments, files) as cell:
                line = Line(BotProcess(cell.command, environment, tell, cell.descriptors))
        try:
            line.hello(self.patience)
        except BaseException:
            line.close()
            raise
        return line

    def _begin(self, line: Line, game: Game, seat: int, seed: int) -> dict[str, Any]:
        self._line, self._n_told, self._info = line, 0, None
        return line.ask(new_game_message(game, seat, seed, full_paths=self.sandbox is not None), self.patience)

    def choose(self, view: View) -> int:
        """Ask the program."""
        line, codes = self._connected(), view.own_codes()
        request = choose_message(view, codes, self._n_told, self._is_ours)
        answer = line.ask(request, self.patience)
        self._hear_flag(answer)
        self._n_told = len(view.observed)
        info = answer.get("info")
        self._info = info if isinstance(info, dict) else None
        return read_move(answer, codes, request.get("moves", ()))

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of the program and its descendants so far."""
        return tree_seconds(self._connected().process.pid)

    def _hear_flag(self, answer: Mapping[str, Any]) -> None:
        """Note what a bot of ours says of its flag `cheats`; the referee compares it, and never shows more because of it."""
        if self._is_ours and "cheats" in answer:
            self.cheats = bool(answer["cheats"])

    def thoughts(self) -> Mapping[str, Any] | None:
        """Return the `info` of the last answer."""
        return self._info

    def observe(self, view: View) -> None:
        """Pass the event on, if the program wants to know."""
        if self._tells_events and len(view.observed) > self._n_told:
            self._connected().tell(observe_message(view, self._n_told, self._is_ours), self.patience)
            self._n_told = len(view.observed)

    def _tell_result(self, result: Sequence[float]) -> None:
        if self._line is not None and not self._line.process.broken:
            with contextlib.suppress(BotFailure):  # the result stands, whatever becomes of the program
                self._line.tell({"type": "end", "result": [float(value) for value in result]}, min(self.patience, 1.0))


def _tell(log: ProtocolLog, spec: str, process: int, direction: str, line: bytes) -> None:
    log.write(spec, process, direction, line)
