"""A client of `mctsky engine` in plain Python, standard library only: it asks the engine what to play in Leduc poker.

    python examples/advisor_client.py [COMMAND OF THE ENGINE ...]

The client knows one seat: the events that this seat has observed. It sends them, shows reports while the engine searches,
and prints the advice. Replies can come in any order; the id says which request a reply answers.
"""

import json
import subprocess
import sys

EVENTS = [  # what seat 1 sees in the course of a game: its own card, the betting, the public card
    ["deal Ks", "raise"],
    ["deal Ks", "raise", "call", "deal Qh", "call"],
    ["deal Ks", "raise", "call", "deal Qh", "call", "raise", "raise"],
]


def main() -> int:
    """Ask about three moments of a game at once, and print the answers."""
    command = sys.argv[1:] or ["mctsky", "engine"]
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert engine.stdin
    assert engine.stdout
    for number, events in enumerate(EVENTS):
        request = {"id": f"moment {number}", "game": "leduc", "seat": 1, "events": events, "iterations": 2000, "seed": 1}
        engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.close()  # the engine answers all requests, and ends
    failed = False
    for line in engine.stdout:
        reply = json.loads(line)
        failed = failed or "error" in reply
        sys.stdout.write(f"{reply['id']}: {describe(reply)}\n")
    return engine.wait() or int(failed)


def describe(reply: dict) -> str:
    """Return a reply in words."""
    if "error" in reply:
        return f"{reply['error']} (field {reply['field']!r})"
    if "warning" in reply:
        return f"{reply['warning']}: {reply['field']}"
    if reply.get("status") == "compiling":
        return "the game is being compiled"
    queen = next(entry["places"] for entry in reply["belief"]["items"] if entry["item"] == "Qs")
    odds = queen["seat 0"]["probability"] if "seat 0" in queen else 0.0
    return f"{reply['sentence']} Seat 0 holds Qs with probability {odds:.2f}."


if __name__ == "__main__":
    sys.exit(main())
