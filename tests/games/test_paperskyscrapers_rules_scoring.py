"""Paper Skyscrapers, rules about chips, awards, the result, and every quantity that is counted."""

from fractions import Fraction

import pytest

from games.paperskyscrapers_files import box
from games.paperskyscrapers_tables import last_turn, spot

GOALS = ("First | 1 | hand >= 99", "Second | 1 | hand >= 99", "Third | 1 | hand >= 99")
CHIPS = box(3, achievements=GOALS, chips="1 2 2")
AWARDS = ("Tall | tallest | 3", "Wide | buildings | 5")
AWARDED = box(3, awards=AWARDS)


def test_r3_each_achievement_has_a_hidden_random_chip():
    chips = last_turn(CHIPS, claims=("First Second",), scores=(0, 9, 20)).play("stop")
    assert chips.odds == {"chip First 1": Fraction(1, 3), "chip First 2": Fraction(2, 3)}
    one, two = chips.play("chip First 1"), chips.play("chip First 2")
    assert one.odds == {"chip Second 2": 1}
    assert two.odds == {"chip Second 1": Fraction(1, 2), "chip Second 2": Fraction(1, 2)}
    assert two.play("chip Second 1").scores == [3, 9, 20]
    assert not last_turn(CHIPS, claims=("First Second",)).state.chip_value.any()


def test_r43_most_buildings_means_stacks():
    cities = ("HOME | Civ1a Civ1b Civ2a", "HOME | Com1a | Com1b", "HOME")
    assert last_turn(box(3, awards=AWARDS[1:]), cities=cities, scores=(10, 20, 30)).play("stop").scores == [10, 25, 30]


def test_r44_a_tied_award_goes_to_nobody():
    cities = ("HOME | Civ1a Civ1b", "HOME | Com1a Com1b", "HOME | Ind1a | Ind1b")
    assert last_turn(AWARDED, cities=cities, scores=(10, 20, 30)).play("stop").scores == [10, 20, 35]
    assert last_turn(AWARDED, scores=(10, 20, 30)).play("stop").scores == [10, 20, 30]


