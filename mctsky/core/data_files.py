"""Read the data files of games; errors name the file, the line and the word."""

from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import NoReturn

from mctsky.errors import DataFileError, OptionError, nearest

STANDARD = "standard"  # the files that come with a game
MAX_FILE_BYTES = 20_000
MAX_DIGITS = 5


def read_text(name: str, what: str, package: str, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Return the text of a data file: `standard`, which is data/`what`.txt of the game's package, or a path."""
    return read_shipped(package, what) if name == STANDARD else read_user_text(name, what, package, (STANDARD,), max_bytes)


def read_shipped(package: str, name: str) -> str:
    """Return the text of a data file that comes with a game."""
    return resources.files(package).joinpath(f"data/{name}.txt").read_text(encoding="utf-8")


def read_user_text(name: str, what: str, package: str, shipped: Sequence[str], max_bytes: int = MAX_FILE_BYTES) -> str:
    """Return the text of a file that the user names by its path; `shipped` are the names of files that come with the game."""
    path = Path(name).expanduser()
    if not path.is_file():
        remedy = f"give the path of a file, or {nearest(name, shipped) if len(shipped) > 1 else shipped[0]}"
        raise OptionError(f"{what} file not found", given=name, where=package.rpartition(".")[2], remedy=remedy)
    if path.stat().st_size > max_bytes:
        problem = f"the file is larger than {max_bytes} bytes"
        raise DataFileError(problem, given=name, where=name, remedy=f"see the {what}.txt that comes with the game")
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        remedy = "save it as plain text (UTF-8)"
        raise DataFileError(f"the file cannot be read: {error}", given=name, where=name, remedy=remedy) from error


def file_name(name: str, what: str) -> str:
    """Return the name of a data file for errors."""
    return f"{what}.txt" if name == STANDARD else name


class Lines:
    """The lines of a data file without comments and blank lines; `number` is the line being read, 0 after the last."""

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
        """Return the index of a word in `choices`."""
        if word not in choices:
            self.fail(f"unknown {what}", word, nearest(word, choices))
        return choices.index(word)
