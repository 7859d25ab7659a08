"""Work for a process with other settings of numba, as JSON: `python tests/contract/run_game.py digest|fuzz [N] [GAME ...]`.

`digest` prints a digest of each option set of games, `fuzz N` how many of N bad texts were accepted.
"""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from contract.subjects import all_games, case_id, cover, specs
from mctsky.testing.digest import digest
from mctsky.testing.fuzz import fuzz_moves, fuzz_positions

SECONDS = 120  # for all texts of one game: a guard against a hang, not a measure of speed


@contextmanager
def no_hang(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in a block that does not end."""

    def stop(number: int, frame: Any) -> None:
        raise TimeoutError("a text was being read for longer than all of them should take")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fuzz(name: str, n: int, seed: int) -> dict[str, int]:
    """Throw `n` position texts and `n` move texts at a game, spread over its option sets; return how many were accepted."""
    games = all_games(name)
    share = -(-n // len(games))
    with no_hang(SECONDS + n // 20):
        return {
            "positions": sum(fuzz_positions(game, share, seed + i) for i, game in enumerate(games)),
            "moves": sum(fuzz_moves(game, share, seed + i) for i, game in enumerate(games)),
        }


def digests(names: list[str]) -> dict[str, str]:
    """Return the digests of all option sets of some games."""
    return {case_id(game): digest(game) for name in names for game in cover(name)}


def main(work: str, *arguments: str) -> None:
    """Print the answer as JSON."""
    if work == "digest":
        answer: Any = digests(list(arguments) or list(specs()))
    else:
        answer = {name: fuzz(name, int(arguments[0]), 5) for name in arguments[1:] or list(specs())}
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
