"""Read a position that is written as named fields, `step draw 0 | seat 0 ...`; errors name the part that is wrong."""

import re
from collections.abc import Iterable, Sequence
from typing import NoReturn

from mctsky.errors import PositionError, nearest

MAX_DIGITS = 5


class FieldReader:
    """One text and the checks that every game needs for its words; a game's reader derives from it."""

    def __init__(self, text: str, game_name: str) -> None:
        """Keep the text for errors."""
        self.text, self.game_name = text, game_name

    def fail(self, problem: str, given: object = None, remedy: str = "") -> NoReturn:
        """Refuse the text."""
        where = f"{self.game_name} position"
        remedy = remedy or f"see docs/games/{self.game_name}.md for the form of a position"
        raise PositionError(problem, given=self.text if given is None else given, where=where, remedy=remedy)

    def need(self, holds: object, problem: str, given: object = None, remedy: str = "") -> None:
        """Refuse the text unless a condition holds."""
        if not holds:
            self.fail(problem, given, remedy)

    def split(self, needed: Sequence[str], optional: Sequence[str]) -> dict[str, str]:
        """Return the fields by name, each at most once."""
        known, fields = [*needed, *optional], dict[str, str]()
        for part in self.text.split("|"):
            said = " ".join(part.split())
            name = next((name for name in known if re.match(rf"{re.escape(name)}(?=[ ;]|$)", said)), None)
            if name is None:
                self.fail("unknown field", said, f"fields are {', '.join(known)}")
            self.need(name not in fields, f"field {name} is given twice", said, "delete one of the two")
            fields[name] = said.removeprefix(name).strip()
            self.need(fields[name], f"field {name} is empty", said, "fill it in or leave it out")
        for name in needed:
            self.need(name in fields, f"field {name} is missing", remedy=f"add | {name} ...")
        return fields

    def number(self, word: str, what: str, low: int = 0, high: int = 10**MAX_DIGITS - 1) -> int:
        """Return a whole number."""
        plain = word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS and str(int(word)) == word
        fits = plain and low <= int(word) <= high
        self.need(fits, f"{what}: not a whole number from {low} to {high}", word, f"write a number, {what} {low}")
        return int(word)

    def one_of(self, word: str, choices: Iterable[str], what: str) -> int:
        """Return the index of a word in `choices`."""
        known = list(choices)
        if word not in known:
            self.fail(f"unknown {what}", word, nearest(word, known))
        return known.index(word)
