"""`mctsky tournament`: bots play a round robin, a gauntlet or mixed tables as a TOML file says."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._arena import bot_makers, make_crew, workers_options
from mctsky.cli._output import live, say, show_json, show_table, stderr
from mctsky.cli._parameters import BareOptionsCommand, json_option, resume_option
from mctsky.cli._signals import how_ended
from mctsky.cli._tournament_table import MOST_COLUMNS, LiveStandings, cross_table, heading, notes, seat_tables, standings_table
from mctsky.errors import OptionError

if TYPE_CHECKING:
    from mctsky.arena.tournament import Tournament


@click.command(
    cls=BareOptionsCommand,
    epilog="docs/arena.md documents the file, and examples/tournament.toml is one. A tournament whose games are all in the "
    "record is not played again: with --record FILE --resume and --html, --csv or --json it is only reported.",
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Add every finished game to this file.")
@resume_option
@click.option(
    "--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write standings and crosstable as CSV."
)
@click.option("--html", "html_file", type=click.Path(path_type=Path), metavar="FILE", help="Write a report with plots.")
@workers_options
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    file: Path,
    record: Path | None,
    resume: str | None,
    csv_file: Path | None,
    html_file: Path | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Let bots play a tournament."""
    from mctsky.arena.own_process import protect
    from mctsky.arena.tournament import Tournament
    from mctsky.arena.tournament_file import read_tournament

    protect()
    if resume is not None and record is None:
        raise OptionError("there is no file to go on with", given="--resume", where="tournament", remedy="add --record FILE")
    for path in (csv_file, html_file):
        if path is not None:
            _check_writable(path)
    plan = read_tournament(file, bot_makers({**settings, "record": record})[0])
    settings |= {"record": record, "cpu_clock": plan.limits.cpu}
    crew = make_crew([bot.spec for bot in plan.bots], settings)
    tournament = Tournament(
        plan, crew.make_bot, record=record, resume=resume or resume is not None, make_isolated=crew.make_isolated
    )
    if tournament.rounding:
        click.echo(f"mctsky: {tournament.rounding}", err=True)
    if tournament.n_finished:
        click.echo(f"mctsky: {tournament.n_finished} of {tournament.n_games} games were already played", err=True)
    ended: KeyboardInterrupt | None = None
    games = tournament.play(crew.make_executor)
    shown = LiveStandings(tournament)
    is_watched = stderr().is_terminal and not crew.interactive
    with live(shown, quiet=not is_watched):
        try:
            if tournament.n_finished < tournament.n_games:
                tournament.warm(crew.leave_out)
            for _ in games:
                if is_watched:
                    shown.update()
        except KeyboardInterrupt as error:
            ended = error
        finally:
            games.close()  # type: ignore[attr-defined]
    _show(tournament, as_json)
    _write_files(tournament, csv_file, html_file)
    if ended is not None:
        word, code = how_ended(ended)
        click.echo(f"mctsky: {word} after {tournament.n_finished} of {tournament.n_games} games", err=True)
        context.exit(code)


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
            problem = "nobody reads this pipe"
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
        if len(standings.bots) <= MOST_COLUMNS:
            click.echo("Who beat whom")
            show_table(cross_table(standings))
        for title, table in seat_tables(standings):
            say(f"Wins per seat, {title}")
            show_table(table)
    for line in notes(standings):
        say(line, "    ")


def _write_files(tournament: "Tournament", csv_file: Path | None, html_file: Path | None) -> None:
    from mctsky.arena.report import make_report

    standings = tournament.standings()
    texts = [(csv_file, standings.to_csv)] if csv_file else []
    texts += [(html_file, lambda: make_report(tournament.plan, standings))] if html_file else []
    for path, make in texts:
        try:
            path.write_text(make(), encoding="utf-8", newline="")
        except OSError as error:
            problem = f"cannot write: {error.strerror or error}"
            remedy = "mend that and repeat the command with --record and --resume: no game is played twice"
            raise OptionError(problem, given=str(path), where="tournament", remedy=remedy) from None
