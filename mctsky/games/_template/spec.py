"""What the game says about itself: options, bounds and the tag type.

Imports inside this folder are relative, so that the folder works wherever it is copied to.
"""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec, Option
from mctsky.errors import OptionError

from . import NAME
from .state import MAX_CARDS, MAX_PLAYERS, STATE_DTYPE


class HighCard(NamedTuple):
    """The tag type: it selects the kernels of this game, and carries the options to them.

    The first field is always n_seats. Others may be numbers, and at most one np.record with tables.
    """

    n_seats: int
    n_cards: int


def build(players: int, cards: int) -> HighCard:
    """Return the game with its options; they have passed their ranges, so only combinations are checked here."""
    if cards <= players:
        raise OptionError(
            "there must be more cards than players", given=cards, where=NAME, remedy=f"set cards to {players + 1} or more"
        )
    return HighCard(players, cards)


SPEC = GameSpec(
    name=NAME,
    title="High card",
    summary="one card each, stay or fold, the highest card takes the pot",
    version=1,  # raise it when a rule changes, so that old records are not mistaken for new ones
    game_type=HighCard,
    state_dtype=STATE_DTYPE,
    # Search makes room by these bounds: codes are fold, stay, one deal per card, and the masked deal of moves.py; a game has
    # one deal and at most one word per seat; `hidden` lists every card.
    bounds=Bounds(n_codes=3 + MAX_CARDS, max_legal=2, max_plies=2 * MAX_PLAYERS, max_chance=MAX_CARDS, max_hidden=MAX_CARDS),
    players=(2, MAX_PLAYERS),
    build=build,
    options=(Option("cards", 6, "number of cards in the deck", low=3, high=MAX_CARDS),),
    chance=True,  # the loader now demands chance_moves and sample_chance
    hidden=True,  # and observe, conceal, determinise and hidden
)
