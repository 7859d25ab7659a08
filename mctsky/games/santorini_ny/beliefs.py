"""What each seat of Santorini: New York knows.

Hidden are the other seats' hands, and their chosen cards until these are turned up. `conceal` takes pending choices back, so
that those seats choose again. What a seat has shown, in this deal and in the earlier ones, is public; which card it kept at a
redeal is known to that seat alone. `determinise` deals the hidden hands as hidden_hands.py says.
"""

import numpy as np

from mctsky.core.bits import ZERO, bit
from mctsky.core.contract import NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.rng import Rng
from mctsky.games.santorini_ny.hidden_hands import deal_hidden_hands
from mctsky.games.santorini_ny.moves import DEALT, SHOWN
from mctsky.games.santorini_ny.rules.rounds import begin_choice, next_receiver
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import KEPT_SHIFT, MAX_PLAYERS, N_CARDS

DISCARD = MAX_PLAYERS  # place of a card in `hidden` that is in no living seat's hand
SPENT_BITS = np.uint64((1 << KEPT_SHIFT) - 1)


@implement(SantoriniNY)
def observe(game: SantoriniNY, state: State, move: Move, viewer: Seat) -> Move:
    """R13, R15: a choice and a dealt card are seen by their seat only, everything else by all."""
    if move < DEALT:
        return move if int(state.actor) == viewer else NOTHING
    if move < SHOWN:
        return move if next_receiver(game, state) == viewer else NOTHING
    return move


@implement(SantoriniNY)
def conceal(game: SantoriniNY, state: State, viewer: Seat) -> None:
    """R13, R15, R17: erase the others' hands and kept cards, and take back their pending choices."""
    chosen = int(state.chosen)
    for seat in range(game.n_seats):
        if seat == viewer:
            continue
        state.hands[seat] = np.uint32(0)
        for index in range(int(state.n_deals)):
            state.past[index, seat] = np.uint32(np.uint64(state.past[index, seat]) & SPENT_BITS)
        if chosen & ~int(state.shown) & (1 << seat):
            state.table[seat] = 0
            state.hand_sizes[seat] = int(state.hand_sizes[seat]) + 1
            chosen &= ~(1 << seat)
    if chosen != int(state.chosen):
        state.chosen = chosen
        begin_choice(game, state)


@implement(SantoriniNY)
def determinise(game: SantoriniNY, state: State, viewer: Seat, rng: Rng) -> None:
    """R15-R17: deal the hands of the others by the true odds."""
    deal_hidden_hands(game, state, viewer, rng)


@implement(SantoriniNY)
def hidden(game: SantoriniNY, state: State, out: MoveBuffer) -> int:
    """List for each card the living seat that holds it, a choice not yet turned up included, or DISCARD."""
    for card in range(N_CARDS):
        out[card] = DISCARD
        for seat in range(game.n_seats):
            if int(state.alive) >> seat & 1:
                pending = int(state.table[seat]) == card + 1 and int(state.shown) >> seat & 1 == 0
                if pending or np.uint64(state.hands[seat]) & bit(card) != ZERO:
                    out[card] = seat
    return N_CARDS
