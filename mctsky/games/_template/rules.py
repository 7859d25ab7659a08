"""High card.

R1  Each seat has two chips and puts one into the pot. The deck holds the numbers 1 to `cards`, once each.
R2  Each seat, from seat 0 on, is dealt one card face down; every card left in the deck is equally likely.
R3  Then each seat in turn says one word for all to hear: `fold`, or `stay`, which puts its other chip into the pot.
R4  If all other seats have folded, the last seat takes the pot without speaking.
R5  Otherwise, when all have spoken, the seats that stayed show their cards in turn, and the highest takes the pot.
R6  A seat's result is its share of all chips.

Write your rules like this, numbered, before the code; cite the numbers in the code and name a test after each. Functions under
@implement and @kernel are compiled: they take numbers, records and arrays, allocate nothing and raise nothing. Read a small
field as int(...) before you calculate with it. `mctsky.core.contract` says what each verb promises.
"""

from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel

from .spec import HighCard
from .state import DEAL, DEAL_UNSEEN, FOLD, FOLDED, SHOW, STAY, STAYED


@kernel
def count_stayed(game: HighCard, state: State) -> int:
    """Count the seats that said `stay`."""
    n = 0
    for seat in range(game.n_seats):
        n += int(state.said[seat]) == STAYED
    return n


@kernel
def is_dealt(game: HighCard, state: State, card: int) -> bool:
    """Say whether a seat is seen to hold this card."""
    found = False
    for seat in range(game.n_seats):
        found |= int(state.card[seat]) == card
    return found


@implement(HighCard)
def to_act(game: HighCard, state: State) -> Seat:
    """Return chance while cards are dealt or shown, in between each seat in turn."""
    if state.n_dealt < game.n_seats:
        return CHANCE  # R2
    n_said = int(state.n_said)
    if n_said < game.n_seats:
        alone = n_said == game.n_seats - 1 and count_stayed(game, state) == 0
        return NOBODY if alone else n_said  # R3, R4
    return CHANCE if state.n_shown < game.n_seats else NOBODY  # R5


@implement(HighCard)
def legal_moves(game: HighCard, state: State, out: MoveBuffer) -> int:
    """R3: two words; moves are listed in ascending order."""
    out[0] = FOLD
    out[1] = STAY
    return 2


@implement(HighCard)
def chance_moves(game: HighCard, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R2: every card that is still in the deck, all equally likely. R5: what the next seat holds, for sure."""
    if state.n_dealt == game.n_seats:
        out[0] = SHOW + int(state.card[state.n_shown])
        odds[0] = 1.0
        return 1
    n = 0
    for card in range(1, game.cards + 1):
        if not is_dealt(game, state, card):
            out[n] = DEAL + card
            n += 1
    odds[:n] = 1.0 / n
    return n


@implement(HighCard)
def play(game: HighCard, state: State, move: Move) -> None:
    """R2, R3, R5: deal a card, hear a word or show a card; it is known to be legal here."""
    if move <= STAY:
        state.said[state.n_said] = STAYED if move == STAY else FOLDED
        state.n_said += 1
    elif move < DEAL_UNSEEN:
        state.card[state.n_dealt] = move - DEAL
        state.n_dealt += 1
    else:
        state.n_shown += 1
    if state.n_said == game.n_seats:  # R5: seats that folded show nothing
        while state.n_shown < game.n_seats and int(state.said[state.n_shown]) == FOLDED:
            state.n_shown += 1


@implement(HighCard)
def returns(game: HighCard, state: State, out: ValueBuffer) -> None:
    """R4-R6: give the pot to the winner; the results of all seats add up to 1."""
    winner = game.n_seats - 1  # R4
    best_card = 0
    for seat in range(game.n_seats):
        stayed, card = int(state.said[seat]) == STAYED, int(state.card[seat])
        out[seat] = 0.0 if stayed else 1.0
        if stayed and card > best_card:  # R5
            best_card, winner = card, seat
    out[winner] += game.n_seats + count_stayed(game, state)  # R1, R3
    for seat in range(game.n_seats):
        out[seat] /= 2.0 * game.n_seats  # R6
