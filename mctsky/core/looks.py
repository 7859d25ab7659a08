"""Who has seen which card in whose hand: a list of looks in a game's state, each kept up to date while the card moves.

A game declares `*look_fields(n)` in its state record, calls `look` where a seat sees a card, and `pass_card` or `swap_hands`
where cards move. `conceal` then begins with `forget_looks`. A look stays in the list when its card is gone, since a world must
tell the viewer the same past.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel

GONE = 7  # the holder of a card that nobody holds any more
_SEATS, _CARD, _HOLDER = 63, 6, 12  # of a look: a bit for each seat that knows it, card << 6, who holds it now << 12


def look_fields(n: int) -> tuple[tuple[Any, ...], ...]:
    """Return the fields of a state record for at most `n` looks at cards with numbers from 1 to 63."""
    return (("looks", np.uint16, n), ("n_looks", np.int8))


@kernel
def look(state: State, card: int, holder: Seat, looker: Seat) -> None:
    """Note that a seat sees a card in the hand of another."""
    state.looks[state.n_looks] = (1 << holder) | (1 << looker)
    state.n_looks = int(state.n_looks) + 1
    fill_look(state, int(state.n_looks) - 1, card, holder)


@kernel
def fill_look(state: State, index: int, card: int, holder: int) -> None:
    """Say which card was seen, and who holds it now."""
    state.looks[index] = (int(state.looks[index]) & _SEATS) | (card << _CARD) | (holder << _HOLDER)


@kernel
def knows_look(state: State, index: int, seat: Seat) -> bool:
    """Say whether a seat knows what was seen."""
    return (int(state.looks[index]) >> seat) & 1 != 0


@kernel
def seen_card(state: State, index: int) -> int:
    """Return the card that was seen; 0 is unknown."""
    return (int(state.looks[index]) >> _CARD) & 63


@kernel
def holder_of(state: State, index: int) -> int:
    """Return the seat that holds a card now that was seen, or GONE."""
    return int(state.looks[index]) >> _HOLDER


@kernel
def pass_card(state: State, card: int, holder: Seat, receiver: int) -> None:
    """Note that a card that may have been seen goes to another seat, or is GONE."""
    for i in range(int(state.n_looks)):
        if holder_of(state, i) == holder and seen_card(state, i) == card:
            fill_look(state, i, card, receiver)


@kernel
def swap_hands(state: State, seat: Seat, other: Seat) -> None:
    """Note that two seats swap all cards in their hands."""
    for i in range(int(state.n_looks)):
        now = holder_of(state, i)
        if now in (seat, other):
            fill_look(state, i, seen_card(state, i), other if now == seat else seat)


@kernel
def forget_looks(state: State, viewer: Seat) -> int:
    """Erase what a seat has not seen, for `conceal`; return a bit for each seat that holds a card which the viewer has seen."""
    holders = 0
    for i in range(int(state.n_looks)):
        if knows_look(state, i, viewer):
            holders |= 1 << holder_of(state, i)
        else:
            fill_look(state, i, 0, 0)
    return holders
