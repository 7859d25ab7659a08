"""Which strategy for hidden decisions? Measures exploitability, and plays the matches that choose the defaults.

    python perf/strategies.py exploit                    # minutes: kuhn, goofspiel with 4 cards, 3 seats
    python perf/strategies.py exploit --long             # an hour or more: leduc too, and 100,000 iterations
    python perf/strategies.py matches kuhn leduc         # all matches of a game at equal time, with intervals
    python perf/strategies.py cheaters kuhn leduc        # what hands, and pending choices, are worth

Prints Markdown tables; every row names the command behind it. One process at a time; Ctrl-C keeps what is printed.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator

GAMES = {  # a name for the command line: game and rules options
    "kuhn": ("kuhn", {}),
    "leduc": ("leduc", {}),
    "goofspiel4": ("goofspiel", {"cards": "4", "order": "descending"}),
    "goofspiel3x3": ("goofspiel", {"players": "3", "cards": "3", "order": "descending"}),
    "goofspiel7": ("goofspiel", {"cards": "7"}),
    "santorini-ny": ("santorini-ny", {}),
    "newyork1901": ("newyork1901", {}),
    "skyscraper1937": ("skyscraper1937", {}),
}
RM, MIXED = "select=rm,play=mixed", "tie=0.01,play=mixed"
BOTS = {
    "kuhn": ("c=0.5", f"c=0.5,{MIXED}", f"c=0.5,select=smooth,{MIXED}", RM, f"{RM},root=game,reuse=true"),
    "goofspiel4": ("c=0.7", MIXED, f"select=smooth,{MIXED}", RM),
    "goofspiel3x3": ("c=0.7", MIXED, f"select=smooth,{MIXED}", RM),
}
BOTS["leduc"] = BOTS["kuhn"]
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


def match_rows(names: list[str], pairs: list[tuple[str, str]], games: int, time: str) -> Iterator[str]:
    yield "| game | bot | against | score | 95 % interval | games |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        for bot, other in pairs:
            words = ["match", bot, other, "--game", GAMES[name][0], *options_of(name), "--time", time, "--games", str(games)]
            first = run(*words, "--seed", "1")["bots"][0]
            interval = f"[{first['low']:.3f}, {first['high']:.3f}]"
            yield f"| {name} | `{bot}` | `{other}` | {first['score']:.3f} | {interval} | {games} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["exploit", "matches", "cheaters"])
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="of the matches")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--n-games", type=int, default=400)
    parser.add_argument("--time", default="20ms")
    given = parser.parse_args()
    if given.what == "exploit":
        rows = exploit_rows(given.long, given.seeds)
    else:
        cheats = [("peeker", "ismcts"), ("cheater", "ismcts")]
        pairs = cheats if given.what == "cheaters" else [("ismcts", other) for other in OPPONENTS]
        rows = match_rows(given.games or ["kuhn", "leduc", "goofspiel4"], pairs, given.n_games, given.time)
    for row in rows:
        print(row, flush=True)


if __name__ == "__main__":
    main()
