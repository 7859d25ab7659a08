"""What a check finds: which verb breaks which sentence of the contract, what was found instead, and how to see it again."""

import re
from typing import Any, NoReturn

from mctsky.core import contract
from mctsky.core.checked import show_field

# What texts and pictures promise; verbs promise what their docstrings in core/contract.py say.
TEXT_PROMISES = {
    "format_move": "No two options of one state have the same text; a text has no spaces around it and no semicolon in it.",
    "parse_move": "The text of every option is read back as that option, and of nothing else.",
    "format_position": "The text of a position or view is one line, and is read back as the same bytes.",
    "parse_position": "A text that is not a position is refused with a PositionError; one that is accepted can be played.",
    "render": "A picture has printable signs only, and colours change nothing but the look.",
    "sees": "What a seat can tell apart at its own decisions it has observed.",
    "twin": "The rules and their slow twin agree on every actor, move, chance and result.",
    "small": "Each option set in GameSpec.small makes a game.",
    "compiled": "Compiled code and plain Python do the same.",
}


class Finding(AssertionError):  # noqa: N818  # what it is called everywhere
    """A broken promise of a game; where and how it was found is added by who ran the check."""

    def __init__(self, verb: str, promise: str, found: str, table: list[list[str]] | None = None) -> None:
        """Keep the parts."""
        self.verb, self.promise, self.found, self.table = verb, promise, found, table or []
        super().__init__(f"{verb}: {found}; promised: {promise}")

    def parts(self) -> dict[str, Any]:
        """Return the parts by name."""
        return {"verb": self.verb, "promise": self.promise, "found": self.found, "table": self.table}

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the parts when it crosses a process border."""
        return (type(self), (self.verb, self.promise, self.found, self.table))


class LeakError(Finding):
    """A seat can tell apart what it must not."""


def promise_of(verb: str, fragment: str) -> str:
    """Return the sentence that contains a fragment, of the docstring of a verb or else of the contract as a whole."""
    if verb in TEXT_PROMISES:
        return TEXT_PROMISES[verb]
    for text in (contract.VERBS[verb].__doc__, contract.__doc__):
        for paragraph in (text or "").split("\n\n"):
            for sentence in re.split(r"(?<=[.:])\s+(?=[A-Z`])", " ".join(paragraph.split())):
                if fragment in sentence:
                    return sentence
    raise LookupError(f"the contract does not say {fragment!r} of {verb}")


def broken(verb: str, fragment: str, found: str, table: list[list[str]] | None = None) -> NoReturn:
    """Raise a finding: a verb does not do what a sentence of the contract says, named by some words of it."""
    raise Finding(verb, promise_of(verb, fragment), found, table)


def require(holds: bool, verb: str, fragment: str, found: str) -> None:
    """Raise a finding unless something holds; for messages that cost nothing to make."""
    if not holds:
        broken(verb, fragment, found)


def differences(left: Any, right: Any) -> str:
    """Return the fields in which two records differ, as `card: [-1 3] v [2 3]`."""
    parts = [
        f"{name}: {show_field(left[name])} v {show_field(right[name])}"
        for name in left.dtype.names or ()
        if left[name].tobytes() != right[name].tobytes()
    ]
    return "; ".join(parts) or "bytes between the fields"
