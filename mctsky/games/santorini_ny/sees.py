"""What each seat of Santorini: New York sees: the board and all turns, the cards turned up, its own cards and choices.

Cards dealt to others are seen as backs. A card laid face down by another seat is not seen until it is turned up (`seat1=17`).
At a redeal the kept card stays in the hand, so nothing more is seen.
"""

from collections.abc import Hashable
from typing import Any


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` knows after some events, each (seat or "chance", text of the move)."""
    events: list[Any] = []
    for actor, text in history:
        if actor == "chance":
            seat, _, _ = text.removeprefix("deal").partition("=")
            is_back = text.startswith("deal") and int(seat) != viewer
            events.append(f"deal{seat}" if is_back else text)
        elif actor == viewer or not text.isdigit():
            events.append((actor, text))
    return tuple(events)
