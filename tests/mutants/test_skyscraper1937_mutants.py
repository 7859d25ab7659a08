"""Lies in the rules of Skyscraper (1937) are noticed: each is told to a copy of the package, and tests must fail there."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mutants.lies import PACKAGE, TESTS_FAILED, run
from mutants.skyscraper1937 import MUTANTS

GAME = Path("mctsky/games/skyscraper1937")
AT_ONCE = 2
RULES = [f"games/test_skyscraper1937_rules_{part}.py" for part in ("buying", "insurance", "luck", "money")]
SUITE = [*RULES, "games/test_skyscraper1937_agreement.py"]


def test_each_mutant_changes_one_place():
    assert len(set(MUTANTS)) == len(MUTANTS) >= 40
    for path, old, new in MUTANTS:
        assert (PACKAGE.parent / GAME / path).read_text().count(old) == 1, (path, old)
        assert new != old


@pytest.mark.slow
def test_all_mutants_are_noticed(tmp_path):
    assert run(tmp_path, "control", GAME, None, SUITE) == 0, "the tests fail without a mutant"
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [pool.submit(run, tmp_path, str(i), GAME, mutant, SUITE) for i, mutant in enumerate(MUTANTS)]
        codes = [job.result() for job in jobs]
    survivors = [mutant for mutant, code in zip(MUTANTS, codes, strict=True) if code != TESTS_FAILED]
    assert not survivors, survivors
