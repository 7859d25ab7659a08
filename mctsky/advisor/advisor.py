"""`Advisor`: keeps trees between questions, streams, ponders; `advise`: one question."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from mctsky.advisor.advice import Advice
from mctsky.advisor.request import DEFAULT_BOT, Request, make_request
from mctsky.advisor.run import Run
from mctsky.advisor.stream import AdviceStream
from mctsky.advisor.trees import Trees
from mctsky.core.checks import function, real_number, whole_number
from mctsky.core.position import Position, View
from mctsky.errors import BusyError, UnsupportedError
from mctsky.search.analyse import run_side_by_side

TREES = 4  # that are kept
MAX_EVERY = 86_400.0


def advise(view: View | Position, bot: str = DEFAULT_BOT, *, stop: Callable[[], bool] | None = None, **options: Any) -> Advice:
    """Advise the seat of a view, for example advise(view, "ismcts", iterations=5000, top=3).

    Options: iterations, time (seconds), nodes, threads, memory (MiB), seed, top (moves in the answer), turns (whole turns in
    the answer), worlds (for the belief, 0 = none), moves_allowed and moves_avoided (texts), parameters (of the bot). A Position
    is seen as the seat to act sees it. The same seed and number of iterations give the same answer.
    """
    function("stop", stop, "advise")
    run = Run(make_request(view, bot, **options))
    run.execute(stop)
    return run.advice()


class Advisor:
    """Answers many questions and keeps the trees of earlier questions and of pondering.

    Any thread may call it. A call waits until those of other threads have ended; a thread that asks while its own stream is
    running gets a BusyError. Without a `seed` a question goes on from a kept tree, if the new view comes after the old one;
    with a `seed` it begins with an empty tree and always gives the same answer.
    """

    def __init__(self, bot: str = DEFAULT_BOT, *, trees: int = TREES, **options: Any) -> None:
        """Keep the bot and the options that all questions share; `trees` is how many seats' trees are kept."""
        self.bot, self.options = bot, options
        self._trees = Trees(whole_number("trees", trees, 0, 1000, where="Advisor"))
        self._turn = threading.Lock()
        self._owner: int | None = None
        self._pondering: tuple[threading.Thread, threading.Event] | None = None

    # ------------------------------------------------------------ asking

    def advise(self, view: View | Position, *, stop: Callable[[], bool] | None = None, **options: Any) -> Advice:
        """Advise the seat of a view; see `mctsky.advise` for the options."""
        function("stop", stop, "Advisor.advise")
        request = self._request(view, options)
        with self._alone():
            run = self._trees.begin(request)
            run.execute(stop)
            answer = run.advice()
            self._trees.keep(run)
            return answer

    def stream(self, view: View | Position, *, every: float = 0.2, **options: Any) -> AdviceStream:
        """Return an iterator over improving answers, one per interval; the last one is final."""
        every = real_number("every", every, 0.001, MAX_EVERY, where="Advisor.stream")
        request = self._request(view, options)
        self._take()
        try:
            run = self._trees.begin(request)

            def ended() -> None:
                self._trees.keep(run)
                self._release()

            return AdviceStream(run, every, ended)
        except BaseException:
            self._release()
            raise

    def _request(self, view: View | Position, options: dict[str, Any]) -> Request:
        return make_request(view, self.bot, **{**self.options, **options})

    # ------------------------------------------------------------ pondering

    def ponder(self, view: View, move: str | int | None = None, **options: Any) -> None:
        """Search on in the background until the next call: `view` after the seat's own `move`, or as it is.

        When the others have moved, ask about the new view: if the tree contains their moves, the answer goes on from there, and
        its `kept` is the number of visits that it took over.
        """
        request = self._request(view if move is None else view.after(move), options)
        with self._alone():
            run = self._trees.begin(replace(request, seed=None))
            self._trees.keep(run)
            stop = threading.Event()

            def think() -> None:
                run_side_by_side(run.searches, lambda search, stop: search.run(stop=stop), stop.is_set)

            thread = threading.Thread(target=think, name="mctsky-ponder", daemon=True)
            self._pondering = thread, stop
            thread.start()

    def stop_pondering(self) -> None:
        """End a search in the background; its tree is kept."""
        with self._alone():
            pass

    @property
    def is_pondering(self) -> bool:
        """Whether a search in the background is going on."""
        pondering = self._pondering
        return pondering is not None and pondering[0].is_alive()

    def _end_pondering(self) -> None:
        if self._pondering is not None:
            thread, stop = self._pondering
            stop.set()
            thread.join()
            self._pondering = None

    # ------------------------------------------------------------ trees

    def clear(self) -> None:
        """Forget all trees."""
        with self._alone():
            self._trees.clear()

    def close(self) -> None:
        """End a search in the background and forget all trees."""
        self.clear()

    def __enter__(self) -> "Advisor":
        """Return itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End pondering and forget all trees."""
        self.close()

    # ------------------------------------------------------------ one call at a time

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._take()
        try:
            yield
        finally:
            self._release()

    def _take(self) -> None:
        """Wait for the calls of other threads, and end pondering."""
        me = threading.get_ident()
        if self._owner == me:
            problem = "this thread still has a running stream of the same advisor"
            raise BusyError(problem, given="Advisor", remedy="read the stream to its end, or close it first")
        self._turn.acquire()
        self._owner = me
        self._end_pondering()

    def _release(self) -> None:
        self._owner = None
        self._turn.release()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be pickled or copied: trees cannot be."""
        raise UnsupportedError("an Advisor cannot be pickled or copied", remedy="make another one")
