"""`mctsky games`: which games there are, and what can be chosen in each."""

from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._output import say, show_json, show_table
from mctsky.cli._parameters import GameName, json_option
from mctsky.cli._table import Table

if TYPE_CHECKING:
    from mctsky.core.spec import GameSpec


@click.command()
@click.argument("game", type=GameName(), metavar="[GAME]", required=False)
@json_option
def command(game: str | None, as_json: bool) -> None:
    """List the games, or show one GAME with its options."""
    from mctsky.bots.registry import broken_bots
    from mctsky.core.registry import find_spec, find_specs

    if game is not None:
        spec = find_spec(game)
        show_json(_describe(spec)) if as_json else _show_one(spec)
        return
    specs, broken = find_specs()
    if as_json:
        show_json([*map(_describe, specs), *({"name": error.given, "error": str(error)} for error in broken)])
        return
    _show_all(specs)
    for error in [*broken, *broken_bots()]:
        say(str(error))


def _describe(spec: "GameSpec") -> dict[str, Any]:
    options = []
    for option in spec.all_options():
        values: Any = list(option.choices) or ("text" if isinstance(option.default, str) else [option.low, option.high])
        options.append({"name": option.name, "default": option.default, "values": values, "help": option.help})
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "version": spec.version,
        "players": list(spec.players),
        "hidden": spec.hidden,
        "chance": spec.chance,
        "simultaneous": spec.simultaneous,
        "options": options,
        "notice": spec.notice,
    }


def _players(spec: "GameSpec") -> str:
    low, high = spec.players
    return str(low) if low == high else f"{low}-{high}"


def _yes(value: bool) -> str:
    return "yes" if value else "-"


def _show_all(specs: "list[GameSpec]") -> None:
    table = Table()
    table.add_columns("game", key=True)
    table.add_columns("players", "hidden", "chance", "options", "summary", folds=True)
    for spec in specs:
        options = " ".join(f"{option.name}={option.default}" for option in spec.options) or "-"
        table.add_row(spec.name, _players(spec), _yes(spec.hidden), _yes(spec.chance), options, spec.summary)
    show_table(table)
    for spec in specs:
        if spec.notice:
            say(f"{spec.name}: {spec.notice}")


def _show_one(spec: "GameSpec") -> None:
    say(f"{spec.title} ({spec.name}, rules version {spec.version}): {spec.summary}")
    click.echo(f"players {_players(spec)}, hidden {_yes(spec.hidden)}, chance {_yes(spec.chance)}")
    table = Table()
    table.add_columns("option", key=True)
    table.add_columns("default", "values", "what it does", folds=True)
    for option in spec.all_options():
        values = " | ".join(option.choices) or ("text" if isinstance(option.default, str) else f"{option.low}..{option.high}")
        table.add_row(option.name, str(option.default), values, option.help)
    show_table(table)
    if spec.notice:
        say(spec.notice)
