#!/usr/bin/env python3
"""A bot for mctsky's arena in plain Python: plays a random legal move, the same ones for the same seed.

Try it: mctsky match "exec:python3 examples/python_bot.py" random --game kuhn. The protocol is documented in docs/bots.md.
"""

import json
import random
import sys


def main() -> None:
    """Answer messages until there are no more."""
    luck = random.Random()
    for line in sys.stdin:  # ends when the arena goes away
        message = json.loads(line)
        kind = message["type"]
        answer = {"id": message["id"]}
        if kind == "hello":
            answer |= {"protocol": 1, "name": "python example", "version": "1"}
        elif kind == "new_game":
            luck.seed(message["seed"])
        elif kind == "choose":
            answer |= {"move": luck.choice(message["moves"]), "info": {"considered": len(message["moves"])}}
        elif kind == "quit":
            return
        else:
            continue  # observe, end, and whatever a later version may send: no answer
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()  # without this the arena waits for ever


if __name__ == "__main__":
    main()
