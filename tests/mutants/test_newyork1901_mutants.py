"""Lies in the rules of New York 1901 are noticed: each is told to a copy of the package, and tests must fail there."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mutants.lies import PACKAGE, TESTS_FAILED, run
from mutants.newyork1901 import MUTANTS

GAME = Path("mctsky/games/newyork1901")
AT_ONCE = 2
LEAST_KILLED = 1
RULES = [f"games/test_newyork1901_rules_{part}.py" for part in ("turn", "demolish", "cards", "scoring", "setup")]
SUITE = [*RULES, "games/test_newyork1901_agreement.py"]


def test_each_mutant_changes_one_place():
    assert len(set(MUTANTS)) == len(MUTANTS) >= 45
    for path, old, new in MUTANTS:
        assert (PACKAGE.parent / GAME / path).read_text().count(old) == 1, (path, old)
        assert new != old


@pytest.mark.slow
def test_most_mutants_are_noticed(tmp_path):
    assert run(tmp_path, "control", GAME, None, SUITE) == 0, "the tests fail without a mutant"
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [pool.submit(run, tmp_path, str(i), GAME, mutant, SUITE) for i, mutant in enumerate(MUTANTS)]
        codes = [job.result() for job in jobs]
    survivors = [mutant for mutant, code in zip(MUTANTS, codes, strict=True) if code != TESTS_FAILED]
    killed = len(MUTANTS) - len(survivors)
    print(f"{killed} of {len(MUTANTS)} mutants were noticed; survivors:", *survivors, sep="\n")
    assert killed >= LEAST_KILLED * len(MUTANTS), survivors
