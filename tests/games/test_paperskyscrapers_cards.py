"""The standard cards of Paper Skyscrapers keep to the rules of their design."""

from collections import Counter
from importlib import resources

import pytest

from mctsky.games.paperskyscrapers import tables as t
from mctsky.games.paperskyscrapers.cards import read_cards
from mctsky.games.paperskyscrapers.state import LANDMARKS, TYPES

CARDS = (resources.files("mctsky.games.paperskyscrapers") / "data" / "cards.txt").read_text()
STANDARD = read_cards(CARDS, "cards.txt")
BUILDINGS = tuple(STANDARD.buildings.values())
THEMES = (t.DRAW_CARDS, t.TUCK_CARDS, t.DISCARD_FOR, t.ADVANCE_STEPS, t.BUILD_CARDS)  # by type
COSTS = {1: (0, 2), 2: (1, 3), 3: (2, 4), 4: (3, 6)}


def test_there_are_115_cards_and_the_file_says_that_they_are_a_reconstruction():
    kinds = Counter(line.split("|")[0].strip() for line in CARDS.splitlines())
    counts = {"aid": 4, "round end": 4, "city": 16, "achievement": 9, "award": 2, "building": 80}
    assert {kind: kinds[kind] for kind in counts} == counts
    assert sum(counts.values()) == 115
    assert "RECONSTRUCTION" in CARDS.splitlines()[0]


def test_twenty_buildings_of_each_level_and_four_of_each_type_and_level():
    assert Counter((card.level, card.type) for card in BUILDINGS) == {
        (level, kind): 4 for level in range(1, 5) for kind in range(len(TYPES))
    }
    assert all(32 * (card.level - 1) <= number < 32 * (card.level - 1) + 20 for number, card in STANDARD.buildings.items())


def test_landmarks_stand_on_24_buildings_six_of_each_on_all_types_and_levels():
    found = [card for card in BUILDINGS if card.landmark]
    assert Counter(card.landmark for card in found) == {1 + icon: 6 for icon in range(len(LANDMARKS))}
    assert {card.type for card in found} == set(range(len(TYPES)))
    assert Counter(card.level for card in found) == {1: 6, 2: 6, 3: 6, 4: 6}


def test_no_two_buildings_have_one_action_and_no_two_cities_one_bonus():
    assert len({card.program for card in BUILDINGS}) == 80
    assert len({(city.trigger, city.trigger_type, city.comparisons, city.program) for city in STANDARD.cities}) == 16


@pytest.mark.parametrize("card", BUILDINGS, ids=lambda card: card.name)
def test_an_action_has_the_theme_of_its_type_and_a_cost_of_its_level(card):
    assert THEMES[card.type] in {part[0] for part in card.program}
    low, high = COSTS[card.level]
    assert low <= card.cost <= high


def test_actions_costs_and_incomes_grow_with_the_level():
    def means(level):
        cards = [card for card in BUILDINGS if card.level == level]
        steps = sum(part[1] for card in cards for part in card.program)
        return steps, sum(card.cost for card in cards), sum(sum(card.income) for card in cards)

    for level in (1, 2, 3):
        assert all(low < high for low, high in zip(means(level), means(level + 1), strict=True))


def test_every_operation_and_every_argument_is_used():
    parts = [part for card in BUILDINGS for part in card.program]
    used = {(operation, argument) for operation, _, argument, _ in parts}
    tracks = range(3)
    expected = {(t.DRAW_CARDS, pile) for pile in (t.ANY_PILE, t.FROM_ROW, t.FROM_DECK, t.FROM_NEXT)}
    expected |= {(t.ADVANCE_STEPS, track) for track in (*tracks, t.ANY_TRACK, t.EACH_TRACK)}
    expected |= {(t.OPPONENT_DECLINES, track) for track in (*tracks, t.ANY_TRACK)}
    expected |= {(t.EACH_DECLINES, track) for track in tracks}
    expected |= {(t.BUILD_CARDS, discount) for discount in (0, 1, 2, 3, 4, t.FREE)}
    plain = (t.TUCK_CARDS, t.CLAIM_ACHIEVEMENTS, t.STEAL_TOP_CARD, t.STEAL_HAND_CARD, t.BONUS_ACTION)
    expected |= {(operation, 0) for operation in plain}
    assert expected <= used
    assert {operation for operation, _ in used} == set(range(1, 13))
    assert {number for _, number, _, _ in parts} == {1, 2, 3, 4}
    assert {may for _, _, _, may in parts} == {0, 1}


def test_cities_use_all_triggers_but_those_that_few_cards_cause():
    assert {t.TRIGGERS[city.trigger] for city in STANDARD.cities} == set(t.TRIGGERS) - {"declare", "steal"}
    assert {city.trigger for city in STANDARD.cities if city.trigger_type} == {t.ON_BUILD, t.ON_VISIT}
    assert any(city.reduction for city in STANDARD.cities)
    assert any(city.comparisons for city in STANDARD.cities)


def test_achievements_ask_for_different_things_and_have_one_to_four_stars():
    assert {achievement.stars for achievement in STANDARD.achievements} == {1, 2, 3, 4}
    quantities = {row[1 + place] for card in STANDARD.achievements for row in card.comparisons for place in range(row[0])}
    names = {t.QUANTITIES[quantity] for quantity in quantities}
    assert names >= {"types", "park", "sites", "tallest", "width", "tucked", "tracks", "lowest"}
    assert sorted(STANDARD.chips) == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [(t.QUANTITIES[award.quantity], award.points) for award in STANDARD.awards] == [("tallest", 3), ("buildings", 3)]


def test_residential_buildings_are_discounted_by_civic_ones():
    assert TYPES[STANDARD.discounts[TYPES.index("residential")]] == "civic"
