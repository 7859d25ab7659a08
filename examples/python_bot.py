#!/usr/bin/env python3
"""A bot for mctsky's arena in plain Python: plays a random legal move, the same ones for the same seed.

Try it: mctsky match "exec:python3 examples/python_bot.py" random --game kuhn. The protocol is documented in docs/bots.md.
"""

import json
import random
import sys
from collections.abc import Callable
from typing import Any


def any_move(moves: list[str]) -> list[str]:
    """Return the moves to choose from at random: all."""
    return moves


def answer_all(about: dict[str, Any], preferred: Callable[[list[str]], list[str]] = any_move) -> None:
    """Answer messages until the input ends; `about` holds the bot's name and version."""
    luck = random.Random()
    for line in sys.stdin:  # ends when the arena closes the pipe
        message = json.loads(line)
        kind = message["type"]
        answer = {"id": message["id"]}
        if kind == "hello":
            answer |= {"protocol": 1, **about}
        elif kind == "new_game":
            luck.seed(message["seed"])
        elif kind == "choose":
            moves = preferred(message["moves"])
            answer |= {"move": luck.choice(moves), "info": {"considered": len(moves)}}
        elif kind == "quit":
            return
        else:
            continue  # observe, end and unknown messages get no answer
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()  # without this the arena waits forever


if __name__ == "__main__":
    answer_all({"name": "python example", "version": "1"})
