"""Kuhn poker's moves and positions as text.

A position is the cards of seat 0 and seat 1, then the betting. A card is `J`, `Q` or `K`, `-` before it is dealt, `?` where a
viewer does not know it. The betting is a row of `p` (pass) and `b` (bet), `.` while nobody has acted: `K Q pb` is a king
against a queen, passed by seat 0 and bet by seat 1; `- - .` is the start, and seat 1 sees the former as `? Q pb`.
"""

import re
from typing import Any

from mctsky.core.contract import setup
from mctsky.core.history import misreading
from mctsky.core.record import new_record
from mctsky.errors import PositionError
from mctsky.games.kuhn.state import FIRST_DEAL, N_CARDS, STATE_DTYPE

TEXTS = ("pass", "bet", "deal J", "deal Q", "deal K")
CARD_SIGNS = "-JQK?"


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move or deal."""
    return TEXTS[move]


def betting(state: Any) -> str:
    """Return the bets so far, `p` and `b`, or `.` for none."""
    return "".join("pb"[int(digit)] for digit in f"{int(state.line):b}"[1:]) or "."


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    return " ".join([*(CARD_SIGNS[int(card)] for card in state.card), betting(state)])


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes: play a game that leads there, and conceal it if there is a `viewer`."""
    state = new_record(STATE_DTYPE)
    setup(game, state)
    found = re.fullmatch(r"([-JQK?]) ([-JQK?]) (\.|[pb]{1,3})", text)
    problem = "not two cards and the betting, separated by single blanks"
    if found:
        spare = [sign for sign in "JQK" if sign not in found.groups()]
        cards = [spare.pop() if sign == "?" else sign for sign in found.groups()[:2] if sign != "-"]
        moves = [*(FIRST_DEAL + "JQK".index(card) for card in cards), *("pb".index(sign) for sign in found[3].strip("."))]
        problem = misreading(game, state, moves, N_CARDS, viewer, text, (format_move, format_position))
        if not problem:
            return state
    remedy = "write both cards and the betting such as 'K Q pb', '? Q pb' for what seat 1 knows, or '- - .' for the start"
    raise PositionError(problem, given=text, where="kuhn", remedy=remedy)


def hidden_names(game: Any) -> tuple[list[str], list[str]]:
    """Return the names of the items and of the places of `hidden`."""
    return list(CARD_SIGNS[1:-1]), ["seat 0", "seat 1", "deck"]
