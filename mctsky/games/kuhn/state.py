"""Kuhn poker's state record and move codes; cards and chips of a seat are read and written here."""

import numpy as np

from mctsky.core.contract import Seat, State, record_dtype
from mctsky.core.jit import kernel

STATE_DTYPE = record_dtype(
    ("card", np.int8, 2),  # of seats 0 and 1: 0 not dealt, 1 to 4 for J, Q, K, A, UNKNOWN in another seat's view
    ("chips", np.int8, 2),  # of seats 0 and 1: what they have put into the pot
    ("actor", np.int8),  # the seat to act, CHANCE or NOBODY
    ("line", np.int8),  # the bets so far in binary after a leading 1: 1 none, 2 `p`, 3 `b`, 5 `pb`, 39 `ppbbb`
    ("third_card", np.int8),  # of seat 2; at the end, so that a game of two seats has the record that it always had
    ("third_chips", np.int8),
)

UNKNOWN = 5
NO_BETS = 1  # `line` before the first decision
PASS, BET, FIRST_DEAL = 0, 1, 2  # move codes; FIRST_DEAL plus 0 to 3 deals J, Q, K or A


@kernel
def card_of(state: State, seat: Seat) -> int:
    """Return the card of a seat."""
    return int(state.card[seat]) if seat < 2 else int(state.third_card)


@kernel
def chips_of(state: State, seat: Seat) -> int:
    """Return what a seat has put into the pot."""
    return int(state.chips[seat]) if seat < 2 else int(state.third_chips)


@kernel
def put_card(state: State, seat: Seat, card: int) -> None:
    """Give a seat a card."""
    if seat < 2:
        state.card[seat] = card
    else:
        state.third_card = card


@kernel
def pay(state: State, seat: Seat, chips: int) -> None:
    """Put a seat's chips into the pot."""
    if seat < 2:
        state.chips[seat] += chips
    else:
        state.third_chips += chips
