"""Plackett-Luce ratings from games of any number of seats, with intervals that know about blocks.

The model: places are given out one after another, and a bot takes the next place with a chance proportional to
10^(rating/400) among those that are left. With two seats this is Bradley-Terry, the model behind Elo.

- Only the order of the results counts. Seats that share the last place are not told apart (a game with one winner says who came
  first and nothing more), unless all share it: that is a draw.
- Seats that share any other place, or all in a draw, count as every possible order of them in equal parts (the mean of the
  log-likelihoods). With two seats a draw is half a win and half a loss, as in Elo.
- A weak prior keeps ratings finite: every bot also drew `PRIOR` games with an imaginary one of average strength.
- Games of a block share their luck. Intervals come from the spread between blocks (a sandwich of the curvature), whatever the
  luck within them does; the imaginary games count as blocks of their own, so that an unbeaten bot has a wide interval.
"""

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mctsky.arena.records.record import GameRecord
from mctsky.arena.statistics.intervals import NORMAL, t_quantile
from mctsky.errors import OptionError

Floats = npt.NDArray[np.float64]
ELO = 400 / math.log(10)  # Elo per unit of log strength
PRIOR = 1.0  # imaginary drawn games per bot
_MAX_STEPS = 100


@dataclass(frozen=True)
class RatedGame:
    """What a rating needs of a game: who sat where, the result by seat, and which block the game belongs to."""

    names: tuple[str, ...]
    result: tuple[float, ...]
    block: Hashable


@dataclass(frozen=True)
class Rating:
    """A bot's rating on the Elo scale with its 95 % interval."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    rank: int  # within its group
    group: int
    by_prior: bool  # whether the games alone would set no limit to the distance from some other bot of its group


@dataclass(frozen=True)
class Ratings:
    """Ratings of all bots, best first within each group; bots of different groups cannot be compared."""

    bots: tuple[Rating, ...]
    superiority: tuple[tuple[float | None, ...], ...]  # [a][b]: how likely a is better than b; None across groups
    groups: tuple[tuple[str, ...], ...]
    anchor: str | None
    games: int
    blocks: int

    @property
    def warning(self) -> str:
        """What a reader of the table must know, empty if nothing."""
        lines = []
        if len(self.groups) > 1:
            listed = "; ".join(", ".join(names) for names in self.groups)
            lines.append(f"{len(self.groups)} groups never met and cannot be compared: {listed}")
        loose = [bot.name for bot in self.bots if bot.by_prior]
        if loose:
            lines.append(f"won or lost every comparison with some others, so the distance is a guess: {', '.join(loose)}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the ratings as JSON-able data."""
        return {
            "games": self.games,
            "blocks": self.blocks,
            "anchor": self.anchor,
            "groups": [list(names) for names in self.groups],
            "warning": self.warning,
            "bots": [vars(bot) | {"superiority": self._row(number)} for number, bot in enumerate(self.bots)],
        }

    def _row(self, number: int) -> dict[str, float | None]:
        chances = zip(self.bots, self.superiority[number], strict=True)
        return {other.name: chance for other, chance in chances if other.name != self.bots[number].name}


def fit_ratings(games: Iterable[RatedGame], anchor: tuple[str, float] | None = None, prior: float = PRIOR) -> Ratings:
    """Return the ratings that explain the games best; their mean is 0 in each group, or the anchor has its given rating."""
    data = _Data(games)
    if anchor and anchor[0] not in data.numbers:
        raise OptionError("the anchor played no game", given=anchor[0], where="ratings", remedy=", ".join(data.names))
    if not 0 < prior < math.inf:
        raise OptionError("the prior must be positive", given=prior, where="ratings")
    strengths = data.fit(prior)
    covariance, support = data.covariance(strengths, prior)
    group_of = _components(data.met)
    groups = [np.flatnonzero(group_of == number) for number in range(int(group_of.max(initial=-1)) + 1)]
    contrast = np.zeros((len(data.names), len(data.names)))
    shift = np.zeros(len(data.names))
    for members in groups:
        if anchor and data.numbers[anchor[0]] in members:
            contrast[members, data.numbers[anchor[0]]] -= 1.0
            shift[members] = anchor[1] / ELO
        else:
            contrast[np.ix_(members, members)] -= 1.0 / len(members)
    contrast += np.eye(len(data.names))
    return _table(data, contrast @ strengths + shift, contrast @ covariance @ contrast.T, support, group_of, anchor)


