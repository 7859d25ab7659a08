"""Find whole turns, chains of small moves of one seat: from the statistics of the trees, or by searching the best further."""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import replace

from mctsky.advisor.advice import AdvisedMove, AdvisedTurn
from mctsky.core.position import OBSERVED
from mctsky.core.rng import derive_seed
from mctsky.search.inspect import TreeReader, viewer_root
from mctsky.search.lines import Codes, Lines
from mctsky.search.params import SearchParams
from mctsky.search.search import Search

THICK = 0.2  # share of all visits with which a decision of a turn has been searched enough
MAX_MOVES = 40  # of a turn
TREELESS = ("flat", "pimc")


def one_move_turns(lines: Lines, moves: Sequence[AdvisedMove], k: int) -> list[AdvisedTurn]:
    """Return the turns that begin with the first moves, from the table alone."""
    to_move = lines.to_act(()) == lines.view.seat
    return [
        AdvisedTurn(
            *((move.text,), (move.code,), move.visits, move.value, move.error),
            complete=not to_move or not lines.goes_on((move.code,)),
        )
        for move in moves[:k]
    ]


def tree_turns(searches: Sequence[Search], lines: Lines, moves: Sequence[AdvisedMove], k: int) -> list[AdvisedTurn]:
    """Return the `k` whole turns with the most visits in the trees of a decision that is due now.

    Paths are followed in the order of their visits. No path has more visits than its beginning, so the turns come out in order.
    """
    if not _has_turns(searches, lines):
        return one_move_turns(lines, moves, k)
    known = {move.code for move in moves}
    by_code = {move.code: move for move in moves}
    found: list[AdvisedTurn] = []
    roots = [(search, viewer_root(search)) for search in searches]
    queue: list[tuple[int, Codes, float, list[tuple[Search, int]]]] = [(0, (), 0.0, roots)]
    while queue and len(found) < k:
        negative, codes, total, places = heapq.heappop(queue)
        open_turn = not codes or lines.goes_on(codes)
        branches = _branches(places) if open_turn and len(codes) < MAX_MOVES else {}
        legal = lines.legal(codes) & (set(branches) if codes else known & set(branches)) if branches else frozenset()
        if codes and not legal:
            found.append(_turn(lines, codes, -negative, total, by_code, not open_turn))
            continue
        for code in legal:
            visits, value, below = branches[code]
            heapq.heappush(queue, (-visits, (*codes, code), value, below))
    return found


def _has_turns(searches: Sequence[Search], lines: Lines) -> bool:
    """Say whether turns can be read from the trees: the viewer is to act, and there are trees."""
    return lines.to_act(()) == lines.view.seat and searches[0].params.variant not in TREELESS


def _branches(places: list[tuple[Search, int]]) -> dict[int, tuple[int, float, list[tuple[Search, int]]]]:
    """Return visits, sum of values and nodes of each own move at nodes that stand for the same decision."""
    branches: dict[int, tuple[int, float, list[tuple[Search, int]]]] = {}
    for search, node in places:
        reader = TreeReader(search)
        for child in reader.children(node):
            code, visits = reader.code(child), reader.visits(child)
            if code < OBSERVED and visits:
                before = branches.get(code, (0, 0.0, []))
                total = before[1] + reader.total(child)
                branches[code] = (before[0] + visits, total, [*before[2], (search, child)])
    return branches


def _turn(lines: Lines, codes: Codes, visits: int, total: float, moves: dict[int, AdvisedMove], complete: bool) -> AdvisedTurn:
    """Return a turn of the tree."""
    if len(codes) == 1:
        move = moves[codes[0]]
        return AdvisedTurn((move.text,), codes, move.visits, move.value, move.error, complete)
    return AdvisedTurn(lines.texts(codes), codes, visits, total / visits, bounded_error(total, visits), complete)


def bounded_error(total: float, visits: int) -> float:
    """Return an upper bound of the standard error of the mean of results in [0, 1], of which only the sum is known.

    No variance is larger than that of wins and losses with the same mean; one more result of each kind keeps it above 0.
    """
    mean = min(1.0, max(0.0, (total + 1) / (visits + 2)))
    return float((mean * (1 - mean) / visits) ** 0.5)


def search_along(
    lines: Lines, begun: Codes, params: SearchParams, seed: int, stop: Callable[[], bool] | None
) -> list[AdvisedTurn]:
    """Complete a turn by searches of the decisions after its first moves; return it and its neighbours, the best first.

    `params` hold the budget for all of them: each search but the last possible one gets half of what is left.
    """
    here, codes = lines.view, begun
    for code in begun:
        here = here.after(code)
    turns: list[AdvisedTurn] = []
    iterations, seconds = params.iterations, params.seconds
    while lines.goes_on(codes) and len(codes) < MAX_MOVES:
        share = replace(
            params,
            iterations=None if iterations is None else max(1, iterations - iterations // 2),
            seconds=None if seconds is None else max(0.001, seconds / 2),
            threads=1,
        )
        search = Search(here, share, derive_seed(seed, "turn", len(codes)))
        search.run_budget(stop)
        iterations = None if iterations is None else max(1, iterations // 2)
        seconds = None if seconds is None else seconds / 2
        rows = search.rows()
        turns = [
            AdvisedTurn(
                *(lines.texts((*codes, row.code)), (*codes, row.code), row.visits, row.value, row.error),
                complete=not lines.goes_on((*codes, row.code)),
            )
            for row in rows
        ]
        codes = (*codes, rows[0].code)
        here = here.after(rows[0].code)
        if stop is not None and stop():
            break
    return turns


def main_path(searches: Sequence[Search], lines: Lines, least: float = 0.0) -> tuple[Codes, int, float, bool]:
    """Follow the most visited own move at each step while a decision has enough visits.

    Return the moves, visits and sum of values of the last one, and whether the turn ends there. The first move is always there.
    """
    places = [(search, viewer_root(search)) for search in searches]
    codes: Codes = ()
    visits, total = 0, 0.0
    while len(codes) < MAX_MOVES and (not codes or (lines.goes_on(codes) and visits >= least)):
        legal = lines.legal(codes)
        branches = {code: found for code, found in _branches(places).items() if code in legal}
        if not branches:
            break
        code = max(branches, key=lambda code: (branches[code][0], -code))
        visits, total, places = branches[code]
        codes = (*codes, code)
    return codes, visits, total, bool(codes) and not lines.goes_on(codes)


def thick_path(searches: Sequence[Search], lines: Lines, part: float) -> tuple[Codes, bool]:
    """Return the moves of the main path that a part of the budget has searched well enough, and whether the turn ends there.

    Each decision of the turn should have its share of the visits, as if it were searched alone.
    """
    n = sum(search.iterations + search.kept for search in searches) / part
    codes, _, _, whole = main_path(searches, lines, THICK * n)
    return codes, whole


def main_turn(searches: Sequence[Search], lines: Lines, moves: Sequence[AdvisedMove]) -> list[AdvisedTurn]:
    """Return the turn of the most visited move at each step; empty if the trees do not have it."""
    if not _has_turns(searches, lines):
        return []
    codes, visits, total, whole = main_path(searches, lines)
    by_code = {move.code: move for move in moves}
    return [_turn(lines, codes, visits, total, by_code, whole)] if codes and codes[0] in by_code else []
