"""Answer one request: from the texts of its fields to replies."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mctsky.advisor.advice import Advice
from mctsky.advisor.engine.protocol import Query
from mctsky.advisor.engine.views import Views
from mctsky.advisor.request import Request, make_request, params_for_game
from mctsky.advisor.run import Run
from mctsky.advisor.trees import Trees
from mctsky.core.position import Game, View
from mctsky.errors import MctskyError, PositionError
from mctsky.search.params import check_game

Reply = Mapping[str, Any]
_FIELDS = {"moves_allowed": "movesAllowed", "moves_avoided": "movesAvoided"}  # names in Python and in a request


class Job:
    """A request, and whether it should stop."""

    def __init__(self, query: Query) -> None:
        """Keep the request."""
        self.query, self.stop = query, threading.Event()

    def check(self, game: Game) -> str:
        """Check what can be checked without the rules; return the search variant, which decides what is compiled."""
        query = self.query
        try:
            params = params_for_game(game, query.bot, dict(query.parameters))
            check_game(params, game)
        except MctskyError as error:
            error.field = error.field or ("parameters" if query.parameters else "bot")
            raise
        try:
            game.check_seat(query.seat)
        except MctskyError as error:
            error.field = "seat"
            raise
        return params.variant

    def answers(self, game: Game, trees: Trees, views: Views, report: Callable[[Reply], None]) -> Iterator[Reply]:
        """Yield the final reply of each point of the game; `report` gets those during the search."""
        for number, name in enumerate(self._points()):
            marks: dict[str, Any] = {"id": self.query.id} | ({} if name is None else {"at": name})
            if self.stop.is_set() and number:
                yield marks | {"status": "terminated"}
                continue
            try:
                request = self._request(game, number, views)
            except MctskyError as error:
                if name is None:
                    raise
                yield marks | {"error": str(error), "field": error.field}
                continue
            run = trees.begin(request)
            run.execute(self._reporter(run, marks, report))
            answer = self._reply(marks, run.advice(), during=False)
            if self.query.reuse:
                trees.keep(run)
            yield answer | ({"status": "terminated"} if self.stop.is_set() else {})

    def _points(self) -> tuple[int | None, ...]:
        return (None,) if self.query.at is None else self.query.at

    def _request(self, game: Game, number: int, views: Views) -> Request:
        query = self.query
        view = self._view(game, number, views)
        try:
            return make_request(
                view,
                query.bot,
                parameters=query.parameters,
                iterations=query.iterations,
                time=query.time,
                nodes=query.nodes,
                threads=query.threads,
                memory=query.memory,
                seed=None if query.reuse else query.seed,
                top=query.top,
                turns=query.turns,
                worlds=query.worlds,
                moves_allowed=query.moves_allowed,
                moves_avoided=query.moves_avoided,
            )
        except MctskyError as error:
            error.field = _FIELDS.get(error.field, error.field) or (
                "view" if isinstance(error, PositionError) else "parameters"
            )
            raise

    def _view(self, game: Game, number: int, views: Views) -> View:
        query = self.query
        if query.events is not None:
            end = len(query.events) if query.at is None else query.at[number]
            try:
                return views.after_events(game, query.seat, query.events[:end])
            except MctskyError as error:
                error.field = error.field or "events"
                raise
        try:
            return views.of_text(game, query.seat, query.view[number])
        except MctskyError as error:
            error.field = error.field or ("view" if query.at is None else f"view[{number}]")
            raise

    def _reporter(self, run: Run, marks: Mapping[str, Any], report: Callable[[Reply], None]) -> Callable[[], bool]:
        """Return the `stop` function of a search, which also sends the reports that are due."""
        every = self.query.report_every
        if every is None:
            return self.stop.is_set
        due, reporting = time.monotonic() + every, threading.Lock()

        def stop() -> bool:
            nonlocal due
            if time.monotonic() >= due and not self.stop.is_set() and reporting.acquire(blocking=False):
                try:
                    report(self._reply(marks, run.advice(final=False), during=True))
                except PositionError:  # nothing has been searched yet
                    pass
                finally:
                    due = time.monotonic() + every
                    reporting.release()
            return self.stop.is_set()

        return stop

    @staticmethod
    def _reply(marks: Mapping[str, Any], advice: Advice, *, during: bool) -> dict[str, Any]:
        data = advice.to_dict()
        data.pop("final")
        return {**marks, "isDuringSearch": during, **data}
