"""Measure how long a process takes to its first move, with an empty cache and with everything compiled."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from mctsky.core.position import Game
from mctsky.errors import MachineError, one_line

START_ITERATIONS = 100
WARM_RUNS = 3

# What a process does from the command to its first move; it says how long each step took.
_FIRST_MOVE = """
import json, sys, time
begun = time.process_time()
import mctsky
imported = time.process_time()
from mctsky.core.entries import SPENT
name, options, variant, iterations = json.loads(sys.argv[1])
position = mctsky.load(name, options).start(1)
mctsky.analyse(position, variant, iterations=iterations)
ended = time.process_time()
numba, compiled = SPENT["numba"], SPENT["compile"]
print(json.dumps({"import_seconds": imported - begun, "numba_seconds": numba,
                  "compile_seconds": compiled, "rest_seconds": ended - imported - numba - compiled}))
"""


@dataclass(frozen=True)
class Start:
    """The time from the command to the first move: seconds by the clock, and of CPU time, and what the latter went into."""

    kind: str  # cold: nothing compiled; warm: everything in the cache
    seconds: float
    cpu_seconds: float
    import_seconds: float  # of mctsky
    numba_seconds: float  # of numba, which only compiling needs
    compile_seconds: float
    rest_seconds: float  # loading the game and its kernels, and searching
    python_seconds: float = 0.0  # the rest: Python itself, start and end of the process


def _run(arguments: list[str], environment: dict[str, str]) -> tuple[float, str]:
    """Run Python and return clock time and output."""
    begun = perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            out, problem = process.communicate()
        except BaseException:
            process.kill()
            raise
    took = perf_counter() - begun
    if process.returncode:
        last = problem.decode(errors="replace").strip().rpartition("\n")[2]
        raise MachineError("the process to be timed failed", given=last, where="--start")
    return took, out.decode()


def measure_start(game: Game, variant: str) -> tuple[list[Start], float]:
    """Return a cold start, the median of warm ones, and the seconds of `python -c "import numba"` for comparison."""
    job = json.dumps([game.name, dict(game.options), variant, START_ITERATIONS])
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"MCTSKY_CACHE_DIR": folder}

        def start(kind: str) -> Start:
            before = os.times()
            took, out = _run(["-c", _FIRST_MOVE, job], environment)
            after = os.times()
            cpu = after.children_user + after.children_system - before.children_user - before.children_system
            try:
                parts = json.loads(out.strip().rpartition("\n")[2])
            except ValueError as error:
                raise MachineError(one_line(error), given=out[:100], where="--start") from error
            return Start(kind, took, cpu, **parts, python_seconds=cpu - sum(parts.values()))

        cold = start("cold")
        runs = [start("warm") for _ in range(WARM_RUNS)]
        reference = median(_run(["-c", "import numba"], environment)[0] for _ in range(WARM_RUNS))
    middle = sorted(runs, key=lambda one: one.seconds)[len(runs) // 2]
    return [cold, replace(middle, kind="warm")], reference
