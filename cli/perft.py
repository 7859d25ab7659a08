"""`mctsky perft`: counts the move sequences of a position, to check a move generator."""

import logging
import time
from typing import TYPE_CHECKING

import click

from mctsky.cli._output import interruptible, show_json, show_table
from mctsky.cli._parameters import GameName, json_option, load_game, options_option
from mctsky.cli._table import Table

if TYPE_CHECKING:
    from mctsky.core.position import Position

log = logging.getLogger(__name__)

MAX_DEPTH = 1000  # longer than any game, and than any counting


@click.command()
@click.argument("game", type=GameName(), metavar="GAME")
@click.option("--depth", type=click.IntRange(0, MAX_DEPTH), required=True, help="Number of moves, or of turns with --turns.")
@click.option("--position", "text", metavar="TEXT", help="Count from this position instead of the start.")
@options_option
@click.option("--divide", is_flag=True, help="Also count the sequences after each first move.")
@click.option("--turns", is_flag=True, help="Count whole turns, not the small moves that make them up.")
@json_option
def command(
    game: str, depth: int, text: str | None, options: tuple[str, ...], divide: bool, turns: bool, as_json: bool
) -> None:
    """Count the move sequences of a position of GAME.

    Chance outcomes count as moves.
    """
    from mctsky.core.perft import perft

    chosen = load_game(game, options)
    position = chosen.start() if text is None else chosen.position(text)
    interruptible(perft, position, 0, turns=turns)  # compile first, so that the time below is that of counting
    started = time.perf_counter()
    counts: dict[int, int] = {}
    for level in range(min(depth, 1), depth + 1):
        counts[level] = interruptible(perft, position, level, turns=turns)
        log.debug("depth %d: %d leaves", level, counts[level])
    seconds = time.perf_counter() - started
    parts = interruptible(_divide, position, depth, turns) if divide and depth else {}
    if as_json:
        data = {"game": game, "options": chosen.options, "position": position.text(), "depth": depth, "turns": turns}
        data |= {"leaves": counts[depth], "counts": list(counts.values()), "seconds": seconds}
        show_json(data | ({"divide": parts} if divide else {}))
        return
    table = Table()
    if divide:
        table.add_columns("move", key=True, folds=True)
        table.add_columns(f"leaves at depth {depth}")
        for move, leaves in parts.items():
            table.add_row(move, f"{leaves}")
        table.add_row("all", f"{counts[depth]}")
    else:
        table.add_number("turns" if turns else "depth")
        table.add_columns("leaves")
        for level, leaves in counts.items():
            table.add_row(f"{level}", f"{leaves}")
    show_table(table)


def _divide(position: "Position", depth: int, turns: bool) -> dict[str, int]:
    from mctsky.core.perft import divide

    return {position.format_move(code): leaves for code, leaves in divide(position, depth, turns=turns).items()}
