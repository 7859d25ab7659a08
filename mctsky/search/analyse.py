"""Asking for a move: one call that searches a view, on one thread or several, and adds the answers up."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from mctsky.core.checks import function, instance, seed_number, shown
from mctsky.core.position import Position, View
from mctsky.core.rng import derive_seed
from mctsky.errors import ArgumentError
from mctsky.search.params import SearchParams, check_params, params_for
from mctsky.search.result import Row, SearchResult, rank
from mctsky.search.search import Search

_SHARED = ("iterations", "nodes", "memory", "threads")  # parameters that searches side by side share out


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
    seen = view.view() if isinstance(view, Position) else view
    instance("view", seen, View, where="analyse", remedy="pass a View or a Position, for example game.start(seed=1)")
    params = params_for(seen.game, variant, options)
    return run_searches(make_searches(seen, params, seed), stop)


def make_searches(view: View, params: SearchParams, seed: int) -> list[Search]:
    """Return one search per thread, iterations, nodes and memory shared out evenly."""
    check_params(params)
    n, seed = params.threads, seed_number(seed, "a search")
    if n == 1:
        return [Search(view, params, seed)]

    def share(total: int | None, k: int) -> int | None:
        return None if total is None else total // n + (k < total % n)

    return [
        Search(
            view,
            replace(
                params,
                iterations=share(params.iterations, k),
                nodes=share(params.nodes, k),
                memory=max(1, params.memory // n),
                threads=1,
            ),
            derive_seed(seed, "thread", k) if k else seed,
        )
        for k in range(n)
        if share(params.iterations, k) != 0 and share(params.nodes, k) != 0
    ]


def run_searches(searches: list[Search], stop: Callable[[], bool] | None = None) -> SearchResult:
    """Run prepared searches side by side and add them up."""
    _check_parts(searches, Search, "run_searches")
    function("stop", stop, "a search")
    if len(searches) == 1:
        searches[0].run_budget(stop)
        return searches[0].result()
    interrupted = False

    def halted() -> bool:
        return interrupted or (stop is not None and stop())

    with ThreadPoolExecutor(len(searches)) as pool:
        runs = [pool.submit(search.run_budget, halted) for search in searches]
        try:
            for run in runs:
                run.result()
        except BaseException:
            interrupted = True
            raise
    return merge_results([search.result() for search in searches])


def merge_results(results: list[SearchResult]) -> SearchResult:
    """Add up root-parallel searches of one view, budgets and threads too."""
    _check_parts(results, SearchResult, "merge_results")
    first = results[0]
    if len(results) == 1:
        return first
    by_code: dict[int, list[Row]] = {}
    for result in results:
        for row in result.rows:
            by_code.setdefault(row.code, []).append(row)
    rows = []
    for code, parts in by_code.items():
        visits = sum(row.visits for row in parts)
        shares = [row.visits / visits for row in parts]
        values = tuple(_mean([row.values[seat] for row in parts], shares) for seat in range(len(parts[0].values)))
        value = sum(share * row.value for share, row in zip(shares, parts, strict=True))
        error = sum((share * row.error) ** 2 for share, row in zip(shares, parts, strict=True)) ** 0.5
        proven = next((row.proven for row in parts if row.proven is not None), None)
        available = sum(row.available for row in parts)
        rows.append(Row(parts[0].move, code, visits, available, value, values, error, proven))
    rows.sort(key=lambda row: (*(-x for x in rank(row, first.seat)), row.code))
    longest = max(results, key=lambda r: (r.rows[0].code == rows[0].code, r.rows[0].visits))
    return SearchResult(
        first.game,
        first.seat,
        tuple(rows),
        longest.pv,
        sum(r.iterations for r in results),
        sum(r.nodes for r in results),
        max(r.seconds for r in results),
        first.parameters | {name: _total([r.parameters.get(name) for r in results]) for name in _SHARED},
    )


def _mean(values: list[float | None], shares: list[float]) -> float | None:
    """Return the weighted mean of the values that are known."""
    known = [(value, share) for value, share in zip(values, shares, strict=True) if value is not None]
    if len(known) == len(values):
        return sum(share * value for value, share in known)
    weight = sum(share for _, share in known)
    return sum(share * value for value, share in known) / weight if weight else None


def _total(parts: list[int | None]) -> int | None:
    known = [part for part in parts if part is not None]
    return sum(known) if known else None


def _check_parts(parts: object, kind: type[Search] | type[SearchResult], where: str) -> None:
    """Refuse anything but searches or results of one game and seat."""
    problem = f"{where} takes a list of at least one {kind.__name__}, all of one game and seat"
    if not isinstance(parts, list) or not parts or not all(isinstance(part, kind) for part in parts):
        raise ArgumentError(problem, given=shown(parts), where=where)
    seats = [(s.game, s.view.seat) if isinstance(s, Search) else (s.game, s.seat) for s in parts]
    if any(seat != seats[0] for seat in seats[1:]):
        raise ArgumentError(problem, where=where, remedy="merge what belongs together")
