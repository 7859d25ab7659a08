"""`mctsky records`: chooses games of record files, and summarises or lists them."""

import csv
import datetime
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._output import say, show_json, show_table
from mctsky.cli._parameters import GameName, Word, json_option
from mctsky.cli._records import number, reading, seconds, stdout_is_watched
from mctsky.cli._table import Table
from mctsky.errors import OptionError, UnknownNameError, nearest, printable

if TYPE_CHECKING:
    from mctsky.arena.records.record import GameRecord
    from mctsky.arena.records.summary import Doubles, RecordFilter, Summary

_GAME_COLUMNS = (
    *("file", "line", "id", "game", "options", "seed", "block", "seat", "bot", "result", "outcome", "failed"),
    *("reason", "moves", "seconds", "finished_at"),
)
_BOT_COLUMNS = (
    *("game", "options", "bot", "games", "won", "drawn", "lost", "score", "low", "high"),
    *("failures", "moves", "seconds_per_move", "slowest_move"),
)


@click.command(
    epilog="A bot is named as in tables, by the name before its parameters, or with * and ?. --result, --seat and --lost-by "
    "are about that bot if one is named. --list --json writes the chosen lines as they are: a record file again. Scores come "
    "with 95 % intervals computed from blocks of games."
)
@click.argument("files", type=click.Path(path_type=Path), metavar="FILE...", nargs=-1, required=True)
@click.option("--game", type=GameName(), metavar="G", help="Only games of this name.")
@click.option("--bot", metavar="NAME", help="Only games in which this bot plays.")
@click.option("--seat", type=click.IntRange(0, 5), help="Only games in which the bot has this seat.")
@click.option("--result", "outcome", type=Word(["won", "drawn", "lost"]), help="Only games with this outcome for the bot.")
@click.option(
    "--lost-by", metavar="REASON", help="Only games lost by crash, hang, time, illegal, garbage, flood, closed or any."
)
@click.option("--since", metavar="DATE", help="Only games that ended on or after this date, for example 2026-11-16 (UTC).")
@click.option("--until", metavar="DATE", help="Only games that ended before this date.")
@click.option("--min-moves", type=click.IntRange(min=0), default=0, help="Only games of at least this many moves.")
@click.option("--max-moves", type=click.IntRange(min=0), help="Only games of at most this many moves.")
@click.option("--list", "as_list", is_flag=True, help="List the games instead of summarising them.")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV instead of a table.")
def command(files: tuple[Path, ...], as_list: bool, as_json: bool, as_csv: bool, **settings: Any) -> int:
    """Choose games of record FILEs and summarise them."""
    from mctsky.arena.records.summary import Doubles, Summary

    if as_json and as_csv:
        raise OptionError("choose one of --json and --csv", given="--json --csv", where="records")
    chosen, summary, doubles, interrupted = _filter(settings), Summary(), Doubles(), False
    if as_list and as_csv:
        click.echo(_csv_line(_GAME_COLUMNS), nl=False)
    with reading(files, quiet=as_list and stdout_is_watched()) as tell:
        try:
            for path, place, line, record in _games(files, tell, doubles):
                if not chosen.keeps(record):
                    continue
                if not as_list:
                    summary.add(record)
                elif as_json:
                    click.echo(line)
                elif as_csv:
                    click.echo("".join(_csv_line(row) for row in _game_rows(path, place, record)), nl=False)
                else:
                    say(_game_line(path if len(files) > 1 else None, place, record), " " * 9)
        except KeyboardInterrupt:
            interrupted = True
    if doubles.n_found:
        click.echo(f"mctsky: {doubles.n_found} games appear twice; the first of each counts", err=True)
    if not as_list:
        _show(files, summary, doubles.n_found, as_json, as_csv)
    if interrupted:
        click.echo("mctsky: interrupted", err=True)
    return 130 if interrupted else 0


def _filter(settings: dict[str, Any]) -> "RecordFilter":
    from mctsky.arena.records.summary import ANY_FAULT, FAULT_WORDS, RecordFilter

    given = settings.pop("lost_by")
    fault = given
    if given is not None and given != ANY_FAULT and given not in FAULT_WORDS.values():
        if given not in FAULT_WORDS:
            remedy = nearest(given, [*FAULT_WORDS, ANY_FAULT])
            raise UnknownNameError("unknown failure reason", given=given, where="--lost-by", remedy=remedy)
        fault = FAULT_WORDS[given]
    since, until = (_date(settings.pop(name), f"--{name}") for name in ("since", "until"))
    return RecordFilter(fault=fault, since=since, until=until, **settings)


def _date(text: str | None, option: str) -> datetime.datetime | None:
    if text is None:
        return None
    try:
        date = datetime.datetime.fromisoformat(text)
    except ValueError:
        remedy = "write 2026-11-16 or 2026-11-16T08:30"
        raise OptionError("not a date", given=text, where=option, remedy=remedy) from None
    return date if date.tzinfo else date.replace(tzinfo=datetime.UTC)


