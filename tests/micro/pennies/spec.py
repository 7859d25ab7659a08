"""Matching pennies' bounds and tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec
from micro.pennies.state import STATE_DTYPE


class Pennies(NamedTuple):
    """Selects the kernels of matching pennies."""

    n_seats: int


SPEC = GameSpec(
    name="pennies",
    title="Matching pennies",
    summary="two hidden choices; seat 0 wins if they match",
    version=1,
    game_type=Pennies,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=6, max_legal=2, max_plies=4, max_chance=1, max_hidden=2),
    players=(2, 2),
    chance=True,
    hidden=True,
    simultaneous=True,
)
