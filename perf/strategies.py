"""Which strategy for hidden decisions? Measures exploitability, and plays the matches that choose the defaults.

    python perf/strategies.py exploit                    # minutes: kuhn, goofspiel with 4 cards, 3 seats
    python perf/strategies.py exploit --long             # an hour or more: leduc too, and 100,000 iterations
    python perf/strategies.py matches kuhn leduc         # all matches of a game at equal time, with intervals
    python perf/strategies.py matches newyork1901 --ms 3 --record FOLDER    # again after Ctrl-C: goes on where it was
    python perf/strategies.py cheaters kuhn leduc        # what hands, and pending choices, are worth

Equal time is CPU time: every bot gets as many iterations as it needs --ms milliseconds for in a few games against itself, so
that other work on the machine changes nothing. Cheaters get the same number of iterations as their opponents. Prints Markdown
tables. One process at a time; Ctrl-C keeps what is printed.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import mctsky
from mctsky.bots.registry import make_bot

GAMES = {  # a name for the command line: game and rules options
    "kuhn": ("kuhn", {}),
    "kuhn3": ("kuhn", {"players": "3"}),
    "leduc": ("leduc", {}),
    "goofspiel4": ("goofspiel", {"cards": "4", "order": "descending"}),
    "goofspiel3x3": ("goofspiel", {"players": "3", "cards": "3", "order": "descending"}),
    "goofspiel7": ("goofspiel", {"cards": "7"}),
    "goofspiel7winner": ("goofspiel", {"cards": "7", "show": "winner"}),
    "goofspiel5x3": ("goofspiel", {"players": "3", "cards": "5"}),
    "goofspiel": ("goofspiel", {}),
    "santorini-ny": ("santorini-ny", {}),
    "newyork1901": ("newyork1901", {}),
    "skyscraper1937": ("skyscraper1937", {}),
    "paperskyscrapers": ("paperskyscrapers", {}),
}
MIN_ITERATIONS = 50
RM, MIXED = "select=rm,play=mixed", "tie=0.01,play=mixed"
BOTS = {
    "kuhn": ("c=0.5", f"c=0.5,{MIXED}", f"c=0.5,select=smooth,{MIXED}", RM, f"{RM},root=game,reuse=true"),
    "goofspiel4": ("c=0.7", MIXED, f"select=smooth,{MIXED}", RM),
    "goofspiel3x3": ("c=0.7", MIXED, f"select=smooth,{MIXED}", RM),
}
BOTS["leduc"] = BOTS["kuhn3"] = BOTS["kuhn"]
OPPONENTS = (
    *("so-ismcts", "pimc", "flat", "ismcts:select=ucb,play=best", "ismcts:tie=0.01,play=mixed"),
    *("ismcts:select=smooth,tie=0.01,play=mixed", "ismcts:select=rm,play=mixed", "ismcts:select=rm,play=best"),
)


def run(*arguments: str) -> dict:
    command = [sys.executable, "-m", "mctsky", *arguments, "--json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def options_of(name: str) -> list[str]:
    return [word for key, value in GAMES[name][1].items() for word in ("--option", f"{key}={value}")]


def exploit_rows(long: bool, seeds: int) -> Iterator[str]:
    yield "| game | mo-ismcts with | iterations | known seed | error | unknown seed |"
    yield "|---|---|---|---|---|---|"
    for name, bots in BOTS.items():
        if name == "leduc" and not long:
            continue
        budgets = "1000,10000,100000" if long and name != "leduc" else "1000,10000"
        for bot in bots:
            words = ["exploit", GAMES[name][0], f"mo-ismcts:{bot}", *options_of(name), "--iterations", budgets]
            for row in run(*words, "--seeds", str(seeds))["rows"]:
                error = "-" if row["error"] is None else f"{row['error']:.4f}"
                figures = f"{row['exploitability']:.4f} | {error} | {row['unknown_seed']:.4f}"
                yield f"| {name} | `{bot}` | {row['iterations']:,} | {figures} |"


def with_iterations(bot: str, iterations: int) -> str:
    return f"{bot}{',' if ':' in bot else ':'}iterations={iterations}"


def microseconds_per_iteration(name: str, spec: str, iterations: int, games: int) -> float:
    """Return the CPU time of a bot's decisions in games against itself, per iteration that it was given."""
    game = mctsky.load(GAMES[name][0], GAMES[name][1])
    bots = [make_bot(with_iterations(spec, iterations)) for _ in range(game.n_seats)]
    spent, decisions = 0.0, 0
    for bot in bots:
        bot.check(game)
        bot.warm(game)
    for number in range(games):
        position = game.start(number)
        for seat, bot in enumerate(bots):
            bot.new_game(game, seat, number)
        while not position.is_over:
            view = position.view(position.to_act)
            began = time.thread_time()
            move = bots[position.to_act].choose(view)
            if len(view.own_codes()) > 1:
                spent += time.thread_time() - began
                decisions += 1
            position.play(move)
    return 1e6 * spent / decisions / iterations


