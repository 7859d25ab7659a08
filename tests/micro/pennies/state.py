"""Matching pennies' state record, and the position as text.

Text: one sign per seat. `-` has not chosen, `h` or `t` has chosen and not shown, `H` or `T` has shown: `Ht`. A view never
holds another seat's small letter: such a choice is taken back.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.errors import PositionError

STATE_DTYPE = record_dtype(
    ("coin", np.int8, 2),  # of each seat: 0 not chosen, 1 heads, 2 tails
    ("n_shown", np.int8),  # seats 0 to n_shown - 1 have shown
)

SHAPES = {None: ("--", "c-", "cc", "Sc", "SS"), 0: ("--", "c-", "S-", "SS"), 1: ("--", "-c", "Sc", "SS")}


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    signs = ["-ht"[int(coin)] for coin in state.coin]
    return "".join(sign.upper() if seat < int(state.n_shown) else sign for seat, sign in enumerate(signs))


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches."""
    shape = "".join({"h": "c", "t": "c", "H": "S", "T": "S"}.get(sign, sign) for sign in text)
    if shape not in SHAPES[viewer] or set(text) - set("-htHT"):
        problem = "no such state of the two coins" if viewer is None else f"seat {viewer} never sees this"
        raise PositionError(problem, given=text, where="pennies", remedy="write one sign of -htHT per seat, such as 'h-'")
    state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    for seat, sign in enumerate(text.lower()):
        state.coin[seat] = "-ht".index(sign)
    state.n_shown = shape.count("S")
    return state
