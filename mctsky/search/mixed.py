"""ISMCTS with a tree per seat whose hidden decisions follow a rule of strategy.py; all other decisions follow UCB.

An iteration adds one decision to the trees and one to the histories, then plays out. From the start of the game (root=game,
for short games) it adds all that it passes, and plays by strategies to the end.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, MAX_SEATS, NOBODY, Move, Rules, Seat, State, play, sample_chance, to_act
from mctsky.core.jit import borrow, kernel
from mctsky.core.marks import IDLE, mark
from mctsky.search.backup import backup, push
from mctsky.search.histories import find_choices, follow_history, follow_luck
from mctsky.search.ismcts import draw_world, notice, place_cursors, select_listed
from mctsky.search.phases import BACKUP, TREE, TREE_CHOICE, TREE_MOVES, TREE_PLAY, WORLD_SAMPLING
from mctsky.search.playout import list_moves, playout, policy_move, remember
from mctsky.search.regret import back_up_regrets, choose_regret
from mctsky.search.steering import begin_at_start
from mctsky.search.strategy import RM, SMOOTH, add_block, choose_smooth, choose_ucb, find_block, is_marked
from mctsky.search.tables import hash_state, key_slot, root_for, row_for
from mctsky.search.tree import (
    FULL,
    NO_HISTORY,
    NONE,
    WORLD,
    Node,
    Work,
    cursors_of,
    edge_code,
    has_room,
    keys_of,
    nodes_of,
    reach_of,
    rng_of,
    steps_of,
    words_of,
)

REFEREE = 63  # as whose knowledge whole worlds are hashed
WORLDS_KEPT, VISITS_PER_WORLD = 1_024, 8  # histories of further worlds are kept while worlds come back this often


@kernel(entry=True)
def run_mixed(game: Rules, work: Work, pool: Any, n: int) -> int:
    """Run up to `n` iterations; fewer when the node or key arrays must grow first. Return how many."""
    pool = borrow(pool)
    for done in range(n):
        mark(work, WORLD_SAMPLING)
        if not has_room(work) or 2 * (work.n_keys + game.n_seats + 1) > keys_of(work).size:
            mark(work, IDLE)
            return done
        _iterate(game, work, pool)
        work.iterations += 1
    mark(work, IDLE)
    return n


@kernel(inline=True)
def _begin_at_view(game: Rules, work: Work, pool: Any) -> None:
    """Draw a world that fits the view and put all trees at their roots."""
    draw_world(game, work, pool)
    place_cursors(game, work, pool)
    work.at_view = 1
    for index in range(2 * MAX_SEATS):
        reach_of(work)[index] = 1.0
    work.past = NO_HISTORY
    if work.rule == RM:
        key = hash_state(words_of(work), WORLD, REFEREE)
        is_new = keys_of(work)[key_slot(work, key)].key == np.uint64(0)
        if is_new and work.n_worlds > WORLDS_KEPT + work.iterations // VISITS_PER_WORLD:
            return
        work.past = root_for(work, key)
        work.n_worlds += is_new


@kernel(inline=True)
def _decide(game: Rules, work: Work, pool: Any, node: Node, actor: Seat, n: int) -> Node:
    """Return the move, as a child of a marked node, by the rule; FULL if there is no room or the moves do not fit."""
    first = find_block(work, node, n)
    if first == FULL:
        return FULL
    if first == NONE:
        first = add_block(work, node, n)
        if first == FULL:
            return FULL
        work.fresh = 1
    if work.rule == RM:
        work.grew = 0
        history = find_choices(game, work, pool, n)
        index = choose_regret(game, work, actor, first, n, history)
        goes_on = history != NO_HISTORY and (work.grew == 0 or work.from_start != 0)
        work.past = history + index if goes_on else NO_HISTORY
    elif work.rule == SMOOTH:
        index = choose_smooth(work, node, first, n)
    else:
        index = choose_ucb(work, node, first, n)
    return first + index


@kernel(inline=True)
def _iterate(game: Rules, work: Work, pool: Any) -> None:
    """Run one iteration: draw a world, walk all trees, play out, back up."""
    nodes, rng, viewer = nodes_of(work), rng_of(work)[0], int(work.viewer)
    work.n_path = 0
    work.n_turns = 0
    work.n_steps = 0
    work.traverser = work.iterations % game.n_seats if work.iterations > 0 else viewer  # even one iteration gives an answer
    if work.from_start != 0:
        begin_at_start(game, work, pool)
    else:
        _begin_at_view(game, work, pool)
    mark(work, TREE)
    world = pool[WORLD]
    kept = work.tables != 0 or work.grave != 0
    row, row_step, counted = -1, 0, False
    waits = work.at_view != 0 and work.from_start == 0  # for the viewer's decision
    in_tree = True
    while in_tree:
        actor = to_act(game, world)
        if actor == NOBODY:
            break
        follows = work.past != NO_HISTORY  # by itself, not with a marked choice
        if actor == CHANCE:
            mark(work, TREE_PLAY)
            move = sample_chance(game, world, rng)
        else:
            node = int(cursors_of(work)[actor])
            mark(work, TREE_MOVES)
            n = list_moves(game, work, world)
            mark(work, TREE_CHOICE)
            work.fresh = 0
            marked = is_marked(game, work, world, actor)
            child, weight = FULL, 1.0
            if node != FULL:
                work.counts = row < 0 and actor == viewer and work.traverser == viewer and work.at_view != 0
                weight = reach_of(work)[viewer]
                child = _decide(game, work, pool, node, actor, n) if marked else select_listed(work, node, actor, n)
            if child != FULL:
                move = edge_code(nodes[child])
                push(work, node, child, actor)
                follows = follows and not marked
            elif waits and actor != viewer:
                move = policy_move(work, actor, n)
            else:
                break
            cursors_of(work)[actor] = child
            if kept:
                remember(work, actor, move)
            if row < 0 and actor == viewer and work.at_view != 0:
                row, row_step = row_for(work, move), int(work.n_steps)
                waits = False
                counted = _is_counted(work, weight)
            known = work.fresh == 0 if marked else (child != FULL and nodes[child].visits > 0)
            in_tree = waits or known or work.from_start != 0
            mark(work, TREE_PLAY)
        if follows:
            _follow_history(game, work, world, actor, move)
        notice(game, work, world, actor, move)
        play(game, world, move)
    playout(game, work, world)
    mark(work, BACKUP)
    if work.rule == RM:
        back_up_regrets(game, work, row if counted else -1, row_step)
        row = -1
    backup(game, work, row)


@kernel
def _is_counted(work: Work, weight: float) -> bool:
    """Say whether the table counts this iteration: every one in which the viewer explores, by the weight of its world."""
    if work.traverser != work.viewer:
        return False
    work.due += min(1.0, weight)
    if work.due < 1.0:
        return False
    work.due -= 1.0
    return True


@kernel
def _follow_history(game: Rules, work: Work, world: State, actor: Seat, move: Move) -> None:
    """Let the tree of histories follow luck, noted for baselines, or a choice by UCB."""
    before, n_nodes = int(work.past), int(work.n_nodes)
    work.past = follow_luck(game, work, world, move) if actor == CHANCE else follow_history(work, move)
    if (
        actor == CHANCE and work.past != NO_HISTORY and work.few_outcomes != 0 and work.n_steps > 0
    ):  # nobody learns of luck before the first choice
        step = steps_of(work)[work.n_steps]
        work.n_steps += 1
        step.seat = CHANCE
        step.history = before
        step.chosen = work.past
    if work.n_nodes > n_nodes and work.from_start == 0:
        work.past = NO_HISTORY
