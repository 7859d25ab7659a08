"""Lies in the rules of Santorini: New York are noticed: each is told to a copy of the package, and tests must fail there."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mutants.lies import PACKAGE, TESTS_FAILED, run
from mutants.santorini_ny import MUTANTS

GAME = Path("mctsky/games/santorini_ny")
AT_ONCE = 2
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
        controls = pool.map(lambda name: run(tmp_path, f"control-{name}", GAME, None, SUITES[name]), SUITES)
        assert list(controls) == [0] * len(SUITES), "the tests fail without a mutant"
        jobs = [pool.submit(run, tmp_path, str(i), GAME, mutant, suite_for(mutant[0])) for i, mutant in enumerate(MUTANTS)]
        codes = [job.result() for job in jobs]
    survivors = [mutant for mutant, code in zip(MUTANTS, codes, strict=True) if code != TESTS_FAILED]
    killed = len(MUTANTS) - len(survivors)
    print(f"{killed} of {len(MUTANTS)} mutants were noticed; survivors:", *survivors, sep="\n")
    assert killed >= LEAST_KILLED * len(MUTANTS), survivors
