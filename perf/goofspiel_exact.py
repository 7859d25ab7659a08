"""Goofspiel with seven cards and two seats, solved, and how far bots are from it.

    python perf/goofspiel_exact.py loss ismcts mo-ismcts:select=rm,play=mixed --ms 5
    python perf/goofspiel_exact.py match ismcts so-ismcts --ms 5 --n-games 1000
    python perf/goofspiel_exact.py fit                        # the numbers of `evaluate` in the rules

Every position between two rounds has a value: bids are a matrix of values of the positions that follow, and matrices are solved
by regret matching until best answers gain less than 0.0002. That takes three minutes and is kept in --values FILE.

`loss` is what a bot's mixed bid gives away to the best answer, values of the rest of the game being exact: free of luck, and
strict, because no opponent knows the best answer. It is shown by the number of cards left, as a share of a win. `match` plays
against the solution itself, which nobody can beat.
"""

import argparse
import random
import statistics
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from strategies import budget, with_iterations

import mctsky
from mctsky.bots.registry import make_bot
from mctsky.core.rng import derive_seed

N = 7
FULL = (1 << N) - 1
MOST = N * (N + 1) // 2  # points
SUMS = np.array([sum(card + 1 for card in range(N) if cards >> card & 1) for cards in range(1 << N)])
SIZES = np.array([cards.bit_count() for cards in range(1 << N)])
CLOSE, MOST_STEPS, CHECKED_EVERY = 2e-4, 20_000, 50


class Place(NamedTuple):
    """A position after a prize was turned up: cards and prizes as sets, the lead of the first of two hands."""

    mine: int
    theirs: int
    prizes: int  # left, the one turned up included
    prize: int
    lead: int


def cards_of(cards: int) -> list[int]:
    return [card for card in range(N) if cards >> card & 1]


@numba.njit
def shares(regrets: Any, n: int, out: Any) -> None:
    total = 0.0
    for i in range(n):
        total += regrets[i]
    for i in range(n):
        out[i] = regrets[i] / total if total > 0 else 1.0 / n


@numba.njit
def solve(matrix: Any, n: int, first: Any, second: Any) -> float:
    """Return the value of a matrix for who chooses rows and wants much; fill in the strategies of both."""
    best, least, row, column = -2.0, 2.0, 0, 0
    for i in range(n):
        low, high = matrix[i, :n].min(), matrix[:n, i].max()
        if low > best:
            best, row = low, i
        if high < least:
            least, column = high, i
    if least - best < 1e-9:  # sure bids
        first[:n], second[:n] = 0.0, 0.0
        first[row], second[column] = 1.0, 1.0
        return best
    regrets, sums, now, gains = np.zeros((2, N)), np.zeros((2, N)), np.zeros((2, N)), np.zeros(N)
    for step in range(1, MOST_STEPS + 1):
        shares(regrets[0], n, now[0])
        shares(regrets[1], n, now[1])
        for side in range(1, -1, -1):  # in turns: the rows already answer what the columns have become
            expected = 0.0
            for i in range(n):
                gain = 0.0
                for j in range(n):
                    gain += now[1][j] * matrix[i, j] if side == 0 else -now[0][j] * matrix[j, i]
                gains[i] = gain
                expected += gain * now[side][i]
            for i in range(n):
                regrets[side][i] = max(0.0, regrets[side][i] + gains[i] - expected)
            if side == 1:
                shares(regrets[1], n, now[1])
        sums += step * now
        if step % CHECKED_EVERY == 0 or step == MOST_STEPS:
            shares(sums[0], n, first)
            shares(sums[1], n, second)
            most, low, value = -2.0, 2.0, 0.0
            for i in range(n):
                by_row, by_column = 0.0, 0.0
                for j in range(n):
                    by_row += matrix[i, j] * second[j]
                    by_column += matrix[j, i] * first[j]
                most, low = max(most, by_row), min(low, by_column)
                value += first[i] * by_row
            if most - low < CLOSE:
                break
    return value


@numba.njit
def value_of(values: Any, mine: int, theirs: int, prizes: int, lead: int) -> float:
    """Return a value from -1 to 1 between two rounds."""
    if abs(lead) > SUMS[prizes]:
        return 1.0 if lead > 0 else -1.0
    return values[mine, theirs, prizes, lead + MOST]


@numba.njit
def fill_matrix(values: Any, mine: int, theirs: int, prizes: int, prize: int, lead: int, matrix: Any) -> int:
    """Write the value after each pair of bids; return how many bids there are."""
    row = 0
    for card in range(N):
        if mine >> card & 1:
            column = 0
            for other in range(N):
                if theirs >> other & 1:
                    won = (prize + 1) * (int(card > other) - int(card < other))
                    rest = prizes & ~(1 << prize)
                    matrix[row, column] = value_of(values, mine & ~(1 << card), theirs & ~(1 << other), rest, lead + won)
                    column += 1
            row += 1
    return row


