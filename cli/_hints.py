"""Advice for a person who plays: the best move, and the numbers behind it."""

import threading
from dataclasses import dataclass, field
from typing import Any

from mctsky.cli._output import live, printable
from mctsky.core.position import View
from mctsky.search.analyse import analyse
from mctsky.search.result import SearchResult

VARIANT = "ismcts"
TOP = 8  # moves that `why` shows


@dataclass
class Hints:
    """Searches with a budget; the answer for a view is kept until the next one."""

    budget: dict[str, Any]  # iterations or seconds
    _view: View | None = field(default=None, init=False)
    _found: SearchResult | None = field(default=None, init=False)

    def search(self, view: View) -> SearchResult:
        """Return what a search says; Ctrl-C ends it early, with what it has found until then."""
        if self._found is not None and self._view == view:
            return self._found
        stop, done = threading.Event(), threading.Event()
        found: list[SearchResult] = []
        failed: list[BaseException] = []

        def work() -> None:
            try:
                found.append(analyse(view, VARIANT, stop=stop.is_set, **self.budget))
            except BaseException as error:
                failed.append(error)
            finally:
                done.set()

        threading.Thread(target=work, daemon=True).start()
        with live("thinking about a hint; Ctrl-C ends it early"):
            while not done.is_set():  # not by `join`: one that Ctrl-C interrupts takes the thread for dead
                try:
                    done.wait(0.05)
                except KeyboardInterrupt:
                    stop.set()
        if failed:
            raise failed[0]
        self._view, self._found = view, found[0]
        return found[0]

    def hint(self, view: View) -> str:
        """Return the best move in a line."""
        if len(view.own_codes()) == 1:
            return f"{view.own_moves()[0]} is the only move"
        found = self.search(view)
        best = found.rows[0]
        return f"hint: {printable(best.move)}, worth {best.value:.3f} to you (±{best.error:.3f}, {found.iterations} iterations)"

    def why(self, view: View) -> str:
        """Return the best moves with their numbers, and what is expected to follow."""
        found = self.search(view)
        width = max(4, *(len(row.move) for row in found.rows[:TOP]))
        lines = [f"{'move':{width}}   visits  value  error"]
        for row in found.rows[:TOP]:
            lines.append(f"{printable(row.move):{width}} {row.visits:8d}  {row.value:.3f}  {row.error:.3f}")
        rest = len(found.rows) - TOP
        lines += [f"and {rest} more"] if rest > 0 else []
        lines.append("expected: " + printable("; ".join(found.pv[:TOP])))
        return "\n".join(lines)
