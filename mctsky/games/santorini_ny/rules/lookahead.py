"""Which steps leave a turn that can be finished (R26), by bounded look-ahead on bitboards."""

from mctsky.core.bits import ONE, ZERO, Bitboard, Square, bit, lowest, popcount
from mctsky.core.contract import Seat, State
from mctsky.core.grid import neighbours
from mctsky.core.jit import kernel
from mctsky.games.santorini.levels import height, not_too_high
from mctsky.games.santorini_ny.roles import CRANE, FOREMAN, IRONWORKER, NYPD
from mctsky.games.santorini_ny.rules.board import (
    affordable,
    buildable,
    occupied,
    room_for_two,
    square_beyond,
    steps,
    summits,
    travels,
    twice_buildable,
)
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import BLOCKS


@kernel(inline=True)
def finishing_moves(game: SantoriniNY, state: State, seat: Seat, role: int, square: Square) -> Bitboard:
    """R26, R27: where the worker on `square` can move so that it wins or can do the builds of its role."""
    taken, origin = occupied(state), bit(square)
    goals = travels(game, state, role, square, taken)
    after = taken & ~origin  # R28
    if role == CRANE:
        rooms = neighbours(twice_buildable(game, state, after))
    elif role == FOREMAN:
        rooms = _next_to_foremen(game, state, goals, origin, after)
    else:
        build = buildable(game, state, after)
        plenty = (build & origin != ZERO) & (int(state.blocks) >= 2) & (int(state.roofs) >= 2)
        if role == IRONWORKER and not plenty:
            rooms = with_room_for_two(game, state, goals, build)
        else:  # next to an Ironworker's goal the square just left is one of the two
            rooms = neighbours(build & ~origin if role == IRONWORKER else build)
    found = goals & (summits(state, seat, origin) | rooms)
    if role == NYPD:
        found |= _pushes(game, state, seat, square, taken)
    return found


@kernel
def with_room_for_two(game: SantoriniNY, state: State, squares: Bitboard, build: Bitboard) -> Bitboard:
    """R46, R55, R56: those of some squares with two squares to build on around them."""
    found = ZERO
    while squares != ZERO:
        if room_for_two(state, game.tables.neighbours[lowest(squares)] & build):
            found |= squares & (~squares + ONE)
        squares &= squares - ONE
    return found


@kernel
def foremen(game: SantoriniNY, state: State, square: Square, workers: Bitboard, build: Bitboard) -> Bitboard:
    """R55, R56: the workers next to `square` with two squares to build on around them."""
    return with_room_for_two(game, state, game.tables.neighbours[square] & workers, build)


@kernel
def _next_to_foremen(game: SantoriniNY, state: State, goals: Bitboard, origin: Bitboard, after: Bitboard) -> Bitboard:
    """R55, R56: the goals next to a worker whose surroundings can be built on twice."""
    build, workers, found = buildable(game, state, after), state.crowd & ~origin, ZERO
    while goals != ZERO:
        goal = goals & (~goals + ONE)
        if foremen(game, state, lowest(goals), workers, build & ~goal) != ZERO:
            found |= goal
        goals &= goals - ONE
    return found


@kernel(inline=True)
def _pushes(game: SantoriniNY, state: State, seat: Seat, square: Square, taken: Bitboard) -> Bitboard:
    """R43, R57-R59: the opponents' squares that an NYPD Officer can enter: the worker there goes one on, to a free square."""
    origin = bit(square)
    rivals = game.tables.neighbours[square] & state.crowd & ~state.workers[seat] & not_too_high(state, origin)
    found = ZERO
    if rivals == ZERO:
        return found
    peaks = summits(state, seat, origin)
    while rivals != ZERO:
        near = lowest(rivals)
        free = square_beyond(game, square, near) & ~taken
        room = game.tables.neighbours[near] & buildable(game, state, (taken & ~origin) | free)
        if free != ZERO and room | (peaks & bit(near)) != ZERO:
            found |= bit(near)
        rivals &= rivals - ONE
    return found


@kernel
def moves_with_partner(game: SantoriniNY, state: State, seat: Seat, square: Square, partner: Bitboard) -> Bitboard:
    """R67, R68, R82, R83, R85: where a Fashion Designer's worker can move if `partner` is then forced onto the square left."""
    taken, origin = occupied(state), bit(square)
    goals = steps(game, state, square, taken)
    return goals & (summits(state, seat, origin) | neighbours(buildable(game, state, taken & ~partner)))


@kernel
def partners(game: SantoriniNY, state: State, seat: Seat, square: Square) -> Bitboard:
    """R66, R82: the neighbouring workers that a Fashion Designer's worker can choose."""
    near, found = game.tables.neighbours[square] & state.crowd, ZERO
    while near != ZERO:
        partner = near & (~near + ONE)
        if moves_with_partner(game, state, seat, square, partner) != ZERO:
            found |= partner
        near &= near - ONE
    return found


