"""Keep threads apart: one thread changes a search, a slice at a time; others read it between two slices."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from mctsky.errors import BusyError


class Guard:
    """The locks of one search."""

    def __init__(self) -> None:
        """Make the locks, all free."""
        self._owner = threading.Lock()
        self._arrays = threading.RLock()
        self._next = threading.RLock()  # held while waiting for the arrays: the one that waits goes next
        self._inside: int | None = None  # the thread that holds the arrays

    @contextmanager
    def alone(self, call: str) -> Iterator[None]:
        """Refuse the call if another one is changing the search, in this thread or another."""
        if not self._owner.acquire(blocking=False):
            problem = "this search is already running, and only one call at a time can change it"
            remedy = "wait until it ends or let its `stop` end it; `result()` can be read meanwhile; for threads use analyse"
            raise BusyError(problem, given=call, remedy=remedy)
        try:
            yield
        finally:
            self._owner.release()

    @contextmanager
    def arrays(self) -> Iterator[None]:
        """Lock the arrays, for a slice or to read them.

        A thread that has them may enter again: a signal handler that interrupts a search can read its result.
        """
        if self._inside == threading.get_ident():
            yield
            return
        with self._next:
            self._arrays.acquire()
            self._inside = threading.get_ident()
        try:
            yield
        finally:
            self._inside = None
            self._arrays.release()
