"""Playouts: from the leaf to the end of the game, or to a cut-off with the game's estimate."""

from typing import Any

import numpy as np

from mctsky.core.checks import instance, seed_number, whole_number
from mctsky.core.contract import (
    CHANCE,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    Move,
    Rules,
    Seat,
    State,
    decisive,
    evaluate,
    has_chance,
    legal_moves,
    play,
    random_move,
    returns,
    sample_chance,
    to_act,
)
from mctsky.core.jit import borrow, kernel
from mctsky.core.kernel_arrays import copy_state, in_registers, write_back
from mctsky.core.marks import draws_from_list, is_timed, mark
from mctsky.core.position import Position
from mctsky.core.record import new_records
from mctsky.core.rng import RNG_DTYPE, below, drawing_ahead, mix, uniform
from mctsky.search.phases import (
    PLAYOUT,
    PLAYOUT_DECISIVE,
    PLAYOUT_DRAW,
    PLAYOUT_MOVES,
    PLAYOUT_PLAY,
    PLAYOUT_RESULT,
)
from mctsky.search.tree import GRAM_SIZE, Work, grams_of, moves_of, rng_of, statistics_of, turns_of, values_of

UNIFORM, MAST, NGRAM = range(3)
MAX_PLAYOUTS = 1 << 40
POLICIES = ("uniform", "mast", "ngram")

_SEAT, _FIRST, _SECOND, _THIRD = (np.uint64(1 << shift) for shift in (48, 32, 16, 0))


@kernel
def gram_slot(seat: Seat, before: Move, last: Move, move: Move) -> int:
    """Return the table slot of a short move sequence; `before` is -1 for a pair."""
    key = np.uint64(seat + 1) * _SEAT + np.uint64(before + 1) * _FIRST + np.uint64(last + 1) * _SECOND + np.uint64(move)
    slot = int(np.int64(mix(key) & np.uint64(GRAM_SIZE - 1)))
    return slot if before < 0 else slot + GRAM_SIZE


@kernel
def hopeful_mean(value: float, visits: int) -> float:
    """Return the mean of a move statistic; an unknown move counts as the best, so that it gets tried."""
    return value / visits if visits > 0 else 1.0


@kernel
def move_estimate(work: Work, seat: Seat, move: Move) -> float:
    """Return how well a move has done so far: on its own, or averaged with the sequences of 2 and 3 that it would complete."""
    single = statistics_of(work)[seat * work.n_codes + move]
    estimate = hopeful_mean(float(single.value), int(single.visits))
    n_history = int(work.n_turns)
    if work.policy != NGRAM or n_history == 0:
        return estimate
    total, n = estimate, 1
    last = int(turns_of(work)[n_history - 1].move)
    pair = grams_of(work)[gram_slot(seat, -1, last, move)]
    if pair.visits >= work.ngram_visits:
        total += hopeful_mean(float(pair.value), int(pair.visits))
        n += 1
    if n_history > 1:
        triple = grams_of(work)[gram_slot(seat, int(turns_of(work)[n_history - 2].move), last, move)]
        if triple.visits >= work.ngram_visits:
            total += hopeful_mean(float(triple.value), int(triple.visits))
            n += 1
    return total / n


@kernel
def policy_move(work: Work, seat: Seat, n: int) -> Move:
    """Pick one of the `n` listed moves: uniformly, or with probability 1 - epsilon the one with the best estimate."""
    rng, moves = rng_of(work)[0], moves_of(work)
    start = below(rng, n)
    if work.policy == UNIFORM or uniform(rng) < work.epsilon:
        return int(moves[start])
    best, best_estimate = -1, -1.0
    for offset in range(n):  # from a random start, so that ties are broken fairly
        index = start + offset
        move = int(moves[index if index < n else index - n])
        estimate = move_estimate(work, seat, move)
        if estimate > best_estimate:
            best, best_estimate = move, estimate
    return best


@kernel
def remember(work: Work, seat: Seat, move: Move) -> None:
    """Append a decision to the history of this iteration."""
    turn = turns_of(work)[work.n_turns]
    turn.seat = seat
    turn.move = move
    work.n_turns += 1


@kernel
def list_moves(game: Rules, work: Work, world: State) -> int:
    """Fill `moves_of(work)` with what the seat to act should consider: a decisive move alone, else all legal ones."""
    if work.decisive != 0:
        move = decisive(game, world)
        if move != NOTHING:
            moves_of(work)[0] = move
            return 1
    return legal_moves(game, world, moves_of(work))


