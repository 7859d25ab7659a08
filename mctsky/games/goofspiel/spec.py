"""Goofspiel's options, bounds and tag type."""

from typing import NamedTuple

from mctsky.core.spec import Bounds, GameSpec, Option
from mctsky.games.goofspiel.moves import N_CODES
from mctsky.games.goofspiel.state import MAX_CARDS, MAX_PLAYERS, STATE_DTYPE

ORDERS = ("random", "ascending", "descending")
SHOWS = ("bids", "winner")
RETURNS = ("win_loss", "points")

RANDOM, ASCENDING, DESCENDING = 0, 1, 2  # values of Goofspiel.order
SHOW_BIDS, SHOW_WINNER = 0, 1  # values of Goofspiel.show
WIN_LOSS, POINTS = 0, 1  # values of Goofspiel.scoring


class Goofspiel(NamedTuple):
    """Selects the kernels of goofspiel and carries its options."""

    n_seats: int
    n_cards: int
    order: int
    show: int
    scoring: int


def build(players: int, cards: int, order: str, show: str, returns: str) -> Goofspiel:
    """Return the game with its options as numbers."""
    return Goofspiel(players, cards, ORDERS.index(order), SHOWS.index(show), RETURNS.index(returns))


SPEC = GameSpec(
    name="goofspiel",
    title="Goofspiel",
    summary="secret simultaneous bids for prizes; a tie for the highest bid wins nothing",
    version=1,
    game_type=Goofspiel,
    state_dtype=STATE_DTYPE,
    bounds=Bounds(
        n_codes=N_CODES,
        max_legal=MAX_CARDS,
        max_plies=MAX_CARDS * (1 + 2 * MAX_PLAYERS),  # each round: a prize, all bids, all bids shown
        max_chance=MAX_CARDS,
        max_hidden=MAX_PLAYERS * MAX_CARDS,
    ),
    players=(2, MAX_PLAYERS),
    build=build,
    options=(
        Option("cards", 13, "cards per hand, and prizes", low=3, high=MAX_CARDS),
        Option("order", "random", "in which order prizes are turned up", choices=ORDERS),
        Option("show", "bids", "what is shown after a round: all bids, or only who won", choices=SHOWS),
        Option("returns", "win_loss", "what counts: winning, or the lead in points", choices=RETURNS),
    ),
    chance=True,
    hidden=True,
    simultaneous=True,
    tuned={"c": 0.3, "tie": 0.1, "play": "mixed", "cutoff": 0, "reuse": True},  # measured: docs/search.md
)
