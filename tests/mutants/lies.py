"""Tells lies to copies of the package and runs tests there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mctsky

TESTS = Path(__file__).parent.parent
PACKAGE = Path(mctsky.__file__).parent
SECONDS = 600  # a mutant that runs longer hangs
AT_ONCE = 2
TESTS_FAILED = 1  # pytest's exit code; 2 and more are errors of collection or usage
Mutant = tuple[str, str, str]  # file, old text, new text
Suite = list[str]  # arguments of pytest


def check_places(game: str, mutants: Sequence[Mutant], least: int) -> None:
    """Demand at least so many different mutants, each of which changes one place of its file."""
    assert len(set(mutants)) == len(mutants) >= least
    for path, old, new in mutants:
        assert (PACKAGE / "games" / game / path).read_text().count(old) == 1, (path, old)
        assert new != old


def find_survivors(folder: Path, game: str, mutants: Sequence[Mutant], suite_of: Callable[[str], Suite]) -> list[Mutant]:
    """Return the mutants that no test notices; `suite_of` says which tests run for a lie in a file."""
    suites = {tuple(suite_of(path)) for path, _, _ in mutants}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        controls = [pool.submit(run, folder, f"control{i}", game, None, list(suite)) for i, suite in enumerate(suites)]
        assert [job.result() for job in controls] == [0] * len(suites), "the tests fail without a mutant"
        jobs = [pool.submit(run, folder, str(i), game, mutant, suite_of(mutant[0])) for i, mutant in enumerate(mutants)]
        codes = [job.result() for job in jobs]
    survivors = [mutant for mutant, code in zip(mutants, codes, strict=True) if code != TESTS_FAILED]
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants were noticed; survivors:", *survivors, sep="\n")
    return survivors


def run(folder: Path, name: str, game: str, mutant: Mutant | None, suite: Suite) -> int:
    """Run tests against a changed copy of the package; return the exit code, or TESTS_FAILED for one that hangs."""
    home = folder / name
    shutil.copytree(PACKAGE, home / "mctsky", ignore=shutil.ignore_patterns("__pycache__"))
    if mutant:
        path = home / "mctsky" / "games" / game / mutant[0]
        path.write_text(path.read_text().replace(mutant[1], mutant[2]))
    command = [sys.executable, str(TESTS / "mutants" / "run_suite.py")]
    command += [str(TESTS / word) if word.startswith("games/") else word for word in suite]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return TESTS_FAILED if mutant else -1
    finally:
        shutil.rmtree(home)
    assert "is not the copy" not in done.stderr
    if done.returncode not in (0, TESTS_FAILED):
        print(mutant, done.stdout[-2000:], done.stderr[-2000:])
    return done.returncode
