"""Where tiles fit: mask tests on the blocks in which a player has land."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, lowest, popcount
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.games.newyork1901.board import MAX_BLOCKS
from mctsky.games.newyork1901.spec import NewYork1901
from mctsky.games.newyork1901.state import MAX_BUILDINGS, N_WORDS, PLACEMENTS, WORKERS
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, N_TILES

BRONZE, SILVER, GOLD = 1, 2, 3
_ground_on_stack = on_stack(np.uint64, N_WORDS)


@kernel
def tile_of(building: int) -> int:
    """Return the tile of an entry of `buildings`."""
    return (building - 1) // PLACEMENTS


@kernel
def place_of(building: int) -> int:
    """Return the placement of an entry of `buildings`."""
    return (building - 1) % PLACEMENTS


@kernel
def unlocked(game: NewYork1901, state: State, seat: Seat) -> int:
    """R14: return the best generation that a player can build."""
    score = int(state.scores[seat])
    return GOLD if score >= game.gold else SILVER if score >= game.silver else BRONZE


@kernel
def has_legend(state: State, seat: Seat) -> bool:
    """R20: say whether a player has built a legendary skyscraper."""
    found = False
    for legend in range(N_TILES - FIRST_LEGEND):
        found |= int(state.legends[legend]) == seat + 1
    return found


@kernel
def usable_tiles(game: NewYork1901, state: State, seat: Seat) -> Bitboard:
    """R14, R20: the tiles that a player has and has unlocked, as bits; of equal ones the first."""
    generation = unlocked(game, state, seat)
    tiles = np.uint64(state.unbuilt[seat])
    if generation == GOLD and not has_legend(state, seat):
        for legend in range(N_TILES - FIRST_LEGEND):
            if int(state.legends[legend]) == 0:
                tiles |= ONE << np.uint64(FIRST_LEGEND + legend)
    return tiles & np.uint64(game.tables.tiles_of_generation[generation])


@kernel
def shapes_of(game: NewYork1901, tiles: Bitboard) -> Bitboard:
    """Return the shapes of some tiles, as bits."""
    shapes = ZERO
    while tiles != ZERO:
        shapes |= ONE << np.uint64(game.tables.tile_shape[lowest(tiles)])
        tiles &= tiles - ONE
    return shapes


@kernel
def with_shapes(game: NewYork1901, tiles: Bitboard, shapes: Bitboard) -> Bitboard:
    """Return those of some tiles that have one of the shapes."""
    found, rest = ZERO, tiles
    while rest != ZERO:
        tile = lowest(rest)
        found |= (shapes >> np.uint64(game.tables.tile_shape[tile]) & ONE) << np.uint64(tile)
        rest &= rest - ONE
    return found


@kernel
def buildable_tiles(game: NewYork1901, state: State, seat: Seat, tiles: Bitboard) -> Bitboard:
    """B2: which of some tiles can be placed on free land."""
    needed = shapes_of(game, tiles)
    found = ZERO
    for block in range(game.n_blocks):
        word = int(game.tables.block_word[block])
        free = state.estate[seat, word] & ~state.built[seat, word] & game.tables.blocks[block]
        size = popcount(free)
        rest = needed & ~found if size >= 2 else ZERO
        while rest != ZERO:
            shape = lowest(rest)
            if int(game.tables.shape_size[shape]) <= size:
                k = shape * MAX_BLOCKS + block
                for placement in range(int(game.tables.first_placement[k]), int(game.tables.first_placement[k + 1])):
                    if game.tables.footprint[placement] & ~free == ZERO:
                        found |= ONE << np.uint64(shape)
                        break
            rest &= rest - ONE
    return with_shapes(game, tiles, found)


@kernel
def inferior_ground(game: NewYork1901, state: State, seat: Seat, generation: int, out: Bitboard) -> bool:
    """R20, R23, R24: fill `out` with the estate without equal and superior buildings; say if any inferior one stands there."""
    for word in range(N_WORDS):
        out[word] = state.estate[seat, word]
    inferior = False
    for k in range(MAX_BUILDINGS):
        building = int(state.buildings[seat, k])
        if building == 0:
            break
        if int(game.tables.tile_generation[tile_of(building)]) < generation:
            inferior = True
        else:
            placement = place_of(building)
            out[int(game.tables.placement_word[placement])] &= ~game.tables.footprint[placement]
    return inferior


@kernel
def vacant_lots(game: NewYork1901, block: int, estate: Bitboard, built: Bitboard) -> int:
    """B3: count the territories of an estate in a block that no building touches."""
    vacant = 0
    for lot in range(int(game.tables.first_lot[block]), int(game.tables.first_lot[block + 1])):
        squares = game.tables.lots[lot]
        vacant += squares & estate != ZERO and squares & built == ZERO
    return vacant


@kernel
def standing_after(game: NewYork1901, state: State, seat: Seat, placement: int) -> Bitboard:
    """R22, R28: the built squares of the placement's word once all buildings that it overlaps are gone and it stands."""
    word, footprint = int(game.tables.placement_word[placement]), game.tables.footprint[placement]
    built = state.built[seat, word]
    if footprint & built != ZERO:
        for k in range(MAX_BUILDINGS):
            building = int(state.buildings[seat, k])
            if building == 0:
                break
            other = place_of(building)
            squares = game.tables.footprint[other]
            if int(game.tables.placement_word[other]) == word and squares & footprint != ZERO:
                built &= ~squares
    return built | footprint


