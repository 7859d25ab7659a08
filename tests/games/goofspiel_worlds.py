"""All worlds of a winner-only goofspiel view, by full enumeration."""

from functools import cache
from itertools import combinations, permutations
from random import Random

import numpy as np

from mctsky.core.registry import load
from mctsky.games.goofspiel.state import MAX_PLAYERS, STATE_DTYPE

NOBODY_WON = MAX_PLAYERS


class Worlds:
    """All bid histories of the other seats, seat 0 viewing and its bids given; a world is a tuple of permutations."""

    def __init__(self, players, cards, own):
        self.players, self.cards, self.own = players, cards, own
        self.bids = np.array(list(permutations(range(1, cards + 1), len(own))), np.int8)  # of one seat
        n, others = len(self.bids), players - 1
        self.size = n**others
        self.index = np.indices((n,) * others).reshape(others, -1)  # per other seat and world: which row of bids
        self.weight = [n ** (others - 1 - k) for k in range(others)]
        code = np.zeros(self.size, np.int64)
        for r, mine in enumerate(own):
            table = np.stack([np.full(self.size, mine, np.int8), *(self.bids[row, r] for row in self.index)])
            alone = (table == table.max(0)).sum(0) == 1
            code = code * 6 + np.where(alone, table.argmax(0), NOBODY_WON)
        self.codes, self.view = np.unique(code, return_inverse=True)  # view of each world, by number

    def winners(self, view):
        code = int(self.codes[view])
        return [code // 6 ** (len(self.own) - 1 - r) % 6 for r in range(len(self.own))]

    def concealed(self, winners):
        """Return the state that seat 0 has when these seats won."""
        state = np.zeros(1, STATE_DTYPE).view(np.recarray)
        state[0].bids[0] = sum(card << 4 * r for r, card in enumerate(self.own))
        state[0].winners = sum(winner + 1 << 4 * r for r, winner in enumerate(winners))
        state[0].n_rounds = len(self.own)
        return state

    def rules(self):
        return load("goofspiel", players=self.players, cards=self.cards, show="winner").rules

    def swaps(self):
        """Return every exchange of two values, and of two rounds, as a table from a row of bids to another."""
        row_of = {tuple(row): i for i, row in enumerate(self.bids.tolist())}
        for first, second in combinations(range(1, self.cards + 1), 2):
            other = {first: second, second: first}
            yield np.array([row_of[tuple(other.get(card, card) for card in row)] for row in self.bids.tolist()])
        for first, second in combinations(range(len(self.own)), 2):
            swapped = self.bids.copy()
            swapped[:, [first, second]] = swapped[:, [second, first]]
            yield np.array([row_of[tuple(row)] for row in swapped.tolist()])


@cache
def listed(players, cards, n_rounds):
    """Return all worlds for one fixed random choice of the viewer's bids."""
    return Worlds(players, cards, tuple(Random(players + cards).sample(range(1, cards + 1), n_rounds)))
