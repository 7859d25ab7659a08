"""The card file of Paper Skyscrapers, as the naive account reads it; the small file uses the whole language."""

import pytest

from naive.paperskyscrapers_cards import (
    LANDMARKS,
    QUANTITIES,
    TRIGGERS,
    TYPES,
    Part,
    all_parts,
    load_cards,
    parse_action,
    parse_condition,
)
from naive.paperskyscrapers_spots import SMALL, SMALL_FILE


def test_an_action_is_read_part_by_part():
    assert parse_action("may draw 2 next; discard 1 for build 1 discount 2 and steal top card") == (
        Part("draw", 2, "next", may=True),
        Part("discard", 1, benefit=(Part("build", 1, less=2), Part("steal top card"))),
    )
    assert parse_action("none") == ()


def test_a_condition_adds_up_quantities():
    (comparison,) = parse_condition("park + civic >= 3")
    assert comparison.holds({"park": 2, "civic": 1})
    assert not comparison.holds({"park": 1, "civic": 1})


@pytest.mark.parametrize("action", ["draw 5", "build 1 cheap", "jump", "discard for draw 1", "draw 4; draw 4; draw 4; tuck 1"])
def test_a_wrong_action_is_not_read(action):
    with pytest.raises((ValueError, AssertionError)):
        parse_action(action)


@pytest.mark.parametrize("part", ["advance 1 each", "each opponent declines 1 profit"])
def test_may_does_not_stand_before_each(part):
    assert parse_action(f"{part}; may discard 1 for {part}")[1].may
    with pytest.raises(ValueError, match="`may` does not stand before"):
        parse_action(f"may {part}")


def test_the_small_file_uses_the_whole_language():
    parts = [part for building in SMALL.buildings.values() for part in all_parts(building.action)]
    assert {(part.op, part.what) for part in parts} >= {
        *(("draw", source) for source in ("", "row", "deck", "next")),
        *(("advance", track) for track in ("profit", "prestige", "population", "any", "each")),
        *(("opponent declines", track) for track in ("profit", "prestige", "any")),
        *(("each opponent declines", track) for track in ("profit", "prestige", "population")),
        *(("build", how) for how in ("", "free")),
        *((op, "") for op in ("tuck", "claim", "steal top card", "steal hand card", "bonus action", "discard", "declare")),
    }
    assert {part.op for part in parts if part.may} == {part.op for part in parts} - {"each opponent declines"}
    used = [one.condition for one in (*SMALL.achievements.values(), *SMALL.cities.values())]
    assert {word for condition in used for comparison in condition for word in comparison.quantities} == QUANTITIES
    plain = {trigger for trigger in TRIGGERS if not trigger.endswith(TYPES)}
    assert {city.trigger for city in SMALL.cities.values()} >= plain | {"build park", "visit civic"}
    assert {building.landmark for building in SMALL.buildings.values()} == {None, *LANDMARKS}


def test_a_name_stands_once_in_the_file():
    with pytest.raises(AssertionError, match="twice"):
        load_cards(SMALL_FILE.read_text() + "\ncity | MILL | tuck | - | draw 1\n")
