#!/usr/bin/env python3
"""Is the card set of Paper Skyscrapers balanced? Reads records of self-play and prints the tables of docs/games.

Let a bot play itself, then count:
  mctsky match ismcts:iterations=200 ismcts:iterations=200 --game paperskyscrapers --games 2000 --record two.jsonl --jobs 2
  python examples/paperskyscrapers_balance.py two.jsonl
"""

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from mctsky.arena.records.reader import read_records
from mctsky.arena.records.record import GameRecord
from mctsky.arena.records.replay import replay
from mctsky.arena.statistics.intervals import t_quantile
from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.state import N_TYPES, TYPES

MAX_SHARE = 1.25  # of the fair share: the upper end of the interval of a place in turn order, or of a city
MAX_LIFT = 1.5  # how much more often a type may be the most common in the winner's city than in all cities
MIN_BUILT = 0.02  # of the games, for every card

Scores = dict[str, dict[int, list[float]]]  # by what is judged and by block


class Tally:
    """The counts over all games with one number of players."""

    def __init__(self, players: int) -> None:
        """Begin with no games."""
        self.players, self.n_games = players, 0
        self.orders: Scores = defaultdict(lambda: defaultdict(list))
        self.cities: Scores = defaultdict(lambda: defaultdict(list))
        self.types, self.winners_types = Counter[str](), Counter[str]()
        self.built = Counter[str]()
        self.cards: tuple[str, ...] = ()

    def add(self, record: GameRecord) -> None:
        """Count one game."""
        *_, (position, _) = replay(record)
        self.n_games += 1
        self.cards = tuple(card.name for card in SETS[position.game.rules.cards].cards.buildings.values())
        built = set()
        first = int(position.state.first)
        for move in record.moves:
            if move.move.startswith("choose "):
                self.cities[move.move.removeprefix("choose ")][record.block].append(record.result[move.seat])
            elif move.move.startswith("build "):
                built.add(card_of(move.move, self.cards))
        self.built.update(built)
        for seat, result in enumerate(record.result):
            order = (seat - first) % self.players + 1
            self.orders[f"player {order}"][record.block].append(result)
            icons = position.state.icons[seat][:N_TYPES].tolist()
            commonest = [kind for kind, n in zip(TYPES, icons, strict=True) if n == max(icons) > 0]
            for kind in commonest:
                self.types[kind] += 1 / len(commonest)
                self.winners_types[kind] += result / len(commonest)

    def lines(self) -> Iterable[str]:
        """Yield the lines of the tables; one that misses its bound ends with `!`."""
        fair = 1 / self.players
        yield f"{self.players} players, {self.n_games} games, fair share {fair:.3f}, bound {MAX_SHARE * fair:.3f}"
        for scores in (self.orders, self.cities):
            for name, (mean, low, high, n) in sorted(judged(scores).items()):
                mark = " !" if high > MAX_SHARE * fair else ""
                yield f"  {name:<16} {mean:.3f}  [{low:.3f}, {high:.3f}]  {n:5}{mark}"
        total, won = sum(self.types.values()), sum(self.winners_types.values())
        for kind in TYPES:
            here, there = self.winners_types[kind] / won, self.types[kind] / total
            lift = here / there if there else 0.0
            yield f"  {kind:<16} {here:.3f} of winners, {there:.3f} of all: {lift:.2f} x{' !' if lift > MAX_LIFT else ''}"
        shares = sorted((self.built[card] / self.n_games, card) for card in self.cards)
        rare = [f"{card} {share:.3f}" for share, card in shares if share < MIN_BUILT]
        yield f"  built least: {', '.join(f'{card} {share:.3f}' for share, card in shares[:5])}{' !' if rare else ''}"
        yield f"  built most:  {', '.join(f'{card} {share:.3f}' for share, card in shares[:-6:-1])}"


def card_of(move: str, cards: Iterable[str]) -> str:
    """Return the card that `build Mill over 2` builds."""
    text = move.removeprefix("build ")
    return max((card for card in cards if text.startswith(f"{card} ")), key=len)


def judged(scores: Scores) -> Mapping[str, tuple[float, float, float, int]]:
    """Return mean, 95 % interval and number of scores of each.

    Games of a block share their luck, so the spread is that between blocks. They do not choose the same cities: a block counts
    by its number of scores (the ratio estimate of cluster samples).
    """
    found = {}
    for name, blocks in scores.items():
        n_scores = sum(map(len, blocks.values()))
        mean = sum(map(sum, blocks.values())) / n_scores
        squares = sum((sum(block) - mean * len(block)) ** 2 for block in blocks.values())
        spread = squares * (len(blocks) / n_scores) ** 2 / max(1, len(blocks) - 1)
        found[name] = mean, *wilson(mean, spread / len(blocks), len(blocks)), n_scores
    return found


def wilson(mean: float, variance: float, n_blocks: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share whose estimate has this variance, with Student's t for few blocks."""
    n = mean * (1 - mean) / variance if variance > 0 else n_blocks  # games of their own luck that would tell as much
    t = t_quantile(max(1, n_blocks - 1))
    middle = (mean + t * t / (2 * n)) / (1 + t * t / n)
    half = t / (1 + t * t / n) * math.sqrt(mean * (1 - mean) / n + t * t / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def main(paths: list[str]) -> None:
    """Print the tables of all record files, by number of players."""
    if not paths:
        sys.exit(__doc__)
    tallies: dict[int, Tally] = {}
    for path in paths:
        for record in read_records(path):
            players = len(record.seating)
            tallies.setdefault(players, Tally(players)).add(record)
    for _, tally in sorted(tallies.items()):
        sys.stdout.write("\n".join(tally.lines()) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
