"""Plays the moves of any program that speaks the protocol of docs/bots.md: `exec:./mybot --flag`."""

import contextlib
import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from mctsky.arena.failure import BotFailure, Fault
from mctsky.arena.protocol_log import ProtocolLog
from mctsky.bots._cpu import tree_seconds
from mctsky.bots._process import BotProcess, Tell
from mctsky.bots._protocol import Line, choose_message, new_game_message, observe_message, read_move, warm_views
from mctsky.bots.api import Bot, refuse_unknown
from mctsky.bots.sandbox import Cell, Sandbox
from mctsky.core.position import Game, View
from mctsky.errors import OptionError

HELLO_PATIENCE = 30.0  # seconds for the handshake before a match


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
        warm_views(game)

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
            files = [] if game is None else [os.path.abspath(path) for path in game.spec.own_files(game.options).values()]  # noqa: PTH100
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
        """Pass it on, if the program wants to know."""
        if self._tells_events and len(view.observed) > self._n_told:
            self._connected().tell(observe_message(view, self._n_told, self._is_ours), self.patience)
            self._n_told = len(view.observed)

    def _tell_result(self, result: Sequence[float]) -> None:
        if self._line is not None and not self._line.process.broken:
            with contextlib.suppress(BotFailure):  # the result stands, whatever becomes of the program
                self._line.tell({"type": "end", "result": [float(value) for value in result]}, min(self.patience, 1.0))


def _tell(log: ProtocolLog, spec: str, process: int, direction: str, line: bytes) -> None:
    log.write(spec, process, direction, line)


class ExternalBot(RemoteBot):
    """A program in any language. Each game has a process of its own: the games of a block share one deal, and a program that
    lives on could remember the other seats' cards."""

    def __init__(self, command: str) -> None:
        """Keep the command line; nothing is started yet."""
        self.command = command
        try:
            self.arguments = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"{error}", given=command, where="bot exec", remedy="close the quotes") from None
        self._about: dict[str, Any] = {}

    def check(self, game: Game) -> None:
        """Refuse a command that does not exist or does not shake hands, and a game that the program does not play."""
        find_program(self.arguments, self.command)
        self.patience = min(self.patience, HELLO_PATIENCE)
        try:
            line = self._start(self.arguments, {}, f"exec:{self.command}", game)
        except BotFailure as failure:
            remedy = f"see docs/bots.md; `mctsky check-bot {shlex.quote(self.command)}` says more"
            raise OptionError(f"no handshake: {failure}", given=self.command, where="bot exec", remedy=remedy) from None
        self._about = line.about
        line.close()
        plays = self._about.get("games")
        if plays is not None and game.name not in plays:
            problem = f"{self._about['name']} does not play {game.name}"
            remedy = f"it plays: {', '.join(plays) or 'nothing'}"
            raise OptionError(problem, given=self.command, where="bot exec", remedy=remedy)

    def parameters(self) -> Mapping[str, Any]:
        """Return the command, and what the program said about itself in `check`."""
        told: dict[str, Any] = {key: value for key, value in self._about.items() if key in ("name", "version", "parameters")}
        return {"command": self.command, **told}

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Start the program and shake hands."""
        super().new_game(game, seat, seed)
        if not self.arguments:
            raise BotFailure(Fault.CRASH, "no command is given")
        self._close()
        self._line = self._start(self.arguments, {}, f"exec:{self.command}", game)
        self._about = self._line.about
        self.observes = self._tells_events = self._about.get("observe", False)
        self._begin(self._line, game, seat, seed)

    def end(self, result: Sequence[float]) -> None:
        """Tell the result, ask the program to leave and see to it that it does."""
        self._tell_result(result)
        self._close()

    def _close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def find_program(arguments: Sequence[str], command: str) -> None:
    """Refuse a command line whose program is not there or cannot be run."""
    if not arguments:
        remedy = "write what to run after the colon: exec:./mybot --flag"
        raise OptionError("there is no command to run", given=command or None, where="bot exec", remedy=remedy)
    if shutil.which(arguments[0]) is None:
        remedy = "give its path, as ./mybot, and make it executable (chmod +x); or name the interpreter: exec:python3 mybot.py"
        raise OptionError("there is no such program, or it cannot be run", given=arguments[0], where="bot exec", remedy=remedy)


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot; its one parameter is the command line."""
    refuse_unknown(parameters, ("command",), "exec")
    return ExternalBot(parameters.get("command", ""))
