"""Find the first step of a turn that the seat to act can complete with a win, for search and playouts."""

from mctsky.core.bits import ONE, ZERO, Bitboard, Square, bit, highest, lowest
from mctsky.core.contract import NOTHING, Move, Seat, State, implement
from mctsky.core.grid import N_SQUARES
from mctsky.core.jit import kernel
from mctsky.games.santorini_ny.moves import BEGUN, BUILT, MOVED, MOVED_FIRST
from mctsky.games.santorini_ny.roles import BROADWAY, ENGINEER, FASHION, FIREFIGHTER
from mctsky.games.santorini_ny.rules.board import occupied, role_in_turn, steps, summits, worker_index
from mctsky.games.santorini_ny.rules.lookahead import (
    double_turn_exists,
    finishing_moves,
    pair_moves,
    partners,
    sites,
)
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import BUILD, MOVE, MOVE_OTHER, START, VICTIM


@kernel
def _roof_moves(game: SantoriniNY, state: State, square: Square) -> Bitboard:
    """R39: where an Engineer's worker can move so that it can then build a roof."""
    taken, origin = occupied(state), bit(square)
    goals, found = steps(game, state, square, taken), ZERO
    tall = game.tables.squares & state.levels[2] & ~(taken & ~origin)
    if tall == ZERO or int(state.roofs) == 0:
        return ZERO
    while goals != ZERO:
        if game.tables.neighbours[lowest(goals)] & tall != ZERO:
            found |= goals & (~goals + ONE)
        goals &= goals - ONE
    return found


@kernel
def _engineer_start(game: SantoriniNY, state: State, seat: Seat, square: Square) -> Bitboard:
    """R39, R82: a start of an Engineer's turn that leaves a winning move: a skyscraper's square, or without one its own."""
    goals = _roof_moves(game, state, square) | (steps(game, state, square, occupied(state)) & summits(state, seat, bit(square)))
    if goals == ZERO:
        return ZERO
    places = sites(game, state, seat, square)
    if places == ZERO:
        return bit(square)
    if goals & (goals - ONE) == ZERO:
        places &= ~goals  # the only winning square must stay free
    return places & (~places + ONE)


@kernel
def _firefighter_climbs(game: SantoriniNY, state: State, square: Square) -> bool:
    """R38, R53: say whether a Firefighter's worker, raised from level 1 to 2, can climb to level 3."""
    origin = bit(square)
    if int(state.blocks) == 0 or origin & state.levels[0] & ~state.levels[1] == ZERO:
        return False
    return bool(game.tables.neighbours[square] & ~occupied(state) & state.levels[2] != ZERO)


@kernel
def _pair_start(game: SantoriniNY, state: State, seat: Seat, one: Square, other: Square) -> Bitboard:
    """R51, R81: a first move of Broadway Actors that wins, or after which the other one can win."""
    goals = pair_moves(game, state, seat, one, other, False)
    peaks = goals & summits(state, seat, bit(one))
    if peaks != ZERO:
        return peaks & (~peaks + ONE)
    hopes = summits(state, seat, bit(other))
    taken = occupied(state) & ~bit(one)
    while goals != ZERO and hopes != ZERO:
        goal = goals & (~goals + ONE)
        if steps(game, state, other, taken | goal) & hopes != ZERO:
            return goal
        goals &= goals - ONE
    return ZERO


@kernel
def _winning_start(game: SantoriniNY, state: State, seat: Seat, role: int) -> Move:
    workers = state.workers[seat]
    if role == BROADWAY and lowest(workers) != highest(workers):
        one, other = lowest(workers), highest(workers)
        if double_turn_exists(game, state, seat, one, other):
            goal = _pair_start(game, state, seat, one, other)
            if goal != ZERO:
                return MOVED_FIRST + lowest(goal)
            goal = _pair_start(game, state, seat, other, one)
            return MOVED_FIRST + N_SQUARES + lowest(goal) if goal != ZERO else NOTHING
    index = 0
    while workers != ZERO:
        square = lowest(workers)
        if role == ENGINEER:
            place = _engineer_start(game, state, seat, square)
            if place != ZERO:
                return BEGUN + index * N_SQUARES + lowest(place)
        elif role == FIREFIGHTER:
            if _firefighter_climbs(game, state, square):
                return BEGUN + index * N_SQUARES + square
        else:
            peaks = summits(state, seat, bit(square))
            if peaks != ZERO:
                goals = peaks & finishing_moves(game, state, seat, role, square)
                if goals != ZERO:
                    if role != FASHION:
                        return MOVED + index * N_SQUARES + lowest(goals)
                    near = partners(game, state, seat, square)
                    return BEGUN + index * N_SQUARES + (lowest(near) if near != ZERO else square)
        workers &= workers - ONE
        index += 1
    return NOTHING


@implement(SantoriniNY)
def decisive(game: SantoriniNY, state: State) -> Move:
    """R27, R36, R39, R51, R59, R81, R85: a step that wins, or that begins a turn which the seat can complete with a win."""
    seat, phase = int(state.actor), int(state.phase)
    if phase < START or int(state.statue) != seat + 1:
        return NOTHING
    if phase == VICTIM:
        if game.guarded_move_wins == 0:
            return NOTHING
        square = int(state.target) - 1
        goals = steps(game, state, square, occupied(state)) & summits(state, seat, bit(square))
        return MOVED + worker_index(state.workers[seat], bit(square)) * N_SQUARES + lowest(goals) if goals != ZERO else NOTHING
    role = role_in_turn(game, state)
    if phase == START:
        return _winning_start(game, state, seat, role)
    square = int(state.worker) - 1
    if phase == BUILD and role == ENGINEER and int(state.roofs) > 0:
        roofs = game.tables.neighbours[square] & state.levels[2] & ~occupied(state)
        return BUILT + lowest(roofs) if roofs != ZERO else NOTHING
    workers = state.workers[seat]
    if phase == MOVE_OTHER:
        square = lowest(workers & ~bit(square))
    elif phase != MOVE:
        return NOTHING
    goals = steps(game, state, square, occupied(state)) & summits(state, seat, bit(square))
    if goals == ZERO and phase == MOVE and role == ENGINEER:
        goals = _roof_moves(game, state, square)
    return MOVED + worker_index(workers, bit(square)) * N_SQUARES + lowest(goals) if goals != ZERO else NOTHING
