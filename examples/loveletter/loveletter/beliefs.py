"""What each seat sees and believes. The worlds have the odds of the default beliefs, and are drawn far faster.

Luck deals all cards that the viewer has not seen with equal odds, and so does `determinise`; then it takes the turns back. A
seat that played one card and kept another had held one of them and drawn the other: two ways, with 1/2 each for its choice. So
one of the two is drawn, and the odds are right. A seat that must play its countess has no choice, so such a turn weighs 2, all
others in which she is played weigh 1. What cannot have led to what the viewer has seen weighs 0, and the cards are dealt again.
"""

import numpy as np

from mctsky.core.bits import ONE, Bitboard, lowest
from mctsky.core.cards import draw_card
from mctsky.core.contract import NOTHING, Move, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.rng import Rng, below

from . import state as s
from .rules import receiver, take
from .spec import LoveLetter

held_on_stack = on_stack(np.int64, 2 * s.MAX_PLAYERS)
HOLDER = s.MAX_PLAYERS  # held[seat] is the card that a seat held, held[HOLDER + seat] the seat that holds this card now


@implement(LoveLetter)
def observe(game: LoveLetter, state: State, move: Move, viewer: Seat) -> Move:
    """R1, R2, R4, R5, R8: who draws or looks sees the card; others see who is out."""
    seat, turned_up = receiver(game, state), receiver(game, state) < 0 and int(state.n_deck) < s.N_CARDS
    if s.DRAW < move < s.SHOW + s.GUARD and seat != viewer and not turned_up:
        return NOTHING
    if move > s.PAIR + 8 and viewer not in (int(state.turn), int(state.target)):
        mine, theirs = (move - s.PAIR - 1) >> 3, ((move - s.PAIR - 1) & 7) + 1
        if int(state.card) == s.KING:
            return NOTHING
        return s.NO if mine == theirs else s.OUT + mine if mine < theirs else s.SHOW + theirs
    return move


@kernel
def put(deck: Bitboard, card: int) -> Bitboard:
    """Return a deck with one more card of a kind."""
    return deck | (ONE << np.uint64(lowest(s.CARDS_OF_KIND[card] & ~deck)))


@implement(LoveLetter)
def conceal(game: LoveLetter, state: State, viewer: Seat) -> None:
    """Put the cards that the viewer has not seen back into the deck, and forget what others have seen."""
    known, deck = (1 << viewer) | int(state.shown), np.uint64(state.deck)
    for i in range(int(state.n_seen)):
        seen = int(state.seen[i])
        known |= ((seen >> viewer) & 1) << (seen >> 8)
        state.seen[i] = seen if (seen >> viewer) & 1 else seen & 15
    for seat in range(game.n_seats):
        if (known >> seat) & 1 == 0 and int(state.hand[seat]) > 0:
            deck = put(deck, int(state.hand[seat]))
            state.hand[seat] = s.UNKNOWN
    if int(state.turn) != viewer and int(state.drawn) > 0:
        deck, state.drawn = put(deck, int(state.drawn)), s.UNKNOWN
    if int(state.aside) > 0:
        deck, state.aside = put(deck, int(state.aside)), s.UNKNOWN
    state.deck = deck


@kernel
def look_back(state: State, i: int, seat: Seat, viewer: Seat, held: np.ndarray) -> bool:
    """Say whether the viewer can have seen what `seat` held after look i, and go on from that; fill in looks of others."""
    seen = int(state.seen[i])
    if (seen >> viewer) & 1 == 0:
        state.seen[i] = (seen & 15) | (held[seat] << 4) | (held[HOLDER + seat] << 8)
        return True
    fits = seat == viewer or (held[seat] == (seen >> 4) & 15 and held[HOLDER + seat] == seen >> 8)
    held[seat], held[HOLDER + seat] = (seen >> 4) & 15, seen >> 8
    return fits


@kernel
def undo_effect(state: State, event: int, n_seen: int, viewer: Seat, held: np.ndarray) -> bool:
    """Take back what a card did; say whether that can have happened."""
    card, turn, target, shown, done = event & 15, (event >> 4) & 3, (event >> 6) & 3, (event >> 8) & 15, event >> 12
    loser = turn if done == s.TURN_OUT else target
    if done != s.DONE or card == s.PRINCE:
        held[loser], held[HOLDER + loser] = shown, s.GONE
    elif card == s.GUARD and target != viewer and held[target] == shown:  # R3
        return False
    if card in (s.PRIEST, s.BARON) and not look_back(state, n_seen - s.N_SEEN[card], target, viewer, held):
        return False
    if card == s.BARON:  # R5
        fits = look_back(state, n_seen - 1, turn, viewer, held)
        return fits and (held[turn] == held[target] if done == s.DONE else held[turn + target - loser] > shown)
    if card == s.KING:  # R8: after that each held the card of the other
        if not (look_back(state, n_seen - 1, target, viewer, held) and look_back(state, n_seen - 2, turn, viewer, held)):
            return False
        for i in (0, HOLDER):
            held[i + turn], held[i + target] = held[i + target], held[i + turn]
    return True


@kernel
def undo_choice(state: State, card: int, seat: Seat, n_seen: int, viewer: Seat, held: np.ndarray, rng: Rng) -> bool:
    """Take back that a seat played a card and kept what it holds; say whether it can have, and draw by the weight of that."""
    kept, now = int(held[seat]), int(held[HOLDER + seat])
    if kept == s.COUNTESS and card in (s.PRINCE, s.KING):  # R9
        return False
    if card == s.COUNTESS and kept not in (s.PRINCE, s.KING) and below(rng, 2) == 0:
        return False
    for i in range(n_seen):
        if (int(state.seen[i]) >> viewer) & 1 and int(state.seen[i]) >> 8 == now and now != s.GONE:
            return True  # the viewer had seen that it held this card
    if card == kept or below(rng, 2) == 0:
        held[seat], held[HOLDER + seat] = card, s.GONE
    return True


@kernel
def goes_back(state: State, viewer: Seat, held: np.ndarray, rng: Rng) -> bool:
    """Take all turns back; say whether they can have been."""
    n_seen = int(state.n_seen)
    for i in range(int(state.n_turns) - 1, -1, -1):
        event = int(state.turns[i])
        card, seat, done = event & 15, (event >> 4) & 3, event >> 12
        if done != 0 and not undo_effect(state, event, n_seen, viewer, held):
            return False
        n_seen -= s.N_SEEN[card] if done != 0 else 0
        if seat != viewer and not undo_choice(state, card, seat, n_seen, viewer, held, rng):
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
                deck = take(deck, int(state.hand[seat]))
            held[seat], held[HOLDER + seat] = int(state.hand[seat]), seat
        fits = goes_back(state, viewer, held, rng)
    if int(state.drawn) == s.UNKNOWN:
        state.drawn = s.KIND_OF_CARD[draw_card(deck, rng)]
        deck = take(deck, int(state.drawn))
    if int(state.aside) == s.UNKNOWN:
        state.aside = s.KIND_OF_CARD[draw_card(deck, rng)]
        deck = take(deck, int(state.aside))
    state.deck = deck
