"""Tic-tac-toe's bounds and tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec
from mctsky.games.tictactoe.state import STATE_DTYPE


class TicTacToe(NamedTuple):
    """Selects the kernels of tic-tac-toe."""

    n_seats: int


SPEC = GameSpec(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="three in a row on a 3x3 board",
    version=1,
    game_type=TicTacToe,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=9, max_legal=9, max_plies=9),
    players=(2, 2),
)
