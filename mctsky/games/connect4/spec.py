"""Connect Four's options, bounds and tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec
from mctsky.games.connect4.state import STATE_DTYPE


class ConnectFour(NamedTuple):
    """Selects the kernels of Connect Four."""

    n_seats: int


SPEC = GameSpec(
    name="connect4",
    title="Connect Four",
    summary="drop stones into seven columns, four in a row win",
    version=1,
    game_type=ConnectFour,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=7, max_legal=7, max_plies=42),
    players=(2, 2),
)
