"""The flight recorder of a check: what was being done when a process crashed or was stopped.

It lies in a file that both the child and its parent have open, so that it survives any end of the child. Before each call of a
verb, or of a function of the game for texts, `sees` or the twin, the child writes down its name, its numbers, the state and the
move that was played last.
"""

import json
import mmap
import struct
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from mctsky.core.checked import show_record
from mctsky.core.position import Game
from mctsky.core.record import record_from
from mctsky.core.spec import GameSpec
from mctsky.testing.findings import TEXT_PROMISES

SIZE = 1 << 16
_HEAD = 2048  # bytes for the call; the state follows
_CLOCK = struct.Struct("d")  # the CPU time of the child, at the very end
_BEAT = 0.1  # seconds between two looks at it
_LONGEST = 80  # characters of a move
_active: list["Recorder"] = []


class Recorder:
    """The child's side: wraps the verbs of games."""

    def __init__(self, path: Path) -> None:
        """Open the file, which the parent has made."""
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), SIZE)
        self._case: dict[str, Any] = {}
        self._wrapped: dict[tuple[type, str], Any] = {}
        self._move, self._formatted = "", (-1, "")

    def begin(self, options: dict[str, Any], seed: int) -> None:
        """Note which game and seed are checked from now on."""
        self._case, self._move = {"options": options, "seed": seed}, ""
        self._write("", [], b"")

    def record_calls(self) -> None:
        """Record all calls that go through `Game.verb` and `GameSpec.find_function` in this process, and its CPU time."""
        _active[:] = [self]
        threading.Thread(target=self._beat, daemon=True).start()
        find, find_function = Game.verb, GameSpec.find_function

        def verb(game: Game, name: str) -> Any:
            key = (game.spec.game_type, name)
            if key not in self._wrapped:
                self._wrapped[key] = self._wrap(name, find(game, name))
            return self._wrapped[key]

        def function(spec: GameSpec, module: str, name: str) -> Any:
            key = (spec.game_type, f"{module}.{name}")
            if key not in self._wrapped:
                own = find_function(spec, module, name)
                called = name if name in TEXT_PROMISES else module
                self._wrapped[key] = own and (self._wrap_text(called, own) if called in TEXT_PROMISES else own)
            return self._wrapped[key]

        setattr(Game, "verb", verb)  # noqa: B010  # mypy allows no assignment to a method
        setattr(GameSpec, "find_function", function)  # noqa: B010

    def _beat(self) -> None:
        while True:
            _CLOCK.pack_into(self._memory, SIZE - _CLOCK.size, time.process_time())
            time.sleep(_BEAT)

    def _wrap(self, name: str, function: Any) -> Any:
        def call(rules: Any, state: Any, *rest: Any) -> Any:
            numbers = [int(part) for part in rest if isinstance(part, int | np.integer)]
            if name == "play":
                code, text = self._formatted
                self._move = text[:_LONGEST] if code == numbers[0] else str(numbers[0])
            self._write(name, numbers, state.tobytes())
            return function(rules, state, *rest)

        return call

    def _wrap_text(self, name: str, function: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            states = [part.tobytes() for part in arguments if isinstance(part, np.void)]
            self._write(name, [], states[0] if states else b"")
            answer = function(*arguments, **named)
            if name == "format_move":
                self._formatted = (int(arguments[2]), str(answer))
            return answer

        return call

    def _write(self, verb: str, numbers: list[int], state: bytes) -> None:
        head = json.dumps({**self._case, "verb": verb, "numbers": numbers, "move": self._move}).encode()[:_HEAD]
        state = state[: SIZE - _HEAD - _CLOCK.size]
        self._memory[: len(head)] = head
        self._memory[len(head) : _HEAD] = bytes(_HEAD - len(head))
        self._memory[_HEAD : _HEAD + len(state)] = state


def note(verb: str, state: Any) -> None:
    """Note that a kernel is about to call a verb of a game many times, if calls are recorded in this process."""
    for recorder in _active:
        recorder._write(verb, [], state.tobytes())


def read_call(path: Path) -> tuple[bytes, float]:
    """Return the last call that was noted, as it lies in the file, and the CPU time that the child has used.

    CPU time, not time: a machine with other work, or a child that is stopped, must not make a game look endless.
    """
    raw = path.read_bytes()
    return raw[: -_CLOCK.size], float(_CLOCK.unpack_from(raw, SIZE - _CLOCK.size)[0])


def read_record(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the last call that was noted (options, seed, verb, numbers, move), empty if there was none, and its state."""
    raw = path.read_bytes()
    head = raw[:_HEAD].rstrip(b"\0")
    try:
        return (json.loads(head) if head else {}), raw[_HEAD:]
    except ValueError:
        return {}, b""


def describe_call(spec: GameSpec, call: dict[str, Any], raw: bytes) -> tuple[str, str]:
    """Return the arguments and the last move of a call as read by `read_record`, and its state, as text."""
    if not call:
        return "", "unknown"
    numbers = f" with {', '.join(map(str, call['numbers']))}" if call.get("numbers") else ""
    move = call.get("move")
    last = "" if not move else f" ({move!r})" if call["verb"] == "play" else f", after {move!r},"
    state = show_record(record_from(bytearray(raw[: spec.state_dtype.itemsize]), spec.state_dtype))
    return f"the call{numbers}{last}", state
