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
        "santorini-ny": lambda: late_in_new_york().view(),
        "pennies": lambda: Game(PENNIES).start().view(0),
    }
    return makers[name]()


def fourth_round() -> Position:
    """Three seats, bids never shown, one tie in three rounds: seat 0 is to bid and has much to guess."""
    bids = ("2 5 1", "4 4 3", "1 3 6")
    return played(load("goofspiel", players=3, cards=6, show="winner", order="descending"), " ".join(bids))


def late_in_new_york() -> Position:
    """Two seats: seat 0 moves first and must keep seat 1, who has the Statue, from winning; hands were redealt five times."""
    past = "14,21,22,25+3|11,15,23,24+19;3,8,11,20+16|6,15,18,19+13;8,11,16,17+3|5,13,18,25+4;3,5,20,24+19|4,6,11,23+10"
    text = (
        "..S3./.A12B22/RRSRB3/32S21/3SSS1/1A2213/1113./.13.. statue=1 step=start:0 table=14|15 hands=3|17 "
        f"spent=4,8,10,14|1,7,13,15 past={past};11,12,17,19+8|2,10,15,16+7"
    )
    return load("santorini-ny", builder="crane_operator", mover="tour_bus_driver").position(text)


def _second_round() -> View:
    """Three seats, bids never shown: what the others bid in the first round is unknown."""
    position = load("goofspiel", players=3, cards=5, show="winner").start(seed=2)
    for bid in (3, 1, 5):
        position.play(str(bid))
    return position.view(2)
