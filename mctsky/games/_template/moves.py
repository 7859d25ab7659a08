"""Move codes and their texts: `fold`, `stay`, and for chance `deal 5`; what others see of a deal is `deal ?`.

Codes are small numbers without gaps, since search keeps tables by code. Chance outcomes and masked codes are codes too.
"""

from typing import Any

from .state import MAX_CARDS

FOLD, STAY = 0, 1
DEAL = 1  # plus the number of the card: 2 to 14
DEAL_UNSEEN = DEAL + MAX_CARDS + 1  # masked: a card was dealt face down to somebody else


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    if move <= STAY:
        return ("fold", "stay")[move]
    return "deal ?" if move == DEAL_UNSEEN else f"deal {move - DEAL}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    texts = {format_move(game, state, move): move for move in range(DEAL + game.n_cards + 1)}
    return texts.get(text)


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    if move <= STAY:
        return "all cards are dealt before anybody speaks"
    return "all seats have a card" if state.n_dealt == game.n_seats else "that card is dealt already"
