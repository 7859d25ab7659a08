"""Compare two versions in one run: each in its own process, in turns, at the same places with the same searches."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mctsky.core.position import Game
from mctsky.errors import MachineError, OptionError
from mctsky.profile import side
from mctsky.profile.compare import Change, change
from mctsky.profile.machine import ROOT
from mctsky.profile.measure import SEARCH_SEED, Load, Plan, Progress
from mctsky.profile.positions import Place, Profiled
from mctsky.profile.timed import Run

_SOURCE = Path(side.__file__)


class Side:
    """A process that runs searches of one version."""

    def __init__(self, name: str, python: str, path: str | None, folder: str) -> None:
        """Start Python; `path` is where it finds mctsky, None for its own."""
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        if path is not None:
            environment["PYTHONPATH"] = path
        self.name = name
        # Run the text, not the file: Python would import modules of this version from the folder of the file.
        self._process = subprocess.Popen(
            [python, "-c", _SOURCE.read_text(encoding="utf-8")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=folder,
            text=True,
        )

    def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        """Send a job and return the answer."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
        except (OSError, ValueError) as error:
            problem = "its process ended without an answer"
            raise MachineError(problem, given=self.name, where="--against", remedy="is mctsky installed there?") from error
        if "error" in answer:
            raise OptionError(
                answer["error"], given=self.name, where="--against", remedy="compare versions with the same rules"
            )
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def sides(other: str) -> Iterator[tuple[Side, Side]]:
    """Start this version and the other one: a checkout, a Python in whose environment it is installed, or a commit."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        python, path = sys.executable, None
        place = Path(other)
        if (place / "mctsky" / "__init__.py").is_file():
            path = str(place.resolve())
        elif place.is_file() and os.access(place, os.X_OK):
            python = os.path.abspath(place)  # noqa: PTH100  # resolve() would follow the link out of a virtual environment
        else:
            path = str(_export(other, Path(folder) / "other"))
        pair = []
        for name, program, where in (("this version", sys.executable, str(ROOT)), (other, python, path)):
            pair.append(Side(name, program, where, folder))
            stack.callback(pair[-1].close)
        yield pair[0], pair[1]


def _export(commit: str, folder: Path) -> Path:
    """Write the files of a commit of this checkout to a folder."""
    remedy = "name a checkout of mctsky, a Python in whose environment it is installed, or a commit of this checkout"
    problem = "neither a checkout, nor a Python, nor a commit"
    if commit.startswith("-") or not (ROOT / ".git").exists():
        raise OptionError(problem, given=commit, where="--against", remedy=remedy)
    folder.mkdir()
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", "--format=tar", f"{commit}^{{commit}}"], capture_output=True, check=False
    )
    if archive.returncode:
        raise OptionError(problem, given=commit, where="--against", remedy=remedy)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def measure_against(
    other: str, jobs: list[tuple[Game, Profiled, list[Place]]], plan: Plan, load: Load, progress: Progress
) -> list[Change]:
    """Run all searches of both versions in turns and compare them; this version is "now"."""
    with sides(other) as pair:
        found = []
        for game, profiled, places in jobs:
            for place in places:
                progress(f"{game.name}: {place.name}, compiling or loading")
                found.append((game, profiled, place, _load_both(pair, game, profiled, place, plan)))
        samples: list[tuple[list[float], list[float]]] = [([], []) for _ in found]
        for number in range(plan.repeats):
            for k, (game, _, place, (index, batch, _)) in enumerate(found):
                progress(f"{game.name}: {place.name}, repeat {number + 1} of {plan.repeats}")
                for which in (0, 1) if number % 2 else (1, 0):
                    answer = pair[which].ask({"number": index, "run": batch})
                    samples[k][which].append(answer["ns"])
                    load.add(Run(answer["cpu"], answer["wall"], 0.0, 0, 0, ""))
    return [
        change((game.name, profiled.spec, place.name), "iteration", there, here, same)
        for (game, profiled, place, (_, _, same)), (here, there) in zip(found, samples, strict=True)
    ]


def _load_both(pair: tuple[Side, Side], game: Game, profiled: Profiled, place: Place, plan: Plan) -> tuple[int, int, bool]:
    """Prepare a search on both sides; return its number, how often to run it per sample, and whether both play the same."""
    parameters = {name: value for name, value in asdict(profiled.params).items() if name not in _NOT_TOLD and value is not None}
    job = {
        "game": game.name,
        "options": dict(game.options),
        "seed": place.seed,
        "codes": list(place.codes),
        "cheats": profiled.cheats,
        "variant": profiled.params.variant,
        "parameters": {k: v for k, v in parameters.items() if v != getattr(type(profiled.params), k, None)},
        "search_seed": SEARCH_SEED,
        "iterations": plan.iterations,
    }
    first, second = (one.ask({"load": job}) for one in pair)
    batch = max(1, min(1_000, round(plan.seconds / max(1e-6, first["cpu"]))))
    return first["number"], batch, first["signature"] == second["signature"]


_NOT_TOLD = ("variant", "iterations", "seconds", "nodes", "threads")
