"""Classic Santorini on 5 x 5 squares, without god powers.

R1  Seat 0 places both its workers on empty squares, then seat 1 does; each placement of two workers is one move.
R2  Then the seats take turns, seat 0 first. A turn moves one own worker, then builds with it; the whole turn is one move.
R3  A worker moves to one of the eight neighbouring squares that holds neither a worker nor a roof.
R4  It climbs at most one level; it may step down any number of levels.
R5  The worker that moved adds one piece to a neighbouring square that holds neither a worker nor a roof; the square that it has
    just left is one of them. A tower grows by levels 1, 2 and 3, and then a roof. Pieces never run out.
R6  A worker that moves up from level 2 to level 3 wins at once (1 to 0); nothing is built.
R7  A seat whose turn it is and that has no legal turn loses (0 to 1).
R8  Option win_listing: a winning move is listed `once`, or, as public counts of positions do, `per_build`: once for each build
    that could follow it. Either way R6 ends the game.
"""

from typing import Any

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, Square, bit, highest, lowest, nth, popcount, rarely, unlikely, write_eight
from mctsky.core.contract import NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.grid import mask_of, neighbour_squares, neighbours
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below, next_u64
from mctsky.games.santorini.levels import TOP, build_on
from mctsky.games.santorini.spec import Santorini
from mctsky.games.santorini.state import FIRST_PLACEMENT, OFFSETS, SQUARES

BOARD = mask_of(SQUARES)
N_SQUARES = len(SQUARES)
STEPS = np.array(OFFSETS, np.int64)
DIRECTION_TO = np.zeros(19, np.int64)  # by offset + 9
DIRECTION_TO[STEPS + 9] = np.arange(len(STEPS))
AROUND = np.array([mask_of(neighbour_squares(square)) & BOARD for square in range(64)], np.uint64)
PLACES = np.array(SQUARES, np.int64)
NINE, FIVE, TEN = np.uint64(9), np.uint64(5), np.uint64(10)
SEVEN, HALF = np.uint64(7), np.uint64(32)
ROW_0, ROW_1, ROW_2 = np.uint64(0x7), np.uint64(0x38), np.uint64(0x1C0)
RING = np.uint64(0x70507)  # the eight neighbours of square 9


def _direction_table() -> Any:
    """Return, for each set of neighbours, their directions ascending; the rest of a row is padding.

    A set is numbered by nine bits: three rows of three squares, of which the one in the middle does not count.
    """
    table = np.zeros((512, len(OFFSETS)), np.uint8)
    places = (0, 1, 2, 3, 5, 6, 7, 8)
    for number in range(512):
        found = [direction for direction, place in enumerate(places) if number >> place & 1]
        table[number, : len(found)] = found
    return table


DIRECTIONS = _direction_table()

TEMPO_WEIGHT, LEVEL_1_WEIGHT, LEVEL_2_WEIGHT, REACH_WEIGHT, CLIMB_WEIGHT, THREAT_WEIGHT = 0.45, 0.08, 0.25, 0.015, 0.15, 0.5


@kernel
def ring(squares: Bitboard, square: Square) -> Bitboard:
    """Return the neighbours of a square that are in `squares`, moved to where the neighbours of square 9 are."""
    return ((squares << NINE) >> np.uint64(square)) & RING


@kernel
def pattern(near: Bitboard) -> int:
    """Return the number of a ring's row in DIRECTIONS: its three rows of three bits side by side."""
    return int(np.int64((near & ROW_0) | ((near >> FIVE) & ROW_1) | ((near >> TEN) & ROW_2)))


@kernel
def targets_of(state: State, origin: Square) -> Bitboard:
    """R3, R4: the squares that a worker, on level 2 at most, can move to."""
    here = np.uint64(origin)
    first, second, third, roofs = state.levels[0], state.levels[1], state.levels[2], state.levels[3]
    too_high = third if (first >> here) & ONE != ZERO else second  # by choices, not by an index: a state in registers has none
    too_high = roofs if (second >> here) & ONE != ZERO else too_high
    return AROUND[here] & ~(too_high | state.workers[0] | state.workers[1])


