"""Moves as text: `fold`, `stay`, `peek`, and for chance `deal 5`, `look 5` and `show 5`; others see `deal ?` and `look ?`.

A position is written as the moves so far, `deal 3; deal 5; stay`, a view as what its seat has seen, `deal ?; deal 5; stay`.
"""

from typing import Any

from .state import DEAL, DEAL_UNSEEN, LOOK, LOOK_UNSEEN, PEEK, SHOW


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move; no two options of one state may have the same, and none contains a semicolon."""
    if move <= PEEK:
        return ("fold", "stay", "peek")[move]
    if move in (DEAL_UNSEEN, LOOK_UNSEEN):
        return "deal ?" if move == DEAL_UNSEEN else "look ?"
    if move > LOOK:
        return f"look {move - LOOK}"
    return f"deal {move - DEAL}" if move < DEAL_UNSEEN else f"show {move - SHOW}"
