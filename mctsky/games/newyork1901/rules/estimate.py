"""Estimate the result quickly from the points so far and the buildings on the board."""

import numpy as np

from mctsky.core.bits import popcount
from mctsky.core.contract import Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rivals import prospects_on_stack, shares_of_rivals
from mctsky.games.newyork1901.rules.generate import MIN_UNBUILT
from mctsky.games.newyork1901.rules.scoring import final_points
from mctsky.games.newyork1901.spec import NewYork1901
from mctsky.games.newyork1901.state import N_WORDS, OVER

_SQUARE = 0.8  # what a free square of the estate is worth
_WORKER = 0.5  # what a worker on the board costs
_LAND_SHARE = 0.5  # how much of both counts once the end is triggered
_SPREAD, _PER_TILE = 3.0, 1.0  # points that decide a game: at the end, and more for each tile to come


@kernel
def prospect(game: NewYork1901, state: State, seat: Seat) -> float:
    """Return the points that a player has or can expect soon; a chosen tile or card counts as placed."""
    points = float(int(state.scores[seat]))
    if int(state.phase) == OVER:
        return points
    points += final_points(game, state, seat)
    free, out = 0, int(state.workers[seat])
    for word in range(N_WORDS):
        free += popcount(state.estate[seat, word] & ~state.built[seat, word])
    if int(state.seat) == seat:
        if int(state.card):
            free += 2 + (int(state.card) - 1) % 2
            out += 1
        free += 2 * int(state.takes)
        out += int(state.takes)
        if int(state.tile):
            tile = int(state.tile) - 1
            points += int(game.tables.tile_points[tile])
            out -= 1
            if int(state.razing) == 0:
                free -= int(game.tables.shape_size[int(game.tables.tile_shape[tile])])
    share = _LAND_SHARE if int(state.trigger) else 1.0
    return points + share * (_SQUARE * free - _WORKER * out)


@implement(NewYork1901)
def evaluate(game: NewYork1901, state: State, out: ValueBuffer) -> None:
    """Estimate the share of rivals that each player will be ahead of."""
    fewest = 18
    for seat in range(game.n_seats):
        fewest = min(fewest, popcount(np.uint64(state.unbuilt[seat])))
    scale = _SPREAD + _PER_TILE * (fewest - MIN_UNBUILT)
    prospects = prospects_on_stack()
    for seat in range(game.n_seats):
        prospects[seat] = prospect(game, state, seat)
    shares_of_rivals(prospects, game.n_seats, scale, out)
