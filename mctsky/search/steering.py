"""Iterations that begin at the start of the game (root=game), half of them led to what the viewer has observed.

So the others' hands are as likely as their own strategies make them. A led iteration takes, of luck and of others' choices,
only what shows the viewer what it has seen, and weighs the rest of the game by how likely that was: for a seat's regrets by
luck and the others' average strategies, for its average strategy by its own. The viewer's own hand is dealt again each time,
because the others must learn against all that it may hold: what only the viewer saw is free, but in the first iteration.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import (
    CHANCE,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    Move,
    Rules,
    Seat,
    State,
    chance_moves,
    observe,
    play,
    to_act,
)
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import copy_state, on_stack
from mctsky.core.position import OBSERVED
from mctsky.core.rng import uniform
from mctsky.search.histories import find_choices, follow_luck
from mctsky.search.ismcts import notice
from mctsky.search.playout import list_moves
from mctsky.search.regret import average_chance
from mctsky.search.strategy import add_block, find_block
from mctsky.search.tree import (
    FULL,
    NO_HISTORY,
    NONE,
    START,
    WORLD,
    Work,
    cursors_of,
    events_of,
    moves_of,
    nodes_of,
    reach_of,
    rng_of,
)

MAX_STEERED_PLIES = 64  # moves of the longest game that can be searched from its start
MAX_STEERED_OPTIONS = 64
LED = 0.5  # share of iterations that are led to the view
MIN_CHANCE = 1e-6  # of a choice that has been made, whatever a strategy says
_TRIES = 50  # to lead an iteration

_odds_on_stack = on_stack(np.float64, MAX_STEERED_OPTIONS)


@kernel
def begin_at_start(game: Rules, work: Work, pool: Any) -> None:
    """Begin an iteration at the start of the game; half of them are led to the view, as far as that can be done."""
    if work.iterations == 0 or uniform(rng_of(work)[0]) < LED:  # even one iteration gives an answer
        for _ in range(_TRIES):
            _place(game, work, pool)
            if _lead(game, work, pool):
                return
    _place(game, work, pool)


@kernel
def _place(game: Rules, work: Work, pool: Any) -> None:
    """Put the world and all trees at the start of the game."""
    copy_state(pool[WORLD], pool[START])
    work.at_view = 0
    work.n_path = 0
    work.past = work.n_trees
    for seat in range(game.n_seats):
        cursors_of(work)[seat] = seat
        nodes_of(work)[seat].visits += 1
    for index in range(2 * MAX_SEATS):
        reach_of(work)[index] = 1.0


@kernel
def _fits(game: Rules, work: Work, world: State, actor: Seat, move: Move, event: int) -> bool:
    """Say whether a move shows the viewer the event, or nothing yet."""
    if actor == work.viewer:
        return move == event
    seen = observe(game, world, move, work.viewer)
    return seen == NOTHING or (seen | OBSERVED) == event


@kernel
def _is_private(game: Rules, work: Work, world: State, move: Move) -> bool:
    """Say whether the viewer sees something of an outcome of luck that another seat does not see."""
    seen = observe(game, world, move, work.viewer)
    if seen != NOTHING:
        for seat in range(game.n_seats):
            if observe(game, world, move, seat) != seen:
                return True
    return False


@kernel
def _list_options(game: Rules, work: Work, world: State, actor: Seat, odds: Any) -> int:
    """List the moves of luck with their odds, or of a seat with their chances in its average strategy; return how many."""
    moves = moves_of(work)
    if actor == CHANCE:
        return chance_moves(game, world, moves, odds)
    n = list_moves(game, work, world)
    first = _block_of(work, int(cursors_of(work)[actor]), n)
    for index in range(n):
        odds[index] = max(MIN_CHANCE, average_chance(work, first, n, index)) if first != FULL else 1.0 / n
    return n


@kernel
def _block_of(work: Work, node: int, n: int) -> int:
    """Return the first of the listed moves of a node, made if missing, or FULL."""
    if node == FULL:
        return FULL
    first = find_block(work, node, n)
    return add_block(work, node, n) if first == NONE else first


@kernel
def _draw(game: Rules, work: Work, world: State, actor: Seat, event: int, odds: Any, n: int, free: bool) -> tuple[int, float]:
    """Draw one of the listed moves that fit the event, or any if `free`; return its place and the odds of all that fit."""
    moves = moves_of(work)
    fitting, total = 0.0, 0.0
    for index in range(n):
        total += odds[index]
        if _fits(game, work, world, actor, int(moves[index]), event):
            fitting += odds[index]
    if fitting <= 0.0 and not free:
        return -1, 0.0
    left = uniform(rng_of(work)[0]) * (total if free else fitting)
    last = -1
    for index in range(n):
        if free or _fits(game, work, world, actor, int(moves[index]), event):
            last = index
            left -= odds[index]
            if left < 0.0:
                break
    return last, fitting


@kernel
def _lead(game: Rules, work: Work, pool: Any) -> bool:
    """Play from the start until the viewer has observed what it has; say whether that worked."""
    odds, world = _odds_on_stack(), pool[WORLD]
    reach, events = reach_of(work), events_of(work)
    keeps = work.iterations == 0
    own_luck, public_luck, holds = 1.0, 1.0, True
    place, n_events = 0, int(work.n_events)
    while place < n_events:
        actor = to_act(game, world)
        if actor == NOBODY:
            return False
        event = int(events[place])
        n = _list_options(game, work, world, actor, odds)
        private = actor == CHANCE and _is_private(game, work, world, int(moves_of(work)[0]))
        index, fitting = _draw(game, work, world, actor, event, odds, n, private and not keeps)
        if index < 0:
            return False
        move = int(moves_of(work)[index])
        if private:
            own_luck *= fitting
            holds = holds and _fits(game, work, world, actor, move, event)
        elif actor == CHANCE:
            public_luck *= fitting
        else:
            for seat in range(game.n_seats):
                if seat != actor:
                    reach[seat] *= fitting
            reach[MAX_SEATS + actor] *= fitting
        if actor == work.viewer or observe(game, world, move, work.viewer) != NOTHING:
            place += 1
        _walk_on(game, work, pool, actor, index, n, move)
        play(game, world, move)
    _weigh(game, work, own_luck if keeps else 1.0, public_luck)
    work.at_view = holds
    work.n_path = 0  # what an iteration is led along was not chosen: it earns nothing
    return True


@kernel
def _walk_on(game: Rules, work: Work, pool: Any, actor: Seat, index: int, n: int, move: Move) -> None:
    """Let all trees follow a move that an iteration is led along."""
    if actor == CHANCE:
        if work.past != NO_HISTORY:
            work.past = follow_luck(game, work, pool[WORLD], move)
    else:
        first = _block_of(work, int(cursors_of(work)[actor]), n)
        cursors_of(work)[actor] = first + index if first != FULL else FULL
        after = find_choices(game, work, pool, n)
        work.past = after + index if after != NO_HISTORY else NO_HISTORY
    notice(game, work, pool[WORLD], actor, move)


@kernel
def _weigh(game: Rules, work: Work, own_luck: float, public_luck: float) -> None:
    """Finish the weights of a led iteration; `own_luck` is how likely the viewer's hand was, if it was not left to luck.

    Public luck counts relative to its mean so far: only differences between worlds tell something.
    """
    work.n_steered += 1
    work.mass += public_luck
    usual = work.mass / work.n_steered
    for seat in range(game.n_seats):
        reach_of(work)[seat] *= public_luck / usual
        if seat != work.viewer:
            reach_of(work)[seat] *= own_luck
