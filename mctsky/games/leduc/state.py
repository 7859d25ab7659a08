"""Leduc poker's state record, and the position as text.

Text: `Ks Qh | Jh | rrc/cr`, the cards of seat 0 and seat 1, the public card, the betting of both rounds. A card is a rank
`J`, `Q` or `K` and a suit `s` or `h`, `-` before it is dealt, `?` where a viewer does not know it. The betting is a row of `f`
(fold), `c` (call, also checking) and `r` (raise) per round, `.` while nobody has acted; the second round, after `/`, is there
as soon as the public card is. `- - | - | .` is the start; `Ks ? | - | rrc` is what seat 0 knows before the public card.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, record_dtype
from mctsky.errors import PositionError

STATE_DTYPE = record_dtype(
    ("card", np.int8, 2),  # per seat: 0 not dealt, else index into CARD_SIGNS; UNKNOWN in another seat's view
    ("public", np.int8),  # the card on the table, 0 before the second round
    ("actor", np.int8),  # the seat to act, CHANCE or NOBODY
    ("chips", np.int8, 2),  # per seat: what it has put into the pot
    ("n_raises", np.int8),  # in this round
    ("line", np.int16, 2),  # per round: its actions in base 4, 1 fold, 2 call, 3 raise, the last one lowest
)

UNKNOWN = 7
CARD_SIGNS = ("-", "Js", "Jh", "Qs", "Qh", "Ks", "Kh", "?")
RAISE_SIZES = (2, 4)  # in the first and in the second round
ACTION_SIGNS = " fcr"
OPEN_LINES = {".": 0, "c": 1, "r": 1, "cr": 0, "rr": 0, "crr": 1}  # one round's betting, and the seat to act
CLOSED_LINES = ("cc", "rc", "crc", "rrc", "crrc")
FOLDED_LINES = ("rf", "crf", "rrf", "crrf")


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    seats = " ".join(CARD_SIGNS[int(card)] for card in state.card)
    second = f"/{betting(state, 1)}" if state.public else ""
    return f"{seats} | {CARD_SIGNS[int(state.public)]} | {betting(state, 0)}{second}"


def betting(state: Any, round_index: int) -> str:
    """Return the actions of a round, or `.` for none."""
    line, signs = int(state.line[round_index]), ""
    while line:
        line, action = divmod(line, 4)
        signs = ACTION_SIGNS[action] + signs
    return signs or "."


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches and what `viewer` cannot know."""

    def fail(problem: str) -> PositionError:
        remedy = "write cards, public card and betting such as 'Ks Qh | Jh | rrc/cr', or '- - | - | .' for the start"
        return PositionError(problem, given=text, where="leduc", remedy=remedy)

    parts = text.split(" | ")
    if len(parts) != 3:
        raise fail("not three parts separated by ' | '")
    seats, public, lines = parts[0].split(" "), parts[1], parts[2].split("/")
    if len(seats) != 2:
        raise fail("not two cards in front, separated by one blank")
    if any(sign not in CARD_SIGNS for sign in (*seats, public)):
        raise fail(f"a card is one of {' '.join(CARD_SIGNS)}")
    problem = _check_betting(seats, public, lines) or _check_cards(seats, public, lines, viewer)
    if problem:
        raise fail(problem)
    return _fill(seats, public, lines)


def _check_betting(seats: list[str], public: str, lines: list[str]) -> str:
    """Return what is wrong with the betting, if anything."""
    every_line = (*OPEN_LINES, *CLOSED_LINES, *FOLDED_LINES)
    if len(lines) > 2 or any(line not in every_line for line in lines):
        return f"each round's betting is one of {' '.join(every_line)}"
    if "-" in seats and lines != ["."]:
        return "nobody bets before both seats have their cards"
    if public == "-" and len(lines) == 2:
        return "the second round needs a public card"
    if public != "-" and (len(lines) == 1 or lines[0] not in CLOSED_LINES):
        return "the public card lies on the table only after a finished first round, and then '/' begins the second"
    return ""


def _check_cards(seats: list[str], public: str, lines: list[str], viewer: int | None) -> str:
    """Return what is wrong with the cards, if anything."""
    if seats[0] == "-" and seats[1] != "-":
        return "seat 0 is dealt its card before seat 1"
    if public == "?":
        return "everybody knows the public card"
    dealt = [sign for sign in (*seats, public) if sign not in ("-", "?")]
    if len(set(dealt)) < len(dealt):
        return "a card is there twice"
    showdown = len(lines) == 2 and lines[1] in CLOSED_LINES
    for seat, sign in enumerate(seats):
        known = viewer in (None, seat) or showdown
        if known and sign == "?":
            return f"the card of seat {seat} is missing"
        if not known and sign not in ("-", "?"):
            return f"seat {viewer} cannot know the card of seat {seat}"
    return ""


def _fill(seats: list[str], public: str, lines: list[str]) -> Any:
    """Return the state of a checked text."""
    state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    state.public = CARD_SIGNS.index(public)
    chips = [1, 1]
    for index, line in enumerate(lines):
        code = 0
        for ply, sign in enumerate(line.strip(".")):
            code = 4 * code + ACTION_SIGNS.index(sign)
            if sign != "f":
                chips[ply % 2] = chips[1 - ply % 2] + (RAISE_SIZES[index] if sign == "r" else 0)
        state.line[index] = code
    state.n_raises = lines[-1].count("r")
    for seat in range(2):
        state.card[seat] = CARD_SIGNS.index(seats[seat])
        state.chips[seat] = chips[seat]
    if "-" in seats or (len(lines) == 1 and lines[0] in CLOSED_LINES):
        state.actor = CHANCE
    else:
        state.actor = OPEN_LINES.get(lines[-1], NOBODY)
    return state
