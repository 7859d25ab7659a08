"""Compare mctsky with C and with OpenSpiel: python perf/compare.py [--json | --markdown | --write-docs] [--only NAME ...].

All sides of a contest run in turns (A B C A B C ...) and the medians are divided, because only ratios from one run mean
something: the speed of a machine changes from minute to minute. See docs/performance.md.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import contests
import native
import pages
import peers
from table_games import TABLE_GAMES

from mctsky.profile import machine

ROUNDS, QUICK_ROUNDS = 7, 2
CHECKED_PLAYOUTS, CHECKED_ITERATIONS = 100_000, 100_000
# Their programs have no UCT.
LONG_GAMES = {game.name: game.check_same_work for game in TABLE_GAMES}


def quotient(medians: dict[str, float], names: tuple[str, ...]) -> float | None:
    """Return the median of one side, or of the first divided by the second; None if a side did not run."""
    if any(name not in medians for name in names):
        return None
    return medians[names[0]] / (medians[names[1]] if len(names) > 1 else 1.0)


def row_of(ratio: contests.Ratio, samples: dict[str, list[float]]) -> dict[str, Any]:
    """Return one line of the table, with the range of the ratio over the rounds."""

    def figures(medians: dict[str, float]) -> tuple[float | None, float | None, float | None]:
        ours = quotient(medians, ratio.ours)
        theirs = quotient(medians, ratio.theirs) if ratio.theirs else None
        if ours is None or (ratio.theirs and theirs is None):
            return ours, theirs, None
        return ours, theirs, ours / theirs if theirs else ours

    ours, theirs, value = figures({name: statistics.median(rates) for name, rates in samples.items()})
    rounds = range(len(next(iter(samples.values()))))
    each = [figures({name: rates[k] for name, rates in samples.items()})[2] for k in rounds]
    known = [figure for figure in each if figure is not None]
    status = "not run"
    if value is not None:
        met = ratio.target is None or (value <= ratio.target if ratio.at_most else value >= ratio.target)
        status = "info" if ratio.target is None else "ok" if met else "MISS"
    return {
        "what": ratio.what,
        "ours": ours,
        "theirs": theirs,
        "ratio": value,
        "lowest": min(known, default=None),
        "highest": max(known, default=None),
        "target": ratio.target,
        "at_most": ratio.at_most,
        "status": status,
    }


def run_contest(contest: contests.Contest, rounds: int) -> dict[str, Any]:
    """Run all sides of a contest in turns, after one turn that does not count; return samples and rows."""
    samples: dict[str, list[float]] = {name: [] for name in contest.sides}
    for number in range(min(rounds, contest.most_rounds) + 1):
        for name, side in contest.sides.items():
            figure = side()
            if number:
                samples[name].append(figure)
    rows = [row_of(ratio, samples) for ratio in contest.ratios]
    return {"name": contest.name, "unit": contest.unit, "notes": contest.notes, "samples": samples, "rows": rows}


def describe(gcc: str | None, peer: str | None) -> dict[str, Any]:
    """Return the facts that the figures depend on."""
    shown = subprocess.run([gcc, "--version"], capture_output=True, text=True).stdout.splitlines()[0] if gcc else None
    return machine.describe_machine() | {"load": round(os.getloadavg()[0], 2), "gcc": shown, "open_spiel": peer}


def show_number(value: float | None) -> str:
    """Return a figure with three or four significant digits."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def cells(row: dict[str, Any], unit: str) -> list[str]:
    """Return the texts of one line of the table."""
    target = "-" if row["target"] is None else f"{'<=' if row['at_most'] else '>='} {row['target']:g}"
    span = f"{show_number(row['lowest'])} to {show_number(row['highest'])}"
    figures = [show_number(row[name]) for name in ("ours", "theirs", "ratio")]
    return [row["what"], *figures, span, target, unit, row["status"]]


HEADS = ["what", "ours", "theirs", "ratio", "over the rounds", "target", "unit", ""]


RULE = ["---"] + ["---:"] * 5 + ["---"] * 2


def markdown_line(texts: list[str]) -> str:
    """Return one line of the table for a page."""
    return "| " + " | ".join(texts) + " |"


def markdown_table(held: list[dict[str, Any]]) -> list[str]:
    """Return the whole table for a page."""
    rows = [cells(row, contest["unit"]) for contest in held for row in contest["rows"]]
    return [markdown_line(texts) for texts in (HEADS, RULE, *rows)]


