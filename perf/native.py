"""The C programs of perf/c: build them, run them, and check that they do the same work as mctsky."""

import json
import math
import shutil
import statistics
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import mctsky
from mctsky import Position, Search
from mctsky.core.record import new_records
from mctsky.core.rng import RNG_DTYPE, derive_seed
from mctsky.search.params import read_params
from mctsky.search.playout import run_playouts

SOURCE = Path(__file__).parent / "c"
# No contraction: gcc would fuse multiplications with additions, whose rounding gives different scores and so a different tree.
FLAGS = ["-O3", "-march=native", "-ffp-contract=off", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra"]
FASTEST_FLAGS = {"santorini": ("-O2",)}  # a fifth faster than -O3, which is the faster one in Connect Four
_GAMMA = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def compiler() -> str | None:
    """Return the path of gcc, or None."""
    return shutil.which("gcc")


def build(directory: Path | None = None, game: str = "connect4") -> Path:
    """Compile the program of a game if it has changed, and the fastest one beside it; it is named after the game."""
    program = (directory or SOURCE / "build") / game
    _compile(game, program)
    if (SOURCE / f"{game}_fastest.h").exists():
        _compile(game, program.with_name(f"{game}-fastest"), "-DFASTEST", *FASTEST_FLAGS.get(game, ()))
    return program


def _compile(game: str, program: Path, *flags: str) -> None:
    newest = max(path.stat().st_mtime for path in [*SOURCE.glob("*.[ch]"), Path(__file__)])
    if not program.exists() or program.stat().st_mtime < newest:
        gcc = compiler()
        if gcc is None:
            raise RuntimeError("gcc is not installed")
        program.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [gcc, *FLAGS, *flags, "-o", str(program), str(SOURCE / f"{game}.c"), "-lm"], capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"gcc failed:\n{done.stderr}")


def build_all(directory: Path | None = None) -> dict[str, Path]:
    """Compile what has changed; return the program of every game that has one."""
    return {path.stem: build(directory, path.stem) for path in sorted(SOURCE.glob("*.c"))}


def start(program: Path, *arguments: object) -> "subprocess.Popen[str]":
    """Start a program of perf/c; what is fastest is a program of its own."""
    if str(arguments[0]).startswith("fastest"):
        program = program.with_name(f"{program.name}-fastest")
    return subprocess.Popen([str(program), *map(str, arguments)], stdout=subprocess.PIPE, text=True)


