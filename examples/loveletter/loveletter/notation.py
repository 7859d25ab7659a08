"""Moves as text: `play guard`, `aim 1`, `name king`; luck as `0 draws guard` (or `?`), `0 sees king`, `0 and 1 see king guard`,
`1 shows king`, `no`.
"""

from typing import Any

from . import state as s
from .rules import receiver


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    seat, turn, target, phase = receiver(game, state), int(state.turn), int(state.target), int(state.phase)
    who = str(seat) if seat >= 0 else "table"
    if move < s.AIM:
        return f"play {s.NAMES[move - s.PLAY]}"
    if move < s.NAME + s.PRIEST:
        return f"aim {move - s.AIM}"
    if move <= s.DRAW:
        return f"name {s.NAMES[move - s.NAME]}"
    if move <= s.DRAW_UNSEEN:
        return f"{who} draws {'?' if move == s.DRAW_UNSEEN else s.NAMES[move - s.DRAW]}"
    if move <= s.LOOK_UNSEEN:
        return f"{who} sees {'?' if move == s.LOOK_UNSEEN else s.NAMES[move - s.LOOK]}"
    if move < s.NO:
        return f"{who if phase == s.BEGIN else target} shows {s.NAMES[move - s.SHOW]}"
    if move <= s.OUT + s.PRINCESS:
        return "no" if move == s.NO else f"{turn} shows {s.NAMES[move - s.OUT]}"
    mine, theirs = divmod(move - s.PAIR - 1, 8)
    cards = "?" if move == s.PAIR_UNSEEN else f"{s.NAMES[mine]} {s.NAMES[theirs + 1]}"
    return f"{turn} and {target} see {cards}"
