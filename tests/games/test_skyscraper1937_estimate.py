"""The quick estimate of Skyscraper (1937): shares of one win, and what makes a player's share grow."""

import numpy as np
import pytest

from mctsky import load

MONEY = 594  # of two players and the pot


def share(land, other="", cash=297, pot=0):
    """Return the estimate of seat 0 by what the two seats have; seat 1 may buy a residence."""
    mine = f"seat 0 ${cash}; roles home builder, public utilities{land}"
    theirs = f"seat 1 ${MONEY - cash - pot}; roles insurance agent, tax collector{other}"
    return load("skyscraper1937").position(f"step buy 1 6 | throws 24 | pot ${pot} | {mine} | {theirs}").evaluate()[0]


def test_equal_cards_are_equal_shares():
    assert share("") == pytest.approx(0.5)
    assert share("; business store 3", "; business store 3") == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("; business store 0", ""),
        ("; business store 1", "; business store 0"),
        ("; business store 4", "; business store 3"),
        ("; residential residence 1", ""),
        ("; residential residence 1, porch 1", "; residential residence 1"),
        ("; municipal school", ""),
        ("; policies fire", ""),
        ("; policies all-risk", "; policies tornado"),
        ("; policies all-risk", "; policies fire, tornado"),
    ],
)
def test_what_is_better_has_a_larger_share(more, less):
    assert share(more) > share(less)
    assert share("", more) < share("", less)


def test_money_counts_where_it_is_short():
    assert share("", cash=10) < share("", cash=100)
    assert share("", cash=200, pot=100) == pytest.approx(0.5)  # enough is enough


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_random_game_has_shares_of_one_win_and_ends_with_its_result(players):
    position, rng = load("skyscraper1937", players=players).start(seed=7), np.random.default_rng(7)
    while not position.is_over:
        estimate = np.array(position.evaluate())
        assert estimate.sum() == pytest.approx(1.0)
        assert ((estimate > 0) & (estimate < 1)).all()
        moves = position.legal_moves()
        position.play(moves[int(rng.integers(len(moves)))])
    assert list(position.evaluate()) == list(position.returns())