@kernel(inline=True)
def play_randomly(game: Rules, world: State, moves: Any, rng: Any) -> int:
    """Play a state to the end by uniform moves; return the number of plies."""
    plies = 0
    while True:
        actor = to_act(game, world)
        if actor == NOBODY:
            return plies
        if has_chance(game) and actor == CHANCE:
            move = sample_chance(game, world, rng)
        else:
            move = random_move(game, world, moves, rng)
        play(game, world, move)
        plies += 1


@kernel
def random_game(game: Rules, world: State, moves: Any, rng: Any, values: Any) -> int:
    """Play `world` to the end in registers and write the result to `values`; return the number of plies.

    A function of its own: the loops around it would take registers away.
    """
    state, drawn = in_registers(world), drawing_ahead(rng, world)
    plies = play_randomly(game, state, moves, drawn)
    returns(game, state, values)
    rng.state = drawn.state
    write_back(world, state)  # callers read there how the game ended
    return plies


@kernel
def playout(game: Rules, work: Work, world: State) -> None:
    """Play `world` to the end, or to the cut-off, and leave the result in `values_of(work)`."""
    plain = work.policy == UNIFORM and work.tables == 0 and work.grave == 0 and work.decisive == 0 and work.cutoff < 0
    if plain and not is_timed(work):
        random_game(game, world, moves_of(work), rng_of(work)[0], values_of(work))
    else:
        _playout_with_options(game, work, world)


@kernel
def _playout_with_options(game: Rules, work: Work, world: State) -> None:
    rng, moves, values = rng_of(work)[0], moves_of(work), values_of(work)
    left = int(work.cutoff)
    guided = work.policy != UNIFORM
    kept = work.tables != 0 or work.grave != 0
    mark(work, PLAYOUT)
    while True:
        actor = to_act(game, world)
        if actor == NOBODY:
            mark(work, PLAYOUT_RESULT)
            returns(game, world, values)
            return
        if actor == CHANCE:
            mark(work, PLAYOUT_DRAW)
            move = sample_chance(game, world, rng)
            mark(work, PLAYOUT_PLAY)
            play(game, world, move)
            continue
        if left == 0:
            mark(work, PLAYOUT_RESULT)
            evaluate(game, world, values)
            return
        left -= 1
        winning = NOTHING
        if work.decisive != 0:
            mark(work, PLAYOUT_DECISIVE)
            winning = decisive(game, world)
        if winning == NOTHING and not guided:
            if draws_from_list(work):
                mark(work, PLAYOUT_MOVES)
                n = legal_moves(game, world, moves)
                mark(work, PLAYOUT_DRAW)
                move = int(moves[below(rng, n)])
            else:
                mark(work, PLAYOUT_DRAW)
                move = random_move(game, world, moves, rng)
        else:
            n = 1
            if winning == NOTHING:
                mark(work, PLAYOUT_MOVES)
                n = legal_moves(game, world, moves)
            else:
                moves[0] = winning
            mark(work, PLAYOUT_DRAW)
            move = policy_move(work, actor, n)
        if kept:
            remember(work, actor, move)
        mark(work, PLAYOUT_PLAY)
        play(game, world, move)


@kernel(entry=True)
def run_playouts(game: Rules, pool: Any, rng: Any, moves: Any, totals: Any, n: int) -> int:
    """Play `n` uniform random games from `pool[0]`, add the results to `totals[:n_seats]`; return the number of plies.

    The last game ends in `pool[1]`.
    """
    pool, rng, moves, totals = borrow(pool), borrow(rng), borrow(moves), borrow(totals)
    values = totals[MAX_SEATS:]
    plies = 0
    for _ in range(n):
        copy_state(pool[1], pool[0])
        plies += random_game(game, pool[1], moves, rng[0], values)
        for seat in range(MAX_SEATS):  # with a way out: a vector loop costs more than so few additions
            if seat >= game.n_seats:
                break
            totals[seat] += values[seat]
    return plies


def random_playouts(position: Position, n: int, seed: int = 0) -> tuple[list[float], float]:
    """Play `n` random games from a position; return the mean result per seat and the mean number of plies."""
    instance("position", position, Position, where="random_playouts", remedy="pass a Position, not a view of one")
    n, seed = whole_number("n", n, 1, MAX_PLAYOUTS, where="random_playouts"), seed_number(seed, "random_playouts")
    game = position.game
    pool = new_records(2, game.spec.state_dtype)
    pool[0] = position.state
    rng = new_records(1, RNG_DTYPE)
    rng[0].state = np.uint64(seed & 0xFFFF_FFFF_FFFF_FFFF)
    totals = np.zeros(2 * MAX_SEATS)
    plies = run_playouts(game.rules, pool, rng, np.empty(game.spec.bounds.max_legal, np.int32), totals, n)
    return [float(total) / n for total in totals[: game.n_seats]], plies / n
