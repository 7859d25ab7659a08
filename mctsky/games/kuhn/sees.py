"""What each seat of Kuhn poker sees: its own card, every bet and pass, and both cards after a showdown.

The first card goes to seat 0, the second to seat 1. A bet that is not met ends the game without showing cards.
"""

from collections.abc import Hashable
from typing import Any

WITH_SHOWDOWN = (["pass", "pass"], ["bet", "bet"], ["pass", "bet", "bet"])


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` knows after some events, each (seat or "chance", text of the move)."""
    cards = [text for actor, text in history if actor == "chance"]
    bets = [text for actor, text in history if actor != "chance"]
    shown = bets in WITH_SHOWDOWN
    known = [card if seat == viewer or shown else "face down" for seat, card in enumerate(cards)]
    return tuple(known), tuple(bets)
