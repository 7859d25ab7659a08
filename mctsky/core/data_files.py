"""Reading the data files of games: lines, words, and refusals that name file, line and word."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import NoReturn

from mctsky.errors import DataFileError, OptionError, nearest

STANDARD = "standard"  # the files that come with a game
MAX_FILE_BYTES = 20_000
MAX_DIGITS = 5


def read_text(name: str, what: str, package: str, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Return the text of a data file: `standard`, which is data/`what`.txt of the game's package, or a path."""
    if name == STANDARD:
        return resources.files(package).joinpath(f"data/{what}.txt").read_text()
    path = Path(name).expanduser()
    if not path.is_file():
        remedy = f"give the path of a file, or {STANDARD}"
        raise OptionError(f"there is no such {what} file", given=name, where=package.rpartition(".")[2], remedy=remedy)
    if path.stat().st_size > max_bytes:
        problem = f"the file is larger than {max_bytes} bytes"
        raise DataFileError(problem, given=name, where=name, remedy=f"see the {what}.txt that comes with the game")
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        remedy = "save it as plain text (UTF-8)"
        raise DataFileError(f"the file cannot be read: {error}", given=name, where=name, remedy=remedy) from error


def file_name(name: str, what: str) -> str:
    """Return what errors call a data file."""
    return f"{what}.txt" if name == STANDARD else name


class Lines:
    """The lines of a data file that say something; `number` is that of the line being read, 0 after the last."""

    def __init__(self, text: str, where: str) -> None:
        """Begin before the first line."""
        self.text, self.where, self.number = text, where, 0
        self.item = ""  # what the line describes, for errors

    def __iter__(self) -> Iterator[str]:
        """Yield lines without comments and empty ones."""
        for number, line in enumerate(self.text.splitlines(), 1):
            self.number, self.item = number, ""
            said = line.split("#")[0].strip()
            if said:
                yield said
        self.number, self.item = 0, ""

    def fail(self, problem: str, given: object = None, remedy: str = "") -> NoReturn:
        """Refuse the file because of the line being read."""
        where = f"{self.where}, line {self.number}" if self.number else self.where
        raise DataFileError(problem, given=given, where=f"{where}, {self.item}" if self.item else where, remedy=remedy)

    def number_of(self, word: str, low: int, high: int, what: str) -> int:
        """Return a whole number from `low` to `high`."""
        plain = word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS
        if not plain or not low <= int(word) <= high:
            self.fail(f"{what} is not a whole number from {low} to {high}", word, f"write a number from {low} to {high}")
        return int(word)

    def one_of(self, word: str, choices: tuple[str, ...], what: str) -> int:
        """Return the place of a word among its choices."""
        if word not in choices:
            self.fail(f"unknown {what}", word, nearest(word, choices))
        return choices.index(word)
