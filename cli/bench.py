"""`mctsky bench`: how fast games and searches are on this machine."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from mctsky.cli._output import progress, show_json, show_table
from mctsky.cli._parameters import GameName, json_option
from mctsky.cli._table import Table
from mctsky.errors import OptionError

if TYPE_CHECKING:
    from mctsky.cli._bench import GameBench, SearchBench


@click.command(
    epilog="world: copying a state and filling in what is hidden; playout: from the start of the game to its end; tree: the "
    "rest of an iteration, that is selection, expansion and backup (playouts from deep leaves are shorter, so it is a little "
    "more than shown). Starts are real processes with a cache directory of their own, from the command to the first move."
)
@click.argument("games", type=GameName(), metavar="[GAME]...", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.01, 3600), default=1.0, show_default=True, help="Time for each measurement.")
@click.option("--iterations", type=click.IntRange(min=1), help="Run each search for so many iterations instead.")
@click.option("--start/--no-start", default=True, show_default=True, help="Also measure cold and warm starts.")
@json_option
def command(games: tuple[str, ...], seconds: float, iterations: int | None, start: bool, as_json: bool) -> None:
    """Measure playouts, searches and start times.

    Of all games, unless some are named.
    """
    from mctsky.cli import _bench
    from mctsky.core.registry import find_specs, load
    from mctsky.search.params import read_params

    if seconds != seconds:
        raise OptionError("not a number", given=seconds, where="--seconds", remedy="write a number from 0.01 to 3600")
    if iterations is not None:
        read_params("flat", {"iterations": iterations})
    chosen = [load(name) for name in games or (spec.name for spec in find_specs()[0])]
    by_game: list[GameBench] = []
    by_search: list[SearchBench] = []
    with progress() as bar:
        task = bar.add_task("bench", total=sum(1 + start + len(_bench.variants_for(game)) for game in chosen))
        for game in chosen:
            bar.update(task, description=f"{game.name}: playouts")
            costs = _bench.bench_game(game, seconds)
            bar.advance(task)
            for variant in _bench.variants_for(game):
                bar.update(task, description=f"{game.name}: {variant}")
                by_search.append(_bench.bench_search(game, variant, costs, seconds, iterations))
                bar.advance(task)
            if start:
                bar.update(task, description=f"{game.name}: cold and warm start")
                cold, warm, numba = _bench.bench_start(game)
                costs = replace(costs, cold_start_seconds=cold, warm_start_seconds=warm, import_numba_seconds=numba)
                bar.advance(task)
            by_game.append(costs)
    if as_json:
        show_json({"games": [asdict(row) for row in by_game], "searches": [asdict(row) for row in by_search]})
        return
    _show_games(by_game)
    _show_searches(by_search)


def _show_games(rows: "list[GameBench]") -> None:
    table = Table()
    table.add_columns("game", key=True)
    table.add_columns("playouts/s", "plies/playout", "copy us", "world us", "playout us", "look-ahead")
    table.add_columns("cold start s", "warm start s", "x numba")
    for row in rows:
        cold, warm, numba = row.cold_start_seconds, row.warm_start_seconds, row.import_numba_seconds
        table.add_row(
            row.game,
            f"{row.playouts_per_second:,.0f}",
            f"{row.plies_per_playout:.2f}",
            *(f"{value:.3f}" for value in (row.copy_us, row.world_us, row.playout_us)),
            f"{row.look_ahead_share:.0%}" if row.look_ahead_share is not None else "-",
            f"{cold:.2f}" if cold else "-",
            f"{warm:.2f}" if warm else "-",
            f"{warm / numba:.2f}" if warm and numba else "-",
        )
    show_table(table)


def _show_searches(rows: "list[SearchBench]") -> None:
    table = Table()
    table.add_columns("game", "search", key=True)
    table.add_columns("iterations/s", "us/iteration", "world us", "playout us", "tree us", "bytes/node", "bytes/iteration")
    for row in rows:
        table.add_row(
            row.game,
            row.variant,
            f"{row.iterations_per_second:,.0f}",
            *(f"{value:.3f}" for value in (row.iteration_us, row.world_us, row.playout_us, row.tree_us)),
            str(row.bytes_per_node or "-"),
            f"{row.bytes_per_iteration:.1f}",
        )
    show_table(table)