@kernel
def sites(game: SantoriniNY, state: State, seat: Seat, square: Square) -> Bitboard:
    """R75-R77, R82: where an Engineer's worker can have a skyscraper built and still finish its turn."""
    taken, origin = occupied(state), bit(square)
    near, found = game.tables.neighbours[square] & ~taken & ~state.levels[0], ZERO
    if int(state.skyscrapers_left) == 0:
        return found
    if buildable(game, state, taken & ~origin) & origin != ZERO:  # every goal can build on the square that the worker leaves
        goals = steps(game, state, square, taken)
        if goals == ZERO:
            return found
        if goals & (goals - ONE) == ZERO:  # so it only needs a goal other than the site
            near &= ~goals
        return near
    peaks = summits(state, seat, origin)
    while near != ZERO:
        site = near & (~near + ONE)
        goals = steps(game, state, square, taken | site)
        if goals & (peaks | neighbours(buildable(game, state, (taken | site) & ~origin))) != ZERO:
            found |= site
        near &= near - ONE
    return found


@kernel
def can_fight_fire(game: SantoriniNY, state: State, seat: Seat, square: Square) -> bool:
    """R52-R54, R79, R80: say whether a Firefighter's worker can act: a roof removes it, otherwise it must move and build."""
    taken, origin = occupied(state), bit(square)
    level = height(state, origin)
    roofs = int(state.roofs)
    if level == 3:
        return roofs > 0  # R54, R80
    blocks = int(state.blocks)
    if blocks == 0:
        return False  # R79
    if game.unlimited_supply == 0:
        blocks -= 1
    goals = game.tables.neighbours[square] & ~taken
    if level == 0:
        goals &= ~state.levels[2]  # R53: it stands on level 1 now
    if level == 1 and int(state.statue) == seat + 1 and goals & state.levels[2] != ZERO:
        return True
    tall = state.levels[2] | (origin if level == 2 else ZERO)
    return bool(goals & neighbours(affordable(game.tables.squares & ~(taken & ~origin), tall, blocks, roofs)) != ZERO)


@kernel
def both_can_build(game: SantoriniNY, state: State, one: Square, other: Square, taken: Bitboard) -> bool:
    """R49, R50: say whether workers on two squares can both build, one after the other."""
    build = buildable(game, state, taken)
    first, second = game.tables.neighbours[one] & build, game.tables.neighbours[other] & build
    if first == ZERO or second == ZERO:
        return False
    if int(state.blocks) >= 2 and int(state.roofs) >= 2:
        either = first | second
        return popcount(either) >= 2 or either & ~state.levels[2] != ZERO
    while first != ZERO:
        if left_for(game, state, other, first & (~first + ONE), taken) != ZERO:
            return True
        first &= first - ONE
    return False


@kernel
def left_for(game: SantoriniNY, state: State, square: Square, built: Bitboard, taken: Bitboard) -> Bitboard:
    """R49: where the worker on `square` can build after its partner has built on `built`."""
    blocks, roofs, tall = int(state.blocks), int(state.roofs), state.levels[2]
    if built & tall != ZERO:
        roofs -= 1
        taken |= built
    else:
        blocks -= 1
        tall |= built & state.levels[1]
    if game.unlimited_supply != 0:
        blocks, roofs = BLOCKS, BLOCKS
    return game.tables.neighbours[square] & affordable(game.tables.squares & ~taken, tall, blocks, roofs)


@kernel
def second_moves(
    game: SantoriniNY, state: State, seat: Seat, moved: Square, other: Square, taken: Bitboard, only_full: bool
) -> Bitboard:
    """R49, R51, R81: where the second of two Broadway Actors can move: both can build then, or unless `only_full` it wins."""
    goals = steps(game, state, other, taken)
    peaks = goals & summits(state, seat, bit(other))
    found = ZERO if only_full else peaks
    goals &= ~peaks
    rest = taken & ~bit(other)
    while goals != ZERO:
        goal = goals & (~goals + ONE)
        if both_can_build(game, state, moved, lowest(goal), rest | goal):
            found |= goal
            if only_full:
                return found
        goals &= goals - ONE
    return found


@kernel
def pair_moves(game: SantoriniNY, state: State, seat: Seat, square: Square, other: Square, only_full: bool) -> Bitboard:
    """R49, R50, R81: the first moves of a double turn; with `only_full` those after which both can move and build."""
    taken, origin = occupied(state), bit(square)
    goals = steps(game, state, square, taken)
    peaks = goals & summits(state, seat, origin)
    found = ZERO if only_full else peaks
    goals &= ~peaks
    rest = taken & ~origin
    while goals != ZERO:
        goal = goals & (~goals + ONE)
        if second_moves(game, state, seat, lowest(goal), other, rest | goal, only_full) != ZERO:
            found |= goal
            if only_full:
                return found
        goals &= goals - ONE
    return found


@kernel
def double_turn_exists(game: SantoriniNY, state: State, seat: Seat, one: Square, other: Square) -> bool:
    """R50, R81: say whether both Broadway Actors can move and both can build."""
    if pair_moves(game, state, seat, one, other, True) != ZERO:
        return True
    return bool(pair_moves(game, state, seat, other, one, True) != ZERO)
