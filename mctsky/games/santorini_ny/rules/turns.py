"""Carry out the steps of a turn."""

from mctsky.core.bits import ZERO, Bitboard, Square, bit
from mctsky.core.contract import Move, Seat, State, implement
from mctsky.core.grid import N_SQUARES, NORTH, SOUTH
from mctsky.core.jit import kernel
from mctsky.games.santorini.levels import ROOF, build_on
from mctsky.games.santorini_ny.moves import (
    AIMED,
    BEGUN,
    BUILT,
    BUILT_BY,
    DEALT,
    FORCED,
    LOST,
    MOVED,
    MOVED_FIRST,
    NUMBER,
    RAISED,
    SHOWN,
)
from mctsky.games.santorini_ny.roles import CRANE, ENGINEER, FIREFIGHTER, FOREMAN, GUARD, IRONWORKER, REPORTER, VENDOR
from mctsky.games.santorini_ny.rules.board import (
    occupied,
    owner_of,
    ride,
    role_in_turn,
    square_beyond,
    steps,
    summits,
    worker_at,
)
from mctsky.games.santorini_ny.rules.generate import reported, rivals_near
from mctsky.games.santorini_ny.rules.rounds import begin_deal, choose, deal, next_turn, pick, show, win
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import (
    AIM,
    BUILD,
    BUILD_AGAIN,
    BUILD_BOTH,
    BUILD_OTHER,
    FORCE,
    MOVE,
    MOVE_OTHER,
    N_CARDS,
    VICTIM,
)


@kernel
def raise_skyscraper(game: SantoriniNY, state: State, square: Bitboard) -> None:
    """R8, R75-R78: put up a skyscraper from the supply."""
    state.skyscrapers |= square
    if game.unlimited_supply == 0:  # R86
        state.skyscrapers_left -= 1


@kernel
def build_piece(game: SantoriniNY, state: State, square: Bitboard) -> int:
    """R9-R11: add a block or a roof from the supply; return the new height."""
    level = build_on(state, square)
    if game.unlimited_supply == 0:  # R86
        if level == ROOF:
            state.roofs -= 1
        else:
            state.blocks -= 1
    return level


@kernel
def relocate(state: State, seat: Seat, origin: Bitboard, goal: Bitboard) -> None:
    """Put a worker on another square, whatever the heights; this triggers nothing (R42, R45)."""
    state.workers[seat] ^= origin | goal
    state.crowd ^= origin | goal


@kernel
def remove_worker(game: SantoriniNY, state: State, square: Bitboard) -> bool:
    """R17, R21, R35: take a worker of the seat in turn off the board; the last player with workers wins at once."""
    seat = int(state.seat)
    state.workers[seat] &= ~square
    state.crowd &= ~square
    if state.workers[seat] == ZERO:
        state.alive = int(state.alive) & ~(1 << seat)
        if int(state.alive) & (int(state.alive) - 1) == 0:
            win(state, owner_of(game, state, state.crowd))
            return False
    return True  # R23, R54


@kernel(inline=True)
def begin(game: SantoriniNY, state: State, index: int, square: Square) -> bool:
    """R19: choose the acting worker, with its start-of-turn effect."""
    worker = worker_at(state.workers[state.seat], index)
    role = role_in_turn(game, state)
    state.worker = worker + 1
    state.phase = MOVE
    if role == FIREFIGHTER:
        if build_piece(game, state, bit(worker)) == ROOF:  # R38, R52
            return remove_worker(game, state, bit(worker))  # R54
    elif square != worker:
        if role == ENGINEER:
            raise_skyscraper(game, state, bit(square))  # R76
        else:
            state.target = square + 1  # R66
    return False


@kernel(inline=True)
def move_worker(game: SantoriniNY, state: State, index: int, square: Square) -> None:
    """Move a worker of the seat in turn, win by it, or go on to the builds."""
    seat, role = int(state.seat), role_in_turn(game, state)
    worker = worker_at(state.workers[seat], index)
    origin, goal = bit(worker), bit(square)
    won = summits(state, seat, origin) & goal != ZERO
    if state.crowd & goal != ZERO:  # R57, R58: only an NYPD Officer enters a rival's square
        relocate(state, owner_of(game, state, goal), goal, square_beyond(game, worker, square))
    relocate(state, seat, origin, goal)
    if won:
        win(state, seat)  # R27, R59, R85
        return
    state.worker = square + 1
    if state.target != 0:
        partner = bit(int(state.target) - 1)
        relocate(state, owner_of(game, state, partner), partner, origin)  # R67
        state.target = 0
    state.phase = AIM if role == FOREMAN else BUILD


@kernel
def end_effect(game: SantoriniNY, state: State, role: int, level: int) -> bool:
    """R24, R60, R64, R65: go on to an end-of-turn effect that has a target, or end the turn."""
    square = int(state.worker) - 1
    if role == GUARD and rivals_near(game, state, square) != ZERO:
        state.phase = AIM
    elif role == VENDOR and level != ROOF and rivals_near(game, state, int(state.built) - 1) != ZERO:
        state.phase = FORCE
    elif role == REPORTER and reported(game, state, NORTH) | reported(game, state, SOUTH) != ZERO:
        state.phase = FORCE
    else:
        return True
    return False


