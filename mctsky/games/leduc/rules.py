"""Leduc poker.

R1  Each of the two seats puts 1 chip into the pot.
R2  The deck is two jacks, two queens and two kings, one of each in spades and in hearts. Seat 0 is dealt one card, then seat 1;
    nobody sees another seat's card. Every card left in the deck is equally likely.
R3  There are two rounds of betting; seat 0 acts first in each, then the seats take turns.
R4  Call: put in as many chips as the other seat has (none at all is a check).
R5  Raise: put in 2 chips more than the other seat has in the first round, 4 in the second; at most two raises per round.
R6  Fold: only when the other seat has put in more; it ends the game and the other seat wins the pot.
R7  A call ends the round, except as its very first action.
R8  After the first round one card is laid open on the table, for both seats.
R9  After the second round both cards are shown: a card of the public card's rank wins the pot, otherwise the higher rank; equal
    ranks share it. Suits do not count.
R10 A result is what a seat wins, from -13 to 13 chips, brought to [0, 1].
"""

from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below
from mctsky.games.leduc.spec import Leduc
from mctsky.games.leduc.state import CALL, FIRST_DEAL, FOLD, N_CARDS, RAISE, RAISE_SIZES

FIRST_RAISE, SECOND_RAISE = RAISE_SIZES
MAX_RAISES = 2  # per round
MAX_CHIPS = 13  # that a seat can win or lose


@kernel
def draw_other(rng: Rng, first: int, second: int) -> int:
    """Draw one of the cards 1 to 6 except two given ones, all equally likely; 0 stands for no card."""
    low, high = min(first, second), max(first, second)
    drawn = 1 + below(rng, N_CARDS - (low > 0) - (high > 0))
    if low > 0 and drawn >= low:
        drawn += 1
    if high > 0 and drawn >= high:
        drawn += 1
    return drawn


@kernel
def strength(card: int, public: int) -> int:
    """R9: return the rank of a hand; a pair beats every single card."""
    rank = (card - 1) >> 1
    return rank + 3 if rank == (public - 1) >> 1 else rank


@implement(Leduc)
def setup(game: Leduc, state: State) -> None:
    """R1: pay both antes; no card is dealt yet."""
    state.chips[0] = 1
    state.chips[1] = 1
    state.actor = CHANCE


@implement(Leduc)
def to_act(game: Leduc, state: State) -> Seat:
    """Return the seat to act; kept up to date by `play`."""
    return int(state.actor)


@implement(Leduc)
def legal_moves(game: Leduc, state: State, out: MoveBuffer) -> int:
    """R4, R5, R6: list fold after a raise, call, and raise if there are raises left."""
    out[0] = FOLD
    n = 1 if state.chips[0] != state.chips[1] else 0  # R6
    out[n] = CALL  # R4
    n += 1
    if state.n_raises < MAX_RAISES:  # R5
        out[n] = RAISE
        n += 1
    return n


@implement(Leduc)
def chance_moves(game: Leduc, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R2, R8: every card left in the deck, all equally likely."""
    n = 0
    for card in range(1, N_CARDS + 1):
        if card != state.card[0] and card != state.card[1]:
            out[n] = FIRST_DEAL - 1 + card
            n += 1
    for index in range(n):
        odds[index] = 1.0 / n
    return n


@implement(Leduc)
def sample_chance(game: Leduc, state: State, rng: Rng) -> Move:
    """R2, R8: draw one of those cards."""
    return FIRST_DEAL - 1 + draw_other(rng, int(state.card[0]), int(state.card[1]))


@kernel
def deal(state: State, card: int) -> None:
    """R2, R8: give a card to seat 0, seat 1 or the table."""
    if state.card[0] == 0:
        state.card[0] = card
    elif state.card[1] == 0:
        state.card[1] = card
        state.actor = 0  # R3
    else:
        state.public = card
        state.n_raises = 0
        state.actor = 0  # R3


@implement(Leduc)
def play(game: Leduc, state: State, move: Move) -> None:
    """Deal a card, fold, call or raise."""
    if move >= FIRST_DEAL:
        deal(state, move - FIRST_DEAL + 1)
        return
    seat = int(state.actor)
    second_round = 1 if state.public != 0 else 0
    line = int(state.line[second_round])
    state.line[second_round] = 4 * line + move + 1
    owed = int(state.chips[1 - seat])
    if move == RAISE:  # R5
        state.chips[seat] = owed + (SECOND_RAISE if second_round else FIRST_RAISE)
        state.n_raises += 1
        state.actor = 1 - seat
    elif move == CALL:  # R4
        state.chips[seat] = owed
        state.actor = 1 - seat
        if line != 0:  # R7, R8, R9
            state.actor = NOBODY if second_round else CHANCE
    else:  # R6
        state.actor = NOBODY


@implement(Leduc)
def returns(game: Leduc, state: State, out: ValueBuffer) -> None:
    """R6, R9, R10: give the loser's chips to the winner."""
    mine, theirs = int(state.chips[0]), int(state.chips[1])
    if mine != theirs:
        lead = mine - theirs  # R6: only a fold leaves the chips uneven
    else:
        public = int(state.public)
        lead = strength(int(state.card[0]), public) - strength(int(state.card[1]), public)  # R9
    won = theirs if lead > 0 else -mine if lead < 0 else 0
    out[0] = (won + MAX_CHIPS) / (2.0 * MAX_CHIPS)  # R10
    out[1] = (MAX_CHIPS - won) / (2.0 * MAX_CHIPS)
