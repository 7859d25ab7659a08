"""Count what one match does: `python perf/trace.py` plays two games and counts our functions, files and objects made.

A function counts once however often it is called; functions made inside of others, generators' parts and kernels that run
compiled do not count. Arguments are those of `mctsky match`, for another match than the default one. `--list` comes first and
names every function.
"""

import inspect
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

HERE = Path(__file__).resolve().parent.parent
FOLDERS = ("mctsky", "bots", "cli")
RULES = ("mctsky/core", "mctsky/games")  # positions, kernels and their cache
DEFAULT = "random random --game santorini --games 2 --seed 1"
MADE = {"games built": "Game.__init__", "bots made": "make_bot"}


class Trace:
    """Counts calls by the code that is called."""

    def __init__(self) -> None:
        """Start without calls."""
        self.calls: Counter[CodeType] = Counter()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """Count a call; `sys.setprofile` calls this for every event."""
        if event == "call":
            self.calls[frame.f_code] += 1

    def functions(self) -> dict[tuple[str, str], int]:
        """Return how often each function of ours was called, by file and name."""
        found: Counter[tuple[str, str]] = Counter()
        for code, times in self.calls.items():
            path = Path(code.co_filename).resolve()
            is_ours = path.is_relative_to(HERE) and path.relative_to(HERE).parts[0] in FOLDERS
            if is_ours and code.co_flags & inspect.CO_OPTIMIZED and "<" not in code.co_qualname:  # not a module, class or part
                found[str(path.relative_to(HERE)), code.co_qualname] += times
        return dict(found)


def main() -> None:
    """Play the match and print the counts."""
    from mctsky.arena.records.record import GameRecord
    from mctsky.cli.main import commands

    words = sys.argv[1:]
    is_listed = words[:1] == ["--list"]
    words = words[is_listed:] or DEFAULT.split()
    records, make_record = Counter[str](), GameRecord.__init__

    def count_record(self: GameRecord, *parts: Any, **named: Any) -> None:
        records["made"] += 1
        make_record(self, *parts, **named)

    GameRecord.__init__ = count_record  # type: ignore[method-assign]
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        commands(["match", *words])
    except SystemExit as end:
        if end.code:
            raise
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    found = trace.functions()
    print(f"mctsky match {' '.join(words)}")
    ours = [path for path, _ in found if not path.startswith(RULES)]
    print(f"{len(found)} functions in {len({path for path, _ in found})} files, of which")
    print(f"{len(ours)} functions in {len(set(ours))} files are outside of {' and '.join(RULES)}")
    for what, name in MADE.items():
        print(f"{what}: {sum(times for (_, function), times in found.items() if function == name)}")
    print(f"records made: {records['made']}")
    for (path, name), times in sorted(found.items()) if is_listed else ():
        print(f"{times:8d} {path} {name}")


if __name__ == "__main__":
    main()
