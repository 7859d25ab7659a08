"""Compare the spread of a move's value over seeds with the standard error that the advisor gives: 1 would be exact.

Usage: python perf/advice_errors.py [SEEDS]
"""

import statistics
import sys

import mctsky

POSITIONS = {
    "tictactoe": (1, []),
    "connect4": (1, ["d", "d", "c"]),
    "leduc": (7, ["raise"]),
    "goofspiel": (1, []),
    "santorini-ny": (3, []),
}


def ratio(view: mctsky.View, iterations: int, seeds: int) -> float:
    """Return the standard deviation of the value of the second move over the mean of its errors."""
    move = view.own_moves()[1]
    found = [
        mctsky.advise(view, iterations=iterations, seed=seed, turns=0, moves_allowed=[move]).moves[0] for seed in range(seeds)
    ]
    return statistics.stdev(one.value for one in found) / statistics.mean(one.error for one in found)


def main(seeds: int) -> None:
    print(f"spread over error, {seeds} seeds       500 iterations   2000 iterations")
    for name, (seed, moves) in POSITIONS.items():
        position = mctsky.load(name).start(seed)
        for move in moves:
            position.play(move)
        ratios = [ratio(position.view(), iterations, seeds) for iterations in (500, 2000)]
        print(f"{name:30} {ratios[0]:16.2f} {ratios[1]:17.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
