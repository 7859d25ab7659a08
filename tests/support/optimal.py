"""Optimal play of a small two-seat zero-sum game, by linear programming over its sequence form.

tree = enumerate_tree(load("kuhn"))               # mctsky.exploit.game_tree
solve(tree).value, solve(tree).policy
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from mctsky.exploit.game_tree import GameTree, Policy


def payoff_of(tree: GameTree) -> Any:
    """Return what seat 0 wins, sparse, [sequences of seat 0, sequences of seat 1]; refuse what is not zero-sum."""
    if tree.game.n_seats != 2 or abs(tree.utilities.sum(axis=1)).max() > 1e-9:
        raise ValueError(f"{tree.game!r} is not a zero-sum game of two seats")
    rows, columns = tree.sequences.T
    return csr_array(coo_array((tree.utilities[:, 0], (rows, columns)), shape=tuple(tree.n_sequences)))


@dataclass
class Solution:
    """Optimal play: the value of the game for seat 0, and a policy for both seats that nobody can exploit."""

    value: float
    policy: Policy


def solve(tree: GameTree) -> Solution:
    """Return optimal play by two linear programs over the sequence form, one per seat."""
    value, plan0 = _maximin(tree, 0)
    other, plan1 = _maximin(tree, 1)
    if abs(value + other) > 1e-6:
        raise ArithmeticError(f"the two linear programs disagree: {value} and {-other}")
    return Solution(value, _behaviour(tree, plan0, 0) | _behaviour(tree, plan1, 1))


def _constraints(tree: GameTree, seat: int) -> Any:
    """Return the matrix whose rows say: at each information state (row 0: at the start) choices share what leads there."""
    entries = [(0, 0, 1.0)]
    for row, info in enumerate(tree.information[seat], start=1):
        entries.append((row, info.parent, -1.0))
        entries += [(row, info.first + index, 1.0) for index in range(len(info.codes))]
    rows, columns, values = zip(*entries, strict=True)
    shape = (len(tree.information[seat]) + 1, tree.n_sequences[seat])
    return csr_array(coo_array((values, (rows, columns)), shape=shape))


def _maximin(tree: GameTree, seat: int) -> tuple[float, Any]:
    """Return what `seat` can make sure of, and a plan per sequence that does so.

    Variables are the plan and the other seat's value at each of its information states; row per sequence of the other
    seat: its value there is at most what the plan leaves it.
    """
    payoff = payoff_of(tree) if seat == 0 else -payoff_of(tree).T
    mine, theirs = _constraints(tree, seat), _constraints(tree, 1 - seat)
    n_plan, n_values = mine.shape[1], theirs.shape[0]
    bounds = [(0.0, None)] * n_plan + [(None, None)] * n_values
    goal = np.zeros(n_plan + n_values)
    goal[n_plan] = -1.0
    start = np.zeros(mine.shape[0])
    start[0] = 1.0
    result = linprog(
        goal,
        A_ub=hstack([-payoff.T, theirs.T], format="csr"),
        b_ub=np.zeros(theirs.shape[1]),
        A_eq=hstack([mine, csr_array((mine.shape[0], n_values))], format="csr"),
        b_eq=start,
        bounds=bounds,
        method="highs",
    )
    if result.status != 0:
        raise ArithmeticError(f"the linear program failed: {result.message}")
    return -float(result.fun), np.maximum(result.x[:n_plan], 0.0)


def _behaviour(tree: GameTree, plan: Any, seat: int) -> Policy:
    """Return the choices of a plan at each information state; uniform where the plan never comes."""
    policy: Policy = {}
    for info in tree.information[seat]:
        shares = plan[info.first : info.first + len(info.codes)]
        total = float(shares.sum())
        if total > 1e-12:
            policy[info.key] = {code: float(share) / total for code, share in zip(info.codes, shares, strict=True)}
        else:
            policy[info.key] = dict.fromkeys(info.codes, 1.0 / len(info.codes))
    return policy