@numba.njit
def fill_values(values: Any, sets: Any, size: int) -> None:
    """Write the values of all positions with so many cards; exchanging the hands turns a value round."""
    matrix, first, second = np.zeros((N, N)), np.zeros(N), np.zeros(N)
    for mine in sets:
        for theirs in sets[sets >= mine]:
            for prizes in sets:
                most = min(SUMS[prizes], MOST - SUMS[prizes])
                for lead in range(-most, most + 1):
                    total = 0.0
                    for prize in range(N):
                        if prizes >> prize & 1:
                            n = fill_matrix(values, mine, theirs, prizes, prize, lead, matrix)
                            total += solve(matrix, n, first, second)
                    values[mine, theirs, prizes, lead + MOST] = total / size
                    values[theirs, mine, prizes, MOST - lead] = -total / size


def solved(file: Path) -> Any:
    """Return the values of all positions, from a file if it is there."""
    if file.exists():
        return np.load(file)
    values = np.zeros((FULL + 1, FULL + 1, FULL + 1, 2 * MOST + 1), np.float32)
    values[0, 0, 0] = np.sign(np.arange(-MOST, MOST + 1))
    for size in range(1, N + 1):
        fill_values(values, np.flatnonzero(size == SIZES), size)
        print(f"solved: {size} cards", file=sys.stderr, flush=True)
    np.save(file, values)
    return values


class Table:
    """The values, and what follows from them at one position."""

    def __init__(self, values: Any) -> None:
        """Make room for one position."""
        self.values, self.matrix = values, np.zeros((N, N))
        self.first, self.second = np.zeros(N), np.zeros(N)

    def solve(self, place: Place) -> tuple[Any, Any, float]:
        """Return the matrix of a position, the strategy of the first hand, and the value."""
        n = fill_matrix(self.values, place.mine, place.theirs, place.prizes, place.prize, place.lead, self.matrix)
        value = solve(self.matrix, n, self.first, self.second)
        return self.matrix[:n, :n], self.first[:n], value


def place_of(view: mctsky.View) -> Place:
    """Return the position that a seat sees."""
    state, seat, rounds = view.state, view.seat, int(view.state.n_rounds)

    def hand(seat: int) -> int:
        bids = [int(state.bids[seat]) >> 4 * k & 15 for k in range(rounds)]
        return FULL & ~sum(1 << bid - 1 for bid in bids)

    prize = (int(state.prizes) >> 4 * rounds & 15) - 1
    lead = int(state.scores[seat]) - int(state.scores[1 - seat])
    return Place(hand(seat), hand(1 - seat), int(state.deck) | 1 << prize, prize, lead)


class Solution:
    """Bids as the solution does."""

    def __init__(self, table: Table) -> None:
        """Play by a table."""
        self.table = table

    def new_game(self, game: mctsky.Game, seat: int, seed: int) -> None:
        """Begin a game."""
        self.random = random.Random(seed)

    def choose(self, view: mctsky.View) -> int:
        """Draw a bid."""
        _, strategy, _ = self.table.solve(place_of(view))
        return self.random.choices(sorted(view.own_codes()), strategy)[0]


def positions(table: Table, game: mctsky.Game, n: int) -> Iterator[mctsky.View]:
    """Yield views of seat 0 with 7 to 2 cards, of games in which three bids in ten are random and the others the solution's."""
    for number in range(n):
        luck, position, solution = random.Random(number), game.start(number), Solution(table)
        solution.random = luck
        for _ in range(2 * (number % (N - 1))):
            view = position.view()
            position.play(luck.choice(sorted(view.own_codes())) if luck.random() < 0.3 else solution.choose(view))
        yield position.view(0)


def show_losses(table: Table, game: mctsky.Game, specs: list[str], n: int, ms: float) -> None:
    """Print what bots lose, by the number of cards left."""
    views = list(positions(table, game, n))
    print("| bot | iterations | sum | " + " | ".join(f"{k} cards" for k in range(N, 1, -1)) + " |")
    print("|---|---|---|" + "---|" * (N - 1))
    for spec in specs:
        iterations, losses = budget("goofspiel7", spec, ms), {k: list[float]() for k in range(N, 1, -1)}
        for number, view in enumerate(views):
            bot = make_bot(with_iterations(spec, iterations))
            bot.new_game(game, 0, derive_seed("loss", number))
            chances = bot.choices(view)
            place = place_of(view)
            matrix, _, value = table.solve(place)
            bids = np.array([chances.get(code, 0.0) for code in sorted(view.own_codes())])
            losses[place.mine.bit_count()].append((value - float((bids @ matrix).min())) / 2)
        means = [statistics.fmean(part) for part in losses.values()]
        print(
            f"| `{spec}` | {iterations:,} | {sum(means):.3f} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |",
            flush=True,
        )


