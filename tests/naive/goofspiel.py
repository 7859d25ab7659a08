"""Goofspiel, slow and obvious: what somebody at the table would write down, and work out again whenever asked.

A state is the list of everything that happened, as texts: `prize=4`, `7` (the next seat lays a 7 face down), `seat0=7` (seat 0
turns its bid up), `winner=2` or `winner=none`. Options are those of the game: players, cards, order, show, returns.
"""

from fractions import Fraction
from typing import Any

Options = dict[str, Any]
State = list[str]


def start() -> State:
    return []


def is_bid(text: str) -> bool:
    return text.isdigit()


def bids(options: Options, state: State, seat: int) -> list[int]:
    """Return all cards that a seat has laid down, in order."""
    laid = [int(text) for text in state if is_bid(text)]
    return laid[seat :: options["players"]]


def hand(options: Options, state: State, seat: int) -> list[int]:
    """Return the cards that a seat still has."""
    return [card for card in range(1, options["cards"] + 1) if card not in bids(options, state, seat)]


def rounds_done(options: Options, state: State) -> int:
    """Count the rounds whose bids have all been shown, or whose winner was announced."""
    if options["show"] == "winner":
        return sum(text.startswith("winner") for text in state)
    return sum(text.startswith("seat") for text in state) // options["players"]


def prizes(options: Options, state: State) -> list[int]:
    """Return the prizes turned up so far."""
    if options["order"] == "random":
        return [int(text.removeprefix("prize=")) for text in state if text.startswith("prize=")]
    fixed = sorted(range(1, options["cards"] + 1), reverse=options["order"] == "descending")
    return fixed[: rounds_done(options, state) + 1]


def winner(options: Options, state: State, index: int) -> int | None:
    """Return who won a round: the seat that bid more than all others, if there is one."""
    cards = [bids(options, state, seat)[index] for seat in range(options["players"])]
    for seat, card in enumerate(cards):
        if all(card > other for rival, other in enumerate(cards) if rival != seat):
            return seat
    return None


def points(options: Options, state: State) -> list[int]:
    total = [0] * options["players"]
    for index in range(rounds_done(options, state)):
        seat = winner(options, state, index)
        if seat is not None:
            total[seat] += prizes(options, state)[index]
    return total


def turn(options: Options, state: State) -> int | str:
    """Return a seat, `chance` or `over`."""
    done = rounds_done(options, state)
    if done == options["cards"]:
        return "over"
    if len(prizes(options, state)) == done:
        return "chance"
    for seat in range(options["players"]):
        if len(bids(options, state, seat)) == done:
            return seat
    return "chance"


def moves(options: Options, state: State) -> dict[str, Fraction]:
    """Return all that can happen next; the numbers are the odds of chance, and 1 over the options of a seat."""
    who = turn(options, state)
    done = rounds_done(options, state)
    if who == "over":
        return {}
    if isinstance(who, int):
        listed = [str(card) for card in hand(options, state, who)]
    elif len(prizes(options, state)) == done:
        listed = [f"prize={prize}" for prize in range(1, options["cards"] + 1) if prize not in prizes(options, state)]
    elif options["show"] == "bids":
        seat = sum(text.startswith("seat") for text in state) % options["players"]
        listed = [f"seat{seat}={bids(options, state, seat)[done]}"]
    else:
        seat_or_none = winner(options, state, done)
        listed = [f"winner={'none' if seat_or_none is None else seat_or_none}"]
    return dict.fromkeys(listed, Fraction(1, len(listed)))


def play(state: State, text: str) -> State:
    """Return the state after a move; the old one stays as it is."""
    return [*state, text]


def results(options: Options, state: State) -> list[Fraction]:
    """Return what each seat gets, from 0 to 1."""
    total = points(options, state)
    n = options["players"]
    utilities = []
    for seat, mine in enumerate(total):
        others = [value for rival, value in enumerate(total) if rival != seat]
        best = [value for value in total if value == max(total)]
        if options["returns"] == "points":
            everything = sum(range(1, options["cards"] + 1))
            utilities.append((mine - Fraction(sum(others), n - 1)) / everything)
        elif len(best) == n:
            utilities.append(Fraction(0))
        elif mine == max(total):
            utilities.append(Fraction(1, len(best)))
        else:
            utilities.append(Fraction(-1, n - len(best)))
    return [(utility + 1) / 2 for utility in utilities]


def sees(options: Options, state: State, viewer: int) -> tuple[str, ...]:
    """Return everything that a seat has seen: the prizes, its own bids, and what was turned up or announced."""
    notes = []
    n_bids = 0
    for text in state:
        if is_bid(text):
            if n_bids % options["players"] == viewer:
                notes.append(f"I bid {text}")
            n_bids += 1
        else:
            notes.append(text)
    return tuple(notes)
