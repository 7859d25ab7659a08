"""Options that `match` and `tournament` share: what bots may use, and who plays the games."""

import contextlib
import os
import resource
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from mctsky.cli._output import live, stderr
from mctsky.cli._parameters import Word
from mctsky.cli._signals import how_ended
from mctsky.errors import OptionError

if TYPE_CHECKING:
    from mctsky.arena.playing.plan import MakeBot
    from mctsky.arena.playing.protocol_log import ProtocolLog
    from mctsky.arena.records.record import GameRecord
    from mctsky.bots.api import Bot
    from mctsky.bots.processes.sandbox import Sandbox
    from mctsky.core.position import Game

F = TypeVar("F", bound=Callable[..., Any])
MAX_JOBS = 1024
_DESCRIPTORS, _DESCRIPTORS_PER_JOB = 40, 4  # open files of a match, and of each worker in the process that leads it


def contest_options(function: F) -> F:
    """Add --record, --resume, --jobs, --isolate, --cluster and --log."""
    for option in (
        click.option("--log", metavar="FILE", help="Add every line to and from programs and isolated bots to this file."),
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, for example tcp://host:8786."),
        click.option(
            "--isolate",
            type=Word(["process", "sandbox"]),
            metavar="[=sandbox]",
            help="Run each bot in a process of its own; =sandbox: plug-ins and programs in a sandbox.",
        ),
        click.option("--jobs", type=int, default=1, show_default=True, help="Games at the same time."),
        click.option(
            "--resume",
            metavar="[=ID]",
            callback=lambda context, option, given: given or given is not None,  # without an ID, True
            help="Continue what the record file holds; ID says which match or tournament, if there are several.",
        ),
        click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Add every finished game to this file."),
    ):
        function = option(function)
    return function


@dataclass(frozen=True)
class Crew:
    """Who plays the games."""

    make_executor: Callable[[], Executor] | None  # None: this process, one game after another
    interactive: bool
    local: tuple[str, ...]  # specs of bots that may be compiled in this process
    searching: str | None  # the first of them that searches


def check_contest(settings: dict[str, Any], where: str) -> None:
    """Refuse --resume, --jobs and --cluster that cannot work, before anything is loaded."""
    jobs, cluster = settings["jobs"], settings["cluster"]
    if settings["resume"] and settings["record"] is None:
        raise OptionError("there is no record file to resume from", given="--resume", where=where, remedy="add --record FILE")
    if not 1 <= jobs <= MAX_JOBS:
        remedy = f"nearest: {min(max(jobs, 1), MAX_JOBS)}"
        raise OptionError(f"jobs must be from 1 to {MAX_JOBS}", given=jobs, where=where, remedy=remedy)
    if cluster is not None and not cluster.strip():
        remedy = "write --cluster tcp://HOST:PORT, as `dask scheduler` says when it starts, or leave --cluster out"
        raise OptionError("no address is given", given=cluster, where="--cluster", remedy=remedy)
    _require_descriptors(jobs)
    if cluster and jobs != 1:
        raise OptionError("a cluster has its own workers", given=f"--jobs {jobs}", where=where, remedy="leave --jobs out")


def _require_descriptors(jobs: int) -> None:
    """Make sure that this process may open enough files; the soft limit is raised where the system allows it."""
    needed = _DESCRIPTORS + _DESCRIPTORS_PER_JOB * jobs
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard == resource.RLIM_INFINITY or hard >= needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
        return
    problem = f"only {hard} files can be open at the same time, and {needed} are needed"
    remedy = f"allow more with `ulimit -n {needed}`" + (", or use fewer jobs" if jobs > 1 else "")
    raise OptionError(problem, given=f"--jobs {jobs}", where="match", remedy=remedy)


def make_crew(asked: "MakeBot", specs: Sequence[str], settings: dict[str, Any]) -> Crew:
    """Return who plays the games of these bots.

    Bots that come with mctsky are trusted: with one job they play in this process, which starts at once. Foreign ones play in a
    worker, which they may take down. A cluster's workers play in threads, where a hanging bot cannot be stopped, so
    foreign bots are isolated there.
    """
    from mctsky.arena.playing.runner import ProcessExecutor
    from mctsky.bots._search import SearchBot
    from mctsky.bots.registry import is_foreign

    jobs, cluster = settings["jobs"], settings["cluster"]
    local = tuple(spec for spec in specs if not is_foreign(spec))
    if settings.get("cpu_clock"):
        require_cpu_clock(specs, asked)
    make_executor: Callable[[], Executor] | None = None
    interactive = any(asked(spec).interactive for spec in specs)
    if interactive:
        if jobs != 1 or cluster or settings["isolate"]:
            problem = "somebody at this terminal takes part, so the games are played here, one after another"
            raise OptionError(problem, where="match", remedy="leave --jobs, --cluster and --isolate out")
    elif cluster:
        from mctsky.arena.playing.cluster import connect

        make_executor = partial(connect, cluster)
    elif jobs > 1 or len(local) < len(specs):
        make_executor = partial(ProcessExecutor, jobs)
    searching = next((spec for spec in local if isinstance(asked(spec), SearchBot)), None)
    return Crew(make_executor, interactive, local, searching)


class Contest(Protocol):
    """What `play_out` asks of a match or a tournament."""

    n_games: int

    @property
    def rounding(self) -> str: ...

    @property
    def n_finished(self) -> int: ...

    def warm(self, specs: Container[str] | None = None) -> None: ...

    def play(self, make_executor: Callable[[], Executor] | None) -> Iterator["GameRecord"]: ...


