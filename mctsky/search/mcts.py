"""MCTS for perfect information (UCT, max^n), and PIMC: many worlds, one such tree each.

Each iteration walks down the tree by score, adds at most one block of children, plays out and backs up. A leaf gets its
children on its second visit; until all of them have been tried once, a random untried one is next.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import (
    CHANCE,
    MAX_SEATS,
    NOBODY,
    Rules,
    Seat,
    State,
    determinise,
    evaluate,
    has_chance,
    legal_moves,
    play,
    returns,
    sample_chance,
    to_act,
)
from mctsky.core.jit import borrow, kernel
from mctsky.core.kernel_arrays import copy_state
from mctsky.core.marks import IDLE, mark
from mctsky.core.rng import below
from mctsky.search.backup import back_up_implicit, back_up_proofs, backup, mark_proven, push, worth
from mctsky.search.phases import BACKUP, EXPANSION, TREE, TREE_CHOICE, TREE_PLAY, WORLD_SAMPLING
from mctsky.search.playout import list_moves, playout, remember
from mctsky.search.selection import child_score, is_plain, proven_worth, set_reference
from mctsky.search.tables import row_for
from mctsky.search.tree import (
    AHEAD,
    CONCEALED,
    FULL,
    OBSERVED,
    ROOT,
    START,
    TRIAL,
    WORLD,
    Node,
    Work,
    amaf_of,
    edge_code,
    estimates_of,
    follow,
    has_room,
    log_of,
    moves_of,
    n_children,
    n_tried,
    new_node,
    nodes_of,
    path_of,
    proofs_of,
    references_of,
    rng_of,
    spread_of,
    ucb,
    values_of,
)

_ONE_TRIED = np.uint32(1 << 16)  # in `available` of a block
SMALL_BLOCK = 16  # moves; looking two moves ahead costs the square of it


@kernel(entry=True)
def run_mcts(game: Rules, work: Work, pool: Any, n: int) -> int:
    """Run up to `n` iterations; fewer when the root is proven or the node arrays must grow first. Return how many."""
    pool = borrow(pool)
    needs_options = not _walks_plainly(game, work, pool)
    for done in range(n):
        mark(work, WORLD_SAMPLING)
        if (work.solved != 0 and work.world_iterations == 0) or not has_room(work):
            mark(work, IDLE)
            return done
        if work.world_iterations > 0:
            _next_world(game, work, pool)
        if needs_options:
            _iterate(game, work, pool)
        else:
            _iterate_plainly(game, work, pool)
        work.iterations += 1
    mark(work, IDLE)
    return n


@kernel
def _walks_plainly(game: Rules, work: Work, pool: Any) -> bool:
    """Say whether the walk can be the short one: no chance, no option that looks at moves or nodes, and the viewer begins."""
    options = work.tables != 0 or work.world_iterations != 0 or not is_plain(work)
    return bool(not has_chance(game) and not options and to_act(game, pool[START]) == work.viewer)


@kernel
def _next_world(game: Rules, work: Work, pool: Any) -> None:
    """PIMC: when the iterations of a world are used up, draw another and begin a new tree for it."""
    if work.world_left == 0:
        copy_state(pool[START], pool[CONCEALED])
        determinise(game, pool[START], work.viewer, rng_of(work)[0])
        work.n_nodes = 0
        clear_node(work, new_node(work, 0))
        work.solved = 0
        work.world_left = work.world_iterations
    work.world_left -= 1


@kernel
def clear_node(work: Work, node: Node) -> None:
    """Reset the side statistics of a new node; the arrays of options that are off have no room for it."""
    if work.grave != 0:
        amaf_of(work)[node].visits = 0
        amaf_of(work)[node].value = 0.0
    if work.solver != 0:
        proofs_of(work)[node].known = 0.0


@kernel
def _iterate(game: Rules, work: Work, pool: Any) -> None:
    """Run one iteration: select, expand, play out, back up."""
    nodes, rng = nodes_of(work), rng_of(work)[0]
    _start_walk(game, work, pool)
    world = pool[WORLD]
    kept, plain = work.tables != 0 or work.grave != 0, is_plain(work)
    node, row = ROOT, -1
    ended, early = False, 0
    while True:
        actor = to_act(game, world)
        if actor == NOBODY:
            ended = True
            break
        if actor == CHANCE:
            if nodes[node].first_child == 0:
                _estimate_leaf(game, work, world, node)
            mark(work, TREE_PLAY)
            move = sample_chance(game, world, rng)
            child = follow(work, node, move | OBSERVED)
            if child == FULL:
                break
            if nodes[child].visits == 0:
                clear_node(work, child)
                mark(work, TREE_PLAY)
            push(work, node, child, int(work.viewer))
        else:
            # A leaf ends the walk, but not before the viewer's decision: in pimc other seats may choose first, unseen.
            if nodes[node].first_child == 0:
                early += row < 0
                leaf = nodes[node].visits == 0 and (row >= 0 or early > game.n_seats)
                if leaf or not _expand(game, work, pool, node):
                    break
            mark(work, TREE_CHOICE)
            child = _select_plain(work, node) if plain else _select(work, node, actor)
            move = edge_code(nodes[child])
            push(work, node, child, actor)
            if kept:
                remember(work, actor, move)
            if row < 0 and actor == work.viewer:
                row = row_for(work, move)
            mark(work, TREE_PLAY)
        play(game, world, move)
        node = child
        if work.solver != 0 and proofs_of(work)[node].known != 0.0:
            break
    _value_end(game, work, world, node, ended)
    mark(work, BACKUP)
    backup(game, work, row)
    if work.solver != 0:
        back_up_proofs(game, work)
    if work.implicit != 0.0:
        back_up_implicit(game, work)


@kernel
def _iterate_plainly(game: Rules, work: Work, pool: Any) -> None:
    """Do what `_iterate` does where `_walks_plainly`: the same tree, without a question per option at every step."""
    nodes, path = nodes_of(work), path_of(work)
    _start_walk(game, work, pool)
    world = pool[WORLD]
    node, n_path = ROOT, 0
    while True:
        actor = to_act(game, world)
        if actor == NOBODY:
            break
        parent = nodes[np.uint64(node)]  # unsigned: see `_select_plain`
        if parent.first_child == 0 and ((parent.visits == 0 and n_path > 0) or not _expand(game, work, pool, node)):
            break
        mark(work, TREE_CHOICE)
        node = _select_plain(work, node)
        step = path[np.uint64(n_path)]
        step.node = node
        step.seat = actor
        n_path += 1
        mark(work, TREE_PLAY)
        play(game, world, edge_code(nodes[np.uint64(node)]))
    work.n_path = n_path
    playout(game, work, world)
    mark(work, BACKUP)
    backup(game, work, row_for(work, edge_code(nodes[np.uint64(path[0].node)])) if n_path > 0 else -1)


@kernel
def _start_walk(game: Rules, work: Work, pool: Any) -> None:
    """Put the world back to the root and forget the last path."""
    copy_state(pool[WORLD], pool[START])
    mark(work, TREE)
    work.n_path = 0
    work.n_turns = 0
    nodes_of(work)[ROOT].visits += 1
    if work.grave != 0:
        for seat in range(game.n_seats):
            references_of(work)[seat] = -1


@kernel
def _value_end(game: Rules, work: Work, world: State, node: Node, ended: bool) -> None:
    """Write the values of the node where the walk ended: proven ones, or those of a playout."""
    if work.solver != 0 and proofs_of(work)[node].known != 0.0:
        for seat in range(game.n_seats):
            values_of(work)[seat] = proofs_of(work)[node].values[seat]
            if work.implicit != 0.0:
                estimates_of(work)[node].values[seat] = proofs_of(work)[node].values[seat]
        return
    _estimate_leaf(game, work, world, node)
    playout(game, work, world)
    if work.implicit != 0.0 and ended:
        for seat in range(game.n_seats):
            estimates_of(work)[node].values[seat] = values_of(work)[seat]
    if work.solver != 0 and ended:
        mark_proven(game, work, node)


@kernel
def _estimate_leaf(game: Rules, work: Work, world: State, node: Node) -> None:
    """Implicit minimax: give a new node the game's own estimate."""
    if work.implicit != 0.0:
        evaluate(game, world, values_of(work))
        for seat in range(game.n_seats):
            estimates_of(work)[node].values[seat] = values_of(work)[seat]


