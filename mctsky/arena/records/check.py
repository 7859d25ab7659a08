"""Checking a line of a record file, member by member: nothing in a file is trusted before this check.

docs/records.md documents the members. Unknown ones are ignored, so that later versions of schema 1 may add some.
"""

import datetime
import json
import math
import re
from pathlib import Path
from typing import Any, NamedTuple

from mctsky.arena.records.record import NORMAL, SCHEMA, GameRecord, record_from_dict
from mctsky.core.contract import CHANCE, MAX_CODES, MAX_SEATS
from mctsky.errors import RecordError

MAX_LINE = 1 << 26  # bytes; a file with a longer line is not a record file
MAX_INDEX = (1 << 40) - 1  # games of a match
_SECRET = re.compile("[0-9a-f]{32}")
_START = b'{"schema":'
_HEAD = re.compile(rb'\{"schema": ?([0-9]{1,9}), ?"id": ?"([^"\\]*)"')


class Head(NamedTuple):
    """What every line begins with."""

    schema: int
    id: str


class _FlawError(Exception):
    """A member of the wrong type or value."""


def read_head(line: bytes, path: Path, number: int) -> Head:
    """Return schema and id of a line, without reading all of it where mctsky has written it."""
    found = _HEAD.match(line)
    if found:
        return Head(int(found[1]), found[2].decode(errors="replace"))
    data = _parse(line, path, number)
    try:
        return Head(_whole(data, "schema"), _text(data, "id"))
    except _FlawError as flaw:
        raise broken(str(flaw), path, number) from None


def read_line(line: bytes, path: Path, number: int) -> GameRecord:
    """Return the record that a line holds, every member checked for type and range."""
    data = _parse(line, path, number)
    try:
        schema = _whole(data, "schema", 1, 1 << 62)
        if schema > SCHEMA:
            problem = f"written by a newer mctsky (schema {schema}), this one reads {SCHEMA}"
            raise RecordError(problem, where=f"{path}, line {number}", remedy="upgrade mctsky")
        _check(data)
        return record_from_dict(data)
    except _FlawError as flaw:
        raise broken(str(flaw), path, number) from None


def is_torn(line: bytes) -> bool:
    """Say whether a line without its end is the beginning of a record that could not be written to its end."""
    if not line.strip(b"\0"):  # what some file systems leave after a power failure
        return True
    if line[: len(_START)] != _START[: len(line)]:
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return True
    return False


