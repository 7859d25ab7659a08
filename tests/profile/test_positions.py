"""Where a profile measures: decisions of a self-play game that can be reached again."""

import pytest

import mctsky
from mctsky.errors import MctskyError, OptionError
from mctsky.profile.positions import STAGES, Place, by_branching, check_stages, reach, search_of, self_play, stages


def test_self_play_is_the_same_for_the_same_seed() -> None:
    game = mctsky.load("tictactoe")
    profiled = search_of("mcts:iterations=50", game)
    one, again, other = (self_play(game, profiled, seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert [place.n_moves for place in one] == [9 - len(place.codes) for place in one]
    for place in one:
        view = reach(game, place, False)
        assert (view.to_act, view.seat, len(view.own_codes())) == (place.seat, place.seat, place.n_moves)


def test_stages_are_spread_over_the_game() -> None:
    places = [Place("", 1, tuple(range(k)), k % 2, 3, 20) for k in range(20)]
    game = mctsky.load("tictactoe")
    assert [(p.name, len(p.codes)) for p in stages(places, tuple(STAGES), game)] == [
        ("opening", 2),
        ("middle", 10),
        ("end", 18),
    ]
    assert [p.name for p in stages(places[:1], tuple(STAGES), game)] == ["opening"]  # a place is measured once
    assert [p.name for p in stages(places, check_stages(["end"]), game)] == ["end"]
    with pytest.raises(MctskyError, match="no decision"):
        stages([], tuple(STAGES), game)
    with pytest.raises(MctskyError, match="no such stage"):
        check_stages(["begin"])


def test_branching_takes_each_number_of_moves_once() -> None:
    places = [Place("", 1, tuple(range(k)), 0, n, 9) for k, n in enumerate([5, 3, 5, 9, 2, 7, 8])]
    assert [p.n_moves for p in by_branching(places, 8)] == [2, 3, 5, 7, 8, 9]
    assert [p.n_moves for p in by_branching(places, 3)] == [2, 5, 9]


def test_a_cheater_is_profiled_with_an_open_view() -> None:
    game = mctsky.load("kuhn")
    cheater, fair = search_of("cheater", game), search_of("ismcts:seconds=3,threads=2", game)
    assert (cheater.cheats, fair.cheats, fair.params.threads) == (True, False, 1)
    place = self_play(game, cheater, 1)[0]
    assert type(reach(game, place, True)).__name__ == "OpenView"


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_a_bot_that_does_not_search_is_refused(spec: str) -> None:
    with pytest.raises(OptionError, match="does not search"):
        search_of(spec, mctsky.load("connect4"))
