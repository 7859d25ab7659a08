"""Information set MCTS: every iteration draws a world and walks the same trees in it.

Where the game can `stir`, the worlds of one search are a Markov chain: the first is drawn by `determinise`, each further one
is the one before it, stirred. Every world then has the odds of `determinise`; neighbours resemble each other.

so-ismcts keeps one tree, whose edges are the moves themselves: a seat below a hidden choice can tell its outcomes apart, which
is wrong where choices are hidden or simultaneous. mo-ismcts keeps one tree per seat, whose edges are what that seat observes,
so that nobody can condition on what it has not seen. A seat's own choice is an edge with the move's code; everything else
that it notices is an edge flagged OBSERVED.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import (
    CHANCE,
    NOBODY,
    NOTHING,
    Move,
    Rules,
    Seat,
    State,
    conceal,
    determinise,
    observe,
    play,
    sample_chance,
    stir,
    to_act,
)
from mctsky.core.jit import borrow, kernel
from mctsky.core.kernel_arrays import copy_in_registers, copy_state, write_back
from mctsky.core.marks import IDLE, mark
from mctsky.core.rng import below
from mctsky.search.backup import backup, push
from mctsky.search.mcts import clear_node
from mctsky.search.phases import BACKUP, TREE, TREE_CHOICE, TREE_MOVES, TREE_PLAY, WORLD_SAMPLING
from mctsky.search.playout import list_moves, playout, policy_move, remember
from mctsky.search.selection import child_score, is_plain, set_reference
from mctsky.search.tables import hash_state, root_for, row_for
from mctsky.search.tree import (
    CONCEALED,
    FULL,
    NONE,
    OBSERVED,
    START,
    TRIAL,
    WORLD,
    Node,
    Work,
    codes_of,
    cursors_of,
    edge_code,
    follow,
    has_room,
    keys_of,
    log_of,
    moves_of,
    new_child,
    nodes_of,
    references_of,
    rng_of,
    spread_of,
    ucb,
    words_of,
)

_ONE = np.uint32(1)


@kernel(entry=True)
def run_ismcts(game: Rules, work: Work, pool: Any, n: int) -> int:
    """Run up to `n` iterations; fewer when the node or key arrays must grow first. Return how many."""
    pool = borrow(pool)
    for done in range(n):
        mark(work, WORLD_SAMPLING)
        if not has_room(work) or 2 * (work.n_keys + game.n_seats) > keys_of(work).size:
            mark(work, IDLE)
            return done
        _iterate(game, work, pool)
        work.iterations += 1
    mark(work, IDLE)
    return n


@kernel(inline=True)
def place_cursors(game: Rules, work: Work, pool: Any) -> None:
    """Put every tree at its root; a seat that knows its own hand gets the root of the hand that it holds in this world."""
    viewer = int(work.viewer)
    for seat in range(game.n_seats):
        references_of(work)[seat] = -1
        cursors_of(work)[seat] = seat if work.n_trees > 1 else 0
        if work.split_roots != 0 and seat != viewer:
            concealed = copy_in_registers(pool[TRIAL], pool[WORLD])
            conceal(game, concealed, seat)
            write_back(pool[TRIAL], concealed)  # whole: reading words of which bytes were just written makes the CPU wait
            before = int(work.n_nodes)
            cursors_of(work)[seat] = root_for(work, hash_state(words_of(work), TRIAL, seat))
            if work.n_nodes > before:
                clear_node(work, before)
        if (work.n_trees > 1 or seat == 0) and cursors_of(work)[seat] != FULL:
            nodes_of(work)[cursors_of(work)[seat]].visits += 1


@kernel(inline=True)
def draw_world(game: Rules, work: Work, pool: Any) -> None:
    """Put the world of this iteration into pool[WORLD]."""
    viewer, rng = int(work.viewer), rng_of(work)[0]
    if work.open != 0:
        copy_state(pool[WORLD], pool[CONCEALED])
        return
    place = START if work.stirs != 0 else WORLD
    if work.has_world != 0:
        stir(game, pool[place], viewer, rng)
    else:
        world = copy_in_registers(pool[place], pool[CONCEALED])
        determinise(game, world, viewer, rng)
        write_back(pool[place], world)
        work.has_world = work.stirs
    if place != WORLD:
        copy_state(pool[WORLD], pool[place])


@kernel(inline=True)
def _iterate(game: Rules, work: Work, pool: Any) -> None:
    """Run one iteration: draw a world, walk all trees, play out, back up."""
    nodes, rng = nodes_of(work), rng_of(work)[0]
    viewer, several = int(work.viewer), work.n_trees > 1
    draw_world(game, work, pool)
    mark(work, TREE)
    world = pool[WORLD]
    work.n_path = 0
    work.n_turns = 0
    place_cursors(game, work, pool)
    kept = work.tables != 0 or work.grave != 0
    row = -1
    in_tree = True
    while in_tree:
        actor = to_act(game, world)
        if actor == NOBODY:
            break
        if actor == CHANCE:
            mark(work, TREE_PLAY)
            move = sample_chance(game, world, rng)
        else:
            tree = actor if several else 0
            node = int(cursors_of(work)[tree])
            mark(work, TREE_MOVES)
            n = list_moves(game, work, world)
            mark(work, TREE_CHOICE)
            child = select_listed(work, node, actor, n) if node != FULL else FULL
            if child != FULL:
                move = edge_code(nodes[np.uint64(child)])
                push(work, node, child, actor)
            elif row < 0 and actor != viewer:
                move = policy_move(work, actor, n)
            else:
                break
            cursors_of(work)[tree] = child
            if kept:
                remember(work, actor, move)
            if row < 0 and actor == viewer:
                row = row_for(work, move)
            # Seats that choose before the viewer, unseen, must not use up the iteration: it has to reach the viewer's decision.
            in_tree = row < 0 or (child != FULL and nodes[child].visits > 0)
            mark(work, TREE_PLAY)
        notice(game, work, world, actor, move)
        play(game, world, move)
    playout(game, work, world)
    mark(work, BACKUP)
    backup(game, work, row)


@kernel(inline=True)
def notice(game: Rules, work: Work, world: State, actor: Seat, move: Move) -> None:
    """Let every tree but the actor's follow what its owner observes of a move about to be played."""
    if work.n_trees > 1:
        for seat in range(game.n_seats):
            if seat != actor and cursors_of(work)[seat] != FULL:
                seen = observe(game, world, move, seat)
                if seen != NOTHING:
                    _advance(work, seat, seen, seat)
    elif actor == CHANCE and cursors_of(work)[0] != FULL:
        seen = observe(game, world, move, work.viewer)
        if seen != NOTHING:
            _advance(work, 0, seen, int(work.viewer))


