"""What each seat knows, told without the code of the game: all that is said and shown, and the cards it draws or sees."""

from collections.abc import Hashable
from typing import Any

RANKS = ["guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"]


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` has seen of the events so far, each (seat or "chance", text of the move)."""
    known, played = [], ""
    for actor, text in history:
        who, *rest = text.split()
        played = rest[0] if who == "play" else played
        if actor == "chance" and rest and rest[0] in ("draws", "sees") and who != str(viewer):
            text = f"{who} {rest[0]}"
        elif actor == "chance" and rest[:1] == ["and"] and str(viewer) not in (who, rest[1]):
            mine, theirs = RANKS.index(rest[3]), RANKS.index(rest[4])
            lower = "no" if mine == theirs else f"{who} {rest[3]}" if mine < theirs else f"{rest[1]} {rest[4]}"
            text = lower if played == "baron" else "swap"
        known.append((actor, text))
    return tuple(known)
