"""`mctsky replay`: shows a recorded game, as everybody or as one seat saw it, or checks that records are correct."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._output import say, show_json, show_table
from mctsky.cli._parameters import json_option
from mctsky.cli._records import Moved, find_line, number, reading, seconds
from mctsky.cli._table import Table
from mctsky.core.color import has_color
from mctsky.errors import OptionError, RecordError, printable

if TYPE_CHECKING:
    from mctsky.arena.records.record import GameRecord, MoveRecord
    from mctsky.core.position import Position, View

_SHOWN_FAILURES = 20


@click.command(
    epilog="Without --game the last game of the file is shown. At a terminal --step waits for a key after each board: Enter "
    "goes on, b goes back, q quits. --verify ends with exit code 1 if a game does not agree, and with 2 if it cannot tell, for "
    "example because a user file is missing or has changed."
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--game", "wanted", metavar="N", help="Which game: its line number, counted from 1, or its id.")
@click.option("--step", is_flag=True, help="Show the board after each move.")
@click.option("--seat", type=int, metavar="S", help="Show only what this seat saw.")
@click.option("--verify", is_flag=True, help="Play all games (or only --game) again and say whether they agree.")
@click.option("--option", "places", multiple=True, metavar="K=PATH", help="Where the user file of option K is now.")
@json_option
def command(
    file: Path, wanted: str | None, step: bool, seat: int | None, verify: bool, places: tuple[str, ...], as_json: bool
) -> int:
    """Show a game of the record FILE."""
    from mctsky.arena.records.check import read_line

    moved = Moved(places)
    if verify:
        if step or seat is not None:
            raise OptionError("it shows no boards", given="--verify", where="replay", remedy="leave --step and --seat out")
        return _verify(file, wanted, moved, as_json)
    place, line = find_line(file, wanted)
    record = moved.apply(read_line(line, file, place))
    moved.check_used()
    shown = _everything(record) if seat is None else _seen_by(record, seat)
    if as_json:
        show_json({"line": place} | shown.data)
        return 0
    say(f"line {place}: game {printable(record.id) or 'without id'}")
    for text in shown.head:
        say(text, "    ")
    if step:
        _step(shown.frames)
    else:
        _show_moves(shown)
    for text in shown.foot:
        say(text, "    ")
    return 0


@dataclass(frozen=True)
class _Frame:
    """One event and the board after it."""

    who: str  # nothing for the first board
    text: str
    move: "MoveRecord | None"  # with what its bot thought, where that may be shown
    board: "Position | View"

    def line(self, place: int) -> str:
        thoughts = ", ".join(f"{name} {value}" for name, value in _thoughts(self.move).items() if value)
        return f"{place}. {self.who}: {printable(self.text)}" + (f"  ({thoughts})" if thoughts else "")


@dataclass(frozen=True)
class _Shown:
    """A game as far as it may be shown."""

    data: dict[str, Any]
    head: list[str]
    frames: list[_Frame]
    foot: list[str]


def _thoughts(move: "MoveRecord | None") -> dict[str, str]:
    """Return what a bot thought; a search of a foreign bot may hold anything."""
    if move is None or move.seat < 0:
        return {}
    search = move.search or {}
    return {
        "seconds": seconds(move.seconds),
        "value": number(search.get("value")),
        "iterations": number(search.get("iterations")),
    }


def _everything(record: "GameRecord") -> _Shown:
    from mctsky.arena.records.replay import game_of, replay

    game, frames, data = game_of(record), [], record.to_dict()
    for place, (position, move) in enumerate(replay(record)):
        if move is None:
            data["first_position"] = position.text()
            frames.append(_Frame("", "", None, position))
        else:
            data["moves"][place - 1]["position"] = position.text()
            frames.append(_Frame(game.seat_name(move.seat), move.move, move, position))
    luck = [f"seed {record.seed}"] + ([f"opening {printable(record.opening)}"] if record.opening else [])
    foot = [f"{place}. {printable(turn)}" for place, turn in enumerate(record.turns, 1)]
    foot = ["whole turns:", *foot] if foot else []
    return _Shown(data, _head(record, luck, printable(record.reason)), frames, foot)


def _seen_by(record: "GameRecord", seat: int) -> _Shown:
    """Show what one seat saw: no seed or opening, from which hidden cards follow, and nothing of what others did unseen."""
    from mctsky.arena.records.replay import Sight, game_of, sights

    game, frames, events, first = game_of(record), [], [], ""
    game.check_seat(seat)
    cheats = record.bots[record.seating[seat]].cheats  # what such a bot thinks is about hands that the seat does not see
    for sight in sights(record, seat):
        if not isinstance(sight, Sight):
            first = sight.text()
            frames.append(_Frame("", "", None, sight))
            continue
        own = None if cheats else sight.move
        frames.append(_Frame(game.seat_name(sight.seat), sight.text, own, sight.view))
        thought = {} if own is None else {key: value for key, value in own.to_dict().items() if key in ("seconds", "search")}
        events.append({"seat": sight.seat, "code": sight.code, "move": sight.text, **thought, "view": sight.view.text()})
    reason = record.reason if record.failed_seat in (None, seat) else record.reason.partition(":")[0]
    kept = (
        "id",
        "game",
        "options",
        "seating",
        "bots",
        "time",
        "iterations",
        "result",
        "failed_seat",
        "versions",
        "finished_at",
    )
    data = {name: value for name, value in record.to_dict().items() if name in kept}
    data |= {"reason": reason, "seat": seat, "first_view": first, "events": events}
    return _Shown(data, [*_head(record, [], printable(reason)), f"what seat {seat} saw:"], frames, [])


def _head(record: "GameRecord", luck: Sequence[str], reason: str) -> list[str]:
    limits = [f"time {printable(record.time_control)}"] if record.time_control else []
    limits += [f"{record.iterations} iterations per move"] if record.iterations else []
    options = " ".join(f"{name}={value}" for name, value in record.options.items())
    versions = ", ".join(f"{name} {value}" for name, value in record.versions.items())
    lines = [", ".join([printable(f"{record.game} {options}").strip(), *luck, *limits])]
    origin = ", ".join(filter(None, [record.finished_at and f"finished {record.finished_at}", versions]))
    lines += [printable(origin)] if origin else []
    for seat, (name, value) in enumerate(zip(record.names, record.result, strict=True)):
        failed = "  failed" if seat == record.failed_seat else ""
        lines.append(f"seat {seat}: {number(value):>6}  {printable(name)}{failed}")
    return [*lines, f"reason: {reason}"]


def _show_moves(shown: _Shown) -> None:
    table = Table()
    table.add_number("")
    table.add_columns("who", "move", folds=True)
    table.add_columns("seconds", "value", "iterations")
    for place, frame in enumerate(shown.frames[1:], 1):
        thoughts = _thoughts(frame.move)
        values = (thoughts.get(name, "") for name in ("seconds", "value", "iterations"))
        table.add_row(str(place), frame.who, printable(frame.text), *values)
    show_table(table)


def _step(frames: Sequence[_Frame]) -> None:
    """Show the boards, one by one with a key between them at a terminal."""
    color = has_color(sys.stdout)
    with _keyboard() as next_key:
        place = 0
        while place < len(frames):
            title = frames[place].line(place) if place else "the first board"
            click.echo()
            say(title)
            click.echo(frames[place].board.render(color=color).rstrip())
            if next_key is None:
                place += 1
                continue
            click.echo(f"[{place} of {len(frames) - 1}] Enter: next, b: back, q: quit ", nl=False, err=True)
            key = next_key()
            click.echo(err=True)
            if key == "q":
                return
            place = max(0, place - 1) if key == "b" else place + 1


@contextlib.contextmanager
def _keyboard() -> Iterator[Callable[[], str] | None]:
    """Read single keys from the terminal while the block runs; yield what waits for the next one, None without a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield None
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    # Once for all boards, and keeping what was typed ahead: click.getchar throws away keys that come between two calls.
    tty.setcbreak(descriptor, termios.TCSADRAIN)
    meanings = {b"q": "q", b"Q": "q", b"": "q", b"\x04": "q", b"b": "b", b"B": "b", b"\r": "next", b"\n": "next", b" ": "next"}

    def next_key() -> str:
        while (key := os.read(descriptor, 1)) not in meanings:
            pass
        return meanings[key]

    try:
        yield next_key
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _verify(file: Path, wanted: str | None, moved: Moved, as_json: bool) -> int:
    from mctsky.arena.records.check import read_line
    from mctsky.arena.records.reader import read_lines
    from mctsky.arena.records.replay import verify

    def lines(tell: Callable[[int], None]) -> Iterator[tuple[int, bytes]]:
        return read_lines(file, tell) if wanted is None else iter([find_line(file, wanted)])

    n_agree, wrong, interrupted = 0, 0, False
    failures: list[dict[str, Any]] = []
    with reading([file]) as tell:
        try:
            for place, line in lines(tell):
                record = moved.apply(read_line(line, file, place))
                try:
                    verify(record)
                    n_agree += 1
                except RecordError as error:
                    wrong += 1
                    if wrong <= _SHOWN_FAILURES:
                        failures.append({"line": place, "id": record.id, "problem": error.problem})
        except KeyboardInterrupt:
            interrupted = True
    moved.check_used()
    if as_json:
        show_json({"file": str(file), "agree": n_agree, "disagree": wrong, "interrupted": interrupted, "failures": failures})
    else:
        for failure in failures:
            say(f"line {failure['line']}, game {printable(failure['id'])}: {printable(failure['problem'])}", "    ")
        if wrong > _SHOWN_FAILURES:
            click.echo(f"and {wrong - _SHOWN_FAILURES} more")
        click.echo(f"{n_agree} of {n_agree + wrong} games agree" + (" (interrupted)" if interrupted else ""))
    return 130 if interrupted else 1 if wrong else 0
