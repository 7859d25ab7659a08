"""What each seat of goofspiel sees: its own bids, the prizes, and after each round all bids or only who won.

A bid lies face down until all have bid; `show=winner` never turns it up.
"""

from collections.abc import Hashable
from typing import Any


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` knows after some events, each (seat or "chance", text of the move)."""
    events: list[Any] = []
    for actor, text in history:
        if actor == viewer:
            events.append(("own bid", text))
        elif actor == "chance" and (options["show"] == "bids" or not text.startswith("seat")):
            events.append(text)
    return tuple(events)