def show_match(table: Table, game: mctsky.Game, specs: list[str], n_games: int, ms: float) -> None:
    """Print how bots score against the solution, both seats in turn."""
    for spec in specs:
        iterations, scores = budget("goofspiel7", spec, ms), list[float]()
        for block in range(n_games // 2):
            score = 0.0
            for seat in (0, 1):
                seats: list[Any] = [make_bot(with_iterations(spec, iterations)), Solution(table)]
                seats = seats[:: 1 if seat == 0 else -1]
                for place, bot in enumerate(seats):
                    bot.new_game(game, place, derive_seed("match", block, seat, place))
                position = game.start(1_000 + block)
                while not position.is_over:
                    position.play(seats[position.to_act].choose(position.view()))
                score += position.returns()[seat] / 2
            scores.append(score)
        error = 1.96 * statistics.stdev(scores) / sqrt(len(scores))
        print(
            f"{spec}, {iterations:,} iterations, against the solution: {statistics.fmean(scores):.3f} +- {error:.3f}",
            flush=True,
        )


def show_fit(table: Table) -> None:
    """Fit the estimate of the rules to the values of positions between two rounds, and print its numbers and error."""
    from scipy.optimize import least_squares

    found, luck = set(), random.Random(5)
    for _ in range(6_000):
        place, guided = Place(FULL, FULL, FULL, 0, 0), luck.random() < 0.6
        while place.mine:
            place = place._replace(prize=luck.choice(cards_of(place.prizes)))
            bids = [luck.choice(cards_of(place.mine)), luck.choice(cards_of(place.theirs))]
            if guided:
                matrix, strategy, _ = table.solve(place)
                bids = [luck.choices(cards_of(place.mine), strategy)[0]]
                bids.append(luck.choices(cards_of(place.theirs), table.second[: len(matrix)])[0])
            won = (place.prize + 1) * ((bids[0] > bids[1]) - (bids[0] < bids[1]))
            rest = place.prizes & ~(1 << place.prize)
            place = Place(place.mine & ~(1 << bids[0]), place.theirs & ~(1 << bids[1]), rest, 0, place.lead + won)
            if place.mine and abs(place.lead) <= SUMS[rest]:
                found.add(place)
    places = sorted(found)
    exact = np.array([value_of(table.values, p.mine, p.theirs, p.prizes, p.lead) for p in places])
    worths = np.array([[sum((c + 1) ** 4 for c in cards_of(hand)) for hand in (p.mine, p.theirs)] for p in places])
    outbids = np.array([np.mean([np.sign(a - b) for a in cards_of(p.mine) for b in cards_of(p.theirs)]) for p in places])
    rest, root = (np.array([sum((c + 1) ** k for c in cards_of(p.prizes)) for p in places]) for k in (1, 2))
    leads = np.array([p.lead for p in places])

    def errors(numbers: Any) -> Any:
        by_strength, by_chance, steepness = numbers
        part = by_strength * (worths[:, 0] - worths[:, 1]) / worths.sum(axis=1) + by_chance * outbids
        lead = steepness * (leads + rest * part) / np.sqrt(root)
        return (lead / np.sqrt(1 + lead * lead) - exact) / 2

    answer = least_squares(errors, [0.5, 0.5, 2.0])
    numbers = ", ".join(f"{number:.2f}" for number in answer.x)
    print(
        f"{len(places):,} positions; BY_STRENGTH, BY_CHANCE, STEEPNESS = {numbers}; error {np.sqrt(np.mean(answer.fun**2)):.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["loss", "match", "fit"])
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--ms", type=float, default=5, help="CPU time per decision, as in strategies.py")
    parser.add_argument("--n", type=int, default=480, help="positions")
    parser.add_argument("--n-games", type=int, default=1_000)
    parser.add_argument(
        "--values", type=Path, default=Path("goofspiel7.npy"), metavar="FILE", help="keep the values there (475 MB)"
    )
    given = parser.parse_intermixed_args()
    table, game = Table(solved(given.values)), mctsky.load("goofspiel", cards=N)
    if given.what == "loss":
        show_losses(table, game, given.bots, given.n, given.ms)
    elif given.what == "match":
        show_match(table, game, given.bots, given.n_games, given.ms)
    else:
        show_fit(table)


if __name__ == "__main__":
    main()
