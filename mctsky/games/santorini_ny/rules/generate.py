"""The legal small moves of every phase."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, Square, bit, highest, lowest
from mctsky.core.contract import Move, MoveBuffer, Seat, State, implement
from mctsky.core.grid import N_SQUARES, NORTH, SOUTH
from mctsky.core.jit import kernel
from mctsky.games.santorini_ny.moves import (
    AIMED,
    BEGUN,
    BUILT,
    BUILT_BY,
    CARD,
    FORCED,
    LOST,
    MOVED,
    MOVED_FIRST,
    NUMBER,
    RAISED,
)
from mctsky.games.santorini_ny.roles import BROADWAY, CRANE, ENGINEER, FASHION, FIREFIGHTER, FOREMAN, GUARD, IRONWORKER, VENDOR
from mctsky.games.santorini_ny.rules.board import (
    buildable,
    left_after,
    occupied,
    ride,
    role_in_turn,
    steps,
    twice_buildable,
    worker_index,
)
from mctsky.games.santorini_ny.rules.lookahead import (
    can_fight_fire,
    double_turn_exists,
    finishing_moves,
    foremen,
    left_for,
    moves_with_partner,
    pair_moves,
    partners,
    second_moves,
    sites,
)
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import (
    AIM,
    BUILD,
    BUILD_AGAIN,
    BUILD_BOTH,
    BUILD_OTHER,
    CHOOSE,
    MAX_PLAYERS,
    MOVE,
    MOVE_OTHER,
    PICK,
    START,
    VICTIM,
)


@kernel
def emit(out: MoveBuffer, n: int, base: Move, squares: Bitboard) -> int:
    """List a move for each of some squares (or cards); return the new length of the list."""
    while squares != ZERO:
        out[n] = base + lowest(squares)
        squares &= squares - ONE
        n += 1
    return n


@kernel
def list_start(game: SantoriniNY, state: State, seat: Seat, role: int, out: MoveBuffer) -> int:
    """R19-R23, R30: the first steps of all turns that can be finished; without any, the loss of a worker."""
    workers = state.workers[seat]
    n = 0
    if role == BROADWAY and lowest(workers) != highest(workers):
        n = _list_pairs(game, state, seat, lowest(workers), highest(workers), out)
        if n > 0:
            return n
    rest, index = workers, 0
    while rest != ZERO:
        square = lowest(rest)
        if role in (ENGINEER, FASHION, FIREFIGHTER):
            n = _list_beginnings(game, state, seat, role, index, square, out, n)
        else:
            n = emit(out, n, MOVED + index * N_SQUARES, finishing_moves(game, state, seat, role, square))
        rest &= rest - ONE
        index += 1
    if n == 0:
        n = emit(out, 0, LOST, workers)  # R20, R22, R23, R73
    return n


@kernel
def _list_pairs(game: SantoriniNY, state: State, seat: Seat, one: Square, other: Square, out: MoveBuffer) -> int:
    """R49-R51, R81: the first moves of a double turn, none if there is no double turn."""
    if not double_turn_exists(game, state, seat, one, other):
        return 0
    n = emit(out, 0, MOVED_FIRST, pair_moves(game, state, seat, one, other, False))
    return emit(out, n, MOVED_FIRST + N_SQUARES, pair_moves(game, state, seat, other, one, False))


@kernel
def _list_beginnings(
    game: SantoriniNY, state: State, seat: Seat, role: int, index: int, square: Square, out: MoveBuffer, n: int
) -> int:
    """R24, R25, R79, R82: a worker with each start effect that it can finish its turn after; without any, on its own."""
    base = BEGUN + index * N_SQUARES
    if role == FIREFIGHTER:
        return emit(out, n, base, bit(square)) if can_fight_fire(game, state, seat, square) else n
    effects = sites(game, state, seat, square) if role == ENGINEER else partners(game, state, seat, square)
    if effects == ZERO and finishing_moves(game, state, seat, role, square) != ZERO:
        effects = bit(square)
    return emit(out, n, base, effects)


@kernel
def _list_builds(game: SantoriniNY, state: State, role: int, out: MoveBuffer) -> int:
    """R46-R48, R55, R56: where the turn's build, or the first of two, can go."""
    taken = occupied(state)
    square = int(state.worker) - 1
    if role == CRANE:
        return emit(out, 0, BUILT, game.tables.neighbours[square] & twice_buildable(game, state, taken))
    if role == FOREMAN:
        square = int(state.target) - 1
    squares = game.tables.neighbours[square] & buildable(game, state, taken)
    if role in (IRONWORKER, FOREMAN) and (int(state.blocks) < 2 or int(state.roofs) < 2):
        rest = squares
        while rest != ZERO:
            first = rest & (~rest + ONE)
            if left_after(state, squares, first) == ZERO:
                squares &= ~first
            rest &= rest - ONE
    return emit(out, 0, BUILT, squares)


