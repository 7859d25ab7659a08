"""Advice for a person who plays: the best move and its numbers."""

import textwrap
from collections.abc import Callable
from typing import Any

from mctsky.advisor.advice import Advice
from mctsky.advisor.advisor import Advisor
from mctsky.cli._advice_text import WIDTH, advice_lines
from mctsky.cli._output import live
from mctsky.core.position import View
from mctsky.errors import Stopped, printable

EVERY = 0.2  # seconds between two looks at a search, in which Ctrl-C is heard


class Hints:
    """Asks the advisor about the person's decisions; the answer for a view is kept until the next one."""

    def __init__(self, budget: dict[str, Any]) -> None:
        """Take the budget of a hint: iterations, or time in seconds."""
        self._advisor = Advisor(**budget)
        self._found: Advice | None = None

    def ask(self, view: View) -> Advice:
        """Return the advice for a view; Ctrl-C ends the search early, with what it has found so far."""
        if self._found is not None and self._found.view == view:
            return self._found
        with live("thinking about a hint; Ctrl-C ends it early"):
            self._found = last_advice(self._advisor, view)
        return self._found

    def hint(self, view: View) -> str:
        """Return the best move in a sentence."""
        if len(view.own_codes()) == 1:
            return f"{printable(view.own_moves()[0])} is the only move"
        return "\n".join(textwrap.wrap(printable(self.ask(view).sentence), WIDTH))

    def why(self, view: View) -> str:
        """Return the best moves and turns with their numbers, and what is hidden."""
        return "\n".join(advice_lines(self.ask(view)))


def last_advice(
    advisor: Advisor,
    view: View,
    every: float = EVERY,
    tell: Callable[[Advice], object] | None = None,
    interrupted: Callable[[BaseException], object] | None = None,
) -> Advice:
    """Return the final advice; Ctrl-C ends the search, and what it has found is the answer.

    `tell` gets every answer, `interrupted` what has ended the search early.
    """
    found: Advice | None = None
    with advisor.stream(view, every=every) as stream:
        while found is None or not found.final:
            try:
                found = next(stream)
                if tell is not None:
                    tell(found)
            except KeyboardInterrupt as error:
                stream.cancel()
                if interrupted is not None:
                    interrupted(error)
                elif isinstance(error, Stopped):  # the whole command is to end
                    raise
    return found
