"""`mctsky tournament`: bots play a round robin, a gauntlet or mixed tables as a TOML file says."""

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._arena import bot_makers, check_contest, contest_options, leave, make_crew, play_out
from mctsky.cli._output import say, show_json, show_table
from mctsky.cli._parameters import BareOptionsCommand, json_option
from mctsky.cli._tournament_table import MAX_COLUMNS, LiveStandings, cross_table, heading, notes, seat_tables, standings_table
from mctsky.errors import OptionError

if TYPE_CHECKING:
    from mctsky.arena.tournaments.tournament import Tournament


@click.command(
    cls=BareOptionsCommand,
    epilog="docs/arena.md documents the file, and examples/tournament.toml is one. A tournament whose games are all in the "
    "record is not played again: with --record FILE --resume and --html, --csv or --json it is only reported.",
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option(
    "--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write standings and crosstable as CSV."
)
@click.option("--html", "html_file", type=click.Path(path_type=Path), metavar="FILE", help="Write a report with plots.")
@contest_options
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    file: Path,
    csv_file: Path | None,
    html_file: Path | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Let bots play a tournament."""
    from mctsky.arena.playing.own_process import protect
    from mctsky.arena.tournaments.file import read_tournament
    from mctsky.arena.tournaments.tournament import Tournament

    protect()
    check_contest(settings, "tournament")
    for path in (csv_file, html_file):
        if path is not None:
            _check_writable(path)
    make_bot, make_isolated = bot_makers(settings)
    asked = cache(make_bot)  # one bot of each spec, which says whether it can play and compiles what it needs
    plan = read_tournament(file, asked)
    crew = make_crew(asked, [bot.spec for bot in plan.bots], settings | {"cpu_clock": plan.limits.cpu})
    tournament = Tournament(
        plan, make_bot, record=settings["record"], resume=settings["resume"], make_isolated=make_isolated, asked=asked
    )
    ended = play_out(tournament, crew, LiveStandings)
    _show(tournament, as_json)
    _write_files(tournament, csv_file, html_file)
    if ended is not None:
        leave(context, tournament, ended)


def _check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before hours of games."""
    folder = path.parent
    problem = ""
    if path.is_dir():
        problem = "this is a folder"
    elif not folder.is_dir():
        problem = "its folder does not exist"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        problem = "it cannot be written"
    elif path.is_fifo():
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            problem = "no program reads this pipe"
    if problem:
        raise OptionError(problem, given=str(path), where="tournament", remedy="name a file in a folder that exists")


def _show(tournament: "Tournament", as_json: bool) -> None:
    standings = tournament.standings()
    if as_json:
        plan = tournament.plan
        head = {
            "id": plan.id,
            "name": plan.name,
            "format": plan.format,
            "seed": plan.luck.seed,
            "all_games": tournament.n_games,
            "left_out": tournament.left_out,
        }
        show_json(head | standings.to_dict())
        return
    say(heading(tournament))
    show_table(standings_table(standings))
    if standings.games:
        if len(standings.bots) <= MAX_COLUMNS:
            click.echo("Who beat whom")
            show_table(cross_table(standings))
        for title, table in seat_tables(standings):
            say(f"Wins per seat, {title}")
            show_table(table)
    for line in notes(standings):
        say(line, "    ")


def _write_files(tournament: "Tournament", csv_file: Path | None, html_file: Path | None) -> None:
    from mctsky.arena.tournaments.report import make_report

    standings = tournament.standings()
    texts = [(csv_file, standings.to_csv)] if csv_file else []
    texts += [(html_file, lambda: make_report(tournament.plan, standings))] if html_file else []
    for path, make in texts:
        try:
            path.write_text(make(), encoding="utf-8", newline="")
        except OSError as error:
            problem = f"cannot write: {error.strerror or error}"
            remedy = "fix that and repeat the command with --record and --resume: no game is played twice"
            raise OptionError(problem, given=str(path), where="tournament", remedy=remedy) from None
