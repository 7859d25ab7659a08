"""What each seat knows, told without the code of the game: `mctsky check-game` holds observe and conceal against it.

A seat sees the card that it is dealt, every word, every card that is shown, and the card that it looks at.
"""

from collections.abc import Hashable
from typing import Any


def sees(options: dict[str, Any], history: list[Any], viewer: int) -> Hashable:
    """Return what `viewer` has seen of the events so far, each (seat or "chance", text of the move), in any form."""
    known: list[Any] = []
    speaker, n_dealt = -1, 0
    for actor, text in history:
        mine = speaker == viewer
        if text.startswith("deal"):
            mine = n_dealt == viewer
            n_dealt += 1
        elif actor != "chance":
            speaker = actor
        private = text.startswith(("deal", "look"))
        known.append((actor, text if mine or not private else text.split()[0]))
    return tuple(known)
