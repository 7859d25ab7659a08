"""The legal small moves of every phase."""

from typing import TypeAlias

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, Square, bit, highest, lowest, nth, popcount
from mctsky.core.contract import Move, MoveBuffer, Seat, State, implement
from mctsky.core.grid import N_SQUARES, NORTH, SOUTH
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below
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

Choices: TypeAlias = tuple[Move, Bitboard, Bitboard]  # see `choices`


@kernel(inline=True)
def _moves_or_beginnings(game: SantoriniNY, state: State, seat: Seat, role: int, workers: Bitboard) -> Choices:
    """R19-R23, R26, R30: the moves, or start effects, of some workers of the seat in turn that lead to a finished turn.

    In the first phase of a turn these are all its workers; if none of them can finish a turn, the move is the loss of one.
    """
    begins = (int(state.phase) == START) & (role in (ENGINEER, FASHION, FIREFIGHTER))
    lower, rest = lowest(state.workers[seat]), workers
    first, second = ZERO, ZERO
    while rest != ZERO:
        square = lowest(rest)
        found = finishing_moves(game, state, seat, role, square)
        if begins:
            found = _beginnings(game, state, seat, role, square, found)
        first = found if square == lower else first
        second = second if square == lower else found
        rest &= rest - ONE
    if first | second == ZERO and int(state.phase) == START:
        return LOST, workers, ZERO  # R20, R22, R23, R73
    return BEGUN if begins else MOVED, first, second


@kernel
def _beginnings(game: SantoriniNY, state: State, seat: Seat, role: int, square: Square, goals: Bitboard) -> Bitboard:
    """R24, R25, R79, R82: the start effects after which a worker can finish its turn; without any, its own square."""
    if role == ENGINEER:
        effects = sites(game, state, seat, square)
    elif role == FIREFIGHTER:
        return bit(square) if can_fight_fire(game, state, seat, square) else ZERO
    else:
        effects = partners(game, state, seat, square)
    if effects == ZERO and goals != ZERO:
        effects = bit(square)
    return effects


@kernel(inline=True)
def _builds(game: SantoriniNY, state: State, role: int) -> Bitboard:
    """R46-R48, R55, R56: where the turn's build, or the first of two, can go."""
    taken = occupied(state)
    square = int(state.worker) - 1
    if role == CRANE:
        return game.tables.neighbours[square] & twice_buildable(game, state, taken)
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
    return squares


@kernel(inline=True)
def _second_builds(game: SantoriniNY, state: State, role: int) -> Bitboard:
    """R46, R56: a second square, not the first one."""
    square = int(state.target if role == FOREMAN else state.worker) - 1
    squares = game.tables.neighbours[square] & buildable(game, state, occupied(state))
    return squares & ~bit(int(state.built) - 1)


@kernel
def _builds_in_pair(game: SantoriniNY, state: State, one: Square, other: Square) -> Bitboard:
    """R49: where one of two workers can build so that the other still can."""
    taken, found = occupied(state), ZERO
    squares = game.tables.neighbours[one] & buildable(game, state, taken)
    while squares != ZERO:
        square = squares & (~squares + ONE)
        if left_for(game, state, other, square, taken) != ZERO:
            found |= square
        squares &= squares - ONE
    return found


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
def _moves_of(base: Move, workers: Bitboard, worker: Bitboard, squares: Bitboard) -> Choices:
    """Return squares as choices of the lower or the higher worker of a seat."""
    return (base, squares, ZERO) if lowest(workers) == lowest(worker) else (base, ZERO, squares)


