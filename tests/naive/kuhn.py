"""Kuhn poker, slow and obvious, in words: what a player would write down at the table.

A state is a dictionary: `hands` (cards dealt so far, seat 0's first) and `said` (what the seats said so far). Moves are the
words `pass`, `bet` and `deal J`. All five ways in which the betting can end are listed, with who wins how much.
"""

from fractions import Fraction
from typing import Any

State = dict[str, Any]

DECK = ["J", "Q", "K"]
ENDINGS: dict[tuple[str, ...], tuple[str, int]] = {  # who takes the pot, and how many chips the loser has in it
    ("pass", "pass"): ("higher card", 1),
    ("bet", "pass"): ("seat 0", 1),
    ("bet", "bet"): ("higher card", 2),
    ("pass", "bet", "pass"): ("seat 1", 1),
    ("pass", "bet", "bet"): ("higher card", 2),
}


def start() -> State:
    return {"hands": [], "said": []}


def turn(state: State) -> int | str:
    """Return 0, 1, `chance` or `over`."""
    if len(state["hands"]) < 2:
        return "chance"
    if tuple(state["said"]) in ENDINGS:
        return "over"
    return len(state["said"]) % 2


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
    who, chips = ENDINGS[tuple(state["said"])]
    if who == "higher card":
        first, second = (DECK.index(card) for card in state["hands"])
        who = "seat 0" if first > second else "seat 1"
    return [chips, -chips] if who == "seat 0" else [-chips, chips]


def sees(state: State, viewer: int) -> tuple[str, ...]:
    """Return everything that a seat has seen: its own card, that cards were dealt, every word, and cards laid open."""
    notes = []
    for seat, card in enumerate(state["hands"]):
        notes.append(f"seat {seat} has " + (card if seat == viewer else "a card"))
    notes += state["said"]
    if turn(state) == "over" and ENDINGS[tuple(state["said"])][0] == "higher card":
        notes += [f"seat {seat} lays open {card}" for seat, card in enumerate(state["hands"])]
    return tuple(notes)
