"""Short ways to play goofspiel in tests."""

from mctsky.core.contract import CHANCE
from mctsky.core.position import Position
from mctsky.core.rng import make_rng

SHOWS, ORDERS, RETURNS = ("bids", "winner"), ("random", "ascending", "descending"), ("win_loss", "points")


def play_rounds(game, *rounds):
    """Play whole rounds `(prize, bids)`; with a fixed order the prize turns up by itself."""
    position = game.start()
    for prize, bids in rounds:
        if game.options["order"] == "random":
            position.play(f"prize={prize}")
        for bid in bids:
            position.play(str(bid))
        reveal(position)
    return position


def reveal(position):
    while position.to_act == CHANCE and position.state.committed:
        position.play(position.chance_moves()[0][0])


def world_of(view, seed):
    world = view.copy()
    view.game.verb("determinise")(view.game.rules, world.state, view.seat, make_rng(seed))
    return Position(view.game, world.state)
