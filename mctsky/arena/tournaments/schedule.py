"""Who meets whom in a tournament: round robin, gauntlet and mixed tables, for tables of any size.

Bots are numbers here. A tournament is played in passes, one block at each table per pass, and the order within a pass spreads
every bot over it: wherever a tournament is interrupted, all bots have played about equally often.
"""

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

MAX_TABLES = 5000  # different tables; far more than anybody waits for, and few enough to list
_TRIES = 12  # tables that are drawn for each that is used


@dataclass(frozen=True)
class Table:
    """Bots around a table: who plays, in this order, and which of the tournament's games."""

    game: int
    bots: tuple[int, ...]


def count_round_robin(n_bots: int, seats: Sequence[int]) -> int:
    """Return how many tables a round robin has, without listing them."""
    return sum(math.comb(n_bots, n_seats) for n_seats in seats)


def round_robin(n_bots: int, seats: Sequence[int]) -> list[Table]:
    """Return every combination of as many bots as a game has seats, for each game; `seats` has an entry per game."""
    tables = (Table(game, bots) for game, n in enumerate(seats) for bots in itertools.combinations(range(n_bots), n))
    return _spread(tables, n_bots)


def count_gauntlet(n_bots: int, n_challengers: int, seats: Sequence[int]) -> int:
    """Return how many tables a gauntlet has, without listing them."""
    return sum(n_challengers * math.comb(n_bots - n_challengers, n_seats - 1) for n_seats in seats)


def gauntlet(n_bots: int, challengers: Sequence[int], seats: Sequence[int]) -> list[Table]:
    """Return each challenger with every combination of the others, for each game; challengers do not meet each other."""
    others = [bot for bot in range(n_bots) if bot not in challengers]
    tables = (
        Table(game, tuple(sorted((challenger, *rest))))
        for game, n_seats in enumerate(seats)
        for challenger in challengers
        for rest in itertools.combinations(others, n_seats - 1)
    )
    return _spread(tables, n_bots)


def _spread(tables: Iterable[Table], n_bots: int) -> list[Table]:
    """Order tables so that those next to each other share few bots: pairs with equal sums modulo n_bots share none."""
    return sorted(tables, key=lambda table: (sum(table.bots) % n_bots, table.bots, table.game))


def draw_tables(n_bots: int, seats: Sequence[int], rounds: int, seed: int, *, order_matters: bool = True) -> list[Table]:
    """Return mixed tables, the games in turn, until every bot sits at `rounds` of them; the same seed draws the same tables.

    After every table all bots have sat at equally many, within one. Among the tables that keep this promise the one is taken
    whose bots have met least often. Where it matters who sits next to whom, the order around the table is drawn too.
    """
    luck = random.Random(seed)
    draw = _Draw(n_bots, len(seats), luck)
    tables: list[Table] = []
    while min(draw.n_tables) < rounds:
        game = len(tables) % len(seats)
        tries = [draw.propose(game, seats[game]) for _ in range(_TRIES)]
        bots = min(tries, key=lambda bots: draw.cost(game, bots))
        draw.take(game, bots)
        if order_matters and len(bots) > 2:
            rest = sorted(bots)[1:]  # the first keeps its place: seats rotate anyway
            bots = [min(bots), *(rest[at] for at in sorted(range(len(rest)), key=lambda _: luck.random()))]
        else:
            bots = sorted(bots)
        tables.append(Table(game, tuple(bots)))
    return tables


class _Draw:
    """What has been drawn so far."""

    def __init__(self, n_bots: int, n_games: int, luck: random.Random) -> None:
        self.luck = luck
        self.n_tables = [0] * n_bots
        self.at_game = [[0] * n_bots for _ in range(n_games)]
        self.met = [[0] * n_bots for _ in range(n_bots)]

    def propose(self, game: int, n_seats: int) -> list[int]:
        """Return bots for a table: each one of those that have played least, and of these one that knows the others least."""
        bots: list[int] = []
        while len(bots) < n_seats:
            left = (bot for bot in range(len(self.n_tables)) if bot not in bots)
            bots.append(min(left, key=lambda bot: (self.n_tables[bot], self._familiar(game, bot, bots), self.luck.random())))
        return bots

    def _familiar(self, game: int, bot: int, bots: Sequence[int]) -> float:
        return sum(self.met[bot][other] for other in bots) + self.at_game[game][bot]

    def cost(self, game: int, bots: Sequence[int]) -> int:
        """Return how far this table is from an even tournament."""
        met = sum((2 * self.met[a][b] + 1) for a, b in itertools.combinations(bots, 2))
        return met + sum(2 * self.at_game[game][bot] + 1 for bot in bots)

    def take(self, game: int, bots: Sequence[int]) -> None:
        """Note that these bots sit at a table."""
        for bot in bots:
            self.n_tables[bot] += 1
            self.at_game[game][bot] += 1
        for a, b in itertools.permutations(bots, 2):
            self.met[a][b] += 1


def interleave(tables: Sequence[Table], blocks_each: Callable[[Table], int]) -> Iterator[tuple[Table, int]]:
    """Yield (table, block number) in the order of play: one block at each table, then the next at each, and so on.

    A table that is listed more than once goes on where it stopped.
    """
    done: dict[Table, int] = {}
    wanted = [blocks_each(table) for table in tables]
    for turn in range(max(wanted, default=0)):
        for table, n_blocks in zip(tables, wanted, strict=True):
            if turn < n_blocks:
                block = done.get(table, 0)
                done[table] = block + 1
                yield table, block
