"""What the game says about itself: options, bounds and the tag type.

Imports inside this folder are relative, so that the folder works wherever it is copied to.
"""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec, Option

from . import NAME
from .state import MAX_CARDS, MAX_PLAYERS, N_CODES, STATE_DTYPE


class HighCard(NamedTuple):
    """The tag type: it selects the kernels of this game, and carries the options to them.

    The first field is n_seats, the others are named like the options, in order; `build` of GameSpec can do it otherwise.
    """

    n_seats: int
    cards: int


SPEC = GameSpec(
    name=NAME,
    title="High card",
    summary="one card each, stay or fold, the highest card takes the pot",
    version=1,  # raise it when a rule changes, so that old records are not mistaken for new ones
    game_type=HighCard,
    state_dtype=STATE_DTYPE,
    # Search makes room by these bounds: each seat is dealt a card, peeks, looks, speaks and shows its card once at most.
    bounds=Bounds(n_codes=N_CODES, max_legal=3, max_plies=5 * MAX_PLAYERS, max_chance=MAX_CARDS, max_hidden=MAX_CARDS),
    players=(2, MAX_PLAYERS),
    options=(Option("cards", 6, "number of cards in the deck", low=MAX_PLAYERS + 1, high=MAX_CARDS),),
    chance=True,  # the loader now demands chance_moves
    hidden=True,  # and observe, conceal and determinise
    small=({"players": 2, "cards": 5}, {"players": 3, "cards": 5}),  # `mctsky check-game` lists all games of these
)
