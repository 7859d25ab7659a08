"""`mctsky show`: a position as a picture for the terminal, as one line of text, as an SVG file, or as data."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._output import show_json, write_file
from mctsky.cli._parameters import Source, color_option, json_option, load_game, wants_color
from mctsky.cli._sources import board_options, is_record, read_board
from mctsky.errors import OptionError

if TYPE_CHECKING:
    from mctsky.core.position import Position, View


@click.command(
    epilog="SOURCE is the name of a game, or a record file. Without --position and --view a game is shown at its start, a "
    "recorded game at its end. With --seat nothing is shown that this seat does not know."
)
@click.argument("source", type=Source(), metavar="SOURCE")
@board_options
@click.option("--seat", type=int, metavar="S", help="Show what this seat knows.")
@click.option("--card", metavar="NAME", help="For a game with cards: show this card instead of a position.")
@click.option("--text", "as_text", is_flag=True, help="Write the position as one line, as --position and --view read it.")
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), metavar="FILE", help="Write an SVG file; - is stdout.")
@color_option
@json_option
def command(
    source: str,
    card: str | None,
    as_text: bool,
    svg_file: Path | None,
    color: bool | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Show a position of a game, or of a recorded game, or a card."""
    kinds = {"--text": as_text, "--svg": svg_file is not None, "--json": as_json, "--color": bool(color)}
    chosen = [name for name, given in kinds.items() if given]
    if len(chosen) > 1:
        raise OptionError("choose one of them", given=" ".join(chosen), where="show", remedy="leave the others out")
    if card is not None:
        _show_card(source, card, svg_file, bool(set(chosen) - {"--svg"}), settings)
        return
    board = read_board(source, settings)
    if svg_file is not None:
        write_file(svg_file, board.svg(), "--svg")
    elif as_json:
        show_json(_describe(board))
    elif as_text:
        click.echo(board.text())
    else:
        click.echo(board.render(color=wants_color(color)).rstrip(), color=wants_color(color))


def _show_card(source: str, card: str, svg_file: Path | None, other: bool, settings: dict[str, Any]) -> None:
    """Show a card as text, or write it as SVG."""
    given = [name for name, value in settings.items() if name != "options" and value is not None]
    if given or other or is_record(source, settings):
        remedy = "give only the name of a game, --option and --svg with it"
        raise OptionError("a card is shown by its name alone", given=f"--card {card}", where="show", remedy=remedy)
    game = load_game(source, settings["options"])
    if svg_file is not None:
        write_file(svg_file, game.card(card, svg=True), "--svg")
    else:
        click.echo(game.card(card))


def _describe(board: "Position | View") -> dict[str, Any]:
    """Return a position as data; `moves` are those of the seat to act, or what the viewer may choose now."""
    from mctsky.core.position import View

    data: dict[str, Any] = {"game": board.game.name, "options": dict(board.game.options)}
    if isinstance(board, View):
        data |= {"seat": board.seat, "view": board.text(), "moves": board.own_moves()}
    else:
        data |= {"position": board.text(), "moves": board.legal_moves()}
    data |= {"to_act": board.to_act, "over": board.is_over}
    data["result"] = board.returns() if board.is_over else None
    return data | {"picture": board.render()}
