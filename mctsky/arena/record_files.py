"""Own data files of recorded games: a record tells their paths and a digest of what they held, never the contents.

Records of versions before this tell only the paths; of those nothing can be compared.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from mctsky.arena.record import GameRecord
from mctsky.arena.record_check import read_head, read_line
from mctsky.arena.records import CONTENTS, match_of, read_lines
from mctsky.core.own_files import require_same
from mctsky.core.position import Game
from mctsky.core.registry import find_spec
from mctsky.errors import DataFileError, MctskyError

_CHANGED = "has changed since the game was recorded"
_MOVED = "say where it is now: --option {option}=PATH"


def check_files(record: GameRecord, where: str) -> dict[str, str]:
    """Return the digests of the own files that a record names; they must be there, with the contents of then."""
    spec = find_spec(record.game)
    now = spec.digest_files(record.options, where, _MOVED)
    require_same(spec.own_files(record.options), now, record.files, _CHANGED, where, f"put the old file back, or {_MOVED}")
    return now


def find_files(record: GameRecord, places: Mapping[str, str]) -> tuple[GameRecord, set[str]]:
    """Return a record with the paths where its own files lie now, and the options of `places` that it has a file for."""
    try:
        own = find_spec(record.game).own_files(record.options)
    except MctskyError:
        return record, set()  # whoever loads the game is told
    moved = {name: path for name, path in places.items() if name in own}
    return replace(record, options={**record.options, **moved}), set(moved)


def other_contents(path: Path | str, match_ids: Iterable[str]) -> tuple[int, GameRecord] | None:
    """Return the first game, with its line, of one of these matches as it was with other contents of its own files."""
    path, sought = Path(path), {match: match.partition(CONTENTS)[0] for match in match_ids if CONTENTS in match}
    if not sought or path.is_char_device() or path.is_fifo():
        return None
    begins = set(sought.values())
    for number, line in read_lines(path):
        match = match_of(read_head(line, path, number).id)
        if match not in sought and match.partition(CONTENTS)[0] in begins:
            return number, read_line(line, path, number)
    return None


def refuse_other_contents(path: Path, match_ids: Iterable[str], game: Game) -> None:
    """Raise an error if a file holds games of these matches that were played with other contents of the game's own files."""
    found = other_contents(path, match_ids)
    if found is None:
        return
    number, record = found
    paths, where, remedy = game.spec.own_files(game.options), f"{path}, line {number}", "record to another file"
    require_same(paths, game.files, record.files, _CHANGED, where, f"put the old file back, or {remedy}")
    problem = "an older mctsky has played games of this match and did not note what the files held"
    raise DataFileError(problem, given=" ".join(paths.values()), where=where, remedy=remedy)
