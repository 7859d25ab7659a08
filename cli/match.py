"""`mctsky match`: bots play each other, every bot at every seat, and a table says what that proves."""

from typing import TYPE_CHECKING

import click

from mctsky.cli._output import new_table, progress, show_json, show_table
from mctsky.cli._parameters import BotSpec, GameName, json_option, load_game, options_option

if TYPE_CHECKING:
    from mctsky.arena import Match


@click.command(
    epilog="A bot is a name or name:key=value,key=value, for example mcts:iterations=2000,c=1.4. Games come in blocks that "
    "share one seed and in which every bot takes every seat; the 95 % intervals are computed from the scores of blocks."
)
@click.argument("bots", type=BotSpec(), metavar="BOT...", nargs=-1, required=True)
@click.option("--game", type=GameName(), required=True, help="What they play.")
@options_option
@click.option("--games", "n_games", type=int, default=20, show_default=True, help="How many games, rounded up to whole blocks.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the match; the same seed gives the same games.")
@json_option
@click.pass_context
def command(
    context: click.Context, bots: tuple[str, ...], game: str, options: tuple[str, ...], n_games: int, seed: int, as_json: bool
) -> None:
    """Let bots play a match."""
    from mctsky.arena import Match
    from mctsky.bots import make_bot

    match = Match(load_game(game, options), bots, make_bot, n_games=n_games, seed=seed)
    if match.rounding:
        click.echo(f"mctsky: {match.rounding}", err=True)
    interrupted = False
    with progress() as bar:
        task = bar.add_task(game, total=match.n_games)
        match.warm()
        try:
            for _ in match.play():
                bar.advance(task)
        except KeyboardInterrupt:
            interrupted = True
    _show(match, as_json)
    if interrupted:
        click.echo(f"mctsky: interrupted after {len(match.records)} of {match.n_games} games", err=True)
        context.exit(130)


def _show(match: "Match", as_json: bool) -> None:
    result = match.result()
    if as_json:
        head = {"game": match.game.name, "options": match.game.options, "seed": match.seed}
        show_json(head | result.to_dict())
        return
    left_out = f", {result.left_out} games of an unfinished block left out" if result.left_out else ""
    title = f"{match.game.name} {match.game.format_options()}: {result.games} games, {result.blocks} blocks, seed {match.seed}"
    table = new_table(title + left_out)
    table.add_column("bot", overflow="fold")
    table.add_column("score", justify="right")
    table.add_column("95 % interval", justify="right")
    for heading in ("games", "wins", "draws", "losses"):
        table.add_column(heading, justify="right")
    for seat in range(match.game.n_seats):
        table.add_column(f"seat {seat}", justify="right")
    table.add_column("moves/s", justify="right")
    for bot in sorted(result.bots, key=lambda bot: -bot.score):
        at_seat = {row.seat: f"{row.score:.3f}" for row in bot.seats}
        table.add_row(
            bot.name,
            f"{bot.score:.3f}",
            f"{bot.low:.3f} - {bot.high:.3f}",
            *(str(count) for count in (bot.games, bot.wins, bot.draws, bot.losses)),
            *(at_seat.get(seat, "-") for seat in range(match.game.n_seats)),
            f"{bot.moves / bot.seconds:,.0f}" if bot.seconds else "-",
        )
    show_table(table)
    for bot in result.bots:
        if bot.failures:
            click.echo(f"{bot.name} lost {bot.failures} of {bot.games} games by failure")
    for reason in result.reasons[:10]:
        click.echo(f"  {reason}")
