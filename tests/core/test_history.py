"""Positions as moves and views as events: every game, as if it had no notation of its own."""

from dataclasses import replace

import pytest

import mctsky
from mctsky.core import history
from mctsky.core.position import Game
from mctsky.errors import PositionError
from mctsky.testing.histories import walk
from micro.pennies import SPEC as PENNIES

CASES = {
    "tictactoe": {},
    "connect4": {},
    "kuhn": {},
    "leduc": {},
    "goofspiel": {"players": 3, "cards": 4},
    "goofspiel winner": {"players": 3, "cards": 4, "show": "winner"},
    "santorini-ny": {"players": 3},
}


def bare(name: str) -> Game:
    """Return a game that has texts of moves, and no texts of positions."""
    spec = replace(mctsky.find_spec(name.split(" ")[0]))
    for function in ("format_position", "parse_position"):
        spec._functions["notation", function] = None
    return Game(spec, CASES[name])


def by_showdown(game: Game, position: mctsky.Position) -> bool:
    """Say whether cards were laid open without a move that tells: such a view has no text of this kind."""
    return game.name in ("kuhn", "leduc") and position.is_over


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_any_position_and_view_is_read_back(name, seed):
    game = bare(name)
    steps = list(walk(game, seed))
    for step in steps[:60:12] if name == "santorini-ny" else steps:  # whose games are long: each text tells all of them
        position = step.position
        text = position.text()
        again = game.position(text)
        assert again == position
        assert again.text() == text
        assert again.moves == []
        assert not text.startswith(";")
        for seat in range(game.n_seats):
            if by_showdown(game, position):
                continue
            view = position.view(seat)
            told = game.view(view.text(), seat)
            assert told == view
            assert told.observed == view.observed
            assert told.text() == view.text()


def test_a_view_tells_nothing_but_what_its_seat_observed():
    game = bare("kuhn")
    texts = {game.position(f"deal J; deal {card}; bet").view(0).text() for card in "QK"}
    assert texts == {"deal J; bet"}
    assert game.position("deal J; deal Q; bet").view(1).text() == "deal Q; bet"


def test_what_goes_unnoticed_can_be_still_to_come():
    game = bare("kuhn")
    assert game.position("deal J").view(0).text() == "deal J; ..."
    assert game.position("deal J; deal Q").view(0).text() == "deal J"
    assert game.start().view(1).text() == "start; ..."
    assert game.view("deal J; ...", 0).to_act == mctsky.core.contract.CHANCE
    assert game.view("deal J", 0).to_act == 0
    with pytest.raises(PositionError, match="is still to come"):
        game.view("deal J; bet; ...", 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("deal A", "event 1 cannot happen here; possible here: deal J, deal Q, deal K"),
        ("deal J; deal Q", "event 2 cannot happen here"),
        ("bet", "event 1 cannot happen here"),
        ("deal J; bet; bet; bet", "event 4 cannot happen here; possible here: nothing"),
        ("", "event 1"),
        ("deal J;; bet", "event 2"),
        ("...; deal J", "event 1"),
    ],
)
def test_events_that_cannot_be(text, problem):
    with pytest.raises(PositionError, match=problem):
        bare("kuhn").view(text, 0)


def test_a_position_that_nobody_led_to_has_no_text():
    game = Game(PENNIES)
    lost = mctsky.Position(game, game.start().state)
    with pytest.raises(PositionError, match="the moves that led to this one are unknown"):
        lost.text()
    strange = game.start().view(0)
    strange.state.coin[0] = 1
    with pytest.raises(PositionError, match="does not follow from the events"):
        strange.text()
    with pytest.raises(mctsky.MctskyError, match="in pennies: no such move"):
        lost.play("edge")


def test_a_long_text_is_refused_by_the_length_of_the_game():
    game = Game(PENNIES)
    with pytest.raises(PositionError, match="longer than any position"):
        game.view("heads; " * 2_000, 0)


def test_moves_are_played_as_far_as_they_go():
    game = mctsky.load("kuhn")
    for codes, stuck in (((2, 3, 1, 1), None), ((2, 2), 1), ((0,), 0), ((2, 3, 1, 1, 1), 4)):
        state = game.first_state()
        assert history.play_all(game.rules, state, codes, 3) == stuck
