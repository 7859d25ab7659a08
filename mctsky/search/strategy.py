"""Decisions that are hidden or simultaneous: their moves side by side, and three rules that choose among them.

A decision is *marked* if another seat does not see its move, or everywhere in a game whose spec says `mixing="all"` (poker:
moves are seen, but what they tell depends on a hand that is not). Its moves are made all at once and stay neighbours.

- ucb: UCB, plus a random number below `tie`, so that moves of nearly the same score take turns at random.
- smooth: Smooth UCT (Heinrich and Silver 2015): UCB with probability eta, which fades, else a draw by the visits so far.
- rm: regret matching+; see regret.py.
"""

from math import sqrt

import numpy as np

from mctsky.core.contract import Rules, Seat, State, observe
from mctsky.core.jit import kernel
from mctsky.core.rng import below, next_u64, uniform
from mctsky.search.tree import (
    FULL,
    NONE,
    OBSERVED,
    Node,
    Work,
    edge_code,
    moves_of,
    new_node,
    nodes_of,
    policies_of,
    rng_of,
    spread_of,
    ucb,
)

PLAIN, TIES, SMOOTH, RM = range(4)  # values of work.rule; PLAIN: no decision is marked
RULES = {"ucb": TIES, "smooth": SMOOTH, "rm": RM}

_TIE_BITS, _TIE_SHIFT, _TIE_UNIT = np.uint64(0xFFFF), np.uint64(16), 1.0 / 0x10000  # of the random numbers for ties
ETA, ETA_FADES, MIN_ETA = 0.9, 0.002, 0.1  # of Smooth UCT, as in the paper


@kernel
def is_marked(game: Rules, work: Work, world: State, actor: Seat) -> bool:
    """Say whether the decision at hand, whose moves are listed, is hidden."""
    if work.marks_all != 0:
        return True
    move = int(moves_of(work)[0])
    unseen = False
    for seat in range(game.n_seats):
        unseen = unseen or (seat != actor and observe(game, world, move, seat) != move)
    return unseen


@kernel
def add_block(work: Work, parent: Node, n: int) -> Node:
    """Add the `n` listed moves to a node as neighbours, before its other children; return the first, or FULL."""
    first = int(work.n_nodes)
    if first + n > int(work.capacity):
        return FULL
    nodes, moves = nodes_of(work), moves_of(work)
    for index in range(n):
        child = new_node(work, int(moves[index]))
        nodes[child].next_sibling = child + 1
        if work.rule == RM:
            policies_of(work)[child].regret = 0.0
            policies_of(work)[child].average = 0.0
    nodes[first + n - 1].next_sibling = nodes[parent].first_child
    nodes[parent].first_child = first
    return first


@kernel(inline=True)
def find_block(work: Work, parent: Node, n: int) -> Node:
    """Return the first of a node's moves, NONE if it has none yet, FULL if they are not the `n` listed ones.

    They always are where what a seat knows tells what it may do, as the contract wants.
    """
    nodes, moves = nodes_of(work), moves_of(work)
    first = int(nodes[parent].first_child)
    while first != NONE and edge_code(nodes[first]) >= OBSERVED:
        first = int(nodes[first].next_sibling)
    if first == NONE:
        return NONE
    if first + n > int(work.n_nodes):
        return FULL
    for index in range(n):
        if edge_code(nodes[first + index]) != int(moves[index]):
            return FULL
    return first


@kernel
def choose_ucb(work: Work, node: Node, first: Node, n: int) -> int:
    """Return the place of the move with the best score; moves without visits come first, at random."""
    nodes, rng = nodes_of(work), rng_of(work)[0]
    unseen = 0
    for child in range(np.uint64(first), np.uint64(first + n)):  # unsigned: numba would check for counting from the end
        unseen += nodes[child].visits == 0
    if unseen > 0:
        skip = below(rng, unseen)
        for index in range(n):
            if nodes[np.uint64(first + index)].visits == 0:
                if skip == 0:
                    return index
                skip -= 1
    spread = spread_of(work, nodes[np.uint64(node)].visits)
    tie, luck = work.tie * _TIE_UNIT, np.uint64(0)
    best, best_score = 0, -1.0
    for index in range(n):
        if index & 3 == 0:  # a number for four moves
            luck = next_u64(rng)
        edge = nodes[np.uint64(first + index)]
        score = ucb(work, edge.value_and_move, edge.visits, spread) + tie * float(luck & _TIE_BITS)
        luck >>= _TIE_SHIFT
        if score > best_score:
            best, best_score = index, score
    return best


@kernel
def choose_smooth(work: Work, node: Node, first: Node, n: int) -> int:
    """Return a move by UCB or, the more often the longer the search lasts, by the visits so far."""
    nodes, rng = nodes_of(work), rng_of(work)[0]
    visits = 0
    for index in range(n):
        visits += int(nodes[first + index].visits)
    eta = ETA / (1.0 + ETA_FADES * sqrt(float(visits)))
    if visits < n or uniform(rng) < max(MIN_ETA, eta):
        return choose_ucb(work, node, first, n)
    left = below(rng, visits)
    index = 0
    while index < n - 1 and left >= int(nodes[first + index].visits):
        left -= int(nodes[first + index].visits)
        index += 1
    return index
