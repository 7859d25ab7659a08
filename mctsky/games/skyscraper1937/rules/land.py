"""District cards: free spaces, where a piece can be put, and putting it there."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.skyscraper1937.moves import (
    LOSE_SLOT,
    PUT,
    PUT_BUILDING,
    PUT_CHURCH,
    PUT_FLOOR,
    PUT_PENT_HOUSE,
    PUT_STORE,
)
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import (
    BUSINESS,
    CHIMNEY,
    CHURCH,
    CHURCH_AT,
    FIRST_BUILDING,
    FIRST_SLOT,
    FIRST_STORE,
    FLOOR,
    GARAGE,
    MUNICIPAL,
    N_BUILDINGS,
    PENT_HOUSE,
    PORCH,
    RESIDENCE,
    RESIDENTIAL,
    STORE,
)


@kernel(inline=True)
def turn_of(state: State) -> Seat:
    """Return whose turn it is; the mask spares compiled code the handling of negative indices."""
    return int(state.seat) & 7


@kernel(inline=True)
def option(code: int, holds: bool) -> Bitboard:
    """Return a code as a bit if a condition holds, without a branch."""
    return (ONE if holds else ZERO) << np.uint64(code)


@kernel
def floors_of(look: int) -> int:
    """Return the floors of a store by its look, 0 also where there is none; a Pent House does not count (R63)."""
    return (look - 1) >> 1 if look else 0


@kernel(inline=True)
def free_spaces(game: Skyscraper1937, state: State, seat: Seat, district: int) -> int:
    """R9, R11, R51: return how many spaces of a district of a card are empty."""
    free = int(game.tables.spaces) - (int(state.land[seat, CHURCH_AT]) == district + 1)
    if district == RESIDENTIAL:
        return free - int(state.land[seat, RESIDENCE])
    first = FIRST_SLOT + 2 * (district - MUNICIPAL)
    free -= (int(state.land[seat, first]) > 0) + (int(state.land[seat, first + 1]) > 0)
    if district == BUSINESS:
        free -= (int(state.land[seat, FIRST_STORE]) > 0) + (int(state.land[seat, FIRST_STORE + 1]) > 0)
    return free


@kernel
def count_complete(state: State, seat: Seat) -> int:
    """R8: return the complete residences of a card; a part does not belong to one residence."""
    return min(
        min(int(state.land[seat, RESIDENCE]), int(state.land[seat, PORCH])),
        min(int(state.land[seat, GARAGE]), int(state.land[seat, CHIMNEY])),
    )


@kernel
def count_owned(state: State, seat: Seat, piece: int) -> int:
    """R33: return how many copies of a public building or Church stand on a card."""
    if piece == CHURCH:
        return 1 if int(state.land[seat, CHURCH_AT]) > 0 else 0
    n = 0
    for column in range(FIRST_SLOT, CHURCH_AT):
        n += int(state.land[seat, column]) == piece
    return n


@kernel(inline=True)
def floor_spaces(game: Skyscraper1937, state: State, seat: Seat) -> Bitboard:
    """R12, R58: return the stores on which a floor can be put, as the two lowest bits; of stores that look alike the first."""
    first, second = int(state.land[seat, FIRST_STORE]), int(state.land[seat, FIRST_STORE + 1])
    full = 2 * int(game.tables.floors) + 1
    return option(0, (first > 0) & (first < full)) | option(1, (second > 0) & (second < full) & (second != first))


@kernel
def pent_house_spaces(game: Skyscraper1937, state: State, seat: Seat) -> Bitboard:
    """R13, R52, R60: return the stores on which a Pent House can be put, as the two lowest bits."""
    first, second = int(state.land[seat, FIRST_STORE]), int(state.land[seat, FIRST_STORE + 1])
    least = 2 * int(game.tables.pent_house_floors) + 1  # a look without a Pent House is odd
    return option(0, (first & 1 == 1) & (first >= least)) | option(1, (second & 1 == 1) & (second >= least) & (second != first))


@kernel
def building_spaces(game: Skyscraper1937, state: State, seat: Seat) -> Bitboard:
    """R11: return the districts in which a public building can be put: bit 0 municipal, bit 1 business."""
    municipal, business = free_spaces(game, state, seat, MUNICIPAL), free_spaces(game, state, seat, BUSINESS)
    return option(0, municipal > 0) | option(1, business > 0)


@kernel
def church_spaces(game: Skyscraper1937, state: State, seat: Seat) -> Bitboard:
    """R9, R33, R66: return the districts in which the Church can be put, as the three lowest bits; one Church to a card."""
    if int(state.land[seat, CHURCH_AT]):
        return ZERO
    residential = free_spaces(game, state, seat, RESIDENTIAL)
    return option(0, residential > 0) | building_spaces(game, state, seat) << ONE


@kernel
def simple_space(game: Skyscraper1937, state: State, seat: Seat, piece: int) -> bool:
    """R8, R11, R51: say whether a residence, a part or a store can be put on a card."""
    if piece == RESIDENCE:
        return free_spaces(game, state, seat, RESIDENTIAL) > 0
    if piece == STORE:
        return free_spaces(game, state, seat, BUSINESS) > 0
    return int(state.land[seat, piece]) < int(game.tables.spaces)


@kernel
def public_options(game: Skyscraper1937, state: State, seat: Seat, for_sale: int) -> Bitboard:
    """Return the ways to put any of some public buildings, the Church and the Pent House on a card."""
    names = ZERO
    for building in range(N_BUILDINGS):
        names |= option(2 * building, for_sale >> (FIRST_BUILDING + building) & 1 == 1)
    spaces = building_spaces(game, state, seat)
    found = (names * spaces) << np.uint64(PUT_BUILDING)  # each building in each of the districts
    if for_sale >> CHURCH & 1:
        found |= church_spaces(game, state, seat) << np.uint64(PUT_CHURCH)
    if for_sale >> PENT_HOUSE & 1:
        found |= pent_house_spaces(game, state, seat) << np.uint64(PUT_PENT_HOUSE)
    return found


@kernel
def sort_stores(state: State, seat: Seat) -> None:
    """R58: keep the larger look first, so that equal cards are equal bytes."""
    first, second = int(state.land[seat, FIRST_STORE]), int(state.land[seat, FIRST_STORE + 1])
    state.land[seat, FIRST_STORE] = max(first, second)
    state.land[seat, FIRST_STORE + 1] = min(first, second)


@kernel
def change_store(state: State, seat: Seat, store: int, by: int) -> None:
    """Give a store another look."""
    state.land[seat, FIRST_STORE + store] = int(state.land[seat, FIRST_STORE + store]) + by
    sort_stores(state, seat)


@kernel(inline=True)
def put(state: State, seat: Seat, code: int) -> int:
    """R10: put a piece from the supply on a card, where it stays; return the piece."""
    if code < PUT_STORE:
        piece = code - PUT + RESIDENCE
        state.land[seat, piece] = int(state.land[seat, piece]) + 1
    elif code == PUT_STORE:
        piece = STORE
        empty = FIRST_STORE + (int(state.land[seat, FIRST_STORE]) > 0)
        state.land[seat, empty] = 1
    elif code < PUT_BUILDING:
        piece = FLOOR
        change_store(state, seat, code - PUT_FLOOR, 2)
    elif code < PUT_CHURCH:
        piece = FIRST_BUILDING + ((code - PUT_BUILDING) >> 1)
        first = FIRST_SLOT + 2 * ((code - PUT_BUILDING) & 1)
        other = int(state.land[seat, first])
        state.land[seat, first] = max(piece, other)  # the second slot is empty
        state.land[seat, first + 1] = min(piece, other)
    elif code < PUT_PENT_HOUSE:
        piece = CHURCH
        state.land[seat, CHURCH_AT] = 1 + code - PUT_CHURCH
    else:
        piece = PENT_HOUSE
        change_store(state, seat, code - PUT_PENT_HOUSE, 1)
    state.supply[piece] = int(state.supply[piece]) - 1
    return piece


@kernel
def is_put(code: int) -> bool:
    """Say whether a choice puts a piece on a card."""
    return PUT <= code < LOSE_SLOT
