"""Measure how much a bot that burns CPU time slows down its opponent's search: `python perf/burner.py`.

A search with 100 ms per move plays connect four against a program that keeps 0, 1, 2 or 4 processes busy all the time. It
prints the median number of iterations per move, as a share of that against a program that waits. Rounds alternate, because
the load of the machine changes.
"""

import os
import shlex
import statistics
import sys
import tempfile
from pathlib import Path

import mctsky
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.bots import make_bot
from mctsky.bots.processes.isolation import isolated
from mctsky.core.clock import read_time

ROUNDS = 8
BURNING = (0, 1, 2, 4)
PROGRAM = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message["id"]}
    if message["type"] == "hello":
        answer.update(protocol=1, name="burner")
    elif message["type"] == "new_game":
        for _ in range(int(sys.argv[1])):
            if os.fork() == 0:
                while True:
                    pass
    elif message["type"] == "choose":
        answer["code"] = message["codes"][0]
    elif message["type"] not in ("hello", "new_game"):
        continue
    print(json.dumps(answer), flush=True)
"""


def iterations(burner: str, seed: int) -> list[int]:
    record = play_game(mctsky.load("connect4"), [isolated("mcts"), make_bot(burner)], seed, limits=Limits(read_time("100ms")))
    return [move.search["iterations"] for move in record.moves if move.seat == 0 and move.search]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "burner.py"
        program.write_text(PROGRAM, encoding="utf-8")
        found: dict[int, list[int]] = {n: [] for n in BURNING}
        for seed in range(ROUNDS):
            for n in BURNING:
                found[n] += iterations(f"exec:{shlex.join([sys.executable, str(program), str(n)])}", seed)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    waits = statistics.median(found[0])
    for n, counts in found.items():
        median = statistics.median(counts)
        print(
            f"{n} processes burn: {median:8.0f} iterations per move, {median / waits:.2f} of those against a program that waits"
        )


if __name__ == "__main__":
    main()
