"""`analyse`: search a view in one call and return the table of the search."""

from collections.abc import Callable

from mctsky.advisor.request import Request, view_of
from mctsky.advisor.run import Run
from mctsky.core.checks import function, seed_number
from mctsky.core.position import Position, View
from mctsky.search.params import params_for
from mctsky.search.result import SearchResult


def analyse(
    view: View | Position,
    variant: str = "mo-ismcts",
    *,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
    **options: object,
) -> SearchResult:
    """Search a view and return the best move with the table behind it, for example analyse(view, "mcts", iterations=2000).

    "ismcts" is mo-ismcts with the parameters that won matches in the game, as the bot of this name. A Position is searched as
    the seat to act sees it. See `SearchParams` for the options.
    """
    seen = view_of(view, "analyse")
    function("stop", stop, "analyse")
    params = params_for(seen.game, variant, options)
    run = Run(Request(seen, variant, params, seed_number(seed, "a search"), top=None, turns=0, points=False))
    run.execute(stop)
    return run.result()
