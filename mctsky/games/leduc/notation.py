"""Leduc poker's moves and positions as text.

A position is `Ks Qh | Jh | rrc/cr`: the cards of seat 0 and seat 1, the public card, the betting of both rounds. A card is a
rank `J`, `Q` or `K` and a suit `s` or `h`, `-` before it is dealt, `?` where a viewer does not know it. The betting is a row
of `f` (fold), `c` (call, also checking) and `r` (raise) per round, `.` while nobody has acted; the second round, after `/`,
is there as soon as the public card is. `- - | - | .` is the start; `Ks ? | - | rrc` is what seat 0 knows before the public
card.
"""

import re
from typing import Any

from mctsky.core.contract import CHANCE, setup
from mctsky.core.history import misreading
from mctsky.core.record import new_record
from mctsky.errors import PositionError
from mctsky.games.leduc.state import FIRST_DEAL, FOLD, N_CARDS, STATE_DTYPE

CARD_SIGNS = ("-", "Js", "Jh", "Qs", "Qh", "Ks", "Kh", "?")
ACTION_SIGNS = "fcr"
TEXTS = ("fold", "call", "raise", *(f"deal {sign}" for sign in CARD_SIGNS[1:-1]))
POSITION = re.compile(r"({0}) ({0}) \| ({0}) \| ([fcr]{{1,4}}|\.)(?:/([fcr]{{1,4}}|\.))?".format(r"-|\?|[JQK][sh]"))


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move or deal."""
    return TEXTS[move]


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    return TEXTS.index(text) if text in TEXTS else None


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    if move >= FIRST_DEAL:
        return "that card has already been dealt" if state.actor == CHANCE else "no card is dealt now"
    if state.actor == CHANCE:
        return "a card must be dealt first"
    return "there is no raise to fold to" if move == FOLD else "a round has at most two raises"


def betting(state: Any, round_index: int) -> str:
    """Return the actions of a round, or `.` for none."""
    line, signs = int(state.line[round_index]), ""
    while line:
        line, action = divmod(line, 4)
        signs = ACTION_SIGNS[action - 1] + signs
    return signs or "."


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    seats = " ".join(CARD_SIGNS[int(card)] for card in state.card)
    second = f"/{betting(state, 1)}" if state.public else ""
    return f"{seats} | {CARD_SIGNS[int(state.public)]} | {betting(state, 0)}{second}"


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes: play a game that leads there, and conceal it if there is a `viewer`."""
    state = new_record(STATE_DTYPE)
    setup(game, state)
    found = POSITION.fullmatch(text)
    problem = "not two cards, the public card and the betting, separated by ' | '"
    if found:
        spare = [sign for sign in CARD_SIGNS[1:-1] if sign not in found.groups()]
        cards = [spare.pop() if sign == "?" else sign for sign in found.groups()[:3]]
        deals = [FIRST_DEAL - 1 + CARD_SIGNS.index(card) for card in cards if card != "-"]
        first, second = ([ACTION_SIGNS.index(sign) for sign in (line or "").strip(".")] for line in found.groups()[3:])
        moves = [*deals[:2], *first, *deals[2:], *second]
        problem = misreading(game, state, moves, N_CARDS, viewer, text, (format_move, format_position))
        if not problem:
            return state
    remedy = "write cards, public card and betting such as 'Ks Qh | Jh | rrc/cr', or '- - | - | .' for the start"
    raise PositionError(problem, given=text, where="leduc", remedy=remedy)


def hidden_names(game: Any) -> tuple[list[str], list[str]]:
    """Return the names of the items and of the places of `hidden`."""
    return list(CARD_SIGNS[1:-1]), ["seat 0", "seat 1", "deck", "table"]
