"""Santorini: New York's options, bounds, tables and tag type."""

from typing import Any, NamedTuple

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.core.data_files import read_shipped, read_user_text
from mctsky.core.grid import (
    N_SQUARES,
    ORTHOGONAL,
    STEPS,
    Map,
    line_from,
    mask_of,
    neighbour_squares,
    rays,
    read_map,
    squares_of,
)
from mctsky.core.record import new_record
from mctsky.core.spec import Bounds, GameSpec, Option
from mctsky.errors import DataFileError, OptionError
from mctsky.games.santorini_ny.moves import N_CODES
from mctsky.games.santorini_ny.roles import BUILDERS, MOVERS, SPECIALISTS, role_by_card
from mctsky.games.santorini_ny.state import MAX_PLAYERS, N_CARDS, STATE_DTYPE

BOARDS = ("manhattan", "grid7x5", "classic5x5")
NOTICE = (
    "The board is a reconstruction: the printed map of Manhattan is in no source that we have. "
    "Any map can be loaded by its path (option board)."
)
LONGEST_TAXI_RIDE, SHORTEST_TAXI_RIDE = 3, 2
MAX_BOARD_BYTES = 10_000
PACKAGE = "mctsky.games.santorini_ny"

TABLES_DTYPE = record_dtype(
    ("squares", np.uint64),
    ("neighbours", np.uint64, N_SQUARES),  # per square
    ("rays", np.uint64, (len(STEPS), N_SQUARES)),  # squares on the line, where a gap ends it or not, by the option
    ("cross", np.uint64, N_SQUARES),  # north, south, east and west rays together
    ("taxi", np.uint64, N_SQUARES),  # squares two or three spaces away on a line
    ("starts", np.uint64, MAX_PLAYERS),  # the two squares of each start number
    ("next", np.int8, (len(STEPS), N_SQUARES)),  # the neighbour in each direction, -1 = none
    ("roles", np.int8, N_CARDS),  # role of each card
)


class SantoriniNY(NamedTuple):
    """Selects the kernels of Santorini: New York and carries its options and tables."""

    n_seats: int
    unlimited_supply: int
    guarded_move_wins: int
    has_bus: int
    tables: Any


def find_board(name: str) -> Map:
    """R1: return a shipped board by name, or any other by the path of its file."""
    text = read_shipped(PACKAGE, name) if name in BOARDS else read_user_text(name, "board", PACKAGE, BOARDS, MAX_BOARD_BYTES)
    where = name
    board = read_map(text, where)
    for number, squares in enumerate(board.starts, start=1):
        if len(squares_of(squares)) != 2:
            raise DataFileError(f"start number {number} must be on two squares", given=len(squares_of(squares)), where=where)
    if len(board.starts) > MAX_PLAYERS:
        raise DataFileError(f"start numbers go up to {MAX_PLAYERS}", given=len(board.starts), where=where)
    return board


def _taxi_squares(origin: int, board: set[int], gaps_block: bool) -> list[int]:
    found = []
    for direction in range(len(STEPS)):
        for distance, square in enumerate(line_from(origin, direction), start=1):
            if distance > LONGEST_TAXI_RIDE or (gaps_block and square not in board):
                break
            if distance >= SHORTEST_TAXI_RIDE and square in board:
                found.append(square)
    return found


def make_tables(board: Map, gaps_block: bool, roles: list[int]) -> Any:
    """Return the record of everything that the rules look up."""
    tables = new_record(TABLES_DTYPE)
    tables.squares = board.squares
    tables.rays[:] = rays(board.squares, gaps_block)
    tables.next[:] = -1
    on_board = set(squares_of(board.squares))
    for square in on_board:
        tables.neighbours[square] = mask_of(near for near in neighbour_squares(square) if near in on_board)
        tables.taxi[square] = mask_of(_taxi_squares(square, on_board, gaps_block))
        for direction in ORTHOGONAL:
            tables.cross[square] |= tables.rays[direction, square]
        for direction in range(len(STEPS)):
            line = line_from(square, direction)
            if line and line[0] in on_board:
                tables.next[direction, square] = line[0]
    for index, squares in enumerate(board.starts):
        tables.starts[index] = squares
    tables.roles[:] = roles
    return tables


def build(
    players: int,
    builder: str,
    specialist: str,
    mover: str,
    board: str,
    gap_blocks_lines: int,
    unlimited_supply: int,
    guarded_move_wins: int,
) -> SantoriniNY:
    """Return the game with its options as numbers and tables."""
    found = find_board(board)
    if len(found.starts) < players:
        problem = f"this board has start squares for {len(found.starts)} players"
        raise OptionError(problem, given=f"players={players}", where=f"board {board}", remedy="choose a larger board")
    tables = make_tables(found, bool(gap_blocks_lines), role_by_card(builder, specialist, mover))
    return SantoriniNY(players, unlimited_supply, guarded_move_wins, int(mover == "tour_bus_driver"), tables)


SPEC = GameSpec(
    name="santorini-ny",
    title="Santorini: New York",
    summary="build and climb with hidden role cards, chosen at once; only the holder of the Statue can win",
    version=1,
    game_type=SantoriniNY,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(
        n_codes=N_CODES,
        max_legal=N_SQUARES,
        max_plies=2800,  # 267 turns of at most 10 small moves, shows and deals included, and set-up
        max_chance=N_CARDS,
        max_hidden=N_CARDS,
    ),
    players=(2, MAX_PLAYERS),
    build=build,
    options=(
        Option("builder", "ironworker", "role of cards 1, 4, 7, 10, 13, 23", choices=BUILDERS),
        Option("specialist", "nypd_officer", "role of cards 2, 5, 8, 11, 14, 24", choices=SPECIALISTS),
        Option("mover", "subway_operator", "role of cards 3, 6, 9, 12, 15, 25", choices=MOVERS),
        Option("board", "manhattan", f"{', '.join(BOARDS)}, or the path of a map file", file=True, shipped=BOARDS),
        Option("gap_blocks_lines", 1, "a missing square ends a line (ruling 4)", low=0, high=1),
        Option("unlimited_supply", 0, "pieces never run out (rulings 10 and 86)", low=0, high=1),
        Option("guarded_move_wins", 1, "a Night Guard victim can win by its move (ruling 36)", low=0, high=1),
    ),
    chance=True,
    hidden=True,
    simultaneous=True,
    tuned={"opponents_know": "nothing", "cutoff": 20},  # measured: docs/games/santorini-ny.md
    notice=NOTICE,
)
