"""A game that was left: what `save` writes and `--resume` reads.

The file shows the game, its options and who sits where, but neither luck nor moves. Seed and moves are packed in one
text, not to hide them from somebody who wants to know, but so that nobody reads the other hands by accident.
"""

import base64
import binascii
import datetime
import json
import zlib
from pathlib import Path
from typing import Any

from mctsky._version import __version__
from mctsky.cli._play_table import PlayTable
from mctsky.core.input_files import read_bytes
from mctsky.core.registry import load_same
from mctsky.errors import MctskyError, RecordError

FORMAT = "mctsky saved game"
SCHEMA = 1
MAX_BYTES = 4 << 20  # of a file
_MAX_PACKED = 16 << 20  # of what is packed in it
_TYPES: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "options": dict,
    "files": dict,
    "seat": int,
    "bots": list,
    "packed": str,
}
_REMEDY = "name a file that `save` has written"


def save(table: PlayTable, path: Path) -> None:
    """Write a game under way; a file that is not a saved game is never overwritten."""
    where = str(path)
    if _is_taken(path):
        problem = "this file exists and is not a saved game"
        raise RecordError(problem, given=where, remedy="choose another name")
    packed = {"seed": table.seed, "undone": table.n_undone, "codes": list(table.position.moves)}
    data = {
        "format": FORMAT,
        "schema": SCHEMA,
        "game": table.game.name,
        "options": dict(table.game.options),
        "files": dict(table.game.files),
        "seat": table.seat,
        "bots": list(table.specs),
        "practice": table.is_practice,
        "version": __version__,
        "saved_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "packed": base64.b64encode(zlib.compress(json.dumps(packed).encode())).decode(),
    }
    try:
        # Beside it first: a full disk must not cost the game that was saved before.
        beside = path.with_name(f"{path.name}.new")
        beside.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        beside.replace(path)
    except (OSError, ValueError) as error:
        problem = f"cannot be written: {getattr(error, 'strerror', None) or error}"
        raise RecordError(problem, given=where, remedy="name another file") from None


def _is_taken(path: Path) -> bool:
    """Say whether a path holds something that must not be overwritten."""
    try:
        if not path.exists() and not path.is_symlink():
            return False
        _members(path)
    except (OSError, RecordError) as error:
        return isinstance(error, RecordError)  # writing reports the system's error
    return False


def load(path: Path) -> PlayTable:
    """Return the game of a file, as it was left; all of it is checked."""
    where, data = str(path), _members(path)
    packed = _unpack(data["packed"], where)
    try:
        game = load_same(data["game"], data["options"], data["files"])
        seat = game.check_seat(data["seat"])
    except MctskyError as error:
        raise RecordError(f"its game cannot be loaded: {error}", where=where) from None
    specs = data["bots"]
    if len(specs) != game.n_seats or not all(isinstance(spec, str) for spec in specs):
        raise RecordError(f"bots are not one text for each of {game.n_seats} seats", where=where, remedy=_REMEDY)
    table = PlayTable(game, seat, specs, packed["seed"])
    table.n_undone = packed["undone"]
    problem = table.replay(packed["codes"])
    if problem:
        raise RecordError(problem, where=where, remedy="the file was changed, or the rules of the game were")
    return table


def _members(path: Path) -> dict[str, Any]:
    """Return the members of a file, each of its type."""
    where = str(path)
    try:
        data = json.loads(read_bytes(path, MAX_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        problem = f"cannot be read: {getattr(error, 'strerror', None) or 'not JSON'}"
        raise RecordError(problem, where=where, remedy=_REMEDY) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("this is not a saved game", where=where, remedy=_REMEDY)
    if data.get("schema") != SCHEMA:
        raise RecordError(f"schema is {data.get('schema')!r:.40}, not {SCHEMA}", where=where, remedy="use a newer mctsky")
    for name, kind in _TYPES.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            raise RecordError(f"{name} is missing or of the wrong type", where=where, remedy=_REMEDY)
    return data


def _unpack(text: str, where: str) -> dict[str, Any]:
    problem = "packed is not what `save` writes"
    try:
        unpacker = zlib.decompressobj()
        data = json.loads(unpacker.decompress(base64.b64decode(text, validate=True), _MAX_PACKED))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise RecordError(problem, where=where, remedy=_REMEDY) from None
    whole = isinstance(data, dict) and isinstance(data.get("codes"), list)
    numbers = [data.get("seed"), data.get("undone"), *data["codes"]] if whole else [None]
    if not all(type(number) is int and -(1 << 63) <= number < 1 << 64 for number in numbers) or data["undone"] < 0:
        raise RecordError(problem, where=where, remedy=_REMEDY)
    found: dict[str, Any] = data
    return found
