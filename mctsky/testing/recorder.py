"""The flight recorder of a check: what was being done when a process crashed or was stopped.

It lies in a file that both the child and its parent have open, so that it survives any end of the child. Before each call of a
verb the child writes down the verb, its arguments and the state.
"""

import json
import mmap
import struct
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from mctsky.core.position import Game

SIZE = 1 << 16
_HEAD = 2048  # bytes for the call; the state follows
_CLOCK = struct.Struct("d")  # the CPU time of the child, at the very end
_BEAT = 0.1  # seconds between two looks at it


class Recorder:
    """The child's side: wraps the verbs of games."""

    def __init__(self, path: Path) -> None:
        """Open the file, which the parent has made."""
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), SIZE)
        self._case: dict[str, Any] = {}
        self._wrapped: dict[tuple[type, str], Any] = {}

    def begin(self, options: dict[str, Any], seed: int) -> None:
        """Note which game and seed are checked from now on."""
        self._case = {"options": options, "seed": seed}
        self._write("", [], b"")

    def record_calls(self) -> None:
        """Record all calls of verbs that go through `Game.verb` in this process, and its CPU time."""
        threading.Thread(target=self._beat, daemon=True).start()
        find = Game.verb

        def verb(game: Game, name: str) -> Any:
            key = (game.spec.game_type, name)
            if key not in self._wrapped:
                self._wrapped[key] = self._wrap(name, find(game, name))
            return self._wrapped[key]

        setattr(Game, "verb", verb)  # noqa: B010  # mypy allows no assignment to a method

    def _beat(self) -> None:
        while True:
            _CLOCK.pack_into(self._memory, SIZE - _CLOCK.size, time.process_time())
            time.sleep(_BEAT)

    def _wrap(self, name: str, function: Any) -> Any:
        def call(rules: Any, state: Any, *rest: Any) -> Any:
            self._write(name, [int(part) for part in rest if isinstance(part, int | np.integer)], state.tobytes())
            return function(rules, state, *rest)

        return call

    def _write(self, verb: str, numbers: list[int], state: bytes) -> None:
        head = json.dumps({**self._case, "verb": verb, "numbers": numbers}).encode()[:_HEAD]
        state = state[: SIZE - _HEAD - _CLOCK.size]
        self._memory[: len(head)] = head
        self._memory[len(head) : _HEAD] = bytes(_HEAD - len(head))
        self._memory[_HEAD : _HEAD + len(state)] = state


def read_call(path: Path) -> tuple[bytes, float]:
    """Return the last call that was noted, as it lies in the file, and the CPU time that the child has used.

    CPU time, not time: a machine with other work, or a child that is stopped, must not make a game look endless.
    """
    raw = path.read_bytes()
    return raw[: -_CLOCK.size], float(_CLOCK.unpack_from(raw, SIZE - _CLOCK.size)[0])


def read_record(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the last call that was noted (options, seed, verb, numbers), empty if there was none, and its state."""
    raw = path.read_bytes()
    head = raw[:_HEAD].rstrip(b"\0")
    try:
        return (json.loads(head) if head else {}), raw[_HEAD:]
    except ValueError:
        return {}, b""
