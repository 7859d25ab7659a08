"""New York 1901's options, bounds and tag type."""

from typing import Any, NamedTuple

from mctsky.core.data_files import STANDARD
from mctsky.core.spec import Bounds, GameSpec, Option
from mctsky.games.newyork1901.layout import LAYOUTS, find_layout
from mctsky.games.newyork1901.moves import N_CODES
from mctsky.games.newyork1901.state import MAX_PLACES, MAX_PLAYERS, N_KINDS, STATE_DTYPE

NOTICE = (
    "Board and tiles are a reconstruction: no source that we have prints them. Both are text files that can be replaced "
    "(options board and tiles)."
)
MAX_TURNS = 400


class NewYork1901(NamedTuple):
    """Selects the kernels of New York 1901 and carries its options and tables."""

    n_seats: int
    beginner: int
    advanced: int
    action_cards: int
    margin: int  # percent of the result that goes by points instead of rank
    silver: int  # points that unlock a generation
    gold: int
    n_blocks: int
    layout: int  # number of the layout in this process, for texts
    tables: Any


def build(players: int, beginner: int, advanced: int, action_cards: int, margin: int, board: str, tiles: str) -> NewYork1901:
    """Return the game with its options as numbers and tables."""
    layout = find_layout(board, tiles)
    silver, gold = (10, 25) if advanced else (6, 18)  # R6, R14
    found = LAYOUTS[layout]
    return NewYork1901(
        players, beginner, advanced, action_cards, margin, silver, gold, len(found.board.blocks), layout, found.tables
    )


SPEC = GameSpec(
    name="newyork1901",
    title="New York 1901",
    summary="claim land by cards, fill it with skyscrapers, replace them by better ones",
    version=1,
    game_type=NewYork1901,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(
        n_codes=N_CODES,
        max_legal=MAX_PLACES,
        max_plies=400 * 15 + 20,  # a turn: shift and four draws, two cards with territories, four draws, two builds
        max_chance=N_KINDS,
    ),
    players=(2, MAX_PLAYERS),
    build=build,
    options=(
        Option("beginner", 0, "Broadway, Wall Street and Nassau & Broad score, with the Gold Tycoon", low=0, high=1),
        Option("advanced", 0, "no starters, technology at 10 and 25 points", low=0, high=1),
        Option("action_cards", 1, "each player has three action cards", low=0, high=1),
        Option("margin", 0, "percent of the result that goes by points instead of rank", low=0, high=90),
        Option("board", STANDARD, "standard, or the path of a board file", file=True),
        Option("tiles", STANDARD, "standard, or the path of a tiles file", file=True),
    ),
    chance=True,
    tuned={"cutoff": 35},  # measured: docs/games/newyork1901.md
    notice=NOTICE,
)
