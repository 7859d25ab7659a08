"""One side of a comparison: a program that runs a search of the mctsky that its Python finds, and prints its cost.

Another version runs this too, so it uses only what all versions have. It reads a job from each line of its input and answers
with a line: {"load": {...}} prepares a search, {"run": n} runs it n times. Everything is JSON.
"""

import hashlib
import json
import statistics
import sys
import time
from typing import Any


def prepare(job: dict[str, Any]) -> Any:
    """Return a function that makes the search of a job."""
    import mctsky
    from mctsky.search.params import read_params
    from mctsky.search.search import Search

    game = mctsky.load(job["game"], job["options"])
    position = game.start(job["seed"])
    for code in job["codes"]:
        position.play(code)
    view = position.open_view(position.to_act) if job["cheats"] else position.view()
    params = read_params(job["variant"], job["parameters"])
    return lambda: Search(view, params, job["search_seed"])


def run(make: Any, iterations: int, times: int) -> dict[str, Any]:
    """Run the search some times and return the median of its CPU time per iteration, and the signature of its tree."""
    taken = []
    for _ in range(times):
        search = make()
        search.run(iterations=0)
        begun, clock = time.thread_time(), time.perf_counter()
        search.run(iterations=iterations)
        cpu, wall = time.thread_time() - begun, time.perf_counter() - clock
        taken.append((cpu / max(1, search.iterations) * 1e9, cpu, wall))
    digest = hashlib.blake2b(digest_size=8)
    for name, size in (("nodes", search.nodes), ("rows", int(search.work.n_rows)), ("rng", 1)):
        digest.update(search.arrays[name][:size].tobytes())
    answer = {"ns": statistics.median(ns for ns, _, _ in taken), "signature": digest.hexdigest()}
    return answer | {"cpu": sum(cpu for _, cpu, _ in taken), "wall": sum(wall for _, _, wall in taken), "nodes": search.nodes}


def main() -> None:
    """Answer jobs until the input ends."""
    out, sys.stdout = sys.stdout, sys.stderr
    searches: list[tuple[Any, int]] = []
    for line in sys.stdin:
        try:
            job = json.loads(line)
            if "load" in job:
                searches.append((prepare(job["load"]), job["load"]["iterations"]))
                make, iterations = searches[-1]
                answer = run(make, iterations, 1) | {"number": len(searches) - 1}
            else:
                make, iterations = searches[job["number"]]
                answer = run(make, iterations, job["run"])
        except Exception as error:  # the other side reports every error
            answer = {"error": f"{type(error).__name__}: {error}".partition("\n")[0]}
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
