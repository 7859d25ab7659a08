"""Moves as text: `fold`, `stay`, and for chance `deal 5` and `show 5`; what others see of a deal is `deal ?`.

A position is written as the moves so far, `deal 3; deal 5; stay`, a view as what its seat has seen, `deal ?; deal 5; stay`.
"""

from typing import Any

from .state import DEAL, DEAL_UNSEEN, SHOW, STAY


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move; no two options of one state may have the same, and none contains a semicolon."""
    if move <= STAY:
        return ("fold", "stay")[move]
    if move == DEAL_UNSEEN:
        return "deal ?"
    return f"deal {move - DEAL}" if move < DEAL_UNSEEN else f"show {move - SHOW}"