@kernel
def workers_after(game: NewYork1901, state: State, seat: Seat, placement: int) -> int:
    """R19, R25, R26: the workers that a player needs on the board once this building stands."""
    word, block = int(game.tables.placement_word[placement]), int(game.tables.placement_block[placement])
    estate, built = state.estate[seat, word], state.built[seat, word]
    before = vacant_lots(game, block, estate, built)
    return int(state.workers[seat]) - before + vacant_lots(game, block, estate, standing_after(game, state, seat, placement))


@kernel
def can_raze(game: NewYork1901, state: State, seat: Seat, placement: int, ground: Bitboard) -> bool:
    """R21-R27: say whether a building can go up here in place of inferior ones; `ground` is what it may cover."""
    footprint = game.tables.footprint[placement]
    if footprint & ~ground != ZERO or footprint & state.built[seat, int(game.tables.placement_word[placement])] == ZERO:
        return False
    return bool(workers_after(game, state, seat, placement) <= WORKERS)


@kernel
def razing_tiles(game: NewYork1901, state: State, seat: Seat, tiles: Bitboard) -> Bitboard:
    """R21-R27: which of some tiles can replace buildings somewhere."""
    result = ZERO
    ground = _ground_on_stack()
    for generation in range(BRONZE, GOLD + 1):
        own = tiles & np.uint64(game.tables.tiles_of_generation[generation] & ~game.tables.tiles_of_generation[generation - 1])
        if own == ZERO or not inferior_ground(game, state, seat, generation, ground):
            continue
        needed, found = shapes_of(game, own), ZERO
        for block in range(game.n_blocks):
            word = int(game.tables.block_word[block])
            land = ground[word] & game.tables.blocks[block]
            if land & state.built[seat, word] == ZERO:
                continue
            size = popcount(land)
            rest = needed & ~found
            while rest != ZERO:
                shape = lowest(rest)
                if int(game.tables.shape_size[shape]) <= size:
                    k = shape * MAX_BLOCKS + block
                    for placement in range(int(game.tables.first_placement[k]), int(game.tables.first_placement[k + 1])):
                        if can_raze(game, state, seat, placement, land):
                            found |= ONE << np.uint64(shape)
                            break
                rest &= rest - ONE
        result |= with_shapes(game, own, found)
    return result
