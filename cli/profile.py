"""`mctsky profile`: where the time of a search goes, how its cost grows, and what has changed."""

import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._output import progress, show_json
from mctsky.cli._parameters import BotSpec, GameName, json_option, load_game, options_option
from mctsky.errors import OptionError

if TYPE_CHECKING:
    from mctsky.core.position import Game
    from mctsky.profile.compare import Change
    from mctsky.profile.report import Subject, Wanted

SLOWER = 1  # exit code
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    epilog="Times are CPU time, medians of interleaved repeats; spread is half the distance of the quartiles. Phases come from "
    "a second compilation with a cycle counter, made at the first use of a game. docs/profiling.md explains the figures."
)
@click.argument("games", type=GameName(), metavar="[GAME]...", nargs=-1)
@click.option("--bot", type=BotSpec(), help="The bot whose search is measured.  [default: ismcts]")
@options_option
@click.option("--all-players", is_flag=True, help="Measure every number of players that the game allows.")
@click.option("--stage", "stages", multiple=True, help="Measure only this stage of the game: opening, middle or end.")
@click.option("--phase", "phases", multiple=True, help="Show only this phase, for example playout or playout.draw.")
@click.option("--no-phases", is_flag=True, help="Skip the second compilation, which times the phases.")
@click.option("--iterations", type=click.IntRange(1, 1 << 30), help="Iterations of each search.  [default: 10000]")
@click.option("--repeats", type=click.IntRange(5, 1000), help="How often each search is measured.  [default: 5]")
@click.option(
    "--sample",
    type=click.FloatRange(0.001, 3600),
    default=0.1,
    show_default=True,
    help="Minimum CPU seconds per sample; a short search is run several times.",
)
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), help="Seed of the self-play game.  [default: 1]")
@click.option("--growth", is_flag=True, help="Also measure how the cost grows with tree, threads, moves and players.")
@click.option(
    "--nodes", type=click.IntRange(1, 1 << 30), default=10_000_000, show_default=True, help="Nodes of the largest tree."
)
@click.option(
    "--seconds", type=click.FloatRange(0.01, 86_400), default=60.0, show_default=True, help="Seconds for the largest tree."
)
@click.option("--start", is_flag=True, help="Also measure cold and warm start, and compile time by itself.")
@click.option("--save", type=_FILE, help="Write everything to this file, for --compare.")
@click.option("--compare", type=_FILE, help="Measure what this file holds again, and compare.")
@click.option("--against", metavar="OTHER", help="Compare with another version in turns: a checkout, a Python, a commit.")
@click.option(
    "--fail-under", type=click.FloatRange(0, 100), help="Exit with code 1 if a game runs below this ratio of its old speed."
)
@click.option("--plot", type=_FILE, help="Draw the result as an SVG file.")
@json_option
def command(**given: Any) -> int:
    """Measure where the time of a search goes.

    Positions come from the opening, the middle and the end of a game that the bot plays against itself.
    """
    from mctsky.profile import report, saved
    from mctsky.profile.phases import check_phases
    from mctsky.profile.plot import draw

    shown = check_phases(given["phases"])
    if given["fail_under"] is not None and not (given["compare"] or given["against"]):
        raise OptionError(
            "there is nothing to compare with", given="--fail-under", remedy="add --compare FILE or --against OTHER"
        )
    if given["compare"] and given["against"]:
        raise OptionError("--compare and --against exclude each other", given="--against", remedy="choose one of them")
    if given["against"] and (given["growth"] or given["start"] or given["save"] or given["plot"]):
        raise OptionError("--against only compares", given="--against", remedy="leave out --growth, --start, --save and --plot")
    for name in ("save", "plot"):
        if given[name] is not None:
            saved.check_writable(given[name], f"--{name}")
    before = saved.read_profile(given["compare"]) if given["compare"] else None
    wanted = _wanted(given, before)
    load = report.new_load()
    with _progress() as tell:
        chosen = _from_file(wanted, before) if before else report.subjects(wanted, tell)
        if given["against"]:
            return _show_against(given, wanted, chosen, tell)
        report.measure_all(wanted, chosen, load, tell)
    document = report.document(wanted, chosen, load)
    changes = report.compare_documents(before, document, shown) if before else []
    if given["save"]:
        saved.write_whole(given["save"], _as_json(document))
    if given["plot"]:
        saved.write_whole(given["plot"], draw(document))
    if given["as_json"]:
        extra = {"changes": [change.as_data() for change in changes]} if before else {}
        show_json(document | extra)
    else:
        _show(wanted, chosen, document, shown)
        if before:
            _show_changes(changes, f"{given['compare']}, {before['date'][:10]}")
    return _verdict(changes, given["fail_under"])


