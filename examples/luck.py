#!/usr/bin/env python3
"""Say how much of a game is luck, and how many games it takes to tell two bots apart, from a record file of matches.

    mctsky match BOT BOT --game skyscraper1937 --games 400 --record games.jsonl
    python3 examples/luck.py games.jsonl

A row is a match. Each game gives one result per seat, x, and each bot a mean result.
    share of luck = 1 - (variance of the bots' means) / (variance of x), bots weighted by how many results they have
    games = (1.96 + 0.8416)^2 * v / (score - fair share)^2: enough to show the difference at 95 % (two-sided) with power 0.8
v is the variance per game of the first bot's score, the mean result of its seats. `single` takes that of single games;
`rotated`, for matches as mctsky plays them, with seats rotated on the same luck, takes the games of a block times the variance
of block scores. Games that a bot lost by a failure count like all others.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean, pvariance, variance
from typing import Any

QUANTILES = 1.96 + 0.8416


def share_of_luck(results: dict[str, list[float]]) -> float:
    """Return the part of the variance of single results that the bots' means leave unexplained."""
    every = [x for own in results.values() for x in own]
    mean, total = fmean(every), pvariance(every)
    explained = sum(len(own) * (fmean(own) - mean) ** 2 for own in results.values()) / len(every)
    return 1.0 - explained / total if total else 0.0


def games_needed(variance_per_game: float, lead: float) -> float:
    """Return how many games show a lead over the fair share at 95 % with power 0.8."""
    return QUANTILES**2 * variance_per_game / lead**2 if lead else float("inf")


def summarise(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the games of one match say; its first bot is compared with the fair share of a seat."""
    specs = [bot["spec"] for bot in games[0]["bots"]]
    results, blocks = defaultdict(list), defaultdict(list)
    for game in games:
        for seat, bot in enumerate(game["seating"]):
            results[specs[bot]].append(game["result"][seat])
        own = [game["result"][seat] for seat, bot in enumerate(game["seating"]) if specs[bot] == specs[0]]
        blocks[game["block"]].append(fmean(own))
    first = [score for block in blocks.values() for score in block]
    size = max(map(len, blocks.values()))
    scores = [fmean(block) for block in blocks.values() if len(block) == size]
    lead = fmean(first) - 1.0 / len(games[0]["seating"])
    return {
        "bots": list(dict.fromkeys(specs)),
        "seats": len(games[0]["seating"]),
        "games": len(games),
        "score": fmean(first),
        "luck": share_of_luck(results),
        "single": games_needed(pvariance(first), lead),
        "rotated": games_needed(size * variance(scores), lead) if len(scores) > 1 else float("inf"),
    }


def main(paths: list[str]) -> None:
    """Print a row for each match of the files."""
    matches = defaultdict(dict)
    for path in paths:
        with Path(path).open(encoding="utf-8") as file:
            for line in file:
                game = json.loads(line)
                matches[game["id"].rpartition("-")[0]][game["index"]] = game
    sys.stdout.write("score  luck   games: single  rotated  bots\n")
    for games in matches.values():
        row = summarise(list(games.values()))
        needed = f"{row['single']:13,.0f} {row['rotated']:8,.0f}"
        about = f"{' - '.join(row['bots'])} ({row['seats']} players, {row['games']} games)"
        sys.stdout.write(f"{row['score']:.3f}  {row['luck']:.3f}  {needed}  {about}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