def _table(
    data: "_Data",
    centred: Floats,
    covariance: Floats,
    support: Floats,
    group_of: npt.NDArray[np.int64],
    anchor: tuple[str, float] | None,
) -> Ratings:
    # A bot's own blocks, not all, are what its spread is estimated from.
    quantiles = np.array([t_quantile(max(1, n - 1)) for n in data.own_blocks])
    errors = quantiles * np.sqrt(np.maximum(0.0, np.diag(covariance)))
    order = sorted(range(len(data.names)), key=lambda bot: (group_of[bot], -centred[bot], data.names[bot]))
    loose = _loose(data.above, group_of)
    bots: list[Rating] = []
    ranks: Counter[int] = Counter()
    for bot in order:
        ranks[int(group_of[bot])] += 1
        bots.append(
            Rating(
                name=data.names[bot],
                rating=float(ELO * centred[bot]),
                low=float(ELO * (centred[bot] - errors[bot])),
                high=float(ELO * (centred[bot] + errors[bot])),
                games=data.n_played[bot],
                rank=ranks[int(group_of[bot])],
                group=int(group_of[bot]),
                by_prior=bool(loose[bot]),
            )
        )
    chances = tuple(tuple(_better(centred, covariance, support, group_of, a, b) for b in order) for a in order)
    groups = tuple(
        tuple(bot.name for bot in bots if bot.group == number) for number in range(int(group_of.max(initial=-1)) + 1)
    )
    return Ratings(tuple(bots), chances, groups, anchor[0] if anchor else None, data.n_games, data.n_blocks)


def _better(
    centred: Floats, covariance: Floats, support: Floats, group_of: npt.NDArray[np.int64], a: int, b: int
) -> float | None:
    """Return how likely a is better than b: as in a match, m blocks never make it surer than sqrt(m) standard errors."""
    if group_of[a] != group_of[b]:
        return None
    variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
    distance = (centred[a] - centred[b]) / math.sqrt(variance) if variance > 1e-12 else 0.0
    return NORMAL.cdf(distance / math.sqrt(1 + distance**2 / support[a, b]))


