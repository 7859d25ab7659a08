"""Game, Position and View: equality, copies, pickles, errors, and what a View holds."""

import pickle

import pytest

import mctsky
from mctsky.core.position import OBSERVED, Game, View
from mctsky.errors import IllegalMoveError, PositionError
from micro.pennies import SPEC

PENNIES = Game(SPEC)
TICTACTOE = mctsky.load("tictactoe")


def test_games_compare_by_name_and_options():
    assert mctsky.load("tictactoe") == TICTACTOE
    assert hash(mctsky.load("tictactoe")) == hash(TICTACTOE)
    assert TICTACTOE != PENNIES
    assert TICTACTOE != "tictactoe"
    assert pickle.loads(pickle.dumps(TICTACTOE)) == TICTACTOE
    assert repr(TICTACTOE) == "<Game tictactoe players=2>"


def test_playing_by_text_and_by_code_is_the_same():
    by_text, by_code = TICTACTOE.start(), TICTACTOE.start()
    for text, code in (("a3", 0), ("b2", 4)):
        assert by_text.parse_move(text) == code
        by_text.play(text)
        by_code.play(code)
    assert by_text == by_code
    assert by_text.moves == [0, 4]
    assert str(by_text) == by_text.text() == "a3; b2"


def test_illegal_moves_change_nothing_and_name_the_legal_ones():
    position = TICTACTOE.position("a3; b3")
    before = position.copy()
    with pytest.raises(IllegalMoveError, match=r"no such move; legal: c3 a2"):
        position.play("a3")
    with pytest.raises(IllegalMoveError, match="no such move"):
        position.play("z9")
    with pytest.raises(IllegalMoveError, match="no such code"):
        position.play(0)
    with pytest.raises(IllegalMoveError):
        position.play(-1)
    with pytest.raises(IllegalMoveError):
        position.play("a2" * 500)
    assert position == before
    assert position.moves == []


def test_a_finished_game_takes_no_moves_and_a_running_one_has_no_result():
    over = TICTACTOE.position("a3; a2; b3; b2; c3")
    assert over.is_over
    assert over.returns() == [1.0, 0.0]
    assert over.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="over"):
        over.play("c2")
    with pytest.raises(IllegalMoveError):
        over.play(5)
    with pytest.raises(PositionError, match="not over"):
        TICTACTOE.start().returns()


def test_copies_are_independent():
    position = TICTACTOE.start()
    position.play("a1")
    twin = position.copy()
    twin.play("b2")
    assert position.text() == "a1"
    assert position.moves != twin.moves
    assert position != twin
    view = position.view(0)
    other = view.copy()
    other.state.n_played = 7
    assert view != other
    assert view.state.n_played == 1


def test_pickles_keep_state_moves_and_luck():
    position = TICTACTOE.start(seed=5)
    position.play("a1")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert (again.moves, again._observed, again._seed) == (position.moves, position._observed, 5)
    again.play("b2")
    assert position.moves == [6]
    view = pickle.loads(pickle.dumps(position.view(1)))
    assert view == position.view(1)
    assert view.observed == (6 | OBSERVED,)


def test_a_seed_draws_chance_and_without_one_the_caller_does():
    drawn = PENNIES.start(seed=1)
    drawn.play("heads")
    drawn.play("heads")
    assert drawn.is_over
    assert drawn.moves == [0, 0, 2, 4]
    manual = PENNIES.start()
    manual.play("heads")
    manual.play("heads")
    assert manual.to_act == mctsky.core.contract.CHANCE
    assert manual.chance_moves() == [("0:heads", 1.0)]
    assert manual.legal_moves() == []
    with pytest.raises(IllegalMoveError):
        manual.play("0:tails")


def test_no_seed_reaches_a_view():
    position = PENNIES.start(seed=987654321)
    position.play("heads")
    view = position.view()
    assert view.seat == 1
    assert set(vars(view)) == {"game", "seat", "state", "observed", "clock", "origin"}
    assert b"987654321" not in pickle.dumps(view, protocol=0)


def test_observations_tell_own_moves_from_others():
    position = PENNIES.start(seed=1)
    position.play("heads")
    assert position.view(0).observed == (0,)
    assert position.view(1).observed == ()
    position.play("tails")
    shown = (2 | OBSERVED, 5 | OBSERVED)
    assert position.view(0).observed == (0, *shown)
    assert position.view(1).observed == (1, *shown)


def test_a_view_leaves_the_position_alone():
    position = PENNIES.position("heads; tails")
    view = position.view(1)
    assert view.text() == "tails"
    assert position.text() == "heads; tails"
    assert isinstance(view, View)
    assert view != position


def test_views_of_different_seats_differ():
    start = PENNIES.start()
    assert start.view(0) != start.view(1)
    assert len({start.view(0), start.view(1), PENNIES.start().view(0)}) == 2


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_there_is_no_such_seat(seat):
    with pytest.raises(PositionError, match="only 0 to 1"):
        TICTACTOE.start().view(seat)
    with pytest.raises(PositionError, match="only 0 to 1"):
        TICTACTOE.view("start", seat)


def test_nobody_and_chance_have_no_view():
    with pytest.raises(PositionError, match="the game is over"):
        TICTACTOE.position("a3; a2; b3; b2; c3").view()
    with pytest.raises(PositionError):
        PENNIES.position("heads; tails").view()


def test_seat_names():
    assert [TICTACTOE.seat_name(seat) for seat in (-2, -1, 0)] == ["nobody", "chance", "seat 0"]


def test_a_game_without_an_estimate_has_none():
    assert TICTACTOE.start().evaluate() is None


def test_long_texts_are_refused_before_they_are_read():
    with pytest.raises(PositionError, match="longer than any position"):
        mctsky.load("connect4").position("." * 10_001)
    with pytest.raises(PositionError, match="longer than any position"):
        TICTACTOE.position("." * (10_001 + 200 * 9))
