"""A quick estimate of who will win, for playouts that are cut off: height, ways up, high cards and the Statue."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, bit, highest, lowest, popcount
from mctsky.core.contract import Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.games.santorini.levels import height
from mctsky.games.santorini_ny.rules.board import occupied, steps
from mctsky.games.santorini_ny.spec import SantoriniNY

# Weights chosen by hand and by matches (docs/games/santorini-ny.md).
PER_LEVEL = 1.0
PER_WAY = 0.15  # squares to go to
PER_WAY_UP = 0.5  # squares to climb to
PER_SUMMIT = 3.0  # level 3 reachable from level 2
PER_CARD = 0.04  # number of the highest card in hand
STATUE = 1.5  # for a turn still to come with the Statue


@kernel
def strength(game: SantoriniNY, state: State, seat: Seat) -> float:
    """Return the strength of a living seat; only ratios matter."""
    taken, total = occupied(state), 0.5
    workers = state.workers[seat]
    while workers != ZERO:
        square = lowest(workers)
        level = height(state, bit(square))
        ways = steps(game, state, square, taken)
        up = ways & (state.levels[level] if level < 3 else ZERO)
        total += 1.0 + PER_LEVEL * level + PER_WAY * popcount(ways) + PER_WAY_UP * popcount(up)
        if level == 2 and up != ZERO:
            total += PER_SUMMIT
        workers &= workers - ONE
    cards = np.uint64(state.hands[seat])
    total *= 1.0 + PER_CARD * (highest(cards) + 1)
    if int(state.statue) == seat + 1 and int(state.table[seat]) != 0 and int(state.acted) >> seat & 1 == 0:
        total *= STATUE
    return total


@implement(SantoriniNY)
def evaluate(game: SantoriniNY, state: State, out: ValueBuffer) -> None:
    """Share one win among the living seats by their strength."""
    if state.winner != 0:
        for seat in range(game.n_seats):
            out[seat] = 1.0 if int(state.winner) == seat + 1 else 0.0
        return
    total = 0.0
    for seat in range(game.n_seats):
        out[seat] = strength(game, state, seat) if int(state.alive) >> seat & 1 else 0.0
        total += out[seat]
    for seat in range(game.n_seats):
        out[seat] /= total
