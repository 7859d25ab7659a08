"""The words of the protocol between the arena and a program that plays: JSON lines, documented in docs/bots.md.

Only what a seat may know is ever put into a message: its view, its own moves, what it has observed, its clock, its own seed.
"""

import base64
import json
import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

from mctsky import errors
from mctsky._version import __version__
from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.bots.processes.process import BotProcess
from mctsky.core.clock import Clock
from mctsky.core.position import OBSERVED, Game, OpenView, View
from mctsky.errors import MctskyError, OptionError, printable

PROTOCOL = 1
BEFORE_A_MATCH = ("hello", "check")  # messages that a bot of ours may answer with an error for the user
_DEEPEST = 32  # nesting of an answer: what goes into a record must be writable and readable everywhere


def encode(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line: plain ASCII, no spaces outside of texts."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


class Line:
    """A conversation with one program: numbers the messages, checks the answers."""

    def __init__(self, process: BotProcess) -> None:
        """Begin to talk."""
        self.process = process
        self.about: dict[str, Any] = {}  # what the program said about itself
        self._number = 0

    def ask(self, message: Mapping[str, Any], patience: float) -> dict[str, Any]:
        """Send a message and return its answer; everything else is a BotFailure, or what a bot before a match refuses."""
        self._number += 1
        line = self.process.exchange(encode({"id": self._number, **message}), patience)
        try:
            answer = read_answer(line, self._number)
        except BotFailure as failure:
            self.process.broken = True
            if failure.fault == Fault.GARBAGE and self.process.overflows():
                raise BotFailure(Fault.FLOOD, f"output without end, beginning with {shown(line)}") from None
            raise
        if "error" in answer:
            if "refused" in answer and message.get("type") in BEFORE_A_MATCH:
                raise _refusal(answer["refused"])
            raise BotFailure(Fault.CRASH, printable(str(answer["error"]), 250))
        return answer

    def tell(self, message: Mapping[str, Any], patience: float) -> None:
        """Send a message that has no answer."""
        self._number += 1
        self.process.exchange(encode({"id": self._number, **message}), patience, answered=False)

    def hello(self, patience: float) -> dict[str, Any]:
        """Shake hands; return what the program says about itself."""
        answer = self.ask({"type": "hello", "protocol": PROTOCOL, "arena": f"mctsky {__version__}"}, patience)
        problem = hello_problem(answer)
        if problem:
            raise BotFailure(Fault.GARBAGE, f"hello: {problem}")
        self.about = answer
        return answer

    def close(self) -> None:
        """Ask the program to exit and make sure that it does."""
        self._number += 1
        self.process.close(encode({"id": self._number, "type": "quit"}))


def _refusal(parts: Any) -> MctskyError:
    """Return the error that a bot in another process has raised before a match; its texts are foreign."""
    texts = [printable(str(part), 500) for part in parts] if isinstance(parts, list) else []
    name, problem, given, where, remedy = (texts + [""] * 5)[:5]
    kind = getattr(errors, name, None)
    known = kind if isinstance(kind, type) and issubclass(kind, MctskyError) else OptionError
    return known(problem, given=given or None, where=where, remedy=remedy)


def shown(line: bytes) -> str:
    """Return the beginning of a line of a program, fit for a message."""
    return repr(printable(line[:1000].decode("utf-8", "backslashreplace"), 100))


def read_answer(line: bytes, number: int) -> dict[str, Any]:
    """Return the answer to message `number` in a line."""
    try:
        answer = json.loads(line.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
        _check_plain(answer)
    except UnicodeDecodeError:
        raise BotFailure(Fault.GARBAGE, f"not UTF-8: {shown(line)}") from None
    except RecursionError:
        raise BotFailure(Fault.GARBAGE, f"nested too deeply: {shown(line)}") from None
    except ValueError as error:
        raise BotFailure(Fault.GARBAGE, f"not JSON as agreed ({printable(str(error), 60)}): {shown(line)}") from None
    if not isinstance(answer, dict):
        raise BotFailure(Fault.GARBAGE, f"not a JSON object: {shown(line)}")
    given = answer.get("id")
    if isinstance(given, bool) or given != number:
        problem = f"id {printable(repr(given), 40)}" if "id" in answer else "no id"
        raise BotFailure(Fault.GARBAGE, f"an answer with {problem} to message {number}: {shown(line)}")
    return answer


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError("a number too large")
    return number


def _check_plain(answer: Any) -> None:
    """Refuse what could not be written to a record: half characters and deep nesting."""
    level = [answer]
    for _ in range(_DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, str):
                value.encode()
            elif isinstance(value, dict):
                below += [*value, *value.values()]
            elif isinstance(value, list):
                below += value
        if not below:
            return
        level = below
    raise RecursionError


def hello_problem(answer: Mapping[str, Any]) -> str:
    """Return what is wrong with an answer to `hello`, empty if nothing is."""
    protocol, games = answer.get("protocol"), answer.get("games")
    if isinstance(protocol, bool) or protocol != PROTOCOL:
        return f"it speaks protocol {printable(repr(protocol), 40)}, the arena speaks {PROTOCOL}"
    if not isinstance(answer.get("name"), str) or not answer["name"].strip():
        return "`name` must be a text that is not empty"
    if games is not None and not (isinstance(games, list) and all(isinstance(game, str) for game in games)):
        return "`games` must be a list of names"
    if not isinstance(answer.get("observe", False), bool):
        return "`observe` must be true or false"
    return ""


def game_members(game: Game, *, full_paths: bool = False) -> dict[str, Any]:
    """Return what a message says about the game: `files` are digests of user files, left out where there are none.

    A program with another working folder needs the full paths of these files.
    """
    files = {"files": dict(game.files)} if game.files else {}
    options = dict(game.options)
    if full_paths:
        options |= {name: os.path.abspath(path) for name, path in game.spec.user_files(game.options).items()}  # noqa: PTH100
    return {"game": game.name, "options": options, **files}


def new_game_message(game: Game, seat: int, seed: int, *, full_paths: bool = False) -> dict[str, Any]:
    """Return the message that begins a game; `seed` is the bot's own."""
    return {
        "type": "new_game",
        "protocol": PROTOCOL,
        **game_members(game, full_paths=full_paths),
        "seat": seat,
        "n_seats": game.n_seats,
        "seed": seed,
    }


def choose_message(view: View, codes: Sequence[int], n_told: int, ours: bool = False) -> dict[str, Any]:
    """Return the request for a move; the program has been told of the first `n_told` observations.

    A process of `ours` gets the view as bytes, and no texts.
    """
    message = {"type": "choose", **_seen(view, n_told, ours), "codes": list(codes)}
    if not ours:
        message["moves"] = [view.format_move(code) for code in codes]
    return {**message, "clock": view.clock.to_dict() if view.clock else {}}


def observe_message(view: View, n_told: int, ours: bool = False) -> dict[str, Any]:
    """Return the note that something happened."""
    return {"type": "observe", **_seen(view, n_told, ours)}


def _seen(view: View, n_told: int, ours: bool) -> dict[str, Any]:
    news = [{"code": event & ~OBSERVED, "own": not event & OBSERVED} for event in view.observed[n_told:]]
    what = {"state": base64.b64encode(view.state.tobytes()).decode()} if ours else {"view": view.text()}
    if ours and view.origin is not None:
        what["origin"] = view.origin.hex()
    seen: dict[str, Any] = {"seat": view.seat, **what, "observed": news}
    if isinstance(view, OpenView):
        seen["open"] = True
    return seen


def read_view(game: Game, message: Mapping[str, Any], observed: tuple[int, ...], clock: Clock | None) -> View:
    """Return the view of a message that `choose_message` or `observe_message` made, as bytes or as text."""
    seat, is_open = int(message["seat"]), bool(message.get("open"))
    if "state" in message:
        state = game.state_from_bytes(base64.b64decode(message["state"]))
    else:
        state = game.position(message["view"]).state if is_open else game.view(message["view"], seat).state
    origin = bytes.fromhex(message["origin"]) if "origin" in message else None
    return (OpenView if is_open else View)(game, seat, state, observed, clock, origin)


def read_move(answer: Mapping[str, Any], codes: Sequence[int], moves: Sequence[str] = ()) -> int:
    """Return the code of the move that an answer to `choose` names."""
    code, move = answer.get("code"), answer.get("move")
    if code is None and move is None:
        raise BotFailure(Fault.ILLEGAL, f"no move in the answer, neither `move` nor `code`; legal: {_listed(moves)}")
    if code is not None and (isinstance(code, bool) or not isinstance(code, int) or code not in codes):
        raise BotFailure(Fault.ILLEGAL, f"code {printable(repr(code), 60)}; legal: {_listed(list(map(str, codes)))}")
    if move is None:
        assert isinstance(code, int)
        return code
    if not isinstance(move, str) or move.strip() not in moves:
        raise BotFailure(Fault.ILLEGAL, f"{printable(repr(move), 60)}; legal: {_listed(moves)}")
    meant = codes[moves.index(move.strip())]
    if code is not None and code != meant:
        raise BotFailure(Fault.ILLEGAL, f"move {move.strip()!r} is code {meant}, the answer says {code}")
    return meant


def _listed(words: Sequence[str]) -> str:
    return " ".join(words[:20]) + (f" ... ({len(words)} in all)" if len(words) > 20 else "")
