"""Perft: count the leaves of the full game tree, the classic test of a move generator."""

from typing import Any

import numpy as np

from mctsky.core.checks import instance, whole_number
from mctsky.core.contract import CHANCE, MoveBuffer, Rules, chance_moves, legal_moves, mid_turn, play, to_act
from mctsky.core.jit import borrow, kernel
from mctsky.core.kernel_arrays import copy_state
from mctsky.core.position import Position
from mctsky.core.record import new_records

MAX_DEPTH = 1 << 20


@kernel
def _moves(game: Rules, state: Any, out: MoveBuffer, odds: Any) -> int:
    """List the moves of a seat or the outcomes of chance alike; none when the game is over."""
    actor = to_act(game, state)
    if actor >= 0:
        return legal_moves(game, state, out)
    return chance_moves(game, state, out, odds) if actor == CHANCE else 0


@kernel(entry=True)
def count_leaves(game: Rules, pool: Any, moves: Any, odds: Any, counts: Any, depth: int, by_turns: bool) -> int:
    """Count the move sequences of exactly `depth` moves (or whole turns) from `pool[0]`.

    Iterative, because recursion defeats the cache: level k holds its state in `pool[k]`, its moves in `moves[k]`, how many
    there are in `counts[k, 0]`, the next one to try in `counts[k, 1]` and the depth left in `counts[k, 2]`. `mid_turn`
    says where a turn ends.
    """
    pool, moves, odds, counts = borrow(pool), borrow(moves), borrow(odds), borrow(counts)
    if depth == 0:
        return 1
    total = 0
    level = 0
    counts[0, 0] = _moves(game, pool[0], moves[0], odds)
    counts[0, 1] = 0
    counts[0, 2] = depth
    while level >= 0:
        index = counts[level, 1]
        if index == counts[level, 0]:
            level -= 1
            continue
        left = counts[level, 2]
        if left == 1 and not by_turns:
            total += counts[level, 0]
            level -= 1
            continue
        counts[level, 1] = index + 1
        actor = to_act(game, pool[level])
        copy_state(pool[level + 1], pool[level])
        play(game, pool[level + 1], moves[level, index])
        if not by_turns or not mid_turn(game, pool[level + 1], actor):
            left -= 1
        if left == 0:
            total += 1
            continue
        level += 1
        counts[level, 0] = _moves(game, pool[level], moves[level], odds)
        counts[level, 1] = 0
        counts[level, 2] = left
    return total


def perft(position: Position, depth: int, *, turns: bool = False) -> int:
    """Count the move sequences of `depth` small moves, or of `depth` whole turns, that a position allows."""
    instance("position", position, Position, where="perft", remedy='pass a Position, for example load("connect4").start()')
    depth = whole_number("depth", depth, 0, MAX_DEPTH, where="perft")
    bounds = position.game.spec.bounds
    levels = (bounds.max_plies if turns else min(depth, bounds.max_plies)) + 2
    pool = new_records(levels, position.game.spec.state_dtype)
    pool[0] = position.state
    width = max(bounds.max_legal, bounds.max_chance)
    moves = np.empty((levels, width), np.int32)
    counts = np.empty((levels, 3), np.int64)
    return int(count_leaves(position.game.rules, pool, moves, np.empty(width), counts, depth, turns))


def divide(position: Position, depth: int, *, turns: bool = False) -> dict[int, int]:
    """Count after each first small move or chance outcome; moves within a turn use no depth. The parts add up to `perft`."""
    instance("position", position, Position, where="divide", remedy='pass a Position, for example load("connect4").start()')
    depth = whole_number("depth", depth, 1, MAX_DEPTH, where="divide")
    actor, rules = position.to_act, position.game.rules
    parts: dict[int, int] = {}
    for code in position.legal_codes() or [code for code, _ in position.chance_codes()]:
        after = position.copy()
        after.play(code)
        goes_on = turns and mid_turn(rules, after.state, actor)
        parts[code] = perft(after, depth if goes_on else depth - 1, turns=turns)
    return parts
