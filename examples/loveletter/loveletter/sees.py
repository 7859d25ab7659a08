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
        if rest[:1] in (["draws"], ["sees"]) and who != str(viewer) and (who != "table" or not known):
            text = f"{who} {rest[0]}"
        elif rest[:1] == ["and"] and str(viewer) not in (who, rest[1]):
            by_rank = sorted([(RANKS.index(rest[3]), who), (RANKS.index(rest[4]), rest[1])])
            text = "swap" if played == "king" else "no" if rest[3] == rest[4] else str(by_rank[0])
        known.append((actor, text))
    return tuple(known)
