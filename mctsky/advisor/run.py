"""Answer one question: run the searches within the budget, then read the answer from them."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from mctsky.advisor.advice import Advice, AdvisedMove, AdvisedTurn, Decides
from mctsky.advisor.belief import MAX_WORLDS, MIN_WORLDS, draw_belief
from mctsky.advisor.limit import keep_to
from mctsky.advisor.points import MAX_GAMES, PointCounter, has_points
from mctsky.advisor.request import Request
from mctsky.advisor.sentence import say
from mctsky.advisor.turns import TREELESS, bounded_error, main_turn, search_along, thick_path, tree_turns
from mctsky.errors import PositionError
from mctsky.search.analyse import make_searches, merge_results, merge_rows, run_side_by_side
from mctsky.search.inspect import principal_variation
from mctsky.search.result import Row, SearchResult
from mctsky.search.search import DEFAULT_ITERATIONS, ITERATIONS_PER_NODE, Search

Stop = Callable[[], bool]

FIRST_PART = 0.6  # part of the budget after which the later moves of a turn are searched if they have few visits
HURRIED = 10  # worlds and variations in the answer of a search that was stopped
FEW = 50  # iterations that are not worth dividing between searches
POINTS_PART = 0.05  # of the time, for games whose points are counted


class Run:
    """One question with its searches."""

    def __init__(self, request: Request, searches: list[Search] | None = None) -> None:
        """Take searches that are at the request's view, or make new ones."""
        self.request, self.view = request, request.view
        self.seed = request.seed or 0
        self.decides: Decides = "now" if self.view.own_codes() else "later"
        self.searches = make_searches(self.view, request.params, self.seed) if searches is None else searches
        self._lines = self.searches[0].lines
        if request.codes is not None:
            for search in self.searches:
                keep_to(search, request.codes)
        self._begun = sum(search.iterations for search in self.searches)
        self._seconds = [search.seconds for search in self.searches]  # used by earlier questions
        self._counter: PointCounter | None = None
        self._hurry = False  # the search was stopped: the answer must not take long
        self._along: list[AdvisedTurn] = []

    def execute(self, stop: Stop | None = None) -> None:
        """Use up the budget, or run until `stop()` is true."""
        begun = time.perf_counter()
        n_games = self._n_games()
        if not self._has_long_turns():
            self._run_part(0.0, 1.0, n_games, stop)
        else:
            self._run_part(0.0, FIRST_PART, n_games, stop)
            path, whole = thick_path(self.searches, self._lines, FIRST_PART)
            if whole or not path:
                self._run_part(FIRST_PART, 1.0, n_games, stop)
            else:
                self._search_along(path, stop)
        if n_games:
            seconds = self.request.params.seconds
            deadline = None if seconds is None else max(begun + seconds, time.perf_counter() + POINTS_PART * seconds)
            self._counter = PointCounter(self.searches[0], self.seed)
            self._counter.run(n_games, deadline, stop)
        self._hurry = stop is not None and stop()

    def _n_games(self) -> int:
        if not (self.request.points and has_points(self.view.game)):
            return 0
        iterations = self._iterations(self.searches[0])
        return MAX_GAMES if iterations is None else min(MAX_GAMES, iterations)

    def _has_long_turns(self) -> bool:
        """Say whether whole turns are wanted and have more than one move."""
        request, view = self.request, self.view
        if request.turns == 0 or view.to_act != view.seat or request.params.variant in TREELESS:
            return False
        iterations = self._iterations(self.searches[0])
        if iterations is not None and iterations < FEW:
            return False
        codes = request.codes or view.legal_codes()
        return any(self._lines.goes_on((code,)) for code in list(codes)[:3])

    @staticmethod
    def _iterations(search: Search) -> int | None:
        """Return how many iterations the parameters of a search allow, None if only the clock limits them."""
        params = search.params
        if params.iterations is None and params.seconds is None:
            return DEFAULT_ITERATIONS if params.nodes is None else ITERATIONS_PER_NODE * params.nodes
        return params.iterations

    def _run_part(self, start: float, end: float, n_games: int, stop: Stop | None) -> None:
        """Run all searches for a part of their budget, without the iterations whose games are counted."""

        def run(search: Search, stop: Stop | None) -> None:
            iterations, seconds = self._iterations(search), search.params.seconds
            if iterations is not None:
                iterations -= n_games if search is self.searches[0] else 0
                iterations = int(iterations * end) - int(iterations * start)
            if seconds is not None:
                seconds *= end - start - (POINTS_PART if n_games and end == 1.0 else 0.0)
            if iterations != 0:
                search.run(iterations, seconds, stop=stop)

        run_side_by_side(self.searches, run, stop)

    def _search_along(self, path: tuple[int, ...], stop: Stop | None) -> None:
        """Spend the rest of the budget on completing the best turn."""
        params, left = self.request.params, 1 - FIRST_PART
        totals = [self._iterations(search) for search in self.searches]
        budget = [total for total in totals if total is not None]
        share = replace(
            params,
            iterations=max(1, int(left * sum(budget))) if budget else None,
            seconds=None if params.seconds is None else max(0.001, left * params.seconds),
            nodes=None,
        )
        if stop is None or not stop():
            self._along = search_along(self._lines, path, share, self.seed, stop)

    # ------------------------------------------------------------ the answer

    def result(self) -> SearchResult:
        """Return the plain table of the searches."""
        return merge_results([search.result() for search in self._ready()])

    def _ready(self) -> list[Search]:
        """Return the searches that have run; all if none has."""
        return [search for search in self.searches if search.iterations or search.kept] or self.searches

    def _rows(self) -> list[Row]:
        """Return the table of all searches."""
        tables = [search.rows() for search in self._ready()]
        rows = tables[0] if len(tables) == 1 else merge_rows(tables, self.view.seat)
        if not rows:
            problem = f"seat {self.view.seat} has no decision to make here"
            raise PositionError(problem, where=self.view.game.name, field="view")
        return rows

    def advice(self, *, final: bool = True) -> Advice:
        """Return the answer so far; other threads may be running the searches."""
        with ExitStack() as stack:
            for search in self.searches:
                stack.enter_context(search.reading())
            return self._advice(final)

    def _advice(self, final: bool) -> Advice:
        request, view = self.request, self.view
        rows = [row for row in self._rows() if request.codes is None or row.code in request.codes]
        total = sum(row.visits for row in rows)
        moves = tuple(self._move(row, total, k) for k, row in enumerate(rows))
        listed = moves[: request.top]
        turns = self._turns(moves) if final and self.decides == "now" else []
        reasons: dict[str, str] = {}
        belief, why = draw_belief(view, self._n_worlds(), self.seed) if final else (None, "the search is not over")
        if belief is None:
            reasons["belief"] = why
        points = self._counter.mean(moves[0].code) if self._counter is not None else None
        if points is None:
            reasons["points"] = self._why_no_points(final)
        return Advice(
            view=view,
            game=view.game.name,
            seat=view.seat,
            decides=self.decides,
            moves=listed,
            turns=tuple(turns),
            belief=belief,
            points=points,
            reasons=reasons,
            iterations=sum(search.iterations for search in self.searches),
            kept=sum(search.kept for search in self.searches),
            nodes=sum(search.nodes for search in self.searches),
            seconds=max(search.seconds - before for search, before in zip(self.searches, self._seconds, strict=True)),
            seed=self.seed,
            bot=request.bot,
            final=final,
            sentence=say(view.seat, self.decides, moves, turns, final),
        )

    def _n_worlds(self) -> int:
        if self.request.worlds is not None:
            return self.request.worlds
        most = HURRIED if self._hurry else MAX_WORLDS
        return max(MIN_WORLDS, min(most, sum(search.iterations for search in self.searches) - self._begun))

    def _why_no_points(self, final: bool) -> str:
        if not has_points(self.view.game):
            return f"{self.view.game.name} has no points"
        if not final:
            return "the search is not over"
        return "no game with the best move was counted" if self.request.points else "not asked for"

    def _move(self, row: Row, total: int, rank: int) -> AdvisedMove:
        variation: tuple[str, ...] = (row.move,)
        top = self.request.top
        if (top is None or rank < top) and not (self._hurry and rank >= HURRIED):
            variation = tuple(principal_variation(self._tree_with(row.code), row.code, row.move))
        share, error, errors = row.visits / total, row.error, row.errors
        if any(search.kept for search in self.searches):  # the table has errors of new visits only
            error = min(error, bounded_error(row.value * row.visits, row.visits))
            errors = tuple(error if seat == self.view.seat else known for seat, known in enumerate(errors))
        return AdvisedMove(row.move, row.code, row.visits, share, row.value, error, row.values, errors, variation, row.proven)

    def _tree_with(self, code: int) -> Search:
        """Return the search that has visited a move most."""
        if len(self.searches) == 1:
            return self.searches[0]

        def visits(search: Search) -> int:
            rows = search.arrays["rows"][: int(search.work.n_rows)]
            return int(rows["visits"][rows["code"] == code].sum())

        return max(self.searches, key=visits)

    def _turns(self, moves: tuple[AdvisedMove, ...]) -> list[AdvisedTurn]:
        """Return the best whole turns: first the one that was searched on, or the most visited move at each step."""
        k = self.request.turns
        if k == 0:
            return []
        first = self._along[:1] or main_turn(self.searches, self._lines, moves)
        others = tree_turns(self.searches, self._lines, moves, k + len(first))
        others = [turn for turn in others if not first or turn.codes != first[0].codes[: len(turn.codes)]]
        return [*first, *others][:k]
