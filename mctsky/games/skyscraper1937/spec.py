"""Skyscraper (1937)'s options, bounds and tag type."""

from typing import Any, NamedTuple

from mctsky.core.data_files import STANDARD
from mctsky.core.spec import Bounds, GameSpec, Option
from mctsky.errors import OptionError
from mctsky.games.skyscraper1937.box import BOXES, find_box
from mctsky.games.skyscraper1937.moves import MAX_CARDS, N_CODES
from mctsky.games.skyscraper1937.prices import MAX_THROWS
from mctsky.games.skyscraper1937.state import MAX_PLAYERS, N_POLICIES, STATE_DTYPE

NOTICE = (
    "Prices, chips, policies and Luck cards are a reconstruction: the rule text prints only some of them. Both are text files "
    "that can be replaced (options prices and luck)."
)

# Most moves of a decision: taking. Of one victim a drawer with at most one store can take three kinds of parts and a residence
# (4), four buildings, each to two districts (8), and a Church that stands beside the residence, to three (3), but not all of
# these: such a card has won. Without one kind of part it has not. A store in place of a building gives one or two ways to
# take a floor where the building gave two; a drawer with two stores has one district left for buildings. Nobody takes from
# himself. Buying has at most 7 * 2 + 3 + 1 ways and `pass`, gaining at most 24, losing at most 4.
MAX_LEGAL = (4 + 8 + 3 - 1) * (MAX_PLAYERS - 1)

# Most moves of a game: at most six roles are dealt. A throw has at most five moves: `throw`, the dice, the card, the loss, and
# whether it is kept. A policy is bought at most three times by each player, because nobody loses a policy but by buying All
# Risk, and after that he is offered none.
MAX_PLIES = MAX_PLAYERS + 5 * MAX_THROWS + N_POLICIES * MAX_PLAYERS


class Skyscraper1937(NamedTuple):
    """Selects the kernels of Skyscraper (1937) and carries its tables; options are part of them."""

    n_seats: int
    box: int  # number of the box in this process, for texts
    tables: Any


def build(players: int, luck_on_twelve: int, residence_first: int, children: int, prices: str, luck: str) -> Skyscraper1937:
    """Return the game with its options as tables."""
    if children and luck_on_twelve:  # R57
        problem = "children play without Luck cards, so luck_on_twelve cannot be on"
        raise OptionError(
            problem, given="children=1 luck_on_twelve=1", where="skyscraper1937", remedy="leave out one of the two"
        )
    box = find_box(players, luck_on_twelve, residence_first, children, prices, luck)
    return Skyscraper1937(players, box, BOXES[box].tables)


SPEC = GameSpec(
    name="skyscraper1937",
    title="Skyscraper (1937)",
    summary="dice, money, insurance and luck: the first skyscraper or the first full district card wins",
    version=1,
    game_type=Skyscraper1937,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=N_CODES, max_legal=MAX_LEGAL, max_plies=MAX_PLIES, max_chance=MAX_CARDS),
    players=(2, MAX_PLAYERS),
    build=build,
    options=(
        Option("luck_on_twelve", 0, "a total of 12 draws a Luck card instead of losing the turn", low=0, high=1),
        Option("residence_first", 0, "a porch, garage or chimney is sold only to who has a residence", low=0, high=1),
        Option("children", 0, "no roles, money and cards; everything is free", low=0, high=1),
        Option("prices", STANDARD, "standard, or the path of a file of prices", file=True),
        Option("luck", STANDARD, "standard, or the path of a file of Luck cards", file=True),
    ),
    chance=True,
    notice=NOTICE,
    tuned={"cutoff": 5},  # measured: docs/games/skyscraper1937.md
)