@kernel
def workers_of(state: State, seat: Seat) -> Bitboard:
    """Return the squares of a seat's workers."""
    first, second = state.workers[0], state.workers[1]
    return second if seat != 0 else first


@kernel
def change_workers(state: State, seat: Seat, squares: Bitboard) -> None:
    """Move a seat's workers to or from squares."""
    state.workers[0] ^= ZERO if seat != 0 else squares
    state.workers[1] ^= squares if seat != 0 else ZERO


@implement(Santorini)
def to_act(game: Santorini, state: State) -> Seat:
    """Return whose turn it is; `play` keeps the answer."""
    return int(state.actor)


@kernel
def list_placements(state: State, out: MoveBuffer) -> int:
    """R1: every pair of squares without workers."""
    taken = state.workers[0] | state.workers[1]
    n = 0
    for first in range(N_SQUARES):
        if taken & bit(PLACES[first]) != ZERO:
            continue
        for second in range(first + 1, N_SQUARES):
            if taken & bit(PLACES[second]) == ZERO:
                out[n] = FIRST_PLACEMENT + N_SQUARES * first + second
                n += 1
    return n


@implement(Santorini)
def legal_moves(game: Santorini, state: State, out: MoveBuffer) -> int:
    """R2: every step of every own worker with every build that can follow it."""
    own = workers_of(state, int(state.actor))
    if own == ZERO:
        return list_placements(state, out)
    n = 0
    blocked = state.levels[TOP] | state.workers[0] | state.workers[1]
    while own != ZERO:
        origin = lowest(own)
        worker = bit(origin)
        own ^= worker
        targets = targets_of(state, origin)
        buildable = (BOARD & ~blocked) | worker  # R5; a target is not its own neighbour
        wins = targets & state.levels[TOP - 1] if game.per_build == 0 else ZERO  # R6, R8
        while targets != ZERO:
            target = lowest(targets)
            targets &= targets - ONE
            code = origin * 64 + int(DIRECTION_TO[np.uint64(target - origin + 9)]) * 8
            if wins & bit(target) != ZERO:
                out[n] = code
                n += 1
                continue
            builds = ring(buildable, target)
            write_eight(out, n, code, DIRECTIONS, pattern(builds))
            n += popcount(builds)
    return n


@kernel
def draw_placement(state: State, rng: Rng) -> Move:
    """R1: draw two squares until they are a placement; each is as likely as any other."""
    taken = state.workers[0] | state.workers[1]
    while True:
        first, second = below(rng, N_SQUARES), below(rng, N_SQUARES)
        if first < second and (bit(PLACES[first]) | bit(PLACES[second])) & taken == ZERO:
            return FIRST_PLACEMENT + N_SQUARES * first + second


@implement(Santorini, inline=True)
def random_move(game: Santorini, state: State, out: MoveBuffer, rng: Rng) -> Move:
    """R2: draw one of the legal steps and any build; draw both again until the build is legal.

    Each pair of a legal step and a direction is drawn with the same odds, so each legal turn is too.
    """
    own = workers_of(state, int(state.actor))
    if unlikely(own == ZERO):
        return draw_placement(state, rng)
    low, high = lowest(own), highest(own)
    low_targets, high_targets = targets_of(state, low), targets_of(state, high)
    n_low = popcount(low_targets)
    n_steps = np.uint64(n_low + popcount(high_targets))
    unblocked = BOARD & ~(state.levels[TOP] | state.workers[0] | state.workers[1])
    wins = state.levels[TOP - 1] if game.per_build == 0 else ZERO  # R6, R8
    while True:
        bits = next_u64(rng)
        direction = int(np.int64(bits & SEVEN))
        step = int(np.int64(((bits >> HALF) * n_steps) >> HALF))
        second = step >= n_low
        origin = high if second else low
        target = nth(high_targets if second else low_targets, step - n_low if second else step)
        code = origin * 64 + int(DIRECTION_TO[np.uint64(target - origin + 9)]) * 8
        if unlikely((wins >> np.uint64(target)) & ONE != ZERO):
            if direction == 0:  # listed once, so it must not be as likely as all its builds together
                return code
            continue
        build = target + int(STEPS[direction])
        if build >= 0 and ((unblocked | bit(origin)) >> np.uint64(build)) & ONE != ZERO:  # R5
            return code + direction