def _parse(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line.decode(), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise broken(f"not JSON: {error.msg} at byte {error.pos}", path, number) from None
    except UnicodeDecodeError as error:
        raise broken(f"not UTF-8 at byte {error.start}", path, number) from None
    except (ValueError, RecursionError) as error:
        raise broken(f"not JSON as mctsky writes it: {error}", path, number) from None
    if type(data) is not dict:
        raise broken("not a JSON object", path, number)
    return data


def _refuse_constant(word: str) -> float:
    raise ValueError(f"{word} is not a number")


def broken(problem: str, path: Path, number: int) -> RecordError:
    """Return the error for a broken line."""
    return RecordError(problem, where=f"{path}, line {number}", remedy=f"to do without this game, remove line {number}")


def _check(data: dict[str, Any]) -> None:
    for member in ("id", "game", "time", "opening", "reason", "finished_at"):
        _text(data, member)
    for member in ("index", "block"):
        _whole(data, member, 0, MAX_INDEX)
    _whole(data, "seed")
    if _get(data, "iterations") is not None:
        _whole(data, "iterations", 1)
    for name, value in _object(data, "options").items():
        if type(value) not in (int, str):
            raise _flaw(f"options.{name}", "a whole number or a text", value)
    for member in ("files", "versions") if "files" in data else ("versions",):  # the first is younger than the schema
        for name, value in _object(data, member).items():
            if type(value) is not str:
                raise _flaw(f"{member}.{name}", "a text", value)
    if "secret" in data and not _SECRET.fullmatch(_text(data, "secret")):
        raise _flaw("secret", "a secret of 32 digits, 0-9 and a-f", data["secret"])
    for number, turn in enumerate(_list(data, "turns")):
        if type(turn) is not str:
            raise _flaw(f"turns[{number}]", "a text", turn)
    n_seats = _check_seats(data)
    _check_moves(data, n_seats)
    _check_end(data, n_seats)


def _check_seats(data: dict[str, Any]) -> int:
    bots = _list(data, "bots")
    if not bots:
        raise _flaw("bots", "a list of at least one bot", bots)
    for number, bot in enumerate(bots):
        here = f"bots[{number}]."
        if type(bot) is not dict:
            raise _flaw(here[:-1], "an object", bot)
        _text(bot, "name", here)
        _text(bot, "spec", here)
        _object(bot, "parameters", here)
        if type(_get(bot, "cheats", here)) is not bool:
            raise _flaw(f"{here}cheats", "true or false", bot["cheats"])
    seating = _list(data, "seating")
    if not 1 <= len(seating) <= MAX_SEATS:
        raise _flaw("seating", f"a list of 1 to {MAX_SEATS} numbers", seating)
    for seat, number in enumerate(seating):
        if type(number) is not int or not 0 <= number < len(bots):
            raise _flaw(f"seating[{seat}]", f"the number of a bot, 0 to {len(bots) - 1}", number)
    return len(seating)


def _check_moves(data: dict[str, Any], n_seats: int) -> None:
    for number, move in enumerate(_list(data, "moves")):
        here = f"moves[{number}]"
        if type(move) is not dict:
            raise _flaw(here, "an object", move)
        seat, code, seconds = move.get("seat"), move.get("code"), move.get("seconds", 0)
        if type(seat) is not int or not CHANCE <= seat < n_seats:
            raise _flaw(f"{here}.seat", f"a seat, -1 to {n_seats - 1}", seat)
        if type(code) is not int or not 0 <= code < MAX_CODES:
            raise _flaw(f"{here}.code", f"a move code, 0 to {MAX_CODES - 1}", code)
        if type(move.get("move")) is not str:
            raise _flaw(f"{here}.move", "a text", move.get("move"))
        if type(seconds) not in (int, float) or not 0 <= seconds < 1e9:
            raise _flaw(f"{here}.seconds", "a number of at least 0", seconds)
        if type(move.get("search", {})) is not dict:
            raise _flaw(f"{here}.search", "an object", move["search"])


def _check_end(data: dict[str, Any], n_seats: int) -> None:
    result, failed = _list(data, "result"), _get(data, "failed_seat")
    if len(result) != n_seats:
        raise _flaw("result", f"a list of {n_seats} numbers, one per seat", result)
    for seat, value in enumerate(result):
        if type(value) not in (int, float) or not (0 <= value <= 1 and math.isfinite(value)):
            raise _flaw(f"result[{seat}]", "a number from 0 to 1", value)
    if failed is not None:
        _whole(data, "failed_seat", 0, n_seats - 1)
    if (data["reason"] == NORMAL) != (failed is None):
        raise _flaw("failed_seat", f"null exactly if reason is {NORMAL!r}", failed)
    try:
        datetime.datetime.fromisoformat(data["finished_at"] or "2000-01-01")
    except ValueError:
        raise _flaw("finished_at", "a time like 2026-11-16T08:42:43+00:00", data["finished_at"]) from None


def _get(data: dict[str, Any], member: str, here: str = "") -> Any:
    if member not in data:
        raise _FlawError(f"{here}{member} is missing")
    return data[member]


def _text(data: dict[str, Any], member: str, here: str = "") -> str:
    value = _get(data, member, here)
    if type(value) is not str:
        raise _flaw(here + member, "a text", value)
    return value


def _whole(data: dict[str, Any], member: str, low: int | None = None, high: int | None = None) -> int:
    value = _get(data, member)
    if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
        limits = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
        raise _flaw(member, f"a whole number{limits}", value)
    return value


def _list(data: dict[str, Any], member: str) -> list[Any]:
    value = _get(data, member)
    if type(value) is not list:
        raise _flaw(member, "a list", value)
    return value


def _object(data: dict[str, Any], member: str, here: str = "") -> dict[str, Any]:
    value = _get(data, member, here)
    if type(value) is not dict:
        raise _flaw(here + member, "an object", value)
    return value


def _flaw(member: str, wanted: str, value: object) -> _FlawError:
    shown = json.dumps(value)
    return _FlawError(f"{member} is {shown if len(shown) <= 60 else shown[:60] + '...'}, not {wanted}")
