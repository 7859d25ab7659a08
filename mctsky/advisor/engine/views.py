"""Read views and keep the last ones: a client that follows a game sends the same events again, and some more."""

import threading
from collections import OrderedDict

from mctsky.core.history import TO_COME
from mctsky.core.position import Game, View

KEPT = 256
MAX_NEW = 100  # new events that may follow a known beginning

Key = tuple[Game, int, str | tuple[str, ...]]


class Views:
    """The views that were read last, by game, seat and what the client sent."""

    def __init__(self) -> None:
        """Begin without views."""
        self._kept: OrderedDict[Key, View] = OrderedDict()
        self._lock = threading.Lock()

    def of_text(self, game: Game, seat: int, text: str) -> View:
        """Return the view that a text describes."""
        return self._find((game, seat, text)) or self._keep((game, seat, text), game.view(text, seat))

    def after_events(self, game: Game, seat: int, events: tuple[str, ...]) -> View:
        """Return the view after events, read on from a beginning of them that is known and not much shorter."""
        for end in range(len(events), max(0, len(events) - MAX_NEW), -1):
            known = self._find((game, seat, events[:end]))
            if known is not None and (end == len(events) or events[end - 1].strip() != TO_COME):
                if end == len(events):
                    return known
                return self._keep((game, seat, events), known.later(events[end:]))
        return self._keep((game, seat, events), game.view_from(events, seat))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    def _find(self, key: Key) -> View | None:
        with self._lock:
            view = self._kept.get(key)
            if view is not None:
                self._kept.move_to_end(key)
            return view

    def _keep(self, key: Key, view: View) -> View:
        with self._lock:
            self._kept[key] = view
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return view
