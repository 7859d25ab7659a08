"""Kuhn poker's moves and positions as text.

A position is the cards of the seats, seat 0 first, then the betting. A card is `J`, `Q`, `K` or `A`, `-` before it is dealt,
`?` where a viewer does not know it. The betting is a row of `p` (pass) and `b` (bet), `.` while nobody has acted: `K Q pb` is a
king against a queen, passed by seat 0 and bet by seat 1; `- - .` is the start, and seat 1 sees the former as `? Q pb`.
"""

import re
from typing import Any

from mctsky.core.contract import setup
from mctsky.core.history import misreading
from mctsky.core.record import new_record
from mctsky.errors import PositionError
from mctsky.games.kuhn.state import FIRST_DEAL, STATE_DTYPE, card_of

TEXTS = ("pass", "bet", "deal J", "deal Q", "deal K", "deal A")
CARD_SIGNS = "-JQKA?"


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move or deal."""
    return TEXTS[move]


def betting(state: Any) -> str:
    """Return the bets so far, `p` and `b`, or `.` for none."""
    return "".join("pb"[int(digit)] for digit in f"{int(state.line):b}"[1:]) or "."


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    return " ".join([*(CARD_SIGNS[card_of(state, seat)] for seat in range(game.n_seats)), betting(state)])


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes: play a game that leads there, and conceal it if there is a `viewer`."""
    state = new_record(STATE_DTYPE)
    setup(game, state)
    seats, n_cards = game.n_seats, game.n_seats + 1
    signs = CARD_SIGNS[1 : n_cards + 1]
    found = re.fullmatch(rf"([-{signs}?] ){{{seats}}}(\.|[pb]{{1,{2 * seats - 1}}})", text)
    problem = f"not {'two' if seats == 2 else 'three'} cards and the betting, separated by single blanks"
    if found:
        *hands, line = text.split(" ")
        spare = [sign for sign in signs if sign not in hands]
        cards = [spare.pop() if sign == "?" else sign for sign in hands if sign != "-"]
        moves = [*(FIRST_DEAL + signs.index(card) for card in cards), *("pb".index(sign) for sign in line.strip("."))]
        problem = misreading(game, state, moves, n_cards, viewer, text, (format_move, format_position))
        if not problem:
            return state
    examples = ("K Q pb", "? Q pb", "- - .") if seats == 2 else ("K Q A pb", "? Q ? pb", "- - - .")
    remedy = "write {} cards and the betting such as '{}', '{}' for what seat 1 knows, or '{}' for the start"
    raise PositionError(problem, given=text, where="kuhn", remedy=remedy.format("both" if seats == 2 else "all", *examples))


def hidden_names(game: Any) -> tuple[list[str], list[str]]:
    """Return the names of the items and of the places of `hidden`."""
    return list(CARD_SIGNS[1 : game.n_seats + 2]), [*(f"seat {seat}" for seat in range(game.n_seats)), "deck"]
