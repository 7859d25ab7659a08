#!/usr/bin/env python3
"""A bot for Skyscraper (1937) in plain Python that buys a piece whenever it can: something to measure other bots against.

Its rule, with the first line that fits:
1. a piece is for sale: buy it; of several, one at random (all purchases, with their places, equally likely), never `pass`
2. before the throw: `throw`, without buying policies
3. insured (only in games that begin from a position, because of 2): `keep`
4. otherwise (what to lose, to take, to gain): a random move

Try it: mctsky match "exec:python3 examples/buyer_bot.py" random --game skyscraper1937
The protocol is documented in docs/bots.md.
"""

import json
import random
import sys


def preferred(moves: list[str]) -> list[str]:
    """Return the moves to choose from at random."""
    for certain in ("throw", "keep"):
        if certain in moves:
            return [certain]
    return [move for move in moves if move.startswith("buy ")] or moves


def main() -> None:
    """Answer messages until there are no more."""
    luck = random.Random()
    for line in sys.stdin:  # ends when the arena goes away
        message = json.loads(line)
        kind = message["type"]
        answer = {"id": message["id"]}
        if kind == "hello":
            answer |= {"protocol": 1, "name": "buyer", "version": "1", "games": ["skyscraper1937"]}
        elif kind == "new_game":
            luck.seed(message["seed"])
        elif kind == "choose":
            answer["move"] = luck.choice(preferred(message["moves"]))
        elif kind == "quit":
            return
        else:
            continue  # observe, end, and whatever a later version may send: no answer
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()  # without this the arena waits for ever


if __name__ == "__main__":
    main()
