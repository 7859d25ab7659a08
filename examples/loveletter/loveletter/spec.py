"""What the game says about itself: bounds and the tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec

from .state import MAX_PLAYERS, MAX_PLIES, N_CARDS, N_CODES, STATE_DTYPE


class LoveLetter(NamedTuple):
    """Selects the kernels of this game."""

    n_seats: int


SPEC = GameSpec(
    name="loveletter",
    title="Love Letter",
    summary="one card in hand, draw one, play one; guess, look and compare to be the last one left",
    version=1,
    game_type=LoveLetter,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=N_CODES, max_legal=7, max_plies=MAX_PLIES, max_chance=8, max_hidden=N_CARDS),
    players=(2, MAX_PLAYERS),
    chance=True,
    hidden=True,
)
