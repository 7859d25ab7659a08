"""Kuhn poker's bounds and tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec
from mctsky.games.kuhn.state import STATE_DTYPE


class Kuhn(NamedTuple):
    """Selects the kernels of Kuhn poker."""

    n_seats: int


SPEC = GameSpec(
    name="kuhn",
    title="Kuhn poker",
    summary="three cards, one bet: the smallest game of hidden hands",
    version=1,
    game_type=Kuhn,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=5, max_legal=2, max_plies=5, max_chance=3, max_hidden=3),
    players=(2, 2),
    chance=True,
    hidden=True,
    mixing="all",
    stake=2,
)
