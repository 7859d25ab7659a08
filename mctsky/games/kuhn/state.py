"""Kuhn poker's state record, and the position as text.

Text: the cards of seat 0 and seat 1, then the betting. A card is `J`, `Q` or `K`, `-` before it is dealt, `?` where a viewer
does not know it. The betting is a row of `p` (pass) and `b` (bet), `.` while nobody has acted: `K Q pb` is a king against a
queen, passed by seat 0 and bet by seat 1; `- - .` is the start, and seat 1 sees the former as `? Q pb`.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, record_dtype
from mctsky.errors import PositionError

STATE_DTYPE = record_dtype(
    ("card", np.int8, 2),  # per seat: 0 not dealt, 1 to 3 for J, Q, K, UNKNOWN in another seat's view
    ("chips", np.int8, 2),  # per seat: what it has put into the pot
    ("actor", np.int8),  # the seat to act, CHANCE or NOBODY
    ("line", np.int8),  # the bets so far in binary after a leading 1: 1 none, 2 `p`, 3 `b`, 5 `pb`
)

UNKNOWN = 4
NO_BETS = 1  # `line` before the first decision
CARD_SIGNS = "-JQK?"
OPEN_LINES = {".": 0, "p": 1, "b": 1, "pb": 0}  # the betting, and the seat to act
SHOWDOWNS = ("pp", "bb", "pbb")
FOLDS = ("bp", "pbp")


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    cards = " ".join(CARD_SIGNS[int(card)] for card in state.card)
    return f"{cards} {betting(state)}"


def betting(state: Any) -> str:
    """Return the bets so far, `p` and `b`, or `.` for none."""
    return "".join("pb"[int(digit)] for digit in f"{int(state.line):b}"[1:]) or "."


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches and what `viewer` cannot know."""

    def fail(problem: str) -> PositionError:
        remedy = "write both cards and the betting such as 'K Q pb', or '- - .' for the start"
        return PositionError(problem, given=text, where="kuhn", remedy=remedy)

    parts = text.split(" ")
    if len(parts) != 3:
        raise fail("not two cards and the betting, separated by single blanks")
    signs, line = parts[:2], parts[2]
    if any(len(sign) != 1 or sign not in CARD_SIGNS for sign in signs):
        raise fail("a card is one of J, Q, K, - or ?")
    if line not in (*OPEN_LINES, *SHOWDOWNS, *FOLDS):
        raise fail("the betting is one of " + " ".join((*OPEN_LINES, *SHOWDOWNS, *FOLDS)))
    if signs[0] == "-" and signs[1] != "-":
        raise fail("seat 0 is dealt its card before seat 1")
    if "-" in signs and line != ".":
        raise fail("nobody bets before both cards are dealt")
    if signs[0] == signs[1] and signs[0] in "JQK":
        raise fail(f"there is only one {signs[0]}")
    for seat, sign in enumerate(signs):
        known = viewer in (None, seat) or line in SHOWDOWNS
        if known and sign == "?":
            raise fail(f"the card of seat {seat} is missing")
        if not known and sign in "JQK":
            raise fail(f"seat {viewer} cannot know the card of seat {seat}")
    return _fill(signs, line)


def _fill(signs: list[str], line: str) -> Any:
    """Return the state of a checked text."""
    state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    bets = line.strip(".")
    state.line = int("1" + bets.replace("p", "0").replace("b", "1"), 2)
    for seat in range(2):
        state.card[seat] = CARD_SIGNS.index(signs[seat])
        state.chips[seat] = 1 + bets[seat::2].count("b")
    state.actor = CHANCE if "-" in signs else OPEN_LINES.get(line, NOBODY)
    return state
