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
from mctsky.games.paperskyscrapers.tables import MAX_PARTS

NOTICE = (
    "All cards are a reconstruction: no public list of them exists. They are a text file that can be replaced (option cards)."
)

# Most moves of a decision: stop, draw deck, tracks, claims, visits, the row; each card of the hand tucked, discarded or built.
MAX_LEGAL = 2 + N_TRACKS + MAX_ACHIEVEMENTS + MAX_PLACES + ROW + (2 + N_SITES) * MAX_CARDS

# Most moves of a game. Card actions run when the mayor visits or a card is discarded, by an action or as its bonus action;
# city bonuses once in a turn and at each round end. In a run each part has at most one choice that moves no card out of a hand
# or a deck (`refuse` and `claim` among them), followed by a stolen card or a moved mayor, and brings at most one stolen card
# into a hand. A card leaves a hand by one move, and a deck or the row by one move each, again after each shuffle.
_TURNS = MAX_LAPS * MAX_PLAYERS
_ACTIONS = _TURNS * MAX_LEVEL
_RUNS = 2 * _ACTIONS + _TURNS + MAX_PLAYERS * MAX_LEVEL
_DRAWS = MAX_CARDS + MAX_SHUFFLES * MAX_CARDS // 2
_SET_UP = 1 + 3 * MAX_PLAYERS + MAX_ACHIEVEMENTS * (1 + MAX_PLAYERS)
MAX_PLIES = _SET_UP + 2 * _ACTIONS + 3 * MAX_PARTS * _RUNS + 3 * _DRAWS + MAX_LEVEL


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
    version=4,  # 2: bonuses of ten cities, start scores; 3: bonuses of six cities; 4: of Denver
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
    tuned={"cutoff": 10},  # measured: docs/games/paperskyscrapers.md
    notice=NOTICE,
)