@kernel
def _list_second_builds(game: SantoriniNY, state: State, role: int, out: MoveBuffer) -> int:
    """R46, R56: a second square, not the first one."""
    square = int(state.target if role == FOREMAN else state.worker) - 1
    squares = game.tables.neighbours[square] & buildable(game, state, occupied(state))
    return emit(out, 0, BUILT, squares & ~bit(int(state.built) - 1))


@kernel
def _list_builds_of_both(game: SantoriniNY, state: State, seat: Seat, out: MoveBuffer) -> int:
    """R49: either worker builds, so that the other still can."""
    taken = occupied(state)
    build = buildable(game, state, taken)
    one, other = lowest(state.workers[seat]), highest(state.workers[seat])
    n = 0
    for index in range(2):
        squares = game.tables.neighbours[one] & build
        while squares != ZERO:
            square = squares & (~squares + ONE)
            if left_for(game, state, other, square, taken) != ZERO:
                out[n] = BUILT_BY + index * N_SQUARES + lowest(square)
                n += 1
            squares &= squares - ONE
        one, other = other, one
    return n


@kernel
def _list_builds_of_other(game: SantoriniNY, state: State, seat: Seat, out: MoveBuffer) -> int:
    """R49: the worker that has not built yet."""
    workers = state.workers[seat]
    builder = workers & ~bit(int(state.target) - 1)
    squares = game.tables.neighbours[lowest(builder)] & buildable(game, state, occupied(state))
    return emit(out, 0, BUILT_BY + worker_index(workers, builder) * N_SQUARES, squares)


@kernel
def rivals_near(game: SantoriniNY, state: State, square: Square) -> Bitboard:
    """R57, R60, R61, R65: the opponents' workers next to a square."""
    return game.tables.neighbours[square] & state.crowd & ~state.workers[state.seat]


@kernel
def reported(game: SantoriniNY, state: State, direction: int) -> Bitboard:
    """R3, R43, R44, R69: the neighbouring opponents' workers that the Reporter can send north or south."""
    near, found, taken = rivals_near(game, state, int(state.worker) - 1), ZERO, occupied(state)
    while near != ZERO:
        if ride(game, lowest(near), taken, direction) != ZERO:
            found |= near & (~near + ONE)
        near &= near - ONE
    return found


@kernel
def list_turn(game: SantoriniNY, state: State, out: MoveBuffer) -> int:
    """List the steps of a turn that has begun."""
    seat, phase, role = int(state.seat), int(state.phase), role_in_turn(game, state)
    workers, square = state.workers[seat], int(state.worker) - 1
    if phase == BUILD:
        return _list_builds(game, state, role, out)
    if phase == MOVE:
        base = MOVED + worker_index(workers, bit(square)) * N_SQUARES
        if state.target != 0:
            return emit(out, 0, base, moves_with_partner(game, state, seat, square, bit(int(state.target) - 1)))
        return emit(out, 0, base, finishing_moves(game, state, seat, role, square))
    if phase == BUILD_AGAIN:
        return _list_second_builds(game, state, role, out)
    if phase == MOVE_OTHER:
        other = workers & ~bit(square)
        goals = second_moves(game, state, seat, square, lowest(other), occupied(state), False)
        return emit(out, 0, MOVED + worker_index(workers, other) * N_SQUARES, goals)
    if phase == BUILD_BOTH:
        return _list_builds_of_both(game, state, seat, out)
    if phase == BUILD_OTHER:
        return _list_builds_of_other(game, state, seat, out)
    if phase == AIM:
        if role == GUARD:
            return emit(out, 0, AIMED, rivals_near(game, state, square))  # R24, R63
        build = buildable(game, state, occupied(state))
        return emit(out, 0, AIMED, foremen(game, state, square, state.crowd, build))
    if phase == VICTIM:
        victim, owner = int(state.target) - 1, int(state.actor)
        base = MOVED + worker_index(state.workers[owner], bit(victim)) * N_SQUARES
        return emit(out, 0, base, steps(game, state, victim, occupied(state)))  # R62
    if role == VENDOR:
        return emit(out, 0, FORCED, rivals_near(game, state, int(state.built) - 1))
    n = emit(out, 0, FORCED, reported(game, state, NORTH))
    return emit(out, n, FORCED + N_SQUARES, reported(game, state, SOUTH))


@implement(SantoriniNY)
def legal_moves(game: SantoriniNY, state: State, out: MoveBuffer) -> int:
    """R6, R8, R13, R26: list what the seat to act can do."""
    phase = int(state.phase)
    if phase == START:
        return list_start(game, state, int(state.seat), role_in_turn(game, state), out)
    if phase > START:
        return list_turn(game, state, out)
    if phase == CHOOSE:
        return emit(out, 0, CARD, np.uint64(state.hands[state.actor]))  # R13
    if phase == PICK:
        n = 0
        for number in range(MAX_PLAYERS):
            if game.tables.starts[number] != ZERO and int(state.taken) >> number & 1 == 0:
                out[n] = NUMBER + number  # R6
                n += 1
        return n
    return emit(out, 0, RAISED, game.tables.squares & ~occupied(state))  # R8
