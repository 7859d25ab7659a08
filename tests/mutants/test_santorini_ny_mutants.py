"""Lies in the rules of Santorini: New York are noticed: each is told to a copy of the package, and tests must fail there."""

import pytest

from mutants.lies import check_places, find_survivors
from mutants.santorini_ny import MUTANTS

GAME = "santorini_ny"
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
    "hidden_hands": WORLDS,
}


def suite_for(path: str) -> list[str]:
    return SUITES["rules" if path.startswith("rules/") else path.removesuffix(".py")]


def test_each_mutant_changes_one_place():
    check_places(GAME, MUTANTS, least=40)
    assert all(suite_for(path) for path, _, _ in MUTANTS)


@pytest.mark.slow
def test_most_mutants_are_noticed(tmp_path):
    survivors = find_survivors(tmp_path, GAME, MUTANTS, suite_for)
    assert len(survivors) <= (1 - LEAST_KILLED) * len(MUTANTS), survivors
