"""The card file of Paper Skyscrapers as tables: cards, conditions and settings that exist in files only."""

import re
from importlib import resources

import numpy as np
import pytest

from mctsky.errors import DataFileError, OptionError
from mctsky.games.paperskyscrapers import tables as t
from mctsky.games.paperskyscrapers.cards import SETS, find_cards, make_tables, read_cards
from mctsky.games.paperskyscrapers.state import FIRST_CITY_PROGRAM, LANDMARKS, TYPES

CARDS = (resources.files("mctsky.games.paperskyscrapers") / "data" / "cards.txt").read_text()


def tables_of(text, players=2, compensation=1):
    return make_tables(read_cards(CARDS + text, "my.txt"), players, compensation)


def rows(program):
    return [tuple(row) for row in program.tolist() if row[0] != t.FINISH]


# An action as text, and its rows.
ACTIONS = [
    ("none", []),
    ("draw 1", [(t.DRAW_CARDS, 1, t.ANY_PILE, 0)]),
    ("draw 2 row", [(t.DRAW_CARDS, 2, t.FROM_ROW, 0)]),
    ("may draw 3 deck", [(t.DRAW_CARDS, 3, t.FROM_DECK, 1)]),
    ("draw 4 next", [(t.DRAW_CARDS, 4, t.FROM_NEXT, 0)]),
    ("may tuck 2", [(t.TUCK_CARDS, 2, 0, 1)]),
    ("advance 2 prestige", [(t.ADVANCE_STEPS, 2, 1, 0)]),
    ("advance 1 any", [(t.ADVANCE_STEPS, 1, t.ANY_TRACK, 0)]),
    ("advance 4 each", [(t.ADVANCE_STEPS, 4, t.EACH_TRACK, 0)]),
    ("opponent declines 2 population", [(t.OPPONENT_DECLINES, 2, 2, 0)]),
    ("may opponent declines 1 any", [(t.OPPONENT_DECLINES, 1, t.ANY_TRACK, 1)]),
    ("each opponent declines 3 profit", [(t.EACH_DECLINES, 3, 0, 0)]),
    ("build 2", [(t.BUILD_CARDS, 2, 0, 0)]),
    ("build 1 discount 4", [(t.BUILD_CARDS, 1, 4, 0)]),
    ("build 3 free", [(t.BUILD_CARDS, 3, t.FREE, 0)]),
    ("claim 2", [(t.CLAIM_ACHIEVEMENTS, 2, 0, 0)]),
    ("steal top card", [(t.STEAL_TOP_CARD, 1, 0, 0)]),
    ("may steal hand card", [(t.STEAL_HAND_CARD, 1, 0, 1)]),
    ("bonus action", [(t.BONUS_ACTION, 1, 0, 0)]),
    ("discard 2 for draw 3", [(t.DISCARD_FOR, 2, 1, 0), (t.DRAW_CARDS, 3, t.ANY_PILE, 0)]),
    (
        "may  discard 1 for build 1 free and steal top card ;draw 1 row",
        [
            (t.DISCARD_FOR, 1, 2, 1),
            (t.BUILD_CARDS, 1, t.FREE, 0),
            (t.STEAL_TOP_CARD, 1, 0, 0),
            (t.DRAW_CARDS, 1, t.FROM_ROW, 0),
        ],
    ),
    (
        "tuck 1; declare for advance 1 profit and bonus action; claim 1",
        [
            (t.TUCK_CARDS, 1, 0, 0),
            (t.DECLARE_FOR, 1, 2, 0),
            (t.ADVANCE_STEPS, 1, 0, 0),
            (t.BONUS_ACTION, 1, 0, 0),
            (t.CLAIM_ACHIEVEMENTS, 1, 0, 0),
        ],
    ),
    ("tuck 1; tuck 1; tuck 1; tuck 1; tuck 4; tuck 4", [(t.TUCK_CARDS, number, 0, 0) for number in (1, 1, 1, 1, 4, 4)]),
]


