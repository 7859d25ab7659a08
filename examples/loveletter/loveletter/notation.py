"""Moves as text: `play guard`, `aim 1`, `name king`; luck as `0 draws guard` (or `?`), `0 sees king`, `1 shows king`, `no`."""

from typing import Any

from .rules import receiver
from .state import AIM, BEGIN, DRAW, DRAW_UNSEEN, LOOK, LOOK_UNSEEN, NAME, NAMES, NO, OUT, PLAY, SHOW


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    seat, turn = receiver(game, state), int(state.turn)
    who = str(seat) if seat >= 0 else "table"
    if move <= AIM - 1:
        return f"play {NAMES[move - PLAY]}"
    if move < NAME + 2:
        return f"aim {move - AIM}"
    if move <= DRAW:
        return f"name {NAMES[move - NAME]}"
    if move <= DRAW_UNSEEN:
        return f"{who} draws {'?' if move == DRAW_UNSEEN else NAMES[move - DRAW]}"
    if move <= LOOK_UNSEEN:
        return f"{who} sees {'?' if move == LOOK_UNSEEN else NAMES[move - LOOK]}"
    if move < NO:
        return f"{who if int(state.phase) == BEGIN else int(state.target)} shows {NAMES[move - SHOW]}"
    return "no" if move == NO else f"{turn} shows {NAMES[move - OUT]}"
