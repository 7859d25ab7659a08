"""Views from the events that a seat has observed: a round trip for every game, and contradictions are refused."""

from random import Random

import pytest

from contract.subjects import cover, specs
from mctsky.core.position import Game, View
from mctsky.errors import PositionError

LAID_OPEN = ("kuhn", "leduc")  # show cards at the end without an event


def check_round_trip(view: View) -> None:
    game, events = view.game, view.events()
    again = game.view_from(events, view.seat)
    assert again == view
    assert (again.observed, again.origin) == (view.observed, view.origin)
    assert again.events() == events


def check_game(game: Game, seed: int, looks: int) -> None:
    """Look at views of all seats at some moments of a random game."""
    random, position = Random(seed), game.start(seed=seed)
    chosen = set(random.sample(range(60), min(looks, 60)))
    for move in range(60):
        if position.is_over and game.name in LAID_OPEN:
            return
        if move in chosen or position.is_over:
            for seat in range(game.n_seats):
                check_round_trip(position.view(seat))
        if position.is_over:
            return
        position.play(random.choice(position.legal_codes()))


@pytest.mark.parametrize("name", ["kuhn", "leduc", "tictactoe", "connect4", "pennies"])
def test_events_make_the_same_view_again(name: str) -> None:
    for seed in range(3):
        check_game(Game(specs()[name], {}), seed, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", specs())
def test_events_make_the_same_view_again_in_every_game(name: str) -> None:
    for number, game in enumerate(cover(name)[:8]):
        check_game(game, number, 3)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "tictactoe"])
def test_an_event_twice_is_refused_by_its_number(name: str) -> None:
    game = Game(specs()[name], {})
    position = game.start(seed=1)
    events = position.view(0).events() or ["a1"]
    with pytest.raises(PositionError, match=f"event {len(events) + 1} ") as caught:
        game.view_from([*events, events[-1]], 0)
    assert caught.value.field == f"events[{len(events)}]"


@pytest.mark.parametrize(
    ("events", "field"), [("deal K", "events"), ([3], "events[0]"), (["x" * 300], "events[0]"), (["deal K"] * 50, "events")]
)
def test_what_is_not_a_list_of_events_is_refused(events: object, field: str) -> None:
    with pytest.raises(PositionError) as caught:
        Game(specs()["kuhn"], {}).view_from(events, 0)  # type: ignore[arg-type]
    assert caught.value.field == field


def test_after_a_choice_a_seat_knows_its_own_move() -> None:
    game = Game(specs()["leduc"], {})
    position = game.start(seed=2)
    ahead = position.view().after("raise")
    position.play("raise")
    assert ahead == position.view(0)
    assert ahead.observed == position.view(0).observed
