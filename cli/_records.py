"""What `replay` and `records` share: finding games, showing texts from elsewhere, progress by bytes."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mctsky.cli._output import progress
from mctsky.errors import OptionError, RecordError

if TYPE_CHECKING:
    from mctsky.arena.records.record import GameRecord

MEBIBYTE = 1 << 20


def number(value: object) -> str:
    """Return a number as short as it can be said."""
    return f"{value:.4g}" if isinstance(value, int | float) else ""


def seconds(value: float | None) -> str:
    """Return a think time in seconds."""
    return "" if value is None else f"{value:.4f}"


@contextlib.contextmanager
def reading(paths: Iterable[Path], quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Show how much of some files has been read; yields a function that is told the bytes of every line."""
    sizes = [path.stat().st_size for path in paths if path.is_file()]
    unseen = 0
    if quiet:
        yield lambda n_bytes: None
        return
    with progress() as bar:
        task = bar.add_task("MiB read", total=max(1, sum(sizes) // MEBIBYTE))

        def tell(n_bytes: int) -> None:
            nonlocal unseen
            unseen += n_bytes
            if unseen >= MEBIBYTE:
                bar.advance(task, unseen // MEBIBYTE)
                unseen %= MEBIBYTE

        yield tell


class Moved:
    """The present paths of the user files of recorded games, given as K=PATH texts."""

    def __init__(self, places: Iterable[str]) -> None:
        """Read the texts."""
        self.places: dict[str, str] = {}
        self._used: set[str] = set()
        for text in places:
            name, equals, path = (part.strip() for part in text.partition("="))
            if not (name and equals and path) or name in self.places:
                raise OptionError("not of the form K=PATH, each K once", given=text, where="--option")
            self.places[name] = path

    def apply(self, record: "GameRecord") -> "GameRecord":
        """Return a record with the present paths."""
        from mctsky.arena.records.compare import find_files

        record, used = find_files(record, self.places)
        self._used |= used
        return record

    def check_used(self) -> None:
        """Refuse an option by which no game named a file."""
        for name in self.places:
            if name not in self._used:
                remedy = "other options are those of the record"
                raise OptionError("no game of the record names a user file by this option", given=name, remedy=remedy)


def stdout_is_watched() -> bool:
    """Say whether the output goes to a terminal."""
    return sys.stdout.isatty()


def find_line(path: Path, wanted: str | None) -> tuple[int, bytes]:
    """Return number and text of the line of a game, given by its line number or id; the last one if nothing is given."""
    from mctsky.arena.records.check import read_head
    from mctsky.arena.records.reader import read_lines

    last: tuple[int, bytes] | None = None
    by_number = int(wanted) if wanted is not None and wanted.isdecimal() and len(wanted) < 19 else None
    for last in read_lines(path):
        place, line = last
        if place == by_number or (wanted and not by_number and read_head(line, path, place).id == wanted):
            return last
    if last is None:
        raise RecordError("it holds no games", where=str(path), remedy="name a file that `--record` has written")
    if wanted is None:
        return last
    remedy = f"its lines are 1 to {last[0]}; `mctsky records {path} --list` shows the ids"
    raise RecordError("there is no such game", given=wanted, where=str(path), remedy=remedy)
