"""Kuhn poker's moves: codes 0 `pass` and 1 `bet` for seats, 2 to 4 `deal J`, `deal Q`, `deal K` for chance."""

from typing import Any

from mctsky.core.contract import CHANCE

PASS, BET, FIRST_DEAL = 0, 1, 2

TEXTS = ("pass", "bet", "deal J", "deal Q", "deal K")


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move or deal."""
    return TEXTS[move]


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    return TEXTS.index(text) if text in TEXTS else None


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    if move < FIRST_DEAL:
        return "a card must be dealt first"
    return "that card is dealt already" if state.actor == CHANCE else "both seats have their cards"
