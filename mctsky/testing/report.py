"""What a check of a game comes to: findings and a verdict, as text and as data."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mctsky.core.spec import GameSpec

CONSISTENT = "consistent: observe, conceal and determinise agree"
NO_LEAK = "no leak"
SOUND = "keeps the contract"


@dataclass
class Located:
    """A finding with the game in which it was found and the command that repeats it."""

    verb: str
    promise: str
    found: str
    table: list[list[str]]
    options: dict[str, Any]
    seed: int
    repeat: str = ""

    def lines(self) -> list[str]:
        """Return it as text, line by line."""
        found = [f"{self.verb}: {self.found}", f"  promised: {self.promise}"]
        if self.table:
            widths = [max(len(row[column]) for row in self.table) for column in range(len(self.table[0]))]
            for row in self.table:
                name, *numbers = row
                cells = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True)]
                found.append("    " + "  ".join([name.ljust(widths[0]), *cells]))
        return [*found, f"  repeat: {self.repeat}"]

    def to_dict(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "verb": self.verb,
            "promise": self.promise,
            "found": self.found,
            "table": self.table,
            "options": self.options,
            "seed": self.seed,
            "repeat": self.repeat,
        }


@dataclass
class GroupReport:
    """What became of one group of checks."""

    group: str
    what: str = ""
    n: int = 0  # how many of those things were looked at
    cases: int = 0  # games and seeds that were begun
    of: int = 0
    seconds: float = 0.0
    skipped: str = ""  # why the group did not run
    finding: Located | None = None
    done: bool = False
    digests: dict[str, str] = field(default_factory=dict)

    def take(self, message: dict[str, Any], told: Callable[[str, int, int], None] | None) -> None:
        """Take one message of the child."""
        kind = message.pop("kind")
        if kind == "case":
            self.cases, self.of = message["n"] + 1, message["of"]
            if told is not None:
                told(self.group, message["n"], message["of"])
        elif kind == "digest":
            self.digests[message["options"]] = message["digest"]
        elif kind == "finding":
            self.finding = Located(**message)
        elif kind == "done":
            self.done, self.n = True, message["n"]

    def summary(self) -> str:
        """Return one line."""
        if self.skipped:
            return f"-     {self.group}: not run, {self.skipped}"
        counted = f"{self.n:,} {self.what}"
        if self.finding is None and self.cases < self.of:
            counted += f"; {self.cases} of {self.of} cases in the time"
        return f"{'ok   ' if self.finding is None else 'WRONG'} {self.group}: {counted}, {self.seconds:.1f} s"

    def to_dict(self) -> dict[str, Any]:
        """Return it as data."""
        data: dict[str, Any] = {"group": self.group, "ok": self.finding is None, "what": self.what, "n": self.n}
        data |= {"cases": self.cases, "of": self.of, "seconds": round(self.seconds, 3), "skipped": self.skipped}
        return data | {"finding": None if self.finding is None else self.finding.to_dict()}


class Report:
    """All groups of a game, and the verdict."""

    def __init__(self, spec: GameSpec, groups: list[GroupReport], has_account: bool) -> None:
        """Keep them."""
        self.spec, self.groups, self._has_account = spec, groups, has_account

    @property
    def findings(self) -> list[Located]:
        """What was found."""
        return [group.finding for group in self.groups if group.finding is not None]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def verdict(self) -> str:
        """One sentence; "no leak" needs pairs of states that look alike by the game's own account."""
        if not self.ok:
            return f"broken: {len(self.findings)} finding{'s' if len(self.findings) > 1 else ''}"
        if not self.spec.hidden:
            return SOUND
        ran = {group.group: group for group in self.groups if not group.skipped}
        if "views" not in ran:
            return f"nothing found by {', '.join(ran) or 'no group'}"
        if "leaks" in ran and ran["leaks"].n > 0:
            return NO_LEAK
        return CONSISTENT if not self._has_account else f"{CONSISTENT}; no two states looked alike to any seat"

    def notes(self) -> list[str]:
        """Return what the author could add to have more checked."""
        found = []
        for group in self.groups:
            if group.group == "leaks" and group.skipped and self.spec.hidden:
                found.append("without sees.py, an account of what each seat knows, nothing can be said about leaks")
            if group.group == "worlds" and not group.skipped and group.finding is None and group.n == 0:
                found.append(
                    "no variant is small enough to list all its games; name some in GameSpec.small to have odds checked"
                )
        return found

    def text(self) -> str:
        """Return everything as text."""
        lines = [group.summary() for group in self.groups]
        for finding in self.findings:
            lines += ["", *finding.lines()]
        return "\n".join([*lines, "", *(f"note: {note}" for note in self.notes()), f"{self.spec.name}: {self.verdict}"])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as data."""
        data: dict[str, Any] = {"game": self.spec.name, "ok": self.ok, "verdict": self.verdict}
        return data | {"groups": [group.to_dict() for group in self.groups], "notes": self.notes()}
