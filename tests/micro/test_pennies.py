"""The rules of the micro game, by their numbers."""

import pytest

from mctsky.core.position import Game
from mctsky.errors import PositionError
from micro.pennies import SPEC

GAME = Game(SPEC)


def played(*moves: str):
    position = GAME.start(seed=1)
    for move in moves:
        position.play(move)
    return position


def test_r1_both_choose_and_the_other_sees_nothing():
    position = played("heads")
    assert position.to_act == 1
    assert position.view(1) == GAME.start().view(1)
    assert position.view(1).observed == ()
    assert position.legal_moves() == ["heads", "tails"]


def test_r2_choices_are_shown_in_seat_order():
    position = GAME.start()
    for move in ("heads", "tails"):
        position.play(move)
    assert position.chance_moves() == [("0:heads", 1.0)]
    position.play("0:heads")
    assert position.text() == "heads; tails; 0:heads"
    assert position.chance_moves() == [("1:tails", 1.0)]
    position.play("1:tails")
    assert position.is_over


@pytest.mark.parametrize(("first", "second", "result"), [("heads", "heads", [1, 0]), ("tails", "heads", [0, 1])])
def test_r3_seat_0_wins_on_a_match(first, second, result):
    assert played(first, second).returns() == result


def test_b1_a_seat_knows_its_own_choice_and_what_is_shown():
    assert played("tails").view(0).text() == "tails"
    assert played("tails", "heads").view(1).text() == "heads; 0:tails; 1:heads"


def test_b2_a_pending_choice_is_taken_back():
    position = GAME.position("heads; tails")
    assert position.view(1).text() == "tails"
    assert position.view(1).to_act == 0
    assert GAME.position("heads; tails; 0:heads").view(0).text() == "heads; 0:heads"


@pytest.mark.parametrize("text", ["0:heads", "heads; heads; 1:heads", "heads; tails; 0:tails", "heads;", ""])
def test_impossible_positions_are_refused(text):
    with pytest.raises(PositionError):
        GAME.position(text)
