"""Lies in the rules of Skyscraper (1937) are noticed: each is told to a copy of the package, and tests must fail there."""

import pytest

from mutants.lies import check_places, find_survivors
from mutants.skyscraper1937 import MUTANTS

GAME = "skyscraper1937"
RULES = [f"games/test_skyscraper1937_rules_{part}.py" for part in ("buying", "insurance", "luck", "money")]
SUITE = [*RULES, "games/test_skyscraper1937_agreement.py"]


def test_each_mutant_changes_one_place():
    check_places(GAME, MUTANTS, least=40)


@pytest.mark.slow
def test_all_mutants_are_noticed(tmp_path):
    assert find_survivors(tmp_path, GAME, MUTANTS, lambda path: SUITE) == []
