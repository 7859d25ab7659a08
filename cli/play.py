"""`mctsky play`: a game at the terminal against bots."""

import secrets
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._parameters import BotSpec, GameName, color_option, load_game, options_option, wants_color
from mctsky.cli._signals import how_ended
from mctsky.errors import BudgetError, OptionError

if TYPE_CHECKING:
    from mctsky.cli._play_table import PlayTable

OPPONENT = "ismcts"
HINT_SECONDS = 1.0
LEFT_EARLY = 2  # exit code: the input has ended before the game


@click.command(
    epilog="One BOT plays all other seats, or there is one for each of them in order; ismcts if none is named. At the prompt "
    "`help` lists what can be typed. The input may be a file or a pipe. What you cannot see is not shown; taking "
    "back what others have answered makes it a game for practice, with new luck."
)
@click.argument("game", type=GameName(), metavar="[GAME]", required=False)
@click.argument("bots", type=BotSpec(), metavar="[BOT]...", nargs=-1)
@options_option
@click.option("--seat", type=int, metavar="S", help="Where you sit; by default at seat 0.")
@click.option("--seed", type=int, help="The same seed deals the same cards; by default a random one.")
@click.option("--iterations", type=int, help="Budget of a hint.")
@click.option("--time", metavar="TIME", help="Time of a hint, for example 500ms; by default 1s.")
@click.option("--resume", "saved", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved game.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Add the finished game to this record file.")
@color_option
@click.pass_context
def command(
    context: click.Context,
    /,
    game: str | None,
    bots: tuple[str, ...],
    iterations: int | None,
    time: str | None,
    saved: Path | None,
    record: Path | None,
    color: bool | None,
    **settings: Any,
) -> None:
    """Play GAME in the terminal against bots."""
    from mctsky.cli._hints import Hints
    from mctsky.cli._play_dialogue import Dialogue, Leave
    from mctsky.cli._prompt import Prompt

    hints = Hints(_budget(iterations, time))
    table = _new_game(game, bots, settings) if saved is None else _resumed(saved, game, bots, settings)
    if record is not None:
        _open_record(record)
    dialogue = Dialogue(table, hints, Prompt(), wants_color(color), saved is not None)
    others = ", ".join(dialogue.name(seat) for seat in range(table.game.n_seats) if seat != table.seat)
    head = f"{table.game.name} {table.game.format_options()}".strip() + f"; you are seat {table.seat}, against {others}"
    click.echo("\n".join(textwrap.wrap(head, 80, subsequent_indent="  ")))
    try:
        dialogue.play()
    except Leave as leave:
        click.echo(f"mctsky: {leave}; {dialogue.fate()}", err=True)
        if str(leave) != "you have left" and not dialogue.prompt.watched:
            context.exit(LEFT_EARLY)
        return
    except KeyboardInterrupt as error:
        word, code = how_ended(error)
        click.echo(f"\nmctsky: {word}; {dialogue.fate()}", err=True)
        context.exit(code)
    finally:
        table.close()
    if record is not None:
        _record(table, record)


def _budget(iterations: int | None, time: str | None) -> dict[str, Any]:
    """Return the budget of a hint, checked."""
    from mctsky.core.clock import read_time
    from mctsky.search.params import read_params

    budget: dict[str, Any] = {}
    if iterations is not None:
        read_params("flat", {"iterations": iterations})
        budget["iterations"] = iterations
    if time is not None:
        seconds = read_time(time).move_seconds
        if seconds is None:
            raise BudgetError("a hint takes a time per move", given=time, where="--time", remedy="write --time 500ms")
        budget["time"] = seconds
    return budget or {"time": HINT_SECONDS}


def _new_game(name: str | None, bots: tuple[str, ...], settings: dict[str, Any]) -> "PlayTable":
    from mctsky.cli._play_table import HUMAN, PlayTable
    from mctsky.core.checks import seed_number

    if name is None:
        remedy = "`mctsky games` lists them; --resume FILE goes on with a saved game"
        raise OptionError("which game is to be played?", where="play", remedy=remedy)
    game = load_game(name, settings["options"])
    seat = game.check_seat(settings["seat"] or 0)
    seed = secrets.randbits(63) if settings["seed"] is None else seed_number(settings["seed"], "--seed")
    others = list(bots) or [OPPONENT]
    others = others * (game.n_seats - 1) if len(others) == 1 else others
    if len(others) != game.n_seats - 1:
        problem = f"{game.name} has {game.n_seats} seats with these options, and one is yours"
        remedy = f"name one bot for all others, or {game.n_seats - 1}"
        raise OptionError(problem, given=f"{len(others)} bots", where="play", remedy=remedy)
    table = PlayTable(game, seat, [*others[:seat], HUMAN, *others[seat:]], seed)
    table.check()
    return table


def _resumed(saved: Path, name: str | None, bots: tuple[str, ...], settings: dict[str, Any]) -> "PlayTable":
    from mctsky.bots.registry import COMMAND_BOT, split_spec
    from mctsky.cli._saved_game import load

    for option, value in settings.items():
        if value not in (None, ()):
            given = "--option" if option == "options" else f"--{option}"
            raise OptionError("a saved game has its own", given=given, where="--resume", remedy="leave it out")
    table = load(saved)
    if name is not None and name != table.game.name:
        raise OptionError(f"the saved game is {table.game.name}", given=name, where="--resume", remedy="leave it out")
    others = [spec for seat, spec in enumerate(table.specs) if seat != table.seat]
    programs = [spec for spec in others if split_spec(spec)[0] == COMMAND_BOT]
    # A file that somebody sent must not start programs by itself.
    if bots and list(bots) != others and [*bots] * len(others) != others:
        raise OptionError(f"its bots are {' '.join(others)}", given=" ".join(bots), where="--resume", remedy="leave them out")
    if programs and not bots:
        remedy = f"if you trust it, name it again: mctsky play {table.game.name} '{programs[0]}' --resume FILE"
        raise OptionError("it would start a program", given=programs[0], where="--resume", remedy=remedy)
    table.check()
    return table


def _open_record(path: Path) -> None:
    """Check that a record file can be written, before a long game."""
    from mctsky.arena.records.writer import RecordWriter

    RecordWriter(path).close()


def _record(table: "PlayTable", path: Path) -> None:
    """Add a finished game to a record file; one for practice has luck of several seeds, which records do not hold."""
    from mctsky.arena.records.writer import RecordWriter

    if table.is_practice:
        click.echo("mctsky: a game in which moves were taken back is not recorded", err=True)
        return
    with RecordWriter(path) as writer:
        writer.write(table.record())
    click.echo(f"mctsky: the game is in {path}", err=True)