@kernel(inline=True)
def _advance(work: Work, tree: int, seen: Move, owner: Seat) -> None:
    """Move one tree along an observed edge, made if missing; FULL ends that tree for this iteration."""
    node = int(cursors_of(work)[tree])
    before = int(work.n_nodes)
    child = follow(work, node, seen | OBSERVED)
    if work.n_nodes > before:
        clear_node(work, child)
        mark(work, TREE_PLAY)
    if child != FULL:
        push(work, node, child, owner)
    cursors_of(work)[tree] = child


@kernel(inline=True)
def select_listed(work: Work, node: Node, seat: Seat, n: int) -> Node:
    """Return the child to visit among the `n` moves in `moves_of(work)`: a random new one, else the one with the highest score.

    A move's mark is the epoch while it is legal and unknown to the node, and minus the epoch once a child for it was met, so
    that one walk over the list finds the available children and one over the moves finds the new ones.
    """
    nodes, codes, moves = nodes_of(work), codes_of(work), moves_of(work)
    work.epoch += 1
    reference = set_reference(work, node, seat) if work.grave != 0 else node
    plain = is_plain(work)
    epoch = int(work.epoch)
    for index in range(n):
        codes[np.uint64(moves[np.uint64(index)])].legal = epoch  # unsigned, as in `follow`
    known, best, best_score = 0, FULL, -1.0
    weight = work.c * work.c
    child = int(nodes[np.uint64(node)].first_child)
    while child != NONE:
        edge = nodes[np.uint64(child)]
        code = np.uint64(edge_code(edge))
        if code < OBSERVED and codes[code].legal == epoch:
            codes[code].legal = -epoch
            known += 1
            available = edge.available + _ONE
            edge.available = available
            if plain:
                score = ucb(work, edge.value_and_move, edge.visits, spread_of(work, available))
            else:
                score = child_score(work, node, child, seat, weight * log_of(int(available)), reference)
            if score > best_score:
                best, best_score = child, score
        child = int(edge.next_sibling)
    if known == n:
        return best
    skip = below(rng_of(work)[0], n - known)
    for index in range(n):
        move = int(moves[np.uint64(index)])
        if codes[np.uint64(move)].legal == epoch:
            if skip == 0:
                child = new_child(work, node, move)
                if child != FULL:
                    nodes[child].available = 1
                    clear_node(work, child)
                    return child
                break
            skip -= 1
    return best
