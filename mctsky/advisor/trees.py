"""The trees that are kept between questions, for any number of threads."""

import threading
from collections import OrderedDict
from typing import Any

from mctsky.advisor.request import Request
from mctsky.advisor.run import Run
from mctsky.search.analyse import share_params
from mctsky.search.search import Search

KEEPABLE = ("mcts", "so-ismcts", "mo-ismcts")


class Trees:
    """Keeps the trees of the last questions. A tree that is taken is used by one caller only, until it is put back."""

    def __init__(self, limit: int) -> None:
        """Keep the trees of at most `limit` seats and bots."""
        self._limit, self._lock = limit, threading.Lock()
        self._kept: OrderedDict[Any, list[Search]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many are kept now."""
        return len(self._kept)

    def begin(self, request: Request) -> Run:
        """Return a run on kept trees if they fit the question, else on new ones.

        A question with a seed, or about some moves only, begins with empty trees.
        """
        if request.seed is not None or not _is_keepable(request):
            return Run(request)
        shares = share_params(request.params)
        with self._lock:
            kept = self._kept.pop(_key(request), None)
        if kept is None or len(kept) != len(shares):
            return Run(request)
        for search, params in zip(kept, shares, strict=True):
            search.params = params
            if search.view != request.view or search.view.observed != request.view.observed:
                search.advance(request.view)
        return Run(request, kept)

    def keep(self, run: Run) -> None:
        """Put the trees of a run back; the oldest beyond the limit are dropped."""
        if _is_keepable(run.request):
            with self._lock:
                self._kept[_key(run.request)] = run.searches
                self._kept.move_to_end(_key(run.request))
                while len(self._kept) > self._limit:
                    self._kept.popitem(last=False)

    def clear(self) -> int:
        """Forget all; return how many there were."""
        with self._lock:
            n = len(self._kept)
            self._kept.clear()
        return n


def _is_keepable(request: Request) -> bool:
    return request.codes is None and request.params.variant in KEEPABLE


def _key(request: Request) -> Any:
    """Return what two questions must have in common to share a tree: all but the budget."""
    rest = tuple(value for name, value in vars(request.params).items() if name not in ("iterations", "seconds"))
    return request.view.game, request.view.seat, type(request.view), rest
