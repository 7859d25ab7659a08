"""`mctsky cache`: the compiled kernels on disk, one directory per game."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from mctsky.cli._output import interruptible, progress, say, show_json, show_table
from mctsky.cli._parameters import GameName, Word, json_option
from mctsky.cli._table import Table

_ALL_GAMES = "(all games)"
_DIRECTORY = re.compile(r"(?P<stem>.+)-[0-9a-f]{20}")


@dataclass(frozen=True)
class Entry:
    """One directory of the cache."""

    name: str
    game: str  # empty if no game that is installed now has made it; _ALL_GAMES for what all share
    current: bool
    files: int
    bytes: int


@click.command(epilog="The directory is $MCTSKY_CACHE_DIR, or `mctsky` in the user's cache directory.")
@click.argument("action", type=Word(["show", "warm", "clear"]), default="show")
@click.argument("games", type=GameName(), metavar="[GAME]...", nargs=-1)
@json_option
def command(action: str, games: tuple[str, ...], as_json: bool) -> None:
    """Show, warm or clear the compiled kernels.

    show lists what is kept; warm compiles all that commands and searches need, for the named games or for all; clear removes
    what the named games, or all of them, have stored.
    """
    from mctsky.core.cache import cache_root
    from mctsky.core.registry import find_spec

    for name in games:
        find_spec(name)
    if action == "warm":
        _warm(games)
    removed = _clear(games) if action == "clear" else 0
    entries = [entry for entry in _entries() if not games or entry.game in games]
    if as_json:
        data = {"root": str(cache_root()), "removed": removed, "directories": [asdict(entry) for entry in entries]}
        show_json(data)
        return
    say(f"{cache_root()}: {sum(entry.bytes for entry in entries) / 1e6:.1f} MB")
    if action == "clear":
        click.echo(f"removed {removed} {'directory' if removed == 1 else 'directories'}")
    elif entries:
        table = Table()
        table.add_columns("game", "state", key=True)
        table.add_columns("files", "kB")
        table.add_columns("directory", folds=True)
        for entry in entries:
            state = "current" if entry.current else "old" if entry.game else "not installed"
            table.add_row(entry.game or "-", state, str(entry.files), f"{entry.bytes / 1e3:.0f}", entry.name)
        show_table(table)


def _current_directories() -> dict[str, str]:
    """Return the directory names that the installed games use now, with the games."""
    from mctsky.core.cache import KERNELS, SHARED, game_directory, shared_directory
    from mctsky.core.native import platform
    from mctsky.core.registry import find_specs

    working, broken = find_specs()
    for error in broken:  # a broken plug-in has no kernels and must not hide the others'
        click.echo(f"mctsky: {error}", err=True)
    directories = {game_directory(spec.game_type, platform()).name: spec.name for spec in working}
    return directories | {shared_directory(platform(), name).name: _ALL_GAMES for name in (SHARED, KERNELS)}


def _directories() -> list[Path]:
    """Return the directories that are the cache's own; whatever else is there is left alone."""
    from mctsky.core.cache import cache_root

    return sorted(path for path in cache_root().iterdir() if path.is_dir() and _DIRECTORY.fullmatch(path.name))


def _entries() -> list[Entry]:
    current = _current_directories()
    games = {name.rpartition("-")[0]: game for name, game in current.items()}
    entries = []
    for path in _directories():
        sizes = [file.stat().st_size for file in path.iterdir()]
        game = games.get(path.name.rpartition("-")[0], "")
        entries.append(Entry(path.name, game, path.name in current, len(sizes), sum(sizes)))
    return sorted(entries, key=lambda entry: (entry.game or "~", not entry.current, entry.name))


def _clear(games: Sequence[str]) -> int:
    current = _current_directories()
    stems = {name.rpartition("-")[0] for name, game in current.items() if game in games}
    chosen = [path for path in _directories() if not games or path.name.rpartition("-")[0] in stems]
    for path in chosen:
        shutil.rmtree(path)
    return len(chosen)


def _warm(games: Sequence[str]) -> None:
    """Compile in worker processes; on one core, and where a worker fails, in this one."""
    from mctsky.cli import _warm as side_by_side
    from mctsky.cli._warm import Job
    from mctsky.core.registry import find_specs

    # The longest first: it must not be the last to begin.
    names = sorted(games or [spec.name for spec in find_specs()[0]], key=_code_size, reverse=True)
    left = side_by_side.make_jobs(names)
    with progress() as bar:
        task = bar.add_task("compiling", total=sum(len(steps) for _, steps in left))

        def report(job: Job) -> None:
            bar.update(task, description=f"{job[0]}: {job[1][0]}", advance=len(job[1]))

        if side_by_side.n_workers() > 1:
            left = side_by_side.warm_side_by_side(left, report)
        for job in left:
            interruptible(side_by_side.do_job, job)
            report(job)


def _code_size(name: str) -> int:
    """Return how much source a game has, a guess at how long it takes."""
    from mctsky.core.cache import game_folder
    from mctsky.core.registry import find_spec

    folder = game_folder(find_spec(name).game_type)
    return sum(path.stat().st_size for path in folder.rglob("*.py")) if folder else 0
