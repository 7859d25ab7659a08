"""The tree of histories: what every seat got after the very same moves and luck, the baselines of regret.py.

A history is a node. Its memory for policies holds a mean per seat in 16 bits (0: unknown). The tree begins with one root per
world, as long as worlds come back often enough, or with one for the start of the game. Of a new decision the moves that end the
game at once get their exact results, as long as there are such moves often enough to be worth looking for.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import NOBODY, Move, Rules, Seat, State, chance_moves, play, returns, to_act
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import copy_state, on_stack
from mctsky.search.strategy import add_block
from mctsky.search.tree import (
    CODE_BITS,
    FULL,
    NO_HISTORY,
    NONE,
    TRIAL,
    VALUE_ONE,
    WORLD,
    Node,
    Work,
    follow,
    means_of,
    moves_of,
    nodes_of,
    policies_of,
    values_of,
)

ENDS: Node = -1  # as the first child of a history: the game is over
STEP, N_STEPS = 0.05, 20  # least weight of a new result in a baseline, and after how many
MEAN_ONE = 65_534.0
_MEAN_UNIT = 1.0 / MEAN_ONE
MAX_OUTCOMES = 64  # of luck, beyond which no baseline is made of them
_odds_on_stack = on_stack(np.float64, MAX_OUTCOMES)
FIRST_LOOKS, LOOKS_PER_END = 256, 4  # decisions whose moves are tried in any case, and later per decision with an end


@kernel
def history_mean(work: Work, history: Node, seat: Seat) -> float:
    """Return the mean result of a seat after a history, -1 if it is unknown."""
    if seat < 4:
        packed = int(means_of(work)[4 * history + seat])
    else:
        packed = (int(nodes_of(work)[history].available) >> (16 * (seat - 4))) & 0xFFFF
    return (packed - 1) * _MEAN_UNIT if packed > 0 else -1.0


@kernel
def _set_mean(work: Work, history: Node, seat: Seat, value: float) -> None:
    """Store the mean result of a seat after a history."""
    packed = 1 + int(min(max(value, 0.0), 1.0) * MEAN_ONE + 0.5)
    if seat < 4:
        means_of(work)[4 * history + seat] = packed
    else:
        shift = 16 * (seat - 4)
        node = nodes_of(work)[history]
        node.available = (int(node.available) & ~(0xFFFF << shift)) | (packed << shift)


@kernel
def learn_history(work: Work, history: Node, seat: Seat, value: float) -> None:
    """Add a seat's result to the mean of a history, before this visit is counted."""
    node = nodes_of(work)[history]
    if node.first_child == ENDS:
        return
    mean = history_mean(work, history, seat)
    if mean < 0.0:
        mean = value
    else:
        n = int(node.visits) + 1
        mean += (STEP if n >= N_STEPS else 1.0 / n) * (value - mean)
    _set_mean(work, history, seat, mean)


@kernel
def find_choices(game: Rules, work: Work, pool: Any, n: int) -> Node:
    """Return the first history after the `n` listed moves, made if missing, or NO_HISTORY; `grew` says whether it is new.

    One history has one list of moves, so they need not be compared.
    """
    if work.past == NO_HISTORY:
        return NO_HISTORY
    first = int(nodes_of(work)[work.past].first_child)
    if first > NONE:
        return first if first + n <= int(work.n_nodes) else NO_HISTORY
    first = add_block(work, int(work.past), n)
    if first == FULL:
        return NO_HISTORY
    work.grew = 1
    if work.n_looks < FIRST_LOOKS or LOOKS_PER_END * work.n_ends >= work.n_looks:
        _find_ends(game, work, pool, first, n)
    return first


@kernel
def _find_ends(game: Rules, work: Work, pool: Any, first: Node, n: int) -> None:
    """Mark which of the listed moves end the game, with their results."""
    moves, found = moves_of(work), 0
    for index in range(n):
        copy_state(pool[TRIAL], pool[WORLD])
        play(game, pool[TRIAL], int(moves[index]))
        if to_act(game, pool[TRIAL]) == NOBODY:
            returns(game, pool[TRIAL], values_of(work))
            found = 1
            nodes_of(work)[first + index].first_child = ENDS
            for seat in range(game.n_seats):
                value = values_of(work)[seat]
                if work.paranoid != 0 and seat != work.viewer:
                    value = 1.0 - values_of(work)[work.viewer]
                _set_mean(work, first + index, seat, value)
    work.n_looks += 1
    work.n_ends += found


@kernel
def follow_luck(game: Rules, work: Work, world: State, move: Move) -> Node:
    """Return the history after an outcome of luck, made if missing, or NO_HISTORY; its value is how likely the outcome was."""
    before = int(work.n_nodes)
    after = follow_history(work, move)
    if work.n_nodes > before and work.few_outcomes != 0:
        odds, moves = _odds_on_stack(), moves_of(work)
        for index in range(chance_moves(game, world, moves, odds)):
            if moves[index] == move:
                nodes_of(work)[after].value_and_move += int(odds[index] * VALUE_ONE + 0.5) << CODE_BITS
    return after


@kernel
def follow_history(work: Work, move: Move) -> Node:
    """Return the history after a choice by UCB, made if missing, or NO_HISTORY."""
    before = int(work.n_nodes)
    after = follow(work, int(work.past), move)
    if after == FULL:
        return NO_HISTORY
    if work.n_nodes > before:
        policies_of(work)[after].regret = 0.0
        policies_of(work)[after].average = 0.0
    return after
