"""Search a view on one or several threads, and add up the answers."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from mctsky.core.checks import function, seed_number, shown
from mctsky.core.position import View
from mctsky.core.rng import derive_seed
from mctsky.errors import ArgumentError
from mctsky.search.params import SearchParams, check_params
from mctsky.search.result import Row, SearchResult, rank
from mctsky.search.search import Search

_SHARED = ("iterations", "nodes", "memory", "threads")  # parameters that searches side by side share out


def make_searches(view: View, params: SearchParams, seed: int) -> list[Search]:
    """Return one search per thread, iterations, nodes and memory shared out evenly."""
    check_params(params)
    seed = seed_number(seed, "a search")
    return [Search(view, part, derive_seed(seed, "thread", k) if k else seed) for k, part in enumerate(share_params(params))]


def share_params(params: SearchParams) -> list[SearchParams]:
    """Return the parameters of the searches that run side by side, fewer than threads if there is not enough to share."""
    n = params.threads
    if n == 1:
        return [params]

    def share(total: int | None, k: int) -> int | None:
        return None if total is None else total // n + (k < total % n)

    return [
        replace(
            params,
            iterations=share(params.iterations, k),
            nodes=share(params.nodes, k),
            memory=max(1, params.memory // n),
            threads=1,
        )
        for k in range(n)
        if share(params.iterations, k) != 0 and share(params.nodes, k) != 0
    ]


def run_searches(searches: list[Search], stop: Callable[[], bool] | None = None) -> SearchResult:
    """Run prepared searches side by side and add them up."""
    _check_parts(searches, Search, "run_searches")
    function("stop", stop, "a search")
    run_side_by_side(searches, Search.run_budget, stop)
    return merge_results([search.result() for search in searches])


def run_side_by_side(
    searches: list[Search], run: Callable[[Search, Callable[[], bool] | None], object], stop: Callable[[], bool] | None
) -> None:
    """Call `run` with each search, on a thread for each; an exception ends them all."""
    if len(searches) == 1:
        run(searches[0], stop)
        return
    interrupted = False

    def halted() -> bool:
        return interrupted or (stop is not None and stop())

    with ThreadPoolExecutor(len(searches)) as pool:
        runs = [pool.submit(run, search, halted) for search in searches]
        try:
            for future in runs:
                future.result()
        except BaseException:
            interrupted = True
            raise


def merge_results(results: list[SearchResult]) -> SearchResult:
    """Add up root-parallel searches of one view, budgets and threads too."""
    _check_parts(results, SearchResult, "merge_results")
    first = results[0]
    if len(results) == 1:
        return first
    rows = merge_rows([result.rows for result in results], first.seat)
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
        _mean_strategy(results),
    )


def _mean_strategy(results: list[SearchResult]) -> dict[int, float]:
    """Return the mean of the strategies of searches, by their iterations."""
    total = sum(result.iterations for result in results) or 1  # searches without an iteration have no strategy
    strategy: dict[int, float] = {}
    for result in results:
        for code, chance in result.strategy.items():
            strategy[code] = strategy.get(code, 0.0) + chance * result.iterations / total
    return strategy


def merge_rows(tables: Sequence[Sequence[Row]], seat: int) -> list[Row]:
    """Add up tables of the same decision of a seat."""
    by_code: dict[int, list[Row]] = {}
    for table in tables:
        for row in table:
            by_code.setdefault(row.code, []).append(row)
    rows = []
    for code, parts in by_code.items():
        visits = sum(row.visits for row in parts)
        shares = [row.visits / visits for row in parts]
        values = tuple(_mean([row.values[seat] for row in parts], shares) for seat in range(len(parts[0].values)))
        value = sum(share * row.value for share, row in zip(shares, parts, strict=True))
        error = _mean_error([row.error for row in parts], shares) or 0.0
        proven = next((row.proven for row in parts if row.proven is not None), None)
        available = sum(row.available for row in parts)
        errors = tuple(_mean_error([row.errors[seat] for row in parts], shares) for seat in range(len(parts[0].errors)))
        rows.append(Row(parts[0].move, code, visits, available, value, values, error, proven, errors))
    return sorted(rows, key=lambda row: (*(-x for x in rank(row, seat)), row.code))


def _mean(values: list[float | None], shares: list[float]) -> float | None:
    """Return the weighted mean of the values that are known."""
    known = [(value, share) for value, share in zip(values, shares, strict=True) if value is not None]
    if len(known) == len(values):
        return sum(share * value for value, share in known)
    weight = sum(share for _, share in known)
    return sum(share * value for value, share in known) / weight if weight else None


def _mean_error(errors: list[float | None], shares: list[float]) -> float | None:
    """Return the standard error of the weighted mean of the values whose errors are known."""
    known = [(error, share) for error, share in zip(errors, shares, strict=True) if error is not None]
    weight = sum(share for _, share in known)
    return sum((share * error) ** 2 for error, share in known) ** 0.5 / weight if weight else None


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
