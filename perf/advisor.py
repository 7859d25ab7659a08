"""Measure what a request to `mctsky engine` costs besides the search, for every game, and how much memory requests keep.

    python perf/advisor.py [--requests 500] [--json] [GAME ...]

For each game an engine process is asked about positions of a random game, one iteration each. The time from writing the line to
reading the reply is taken, less the time that the search says it took: with a new tree and a view that has to be read, and with
the view and tree of the previous request (`reuse`). CPU is the mean of what the process used: on a busy machine the rest is
waiting for a core. Then how long an `Advisor` takes to answer when it is told to stop, and the memory of one engine process
after 200 and after 2,000 requests about all games.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import mctsky

LIMITS = {"new": 10.0, "kept": 2.0, "stop": 50.0}  # ms
STOPS = 8
RSS_REQUESTS = (200, 2_000)
RSS_GROWTH = 5.0  # %


class Engine:
    """An engine process."""

    def __init__(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "mctsky", "engine", "--workers", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request: dict) -> tuple[dict, float]:
        """Return the last reply to a request and the seconds that it took."""
        begun = time.perf_counter()
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            took = time.perf_counter() - begun
            reply = json.loads(line)
            if reply.get("status") != "compiling":
                if "error" in reply:
                    raise SystemExit(f"{request}: {reply['error']}")
                return reply, took

    def cpu(self) -> float:
        """Return the CPU seconds that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss(self) -> int:
        """Return the resident memory in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def close(self) -> None:
        """End the process."""
        self.process.stdin.close()
        self.process.wait()


def requests(name: str, n: int) -> list[dict]:
    """Return requests about decisions of a random game, each with what the seat to act knows."""
    game, dice, found = mctsky.load(name), random.Random(1), []
    position = game.start(seed=1)
    while not position.is_over:
        view = position.view()
        found.append({"game": name, "seat": view.seat, "view": view.text(), "iterations": 1})
        position.play(dice.choice(position.legal_codes()))
    middle = found[: max(1, len(found) - 1)]
    return [middle[k % len(middle)] for k in range(n)]


def overhead(name: str, n: int) -> dict[str, float]:
    """Return the median overhead in ms with a new tree and with a kept one."""
    engine, lines, medians = Engine(), requests(name, n), {}
    for kind in ("new", "kept"):
        costs, searched = [], 0.0
        for line in lines:  # loads kernels
            engine.ask({"id": "warm", **line})
        begun = engine.cpu()
        for k, line in enumerate(lines):
            line = {"id": str(k), **(line if kind == "new" else lines[len(lines) // 2] | {"reuse": True})}
            if kind == "new":  # else views of earlier requests are not read again
                engine.ask({"id": "clear", "action": "clear_cache"})
            reply, took = engine.ask(line)
            searched += reply["seconds"]
            costs.append(1000 * (took - reply["seconds"]))
        medians[kind] = statistics.median(costs)
        medians[f"{kind}_cpu"] = 1000 * (engine.cpu() - begun - searched) / len(lines)
    engine.close()
    return medians


def stops(name: str) -> dict[str, float]:
    """Return how many ms an advisor takes to answer after it was told to stop: the median and the longest of some times."""
    view, took = mctsky.load(name).start(seed=1).view(), []
    for k in range(STOPS):
        advisor, told, when = mctsky.Advisor(), threading.Event(), [0.0]

        def tell(told: threading.Event = told, when: list[float] = when) -> None:
            when[0] = time.perf_counter()
            told.set()

        advisor.advise(view, iterations=10)  # loads kernels
        advisor.clear()
        threading.Timer(0.3 + 0.02 * k, tell).start()
        advisor.advise(view, iterations=1 << 29, stop=told.is_set)
        took.append(1000 * (time.perf_counter() - when[0]))
    return {"median": statistics.median(took), "longest": max(took)}


def memory(names: list[str]) -> dict[int, int]:
    """Return the resident memory in KiB of one engine after some numbers of requests."""
    engine, most = Engine(), RSS_REQUESTS[-1]
    lines = [requests(name, most) for name in names]
    found = {}
    for k in range(most):
        line = lines[k % len(names)][k] | {"id": str(k), "iterations": 200, "reuse": k % 2 == 0}
        engine.ask(line)
        if k + 1 in RSS_REQUESTS:
            found[k + 1] = engine.rss()
    engine.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=mctsky.game_names(), metavar="GAME")
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--no-memory", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result: dict = {"overhead": {}, "stops": {}}
    for name in options.games:
        result["overhead"][name] = row = overhead(name, options.requests)
        result["stops"][name] = stopped = stops(name)
        if not options.json:
            marks = "  ".join(
                f"{kind}: {row[kind]:.2f} ms, CPU {row[f'{kind}_cpu']:.2f} (limit {LIMITS[kind]:g})" for kind in ("new", "kept")
            )
            print(f"{name:17}{marks}", flush=True)
            print(
                f"{'':17}stop: {stopped['median']:.1f} ms, longest {stopped['longest']:.1f} (limit {LIMITS['stop']:g})",
                flush=True,
            )
    if not options.no_memory:
        few, many = memory(options.games).values()
        growth = 100 * (many - few) / few
        result["rss_kib"] = {str(RSS_REQUESTS[0]): few, str(RSS_REQUESTS[1]): many, "growth_percent": growth}
        if not options.json:
            print(
                f"memory: {few / 1024:.1f} MiB after {RSS_REQUESTS[0]} requests, {many / 1024:.1f} MiB after "
                f"{RSS_REQUESTS[1]}: {growth:+.1f} % (limit {RSS_GROWTH:+g} %)"
            )
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