class Shown(Protocol):
    """What a terminal shows meanwhile."""

    def update(self) -> None: ...


C = TypeVar("C", bound=Contest)


def play_out(contest: C, crew: Crew, make_shown: Callable[[C], Shown], game: "Game | None" = None) -> KeyboardInterrupt | None:
    """Play all games that are left; return the interruption that ended them early, if there was one.

    `make_shown` makes what a terminal shows meanwhile; there may be no terminal, or a player needs it. `game` is what all games
    are of, if it is one.
    """
    if contest.rounding:
        click.echo(f"mctsky: {contest.rounding}", err=True)
    if contest.n_finished:
        click.echo(f"mctsky: {contest.n_finished} of {contest.n_games} games were already played", err=True)
    games = contest.play(crew.make_executor)
    shown = make_shown(contest) if stderr().is_terminal and not crew.interactive else None
    with contextlib.nullcontext() if shown is None else live(shown):
        try:
            if contest.n_finished < contest.n_games:
                if game is not None and crew.searching is not None:
                    from mctsky.cli._warm import warm_rules_and_search

                    warm_rules_and_search(game, crew.searching)
                if crew.make_executor is not None:
                    contest.warm(crew.local)  # so that workers load what they need; without them the first game does it
            for _ in games:
                if shown is not None:
                    shown.update()
        except KeyboardInterrupt as error:
            return error
        finally:
            games.close()  # type: ignore[attr-defined]
    return None


def leave(context: click.Context, contest: Contest, ended: KeyboardInterrupt) -> None:
    """Print what ended the games early, and exit with its code."""
    word, code = how_ended(ended)
    click.echo(f"mctsky: {word} after {contest.n_finished} of {contest.n_games} games", err=True)
    context.exit(code)


def bot_makers(settings: dict[str, Any]) -> tuple["MakeBot", "MakeBot"]:
    """Return what makes bots for games as the options say, and for games that have killed a worker.

    Neither loads a plug-in in this process where --isolate or --cluster give it another.
    """
    from mctsky.bots import make_bot

    make: Callable[[str], Bot] = make_on_cluster if settings["cluster"] else make_bot
    make_alone: Callable[[str], Bot] = make_isolated
    if settings["isolate"] == "sandbox":
        from mctsky.bots.processes.isolation import SandboxedBots

        make = make_alone = SandboxedBots(_sandbox(settings))
    elif settings["isolate"]:
        make = make_isolated
    if settings["log"] is not None:
        from mctsky.bots.processes.isolation import LoggedBots

        log = open_log(settings)
        return LoggedBots(make, log), LoggedBots(make_alone, log)
    return make, make_alone


def make_isolated(spec: str) -> "Bot":
    """Return a bot in a process of its own; most matches need none, and do not load what it takes."""
    from mctsky.bots.processes.isolation import isolated

    return isolated(spec)


def require_cpu_clock(specs: Sequence[str], make: "MakeBot") -> None:
    """Refuse a clock that counts CPU time where it cannot be counted bot by bot."""
    from mctsky.bots.processes.cpu import can_count

    if not can_count():
        problem = "this system does not report the CPU time of processes and their children"
        raise OptionError(problem, given="--cpu-clock", where="match", remedy="use Linux, or --time alone")
    for spec in specs:
        if not hasattr(make(spec), "cpu_seconds"):
            problem = f"{spec} has no process of its own"
            raise OptionError(problem, given="--cpu-clock", where="match", remedy="add --isolate")


def make_on_cluster(spec: str) -> "Bot":
    """Return a bot for the workers of a cluster, which play in threads: one of another package has a process of its own."""
    from mctsky.bots import make_bot
    from mctsky.bots.registry import is_foreign

    return make_isolated(spec) if is_foreign(spec) else make_bot(spec)


def _sandbox(settings: dict[str, Any]) -> "Sandbox":
    """Return a sandbox that hides record, secret and log with their folders, after seeing that it can be made."""
    from mctsky.arena.records.secret_file import SUFFIX
    from mctsky.bots.processes.sandbox import Sandbox

    if settings["cluster"]:
        problem = "the sandbox is made on this machine, and the workers of a cluster may be others"
        raise OptionError(
            problem, given="--isolate=sandbox", where="--cluster", remedy="play here with --jobs, or use --isolate"
        )
    record, log = settings["record"], settings["log"]
    names = [str(name) for name in (record, f"{record}{SUFFIX}" if record else None, log) if name]
    files = {path for name in names for path in (os.path.abspath(name), os.path.realpath(name))}  # noqa: PTH100
    folders = {os.path.dirname(path) for path in files}  # noqa: PTH120
    sandbox = Sandbox(tuple(sorted(folders)), tuple(sorted(files)))
    sandbox.check()
    return sandbox


def open_log(settings: dict[str, Any]) -> "ProtocolLog":
    """Return the log that --log names, after seeing that it can be written."""
    from mctsky.arena.playing.protocol_log import ProtocolLog

    path, record = settings["log"], settings["record"]
    if settings["cluster"]:
        problem = "the workers of a cluster may have other disks"
        raise OptionError(problem, given="--log", where="--cluster", remedy="leave --log out, or play here with --jobs")
    if record is not None and os.path.realpath(path) == os.path.realpath(record):
        raise OptionError("the record has the same name", given=path, where="--log", remedy="name another file")
    log = ProtocolLog(os.path.abspath(path))  # noqa: PTH100  # keeps a name that ends with a slash
    log.check()
    return log
