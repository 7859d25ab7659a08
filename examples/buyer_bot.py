#!/usr/bin/env python3
"""A bot for Skyscraper (1937) in plain Python that buys a piece whenever it can, to measure other bots against.

Its rules; the first one that fits decides:
1. a piece is for sale: buy it; of several, one at random (all purchases, with their places, equally likely), never `pass`
2. before the throw: `throw`, without buying policies
3. insured (only in games that begin from a position, because of 2): `keep`
4. otherwise (what to lose, to take, to gain): a random move

Try it: mctsky match "exec:python3 examples/buyer_bot.py" random --game skyscraper1937
The protocol is documented in docs/bots.md.
"""

from python_bot import answer_all  # beside this file


def preferred(moves: list[str]) -> list[str]:
    """Return the moves to choose from at random."""
    for certain in ("throw", "keep"):
        if certain in moves:
            return [certain]
    return [move for move in moves if move.startswith("buy ")] or moves


if __name__ == "__main__":
    answer_all({"name": "buyer", "version": "1", "games": ["skyscraper1937"]}, preferred)