def test_r45_the_leader_scores_first_chips_and_awards_together_with_hops():
    cities = ("HOME | Civ1a Civ1b | Civ2a", "HOME", "HOME")
    game = box(3, awards=AWARDS, achievements=GOALS, chips="1 2 2")
    scoring = last_turn(game, cities=cities, claims=("Third", "First", "Second"), scores=(4, 5, 7)).play("stop")
    assert set(scoring.odds) == {"chip Second 1", "chip Second 2"}  # seat 2 leads
    scoring = scoring.play("chip Second 2")
    assert (scoring.scores, set(scoring.odds)) == ([4, 5, 9], {"chip First 1", "chip First 2"})
    scoring = scoring.play("chip First 2", "chip Third 1")
    # Seat 1: 5, 6, 7. Seat 0: 4, 5 for its chip, then 8 points of awards: 6, 8, 10, 11, 12, 13, 14, 15.
    assert scoring.scores == [15, 7, 9]
    assert (scoring.position.is_over, scoring.result) == (True, [1.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("scores", "cities", "result"),
    [
        ((3, 2, 1), ("HOME", "HOME | Com1a", "HOME"), [1, 0, 0]),
        ((3, 3, 1), ("HOME | Civ1a", "HOME | Com1a Com1b", "HOME | Ind1a Ind1b Ind2a"), [0, 1, 0]),
        ((3, 3, 1), ("HOME | Civ1a Civ1b | Civ2a", "HOME | Com1a Com1b", "HOME"), [1, 0, 0]),
        ((3, 3, 1), ("HOME | Civ1a Civ1b", "HOME Com1a Com1b", "HOME"), [0.5, 0.5, 0]),
        ((3, 3, 3), ("HOME", "HOME", "HOME (Civ1a)"), [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_r46_a_tie_is_broken_by_height_then_buildings_then_shared(scores, cities, result):
    assert last_turn(box(3), scores=scores, cities=cities).play("stop").result == pytest.approx(result)


@pytest.mark.parametrize("points", [1, 3, 9])
def test_r75_awards_are_worth_what_the_card_file_says(points):
    game = box(awards=(f"Tall | tallest | {points}",))
    assert last_turn(game, cities=("HOME", "HOME | Civ1a"), scores=(50, 0)).play("stop").scores == [50, points]


def test_r76_chips_are_drawn_from_those_of_the_file_that_are_still_face_down():
    game = box(achievements=GOALS, chips="1 9 9")
    chips = last_turn(game, claims=("First", "Second"), scores=(1, 30)).play("stop")
    assert chips.odds == {"chip Second 1": Fraction(1, 3), "chip Second 9": Fraction(2, 3)}
    assert chips.play("chip Second 1").odds == {"chip First 9": 1}
    assert chips.play("chip Second 9", "chip First 9").scores == [10, 39]


@pytest.mark.parametrize(("first", "order"), [(0, "First Second Third"), (1, "Second Third First"), (2, "Third First Second")])
def test_r77_equal_players_score_clockwise_from_the_first_player(first, order):
    last = (first + 2) % 3
    scoring = last_turn(CHIPS, seat=last, first=first, claims=("First", "Second", "Third"), scores=(4, 4, 4)).play("stop")
    seen = []
    while not scoring.position.is_over:
        text = next(iter(scoring.odds))
        seen.append(text.split()[1])
        scoring = scoring.play(text)
    assert " ".join(seen) == order


RICH = {
    "hands": ("Ind2a Ind2b",),
    "cities": ("Gate Com1a Span | HOME (Gate2 Par1a) ! | - | Com1b Civ1a Civ1b Civ2a | Ind1a",),
    "tracks": ((3, 8, 21), (1, 1, 1)),
    "scores": (17, 30),
    "claims": ("Old Older",),
    "level": 2,
}
QUANTITIES = {
    **{"civic": 4, "commercial": 3, "industrial": 1, "park": 2, "residential": 0, "types": 4, "fewest": 0, "most": 4},
    **{"arch": 2, "bridge": 1, "clock": 0, "statue": 0, "landmarks": 3, "sites": 2},
    **{"tallest": 4, "towers": 2, "buildings": 3, "width": 5, "tucked": 2},
    **{"profit": 3, "prestige": 8, "population": 21, "tracks": 32, "lowest": 3, "highest": 21},
    **{"hand": 2, "score": 17, "claims": 2, "level": 2},
}


@pytest.mark.parametrize(("quantity", "number"), QUANTITIES.items())
def test_each_quantity(quantity, number):
    goals = (
        f"Less | 1 | {quantity} >= {number + 1}",
        f"Equal | 1 | {quantity} = {number}",
        f"Most | 1 | {quantity} <= {number}",
    )
    old = ("Old | 1 | hand >= 99", "Older | 1 | hand >= 99")
    cards = {"Gate": "1 civic arch", "Span": "1 commercial bridge", "Gate2": "1 park arch"}
    game = box(achievements=(*goals, *old), chips="1 1 1 1 1", **cards)
    assert spot(game, **RICH).can("claim") == {"claim Equal", "claim Most"}


def test_conditions_add_quantities_and_join_comparisons():
    goals = (
        "Sum | 1 | civic + commercial + park = 9",
        "Both | 1 | civic >= 4 and tallest <= 4 and tracks = 32",
        "One | 1 | civic >= 5 and tallest <= 4",
        "Last | 1 | civic >= 4 and tallest <= 4 and tracks <= 31",
        "Old | 1 | hand >= 99",
        "Older | 1 | hand >= 99",
    )
    cards = {"Gate": "1 civic arch", "Span": "1 commercial bridge", "Gate2": "1 park arch"}
    game = box(achievements=goals, chips="1 1 1 1 1 1", **cards)
    assert spot(game, **RICH).can("claim") == {"claim Sum", "claim Both"}
