"""Kuhn poker for three, slow and obvious, in words; the same functions as kuhn.py, written on their own.

All ways in which the betting can end are listed, with who is still in; everybody who said `bet` has two chips in the pot.
"""

from fractions import Fraction
from typing import Any

State = dict[str, Any]

DECK = ["J", "Q", "K", "A"]
ENDINGS: dict[str, list[int]] = {  # p or b per action, and the seats that are still in
    "ppp": [0, 1, 2],
    "bpp": [0],
    "bpb": [0, 2],
    "bbp": [0, 1],
    "bbb": [0, 1, 2],
    "pbpp": [1],
    "pbpb": [0, 1],
    "pbbp": [1, 2],
    "pbbb": [0, 1, 2],
    "ppbpp": [2],
    "ppbpb": [1, 2],
    "ppbbp": [0, 2],
    "ppbbb": [0, 1, 2],
}


def start() -> State:
    return {"hands": [], "said": []}


def so_far(state: State) -> str:
    """Return the first letters of what was said."""
    return "".join(word[0] for word in state["said"])


def turn(state: State) -> int | str:
    """Return 0, 1, 2, `chance` or `over`."""
    if len(state["hands"]) < 3:
        return "chance"
    if so_far(state) in ENDINGS:
        return "over"
    return [0, 1, 2, 0, 1, 2][len(state["said"])]


def moves(state: State) -> dict[str, Fraction]:
    """Return all that can happen next; the numbers are the odds of chance, and 1 over the options of a seat."""
    if turn(state) == "over":
        return {}
    options = ["pass", "bet"]
    if turn(state) == "chance":
        options = [f"deal {card}" for card in DECK if card not in state["hands"]]
    return dict.fromkeys(options, Fraction(1, len(options)))


def play(state: State, move: str) -> State:
    """Return the state after a move; the old one stays as it is."""
    if move.startswith("deal "):
        return {**state, "hands": [*state["hands"], move.removeprefix("deal ")]}
    return {**state, "said": [*state["said"], move]}


def winnings(state: State) -> list[int]:
    """Return what each seat has won in chips."""
    paid = [1, 1, 1]
    for place, word in enumerate(state["said"]):
        if word == "bet":
            paid[place % 3] = 2
    best = max(ENDINGS[so_far(state)], key=lambda seat: DECK.index(state["hands"][seat]))
    return [(sum(paid) if seat == best else 0) - paid[seat] for seat in range(3)]


def sees(state: State, viewer: int) -> tuple[str, ...]:
    """Return everything that a seat has seen: its own card, that cards were dealt, every word, and cards laid open."""
    notes = []
    for seat, card in enumerate(state["hands"]):
        notes.append(f"seat {seat} has " + (card if seat == viewer else "a card"))
    notes += state["said"]
    still_in = ENDINGS[so_far(state)] if turn(state) == "over" else []
    if len(still_in) > 1:
        notes += [f"seat {seat} lays open {state['hands'][seat]}" for seat in still_in]
    return tuple(notes)
