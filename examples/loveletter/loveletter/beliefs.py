"""What a seat believes: worlds drawn far faster than by the default, with the same odds.

Luck deals every card that the viewer has not seen with equal odds, so the hidden hands are dealt from those. Then the turns are
taken back, the last one first. Before a turn in which a seat played a card and kept another, it held one of these two and drew
the other; both are equally likely, so one is drawn. A deal is drawn again where it cannot have led to what the viewer has seen
(a wrong guess, a comparison, a card seen, a countess that had to be played), and once in two times where the seat had two cards
to choose from although a countess that must be played left it no choice. That leaves the odds of luck, times 1/2 for each free
choice: a seat with two different cards has two options, and two ways to come to them.
"""

import numpy as np

from mctsky.core.cards import draw_card
from mctsky.core.contract import Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.rng import Rng, below

from . import state as s
from .rules import take
from .spec import LoveLetter

held_on_stack, holder_on_stack = on_stack(np.int64, s.MAX_PLAYERS), on_stack(np.int64, s.MAX_PLAYERS)


@kernel
def sees(state: State, i: int, viewer: Seat) -> bool:
    """Say whether the viewer knows a card that was seen."""
    return (int(state.seen[i]) >> viewer) & 1 == 1


@kernel
def look_back(state: State, i: int, seat: Seat, viewer: Seat, held: np.ndarray, holder: np.ndarray) -> bool:
    """Take back that a card was seen which `seat` held after that; say whether the viewer can have seen this card.

    What others have seen is what is held in this world. `holder` is who holds the same card now.
    """
    if not sees(state, i, viewer):
        state.seen[i] = (int(state.seen[i]) & 15) | (held[seat] << 4) | (holder[seat] << 8)
        return True
    card, now = (int(state.seen[i]) >> 4) & 15, int(state.seen[i]) >> 8
    fits = seat == viewer or (held[seat] == card and holder[seat] == now)
    held[seat], holder[seat] = card, now
    return fits


@kernel
def undo_effect(state: State, event: int, n_seen: int, viewer: Seat, held: np.ndarray, holder: np.ndarray) -> bool:
    """Take back what a card did; say whether that can have happened."""
    card, turn, target, shown, done = event & 15, (event >> 4) & 3, (event >> 6) & 3, (event >> 8) & 15, event >> 12
    if done == s.TURN_OUT:
        held[turn], holder[turn] = shown, s.GONE
    elif done == s.TARGET_OUT or card == s.PRINCE:
        held[target], holder[target] = shown, s.GONE
    elif card == s.GUARD and target != viewer and held[target] == shown:  # R3
        return False
    if card == s.PRIEST:
        return look_back(state, n_seen - 1, target, viewer, held, holder)
    if card == s.BARON:  # R5
        winner = target if done == s.TURN_OUT else turn
        if not look_back(state, n_seen - 1, target, viewer, held, holder):
            return False
        if not look_back(state, n_seen - 2, turn, viewer, held, holder):
            return False
        return held[turn] == held[target] if done == s.DONE else bool(held[winner] > shown)
    if card == s.KING:  # R8: they held each other's card after that
        if not look_back(state, n_seen - 1, turn, viewer, held, holder):
            return False
        if not look_back(state, n_seen - 2, target, viewer, held, holder):
            return False
        held[turn], held[target] = held[target], held[turn]
        holder[turn], holder[target] = holder[target], holder[turn]
    return True


@kernel
def undo_choice(
    state: State, card: int, seat: Seat, n_seen: int, viewer: Seat, held: np.ndarray, holder: np.ndarray, rng: Rng
) -> bool:
    """Take back that another seat played a card and kept the one that it holds; say whether it can, and with these odds."""
    kept = int(held[seat])
    if kept == card:  # two equal cards
        holder[seat] = s.GONE
        return True
    if (card in (s.PRINCE, s.KING) and kept == s.COUNTESS) or (
        card == s.COUNTESS and kept not in (s.PRINCE, s.KING) and below(rng, 2)
    ):
        return False  # R9
    for i in range(n_seen):
        if sees(state, i, viewer) and int(state.seen[i]) >> 8 == holder[seat] < s.GONE:
            return True  # the viewer has seen before that it held this card
    if below(rng, 2):
        held[seat], holder[seat] = card, s.GONE
    return True


@kernel
def goes_back(state: State, viewer: Seat, held: np.ndarray, holder: np.ndarray, rng: Rng) -> bool:
    """Take all turns back; say whether these hands are drawn."""
    n_seen = int(state.n_seen)
    for i in range(int(state.n_turns) - 1, -1, -1):
        event = int(state.turns[i])
        card, seat = event & 15, (event >> 4) & 3
        if event >> 12 != 0:
            if not undo_effect(state, event, n_seen, viewer, held, holder):
                return False
            n_seen -= 1 if card == s.PRIEST else 2 if card in (s.BARON, s.KING) else 0
        if seat != viewer and not undo_choice(state, card, seat, n_seen, viewer, held, holder, rng):
            return False
    return True


@implement(LoveLetter)
def determinise(game: LoveLetter, state: State, viewer: Seat, rng: Rng) -> None:
    """Deal the unknown hands until they can have led to what the viewer has seen; then the other unknown cards."""
    held, holder, unknown = held_on_stack(), holder_on_stack(), 0
    for seat in range(game.n_seats):
        unknown |= int(int(state.hand[seat]) == s.UNKNOWN) << seat
    while True:
        deck = np.uint64(state.deck)
        for seat in range(game.n_seats):
            if (unknown >> seat) & 1:
                state.hand[seat] = s.KIND_OF_CARD[draw_card(deck, rng)]
                deck = take(deck, int(state.hand[seat]))
            held[seat], holder[seat] = int(state.hand[seat]), seat if int(state.hand[seat]) > 0 else s.GONE
        if goes_back(state, viewer, held, holder, rng):
            break
    if int(state.drawn) == s.UNKNOWN:
        state.drawn = s.KIND_OF_CARD[draw_card(deck, rng)]
        deck = take(deck, int(state.drawn))
    if int(state.aside) == s.UNKNOWN:
        state.aside = s.KIND_OF_CARD[draw_card(deck, rng)]
        deck = take(deck, int(state.aside))
    state.deck = deck
