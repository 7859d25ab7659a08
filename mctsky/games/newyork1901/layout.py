"""A board and its tiles as tables: squares as bits, and all that the rules look up about every placement of every shape."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.core.data_files import file_name, read_text
from mctsky.core.record import new_record
from mctsky.errors import DataFileError
from mctsky.games.newyork1901.board import (
    DISTRICTS,
    MAX_BLOCKS,
    N_TERRITORIES,
    SIZES,
    STREETS,
    Board,
    Cell,
    neighbours,
    read_board,
)
from mctsky.games.newyork1901.state import MAX_PLACES, N_KINDS, N_WORDS, PLACEMENTS
from mctsky.games.newyork1901.tiles import MAX_SHAPES, N_TILES, Tile, canonical, read_tiles, rotations

PACKAGE = "mctsky.games.newyork1901"
WORD = 64

TABLES_DTYPE = record_dtype(
    ("blocks", np.uint64, MAX_BLOCKS),  # squares of each block
    ("block_word", np.int8, MAX_BLOCKS),
    ("lots", np.uint64, N_TERRITORIES),  # squares of each territory
    ("lot_word", np.int8, N_TERRITORIES),
    ("lot_kind", np.int8, N_TERRITORIES),
    ("first_lot", np.int8, MAX_BLOCKS + 1),  # territories are ordered by block
    ("lots_of_kind", np.int8, (N_KINDS, max(SIZES.values()))),  # territories by kind, ascending
    ("starts", np.int8, len(DISTRICTS)),  # start territory by district
    ("starters", np.int16, len(DISTRICTS)),  # placement of the starter by district
    ("footprint", np.uint64, PLACEMENTS),  # squares of each placement
    ("rim", np.uint64, PLACEMENTS),  # squares that it touches, R16
    ("placement_word", np.int8, PLACEMENTS),
    ("placement_block", np.int8, PLACEMENTS),
    ("placement_shape", np.int8, PLACEMENTS),
    ("placement_streets", np.int8, PLACEMENTS),  # streets with cards that it touches, as bits
    ("placement_districts", np.int8, PLACEMENTS),  # districts that it covers, as bits
    ("first_placement", np.int16, MAX_SHAPES * MAX_BLOCKS + 1),  # placements are ordered by shape, then block
    ("shape_size", np.int8, MAX_SHAPES),
    ("tile_shape", np.int8, N_TILES + 1),
    ("tile_generation", np.int8, N_TILES + 1),  # 0 starter, 1 bronze, 2 silver, 3 gold and legendary
    ("tile_points", np.int8, N_TILES + 1),
    ("tile_irregular", np.int8, N_TILES + 1),
    ("tile_copies", np.uint32, N_TILES),  # all tiles that equal this one, as bits; 0 if an earlier one does
    ("tiles_of_generation", np.uint32, 4),  # tiles up to a generation, as bits; of equal ones the first
)


@dataclass(frozen=True)
class Layout:
    """Everything about a board and its tiles that never changes during a game."""

    board: Board
    tiles: tuple[Tile, ...]
    bits: dict[Cell, tuple[int, int]]  # word and bit of each square
    tables: Any
    tile_names: tuple[str, ...]
    territory_names: tuple[str, ...]
    placement_names: tuple[str, ...]
    placement_cells: tuple[tuple[Cell, ...], ...]

    def square_name(self, cell: Cell) -> str:
        """Return the name of a square: column letter from the west, row number from the south."""
        return f"{chr(ord('a') + cell[1])}{self.board.n_rows - cell[0]}"


LAYOUTS: list[Layout] = []  # what the number `layout` of a game stands for, in this process


def find_layout(board: str, tiles: str) -> int:
    """Return the number of a layout; board and tiles are `standard` or paths of files, which are read again each time."""
    board_text, tiles_text = read_text(board, "board", PACKAGE), read_text(tiles, "tiles", PACKAGE)
    return _number(board_text, file_name(board, "board"), tiles_text, file_name(tiles, "tiles"))


@cache
def _number(board: str, board_where: str, tiles: str, tiles_where: str) -> int:
    """Return the number of the layout that two texts describe."""
    LAYOUTS.append(_make_layout(read_board(board, board_where), read_tiles(tiles, tiles_where)))
    return len(LAYOUTS) - 1


def _lay_out(board: Board) -> dict[Cell, tuple[int, int]]:
    """Give each square a word and a bit, so that no block crosses a word."""
    room = [0] * N_WORDS
    bits: dict[Cell, tuple[int, int]] = {}
    for block, (name, cells) in enumerate(board.blocks):
        word = next((w for w in range(N_WORDS) if room[w] + len(cells) <= WORD), None)
        if word is None:
            problem = f"the blocks do not fit into {N_WORDS} words of {WORD} squares"
            raise DataFileError(problem, given=name, where=board.line_of(block), remedy="divide large blocks by streets")
        for cell in cells:
            bits[cell] = (word, room[word])
            room[word] += 1
    return bits


def _mask(bits: dict[Cell, tuple[int, int]], cells: Any) -> tuple[int, int]:
    """Return the word and the mask of some squares of one block."""
    places = [bits[cell] for cell in cells]
    return places[0][0], sum(1 << bit for _, bit in places)


def _make_layout(board: Board, tiles: tuple[Tile, ...]) -> Layout:
    tables = new_record(TABLES_DTYPE)
    bits = _lay_out(board)
    for index, (_, cells) in enumerate(board.blocks):
        tables.block_word[index], tables.blocks[index] = _mask(bits, cells)
    by_kind: list[list[int]] = [[] for _ in range(N_KINDS)]
    for index, lot in enumerate(board.territories):
        tables.lot_word[index], tables.lots[index] = _mask(bits, lot.cells)
        tables.lot_kind[index] = lot.kind
        by_kind[lot.kind].append(index)
    tables.lots_of_kind[:] = -1
    for kind, lots in enumerate(by_kind):
        tables.lots_of_kind[kind, : len(lots)] = lots
    for block in range(MAX_BLOCKS + 1):
        tables.first_lot[block] = sum(lot.block < block for lot in board.territories)
    shapes = sorted({canonical(tile.shape) for tile in tiles}, key=lambda shape: (len(shape), shape))
    placements = _place_all(board, shapes, bits, tables)
    for number in range(len(shapes)):
        if (tables.placement_shape[: len(placements)] == number).sum() > MAX_PLACES:
            tile = next(tile for tile in tiles if canonical(tile.shape) == shapes[number])
            raise _too_many(board, f"there are more than {MAX_PLACES} placements of {tile.name}")
    for number, tile in enumerate(tiles):
        tables.tile_shape[number] = shapes.index(canonical(tile.shape))
        tables.tile_generation[number] = tile.generation
        tables.tile_points[number] = tile.points
        tables.tile_irregular[number] = tile.irregular
        copies = [other for other, same in enumerate(tiles) if same == tile]
        tables.tile_copies[number] = sum(1 << other for other in copies) if copies[0] == number else 0
        if copies[0] == number:
            for generation in range(tile.generation, 4):
                tables.tiles_of_generation[generation] |= np.uint32(1 << number)
    tables.tile_shape[N_TILES] = 0  # the starter is a domino
    for district, start in enumerate(board.starts):
        tables.starts[district] = start
        tables.starters[district] = placements.index(board.territories[start].cells)
    layout = Layout(
        board,
        tiles,
        bits,
        tables,
        (*(tile.name for tile in tiles), "starter"),
        tuple(lot.name for lot in board.territories),
        (),
        tuple(placements),
    )
    names = tuple("+".join(map(layout.square_name, cells)) for cells in placements)
    return Layout(**{**vars(layout), "placement_names": names})


def _place_all(board: Board, shapes: Any, bits: dict[Cell, tuple[int, int]], tables: Any) -> list[tuple[Cell, ...]]:
    """R15-R18: fill the tables of all placements and return their squares."""
    placements: list[tuple[Cell, ...]] = []
    district_of = {cell: lot.district for lot in board.territories for cell in lot.cells}
    for number, shape in enumerate(shapes):
        tables.shape_size[number] = len(shape)
        for block, (_, cells) in enumerate(board.blocks):
            tables.first_placement[number * MAX_BLOCKS + block] = len(placements)
            for found in _fits(set(cells), shape):
                touched = frozenset().union(*(board.frontage[cell] for cell in found))
                if not touched:
                    continue  # no street and no park
                if len(placements) == PLACEMENTS:
                    raise _too_many(board, f"there are more than {PLACEMENTS} placements of all shapes")
                k = len(placements)
                placements.append(found)
                tables.placement_word[k], tables.footprint[k] = _mask(bits, found)
                rim = {near for cell in found for near in neighbours(cell) if near in set(cells)} - set(found)
                tables.rim[k] = _mask(bits, rim)[1] if rim else 0
                tables.placement_block[k], tables.placement_shape[k] = block, number
                tables.placement_streets[k] = sum(1 << s for s, name in enumerate(STREETS) if name in touched)
                tables.placement_districts[k] = sum(1 << d for d in {district_of[cell] for cell in found})
        for block in range(len(board.blocks), MAX_BLOCKS):
            tables.first_placement[number * MAX_BLOCKS + block] = len(placements)
    for rest in range(len(shapes) * MAX_BLOCKS, MAX_SHAPES * MAX_BLOCKS + 1):
        tables.first_placement[rest] = len(placements)
    return placements


def _too_many(board: Board, problem: str) -> DataFileError:
    """Return the error for too many placements; it names the largest block, which has most of them."""
    largest = max(range(len(board.blocks)), key=lambda block: len(board.blocks[block][1]))
    remedy = "divide this block by a street"
    return DataFileError(problem, given=board.blocks[largest][0], where=board.line_of(largest), remedy=remedy)


def _fits(block: set[Cell], shape: Any) -> list[tuple[Cell, ...]]:
    """Return all ways to lay a shape into a block."""
    found = {
        tuple(sorted((row + r, column + c) for r, c in turned))
        for turned in rotations(shape)
        for row, column in {(r0 - turned[0][0], c0 - turned[0][1]) for r0, c0 in block}
    }
    return sorted(cells for cells in found if block.issuperset(cells))
