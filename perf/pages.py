"""Write docs/performance.md and the table of README.md from one run of compare.py: one commit, one machine, one date."""

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ("<!-- results: begin -->", "<!-- results: end -->")
SUMMARY = ("<!-- performance: begin -->", "<!-- performance: end -->")


@dataclass(frozen=True)
class Line:
    """A line of README's table: figures by contest and row."""

    what: str
    figures: tuple[tuple[str, int], ...]
    form: str = "{:.2f}"


TIMES = "{:.3g} x"
LINES = (
    Line("connect4 random playouts against C, same work and same random numbers", (("playouts", 0),)),
    Line("connect4 UCT, 100,000 iterations, against OpenSpiel's C++ MCTSBot", (("uct", 0),), TIMES),
    Line(
        "classic Santorini, random playouts / UCT against C that draws turns the same way",
        (("santorini-playouts", 0), ("santorini-uct", 0)),
    ),
    Line("connect4, random playouts / UCT against the fastest C that we could write", (("playouts", 3), ("uct", 3))),
    Line("classic Santorini, the same", (("santorini-playouts", 2), ("santorini-uct", 1))),
    Line("New York 1901, random games against C", (("newyork1901-playouts", 0),)),
    Line(
        "Skyscraper (1937), random games of 2 / 4 players against C",
        (("skyscraper1937-playouts", 0), ("skyscraper1937-playouts", 1)),
    ),
    Line(
        "Paper Skyscrapers, random games of 2 / 4 players against C that draws actions the same way",
        (("paperskyscrapers-playouts", 0), ("paperskyscrapers-playouts", 1)),
    ),
    Line("Kuhn / Leduc mo-ismcts against OpenSpiel's C++ ISMCTSBot", (("kuhn", 0), ("leduc", 0)), TIMES),
    Line("goofspiel, 13 cards, mo-ismcts, 2 players, against OpenSpiel's Python ISMCTSBot", (("goofspiel-2-bids", 0),), TIMES),
)


def dated(run: dict[str, Any]) -> str:
    """Return date and commit of the figures."""
    code = run["code"]
    commit = f"commit {code['commit'][:12]}" if code["commit"] else f"version {code['version']}"
    return f"{run['date'][:10]}, {commit}{' with changes' if code['changed'] else ''}"


def origin(run: dict[str, Any]) -> str:
    """Return where the figures come from: date, commit, machine."""
    machine = run["machine"]
    tools = [f"Python {machine['python']}", f"numba {machine['numba']}"]
    tools += [str(machine[name]) for name in ("gcc",) if machine[name]]
    tools += [f"open_spiel {machine['open_spiel']}"] if machine["open_spiel"] else []
    place = f"{machine['processor']}, {machine['cores']} cores, load {machine['load']}"
    return f"{dated(run)}, {run['rounds']} rounds; {place}; {', '.join(tools)}"


def results(run: dict[str, Any], table: list[str]) -> str:
    """Return the text of docs/performance.md between its markers."""
    missed = [row["what"] for contest in run["contests"] for row in contest["rows"] if row["status"] == "MISS"]
    lines = [*wrapped(f"One run of `{run['command']}`: {origin(run)}."), "", *(f"- {remark}" for remark in run["remarks"]), ""]
    lines += [*table, ""]
    if missed:
        lines += [*wrapped("Targets missed: " + "; ".join(missed) + "."), ""]
    return "\n".join(lines)


def wrapped(text: str) -> list[str]:
    """Return a paragraph in lines of at most 100 characters."""
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def summary(run: dict[str, Any]) -> str:
    """Return the text of README.md between its markers."""
    rows = {contest["name"]: contest["rows"] for contest in run["contests"]}
    lines = [
        *wrapped(
            f"Ratios of medians from one run of `{run['command']}`, {dated(run)}. Machine, all rows and what is compared: "
            "[docs/performance.md](docs/performance.md)."
        ),
        "",
        "| what | ratio |",
        "|---|---|",
    ]
    for line in LINES:
        values = []
        for name, number in line.figures:
            found = rows[name][number]["ratio"] if name in rows and number < len(rows[name]) else None
            values.append("not run" if found is None else line.form.format(found))
        lines.append(f"| {line.what} | {' / '.join(values)} |")
    return "\n".join(lines)


def replace_between(path: Path, markers: tuple[str, str], text: str) -> str:
    """Return a page with new text between two markers, each of which it must have once."""
    page = path.read_text(encoding="utf-8")
    if any(page.count(marker) != 1 for marker in markers):
        raise ValueError(f"{path} does not have the markers {markers[0]} and {markers[1]} once each")
    before, _, rest = page.partition(markers[0])
    after = rest.partition(markers[1])[2]
    return f"{before}{markers[0]}\n\n{text.strip()}\n\n{markers[1]}{after}"


def write_pages(run: dict[str, Any], table: list[str], folder: Path) -> list[Path]:
    """Write both pages of a folder; neither if one lacks its markers."""
    pages = {
        folder / "docs" / "performance.md": (RESULTS, results(run, table)),
        folder / "README.md": (SUMMARY, summary(run)),
    }
    new = {path: replace_between(path, markers, text) for path, (markers, text) in pages.items()}
    for path, text in new.items():
        path.write_text(text, encoding="utf-8")
    return list(new)


def refuse(folder: Path, run_is_whole: bool, changed: bool | None) -> str:
    """Return why the pages of a folder must not be written, empty if they may."""
    if not (folder / "README.md").is_file() or not (folder / "docs" / "performance.md").is_file():
        return f"{folder} has no README.md and docs/performance.md"
    if folder.resolve() != ROOT:
        return ""  # a trial
    if not run_is_whole:
        return "the pages of this checkout need all contests at full size: leave out --only and --quick, or name another folder"
    if changed is not False:
        return "the figures must be those of one commit: commit or stash your changes first, or name another folder"
    return ""
