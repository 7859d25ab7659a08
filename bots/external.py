"""Plays the moves of any program that speaks the protocol of docs/bots.md: `exec:./mybot --flag`."""

import shlex
import shutil
from collections.abc import Mapping, Sequence
from typing import Any

from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.bots.api import Bot, refuse_unknown
from mctsky.bots.processes.remote import RemoteBot
from mctsky.core.position import Game
from mctsky.errors import OptionError

STAYS_HERE = True  # the program has a process of its own
HELLO_PATIENCE = 30.0  # seconds for the handshake before a match


class ExternalBot(RemoteBot):
    """A program in any language. Each game has a process of its own: the games of a block share one deal, and a program that
    keeps running could remember the other seats' cards."""

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
        """Tell the result, ask the program to exit and make sure that it does."""
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
