"""Profiles as text of at most 80 columns."""

from collections.abc import Iterator, Sequence
from typing import Any

from mctsky.profile.compare import Change
from mctsky.profile.measure import PlaceProfile
from mctsky.profile.report import Subject

_NAME, _CELL = 19, 20


def number(value: float) -> str:
    """Return a time or a count with three or four digits."""
    if value >= 10_000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value >= 1000 else f"{value:.1f}"


def _line(name: str, cells: Sequence[str]) -> str:
    return (name.ljust(_NAME) + "".join(cell.rjust(_CELL) for cell in cells)).rstrip()


def _three(ns: str, share: str, count: str) -> str:
    return f"{ns:>9}{share:>6}{count:>5}"


def _count(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def subject_lines(subject: Subject, phases: Sequence[str], heading: str) -> Iterator[str]:
    """Yield the table of one game and bot: phases in rows, stages of the game side by side."""
    found = subject.profiles
    yield heading
    yield ""
    yield _line("", [f"{one.place.name}" for one in found])
    timed = all(one.phases for one in found)
    if timed:
        yield _line("phase", [_three("ns", "%", "n") for _ in found])
        for name in phases:
            yield _line(("  " if "." in name else "") + name.rpartition(".")[2], [_phase_cell(one, name) for one in found])
        yield _line("sum of the phases", [_three(number(one.phases_ns), "", "") for one in found])
        yield _line("compiled code", [_three(number(one.kernel_ns.median), "", "") for one in found])
        yield _line("difference", [_three(f"{100 * one.difference:+.1f} %", "", "") for one in found])
        yield ""
    yield _line("Python around it", [_three(number(one.ns.median - one.kernel_ns.median), "", "") for one in found])
    yield _line("iteration, ns", [_three(number(one.ns.median), "", "") for one in found])
    yield _line("  spread", [_three(f"{100 * one.ns.spread:.1f} %", "", "") for one in found])
    yield _line("iterations/s", [_three(f"{1e9 / one.ns.median:,.0f}", "", "") for one in found])
    yield _line("nodes/iteration", [_three(f"{one.nodes / one.iterations:.2f}", "", "") for one in found])
    yield _line("moves to choose", [_three(str(one.place.n_moves), "", "") for one in found])
    yield _line("after moves", [_three(str(len(one.place.codes)), "", "") for one in found])
    yield _line("signature", [one.signature.rjust(_CELL - 1) for one in found])
    if timed:
        yield _line("  when timed", [("the same" if one.same_tree else "DIFFERENT").rjust(_CELL - 1) for one in found])


def _phase_cell(one: PlaceProfile, name: str) -> str:
    phase = one.phases[name]
    if not phase.count:
        return _three("-", "", "")
    share = 100 * phase.ns.median / one.kernel_ns.median
    return _three(number(phase.ns.median), f"{share:.1f}", _count(phase.count))


def growth_lines(data: dict[str, Any]) -> Iterator[str]:
    """Yield how the cost grows."""
    yield f"as the tree grows, from the {data['place']}"
    yield f"{'iterations':>14}{'nodes':>14}{'ns/iteration':>14}{'CPU s':>10}{'memory MiB':>12}"
    for step in data["tree"]:
        yield (
            f"{step['iterations']:>14,}{step['nodes']:>14,}{number(step['ns']):>14}{step['seconds']:>10.2f}{step['rss_mib']:>12,.0f}"
        )
    yield ""
    yield f"{'threads':>14}{'iterations/s':>14}{'speed-up':>14}{'CPU ns':>10}"
    for step in data["threads"]:
        rate, gain = f"{step['iterations_per_second']:,.0f}", f"{step['speedup']:.2f}"
        yield f"{step['threads']:>14}{rate:>14}{gain:>14}{number(step['cpu_ns']):>10}"
    for title, rows in (("moves to choose", data["branching"]), ("players (middle)", data["players"])):
        yield ""
        yield f"{title:<18}{'moves':>10}{'ns/iteration':>14}{'spread':>10}"
        for row in rows:
            yield f"{row['what']:<18}{row['n_moves']:>10}{number(row['ns']):>14}{100 * row['spread']:>8.1f} %"


def start_lines(data: dict[str, Any]) -> Iterator[str]:
    """Yield the cold and the warm start."""
    yield "from the command to the first move: seconds by the clock, of CPU time, its parts"
    heads = "".join(head.rjust(8) for head in ("clock", "CPU", "Python", "mctsky", "numba"))
    yield f"{'':<6}{heads}{'compiling':>11}{'load, search':>14}{'x numba':>9}"
    numba = data["import_numba_seconds"]
    for run in data["runs"]:
        names = ("seconds", "cpu_seconds", "python_seconds", "import_seconds", "numba_seconds")
        cells = "".join(f"{run[name]:>8.2f}" for name in names)
        ratio = run["seconds"] / numba
        yield f"{run['kind']:<6}{cells}{run['compile_seconds']:>11.2f}{run['rest_seconds']:>14.2f}{ratio:>9.2f}"
    yield f'x numba: against `python -c "import numba"`, {numba:.2f} s'


def change_lines(changes: Sequence[Change], before: str) -> Iterator[str]:
    """Yield what has changed: every iteration, and the phases that changed beyond noise."""
    yield f"speed against {before}: above 1 is faster"
    yield f"{'':<34}{'before':>9}{'now':>9}{'speed':>7}{'range':>13}"
    group = ""
    for one in changes:
        if one.what != "iteration" and not one.is_real:
            continue
        heading = f"{one.game}, {one.bot}"
        if heading != group:
            yield heading
            group = heading
        name = one.place if one.what == "iteration" else f"  {one.what}"
        verdict = ("faster" if one.speed > 1 else "SLOWER") if one.is_real else ""
        span = f"{one.low:.2f}-{one.high:.2f}"
        yield f"  {name:<32}{number(one.before_ns):>9}{number(one.now_ns):>9}{one.speed:>7.2f}{span:>13} {verdict}".rstrip()
    iterations = [one for one in changes if one.what == "iteration"]
    different = [f"{one.game} ({one.place})" for one in iterations if not one.same_play]
    real = [one for one in changes if one.is_real]
    yield ""
    yield f"{len(real)} of {len(changes)} figures changed beyond noise" + ("" if real else ": no change")
    if different:
        yield f"PLAYS DIFFERENTLY (another signature): {', '.join(different)}"
    else:
        yield "same signatures: plays the same"