class _Data:
    """The games as sums: each kind of game (who shared which place with whom) once, and how often it came in each block."""

    def __init__(self, games: Iterable[RatedGame]) -> None:
        kinds: dict[tuple[tuple[str, ...], ...], int] = {}
        blocks: dict[Hashable, int] = {}
        counts: Counter[tuple[int, int]] = Counter()
        played: Counter[str] = Counter()
        for game in games:
            kind = kinds.setdefault(_places(game), len(kinds))
            counts[blocks.setdefault(game.block, len(blocks)), kind] += 1
            played.update(set(game.names))
        self.names = tuple(sorted(played))
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.n_played = [played[name] for name in self.names]
        self.n_blocks, self.n_games = len(blocks), counts.total()
        n_bots, n_kinds = len(self.names), len(kinds)
        self.met = np.zeros((n_bots, n_bots), dtype=np.bool_)
        self.above = np.zeros((n_bots, n_bots), dtype=np.bool_)  # [a, b]: a came before b, or shared a place that counts
        self.taken = np.zeros((n_kinds, n_bots))  # places that each bot took, by kind of game
        self.met_kind = np.zeros((n_kinds, n_bots), dtype=np.bool_)  # who sits in each kind of game
        terms: list[tuple[int, float, Floats]] = []  # kind, weight, how many seats of each bot are still in the choice
        for places, kind in kinds.items():
            terms += self._choices(kind, [[self.numbers[name] for name in place] for place in places])
        self.term_kind = np.array([term[0] for term in terms], dtype=np.int64)
        self.term_weight = np.array([term[1] for term in terms])
        self.term_seats = np.array([term[2] for term in terms]).reshape(len(terms), n_bots)
        pairs = np.array(list(counts), dtype=np.int64).reshape(-1, 2)
        self.block_of, self.kind_of = pairs[:, 0], pairs[:, 1]
        self.times = np.array(list(counts.values()), dtype=np.float64)
        present = self.met_kind[self.kind_of]
        taken = np.zeros((self.n_blocks, n_bots), dtype=np.bool_)
        np.logical_or.at(taken, self.block_of, present)
        self.own_blocks = [int(n) for n in taken.sum(axis=0)]
        self.kind_times = np.bincount(self.kind_of, weights=self.times, minlength=n_kinds)

    def _choices(self, kind: int, places: list[list[int]]) -> list[tuple[int, float, Floats]]:
        """Return the choices that a kind of game consists of, and note who met whom."""
        n_bots = len(self.names)
        present = sorted({bot for place in places for bot in place})
        self.met[np.ix_(present, present)] = True
        self.met_kind[kind, present] = True
        terms = []
        decided = places if len(places) == 1 else places[:-1]
        for number, place in enumerate(decided):
            rest = [bot for lower in places[number + 1 :] for bot in lower]
            self.above[np.ix_(place, place + rest)] = True
            for bot in place:
                self.taken[kind, bot] += 1.0
            for n_left in range(1, len(place) + 1):
                # Taken in every order, each set of n_left members is equally often what is left of the place.
                for left, times in Counter(itertools.combinations(sorted(place), n_left)).items():
                    seats = np.bincount(list(left) + rest, minlength=n_bots).astype(np.float64)
                    terms.append((kind, times / math.comb(len(place), n_left), seats))
        return terms

    def slopes(self, strengths: Floats) -> tuple[Floats, Floats]:
        """Return the gradient of each kind of game's log-likelihood, and each term's share of every bot."""
        worth = self.term_seats * np.exp(strengths - strengths.max(initial=0.0))
        shares = worth / worth.sum(axis=1, keepdims=True)
        gradient = self.taken.copy()
        np.subtract.at(gradient, self.term_kind, self.term_weight[:, None] * shares)
        return gradient, shares

    def curvature(self, shares: Floats, prior_share: Floats, prior: float) -> Floats:
        """Return minus the second derivative of the log-posterior."""
        weights = self.term_weight * self.kind_times[self.term_kind]
        curve = np.diag(weights @ shares) - shares.T @ (weights[:, None] * shares)
        return np.asarray(curve + np.diag(prior * prior_share * (1 - prior_share)))

    def value(self, strengths: Floats, prior: float) -> float:
        """Return the log-posterior."""
        top = strengths.max(initial=0.0)
        logs = np.log(self.term_seats @ np.exp(strengths - top)) + top
        games = self.kind_times @ (self.taken @ strengths) - (self.term_weight * self.kind_times[self.term_kind]) @ logs
        return float(games + prior * (0.5 * strengths - np.logaddexp(0.0, strengths)).sum())

    def fit(self, prior: float) -> Floats:
        """Return the log strengths of highest posterior: Newton's steps, halved where they overshoot; it is concave."""
        strengths = np.zeros(len(self.names))
        value = self.value(strengths, prior)
        for _ in range(_MAX_STEPS):
            gradient, shares = self.slopes(strengths)
            share = 1 / (1 + np.exp(-strengths))
            slope = self.kind_times @ gradient + prior * (0.5 - share)
            step = np.linalg.solve(self.curvature(shares, share, prior), slope)
            for _ in range(60):
                following = strengths + step
                new_value = self.value(following, prior)
                if new_value >= value - 1e-9:
                    break
                step = step / 2
            strengths, value = following, new_value
            if np.abs(step).max(initial=0.0) < 1e-10:
                break
        return strengths

    def covariance(self, strengths: Floats, prior: float) -> tuple[Floats, Floats]:
        """Return the covariance of the log strengths, from the spread of the gradients of blocks, and `_support`."""
        gradient, shares = self.slopes(strengths)
        share = 1 / (1 + np.exp(-strengths))
        inverse: Floats = np.asarray(np.linalg.inv(self.curvature(shares, share, prior)), dtype=np.float64)
        blocks = np.zeros((self.n_blocks, len(self.names)))
        np.add.at(blocks, self.block_of, self.times[:, None] * gradient[self.kind_of])
        # A drawn game is half a win and half a loss, each a block of its own.
        imaginary = prior * 0.25 * (share**2 + (1 - share) ** 2)
        spread = blocks.T @ blocks * (self.n_blocks / max(1, self.n_blocks - 1)) + np.diag(imaginary)
        return np.asarray(inverse @ spread @ inverse), self._support(shares, inverse)

    def _support(self, shares: Floats, inverse: Floats) -> Floats:
        """Return for each two bots how many blocks their distance rests on.

        It is (sum v)^2 / sum v^2 over the parts v that blocks have in the variance which the model gives the distance: n blocks
        between the two count as n, and one block that alone links two fields as little more than one.
        """
        by_block: dict[int, list[tuple[int, float]]] = {}
        for block, kind, times in zip(self.block_of.tolist(), self.kind_of.tolist(), self.times.tolist(), strict=True):
            by_block.setdefault(block, []).append((kind, times))
        total, squares = np.zeros_like(inverse), np.zeros_like(inverse)
        for games, n_alike in Counter(tuple(sorted(games)) for games in by_block.values()).items():
            times_of = np.zeros(len(self.taken))
            for kind, times in games:
                times_of[kind] = times
            weights = self.term_weight * times_of[self.term_kind]
            rows, bots = np.flatnonzero(weights), np.flatnonzero(self.met_kind[times_of > 0].any(axis=0))
            part = shares[np.ix_(rows, bots)]
            curve = np.diag(weights[rows] @ part) - part.T @ (weights[rows, None] * part)
            spread = inverse[:, bots] @ curve @ inverse[bots]
            alone = np.diag(spread)
            parts = np.maximum(0.0, alone[:, None] + alone[None, :] - 2 * spread)
            total += n_alike * parts
            squares += n_alike * parts**2
        return np.asarray(np.where(squares > 0, total**2 / np.where(squares > 0, squares, 1.0), 1.0))


