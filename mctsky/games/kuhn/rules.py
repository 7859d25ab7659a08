"""Kuhn poker.

R1  Each of the two seats puts 1 chip into the pot.
R2  The deck is a jack, a queen and a king; seat 0 is dealt one card, then seat 1 one of the two others. Nobody sees another
    seat's card.
R3  Seat 0 acts first, then the seats take turns. One may always pass or bet 1 chip.
R4  Betting after a bet is a call, passing after a bet a fold: either ends the game. Two passes end it too.
R5  After a fold the other seat wins the pot.
R6  Otherwise both cards are shown and the higher one wins the pot.
R7  A result is what a seat wins, from -2 to 2 chips, brought to [0, 1].
"""

from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.rng import Rng, below
from mctsky.games.kuhn.spec import Kuhn
from mctsky.games.kuhn.state import BET, FIRST_DEAL, N_CARDS, NO_BETS, PASS

MAX_CHIPS = 2  # that a seat can win or lose


@implement(Kuhn)
def setup(game: Kuhn, state: State) -> None:
    """R1: pay both antes; no card is dealt yet."""
    state.chips[0] = 1
    state.chips[1] = 1
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
    taken = int(state.card[0])
    n = 0
    for card in range(1, N_CARDS + 1):
        if card != taken:
            out[n] = FIRST_DEAL - 1 + card
            n += 1
    for index in range(n):
        odds[index] = 1.0 / n
    return n


@implement(Kuhn)
def sample_chance(game: Kuhn, state: State, rng: Rng) -> Move:
    """R2: draw one of those cards."""
    taken = int(state.card[0])
    if taken == 0:
        return FIRST_DEAL + below(rng, N_CARDS)
    drawn = FIRST_DEAL + below(rng, N_CARDS - 1)
    return drawn + 1 if drawn >= FIRST_DEAL - 1 + taken else drawn


@implement(Kuhn)
def play(game: Kuhn, state: State, move: Move) -> None:
    """Deal a card, pass or bet."""
    if move >= FIRST_DEAL:  # R2
        seat = 0 if state.card[0] == 0 else 1
        state.card[seat] = move - FIRST_DEAL + 1
        state.actor = 0 if seat == 1 else CHANCE  # R3
        return
    seat = int(state.actor)
    line = int(state.line)
    faces_bet = state.chips[0] != state.chips[1]
    state.chips[seat] += move  # R3: a bet costs 1, and its code is 1
    state.line = 2 * line + move
    if faces_bet or (line != NO_BETS and move == PASS):  # R4
        state.actor = NOBODY
    else:
        state.actor = 1 - seat


@implement(Kuhn)
def returns(game: Kuhn, state: State, out: ValueBuffer) -> None:
    """R5, R6, R7: give the loser's chips to the winner."""
    mine, theirs = int(state.chips[0]), int(state.chips[1])
    if mine != theirs:
        seat0_wins = mine > theirs  # R5: only a fold leaves the chips uneven
    else:
        seat0_wins = state.card[0] > state.card[1]  # R6
    won = theirs if seat0_wins else -mine
    out[0] = (won + MAX_CHIPS) / (2.0 * MAX_CHIPS)  # R7
    out[1] = (MAX_CHIPS - won) / (2.0 * MAX_CHIPS)
