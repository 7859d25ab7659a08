"""Worlds with the odds of the default beliefs, drawn far faster; without this file the game works all the same.

Luck deals all cards that the viewer has not seen with equal odds, and so does `determinise`; then it takes the turns back. A
seat that played one card and kept another had held one of them and drawn the other: two ways, with 1/2 each for its choice. So
one of the two is drawn, and the odds are right. A seat that must play its countess has no choice, so such a turn weighs 2, all
others in which she is played weigh 1. What cannot have led to what the viewer has seen weighs 0, and the cards are dealt again.
"""

import numpy as np

from mctsky.core.cards import draw_card, take_card
from mctsky.core.contract import Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.looks import GONE, fill_look, holder_of, knows_look, seen_card
from mctsky.core.rng import Rng, below

from . import state as s
from .spec import LoveLetter

held_on_stack = on_stack(np.int64, 2 * s.MAX_PLAYERS)
N_LOOKS = np.array([0, 0, 1, 2, 0, 0, 2, 0, 0], np.int64)  # cards that are seen by a priest, a baron, a king
HOLDER = s.MAX_PLAYERS  # held[seat] is the card that a seat held, held[HOLDER + seat] the seat that holds this card now


@kernel
def look_back(state: State, i: int, seat: Seat, viewer: Seat, held: np.ndarray) -> bool:
    """Say whether the viewer can have seen what `seat` held after look i, and go on from that; fill in looks of others."""
    if not knows_look(state, i, viewer):
        fill_look(state, i, held[seat], held[HOLDER + seat])
        return True
    fits = seat == viewer or (held[seat] == seen_card(state, i) and held[HOLDER + seat] == holder_of(state, i))
    held[seat], held[HOLDER + seat] = seen_card(state, i), holder_of(state, i)
    return fits


@kernel
def undo_effect(state: State, event: int, n_looks: int, viewer: Seat, held: np.ndarray) -> bool:
    """Take back what a card did; say whether that can have happened."""
    card, turn, target, shown, done = event & 15, (event >> 4) & 3, (event >> 6) & 3, (event >> 8) & 15, event >> 12
    loser = turn if done == s.TURN_OUT else target
    if done != s.DONE or card == s.PRINCE:
        held[loser], held[HOLDER + loser] = shown, GONE
    elif card == s.GUARD and target != viewer and held[target] == shown:  # R3
        return False
    if card in (s.PRIEST, s.BARON) and not look_back(state, n_looks - N_LOOKS[card], target, viewer, held):
        return False
    if card == s.BARON:  # R5
        fits = look_back(state, n_looks - 1, turn, viewer, held)
        return fits and (held[turn] == held[target] if done == s.DONE else held[turn + target - loser] > shown)
    if card == s.KING:  # R8: after that each held the card of the other
        if not (look_back(state, n_looks - 1, target, viewer, held) and look_back(state, n_looks - 2, turn, viewer, held)):
            return False
        for i in (0, HOLDER):
            held[i + turn], held[i + target] = held[i + target], held[i + turn]
    return True


@kernel
def undo_choice(state: State, card: int, seat: Seat, n_looks: int, viewer: Seat, held: np.ndarray, rng: Rng) -> bool:
    """Take back that a seat played a card and kept what it holds; say whether it can have, and draw by the weight of that."""
    kept, now = int(held[seat]), int(held[HOLDER + seat])
    if kept == s.COUNTESS and card in (s.PRINCE, s.KING):  # R9
        return False
    if card == s.COUNTESS and kept not in (s.PRINCE, s.KING) and below(rng, 2) == 0:
        return False
    for i in range(n_looks):
        if now != GONE and knows_look(state, i, viewer) and holder_of(state, i) == now:
            return True  # the viewer had seen that it held this card
    if card == kept or below(rng, 2) == 0:
        held[seat], held[HOLDER + seat] = card, GONE
    return True


@kernel
def goes_back(state: State, viewer: Seat, held: np.ndarray, rng: Rng) -> bool:
    """Take all turns back; say whether they can have been."""
    n_looks = int(state.n_looks)
    for i in range(int(state.n_turns) - 1, -1, -1):
        event = int(state.turns[i])
        card, seat, done = event & 15, (event >> 4) & 3, event >> 12
        if done != 0 and not undo_effect(state, event, n_looks, viewer, held):
            return False
        n_looks -= N_LOOKS[card] if done != 0 else 0
        if seat != viewer and not undo_choice(state, card, seat, n_looks, viewer, held, rng):
            return False
    return True


@implement(LoveLetter)
def determinise(game: LoveLetter, state: State, viewer: Seat, rng: Rng) -> None:
    """Deal the unknown hands until they can have led to what the viewer has seen; then the other unknown cards."""
    held, unknown, deck, fits = held_on_stack(), 0, np.uint64(state.deck), False
    for seat in range(game.n_seats):
        unknown |= int(int(state.hand[seat]) == s.UNKNOWN) << seat
    while not fits:
        deck = np.uint64(state.deck)
        for seat in range(game.n_seats):
            if (unknown >> seat) & 1:
                state.hand[seat] = s.KIND_OF_CARD[draw_card(deck, rng)]
                deck = take_card(deck, s.CARDS_OF_KIND[int(state.hand[seat])])
            held[seat], held[HOLDER + seat] = int(state.hand[seat]), seat
        fits = goes_back(state, viewer, held, rng)
    if int(state.drawn) == s.UNKNOWN:
        state.drawn = s.KIND_OF_CARD[draw_card(deck, rng)]
        deck = take_card(deck, s.CARDS_OF_KIND[int(state.drawn)])
    if int(state.aside) == s.UNKNOWN:
        state.aside = s.KIND_OF_CARD[draw_card(deck, rng)]
        deck = take_card(deck, s.CARDS_OF_KIND[int(state.aside)])
    state.deck = deck
