"""Lies in the rules of New York 1901 are noticed: each is told to a copy of the package, and tests must fail there."""

import pytest

from mutants.lies import check_places, find_survivors
from mutants.newyork1901 import MUTANTS

GAME = "newyork1901"
RULES = [f"games/test_newyork1901_rules_{part}.py" for part in ("turn", "demolish", "cards", "scoring", "setup")]
SUITE = [*RULES, "games/test_newyork1901_agreement.py"]


def test_each_mutant_changes_one_place():
    check_places(GAME, MUTANTS, least=45)


@pytest.mark.slow
def test_all_mutants_are_noticed(tmp_path):
    assert find_survivors(tmp_path, GAME, MUTANTS, lambda path: SUITE) == []
