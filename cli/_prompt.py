"""Reading lines from a person: with Tab completion at a terminal, echoed where the input is a file or a pipe."""

import sys
from collections.abc import Callable
from typing import Any

import click

Completer = Callable[[str], list[str]]


class Prompt:
    """Asks for lines on stdin."""

    def __init__(self) -> None:
        """Check whether stdin is a terminal."""
        self.watched = sys.stdin.isatty()
        self._readline: Any = None
        if self.watched and sys.stdout.isatty():
            try:
                import readline
            except ImportError:  # Python can be built without it: lines are then read plainly
                return
            self._readline = readline
            readline.set_completer_delims("")  # a line is completed as a whole: moves may contain spaces
            is_libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def read(self, question: str, complete: Completer) -> str | None:
        """Return the next line without its end; None at the end of the input."""
        sys.stdout.flush()
        if self._readline is not None:
            return self._read_with_tab(question, complete)
        if self.watched:
            click.echo(question, nl=False)
        line = sys.stdin.readline()
        if not line:
            return None
        if not self.watched:
            click.echo(question + line.rstrip("\n"))  # so that the output reads like a dialogue
        return line.rstrip("\n")

    def _read_with_tab(self, question: str, complete: Completer) -> str | None:
        found: list[str] = []

        def offer(text: str, number: int) -> str | None:
            nonlocal found
            if number == 0:
                found = complete(text)
            return found[number] if number < len(found) else None

        self._readline.set_completer(offer)
        try:
            return input(question)
        except EOFError:
            click.echo()
            return None
        finally:
            self._readline.set_completer(None)
