"""`python -m mctsky.bots.processes.serve SPEC`: any bot of mctsky as a program that speaks the protocol of docs/bots.md.

Beyond the protocol it plays one game after the other, takes `warm` (answered when all is compiled), takes views as bytes
(`state` instead of `view`) and, for a bot that cheats, views marked `open` that show everything.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from mctsky._version import __version__
from mctsky.arena.playing.warm import warm_rules
from mctsky.bots.api import Bot
from mctsky.bots.processes.protocol import PROTOCOL, read_view
from mctsky.bots.registry import make_bot
from mctsky.core.clock import Clock
from mctsky.core.foreign import call_bot
from mctsky.core.json_data import plain
from mctsky.core.position import OBSERVED, Game, View
from mctsky.core.registry import load_same
from mctsky.errors import MctskyError

log = logging.getLogger(__name__)


class Server:
    """Answers messages with what one bot does; a fresh bot per game."""

    def __init__(self, spec: str) -> None:
        """Prepare; the bot is made with the first message, so that its errors become answers."""
        self.spec = spec
        self._made: Bot | None = None
        self._told_cheats = False  # what the arena knows of the bot's flag
        self._games: dict[tuple[str, str], Game] = {}
        self._warmed: set[Game] = set()
        self._observed: list[int] = []
        self._failure: Exception | None = None  # of a message that has no answer; told with the next one that has
        self._handlers: dict[str, Callable[[Mapping[str, Any]], dict[str, Any] | None]] = {
            "hello": self._hello,
            "check": self._check,
            "warm": self._warm,
            "new_game": self._new_game,
            "choose": self._choose,
            "observe": self._observe,
            "end": self._end,
        }

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a message, None for one that has none; an error of the bot is an answer too."""
        handler = self._handlers.get(str(message.get("type")))
        if handler is None:
            return None
        try:
            reply = handler(message)
        except Exception as error:  # a bot is foreign code: the process must survive it
            log.debug("%s failed", message.get("type"), exc_info=True)
            if message["type"] in ("observe", "end"):
                self._failure = error
                return None
            reply = {"error": f"{type(error).__name__}: {error}"}
            if isinstance(error, MctskyError) and message["type"] in ("hello", "check"):
                parts = (error.problem, "" if error.given is None else error.given, error.where, error.remedy)
                reply["refused"] = [type(error).__name__, *map(str, parts)]
        return None if reply is None else {"id": message.get("id"), **reply}

    @property
    def _bot(self) -> Bot:
        if self._made is None:
            self._made = make_bot(self.spec)
        return self._made

    def _hello(self, message: Mapping[str, Any]) -> dict[str, Any]:
        about = {"protocol": PROTOCOL, "name": self.spec, "version": __version__, **self._flags()}
        return {**about, "parameters": plain(call_bot("parameters", self.spec, lambda: dict(self._bot.parameters())))}

    def _flags(self) -> dict[str, Any]:
        bot = self._bot
        self._told_cheats = bool(bot.cheats)
        return {"observe": bool(bot.observes), "cheats": self._told_cheats, "interactive": bool(bot.interactive)}

    def _check(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Answer what is asked once before a match: whether the bot can play, its parameters, whether it cheats."""
        bot = self._bot
        call_bot("check", self.spec, bot.check, self._game(message))
        parameters = call_bot("parameters", self.spec, lambda: dict(bot.parameters()))
        return {"parameters": plain(parameters), **self._flags()}

    def _game(self, message: Mapping[str, Any]) -> Game:
        name, options, files = message["game"], message["options"], message.get("files", {})
        key = (name, json.dumps([options, files], sort_keys=True))
        if key not in self._games:
            self._games[key] = load_same(name, options, files)
        return self._games[key]

    def _warm(self, message: Mapping[str, Any]) -> dict[str, Any]:
        game = self._game(message)
        if game not in self._warmed:
            warm_rules(game, texts=True)
            make_bot(self.spec).warm(game)
            self._warmed.add(game)
        return {}

    def _new_game(self, message: Mapping[str, Any]) -> dict[str, Any]:
        self._warm(message)
        self._made, self._observed, self._failure = make_bot(self.spec), [], None
        self._bot.new_game(self._game(message), int(message["seat"]), int(message["seed"]))
        return self._changed_flag()

    def _choose(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if self._failure is not None:
            raise self._failure
        reply: dict[str, Any] = {"code": int(self._bot.choose(self._view(message))), **self._changed_flag()}
        thoughts = self._bot.thoughts()
        return reply if thoughts is None else {**reply, "info": plain(thoughts)}

    def _changed_flag(self) -> dict[str, bool]:
        cheats = bool(self._bot.cheats)
        return {} if cheats == self._told_cheats else {"cheats": cheats}

    def _observe(self, message: Mapping[str, Any]) -> None:
        self._bot.observe(self._view(message))

    def _end(self, message: Mapping[str, Any]) -> None:
        try:
            self._bot.end(tuple(message["result"]))
        finally:
            self._made = None

    def _view(self, message: Mapping[str, Any]) -> View:
        self._observed += [event["code"] | (0 if event["own"] else OBSERVED) for event in message["observed"]]
        clock = Clock(**message["clock"]) if message.get("clock") else None
        return read_view(self._bot.game, message, tuple(self._observed), clock)


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the real input and output; from here on whatever a bot prints goes to stderr, and it has no input to read."""
    real_in, real_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return real_in, real_out


def serve(spec: str, lines: Iterator[bytes], out: BinaryIO) -> None:
    """Answer messages until `quit` or the end of the input."""
    server = Server(spec)
    for line in lines:
        message = json.loads(line)
        if message.get("type") == "quit":
            return
        reply = server.answer(message)
        if reply is not None:
            out.write(json.dumps(reply, separators=(",", ":"), allow_nan=False).encode() + b"\n")
            out.flush()


def main() -> None:
    """Serve the bot that the command line names."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m mctsky.bots.processes.serve SPEC")
    lines, out = take_pipes()
    serve(sys.argv[1], iter(lines.readline, b""), out)


if __name__ == "__main__":
    main()
