"""Paper Skyscrapers' options, bounds and tag type."""

from typing import Any, NamedTuple

from mctsky.core.spec import Bounds, GameSpec, Option
from mctsky.games.paperskyscrapers.cards import SETS, find_cards
from mctsky.games.paperskyscrapers.moves import N_CODES, N_SITES
from mctsky.games.paperskyscrapers.state import (
    MAX_ACHIEVEMENTS,
    MAX_CARDS,
    MAX_LAPS,
    MAX_LEVEL,
    MAX_PLACES,
    MAX_PLAYERS,
    MAX_SHUFFLES,
    N_TRACKS,
    ROW,
    STATE_DTYPE,
)
from mctsky.games.paperskyscrapers.tables import MAX_STEPS

NOTICE = (
    "All cards are a reconstruction: no public list of them exists. They are a text file that can be replaced (option cards)."
)

# Most moves of a decision: stop, draw deck, tracks, claims, visits, the row; each card of the hand tucked, discarded or built.
MAX_LEGAL = 2 + N_TRACKS + MAX_ACHIEVEMENTS + MAX_PLACES + ROW + (2 + N_SITES) * MAX_CARDS

# Most moves of a game. Each card is drawn, put into the row, paid or placed at most once between two shuffles (8 moves at
# most, refusals and the round ends included); stolen ones are counted with their action. Beside that an action has its own
# move, at most MAX_STEPS choices (each with a card stolen and a mayor moved) of its card, as many of a card discarded as a
# bonus action, and as many of a city bonus.
MOVES_PER_ACTION = 1 + 3 * (3 * MAX_STEPS + 1)
MAX_PLIES = MAX_LAPS * MAX_PLAYERS * MAX_LEVEL * MOVES_PER_ACTION + 8 * MAX_CARDS * (1 + MAX_SHUFFLES)


class PaperSkyscrapers(NamedTuple):
    """Selects the kernels of Paper Skyscrapers and carries its tables."""

    n_seats: int
    cards: int  # number of the card set in this process, for texts
    tables: Any


def build(players: int, cards: str, compensation: int) -> PaperSkyscrapers:
    """Return the game with its cards as tables."""
    number = find_cards(players, compensation, cards)
    return PaperSkyscrapers(players, number, SETS[number].tables)


SPEC = GameSpec(
    name="paperskyscrapers",
    title="Paper Skyscrapers",
    summary="build a city of cards that each have an action; hidden hands, three tracks, achievements",
    version=1,
    game_type=PaperSkyscrapers,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(n_codes=N_CODES, max_legal=MAX_LEGAL, max_plies=MAX_PLIES, max_chance=MAX_CARDS + 1, max_hidden=MAX_CARDS),
    players=(2, MAX_PLAYERS),
    build=build,
    options=(
        Option("cards", "standard", "standard, or the path of a file of cards", file=True),
        Option("compensation", 1, "later players begin with points, as the card file says (ruling 99)", low=0, high=1),
    ),
    chance=True,
    hidden=True,
    notice=NOTICE,
)
