"""Lies in the rules of Santorini: New York are noticed: each is told to a copy of the package, and tests must fail there."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import mctsky
from mutants.santorini_ny import MUTANTS

TESTS = Path(__file__).parent.parent
PACKAGE = Path(mctsky.__file__).parent
GAME = Path("mctsky/games/santorini_ny")
AT_ONCE = 2
SECONDS = 240  # a mutant that runs longer hangs
TESTS_FAILED = 1  # pytest's exit code; 2 and more are errors of collection or usage
LEAST_KILLED = 0.9

SETUP = ["games/test_santorini_ny_rules_setup.py"]
RULES = [f"games/test_santorini_ny_rules_{part}.py" for part in ("turns", "builders", "specialists", "movers")]
# Without the broad tests that are slow when nothing is compiled; the agreement with the oracle covers the same.
QUICK = ["-k", "not r22 and not r29 and not r40"]
CASES = (
    "one redeal, three shown",
    "two redeals",
    "own choice made",
    "three players, one card left",
    "five players",
    "out in the second deal",
    "out in the second deal, five players",
    "out in the second deal, five players, cards kept twice",
    "out in the second and in the third deal, five players",
    "three players, dealing",
)
WORLDS = [f"games/test_santorini_ny_worlds.py::test_worlds_follow_the_exact_odds[{case}]" for case in CASES]
SUITES = {
    "rules": [*SETUP, *RULES, "games/test_santorini_ny_agreement.py", *QUICK],
    "beliefs": [*SETUP, *WORLDS],
    "odds": WORLDS,
}


def run(folder: Path, name: str, mutant: tuple[str, str, str] | None, suite: list[str]) -> int:
    """Run tests against a changed copy of the package; return the exit code, or TESTS_FAILED for one that hangs."""
    home = folder / name
    shutil.copytree(PACKAGE, home / "mctsky", ignore=shutil.ignore_patterns("__pycache__"))
    if mutant:
        path = home / GAME / mutant[0]
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


def suite_for(path: str) -> list[str]:
    return SUITES["rules" if path.startswith("rules/") else path.removesuffix(".py")]


def test_each_mutant_changes_one_place():
    assert len(set(MUTANTS)) == len(MUTANTS) >= 40
    for path, old, new in MUTANTS:
        assert (PACKAGE.parent / GAME / path).read_text().count(old) == 1, (path, old)
        assert new != old


@pytest.mark.slow
def test_most_mutants_are_noticed(tmp_path):
    with ThreadPoolExecutor(AT_ONCE) as pool:
        controls = pool.map(lambda name: run(tmp_path, f"control-{name}", None, SUITES[name]), SUITES)
        assert list(controls) == [0] * len(SUITES), "the tests fail without a mutant"
        jobs = [pool.submit(run, tmp_path, str(i), mutant, suite_for(mutant[0])) for i, mutant in enumerate(MUTANTS)]
        codes = [job.result() for job in jobs]
    survivors = [mutant for mutant, code in zip(MUTANTS, codes, strict=True) if code != TESTS_FAILED]
    killed = len(MUTANTS) - len(survivors)
    print(f"{killed} of {len(MUTANTS)} mutants were noticed; survivors:", *survivors, sep="\n")
    assert killed >= LEAST_KILLED * len(MUTANTS), survivors