@pytest.mark.parametrize(("action", "expected"), ACTIONS)
def test_a_new_building_by_file_only(action, expected):
    tables = tables_of(f"\nbuilding | Test House & Co. | 3 | park | 9 | 0 9 1 | clock | {action}  # the 21st of level 3\n")
    number = 2 * 32 + 20
    assert tables.buildings.tolist() == [(1 << 20) - 1 | ((1 << 20) - 1) << 32, (1 << 21) - 1 | ((1 << 20) - 1) << 32]
    assert (tables.type[number], tables.cost[number], tables.income[number].tolist()) == (3, 9, [0, 9, 1])
    assert tables.landmark[number] == 1 + LANDMARKS.index("clock")
    assert rows(tables.programs[number]) == expected
    assert not tables.programs[number, len(expected) :].any()


def test_texts_are_kept_for_pictures():
    text = "building | New | 1 | park | 1 | 1 0 0 | - |  may  discard 1 for  tuck 1;draw 1\n"
    cards = read_cards(f"{CARDS}{text}city | Old | tuck | park>=3 | none", "my.txt")
    new = next(card for card in cards.buildings.values() if card.name == "New")
    assert new.action == "may discard 1 for tuck 1; draw 1"
    assert (cards.cities[-1].when, cards.cities[-1].condition, cards.cities[-1].effect) == ("tuck", "park >= 3", "none")


CITIES = [
    ("turn start | - | draw 1 row", (t.ON_TURN_START, 0, 0), [(t.DRAW_CARDS, 1, t.FROM_ROW, 0)]),
    ("build park | - | cost -4", (t.ON_BUILD, 4, 4), []),
    ("build | - | cost -1", (t.ON_BUILD, 0, 1), []),
    ("sprawl | - | cost -2", (t.ON_SPRAWL, 0, 2), []),
    ("build over | - | cost -3", (t.ON_BUILD_OVER, 0, 3), []),
    ("visit civic | - | may tuck 1", (t.ON_VISIT, 1, 0), [(t.TUCK_CARDS, 1, 0, 1)]),
    ("declare | - | claim 1", (t.ON_DECLARE, 0, 0), [(t.CLAIM_ACHIEVEMENTS, 1, 0, 0)]),
    ("steal | - | steal top card", (t.ON_STEAL, 0, 0), [(t.STEAL_TOP_CARD, 1, 0, 0)]),
]


@pytest.mark.parametrize(("columns", "numbers", "program"), CITIES)
def test_a_new_city_by_file_only(columns, numbers, program):
    tables = tables_of(f"\ncity | Testville | {columns}\n")
    assert tables.n_cities == 17
    assert (tables.trigger[16], tables.trigger_type[16], tables.reduction[16]) == numbers
    assert rows(tables.programs[FIRST_CITY_PROGRAM + 16]) == program
    assert not tables.conditions[t.FIRST_CITY_CONDITION + 16].any()


CONDITIONS = [
    ("park >= 4", [(1, 3, 0, 0, t.AT_LEAST, 4)]),
    ("statue+arch <= 99", [(2, 8, 5, 0, t.AT_MOST, 99)]),
    (
        "hand = 0 and profit + prestige + population >= 20 and level <= 2",
        [
            (1, t.Q_HAND, 0, 0, t.EXACTLY, 0),
            (3, t.Q_PROFIT, t.Q_PRESTIGE, t.Q_POPULATION, t.AT_LEAST, 20),
            (1, t.Q_LEVEL, 0, 0, t.AT_MOST, 2),
        ],
    ),
]


