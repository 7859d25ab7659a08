"""`mctsky bench`: the quick form of `mctsky profile`, for all games and searches of this machine."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._output import progress, show_json, show_table
from mctsky.cli._parameters import GameName, json_option
from mctsky.cli._table import Table
from mctsky.errors import OptionError

if TYPE_CHECKING:
    from mctsky.core.position import Game
    from mctsky.profile.costs import GameCosts

ITERATIONS = 2_000


@dataclass(frozen=True)
class SearchRow:
    """What a search costs in the middle of a game."""

    game: str
    bot: str
    iterations: int
    ns: float  # per iteration, of CPU time
    spread: float
    iterations_per_second: float
    bytes_per_node: int
    bytes_per_iteration: float
    signature: str


@click.command(
    epilog="CPU time, medians of five. Playouts and worlds are from the start of the game, searches from the middle of a game "
    "of ismcts against itself (seed 1). `mctsky profile` tells the phases apart, compares and draws."
)
@click.argument("games", type=GameName(), metavar="[GAME]...", nargs=-1)
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), default=0.5, show_default=True, help="CPU seconds spent on each figure."
)
@click.option(
    "--iterations", type=click.IntRange(min=1), default=ITERATIONS, show_default=True, help="Iterations of each search."
)
@click.option("--start", is_flag=True, help="Also measure cold and warm starts.")
@json_option
def command(games: tuple[str, ...], seconds: float, iterations: int, start: bool, as_json: bool) -> None:
    """Measure playouts and searches, by default of all games."""
    from mctsky.core.registry import find_specs, load
    from mctsky.profile.costs import game_costs
    from mctsky.profile.report import new_load
    from mctsky.profile.start import measure_start
    from mctsky.search.params import read_params

    if seconds != seconds:
        raise OptionError("not a number", given=seconds, where="--seconds", remedy="write a number from 0.01 to 3600")
    read_params("flat", {"iterations": iterations})
    chosen = [load(name) for name in games or (spec.name for spec in find_specs()[0])]
    costs: list[GameCosts] = []
    rows: list[SearchRow] = []
    starts: dict[str, Any] = {}
    watched = new_load()
    with progress() as bar:
        task = bar.add_task("bench", total=sum(1 + start + len(_bots(game)) for game in chosen))
        for game in chosen:
            bar.update(task, description=f"{game.name}: playouts")
            costs.append(game_costs(game, seconds))
            bar.advance(task)
            for row in _searches(game, seconds, iterations, watched):
                rows.append(row)
                bar.update(task, advance=1, description=f"{game.name}: {row.bot}")
            if start:
                bar.update(task, description=f"{game.name}: cold and warm start")
                runs, numba = measure_start(game, "ismcts")
                starts[game.name] = {"runs": [asdict(run) for run in runs], "import_numba_seconds": numba}
                bar.advance(task)
    if as_json:
        data = {"games": [asdict(row) for row in costs], "searches": [asdict(row) for row in rows], "starts": starts}
        show_json(data | {"load": watched.warning()})
        return
    _show(costs, rows, starts)
    if watched.warning():
        click.echo(f"mctsky: {watched.warning()}", err=True)


def _bots(game: "Game") -> list[str]:
    """Return the searches that can play a game, the tuned one first."""
    from mctsky.search.params import TUNED, VARIANTS

    return [TUNED, *(variant for variant in VARIANTS if variant != "mcts" or not game.spec.hidden)]


def _searches(game: "Game", seconds: float, iterations: int, watched: Any) -> Any:
    """Measure all searches of a game at one place, one after another."""
    from mctsky.profile.measure import Plan, measure
    from mctsky.profile.positions import search_of, self_play, stages
    from mctsky.search.search import Search

    places = stages(self_play(game, search_of("ismcts", game), 1), ("middle",), game)
    plan = Plan(iterations, seconds=seconds / 5, phases=False)
    for bot in _bots(game):
        profiled = search_of(bot, game)
        (one,) = measure(game, profiled, places, plan, watched)
        per_node = Search(game.start(1).view(), profiled.params, 1).bytes_per_node if one.nodes else 0
        ns = one.ns.median
        yield SearchRow(
            game.name,
            bot,
            one.iterations,
            ns,
            one.ns.spread,
            1e9 / ns,
            per_node,
            per_node * one.nodes / one.iterations,
            one.signature,
        )


def _show(costs: "list[GameCosts]", rows: list[SearchRow], starts: dict[str, Any]) -> None:
    from mctsky.cli._profile_tables import number, start_lines

    table = Table()
    table.add_columns("game", key=True)
    table.add_columns("playouts/s", "plies", "playout us", "world us", "next us", "look-ahead")
    for cost in costs:
        table.add_row(
            cost.game,
            f"{cost.playouts_per_second:,.0f}",
            f"{cost.plies_per_playout:.2f}",
            *(f"{value:.3f}" for value in (cost.playout_us, cost.world_us, cost.next_world_us)),
            "-" if cost.look_ahead_share is None else f"{cost.look_ahead_share:.0%}",
        )
    show_table(table)
    table = Table()
    table.add_columns("game", "search", key=True)
    table.add_columns("iterations/s", "ns", "spread", "bytes/it.", "signature")
    for row in rows:
        table.add_row(
            row.game,
            row.bot,
            f"{row.iterations_per_second:,.0f}",
            number(row.ns),
            f"{row.spread:.1%}",
            f"{row.bytes_per_iteration:.1f}",
            row.signature[:10],
        )
    show_table(table)
    for name, data in starts.items():
        click.echo(f"\n{name}, " + "\n".join(start_lines(data)))
