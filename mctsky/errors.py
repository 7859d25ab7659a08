"""Every exception of the library.

A message names the kind of error, the input as given, where it was met, what is wrong with it and what to do instead:
`illegal move 'd' in connect4 "...": column d is full; legal: a b c e f g`.
"""

import difflib
from collections.abc import Iterable


class MctskyError(ValueError):
    """Base of all errors that a caller can cause and correct."""

    kind = "error"

    def __init__(self, problem: str, *, given: object = None, where: str = "", remedy: str = "", field: str = "") -> None:
        """Build the message; `given` is the offending input, `remedy` what would work, `field` the wrong argument."""
        self.problem, self.given, self.where, self.remedy, self.field = problem, given, where, remedy, field
        head = self.kind
        if given is not None:
            shown = str(given)
            head += f" {shown if len(shown) <= 200 else shown[:200] + '...'!r}"
        if where:
            head += f" in {where}"
        super().__init__(f"{head}: {problem}" + (f"; {remedy}" if remedy else ""))

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the parts when the error is sent to another process."""
        return (_rebuild, (type(self), self.problem, self.given, self.where, self.remedy, self.field))


def _rebuild(cls: type[MctskyError], problem: str, given: object, where: str, remedy: str, field: str = "") -> MctskyError:
    return cls(problem, given=given, where=where, remedy=remedy, field=field)


class ArgumentError(MctskyError):
    """An argument of the wrong type, or a number outside its range."""

    kind = "bad argument"


class UnknownNameError(MctskyError):
    """A game, bot, option or command that does not exist."""

    kind = "unknown name"


class OptionError(MctskyError):
    """An option value outside its range, or options that contradict each other."""

    kind = "bad option"


class PositionError(MctskyError):
    """A position text that cannot be read or that no game can reach."""

    kind = "bad position"


class IllegalMoveError(MctskyError):
    """A move text that cannot be read, or a move that the rules forbid here."""

    kind = "illegal move"


class BudgetError(MctskyError):
    """A search budget that makes no sense."""

    kind = "bad budget"


class BusyError(MctskyError):
    """A search that is asked to change while it is running."""

    kind = "search in use"


class UnsupportedError(MctskyError):
    """Something that Python allows but that cannot work."""

    kind = "not supported"


class DataFileError(MctskyError):
    """A board, card or price file that cannot be read or breaks a rule of its format."""

    kind = "bad data file"


class GameDefinitionError(MctskyError):
    """A game folder or plug-in that breaks the contract."""

    kind = "broken game"


class RecordError(MctskyError):
    """A record file that cannot be read or written, or a record that contradicts itself."""

    kind = "bad record"


class TournamentError(MctskyError):
    """A tournament file that cannot be read, or that does not describe a tournament."""

    kind = "bad tournament file"


class MachineError(MctskyError):
    """Something that the system refuses: file descriptors, processes, memory, a file; not the fault of a bot."""

    kind = "system error"


class Stopped(KeyboardInterrupt):
    """Raised by the command line when a signal (SIGTERM, SIGHUP) asks it to end; handle it like Ctrl-C."""

    def __init__(self, number: int) -> None:
        """Keep which signal it was."""
        self.number = number
        super().__init__(number)


def one_line(error: BaseException) -> str:
    """Return the kind and the first line of the message of any exception."""
    message = str(error).strip().partition("\n")[0][:200]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return a remedy sentence that names the closest of `choices`, then all of them."""
    names = sorted(choices)
    close = difflib.get_close_matches(str(word), names, n=1, cutoff=0.5)
    listed = "choose from: " + ", ".join(names) if names else "there are none"
    return f"did you mean {close[0]!r}? {listed}" if close else listed


def printable(text: str, limit: int | None = None) -> str:
    """Make a text from outside safe for a terminal and a record, and cut it after `limit` characters."""
    kept = text if limit is None else text[: limit + 1]
    shown = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in kept)
    return shown if limit is None or len(shown) <= limit else shown[:limit] + "..."
