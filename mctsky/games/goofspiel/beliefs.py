"""What each seat of goofspiel knows.

A pending bid is known to its seat only. `conceal` takes it back, so the concealed state is the one before it, and the seat bids
again; the viewer's own pending bid stays. While bids are being shown, those already shown and the viewer's own stay, and the
seats whose bids were taken back choose again before the next bid is shown.

With show=bids all finished rounds are public and there is nothing to fill in. With show=winner the bids of the others in
finished rounds are erased, even one that could be deduced, and a concealed hand counts as full; `determinise` draws a world
as worlds.py says, and `stir` goes on from one. The public parts (prizes, winners, scores) are never touched.
"""

import numpy as np

from mctsky.core.bits import ZERO, bit
from mctsky.core.contract import NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng
from mctsky.games.goofspiel.first_world import find_world
from mctsky.games.goofspiel.moves import FIRST_PRIZE
from mctsky.games.goofspiel.rules import all_cards, at, entry, next_bidder
from mctsky.games.goofspiel.spec import SHOW_BIDS, Goofspiel
from mctsky.games.goofspiel.state import MAX_PLAYERS
from mctsky.games.goofspiel.worlds import redraw, wander, wander_on

SPENT = MAX_PLAYERS  # place of a card in `hidden` that is in no hand


@implement(Goofspiel)
def observe(game: Goofspiel, state: State, move: Move, viewer: Seat) -> Move:
    """R3, R4, R5: a bid is seen by its seat only; prizes and reveals by all."""
    return NOTHING if move < FIRST_PRIZE and int(state.actor) != viewer else move


@implement(Goofspiel)
def conceal(game: Goofspiel, state: State, viewer: Seat) -> None:
    """Take back the pending bids of the others; with show=winner also erase their past ones."""
    committed = int(state.committed)
    index = int(state.n_rounds)
    for seat in range(game.n_seats):
        if seat == viewer:
            continue
        if game.show != SHOW_BIDS:
            state.bids[seat] = ZERO
            state.hands[seat] = np.uint16(all_cards(game))
            committed &= ~(1 << seat)
        elif seat >= int(state.shown) and committed >> seat & 1:
            card = entry(state.bids[seat], index)
            state.bids[seat] ^= at(index, card)
            state.hands[seat] = np.uint16(np.uint64(state.hands[seat]) | bit(card - 1))
            committed &= ~(1 << seat)
    if committed != int(state.committed):  # so a round is under way
        state.committed = committed
        state.actor = next_bidder(game, state)


@kernel
def write_hands(game: Goofspiel, state: State, viewer: Seat) -> None:
    """R7: give the other seats, who have no pending bids in a world, the cards that they have not bid."""
    for seat in range(game.n_seats):
        if seat != viewer:
            hand = all_cards(game)
            for index in range(int(state.n_rounds)):
                hand &= ~bit(entry(state.bids[seat], index) - 1)
            state.hands[seat] = np.uint16(hand)


@implement(Goofspiel)
def determinise(game: Goofspiel, state: State, viewer: Seat, rng: Rng) -> None:
    """With show=winner draw the past bids of the others. Pending bids, the only other unknown, stay open."""
    if game.show == SHOW_BIDS or int(state.n_rounds) == 0:
        return
    if game.n_seats == 2:
        redraw(game, state, 1 - viewer, rng)
    else:
        find_world(game, state, viewer)
        wander(game, state, viewer, rng)
    write_hands(game, state, viewer)


@implement(Goofspiel)
def stir(game: Goofspiel, state: State, viewer: Seat, rng: Rng) -> None:
    """With show=winner exchange past bids between the other seats, then draw those of one again; otherwise do nothing."""
    if game.show == SHOW_BIDS or int(state.n_rounds) == 0:
        return
    if game.n_seats == 2:
        redraw(game, state, 1 - viewer, rng)
    else:
        wander_on(game, state, viewer, rng)
    write_hands(game, state, viewer)


@implement(Goofspiel)
def hidden(game: Goofspiel, state: State, out: MoveBuffer) -> int:
    """With show=winner list by seat and value whether each card is in its seat's hand or SPENT; otherwise list nothing."""
    if game.show == SHOW_BIDS:
        return 0
    n = 0
    for seat in range(game.n_seats):
        for card in range(game.n_cards):
            out[n] = seat if int(state.hands[seat]) >> card & 1 else SPENT
            n += 1
    return n