@kernel(inline=True)
def can_move(state: State, seat: Seat) -> bool:
    """R7: say whether a seat has a legal turn; whoever can step can also build, on the square it left."""
    own = workers_of(state, seat)
    low = BOARD & ~(state.levels[1] | state.workers[0] | state.workers[1])  # within reach of any worker
    if neighbours(own) & low != ZERO:
        return True
    return bool((targets_of(state, lowest(own)) | targets_of(state, highest(own))) != ZERO)


@kernel
def place(state: State, seat: Seat, move: Move) -> None:
    """R1: put both workers of a seat on the board."""
    first = (move - FIRST_PLACEMENT) // N_SQUARES
    second = (move - FIRST_PLACEMENT) % N_SQUARES
    change_workers(state, seat, bit(PLACES[first]) | bit(PLACES[second]))


@implement(Santorini, inline=True)
def play(game: Santorini, state: State, move: Move) -> None:
    """R2: a placement or a whole turn."""
    seat = int(state.actor)
    other = 1 - seat
    if unlikely(move >= FIRST_PLACEMENT):
        place(state, seat, move)
        state.actor = other
        if seat == 0:
            return
    else:
        origin = move >> 6
        target = origin + STEPS[move >> 3 & 7]
        here = bit(target)
        change_workers(state, seat, bit(origin) | here)
        if unlikely(state.levels[TOP - 1] & here != ZERO):  # R6
            state.actor = NOBODY
            state.winner = seat
            return
        build_on(state, bit(target + STEPS[move & 7]))  # R5
    stuck = not can_move(state, other)
    state.actor = rarely(stuck, NOBODY, other)  # R7
    state.winner = rarely(stuck, seat, int(state.winner))


@implement(Santorini)
def returns(game: Santorini, state: State, out: ValueBuffer) -> None:
    """R6, R7: 1 for the winner."""
    out[0] = 1.0 - state.winner
    out[1] = float(state.winner)


@kernel
def standing(state: State, seat: Seat) -> float:
    """Return the value of a seat's workers: how high they stand, and how many squares they can reach."""
    own = workers_of(state, seat)
    low, high = targets_of(state, lowest(own)), targets_of(state, highest(own))
    score = LEVEL_1_WEIGHT * popcount(own & state.levels[0]) + (LEVEL_2_WEIGHT - LEVEL_1_WEIGHT) * popcount(
        own & state.levels[1]
    )
    score += REACH_WEIGHT * (popcount(low) + popcount(high))
    score += CLIMB_WEIGHT * (popcount(low & state.levels[1]) + popcount(high & state.levels[1]))
    return float(score)


@kernel
def targets_of_both(state: State, seat: Seat) -> Bitboard:
    """Return the squares that a seat can move to."""
    own = workers_of(state, seat)
    return targets_of(state, lowest(own)) | targets_of(state, highest(own))


@kernel
def value_of_mover(state: State, mover: Seat) -> float:
    """Estimate, in [0, 1], what the seat to act gets from a game that is not over.

    A win in one is certain, and so is the loss against a win in one that cannot be built over. The weights were fitted to the
    values that searches gave to 4,700 positions.
    """
    mine = targets_of_both(state, mover)
    if mine & state.levels[TOP - 1] != ZERO:
        return 1.0
    threats = targets_of_both(state, 1 - mover) & state.levels[TOP - 1]
    if popcount(threats) > 1 or threats & ~neighbours(mine) != ZERO:
        return 0.0
    score = TEMPO_WEIGHT + standing(state, mover) - standing(state, 1 - mover)
    if threats != ZERO:
        score -= THREAT_WEIGHT
    return float(0.5 + 0.5 * score / (1.0 + abs(score)))


@implement(Santorini)
def evaluate(game: Santorini, state: State, out: ValueBuffer) -> None:
    """Estimate the result from heights and reach; a finished game has its result, and before all are placed it is even."""
    value = 0.5
    if state.actor == NOBODY:
        value = 1.0 - state.winner
    elif state.workers[1] != ZERO:
        value = value_of_mover(state, int(state.actor))
        if state.actor == 1:
            value = 1.0 - value
    out[0] = value
    out[1] = 1.0 - value
