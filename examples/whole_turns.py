#!/usr/bin/env python3
"""Play a match: the whole turns that the advisor recommends, against a search for every small move.

    python examples/whole_turns.py [--games 200] [--time 0.05] [--game santorini-ny] [--seed 1]

The side of small moves has T seconds for each small move. The side of turns searches once, at the first move of a turn, for T
times the mean number of moves that its turns have had so far; both then use the same time per move, which is printed. If the
turn cannot be played as advised, or is not complete, it searches again. Games come in pairs on the same luck with the seats
exchanged. The score is the mean result of the side of turns with the standard error of the pairs.
"""

import argparse
import math
import sys
import time

import mctsky


class SmallMoves:
    """Searches every move for T seconds."""

    def __init__(self, seconds: float) -> None:
        """Take the time for a move."""
        self.seconds, self.used, self.moves = seconds, 0.0, 0

    def choose(self, view: mctsky.View, seed: int) -> int:
        """Return the move of a search."""
        begun = time.perf_counter()
        found = mctsky.advise(view, time=self.seconds, seed=seed, turns=0, top=1, worlds=0)
        self.used += time.perf_counter() - begun
        self.moves += 1
        return found.best_code


class WholeTurns:
    """Searches once for a turn, and plays the best one to its end."""

    def __init__(self, seconds: float) -> None:
        """Take the time for a move."""
        self.seconds, self.used, self.moves = seconds, 0.0, 0
        self.plan: list[int] = []
        self.lengths = [2]  # moves of the turns so far

    def choose(self, view: mctsky.View, seed: int) -> int:
        """Return the next move of the turn, or the first one of a new turn."""
        self.moves += 1
        if self.plan and self.plan[0] in view.own_codes() and view.to_act == view.seat:
            return self.plan.pop(0)
        begun = time.perf_counter()
        moves = sum(self.lengths) / len(self.lengths) if goes_on(view) else 1.0
        found = mctsky.advise(view, time=self.seconds * moves, seed=seed, turns=1, top=1, worlds=0)
        self.used += time.perf_counter() - begun
        codes = list(found.turns[0].codes) if found.turns else [found.best_code]
        self.plan = codes[1:]
        if moves != 1.0:
            self.lengths.append(len(codes))
        return codes[0]


def goes_on(view: mctsky.View) -> bool:
    """Say whether the turn has more moves after this one."""
    if view.to_act != view.seat:
        return False
    after = view.copy()
    after.game.verb("play")(after.game.rules, after.state, view.legal_codes()[0])
    return after.to_act == view.seat and bool(after.game.verb("mid_turn")(after.game.rules, after.state, view.seat))


def play(game: mctsky.Game, players: list, seed: int) -> list[float]:
    """Play a game and return the results."""
    position = game.start(seed=seed)
    number = 0
    for player in players:
        if isinstance(player, WholeTurns):
            player.plan = []
    while not position.is_over:
        seat = position.to_act
        number += 1
        position.play(players[seat].choose(position.view(seat), 1000 * seed + number))
    return position.returns()


def main() -> int:
    """Play the match and print the score."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--time", type=float, default=0.05)
    parser.add_argument("--game", default="santorini-ny")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = mctsky.load(options.game, players=2)
    scores: list[float] = []
    turns, small = WholeTurns(options.time), SmallMoves(options.time)
    for pair in range(options.games // 2):
        results = [play(game, [turns, small], options.seed + pair)[0], play(game, [small, turns], options.seed + pair)[1]]
        scores.append(sum(results) / 2)
        n = len(scores)
        mean = sum(scores) / n
        error = math.sqrt(sum((s - mean) ** 2 for s in scores) / (n - 1) / n) if n > 1 else 0.5
        if n % 10 == 0 or pair + 1 == options.games // 2:
            clock = f"{1000 * turns.used / turns.moves:.1f} against {1000 * small.used / small.moves:.1f} ms per move"
            sys.stdout.write(f"{2 * n} games: turns score {mean:.3f} ± {error:.3f}; {clock}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
