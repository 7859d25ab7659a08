"""Santorini's options, bounds and tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec, Option
from mctsky.games.santorini.state import N_CODES, STATE_DTYPE

WIN_LISTINGS = ("once", "per_build")


class Santorini(NamedTuple):
    """Selects the kernels of classic Santorini."""

    n_seats: int
    per_build: int  # 1: a winning move is listed once per build that could follow it


def build(players: int, win_listing: str) -> Santorini:
    """Return the game."""
    return Santorini(players, WIN_LISTINGS.index(win_listing))


SPEC = GameSpec(
    name="santorini",
    title="Santorini (classic)",
    summary="move a worker and build; the first to climb to the third level wins",
    version=1,
    game_type=Santorini,
    state_dtype=STATE_DTYPE,
    # Most plies: 2 placements, and one piece per turn until only the four workers' squares have no roof.
    bounds=Bounds(n_codes=N_CODES, max_legal=300, max_plies=2 + 21 * 4 + 4 * 3),
    players=(2, 2),
    build=build,
    options=(
        Option(
            "win_listing", "once", "a winning move is listed once, or once per build that could follow", choices=WIN_LISTINGS
        ),
    ),
)
