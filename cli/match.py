"""`mctsky match`: bots play each other, every bot at every seat, and a table says what that proves."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._arena import (
    bot_makers,
    check_contest,
    contest_options,
    leave,
    make_crew,
    play_out,
)
from mctsky.cli._match_table import LiveTable, match_table, notes
from mctsky.cli._output import say, show_json, show_table
from mctsky.cli._parameters import (
    BareOptionsCommand,
    BotSpec,
    GameName,
    Word,
    checked_option,
    json_option,
    load_game,
    options_option,
)
from mctsky.errors import BudgetError

if TYPE_CHECKING:
    from mctsky.arena import Match
    from mctsky.arena.playing.referee import Limits


@click.command(
    cls=BareOptionsCommand,
    epilog="A bot is a name or name:key=value,key=value, for example mcts:iterations=2000,c=1.4, or exec:COMMAND for a "
    "program of your own. Games come in blocks that share one seed and in which every bot takes every seat; the 95 % intervals "
    "are computed from the scores of blocks.",
)
@click.argument("bots", type=BotSpec(), metavar="BOT...", nargs=-1, required=True)
@click.option("--game", type=GameName(), required=True, help="What they play.")
@options_option
@click.option("--games", "n_games", type=int, default=20, show_default=True, help="How many games, rounded up to whole blocks.")
@click.option("--seed", type=int, help="Play the same games again; only for bots you trust, they can compute the deals.")
@click.option("--secret", metavar="HEX", help="Play a finished match again: the secret is in its record.")
@click.option(
    "--seatings",
    type=Word(["cyclic", "all"]),
    default="cyclic",
    show_default=True,
    help="The games of a block: all rotations of the seats, or all permutations.",
)
@click.option("--openings", type=click.Path(path_type=Path), help="File with an opening per line; each block takes the next.")
@click.option("--sprt", metavar="elo0=A,elo1=B", help="Stop as soon as it is clear whether the first bot is worth A or B Elo.")
@checked_option
@click.option("--time", "time", metavar="TIME", help="Time per move (100ms) or per game with increment (60s+0.5s).")
@click.option("--cpu-clock", is_flag=True, help="Clocks count a bot's CPU time, even while others are to move.")
@click.option("--iterations", type=int, help="Iterations per move of searching bots without a budget of their own.")
@click.option("--margin", type=float, default=0.05, show_default=True, help="Seconds that a clock may be overdrawn.")
@click.option(
    "--patience", type=float, default=120.0, show_default=True, help="Seconds until a bot that gives no answer loses."
)
@contest_options
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    bots: tuple[str, ...],
    game: str,
    options: tuple[str, ...],
    n_games: int,
    seed: int | None,
    secret: str | None,
    seatings: str,
    openings: Path | None,
    sprt: str | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Let bots play a match."""
    from mctsky.arena import Match
    from mctsky.arena.playing.openings import read_openings
    from mctsky.arena.playing.own_process import protect
    from mctsky.arena.statistics.sprt import read_sprt

    protect()
    check_contest(settings, "match")
    chosen = load_game(game, options)
    limits = _read_limits(settings)
    make_bot, make_isolated = bot_makers(settings)
    match = Match(
        chosen,
        bots,
        make_bot,
        n_games=n_games,
        seed=seed,
        secret=secret,
        seating=seatings,
        openings=read_openings(openings, chosen) if openings else (),
        limits=limits,
        record=settings["record"],
        resume=settings["resume"],
        sprt=read_sprt(sprt) if sprt is not None else None,
        make_isolated=make_isolated,
    )
    crew = make_crew(match.asked, bots, settings)
    ended = play_out(match, crew, LiveTable, chosen)
    _show(match, as_json)
    if ended is not None:
        leave(context, match, ended)


def _read_limits(settings: dict[str, Any]) -> "Limits":
    """Return the limits that the options give."""
    from mctsky.arena.playing.referee import LIMITS, Limits
    from mctsky.core.clock import TimeControl, read_time
    from mctsky.search.params import read_params

    for name, (low, high) in LIMITS.items():
        if not low <= settings[name] <= high:
            problem, nearest = f"{name} must be from {low:g} to {high:.0f} seconds", high if settings[name] > high else low
            raise BudgetError(problem, given=settings[name], where=f"--{name}", remedy=f"nearest: {nearest:.10g}")
    if settings["time"] is not None and not settings["time"].strip():
        remedy = "write --time 100ms for a move, --time 60s+0.5s for a game, or leave --time out"
        raise BudgetError("no time is given", given=settings["time"], where="--time", remedy=remedy)
    iterations = settings["iterations"]
    if iterations is not None:
        read_params("flat", {"iterations": iterations})
    if settings["cpu_clock"] and settings["time"] is None:
        raise BudgetError(
            "no clock is given", given="--cpu-clock", where="match", remedy="add --time, for example --time 100ms"
        )
    return Limits(
        time=read_time(settings["time"]) if settings["time"] else TimeControl(),
        iterations=iterations,
        patience=settings["patience"],
        margin=settings["margin"],
        cpu=settings["cpu_clock"],
    )


def _show(match: "Match", as_json: bool) -> None:
    result = match.result()
    if as_json:
        head = {"id": match.plan.id, "game": match.game.name, "options": match.game.options, "seed": match.seed}
        test = {"sprt": match.test.to_dict()} if match.test else {}
        show_json(head | result.to_dict() | test)
        return
    show_table(match_table(match, result))
    for line in notes(match, result):
        say(line, "    ")
