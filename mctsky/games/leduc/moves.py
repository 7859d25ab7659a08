"""Leduc poker's moves.

Codes 0 `fold`, 1 `call` (also checking) and 2 `raise` are for seats, 3 to 8 `deal Js` to `deal Kh` for chance.
"""

from typing import Any

from mctsky.core.contract import CHANCE

FOLD, CALL, RAISE, FIRST_DEAL = 0, 1, 2, 3

TEXTS = ("fold", "call", "raise", "deal Js", "deal Jh", "deal Qs", "deal Qh", "deal Ks", "deal Kh")


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move or deal."""
    return TEXTS[move]


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    return TEXTS.index(text) if text in TEXTS else None


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    if move >= FIRST_DEAL:
        return "that card is dealt already" if state.actor == CHANCE else "no card is dealt now"
    if state.actor == CHANCE:
        return "a card must be dealt first"
    return "there is no raise to fold to" if move == FOLD else "two raises per round are the most"
