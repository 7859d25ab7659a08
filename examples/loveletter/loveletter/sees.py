"""What each seat knows, told without the code of the game: all that is said and shown, and the cards it draws or sees."""

from collections.abc import Hashable
from typing import Any


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` has seen of the events so far, each (seat or "chance", text of the move)."""
    known = []
    for actor, text in history:
        who, _, rest = text.partition(" ")
        private = actor == "chance" and rest.startswith(("draws", "sees")) and who != str(viewer)
        known.append((actor, f"{who} {rest.split()[0]}" if private else text))
    return tuple(known)