@kernel(inline=True)
def build(game: SantoriniNY, state: State, square: Square) -> bool:
    """Do a build of the seat in turn."""
    role = role_in_turn(game, state)
    level = build_piece(game, state, bit(square))
    if role == CRANE and level != ROOF:
        build_piece(game, state, bit(square))  # R47
    if role == ENGINEER and level == ROOF and int(state.statue) == int(state.seat) + 1:
        win(state, int(state.seat))  # R39
    elif role in (IRONWORKER, FOREMAN) and state.built == 0:
        state.built = square + 1
        state.phase = BUILD_AGAIN  # R46, R56
    else:
        state.built = square + 1
        return end_effect(game, state, role, level) if role in (GUARD, VENDOR, REPORTER) else True
    return False


@kernel
def aim(game: SantoriniNY, state: State, square: Square) -> bool:
    """R55, R61-R63: choose the worker around which to build, or the one that its owner must move."""
    state.target = square + 1
    if role_in_turn(game, state) == FOREMAN:
        state.phase = BUILD
    elif steps(game, state, square, occupied(state)) == ZERO:
        return True  # R63
    else:
        state.phase = VICTIM
        state.actor = owner_of(game, state, bit(square))  # R62
    return False


@kernel
def move_victim(game: SantoriniNY, state: State, square: Square) -> bool:
    """R36, R37, R62: the owner moves the chosen worker, and can win by it."""
    owner, origin = int(state.actor), bit(int(state.target) - 1)
    won = game.guarded_move_wins != 0 and summits(state, owner, origin) & bit(square) != ZERO
    relocate(state, owner, origin, bit(square))
    if won:
        win(state, owner)
    return not won


@kernel
def forced_goal(game: SantoriniNY, state: State, direction: int, square: Square) -> Bitboard:
    """R65, R69: return where a worker would be forced: onto the block just built, or north or south; empty if nowhere."""
    if role_in_turn(game, state) == VENDOR:
        return bit(int(state.built) - 1)
    return ride(game, square, occupied(state), direction)


@kernel
def force(game: SantoriniNY, state: State, direction: int, square: Square) -> None:
    """R42-R45: force a worker."""
    goal = forced_goal(game, state, direction, square)
    relocate(state, owner_of(game, state, bit(square)), bit(square), goal)


@kernel
def build_in_pair(game: SantoriniNY, state: State, index: int, square: Square) -> bool:
    """R49: one of the two Broadway Actors builds, then the other."""
    build_piece(game, state, bit(square))
    if state.target == 0:
        state.target = worker_at(state.workers[state.seat], index) + 1
        state.phase = BUILD_OTHER
        return False
    return True


@kernel
def rarer_step(game: SantoriniNY, state: State, move: Move) -> bool:
    """Do one of the steps that only few roles have; return whether the turn is over but not the game."""
    if move < MOVED_FIRST:
        return move_victim(game, state, (move - MOVED) % N_SQUARES)
    if move < BUILT:
        move_worker(game, state, (move - MOVED_FIRST) // N_SQUARES, (move - MOVED_FIRST) % N_SQUARES)
        if state.winner == 0:
            state.phase = MOVE_OTHER
        return False
    if move < AIMED:
        return build_in_pair(game, state, (move - BUILT_BY) // N_SQUARES, (move - BUILT_BY) % N_SQUARES)
    if move < FORCED:
        return aim(game, state, move - AIMED)
    if move < LOST:
        way, square = (move - FORCED) // N_SQUARES, (move - FORCED) % N_SQUARES
        force(game, state, NORTH if way == 0 else SOUTH, square)
        return True
    return remove_worker(game, state, bit(move - LOST))


@kernel(inline=True)
def step(game: SantoriniNY, state: State, move: Move) -> bool:
    """Do one step of a turn; return whether the turn is over but not the game."""
    if move < MOVED:
        return begin(game, state, (move - BEGUN) // N_SQUARES, (move - BEGUN) % N_SQUARES)
    if move < MOVED_FIRST and int(state.phase) != VICTIM:
        second = int(state.phase) == MOVE_OTHER
        move_worker(game, state, (move - MOVED) // N_SQUARES, (move - MOVED) % N_SQUARES)
        if second and state.winner == 0:
            state.phase = BUILD_BOTH
            state.worker = 0
        return False
    if BUILT <= move < BUILT_BY:
        return build(game, state, move - BUILT)
    return rarer_step(game, state, move)


@implement(SantoriniNY)
def play(game: SantoriniNY, state: State, move: Move) -> None:
    """Do one small move, a deal, or a show."""
    if move >= BEGUN:
        if not step(game, state, move):
            return
        state.acted = int(state.acted) | (1 << int(state.seat))
    elif move < DEALT:
        choose(game, state, move)
        return
    elif move < SHOWN:
        deal(game, state, move - DEALT)
        return
    elif move < NUMBER:
        if not show(game, state, (move - SHOWN) // N_CARDS):
            return
    else:
        set_up(game, state, move)
        return
    next_turn(game, state)


@kernel
def set_up(game: SantoriniNY, state: State, move: Move) -> None:
    """R6, R8: do a move that comes before the first deal."""
    if move < RAISED:
        pick(game, state, move - NUMBER)
    else:
        raise_skyscraper(game, state, bit(move - RAISED))
        begin_deal(state)
