"""List the small moves of a turn; the turn can be finished after each of them."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, list_bits, popcount
from mctsky.core.contract import MoveBuffer, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.games.newyork1901.board import MAX_BLOCKS, N_TERRITORIES, SIZES
from mctsky.games.newyork1901.moves import CHOSEN, CLAIMED, GRAB, PASS, PLACED, RAZED, RECLAIMED, SHIFT, TAKEN
from mctsky.games.newyork1901.rules.land import (
    buildable_tiles,
    can_raze,
    inferior_ground,
    razing_tiles,
    usable_tiles,
)
from mctsky.games.newyork1901.rules.market import count_open, count_pile
from mctsky.games.newyork1901.spec import NewYork1901
from mctsky.games.newyork1901.state import (
    BOOM,
    BUILD,
    CLAIM,
    GRAB_CARD,
    N_KINDS,
    N_WORDS,
    SHIFT_CARD,
    START,
    TAKE,
    WORKERS,
)
from mctsky.games.newyork1901.tiles import FIRST_LEGEND

MIN_UNBUILT = 4
MAX_LOTS = max(SIZES.values())
LEGENDS = ~((ONE << np.uint64(FIRST_LEGEND)) - ONE)
_ground_on_stack = on_stack(np.uint64, N_WORDS)


@kernel
def second_tiles(game: NewYork1901, state: State, seat: Seat) -> Bitboard:
    """R35: the tiles that Construction Boom can build now."""
    tiles = usable_tiles(game, state, seat)
    if popcount(np.uint64(state.unbuilt[seat])) <= MIN_UNBUILT:
        tiles &= LEGENDS
    return buildable_tiles(game, state, seat, tiles)


@kernel
def _list_start(game: NewYork1901, state: State, out: MoveBuffer) -> int:
    """R8-R11, R32-R34: what to do in this turn."""
    seat, n = int(state.seat), 0
    left, n_open, n_pile = WORKERS - int(state.workers[seat]), count_open(state), count_pile(state)
    expands = left > 0 and n_open > 0  # R9
    if left > 0 and not expands:
        out[n] = PASS  # R11
        n += 1
    if int(state.actions[seat]) & SHIFT_CARD and n_open + n_pile > 0:
        out[n] = SHIFT
        n += 1
    tiles = usable_tiles(game, state, seat)
    builds = ZERO
    if expands:
        small = 0
        for kind in range(0, N_KINDS, 2):
            small += int(state.open[kind])
        if int(state.actions[seat]) & GRAB_CARD and left >= 2 and small >= 2 and n_pile > 0:
            out[n] = GRAB
            n += 1
        for kind in range(N_KINDS):
            if int(state.open[kind]) > 0:
                out[n] = TAKEN + kind
                n += 1
    else:
        builds = buildable_tiles(game, state, seat, tiles)
    razes = razing_tiles(game, state, seat, tiles)
    if left == 0 and builds | razes == ZERO:
        return list_reclaims(game, state, seat, out, n)
    return list_bits(out, list_bits(out, n, CHOSEN, builds), RAZED, razes)


@kernel
def list_reclaims(game: NewYork1901, state: State, seat: Seat, out: MoveBuffer, n: int) -> int:
    """R10, R29, R30: the own territories that hold a worker."""
    for lot in range(N_TERRITORIES):
        word, squares = int(game.tables.lot_word[lot]), game.tables.lots[lot]
        if squares & state.estate[seat, word] != ZERO and squares & state.built[seat, word] == ZERO:
            out[n] = RECLAIMED + lot
            n += 1
    return n


@kernel
def list_claims(game: NewYork1901, state: State, kind: int, out: MoveBuffer) -> int:
    """R12: the unclaimed territories that a card of this kind can claim."""
    n = 0
    for k in range(MAX_LOTS):
        lot = int(game.tables.lots_of_kind[kind, k])
        if lot < 0:
            break
        word, squares = int(game.tables.lot_word[lot]), game.tables.lots[lot]
        claimed = ZERO
        for seat in range(game.n_seats):
            claimed |= state.estate[seat, word]
        if squares & claimed == ZERO:
            out[n] = CLAIMED + lot
            n += 1
    return n


@kernel
def _list_places(game: NewYork1901, state: State, out: MoveBuffer) -> int:
    """R21-R27, B2: where the chosen tile can go."""
    seat, tile, n = int(state.seat), int(state.tile) - 1, 0
    shape = int(game.tables.tile_shape[tile])
    size = int(game.tables.shape_size[shape])
    razing = int(state.razing) != 0
    ground = _ground_on_stack()
    if razing:
        inferior_ground(game, state, seat, int(game.tables.tile_generation[tile]), ground)
    else:
        for word in range(N_WORDS):
            ground[word] = state.estate[seat, word] & ~state.built[seat, word]
    for block in range(game.n_blocks):
        land = ground[int(game.tables.block_word[block])] & game.tables.blocks[block]
        if popcount(land) < size:
            continue
        k = shape * MAX_BLOCKS + block
        for placement in range(int(game.tables.first_placement[k]), int(game.tables.first_placement[k + 1])):
            if game.tables.footprint[placement] & ~land == ZERO and (
                not razing or can_raze(game, state, seat, placement, land)
            ):
                out[n] = PLACED + placement
                n += 1
    return n


@implement(NewYork1901)
def legal_moves(game: NewYork1901, state: State, out: MoveBuffer) -> int:
    """List the small moves of the seat to act."""
    phase, seat = int(state.phase), int(state.seat)
    if phase == START:
        return _list_start(game, state, out)
    if phase == CLAIM:
        return list_claims(game, state, int(state.card) - 1, out)
    if phase == TAKE:
        n = 0
        for kind in range(0, N_KINDS, 2):
            if int(state.open[kind]) > 0:
                out[n] = TAKEN + kind
                n += 1
        return n
    if phase in (BUILD, BOOM):
        out[0] = PASS
        if phase == BOOM:
            return list_bits(out, 1, CHOSEN, second_tiles(game, state, seat))
        return list_bits(out, 1, CHOSEN, buildable_tiles(game, state, seat, usable_tiles(game, state, seat)))
    return _list_places(game, state, out)