def budget(name: str, spec: str, ms: float) -> int:
    """Return how many iterations take `ms` milliseconds of CPU time per decision: two rough guesses, then 20 games.

    The first game is not timed: it may load kernels.
    """
    iterations = 100
    microseconds_per_iteration(name, spec, iterations, 1)
    for games in (1, 4, 20):
        iterations = max(MIN_ITERATIONS, round(1_000 * ms / microseconds_per_iteration(name, spec, iterations, games)))
    return iterations


def saved_budget(folder: Path | None, name: str, spec: str, ms: float) -> int:
    """Return the budget of a bot, kept beside the records: a match that goes on must have the same."""
    if folder is None:
        return budget(name, spec, ms)
    file = folder / "budgets.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    key = f"{name} {spec} {ms:g}"
    if key not in known:
        known[key] = budget(name, spec, ms)
        file.write_text(json.dumps(known, indent=1))
    return int(known[key])


def match_rows(
    names: list[str], pairs: list[tuple[str, str]], games: int, ms: float, iterations: int, folder: Path | None, seed: int
) -> Iterator[str]:
    yield "| game | bot | iterations | against | iterations | score | 95 % interval | games |"
    yield "|---|---|---|---|---|---|---|---|"
    for name in names:
        budgets: dict[str, int] = {}
        for pair in pairs:
            for bot in pair:
                if bot not in budgets:
                    budgets[bot] = iterations or saved_budget(folder, name, bot, ms)
            words = [with_iterations(bot, budgets[bot]) for bot in pair]
            words += ["--game", GAMES[name][0], *options_of(name), "--games", str(games), "--seed", str(seed)]
            if folder is not None:
                title = " ".join([name, f"seed={seed}", *words[:2]])
                file = folder / (re.sub(r"[^\w.=-]+", "_", title) + ".jsonl")
                words += ["--record", str(file), *(["--resume"] if file.exists() else [])]
            first = run("match", *words)["bots"][0]
            interval = f"{first['score']:.3f} | [{first['low']:.3f}, {first['high']:.3f}]"
            sides = " | ".join(f"`{bot}` | {budgets[bot]:,}" for bot in pair)
            yield f"| {name} | {sides} | {interval} | {games} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["exploit", "matches", "cheaters"])
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="of the matches")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--n-games", type=int, default=400)
    parser.add_argument("--ms", type=float, default=20, help="CPU time per decision in the matches")
    parser.add_argument("--seed", type=int, default=1, help="of the matches")
    parser.add_argument("--iterations", type=int, default=1_000, help="of a cheater and its opponent")
    parser.add_argument("--pairs", nargs="*", metavar="BOT/BOT", help="other matches than all of ismcts")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="keep the records and the numbers of iterations there")
    given = parser.parse_args()
    if given.record:
        given.record.mkdir(parents=True, exist_ok=True)
    if given.what == "exploit":
        rows = exploit_rows(given.long, given.seeds)
    else:
        cheats = [("peeker", "ismcts"), ("cheater", "ismcts")]
        pairs = cheats if given.what == "cheaters" else [("ismcts", other) for other in OPPONENTS]
        pairs = [tuple(pair.split("/")) for pair in given.pairs] if given.pairs else pairs
        iterations = given.iterations if given.what == "cheaters" else 0
        rows = match_rows(
            given.games or ["kuhn", "leduc", "goofspiel7"], pairs, given.n_games, given.ms, iterations, given.record, given.seed
        )
    for row in rows:
        print(row, flush=True)


if __name__ == "__main__":
    main()
