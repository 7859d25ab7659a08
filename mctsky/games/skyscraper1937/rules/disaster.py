"""List what a disaster can destroy, and destroy it."""

from mctsky.core.bits import ZERO, Bitboard
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.skyscraper1937.luck import A_BUILDING, A_FLOOR, BARE_STORE, COMPLETE, TALLEST, TWO_FLOORS
from mctsky.games.skyscraper1937.moves import (
    LOSE_BOTH,
    LOSE_FIXED,
    LOSE_FLOOR,
    LOSE_PENT_HOUSE,
    LOSE_SLOT,
    LOSE_STORE,
    LOSE_TWO,
)
from mctsky.games.skyscraper1937.rules.land import change_store, floors_of, option
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import (
    CHURCH,
    CHURCH_AT,
    FIRST_SLOT,
    FIRST_STORE,
    FLOOR,
    N_SLOTS,
    PENT_HOUSE,
    STORE,
)

BARE_LOOKS = 2  # the looks up to this one have no floors


@kernel
def fixed_pieces(game: Skyscraper1937, state: State, seat: Seat, card: int, way: int) -> int:
    """R16, R41, R62: return the pieces that an alternative without a choice takes, as bits; a complete residence or none."""
    wanted, found = int(game.tables.thing_pieces[card, way]), 0
    for piece in range(4):
        found |= (1 if int(state.land[seat, piece]) > 0 else 0) << piece
    found |= (1 if int(state.land[seat, CHURCH_AT]) > 0 else 0) << CHURCH
    found &= wanted
    if int(game.tables.thing[card, way]) == COMPLETE and found != wanted:
        return 0
    return found


@kernel
def slot_options(state: State, seat: Seat, pieces: int) -> Bitboard:
    """R34, R58: return the slots with one of some public buildings; of two alike in one district the first."""
    found = ZERO
    for slot in range(N_SLOTS):
        piece = int(state.land[seat, FIRST_SLOT + slot])
        alike = slot & 1 == 1 and piece == int(state.land[seat, FIRST_SLOT + slot - 1])
        found |= option(LOSE_SLOT + slot, piece > 0 and not alike and pieces >> piece & 1 == 1)
    return found


@kernel
def store_options(state: State, seat: Seat, thing: int) -> Bitboard:
    """R42, R45, R58, R63: return the ways to lose floors, a store or a Pent House; stores that look alike are one."""
    first, second = int(state.land[seat, FIRST_STORE]), int(state.land[seat, FIRST_STORE + 1])
    high, low, differ = floors_of(first), floors_of(second), first != second
    if thing == TALLEST:
        return option(LOSE_FLOOR, high > 0) | option(LOSE_FLOOR + 1, high > 0 and low == high and differ)
    if thing == A_FLOOR or (thing == TWO_FLOORS and high + low < 2):  # R41
        return option(LOSE_FLOOR, high > 0) | option(LOSE_FLOOR + 1, low > 0 and differ)
    if thing == TWO_FLOORS:
        return option(LOSE_TWO, high > 1) | option(LOSE_TWO + 1, low > 1 and differ) | option(LOSE_BOTH, low > 0)
    if thing == BARE_STORE:
        bare = 0 < second <= BARE_LOOKS and differ
        return option(LOSE_STORE, 0 < first <= BARE_LOOKS) | option(LOSE_STORE + 1, bare)
    crowned = second > 0 and second & 1 == 0 and differ
    return option(LOSE_PENT_HOUSE, first > 0 and first & 1 == 0) | option(LOSE_PENT_HOUSE + 1, crowned)


@kernel
def loss_options(game: Skyscraper1937, state: State, seat: Seat, card: int) -> Bitboard:
    """R16, R41: return the ways to obey a card, by its first alternative that the seat can lose something of."""
    found = ZERO
    for way in range(2):
        thing = int(game.tables.thing[card, way])
        if 0 < thing <= COMPLETE:
            found = option(LOSE_FIXED, fixed_pieces(game, state, seat, card, way) != 0)
        elif thing == A_BUILDING:
            found = slot_options(state, seat, int(game.tables.thing_pieces[card, way]))
        elif thing > A_BUILDING:
            found = store_options(state, seat, thing)
        if found != ZERO:
            break
    return found


