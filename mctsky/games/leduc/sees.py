"""What each seat of Leduc poker sees: its own card, the public card, every action, and all cards after a showdown.

The first card goes to seat 0, the second to seat 1, the third lies on the table. A fold ends the game without showing cards.
"""

from collections.abc import Hashable
from typing import Any


def _round_is_over(actions: list[str]) -> bool:
    return actions == ["call", "call"] or ("raise" in actions and actions[-1] == "call")


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` knows after some events, each (seat or "chance", text of the move)."""
    n_cards = 0
    rounds: list[list[str]] = [[], []]
    events: list[Any] = []
    for actor, text in history:
        if actor == "chance":
            private = n_cards < 2
            events.append(text if not private or n_cards == viewer else "face down")
            n_cards += 1
        else:
            events.append((actor, text))
            rounds[n_cards - 2].append(text)
    if _round_is_over(rounds[1]):
        events.append([text for actor, text in history if actor == "chance"][:2][1 - viewer])
    return tuple(events)
