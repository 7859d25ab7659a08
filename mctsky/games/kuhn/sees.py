"""What each seat of Kuhn poker sees: its own card, every bet and pass, and after a showdown the cards of all who did not fold.

The first card goes to seat 0, the second to seat 1, and so on. If only one seat has bet, nobody shows a card.
"""

from collections.abc import Hashable
from typing import Any


def showing(bets: list[tuple[int, str]], n_seats: int) -> set[int]:
    """Return the seats that show their cards after these bets, each (seat, text)."""
    bettors = {seat for seat, text in bets if text == "bet"}
    if not bettors:
        return set(range(n_seats)) if len(bets) == n_seats else set()
    texts = [text for _, text in bets]
    answers = len(texts) - texts.index("bet") - 1
    return bettors if answers == n_seats - 1 and len(bettors) > 1 else set()


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` knows after some events, each (seat or "chance", text of the move)."""
    cards = [text for actor, text in history if actor == "chance"]
    bets = [(actor, text) for actor, text in history if actor != "chance"]
    open_cards = {viewer} | showing(bets, options["players"])
    known = [card if seat in open_cards else "face down" for seat, card in enumerate(cards)]
    return tuple(known), tuple(bets)
