"""Stream advice during the search: an iterator, for `for` and for `async for`, over improving answers."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from types import TracebackType

from mctsky.advisor.advice import Advice
from mctsky.advisor.run import Run
from mctsky.errors import PositionError


class AdviceStream(Iterator[Advice], AsyncIterator[Advice]):
    """Yields the answer so far at each interval, and at the end the final advice.

    `cancel()` ends the search within a few slices of 10 ms; the next answer is then the last one. Leaving a `with` block, or
    dropping the stream, cancels too.
    """

    def __init__(self, run: Run, every: float, ended: Callable[[], None]) -> None:
        """Start the search on its own thread; `ended` is called there when it is over."""
        self._every = every
        self._stop, self._done = threading.Event(), threading.Event()
        self._worker = _Worker(run, self._stop, self._done, ended)
        self._thread = threading.Thread(target=self._worker.work, name="mctsky-advice", daemon=True)
        self._given = False
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether the search is still going on."""
        return not self._done.is_set()

    def cancel(self) -> None:
        """Ask the search to end; any thread may call this."""
        self._stop.set()

    def close(self) -> None:
        """End the search and wait for that."""
        self._stop.set()
        self._thread.join()
        self._given = True

    def _next(self) -> Advice | None:
        """Return the next answer, None if there is none."""
        while not self._given:
            self._done.wait(None if self._stop.is_set() else self._every)
            answer = self._worker.answer_so_far()
            if self._done.is_set():
                self._given = True
                if self._worker.error is not None:
                    raise self._worker.error
            if answer is not None:
                return answer
        return None

    def __iter__(self) -> "AdviceStream":
        """Return itself."""
        return self

    def __next__(self) -> Advice:
        """Wait for the next answer."""
        answer = self._next()
        if answer is None:
            raise StopIteration
        return answer

    def __aiter__(self) -> "AdviceStream":
        """Return itself."""
        return self

    async def __anext__(self) -> Advice:
        """Wait for the next answer without blocking the event loop."""
        try:
            answer = await asyncio.to_thread(self._next)
        except asyncio.CancelledError:
            self.cancel()
            raise
        if answer is None:
            raise StopAsyncIteration
        return answer

    def __enter__(self) -> "AdviceStream":
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the search."""
        self.close()

    async def __aenter__(self) -> "AdviceStream":
        """Return itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the search."""
        await asyncio.to_thread(self.close)

    def __del__(self) -> None:
        """End the search of a stream that is no longer used."""
        self._stop.set()


class _Worker:
    """The thread of a stream; it does not refer to the stream, so that a dropped stream can be collected."""

    def __init__(self, run: Run, stop: threading.Event, done: threading.Event, ended: Callable[[], None]) -> None:
        self._run, self._stop, self._done, self._ended = run, stop, done, ended
        self._reading = threading.Lock()  # held while reading: the trees must not go to another call meanwhile
        self._final: Advice | None = None
        self.error: BaseException | None = None

    def work(self) -> None:
        """Search to the end."""
        try:
            self._run.execute(self._stop.is_set)
            final = self._run.advice()
            with self._reading:
                self._final = final
        except BaseException as error:
            self.error = error
        finally:
            with self._reading:
                self._done.set()
            self._ended()

    def answer_so_far(self) -> Advice | None:
        """Return the final advice if there is one, else what is known so far; None before the first iterations."""
        with self._reading:
            if self._done.is_set() or self._final is not None:
                return self._final
            try:
                return self._run.advice(final=False)
            except PositionError:  # nothing has been searched yet
                return None
