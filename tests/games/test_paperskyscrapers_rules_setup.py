"""Paper Skyscrapers, rules about set-up, turns and the end of turns."""

from fractions import Fraction

import pytest

from games.paperskyscrapers_files import box
from games.paperskyscrapers_tables import Spot, opened, spot
from mctsky.core.contract import CHANCE

PLAIN = box()


def test_r1_markers_never_run_out():
    names = [f"Goal{number}" for number in range(12)]
    game = box(achievements=tuple(f"{name} | 1 | score >= 0" for name in names))
    end = spot(game, actions=13, claims=("", " ".join(names))).play(*(f"claim {name}" for name in names))
    assert end.claims(0) == end.claims(1) == " ".join(sorted(names))


def test_r2_all_players_share_one_board():
    assert spot(PLAIN, tracks=((0, 0, 0), (1, 0, 0))).play("advance profit").track("profit") == [2, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r22_a_random_player_begins_and_turns_go_clockwise(players):
    game = box(players)
    assert Spot(game.start()).odds == {f"first {seat}": Fraction(1, players) for seat in range(players)}
    hands = [f"{kind}1a {kind}1b" for kind in ("Civ", "Com", "Ind", "Par")][:players]
    first = opened(box(players, plain=3), hands, "Res1a Res1b Res1c", first=players - 1)
    assert (first.turn, first.play("stop").turn, first.play("stop", "stop").turn) == (players - 1, 0, 1)


def test_r20_a_player_may_stop_early():
    turn = spot(PLAIN, level=3, hands=("Civ3a",))
    after = turn.play("advance profit", "stop")
    assert (turn.actions, after.turn, after.actions, after.hand(0)) == (3, 1, 3, "Civ3a")


def test_r21_actions_are_the_level_at_the_start_of_the_turn():
    for level in (1, 2, 3, 4):
        turn = spot(PLAIN, level=level, actions=1).play("advance profit")
        assert (turn.turn, turn.actions) == (1, level)
    met = spot(PLAIN, level=2, deck="Civ2a Com2a").play("draw deck", "round end", "deal 0 Civ2a")
    assert (met.level, met.actions, met.turn) == (2, 1, 0)


def test_r57_all_actions_may_be_passed():
    turn = spot(PLAIN, level=4)
    lap = turn.play("stop", "stop")
    assert (lap.turn, lap.actions, lap.told["lap"], turn.told["lap"]) == (0, 4, 1, 0)
    assert [lap.hand(seat) for seat in (0, 1)] == ["", ""]


def test_r42_all_achievements_can_be_claimed_from_the_first_turn():
    game = box(
        achievements=("First | 1 | level >= 1", "Second | 2 | hand >= 2", "Third | 3 | hand >= 3", "Fourth | 4 | hand = 2")
    )
    first = opened(game, ("Civ1a Civ1b", "Com1a Com1b"), "Par1a Par1b Res1a")
    assert first.can("claim") == {"claim First", "claim Second", "claim Fourth"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r52_any_number_of_players_has_the_same_setup(players):
    game = box(players, plain=3)
    position = Spot(game.start()).play("first 0")
    n_cities = 0
    while position.to_act == CHANCE:
        position = position.play(next(iter(position.odds)))
        n_cities += 1
    first = position
    while first.turn is None:
        first = first.play(min(first.moves)) if first.to_act != CHANCE else first.luck()
    assert n_cities == 2 * players
    assert [len(first.hand(seat).split()) for seat in range(players)] == [2] * players
    assert len(first.pile("row").split()) == 3
    assert len(first.deck(1).split()) == 15 - 2 * players - 3
    assert (first.level, first.actions, first.told["round_ends"]) == (1, 1, {1, 2, 3, 4})


def test_r67_two_cities_each_are_dealt_face_up_and_chosen_clockwise():
    position = Spot(box(3).start()).play("first 1")
    assert position.odds == {f"city 1 Home{city}": Fraction(1, 8) for city in range(8)}
    position = position.play("city 1 Home3", "city 1 Home5")
    assert position.odds == {f"city 2 Home{city}": Fraction(1, 6) for city in (0, 1, 2, 4, 6, 7)}
    position = position.play("city 2 Home0", "city 2 Home1", "city 0 Home2", "city 0 Home4")
    assert [seat["offers"] for seat in position.told["seats"]] == [["Home2", "Home4"], ["Home3", "Home5"], ["Home0", "Home1"]]
    assert (position.to_act, position.moves) == (1, {"choose Home3", "choose Home5"})
    position = position.play("choose Home5")
    assert (position.to_act, position.city(1)) == (2, "HOME !")
    position = position.play("choose Home0")
    assert (position.to_act, position.moves) == (0, {"choose Home2", "choose Home4"})
    position = position.play("choose Home4")
    assert [seat["city"] for seat in position.told["seats"]] == ["Home4", "Home5", "Home0"]
    assert set(position.odds) == {f"deal 1 {name}" for name in position.deck(1).split()}
    position = position.play("deal 1 Civ1a", "deal 1 Com1a", "deal 2 Civ1b", "deal 2 Com1b", "deal 0 Ind1a", "deal 0 Ind1b")
    assert min(position.odds).startswith("row ")


def test_r99_players_begin_with_points_in_turn_order():
    start = ("1 2", "3 4 6", "0 0 0 0")
    with_points = Spot(box(3, compensation=1, start=start).start()).play("first 1")
    without = Spot(box(3, start=start).start()).play("first 1")
    assert (with_points.scores, without.scores) == ([6, 3, 4], [0, 0, 0])
    assert Spot(box(2, compensation=1, start=start).start()).play("first 1").scores == [2, 1]


def test_r54_after_a_hundred_laps_the_game_is_scored():
    end = spot(PLAIN, seat=1, lap=99, scores=(3, 1)).play("stop")
    assert (end.position.is_over, end.result) == (True, [1.0, 0.0])
    assert spot(PLAIN, seat=0, lap=99).play("stop").turn == 1
    assert spot(PLAIN, seat=1, lap=98).play("stop").turn == 0
    assert spot(PLAIN, seat=0, first=1, lap=99).play("stop").position.is_over
