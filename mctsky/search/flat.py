"""Flat Monte Carlo: no tree, one bandit over the viewer's moves, every world played out at random."""

from math import sqrt
from typing import Any

from mctsky.core.contract import CHANCE, NOBODY, Move, Rules, determinise, play, sample_chance, to_act
from mctsky.core.jit import borrow, kernel
from mctsky.core.kernel_arrays import copy_state
from mctsky.core.marks import IDLE, mark
from mctsky.core.rng import below
from mctsky.search.backup import backup
from mctsky.search.phases import BACKUP, TREE, TREE_CHOICE, TREE_MOVES, TREE_PLAY, WORLD_SAMPLING
from mctsky.search.playout import list_moves, playout, policy_move, remember
from mctsky.search.tables import row_for
from mctsky.search.tree import CONCEALED, WORLD, Work, codes_of, log_of, moves_of, rng_of, rows_of


@kernel(entry=True)
def run_flat(game: Rules, work: Work, pool: Any, n: int) -> int:
    """Run `n` iterations and return that number."""
    pool, rng = borrow(pool), rng_of(work)[0]
    kept = work.tables != 0
    for _ in range(n):
        mark(work, WORLD_SAMPLING)
        copy_state(pool[WORLD], pool[CONCEALED])
        world = pool[WORLD]
        determinise(game, world, work.viewer, rng)
        mark(work, TREE)
        work.n_path = 0
        work.n_turns = 0
        row = -1
        while row < 0:
            actor = to_act(game, world)
            if actor == NOBODY:
                break
            if actor == CHANCE:
                mark(work, TREE_PLAY)
                play(game, world, sample_chance(game, world, rng))
                continue
            mark(work, TREE_MOVES)
            n_legal = list_moves(game, work, world)
            mark(work, TREE_CHOICE)
            if actor == work.viewer:
                move = _select(work, n_legal)
                row = row_for(work, move)
            else:
                move = policy_move(work, actor, n_legal)
            if kept:
                remember(work, actor, move)
            mark(work, TREE_PLAY)
            play(game, world, move)
        playout(game, work, world)
        mark(work, BACKUP)
        backup(game, work, row)
        work.iterations += 1
    mark(work, IDLE)
    return n


@kernel
def _select(work: Work, n: int) -> Move:
    """Return the move to play out: a random untried one, else the one with the highest UCB."""
    viewer = int(work.viewer)
    untried, total = 0, 0
    for index in range(n):
        row = int(codes_of(work)[moves_of(work)[index]].row) - 1
        untried += row < 0
        total += int(rows_of(work)[row].visits) if row >= 0 else 0
    skip = below(rng_of(work)[0], untried) if untried > 0 else 0
    explored = work.c * work.c * log_of(total)
    best, best_score = -1, -1.0
    for index in range(n):
        move = int(moves_of(work)[index])
        row = int(codes_of(work)[move].row) - 1
        if untried > 0:
            if row < 0:
                if skip == 0:
                    return move
                skip -= 1
            continue
        visits = float(rows_of(work)[row].visits)
        score = float(rows_of(work)[row].sums[viewer]) / visits + sqrt(explored / visits)
        if score > best_score:
            best, best_score = move, score
    return best
