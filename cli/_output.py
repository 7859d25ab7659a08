"""Where commands write: tables on stdout, progress and log messages on stderr, JSON for programs."""

import contextlib
import json
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.errors import OptionError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    from mctsky.cli._table import Table

PIPE_WIDTH = 160  # columns of what goes to a file, unless COLUMNS is set: the same on every machine
MIN_WIDTH = 40


@cache
def stderr() -> "Console":
    """Return the console that progress bars and log messages share."""
    from rich.console import Console

    drop_wrong_sizes()
    return Console(stderr=True)


def drop_wrong_sizes() -> None:
    """Forget a COLUMNS or LINES that is not a size: rich would raise, or make lines of gigabytes."""
    for name in ("COLUMNS", "LINES"):
        if re.fullmatch("0*[1-9][0-9]{0,3}", os.environ.get(name, "1"), re.ASCII) is None:
            del os.environ[name]


def known_width() -> int | None:
    """Return the columns of stdout: what COLUMNS says, else the terminal's; None for a file or pipe of any width."""
    drop_wrong_sizes()
    if "COLUMNS" in os.environ:
        return max(MIN_WIDTH, int(os.environ["COLUMNS"]))
    return max(MIN_WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None


def show_table(table: "Table") -> None:
    """Write a table to stdout."""
    from rich.console import Console

    Console(width=known_width() or PIPE_WIDTH).print(table)


def say(text: str, indent: str = "") -> None:
    """Write a line to stdout, folded to the width of the terminal; further lines begin with `indent`."""
    room = known_width()
    if room is None or len(text) <= room // 2:  # no character takes more than two columns
        click.echo(text)
        return
    from mctsky.cli._table import fold

    first, *more = fold(text, room - len(indent))
    click.echo("\n".join([first, *(indent + line for line in more)]))


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
    """Return a progress display on stderr that is silent where there is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=stderr(), transient=True, disable=not stderr().is_terminal)


def how_far(done: int, total: int, n_before: int, begun: float) -> "list[ProgressBar | Text]":
    """Return a bar and a line that say how many games are played and when the rest will be.

    Games that were played before `begun`, a time of `time.monotonic`, do not count in the speed.
    """
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    spent, fresh = time.monotonic() - begun, done - n_before
    left = f", about {_duration(spent / fresh * (total - done))} left" if fresh and done < total else ""
    return [ProgressBar(total, done, width=40), Text(f"{done} of {total} games, {_duration(spent)} so far{left}")]


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


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
    """Keep something on the terminal up to date while a block runs, then remove it; silent where there is no terminal."""
    from rich.live import Live

    if quiet or not stderr().is_terminal:
        yield
        return
    with Live(renderable, console=stderr(), transient=True, refresh_per_second=4):
        yield