@kernel
def doomed_pieces(game: Skyscraper1937, state: State, seat: Seat, card: int) -> int:
    """Return what a card takes without a choice, by its first alternative that the seat can lose something of."""
    found = fixed_pieces(game, state, seat, card, 0)
    return found if found else fixed_pieces(game, state, seat, card, 1)


@kernel
def give_back(state: State, piece: int, count: int) -> None:
    """R16: put lost pieces back for sale."""
    state.supply[piece] = int(state.supply[piece]) + count


@kernel
def remove_fixed(state: State, seat: Seat, pieces: int) -> None:
    """R62: take residences, parts and the Church off a card, one of each; the others stay."""
    for piece in range(4):
        lost = pieces >> piece & 1
        state.land[seat, piece] = int(state.land[seat, piece]) - lost
        give_back(state, piece, lost)
    if pieces >> CHURCH & 1:
        state.land[seat, CHURCH_AT] = 0
        give_back(state, CHURCH, 1)


@kernel
def remove_slot(state: State, seat: Seat, slot: int) -> None:
    """Take a public building off a card."""
    column = FIRST_SLOT + slot
    give_back(state, int(state.land[seat, column]), 1)
    if slot & 1 == 0:
        state.land[seat, column] = state.land[seat, column + 1]
        column += 1
    state.land[seat, column] = 0


@kernel
def remove_store(state: State, seat: Seat, store: int) -> None:
    """R13, R43: take a store without floors off a card, and the Pent House with it."""
    look = int(state.land[seat, FIRST_STORE + store])
    give_back(state, STORE, 1)
    give_back(state, PENT_HOUSE, 1 if look & 1 == 0 else 0)
    change_store(state, seat, store, -look)


@kernel
def destroy(state: State, seat: Seat, way: int, pieces: int) -> None:
    """R13, R16, R42: take off a card what one way to lose takes; `pieces` is what LOSE_FIXED takes."""
    if way == LOSE_FIXED:
        remove_fixed(state, seat, pieces)
    elif way < LOSE_FLOOR:
        remove_slot(state, seat, way - LOSE_SLOT)
    elif way < LOSE_TWO:
        change_store(state, seat, way - LOSE_FLOOR, -2)
        give_back(state, FLOOR, 1)
    elif way < LOSE_BOTH:
        change_store(state, seat, way - LOSE_TWO, -4)
        give_back(state, FLOOR, 2)
    elif way == LOSE_BOTH:
        for store in range(2):
            state.land[seat, FIRST_STORE + store] = int(state.land[seat, FIRST_STORE + store]) - 2
        give_back(state, FLOOR, 2)
    elif way < LOSE_PENT_HOUSE:
        remove_store(state, seat, way - LOSE_STORE)
    else:
        change_store(state, seat, way - LOSE_PENT_HOUSE, -1)
        give_back(state, PENT_HOUSE, 1)


@kernel
def loss_value(game: Skyscraper1937, state: State, seat: Seat, way: int, pieces: int) -> int:
    """R22, R43, R64: return the list price of what one way to lose takes."""
    value = 0
    if way == LOSE_FIXED:
        for piece in range(4):
            value += int(game.tables.price[piece]) * (pieces >> piece & 1)
        return value + int(game.tables.price[CHURCH]) * (pieces >> CHURCH & 1)
    if way < LOSE_FLOOR:
        return int(game.tables.price[int(state.land[seat, FIRST_SLOT + way - LOSE_SLOT])])
    if way < LOSE_STORE:
        return int(game.tables.price[FLOOR]) * (1 if way < LOSE_TWO else 2)
    if way < LOSE_PENT_HOUSE:
        crowned = int(state.land[seat, FIRST_STORE + way - LOSE_STORE]) & 1 == 0
        return int(game.tables.price[STORE]) + (int(game.tables.price[PENT_HOUSE]) if crowned else 0)
    return int(game.tables.price[PENT_HOUSE])
