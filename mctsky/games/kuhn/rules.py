"""Kuhn poker.

R1  Each of the two or three seats puts 1 chip into the pot.
R2  The deck is a jack, a queen and a king, with three seats also an ace, the highest. Seat 0 is dealt one card, then each
    further seat one of those that are left. Nobody sees another seat's card.
R3  Seat 0 acts first, then the seats take turns. One may always pass or bet 1 chip.
R4  If all pass, the game ends. After the first bet every other seat acts once more: betting is a call, passing a fold, and then
    the game ends.
R5  If all others have folded, the seat that bet wins the pot.
R6  Otherwise those who bet and called, or all if nobody has bet, show their cards, and the highest one wins the pot.
R7  A result is what a seat wins, from -2 to 2 chips, with three seats from -2 to 4, brought to [0, 1].
"""

import numpy as np

from mctsky.core.bits import nth, popcount
from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below
from mctsky.games.kuhn.spec import Kuhn
from mctsky.games.kuhn.state import BET, FIRST_DEAL, NO_BETS, PASS, UNKNOWN, card_of, chips_of, pay, put_card

MAX_LOSS = 2  # chips of one seat


def ending_lines(n_seats: int) -> int:
    """R4: return the set of values of `line` that end the game, as bits."""
    answered = range(1 << (n_seats - 1), 1 << n_seats)  # the first bet and the answers of all others, as a number
    ends = {1 << n_seats}  # nobody has bet
    ends |= {1 << length | number for length in range(n_seats, 2 * n_seats) for number in answered}
    return sum(1 << line for line in ends)


ENDS_OF_TWO, ENDS_OF_THREE = ending_lines(2), ending_lines(3)


@kernel
def draw_card(game: Kuhn, state: State, rng: Rng) -> int:
    """Draw a card that is not known to be dealt, all equally likely."""
    free = (2 << (game.n_seats + 1)) - 2
    for seat in range(game.n_seats):
        card = card_of(state, seat)
        if 0 < card < UNKNOWN:
            free -= 1 << card
    left = np.uint64(free)
    return nth(left, below(rng, popcount(left)))


@implement(Kuhn)
def setup(game: Kuhn, state: State) -> None:
    """R1: pay all antes; no card is dealt yet."""
    for seat in range(game.n_seats):
        pay(state, seat, 1)
    state.actor = CHANCE
    state.line = NO_BETS


@implement(Kuhn)
def to_act(game: Kuhn, state: State) -> Seat:
    """Return the seat to act; kept up to date by `play`."""
    return int(state.actor)


@implement(Kuhn)
def legal_moves(game: Kuhn, state: State, out: MoveBuffer) -> int:
    """R3: pass or bet."""
    out[0] = PASS
    out[1] = BET
    return 2


@implement(Kuhn)
def chance_moves(game: Kuhn, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R2: every card that is not dealt, all equally likely."""
    n = 0
    for card in range(1, game.n_seats + 2):
        dealt = False
        for seat in range(game.n_seats):
            dealt = dealt or card_of(state, seat) == card
        if not dealt:
            out[n] = FIRST_DEAL - 1 + card
            n += 1
    for index in range(n):
        odds[index] = 1.0 / n
    return n


@implement(Kuhn)
def sample_chance(game: Kuhn, state: State, rng: Rng) -> Move:
    """R2: draw one of those cards."""
    return FIRST_DEAL - 1 + draw_card(game, state, rng)


@kernel
def next_receiver(state: State) -> Seat:
    """R2: return the seat that is dealt the next card."""
    return 0 if state.card[0] == 0 else 1 if state.card[1] == 0 else 2


@implement(Kuhn)
def play(game: Kuhn, state: State, move: Move) -> None:
    """Deal a card, pass or bet."""
    if move >= FIRST_DEAL:  # R2
        seat = next_receiver(state)
        put_card(state, seat, move - FIRST_DEAL + 1)
        state.actor = 0 if seat == game.n_seats - 1 else CHANCE  # R3
        return
    seat = int(state.actor)
    pay(state, seat, move)  # R3: a bet costs 1, and its code is 1
    line = 2 * int(state.line) + move
    state.line = line
    ends = ENDS_OF_TWO if game.n_seats == 2 else ENDS_OF_THREE
    if (ends >> line) & 1:  # R4
        state.actor = NOBODY
    else:
        state.actor = seat + 1 if seat < game.n_seats - 1 else 0


@kernel
def is_in(game: Kuhn, state: State, seat: Seat) -> bool:
    """R5, R6: say whether a seat of a finished game can win the pot: nobody has put in more."""
    most = 0
    for other in range(game.n_seats):
        most = max(most, chips_of(state, other))
    return chips_of(state, seat) == most


@implement(Kuhn)
def returns(game: Kuhn, state: State, out: ValueBuffer) -> None:
    """R5, R6, R7: give the chips of all to the winner."""
    winner, pot = -1, 0
    for seat in range(game.n_seats):
        pot += chips_of(state, seat)
        if is_in(game, state, seat) and (winner < 0 or card_of(state, seat) > card_of(state, winner)):
            winner = seat
    for seat in range(game.n_seats):
        won = (pot if seat == winner else 0) - chips_of(state, seat)
        out[seat] = (won + MAX_LOSS) / (1.0 * MAX_LOSS * game.n_seats)  # R7
