"""Values that the literature and OpenSpiel give for small games, in OpenSpiel's chips, from our rules alone."""

import math
from functools import cache

import pytest

from mctsky import load
from mctsky.core.position import Game
from mctsky.errors import UnsupportedError
from mctsky.exploit.game_tree import (
    enumerate_tree,
    expected_values,
    exploitability,
    gains,
    mean_plans,
    plans_of,
    policy_from,
    uniform,
)
from micro.pennies import SPEC as PENNIES
from support.optimal import solve

VALUES = {"kuhn": -1 / 18, "leduc": -0.085606}
UNIFORM_EXPLOITABILITY = {"kuhn": 0.458333, "leduc": 2.373611}


@cache
def tree_of(name):
    return enumerate_tree(load(name))


@pytest.mark.parametrize(("name", "histories", "information"), [("kuhn", 58, 6), ("leduc", 9457, 468)])
def test_size(name, histories, information):
    tree = tree_of(name)
    assert tree.n_nodes == histories
    assert [len(states) for states in tree.information] == [information, information]


@pytest.mark.parametrize("name", VALUES)
def test_value_of_optimal_play(name):
    tree = tree_of(name)
    solution = solve(tree)
    assert math.isclose(solution.value, VALUES[name], abs_tol=1e-6)
    assert math.isclose(expected_values(tree, plans_of(tree, solution.policy))[0], solution.value, abs_tol=1e-6)
    assert exploitability(tree, solution.policy) < 1e-6


@pytest.mark.parametrize("name", VALUES)
def test_uniform_play(name):
    tree = tree_of(name)
    assert math.isclose(exploitability(tree, uniform(tree)), UNIFORM_EXPLOITABILITY[name], abs_tol=1e-6)
    assert math.isclose(sum(gains(tree, plans_of(tree, uniform(tree)))), 2 * exploitability(tree, uniform(tree)))


def test_uniform_play_of_kuhn_by_hand():
    """Betting at random earns seat 0 an eighth of a chip; the gains of both seats add up to NashConv."""
    tree = tree_of("kuhn")
    plans = plans_of(tree, uniform(tree))
    assert expected_values(tree, plans) == pytest.approx([0.125, -0.125])
    assert gains(tree, plans) == pytest.approx([0.375, 0.541667], abs=1e-6)


def test_random_play_of_kuhn_for_three():
    """Utilities are chips there too: they add up to 0, and who may answer last gains most."""
    tree = enumerate_tree(load("kuhn", players=3))
    assert tree.n_nodes == 617
    assert [len(states) for states in tree.information] == [16, 16, 16]
    assert tree.utilities.sum(axis=1) == pytest.approx(0)
    plans = plans_of(tree, uniform(tree))
    assert expected_values(tree, plans) == pytest.approx([15 / 64, -3 / 64, -12 / 64])
    assert gains(tree, plans) == pytest.approx([105 / 192, 133 / 192, 158 / 192])


@pytest.mark.parametrize("bluff", [0.0, 0.1, 1 / 3])
def test_kuhns_own_solution(bluff):
    """The family of optimal policies: bet J by a, K by 3a, call with Q by a + 1/3; seat 1 has one answer only."""
    bets = {
        (0, "J ? ."): bluff,
        (0, "Q ? ."): 0,
        (0, "K ? ."): 3 * bluff,
        (0, "J ? pb"): 0,
        (0, "Q ? pb"): bluff + 1 / 3,
        (0, "K ? pb"): 1,
        (1, "? J p"): 1 / 3,
        (1, "? Q p"): 0,
        (1, "? K p"): 1,
        (1, "? J b"): 0,
        (1, "? Q b"): 1 / 3,
        (1, "? K b"): 1,
    }
    asked = []

    def choose(view):
        asked.append((view.seat, view.text()))
        bet = bets[asked[-1]]
        return {0: 1 - bet, 1: bet}

    tree = tree_of("kuhn")
    policy = policy_from(tree, choose)
    assert sorted(asked) == sorted(bets)
    assert exploitability(tree, policy) < 1e-12
    assert math.isclose(expected_values(tree, plans_of(tree, policy))[0], -1 / 18, abs_tol=1e-12)


def test_simultaneous_choices_are_not_seen():
    """Matching pennies: one information state per seat, worth nothing when played evenly, everything when not."""
    tree = enumerate_tree(Game(PENNIES))
    assert [len(states) for states in tree.information] == [1, 1]
    assert math.isclose(solve(tree).value, 0.0, abs_tol=1e-9)
    assert math.isclose(exploitability(tree, uniform(tree)), 0.0, abs_tol=1e-12)
    always_first = policy_from(tree, lambda view: {0: 1.0})
    assert math.isclose(exploitability(tree, always_first), 1.0, abs_tol=1e-12)
    always_second = policy_from(tree, lambda view: {1: 1.0})
    mixed = mean_plans([plans_of(tree, always_first), plans_of(tree, always_second)])
    assert gains(tree, mixed) == pytest.approx([0.0, 0.0], abs=1e-12)


def test_wrong_policies_are_refused():
    tree = tree_of("kuhn")
    with pytest.raises(UnsupportedError, match="not among the legal moves"):
        policy_from(tree, lambda view: {2: 1.0})
    with pytest.raises(UnsupportedError, match="not probabilities"):
        policy_from(tree, lambda view: {0: 0.5, 1: 0.4})
