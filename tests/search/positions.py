"""The views that the search tests search: small, and of every kind that the library knows."""

from functools import cache

from mctsky import Game, Position, View, load
from micro.pennies import SPEC as PENNIES


def played(game: Game, moves: str, seed: int = 1) -> Position:
    """Return the position after some moves; chance plays by itself."""
    position = game.start(seed)
    for move in moves.split():
        position.play(move)
    return position


@cache
def view_of(name: str) -> View:
    """Return a view by its short name."""
    makers = {
        "tictactoe": lambda: played(load("tictactoe"), "b2").view(),
        "connect4": lambda: played(load("connect4"), "d d c").view(),
        "kuhn": lambda: load("kuhn").view("? Q p", 1),
        "leduc": lambda: played(load("leduc"), "call raise").view(),
        "goofspiel": lambda: load("goofspiel", cards=4).start(seed=5).view(1),
        "goofspiel3": lambda: _second_round(),
        "goofspiel3-mid": lambda: fourth_round().view(),
        "pennies": lambda: Game(PENNIES).start().view(0),
    }
    return makers[name]()


def fourth_round() -> Position:
    """Three seats, bids never shown, one tie in three rounds: seat 0 is to bid and has much to guess."""
    bids = ("2 5 1", "4 4 3", "1 3 6")
    return played(load("goofspiel", players=3, cards=6, show="winner", order="descending"), " ".join(bids))


def _second_round() -> View:
    """Three seats, bids never shown: what the others bid in the first round is unknown."""
    position = load("goofspiel", players=3, cards=5, show="winner").start(seed=2)
    for bid in (3, 1, 5):
        position.play(str(bid))
    return position.view(2)