def finish(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """Wait for a program of perf/c and return what it printed."""
    printed = process.communicate()[0]
    if process.returncode:
        raise RuntimeError(f"{process.args!r} ended with exit code {process.returncode}")
    counts: dict[str, Any] = json.loads(printed)
    return counts


def c_playouts(program: Path, n: int, seed: int, how: str = "playouts") -> dict[str, Any]:
    """Run random playouts in C: `playouts` with the random numbers of mctsky, `listing` all moves, or the `fastest`."""
    return finish(start(program, how, n, seed))


def uct_arguments(iterations: int, c: float, seed: int, how: str = "uct") -> tuple[object, ...]:
    """Return the arguments for the UCT of `Search(view, params, seed)` in C."""
    return (how, iterations, repr(c), derive_seed("search", seed))


def c_uct(program: Path, iterations: int, c: float, seed: int, how: str = "uct") -> dict[str, Any]:
    """Run UCT in C: the one of mctsky, or `fastest-uct`."""
    return finish(start(program, *uct_arguments(iterations, c, seed, how)))


def our_playouts(position: Position, n: int, seed: int) -> dict[str, Any]:
    """Run the same playouts in mctsky; return the same counts."""
    game = position.game
    pool = new_records(2, game.spec.state_dtype)
    pool[0] = position.state
    rng = new_records(1, RNG_DTYPE)
    rng[0].state = np.uint64(seed)
    totals = np.zeros(12)
    plies = run_playouts(game.rules, pool, rng, np.empty(game.spec.bounds.max_legal, np.int32), totals, n)
    return {"playouts": n, "totals": totals[: game.n_seats].tolist(), "plies": int(plies), "rng": int(rng[0].state)}


def our_uct(position: Position, iterations: int, c: float, seed: int) -> dict[str, Any]:
    """Run the same UCT in mctsky; return the same counts."""
    search = Search(position.view(), read_params("mcts", {"c": c}), seed)
    search.run(iterations)
    nodes = search.arrays["nodes"].view(np.ndarray)[: search.nodes]
    rows = {int(row.code): row for row in search.arrays["rows"][: int(search.work.n_rows)]}
    visits = [int(rows[move].visits) if move in rows else 0 for move in range(position.game.spec.bounds.n_codes)]
    totals = [float(sum(row.sums[seat] for row in rows.values())) for seat in range(2)]
    state = int(search.arrays["rng"][0].state)
    return {
        "iterations": search.iterations,
        "nodes": search.nodes,
        "visits": visits,
        "totals": totals,
        "rng": state,  # tells how many numbers were drawn, since each adds a constant
        "checksum": _checksum(nodes),
    }


def _checksum(nodes: Any) -> int:
    total = 0
    for word in nodes.view(np.uint64).tolist():
        total = (total * _GAMMA + word) & _MASK
    return total


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Return what two runs disagree about; times do not count, and sums of fractions may be rounded differently."""
    return [f"{name}: {ours[name]} in mctsky, {theirs[name]} in C" for name in ours if not _same(ours[name], theirs[name])]


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    return math.isclose(ours, theirs, rel_tol=1e-9) if isinstance(ours, float) else bool(ours == theirs)


def check_same_work(program: Path, playouts: int, iterations: int, c: float = 0.7, seed: int = 1) -> list[str]:
    """Run playouts and UCT of the program's game in both languages; return all differences."""
    position = mctsky.load(program.name).start()
    found = differences(our_playouts(position, playouts, seed), c_playouts(program, playouts, seed))
    return found + differences(our_uct(position, iterations, c, seed), c_uct(program, iterations, c, seed))


STANDARD_ERRORS = 4
SEEDS = range(1, 13)


def check_fastest(program: Path, playouts: int, iterations: int) -> list[str]:
    """Compare the fastest program of a game with mctsky where their random numbers differ; return what disagrees.

    Wins of the first seat, plies of a game and the value of UCT's root over several seeds must agree within standard errors.
    """
    position = mctsky.load(program.name).start()
    ours, theirs = our_playouts(position, playouts, 1), c_playouts(program, playouts, 2, "fastest")
    length = theirs["plies"] / playouts
    plies_deviation = math.sqrt(theirs["squares"] / playouts - length * length)
    both = math.sqrt(2 / playouts)
    values = [[uct(seed) for seed in SEEDS] for uct in (_our_value(position, iterations), _c_value(program, iterations))]
    spread = math.sqrt(sum(statistics.variance(side) for side in values) / len(SEEDS))
    pairs = {
        "wins of the first seat": (ours["totals"][0] / playouts, theirs["totals"][0] / playouts, 0.5 * both),
        "plies of a game": (ours["plies"] / playouts, length, plies_deviation * both),
        "value of the root": (statistics.mean(values[0]), statistics.mean(values[1]), spread),
    }
    return [
        f"{name}: {mine:.5g} in mctsky, {other:.5g} in the fastest C, standard error {error:.2g}"
        for name, (mine, other, error) in pairs.items()
        if abs(mine - other) > STANDARD_ERRORS * error
    ]


def _our_value(position: Position, iterations: int) -> Callable[[int], float]:
    return lambda seed: float(our_uct(position, iterations, 0.7, seed)["totals"][0]) / iterations


def _c_value(program: Path, iterations: int) -> Callable[[int], float]:
    return lambda seed: float(c_uct(program, iterations, 0.7, seed, "fastest-uct")["totals"][0]) / iterations
