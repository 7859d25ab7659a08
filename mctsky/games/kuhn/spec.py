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
    summary="one card each, one bet: the smallest game of hidden hands",
    version=1,
    game_type=Kuhn,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=6, max_legal=2, max_plies=8, max_chance=4, max_hidden=4),
    players=(2, 3),
    chance=True,
    hidden=True,
    mixing="all",
    stake=2,
    tuned={"select": "rm", "play": "mixed", "root": "auto", "reuse": True},  # measured: docs/search.md
    small=({"players": 2}, {"players": 3}),
)
