"""Options that `match` and `tournament` share: what bots may use, and who plays the games."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mctsky.errors import BudgetError, OptionError

if TYPE_CHECKING:
    from mctsky.arena.plan import MakeBot
    from mctsky.arena.referee import Limits

F = TypeVar("F", bound=Callable[..., Any])
MAX_JOBS = 1024


def limits_options(function: F) -> F:
    """Add --time, --iterations, --margin and --patience."""
    for option in (
        click.option("--patience", type=float, default=120.0, show_default=True, help="Seconds until a bot counts as hanging."),
        click.option("--margin", type=float, default=0.05, show_default=True, help="Seconds that a clock may be overdrawn."),
        click.option("--iterations", type=int, help="Budget per move of searching bots that have none of their own."),
        click.option("--time", "time", metavar="TIME", help="Per move (100ms) or per game with increment (60s+0.5s)."),
    ):
        function = option(function)
    return function


def workers_options(function: F) -> F:
    """Add --jobs, --isolate and --cluster."""
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, for example tcp://host:8786."),
        click.option("--isolate", is_flag=True, help="Run each bot in a process of its own."),
        click.option("--jobs", type=int, default=1, show_default=True, help="Games at the same time."),
    ):
        function = option(function)
    return function


def read_limits(settings: dict[str, Any]) -> "Limits":
    """Return the limits that the options give."""
    from mctsky.arena.referee import Limits
    from mctsky.core.clock import read_time
    from mctsky.search.params import read_params

    for name in ("patience", "margin"):
        if not 0 <= settings[name] <= 1e6:
            raise BudgetError(f"{name} goes from 0 to 1e6 seconds", given=settings[name], where="match")
    iterations = settings["iterations"]
    if iterations is not None:
        read_params("flat", {"iterations": iterations})
    return Limits(read_time(settings["time"] or ""), iterations, settings["patience"], settings["margin"])


@dataclass(frozen=True)
class Crew:
    """Who plays the games, and how bots are made."""

    make_bot: "MakeBot"
    make_isolated: "MakeBot"
    make_executor: Callable[[], Executor]
    interactive: bool
    leave_out: Callable[[str], bool]  # bots that are not to be loaded in this process


def make_crew(specs: Sequence[str], settings: dict[str, Any]) -> Crew:
    """Return who plays the games of these bots.

    Bots that come with mctsky are trusted: with one job they play in this process, which starts at once. Foreign ones play in a
    worker, which they may take down. A cluster's workers play in threads, where a hanging bot cannot be stopped, so
    foreign bots are isolated there.
    """
    from mctsky.arena.runner import ProcessExecutor, SerialExecutor
    from mctsky.bots import make_bot
    from mctsky.bots.isolation import isolated
    from mctsky.bots.registry import is_foreign

    jobs, cluster = settings["jobs"], settings["cluster"]
    if not 1 <= jobs <= MAX_JOBS:
        raise OptionError(f"jobs go from 1 to {MAX_JOBS}", given=jobs, where="match", remedy="nearest: 1")
    if cluster and jobs != 1:
        raise OptionError("a cluster has its own workers", given=f"--jobs {jobs}", where="match", remedy="leave --jobs out")
    foreign = any(is_foreign(spec) for spec in specs)
    interactive = any(make_bot(spec).interactive for spec in specs)
    make_executor: Callable[[], Executor]
    if interactive:
        if jobs != 1 or cluster or settings["isolate"]:
            problem = "somebody at this terminal takes part, so the games are played here, one after another"
            raise OptionError(problem, where="match", remedy="leave --jobs, --cluster and --isolate out")
        make_executor = SerialExecutor
    elif cluster:
        from mctsky.arena.cluster import connect

        make_executor = partial(connect, cluster)
    elif jobs == 1 and not foreign:
        make_executor = SerialExecutor
    else:
        make_executor = partial(ProcessExecutor, jobs)
    alone = settings["isolate"] or (cluster and foreign)
    return Crew(isolated if alone else make_bot, isolated, make_executor, interactive, is_foreign)
