"""What `show` and `analyse` look at: a position or view that was typed, or a game of a record file."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mctsky.cli._parameters import load_game, options_option
from mctsky.cli._records import Moved, find_line
from mctsky.errors import OptionError, UnknownNameError, nearest

if TYPE_CHECKING:
    from mctsky.arena.records.record import GameRecord
    from mctsky.core.position import Position, View

F = TypeVar("F", bound=Callable[..., Any])
_OF_GAMES = ("text", "view_text", "moves", "seed")
_OF_FILES = ("wanted", "ply")
_NAMES = {"text": "--position", "view_text": "--view", "moves": "--moves", "seed": "--seed", "wanted": "--game", "ply": "--ply"}


def board_options(function: F) -> F:
    """Add the options that say which position is meant."""
    for option in (
        click.option("--ply", type=click.IntRange(min=0), metavar="N", help="For a record: after N moves, luck included."),
        click.option(
            "--game", "wanted", metavar="N", help="For a record: the game in this line, or with this id; by default the last."
        ),
        click.option("--seed", type=int, help="Draw the luck of the game from this seed."),
        click.option("--moves", metavar="M,M", help="Play these moves first, separated by commas."),
        click.option("--view", "view_text", metavar="TEXT", help="What a seat knows, in the game's notation; with --seat."),
        click.option("--position", "text", metavar="TEXT", help="A position in the game's notation."),
        options_option,
    ):
        function = option(function)
    return function


def is_record(source: str, settings: dict[str, Any]) -> bool:
    """Say whether a source is a record file, not the name of a game; refuse options that do not fit."""
    from mctsky.core.registry import game_names

    names = game_names()
    from_file = source not in names and Path(source).is_file()
    if source not in names and not from_file:
        problem = "there is neither a game nor a record file of this name"
        raise UnknownNameError(problem, given=source, remedy=nearest(source, names))
    for name in _OF_GAMES if from_file else _OF_FILES:
        if settings.get(name) is not None:
            problem = "this option is for games, not for record files" if from_file else "this option is for record files"
            raise OptionError(problem, given=_NAMES[name], where=source, remedy="leave it out")
    return from_file


def read_record(source: str, settings: dict[str, Any]) -> "GameRecord":
    """Return the game of a record file that the options choose."""
    from mctsky.arena.records.check import read_line

    moved, file = Moved(settings["options"]), Path(source)
    place, line = find_line(file, settings["wanted"])
    record = moved.apply(read_line(line, file, place))
    moved.check_used()
    return record


def read_board(source: str, settings: dict[str, Any]) -> "Position | View":
    """Return the position that the options describe, or what `--seat` knows of it."""
    seat = settings["seat"]
    if is_record(source, settings):
        return _seen(_recorded(read_record(source, settings), settings["ply"]), seat)
    game = load_game(source, settings["options"])
    if settings["view_text"] is None:
        position = (
            game.start(settings["seed"]) if settings["text"] is None else game.position(settings["text"], settings["seed"])
        )
        for move in settings["moves"].split(",") if settings["moves"] is not None else ():
            position.play(move.strip())
        return _seen(position, seat)
    for name in ("text", "moves", "seed"):
        if settings[name] is not None:
            raise OptionError("a view is all that a seat knows", given=_NAMES[name], where="--view", remedy="leave it out")
    if seat is None:
        raise OptionError("whose view is it?", given="--view", where=source, remedy=f"add --seat 0 to {game.n_seats - 1}")
    return game.view(settings["view_text"], seat)


def _seen(position: "Position", seat: int | None) -> "Position | View":
    return position if seat is None else position.view(seat)


def _recorded(record: "GameRecord", ply: int | None) -> "Position":
    from mctsky.arena.records.replay import replay

    if ply is not None and ply > len(record.moves):
        problem = f"the game has {len(record.moves)} moves"
        raise OptionError(problem, given=f"--ply {ply}", where=f"game {record.id}", remedy=f"nearest: {len(record.moves)}")
    wanted = len(record.moves) if ply is None else ply
    return next(position for place, (position, _) in enumerate(replay(record)) if place == wanted)