@kernel
def _rarer_steps(game: SantoriniNY, state: State, phase: int, role: int) -> Choices:
    """Return the choices of the rarer steps; none for Broadway Actors who take a normal turn (R50)."""
    seat, square = int(state.seat), int(state.worker) - 1
    workers = state.workers[seat]
    if phase == START:
        one, other = lowest(workers), highest(workers)
        if one == other or not double_turn_exists(game, state, seat, one, other):
            return MOVED_FIRST, ZERO, ZERO
        first = pair_moves(game, state, seat, one, other, False)
        return MOVED_FIRST, first, pair_moves(game, state, seat, other, one, False)  # R49-R51, R81
    if phase == MOVE:
        goals = moves_with_partner(game, state, seat, square, bit(int(state.target) - 1))
        return _moves_of(MOVED, workers, bit(square), goals)
    if phase == MOVE_OTHER:
        other = workers & ~bit(square)
        goals = second_moves(game, state, seat, square, lowest(other), occupied(state), False)
        return _moves_of(MOVED, workers, other, goals)
    if phase == BUILD_BOTH:
        one, other = lowest(workers), highest(workers)
        return BUILT_BY, _builds_in_pair(game, state, one, other), _builds_in_pair(game, state, other, one)
    if phase == BUILD_OTHER:
        builder = workers & ~bit(int(state.target) - 1)
        squares = game.tables.neighbours[lowest(builder)] & buildable(game, state, occupied(state))
        return _moves_of(BUILT_BY, workers, builder, squares)  # R49
    if phase == AIM:
        if role == GUARD:
            return AIMED, rivals_near(game, state, square), ZERO  # R24, R63
        build = buildable(game, state, occupied(state))
        return AIMED, foremen(game, state, square, state.crowd, build), ZERO
    if phase == VICTIM:
        victim = int(state.target) - 1
        goals = steps(game, state, victim, occupied(state))
        return _moves_of(MOVED, state.workers[state.actor], bit(victim), goals)  # R62
    if role == VENDOR:
        return FORCED, rivals_near(game, state, int(state.built) - 1), ZERO
    return FORCED, reported(game, state, NORTH), reported(game, state, SOUTH)


@kernel
def choices(game: SantoriniNY, state: State) -> Choices:
    """R6, R8, R13, R26: what the seat to act can do: a move code and two sets of squares (cards, start numbers).

    A square of the first set is added to the code, one of the second set to the code plus N_SQUARES.
    """
    phase = int(state.phase)
    if phase < START:
        if phase == CHOOSE:
            return CARD, np.uint64(state.hands[state.actor]), ZERO  # R13
        if phase == PICK:
            return NUMBER, _open_numbers(game, state), ZERO  # R6
        return RAISED, game.tables.squares & ~occupied(state), ZERO  # R8
    seat, role = int(state.seat), role_in_turn(game, state)
    if phase == BUILD:
        return BUILT, _builds(game, state, role), ZERO
    if phase == BUILD_AGAIN:
        return BUILT, _second_builds(game, state, role), ZERO
    workers = state.workers[seat]
    if phase == MOVE:
        workers = bit(int(state.worker) - 1)
    if phase > MOVE or int(state.target) != 0 or role == BROADWAY:
        base, first, second = _rarer_steps(game, state, phase, role)
        if first | second != ZERO or phase != START:
            return base, first, second
    return _moves_or_beginnings(game, state, seat, role, workers)


@kernel
def _open_numbers(game: SantoriniNY, state: State) -> Bitboard:
    """R6: the start numbers, from 0, that nobody has picked."""
    found = ZERO
    for number in range(MAX_PLAYERS):
        if game.tables.starts[number] != ZERO and int(state.taken) >> number & 1 == 0:
            found |= bit(number)
    return found


@kernel
def _emit(out: MoveBuffer, n: int, base: Move, squares: Bitboard) -> int:
    """List a move for each of some squares; return the new length of the list."""
    while squares != ZERO:
        out[n] = base + lowest(squares)
        squares &= squares - ONE
        n += 1
    return n


@implement(SantoriniNY)
def legal_moves(game: SantoriniNY, state: State, out: MoveBuffer) -> int:
    """List what the seat to act can do."""
    base, first, second = choices(game, state)
    return _emit(out, _emit(out, 0, base, first), base + N_SQUARES, second)


@implement(SantoriniNY)
def random_move(game: SantoriniNY, state: State, out: MoveBuffer, rng: Rng) -> Move:
    """Draw one of the choices without listing them."""
    base, first, second = choices(game, state)
    n = popcount(first)
    index = below(rng, n + popcount(second))
    late = index >= n
    squares = second if late else first  # without branches: which worker moves cannot be predicted
    index -= n if late else 0
    return base + (N_SQUARES if late else 0) + nth(squares, index)
