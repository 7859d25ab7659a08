"""Lies in the rules of Paper Skyscrapers are noticed: each is told to a copy of the package, and tests must fail there."""

import pytest

from mutants.lies import check_places, find_survivors
from mutants.paperskyscrapers import MUTANTS

GAME = "paperskyscrapers"
PARTS = ("tracks", "city", "actions", "programs", "decks", "cities", "scoring", "setup")
RULES = [f"games/test_paperskyscrapers_rules_{part}.py" for part in PARTS]
WORLDS = ["games/test_paperskyscrapers_rules_hidden.py", "games/test_paperskyscrapers_worlds.py"]
SUITES = {
    "rules": [*RULES, "games/test_paperskyscrapers_agreement.py"],
    "rules/sets.py": [*RULES, *WORLDS],
    "rules/draws.py": [*RULES, *WORLDS],
    "beliefs.py": WORLDS,
}


def suite_for(path: str) -> list[str]:
    return SUITES.get(path, SUITES["rules"])


def test_each_mutant_changes_one_place():
    check_places(GAME, MUTANTS, least=100)


@pytest.mark.slow
def test_all_mutants_are_noticed(tmp_path):
    assert find_survivors(tmp_path, GAME, MUTANTS, suite_for) == []