def _wanted(given: dict[str, Any], before: dict[str, Any] | None) -> "Wanted":
    """Return what to measure, from the options or from the file to compare with."""
    from mctsky.profile.growth import all_players, with_players
    from mctsky.profile.measure import Plan
    from mctsky.profile.positions import check_stages
    from mctsky.profile.report import Wanted
    from mctsky.profile.saved import check_same_games

    for name in ("seconds", "sample", "fail_under"):
        if given[name] != given[name]:
            raise OptionError("not a number", given=given[name], where=f"--{name.replace('_', '-')}", remedy="write a number")
    plan, bot, seed = Plan(), given["bot"] or "ismcts", given["seed"]
    games: tuple[Game, ...] = ()
    if before is not None:
        check_same_games(before, given["games"], given["bot"], given["compare"])
        for name in ("iterations", "seed", "options", "stages", "all_players"):
            if given[name]:
                problem = "with --compare it comes from the file"
                raise OptionError(problem, given=f"--{name.replace('_', '-')}", remedy="leave it out")
        plan = Plan(before["plan"]["iterations"], before["plan"]["repeats"], phases=bool(before["plan"]["phases"]))
        bot, seed = before["profiles"][0]["bot"], before["plan"]["seed"]
    else:
        if not given["games"]:
            raise OptionError(
                "no game is named", given="profile", remedy="for example `mctsky profile leduc`; `mctsky games` lists all"
            )
        plan = Plan(given["iterations"] or plan.iterations)
        chosen = [load_game(name, given["options"]) for name in given["games"]]
        if given["all_players"]:
            chosen = [with_players(game, players) for game in chosen for players in all_players(game)]
        games = tuple(chosen)
    plan = Plan(plan.iterations, given["repeats"] or plan.repeats, given["sample"], plan.phases and not given["no_phases"])
    return Wanted(
        games,
        bot,
        1 if seed is None else seed,
        check_stages(given["stages"]),
        plan,
        given["growth"],
        given["nodes"],
        given["seconds"],
        given["start"],
    )


def _from_file(wanted: "Wanted", before: dict[str, Any]) -> "list[Subject]":
    """Return the games and places of a saved profile."""
    from mctsky.core.registry import load
    from mctsky.profile.positions import Place, search_of, self_play
    from mctsky.profile.report import Subject

    found = []
    for one in before["profiles"]:
        game = load(one["game"], one["options"])
        profiled = search_of(one["bot"], game)
        places = [Place(**{**place["place"], "codes": tuple(place["place"]["codes"])}) for place in one["places"]]
        others = self_play(game, profiled, wanted.seed) if wanted.growth else []
        found.append(Subject(game, profiled, others, places))
    return found


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Show what is being done, on a terminal."""
    with progress() as bar:
        task = bar.add_task("profile", total=None)
        yield lambda text: bar.update(task, description=text)


def _as_json(document: dict[str, Any]) -> str:
    import json

    return json.dumps(document, indent=1) + "\n"


def _show(wanted: "Wanted", chosen: "list[Subject]", document: dict[str, Any], shown: tuple[str, ...]) -> None:
    from mctsky.cli import _profile_tables as tables

    plan = wanted.plan
    for number, one in enumerate(chosen):
        options = one.game.format_options()
        head = (
            textwrap.fill(f"{one.game.name} {options}", 80)
            + f"\n{one.profiled.spec}: {plan.iterations:,} iterations, {plan.repeats} repeats, "
        )
        head += f"positions from self-play with seed {wanted.seed}"
        click.echo(("\n" if number else "") + "\n".join(tables.subject_lines(one, shown, head)))
        for name, lines in (("growth", tables.growth_lines), ("start", tables.start_lines)):
            if name in one.more:
                click.echo("\n" + "\n".join(lines(one.more[name])))
    if document["load"]["warning"]:
        click.echo(f"mctsky: {document['load']['warning']}", err=True)


def _show_changes(changes: "list[Change]", before: str) -> None:
    from mctsky.cli._profile_tables import change_lines

    click.echo("\n" + "\n".join(change_lines(changes, before)))


def _show_against(given: dict[str, Any], wanted: "Wanted", chosen: "list[Subject]", tell: Callable[[str], None]) -> int:
    """Measure and show two versions side by side."""
    from mctsky.profile.against import measure_against
    from mctsky.profile.report import new_load

    load = new_load()
    jobs = [(one.game, one.profiled, one.places) for one in chosen]
    changes = measure_against(given["against"], jobs, wanted.plan, load, tell)
    if given["as_json"]:
        show_json({"against": given["against"], "load": load.warning(), "changes": [change.as_data() for change in changes]})
    else:
        _show_changes(changes, given["against"])
        if load.warning():
            click.echo(f"mctsky: {load.warning()}", err=True)
    return _verdict(changes, given["fail_under"])


def _verdict(changes: "list[Change]", least: float | None) -> int:
    """Return the exit code: 1 if a game is slower than allowed."""
    from mctsky.profile.compare import overall

    code = 0
    for (game, bot), speed in overall(changes).items():
        if least is not None and speed < least:
            click.echo(f"mctsky: {game} with {bot} runs at {speed:.3f} of its old speed, less than {least:g}", err=True)
            code = SLOWER
    return code
