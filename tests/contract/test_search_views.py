"""Search starts from a view: look-alikes, copies and texts of one view give the very same answer."""

from typing import Any

import pytest

import mctsky
from contract.subjects import all_games, hidden_names
from mctsky.core.position import View
from mctsky.testing.histories import History
from mctsky.testing.leaks import distinct, groups

HIDDEN = hidden_names()
ITERATIONS = 100
MOST = 2  # look-alike pairs per option set and seat, in the slow tier


def answer(view: View, algorithm: str = "mo-ismcts") -> dict[str, Any]:
    """Return all that a search says, but for the time that it took."""
    found = mctsky.analyse(view, algorithm, iterations=ITERATIONS, seed=3).to_dict()
    return {key: value for key, value in found.items() if key != "seconds"}


def decisions(game: mctsky.Game, viewer: int) -> list[list[History]]:
    """Return groups of at least two distinct states among which `viewer` has to choose without telling them apart."""
    found = []
    for histories in groups(game, viewer).values():
        own = list(distinct([history for history in histories if history.position.to_act == viewer]).values())
        if len(own) > 1:
            found.append(own)
    return found


@pytest.mark.parametrize("name", HIDDEN)
def test_same_view_same_answer(name):
    compared = 0
    for game in all_games(name):
        for viewer in range(game.n_seats):
            for histories in decisions(game, viewer)[:1]:
                left, right = histories[0].position.view(), histories[-1].position.view()
                assert answer(left) == answer(right)
                compared += 1
    assert compared > 0


@pytest.mark.parametrize("name", HIDDEN)
def test_a_search_leaves_the_view_alone_and_copies_give_the_same_answer(name):
    game = all_games(name)[0]
    position = game.start(seed=4)
    view = position.view()
    before = view.copy()
    first = answer(view)
    assert view == before
    assert view.observed == before.observed
    assert answer(view.copy()) == first
    assert answer(view) == first
    assert answer(game.view(view.text(), view.seat)) == first, "a search used more than the state of its view"


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["mo-ismcts", "so-ismcts", "pimc", "flat"])
@pytest.mark.parametrize("name", HIDDEN)
def test_same_view_same_answer_for_every_search(name, algorithm):
    for game in all_games(name):
        for viewer in range(game.n_seats):
            for histories in decisions(game, viewer)[:MOST]:
                answers = [answer(history.position.view(), algorithm) for history in (histories[0], histories[-1])]
                assert answers[0] == answers[1]
