"""Record files: JSON lines, one per finished game, in the order in which the games ended.

Reading is a stream: a file with a million games takes no more memory than one with ten.
"""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from mctsky.arena.records.check import MAX_LINE, broken, is_torn, read_head, read_line
from mctsky.arena.records.record import SCHEMA, GameRecord
from mctsky.core.input_files import require_regular
from mctsky.errors import RecordError

log = logging.getLogger(__name__)

_BUFFER = 1 << 20
CONTENTS = "."  # in a match's id, before the digest of rules version, parameters and user files


def read_lines(path: Path | str, tell: Callable[[int], object] | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a record file that are not empty, each with its number, from 1 on, and without its end.

    A last line that was torn by a kill or a full disk is left out with a warning. `tell` is called with the bytes of each line.
    """
    path = Path(path)
    try:
        require_regular(path)
        with path.open("rb", _BUFFER) as file:
            number = 0
            while line := file.readline(MAX_LINE):
                number += 1
                if tell is not None:
                    tell(len(line))
                if len(line) == MAX_LINE:
                    raise RecordError("longer than any record", where=f"{path}, line {number}", remedy="is it a record file?")
                if not line.endswith(b"\n") and is_torn(line):
                    log.warning("%s, line %d: torn, %d bytes without an end; left out", path, number, len(line))
                elif not line.isspace():
                    yield number, line.rstrip(b"\n")
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        why = getattr(error, "strerror", None) or str(error)
        raise RecordError(f"cannot be read: {why}", where=str(path), remedy="name a file that `--record` has written") from None


def read_records(path: Path | str, tell: Callable[[int], object] | None = None) -> Iterator[GameRecord]:
    """Yield the games of a file, every member checked; that the moves follow the rules is left to `replay.verify`."""
    path = Path(path)
    for number, line in read_lines(path, tell):
        yield read_line(line, path, number)


def match_of(game_id: str) -> str:
    """Return the id of the match that a game belongs to; empty for a game of no match."""
    match, dash, index = game_id.rpartition("-")
    return match if dash and index.isdecimal() else ""


def settings_part(match_id: str) -> str:
    """Return the part of a match's id that its settings and its secret decide."""
    return match_id.partition(CONTENTS)[0]


def games_of(path: Path | str, match_id: str) -> Iterator[GameRecord]:
    """Yield the games of one match, each once; of other games only the heads are read.

    If a file holds a game twice (two files put together, say), the first counts.
    """
    path = Path(path)
    if path.is_char_device() or path.is_fifo():  # they can be written to, but hold nothing
        return
    begin = f'{{"schema":{SCHEMA},"id":"{match_id}-'.encode()
    seen: set[int] = set()
    n_double = 0
    for number, line in read_lines(path):
        if not line.startswith(begin) and match_of(read_head(line, path, number).id) != match_id:
            continue
        record = read_line(line, path, number)
        if record.id != f"{match_id}-{record.index}":
            raise broken(f"index is {record.index}, but the id is {record.id}", path, number)
        if record.index in seen:
            n_double += 1
            continue
        seen.add(record.index)
        yield record
    if n_double:
        log.warning("%s: %d games of match %s appear twice in it; the first of each counts", path, n_double, match_id)
