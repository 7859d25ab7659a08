"""Tells a lie to a copy of the package and runs tests there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import mctsky

TESTS = Path(__file__).parent.parent
PACKAGE = Path(mctsky.__file__).parent
SECONDS = 600  # a mutant that runs longer hangs
TESTS_FAILED = 1  # pytest's exit code; 2 and more are errors of collection or usage
Mutant = tuple[str, str, str]  # file, old text, new text


def run(folder: Path, name: str, game: Path, mutant: Mutant | None, suite: list[str]) -> int:
    """Run tests against a changed copy of the package; return the exit code, or TESTS_FAILED for one that hangs."""
    home = folder / name
    shutil.copytree(PACKAGE, home / "mctsky", ignore=shutil.ignore_patterns("__pycache__"))
    if mutant:
        path = home / game / mutant[0]
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
