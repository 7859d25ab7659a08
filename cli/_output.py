"""Where commands write: tables on stdout, progress and log messages on stderr, JSON for programs."""

import contextlib
import json
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.errors import OptionError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

PIPE_WIDTH = 160  # columns of a table that goes to a file: the same on every machine


@cache
def stderr() -> "Console":
    """Return the console that progress bars and log messages share."""
    from rich.console import Console

    return Console(stderr=True)


def show_table(table: "Table") -> None:
    """Write a table to stdout."""
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else PIPE_WIDTH).print(table)


def new_table(title: str = "", caption: str = "") -> "Table":
    """Return an empty table in the style of all commands."""
    from rich import box
    from rich.table import Table

    return Table(title=title or None, caption=caption or None, box=box.SIMPLE, title_justify="left", caption_justify="left")


def printable(text: str) -> str:
    """Return a text without what a terminal would obey: names and reasons come from files and foreign programs."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def show_json(data: Any) -> None:
    """Write data for programs to stdout."""
    click.echo(json.dumps(data, indent=2))


def write_file(path: Path, text: str, option: str) -> None:
    """Write a file that an option names; `-` is stdout."""
    if str(path) == "-":
        click.echo(text)
        return
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        problem = f"cannot write: {getattr(error, 'strerror', None) or error}"
        raise OptionError(problem, given=str(path), where=option, remedy="name a file that can be written") from None


def progress() -> "Progress":
    """Return a progress display on stderr that is silent when nobody watches."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=stderr(), transient=True, disable=not stderr().is_terminal)


def interruptible(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a long compiled function so that Ctrl-C works: Python sees a signal only between two kernels."""
    outcome: list[Any] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(function(*arguments, **named))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if failure:
        raise failure[0]
    return outcome[0]


@contextlib.contextmanager
def live(renderable: Any, quiet: bool = False) -> Iterator[None]:
    """Keep something on the terminal up to date while a block runs, and take it away at the end; silent when nobody watches."""
    from rich.live import Live

    if quiet or not stderr().is_terminal:
        yield
        return
    with Live(renderable, console=stderr(), transient=True, refresh_per_second=4):
        yield
