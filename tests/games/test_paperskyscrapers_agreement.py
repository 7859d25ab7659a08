"""Paper Skyscrapers: the fast rules and the oracle play the same random games, and agree on every position."""

from random import Random

import pytest

from games.paperskyscrapers_files import random_file, write
from games.paperskyscrapers_twins import SMALL, Twins
from mctsky.games.paperskyscrapers.card_file import read_cards
from mctsky.games.paperskyscrapers.tables import QUANTITIES, TRIGGERS


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", ["standard", SMALL], ids=["standard", "small"])
def test_random_games_agree(players, cards):
    for seed, compensation in enumerate((1, 0)):
        Twins(players, cards, compensation).random_game(Random(f"{players} {seed}"), most=350)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", ["standard", SMALL], ids=["standard", "small"])
def test_random_games_agree_at_length(players, cards):
    n = sum(Twins(players, cards, seed % 2).random_game(Random(1_000 + seed)) for seed in range(12))
    assert n > 1_000


@pytest.mark.parametrize("seed", range(20))
def test_random_games_with_random_cards_agree(seed):
    random = Random(seed)
    Twins(2 + seed % 3, write(random_file(random)), seed % 2).random_game(random, most=250)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_random_games_with_random_cards_agree_at_length(seed):
    random = Random(10_000 + seed)
    path = write(random_file(random))
    for _ in range(3):
        Twins(random.choice((2, 3, 4)), path, seed % 2).random_game(random, most=2_000)


def test_random_files_use_the_whole_language():
    words, triggers, typed = set(), set(), set()
    for seed in range(60):
        text = random_file(Random(seed))
        cards = read_cards(text, "random")
        triggers |= {city.trigger for city in cards.cities if city.reduction == 0}
        typed |= {city.trigger_type for city in cards.cities}
        words |= set(text.replace(";", " ").replace("|", " ").split())
    assert triggers == set(range(len(TRIGGERS)))
    assert typed == set(range(6))
    assert words >= {
        *QUANTITIES,
        "may",
        "free",
        "next",
        "row",
        "deck",
        "any",
        "each",
        "steal",
        "hand",
        "declare",
        "bonus",
        "cost",
    }
