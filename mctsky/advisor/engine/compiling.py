"""Compile a game in a child process, so that it can be ended while other requests go on.

`python -m mctsky.advisor.engine.compiling` reads one line, `{"game": ..., "options": ..., "variant": ...}`, calls once all that
advice needs, and ends. It ends at once when its input does, and so never outlives the engine. What it compiled is in the cache;
a mark there says that this has been done.
"""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mctsky.core.position import Game
from mctsky.core.registry import load

_COMMAND = [sys.executable, "-m", "mctsky.advisor.engine.compiling"]
DONE = "done"


def mark_file(game: Game, variant: str) -> Path:
    """Return the file that says that all kernels of a game and search variant are in the cache."""
    from mctsky.core.cache import game_directory
    from mctsky.core.native import platform

    # Compiled code depends on the options by the types of the game's fields only.
    types = repr([(type(value).__name__, str(getattr(value, "dtype", ""))) for value in game.rules])
    key = hashlib.sha256(types.encode()).hexdigest()[:16]
    return game_directory(game.spec.game_type, platform()) / f"advisor-{variant}-{key}.mark"


def is_compiled(game: Game, variant: str) -> bool:
    """Say whether advice needs no compilation."""
    return bool(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")) or mark_file(game, variant).exists()


class Compilation:
    """A child process that compiles; `ended` is called on its own thread with an error text, empty if all went well."""

    def __init__(self, game: Game, variant: str, ended: Callable[[str], None]) -> None:
        """Start the child."""
        self._process = subprocess.Popen(
            _COMMAND,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._job = json.dumps({"game": game.name, "options": game.options, "variant": variant}).encode() + b"\n"
        self._ended, self.was_cancelled = ended, False
        threading.Thread(target=self._watch, name="mctsky-compile", daemon=True).start()

    def _watch(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        errors: list[bytes] = []
        reader = threading.Thread(target=lambda: errors.extend(self._process.stderr or ()), daemon=True)
        reader.start()
        try:
            self._process.stdin.write(self._job)
            self._process.stdin.flush()
            answer = self._process.stdout.readline().decode(errors="replace").strip()
        except OSError:
            answer = ""
        self._end()
        reader.join(1.0)
        last = errors[-1].decode(errors="replace").strip() if errors else f"exit code {self._process.returncode}"
        self._ended("" if answer == DONE else f"the game could not be compiled: {last[:200]}")

    def cancel(self) -> None:
        """Kill the child, because its answer is no longer wanted."""
        self.was_cancelled = True
        self._end()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def compile_all(game: Game, variant: str) -> None:
    """Call once everything that advice needs, and write the mark."""
    from mctsky.advisor.advisor import Advisor
    from mctsky.arena.playing.warm import warm_rules
    from mctsky.search.playout import random_playouts

    warm_rules(game, texts=True)
    position = game.start(seed=1)
    random_playouts(position, 1)
    with Advisor(variant, iterations=20, turns=2) as advisor:
        for _ in range(3):
            if position.is_over:
                break
            advice = advisor.advise(position)
            game.view_from(position.view().events(), position.to_act)
            position.play(advice.best)
        while not position.is_over:
            position.play(position.legal_codes()[0])
    position.returns()
    mark = mark_file(game, variant)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def main() -> None:
    """Do the job of the first line of standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C also reaches the engine, which then ends this child
    job: Mapping[str, Any] = json.loads(sys.stdin.readline())

    def leave_with_parent() -> None:
        sys.stdin.read()
        os._exit(1)

    threading.Thread(target=leave_with_parent, daemon=True).start()
    compile_all(load(job["game"], job["options"]), job["variant"])
    sys.stdout.write(f"{DONE}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