def print_line(texts: list[str], markdown: bool) -> None:
    """Print one line of the table."""
    if markdown:
        print(markdown_line(texts), flush=True)
    else:
        widths = [78, 12, 12, 9, 20, 9, 13, 7]
        print(
            " ".join(
                text.ljust(w) if k in (0, 6, 7) else text.rjust(w)
                for k, (text, w) in enumerate(zip(texts, widths, strict=True))
            ),
            flush=True,
        )


def main(arguments: list[str] | None = None) -> int:
    """Run the contests that are asked for and print the table."""
    names = list(contests.all_contests(contests.Sizes(), {}, False))
    parser = argparse.ArgumentParser(description="Compare mctsky with C and with OpenSpiel; see docs/performance.md.")
    parser.add_argument("--json", action="store_true", help="print everything, every sample included, as JSON")
    parser.add_argument("--markdown", action="store_true", help="print the table for docs/performance.md")
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=f"only these: {' '.join(names)}")
    parser.add_argument("--rounds", type=int, help=f"rounds that count, by default {ROUNDS}")
    parser.add_argument(
        "--write-docs",
        nargs="?",
        type=Path,
        const=pages.ROOT,
        metavar="FOLDER",
        help="write docs/performance.md and README.md of this checkout, or of another folder, from this one run",
    )
    parser.add_argument("--quick", action="store_true", help="few small runs, to see that it works, not to measure")
    options = parser.parse_args(arguments)
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds is at least 1")
    code = machine.describe_code()
    if options.write_docs and (
        problem := pages.refuse(options.write_docs, not (options.only or options.quick), code["changed"])
    ):
        parser.error(problem)
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    remarks = []
    gcc, peer = native.compiler(), peers.openspiel_version()
    programs = {}
    if gcc is None:
        remarks.append("gcc is not installed: everything against C is left out")
    else:
        programs = native.build_all()
        scale = 10 if options.quick else 1
        wrong = []
        for game, program in programs.items():
            if game in LONG_GAMES:
                found = LONG_GAMES[game](program, CHECKED_PLAYOUTS // scale // 20)
            else:
                found = native.check_same_work(program, CHECKED_PLAYOUTS // scale, CHECKED_ITERATIONS // scale)
                found += native.check_fastest(program, CHECKED_PLAYOUTS // scale, CHECKED_ITERATIONS // scale // 10)
            wrong += [f"{game}, {difference}" for difference in found]
        if wrong:
            print("C and mctsky do not do the same work:\n" + "\n".join(wrong), file=sys.stderr)
            return 1
        remarks.append(
            "C and mctsky did the same work: equal results, plies, random numbers and trees; "
            f"the fastest C agrees within {native.STANDARD_ERRORS} standard errors"
        )
    if peer is None:
        remarks.append('OpenSpiel is not installed (pip install "mctsky[peers]"): everything against it is left out')
    here = describe(gcc, peer)
    if here["load"] > 0.5:
        remarks.append(f"load average {here['load']}: other programs are running, repeat this on a quiet machine")
    if not options.json:
        shown = "; ".join(f"{name} {value}" for name, value in here.items())
        print("\n".join([shown, *remarks, f"{rounds} rounds, medians; ratios only make sense within one run", ""]), flush=True)
        print_line(HEADS, options.markdown)
        if options.markdown:
            print_line(RULE, True)
    held = []
    makers = contests.all_contests(contests.QUICK if options.quick else contests.Sizes(), programs, peer is not None)
    for name in options.only or names:
        contest = makers[name]()
        held.append(run_contest(contest, rounds))
        if not options.json:
            for row in held[-1]["rows"]:
                print_line(cells(row, contest.unit), options.markdown)
    command = " ".join(["python perf/compare.py", *(arguments if arguments is not None else sys.argv[1:])])
    run = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "code": code,
        "command": command,
        "machine": here,
        "remarks": remarks,
        "rounds": rounds,
        "contests": held,
    }
    if options.write_docs:
        if machine.describe_code() != code:
            print("the checkout changed during the run, so no page was written", file=sys.stderr)
            return 1
        for path in pages.write_pages(run, markdown_table(held), options.write_docs):
            print(f"wrote {path}", file=sys.stderr)
    if options.json:
        print(json.dumps(run, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
