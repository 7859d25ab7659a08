"""Leduc poker's bounds and tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec
from mctsky.games.leduc.state import STATE_DTYPE


class Leduc(NamedTuple):
    """Selects the kernels of Leduc poker."""

    n_seats: int


SPEC = GameSpec(
    name="leduc",
    title="Leduc poker",
    summary="six cards, two rounds of betting, a public card between them",
    version=1,
    game_type=Leduc,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=9, max_legal=3, max_plies=11, max_chance=6, max_hidden=6),
    players=(2, 2),
    chance=True,
    hidden=True,
    mixing="all",
    stake=13,
    tuned={"select": "rm", "play": "mixed", "root": "auto", "reuse": True},  # measured: docs/search.md
)