@kernel
def _expand(game: Rules, work: Work, pool: Any, node: Node) -> bool:
    """Make the block of all children of the decision in the pool's world; say whether there was room."""
    nodes = nodes_of(work)
    mark(work, EXPANSION)
    n = list_moves(game, work, pool[WORLD])
    if work.n_nodes + n > work.capacity:
        return False
    nodes[node].first_child = work.n_nodes
    nodes[node].available = n
    for index in range(n):
        clear_node(work, new_node(work, int(moves_of(work)[index])))
    if work.solver != 0:
        _prove_ends(game, work, pool, node)
    return True


@kernel
def _prove_ends(game: Rules, work: Work, pool: Any, node: Node) -> None:
    """Solver: prove the new children that end the game, and in small blocks those that the next seat answers with a win."""
    first, size = int(nodes_of(work)[node].first_child), n_children(nodes_of(work)[node])
    for child in range(first, first + size):
        copy_state(pool[TRIAL], pool[WORLD])
        play(game, pool[TRIAL], edge_code(nodes_of(work)[child]))
        actor = to_act(game, pool[TRIAL])
        if actor == NOBODY:
            returns(game, pool[TRIAL], values_of(work))
            mark_proven(game, work, child)
        elif actor != CHANCE and size <= SMALL_BLOCK:
            _prove_answer(game, work, pool, child, actor)