def _games(files: Sequence[Path], tell: Any, doubles: "Doubles") -> "Iterator[tuple[Path, int, bytes, GameRecord]]":
    from mctsky.arena.records.check import read_line
    from mctsky.arena.records.reader import read_lines

    for path in files:
        for place, line in read_lines(path, tell):
            record = read_line(line, path, place)
            if doubles.is_new(record):
                yield path, place, line, record


def _game_line(path: Path | None, place: int, record: "GameRecord") -> str:
    seats = "  ".join(f"{name} {number(value)}" for name, value in zip(record.names, record.result, strict=True))
    where = f"{path}:{place}" if path else f"{place:>7}"
    parts = [
        where,
        record.id or "-",
        record.game,
        seats,
        f"{len(record.moves)} moves",
        record.finished_at or "-",
        record.reason,
    ]
    return printable("  ".join(parts))


def _game_rows(path: Path, place: int, record: "GameRecord") -> Iterator[list[Any]]:
    """Yield a row per seat, all about the game repeated in each."""
    from mctsky.arena.statistics.outcomes import outcomes

    spent, moves = [0.0] * len(record.seating), [0] * len(record.seating)
    for move in record.moves:
        if move.seat >= 0:
            spent[move.seat] += move.seconds
            moves[move.seat] += 1
    head = [path, place, record.id, record.game, _options(record.options, record.files), record.seed, record.block]
    for seat, name in enumerate(record.names):
        own = [
            seat,
            name,
            record.result[seat],
            outcomes(record.result, record.failed_seat)[seat],
            int(record.failed_seat == seat),
        ]
        yield [*head, *own, record.reason, moves[seat], round(spent[seat], 6), record.finished_at]


def _csv_line(row: Sequence[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([printable(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def _options(options: Any, files: Any) -> str:
    """Return options as `k=v`; the path of a user file is followed by a digest of its contents."""
    return " ".join(f"{name}={value}" + (f"@{files[name]}" if name in files else "") for name, value in options.items())


def _show(files: Sequence[Path], summary: "Summary", n_double: int, as_json: bool, as_csv: bool) -> None:
    lineups = [lineup.to_dict() for lineup in summary.lineups]
    if as_json:
        show_json({"files": [str(path) for path in files], "games": summary.games, "doubles": n_double, "lineups": lineups})
        return
    if as_csv:
        click.echo(_csv_line(_BOT_COLUMNS), nl=False)
        for lineup in lineups:
            for bot in lineup["bots"]:
                options = _options(lineup["options"], lineup["files"])
                row = {**bot, "game": lineup["game"], "options": options, "bot": bot["name"]}
                row["failures"] = sum(bot["faults"].values())
                click.echo(_csv_line([row[column] for column in _BOT_COLUMNS]), nl=False)
        return
    for lineup in lineups:
        _show_lineup(lineup)
    click.echo(f"{summary.games} games" + (f" of {len(lineups)} lineups" if len(lineups) > 1 else ""))


def _show_lineup(lineup: dict[str, Any]) -> None:
    matches = len(lineup["matches"])
    options = _options(lineup["options"], lineup["files"])
    title = f"{lineup['game']} {options}: {lineup['games']} games of {matches} match{'es'[: 2 * (matches > 1)]}"
    table = Table(printable(title))
    table.add_columns("bot", key=True, folds=True)
    seats = [row["seat"] for row in lineup["seats"]]
    table.add_columns("score", "95 % interval", joined=True)
    table.add_columns("games", "won", "drawn", "lost", *(f"won at {seat}" for seat in seats), "s/move", "slowest")
    for bot in lineup["bots"]:
        won = {row["seat"]: _share(row) for row in bot["seats"]}
        cells = [f"{bot['score']:.3f}", f"{bot['low']:.3f} - {bot['high']:.3f}"]
        cells += [str(bot[name]) for name in ("games", "won", "drawn", "lost")]
        cells += [won.get(seat, "-") for seat in seats]
        table.add_row(printable(bot["name"]), *cells, seconds(bot["seconds_per_move"]), seconds(bot["slowest_move"]))
    show_table(table)
    length = lineup["length"]
    span = f"{length['min']} to {length['max']}, median {length['median']}, mean {number(length['mean'])}"
    say(f"  moves per game: {span}", "    ")
    say("  won at seat: " + ", ".join(f"{row['seat']}: {_share(row)}" for row in lineup["seats"]), "    ")
    say("  ended: " + printable(", ".join(f"{reason} {count}" for reason, count in lineup["reasons"].items())), "    ")
    for bot in lineup["bots"]:
        if bot["faults"]:
            faults = ", ".join(f"{fault} {count}" for fault, count in bot["faults"].items())
            say(f"  {printable(bot['name'])} lost by {printable(faults)}", "    ")
    click.echo()


def _share(row: dict[str, int]) -> str:
    return f"{row['won'] / max(1, row['won'] + row['drawn'] + row['lost']):.1%}"