@pytest.mark.parametrize(("condition", "expected"), CONDITIONS)
def test_new_conditions_by_file_only(condition, expected):
    text = CARDS.replace("2 2 2 3 3 3", "2 2 2 3 3 3 9")
    text += f"\nachievement | Test Prize | 4 | {condition}\ncity | Testville | tuck | {condition} | draw 1\n"
    tables = make_tables(read_cards(text, "my.txt"), 4, 1)
    padded = expected + [(0,) * 6] * (3 - len(expected))
    assert [tuple(row) for row in tables.conditions[9].tolist()] == padded
    assert [tuple(row) for row in tables.conditions[t.FIRST_CITY_CONDITION + 16].tolist()] == padded
    assert (tables.stars[9], tables.n_achievements) == (4, 10)
    assert tables.chips.tolist() == [0, 3, 3, 3, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("quantity", t.QUANTITIES)
def test_an_award_can_be_for_any_quantity(quantity):
    tables = tables_of(f"\naward | Test Award | {quantity} | 9\n")
    assert (t.QUANTITIES[tables.award_quantity[2]], tables.award_points[2], tables.n_awards) == (quantity, 9, 3)


def test_settings_reach_the_tables():
    text = re.sub(r"start scores \| 3 .*", "start scores | 3 | 0 4 9", CARDS)
    cards = read_cards(text, "my.txt")
    assert make_tables(cards, 3, 1).start_scores.tolist() == [0, 4, 9, 0]
    assert make_tables(cards, 3, 0).start_scores.tolist() == [0, 0, 0, 0]
    cheaper_by = [TYPES[kind] for kind in make_tables(cards, 3, 1).cheaper_by]
    assert cheaper_by == ["park", "industrial", "residential", "commercial", "civic"]


def test_sets_are_known_by_their_contents(tmp_path):
    path = tmp_path / "cards.txt"
    path.write_text(CARDS)
    first = find_cards(3, 1, str(path))
    assert find_cards(3, 1, str(path)) == first
    assert find_cards(3, 0, str(path)) != first
    path.write_text(CARDS.replace("| Mill ", "| Windmill "))
    second = find_cards(3, 1, str(path))
    assert second != first
    assert "Windmill" in {card.name for card in SETS[second].cards.buildings.values()}
    assert np.array_equal(SETS[first].tables.programs, SETS[second].tables.programs)


def test_each_player_needs_two_cities(tmp_path):
    path = tmp_path / "cards.txt"
    path.write_text(re.sub(r"^city .*\n", "", CARDS, count=9, flags=re.MULTILINE))
    assert SETS[find_cards(3, 1, str(path))].tables.n_cities == 7
    with pytest.raises(OptionError, match=f"players=4 cards={path}.*4 players choose from 8 cities, and .* has 7; add cities"):
        find_cards(4, 1, str(path))


def test_files_that_are_not_there_or_not_text(tmp_path):
    with pytest.raises(OptionError, match="in paperskyscrapers: cards file not found"):
        find_cards(2, 1, str(tmp_path / "none.txt"))
    path = tmp_path / "cards.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataFileError, match="UTF-8"):
        find_cards(2, 1, str(path))
    path.write_text("#" * 70_000)
    with pytest.raises(DataFileError, match="larger than"):
        find_cards(2, 1, str(path))


def test_the_largest_file_fits():
    """As many cards as the documentation allows, with the longest names and actions."""
    number = iter(range(1000))
    action = "; ".join(["each opponent declines 1 population"] * 6)

    def name():
        return f"N{next(number)}".ljust(30, "x")

    text = re.sub(r"^(building|city|achievement|award|chips) .*\n", "", CARDS, flags=re.MULTILINE)
    text += "chips | 9 9 9 9 9 9 9 9 9 9 9 9\n"
    for place in range(124):
        text += f"building | {name()} | {1 + place // 31} | {TYPES[place // 25]} | 9 | 9 9 9 | statue | {action}\n"
    condition = " and ".join(["population + residential + landmarks >= 99"] * 3)
    for _ in range(32):
        text += f"city | {name()} | visit residential | {condition} | {action}\n"
    for _ in range(12):
        text += f"achievement | {name()} | 4 | {condition}\n"
    for _ in range(4):
        text += f"award | {name()} | population | 9\n"
    cards = read_cards(text, "my.txt")
    assert len(text) < 60_000
    tables = make_tables(cards, 4, 1)
    assert sum(bin(word).count("1") for word in tables.buildings.tolist()) == 124
    assert rows(tables.programs[126]) == rows(tables.programs[FIRST_CITY_PROGRAM + 31]) == [(t.EACH_DECLINES, 1, 2, 0)] * 6
    assert (tables.conditions[t.FIRST_CITY_CONDITION + 31, 2].tolist(), tables.chips[9]) == ([3, 21, 4, 12, 0, 99], 12)
