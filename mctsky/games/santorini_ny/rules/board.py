"""Basic facts about the board: what is occupied, what can be built, where a worker can go."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, Square, bit, highest, lowest, popcount, without_lowest
from mctsky.core.contract import Seat, State
from mctsky.core.grid import EAST, N_SQUARES, NORTH, SOUTH, WEST, neighbours
from mctsky.core.jit import kernel
from mctsky.games.santorini.levels import not_too_high
from mctsky.games.santorini_ny.roles import BUS, SUBWAY, TAXI
from mctsky.games.santorini_ny.spec import SantoriniNY


@kernel
def occupied(state: State) -> Bitboard:
    """R31: squares with a worker, a skyscraper or a roof."""
    return state.crowd | state.skyscrapers | state.levels[3]


@kernel
def affordable(open_squares: Bitboard, tall: Bitboard, blocks: int, roofs: int) -> Bitboard:
    """R10, R11: which of some open squares can get a piece; `tall` ones need a roof."""
    result = ZERO
    if blocks > 0:
        result |= open_squares & ~tall
    if roofs > 0:
        result |= open_squares & tall
    return result


@kernel
def buildable(game: SantoriniNY, state: State, taken: Bitboard) -> Bitboard:
    """R10, R11, R31: the squares that can get a piece if `taken` ones are occupied."""
    return affordable(game.tables.squares & ~taken, state.levels[2], int(state.blocks), int(state.roofs))


@kernel
def twice_buildable(game: SantoriniNY, state: State, taken: Bitboard) -> Bitboard:
    """R47, R48: the squares where the Crane Operator can build: a roof, or two pieces."""
    squares = game.tables.squares & ~taken
    blocks, roofs = int(state.blocks), int(state.roofs)
    result = ZERO
    if blocks >= 2:
        result |= squares & ~state.levels[1]
    if roofs >= 1:
        result |= squares & state.levels[2]
        if blocks >= 1:
            result |= squares & state.levels[1]
    return result


@kernel
def room_for_two(state: State, squares: Bitboard) -> bool:
    """R46, R56: say whether two different ones of some buildable squares can be built on, as far as pieces go."""
    n_tall = popcount(squares & state.levels[2])
    n_low = popcount(squares) - n_tall
    return min(n_low, int(state.blocks)) + min(n_tall, int(state.roofs)) >= 2


@kernel
def left_after(state: State, squares: Bitboard, first: Bitboard) -> Bitboard:
    """R10, R46: which of some buildable squares can still be built on after a piece went to another square, `first`."""
    blocks, roofs = int(state.blocks), int(state.roofs)
    if first & state.levels[2] != ZERO:
        roofs -= 1
    else:
        blocks -= 1
    return affordable(squares & ~first, state.levels[2], blocks, roofs)


@kernel
def summits(state: State, seat: Seat, origin: Bitboard) -> Bitboard:
    """R32, R33, R34: where a worker of `seat` that moves from `origin` wins: level 3 from level 2, with the Statue."""
    peaks, climbs = state.levels[2], origin & state.levels[1] & ~state.levels[2] != ZERO
    return peaks if climbs & (int(state.statue) == seat + 1) else ZERO


@kernel
def steps(game: SantoriniNY, state: State, square: Square, taken: Bitboard) -> Bitboard:
    """R2, R29: where a basic move leads, if `taken` squares are occupied."""
    return game.tables.neighbours[square] & ~taken & not_too_high(state, bit(square))


@kernel
def ride(game: SantoriniNY, square: Square, taken: Bitboard, direction: int) -> Bitboard:
    """R4, R70: the first unoccupied square on a line, passing through anything; empty if there is none."""
    ray = game.tables.rays[direction, square] & ~taken
    # without branches, also in machine code: whether a line is blocked cannot be predicted
    if direction < SOUTH:
        return ray ^ without_lowest(ray)
    return ray & bit(highest(ray | ONE))


@kernel(inline=True)
def travels(game: SantoriniNY, state: State, role: int, square: Square, taken: Bitboard) -> Bitboard:
    """R70-R74: where a Mover's worker can go; other roles take a basic move."""
    goals = game.tables.neighbours[square]
    if role == SUBWAY:
        goals = ride(game, square, taken, NORTH) | ride(game, square, taken, EAST)
        goals |= ride(game, square, taken, SOUTH) | ride(game, square, taken, WEST)  # R70
    elif role == TAXI:
        goals = game.tables.taxi[square]  # R71, R84
    elif role == BUS:
        goals = game.tables.cross[square] & neighbours(state.skyscrapers)  # R72
    return goals & ~taken & not_too_high(state, bit(square))  # R74


@kernel
def square_beyond(game: SantoriniNY, origin: Square, square: Square) -> Bitboard:
    """R58: return the next square after `origin` and its neighbour `square` in a line; empty if there is none."""
    return game.tables.neighbours[square] & bit((2 * square - origin) & (N_SQUARES - 1))  # not around an edge


@kernel
def worker_index(workers: Bitboard, square: Bitboard) -> int:
    """Return 0 for the worker on the lower square, 1 for the other."""
    return 0 if lowest(workers) == lowest(square) else 1


@kernel
def worker_at(workers: Bitboard, index: int) -> Square:
    """Return the square of worker 0 or 1 of a seat."""
    return lowest(workers) if index == 0 else highest(workers)


@kernel
def owner_of(game: SantoriniNY, state: State, square: Bitboard) -> Seat:
    """Return the seat whose worker stands on a square."""
    seat = 0
    while state.workers[seat] & square == ZERO:
        seat += 1
    return seat


@kernel
def role_in_turn(game: SantoriniNY, state: State) -> int:
    """Return the role of the card that the seat in turn played."""
    return int(np.int64(game.tables.roles[int(state.table[state.seat]) - 1]))