def _places(game: RatedGame) -> tuple[tuple[str, ...], ...]:
    """Return the bots by place, best first; seats with equal results share a place."""
    if len(game.names) != len(game.result) or len(game.names) < 2:
        raise OptionError("a rated game has at least two seats with a result each", given=game.names, where="ratings")
    by_result: dict[float, list[str]] = {}
    for name, value in zip(game.names, game.result, strict=True):
        by_result.setdefault(round(value, 9), []).append(name)
    return tuple(tuple(sorted(by_result[value])) for value in sorted(by_result, reverse=True))


def _reach(linked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return who reaches whom over any number of links."""
    reach = linked | np.eye(len(linked), dtype=np.bool_)
    while True:
        wider = (reach.astype(np.float64) @ reach.astype(np.float64)) > 0
        if (wider == reach).all():
            return reach
        reach = wider


def _label(same: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return class numbers of an equivalence, in the order of their first members."""
    firsts = [int(np.flatnonzero(row)[0]) for row in same]
    numbers = {first: number for number, first in enumerate(sorted(set(firsts)))}
    return np.array([numbers[first] for first in firsts], dtype=np.int64)


def _components(linked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    return _label(_reach(linked | linked.T))


def _loose(above: npt.NDArray[np.bool_], group_of: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return which bots the games alone would send to infinity, seen from the main body of their group if it has one.

    Ford's condition: ratings are finite where every bot has come before every other, if only over a chain of others.
    """
    reach = _reach(above)
    n_equal = (reach & reach.T).sum(axis=1)
    n_group = np.bincount(group_of)[group_of]
    return np.asarray((n_equal < n_group) & (2 * n_equal <= n_group))


def rated(records: Iterable[GameRecord], match: Hashable = "") -> list[RatedGame]:
    """Return the games of records for rating; `match` tells blocks of different matches apart."""
    return [RatedGame(record.names, record.result, (match, record.block)) for record in records]


def crosstable(games: Iterable[RatedGame]) -> Mapping[tuple[str, str], tuple[int, float]]:
    """Return for every ordered pair of bots how many comparisons they had and how many the first won, ties as halves.

    Each two seats of a game that hold different bots are one comparison.
    """
    table: dict[tuple[str, str], tuple[int, float]] = {}
    for game in games:
        seats: Sequence[tuple[str, float]] = list(zip(game.names, game.result, strict=True))
        for (name, value), (other, theirs) in itertools.permutations(seats, 2):
            if name != other:
                n, won = table.get((name, other), (0, 0.0))
                table[name, other] = (n + 1, won + (1.0 if value > theirs else 0.5 if value == theirs else 0.0))
    return table
