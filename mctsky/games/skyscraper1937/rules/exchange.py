"""Take pieces from others, and gain them from the supply."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, list_bits
from mctsky.core.contract import MoveBuffer, Seat, State
from mctsky.core.jit import kernel
from mctsky.games.skyscraper1937.luck import A_FLOOR
from mctsky.games.skyscraper1937.moves import (
    FIRST_TAKE,
    LOSE_FIXED,
    LOSE_FLOOR,
    LOSE_SLOT,
    N_TAKES,
    PUT,
    PUT_BUILDING,
    PUT_CHURCH,
    PUT_FLOOR,
    TAKE_CHURCH,
    TAKE_FLOOR,
    TAKE_PIECE,
    TAKE_SLOT,
)
from mctsky.games.skyscraper1937.rules.disaster import destroy, slot_options, store_options
from mctsky.games.skyscraper1937.rules.land import (
    building_spaces,
    church_spaces,
    floor_spaces,
    option,
    public_options,
    put,
    simple_space,
)
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import (
    CHURCH,
    CHURCH_AT,
    FIRST_BUILDING,
    FIRST_SLOT,
    FLOOR,
    N_BUILDINGS,
    N_PIECES,
    N_SLOTS,
    STORE,
)

ALL_BUILDINGS = (1 << N_BUILDINGS) - 1 << FIRST_BUILDING


@kernel
def gain_options(game: Skyscraper1937, state: State, seat: Seat, card: int) -> Bitboard:
    """R44, R46, R56: return the ways to gain one of the pieces that a card names, if there are any in the supply."""
    pieces = int(game.tables.pieces[card])
    for piece in range(N_PIECES):
        if int(state.supply[piece]) <= 0:
            pieces &= ~(1 << piece)
    found = public_options(game, state, seat, pieces)
    for piece in range(STORE + 1):
        if pieces >> piece & 1:
            found |= option(PUT + piece, simple_space(game, state, seat, piece))
    if pieces >> FLOOR & 1:
        found |= floor_spaces(game, state, seat) << np.uint64(PUT_FLOOR)
    return found


@kernel
def take_options(game: Skyscraper1937, state: State, seat: Seat, card: int, victim: Seat) -> Bitboard:
    """R18, R44, R45, R61, R66: return the ways to take something from one player, as the N_TAKES lowest bits."""
    pieces, found = int(game.tables.pieces[card]), ZERO
    for piece in range(4):
        if pieces >> piece & 1 and int(state.land[victim, piece]) > 0:
            found |= option(TAKE_PIECE + piece, simple_space(game, state, seat, piece))
    if pieces >> FLOOR & 1:
        spaces, his = floor_spaces(game, state, seat), store_options(state, victim, A_FLOOR) >> np.uint64(LOSE_FLOOR)
        found |= (spaces * (his & ONE)) << np.uint64(TAKE_FLOOR)
        found |= (spaces * (his >> ONE)) << np.uint64(TAKE_FLOOR + 2)
    if pieces & ALL_BUILDINGS:
        spaces, his = building_spaces(game, state, seat), slot_options(state, victim, pieces) >> np.uint64(LOSE_SLOT)
        for slot in range(N_SLOTS):
            found |= (spaces * (his >> np.uint64(slot) & ONE)) << np.uint64(TAKE_SLOT + 2 * slot)
    if pieces >> CHURCH & 1 and int(state.land[victim, CHURCH_AT]) > 0:
        found |= church_spaces(game, state, seat) << np.uint64(TAKE_CHURCH)
    return found


@kernel
def list_takes(game: Skyscraper1937, state: State, out: MoveBuffer) -> int:
    """R18, R44: list all ways to take a piece from any other player."""
    seat, card, n = int(state.seat), int(state.card) - 1, 0
    for victim in range(game.n_seats):
        if victim != seat:
            n = list_bits(out, n, FIRST_TAKE + N_TAKES * victim, take_options(game, state, seat, card, victim))
    return n


@kernel
def take(state: State, seat: Seat, move: int) -> None:
    """R10, R18: move a piece from the card of another player to the own one, by way of the supply."""
    victim, what = (move - FIRST_TAKE) // N_TAKES, (move - FIRST_TAKE) % N_TAKES
    if what < TAKE_FLOOR:
        destroy(state, victim, LOSE_FIXED, 1 << (what - TAKE_PIECE))
        put(state, seat, PUT + what - TAKE_PIECE)
    elif what < TAKE_SLOT:
        destroy(state, victim, LOSE_FLOOR + ((what - TAKE_FLOOR) >> 1), 0)
        put(state, seat, PUT_FLOOR + ((what - TAKE_FLOOR) & 1))
    elif what < TAKE_CHURCH:
        slot = (what - TAKE_SLOT) >> 1
        building = int(state.land[victim, FIRST_SLOT + slot]) - FIRST_BUILDING
        destroy(state, victim, LOSE_SLOT + slot, 0)
        put(state, seat, PUT_BUILDING + 2 * building + ((what - TAKE_SLOT) & 1))
    else:
        destroy(state, victim, LOSE_FIXED, 1 << CHURCH)
        put(state, seat, PUT_CHURCH + what - TAKE_CHURCH)