@kernel
def _prove_answer(game: Rules, work: Work, pool: Any, child: Node, actor: Seat) -> None:
    """Prove a child, whose state is in the pool's work space, if the seat to act there can win at once."""
    n = legal_moves(game, pool[TRIAL], moves_of(work))
    for index in range(n):
        copy_state(pool[AHEAD], pool[TRIAL])
        play(game, pool[AHEAD], int(moves_of(work)[index]))
        if to_act(game, pool[AHEAD]) == NOBODY:
            returns(game, pool[AHEAD], values_of(work))
            if worth(work, actor) == 1.0:
                mark_proven(game, work, child)
                return


@kernel(inline=True)
def _select_plain(work: Work, node: Node) -> Node:
    """Return the child to visit where UCB alone counts: a random untried one, else the one with the highest score."""
    nodes = nodes_of(work)
    parent = nodes[np.uint64(node)]  # unsigned: numba would check a signed index for counting from the end
    first, size, tried = int(parent.first_child), n_children(parent), n_tried(parent)
    if tried < size:
        place = first + tried
        child = place + below(rng_of(work)[0], size - tried)
        _swap_codes(work, child, place)
        parent.available += _ONE_TRIED
        return place
    spread = spread_of(work, parent.visits)
    best_score = -1.0
    work.best = first
    for child in range(first, first + size):
        edge = nodes[np.uint64(child)]
        score = ucb(work, edge.value_and_move, edge.visits, spread)
        if score > best_score:
            best_score = score
            work.best = child  # in memory: the compiler then branches, and the CPU runs ahead on the likely child
    return int(work.best)


@kernel
def _select(work: Work, node: Node, seat: Seat) -> Node:
    """Do the same with options: a child that is proven to win comes first."""
    nodes = nodes_of(work)
    parent = nodes[node]
    first, size, tried = int(parent.first_child), n_children(parent), n_tried(parent)
    if work.solver != 0:
        for child in range(first, first + size):
            if proofs_of(work)[child].known != 0.0 and proven_worth(work, child, seat) == 1.0:
                return child if child < first + tried else _try(work, node, child)
    if tried < size and work.grave == 0:
        return _try(work, node, first + tried + below(rng_of(work)[0], size - tried))
    explored = work.c * work.c * log_of(int(parent.visits))
    best, best_score = first, -1.0
    reference = set_reference(work, node, seat) if work.grave != 0 else node
    for child in range(first, first + size):
        score = child_score(work, node, child, seat, explored, reference)
        if score > best_score:
            best, best_score = child, score
    return best if best < first + tried else _try(work, node, best)


@kernel
def _try(work: Work, node: Node, child: Node) -> Node:
    """Move an untried child behind the tried ones and count it as tried; return where it is now."""
    nodes = nodes_of(work)
    place = int(nodes[node].first_child) + n_tried(nodes[node])
    _swap_codes(work, child, place)
    if work.grave != 0:
        visits, value = amaf_of(work)[child].visits, amaf_of(work)[child].value
        amaf_of(work)[child].visits, amaf_of(work)[child].value = amaf_of(work)[place].visits, amaf_of(work)[place].value
        amaf_of(work)[place].visits, amaf_of(work)[place].value = visits, value
    if work.solver != 0:
        _swap_proofs(work, child, place)
    nodes[node].available += _ONE_TRIED
    return place


@kernel
def _swap_codes(work: Work, one: Node, other: Node) -> None:
    """Exchange the moves of two untried children, whose values are still zero."""
    first, second = nodes_of(work)[np.uint64(one)], nodes_of(work)[np.uint64(other)]
    code = first.value_and_move
    first.value_and_move = second.value_and_move
    second.value_and_move = code


@kernel
def _swap_proofs(work: Work, one: Node, other: Node) -> None:
    """Exchange what is proven of two children."""
    first, second = proofs_of(work)[one], proofs_of(work)[other]
    known = first.known
    first.known = second.known
    second.known = known
    for seat in range(MAX_SEATS):
        value = first.values[seat]
        first.values[seat] = second.values[seat]
        second.values[seat] = value
