"""High card.

R1  Each seat has two chips and puts one into the pot. The deck holds the numbers 1 to `cards`, once each.
R2  Each seat, from seat 0 on, is dealt one card face down; every card left in the deck is equally likely.
R3  Then each seat in turn says one word for all to hear: `fold`, or `stay`, which puts its other chip into the pot.
R4  Before that it may say `peek` once: it looks at the card of the next seat around the table, and nobody else does.
R5  If all other seats have folded, the last seat takes the pot without speaking.
R6  Otherwise, when all have spoken, the seats that stayed show their cards in turn, and the highest takes the pot.
R7  A seat's result is its share of all chips.

Write your rules like this, numbered, before the code; cite the numbers in the code and name a test after each. Functions under
@implement and @kernel are compiled: they take numbers, records and arrays, allocate nothing and raise nothing. Read a small
field as int(...) before you calculate with it. `mctsky.core.contract` says what each verb promises.
"""

from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel

from .spec import HighCard
from .state import ASKED, DEAL, DEAL_UNSEEN, FOLD, FOLDED, LOOK, LOOKED, PEEK, SHOW, STAY, STAYED


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
    """Return chance while cards are dealt, looked at or shown, in between each seat in turn."""
    if state.n_dealt < game.n_seats:
        return CHANCE  # R2
    n_said = int(state.n_said)
    if n_said < game.n_seats:
        alone = n_said == game.n_seats - 1 and count_stayed(game, state) == 0
        if alone:
            return NOBODY  # R5
        return CHANCE if int(state.peeked[n_said]) == ASKED else n_said  # R4, R3
    return CHANCE if state.n_shown < game.n_seats else NOBODY  # R6


@implement(HighCard)
def legal_moves(game: HighCard, state: State, out: MoveBuffer) -> int:
    """R3, R4: two words, and a third one once; moves are listed in ascending order."""
    out[0] = FOLD
    out[1] = STAY
    if int(state.peeked[state.n_said]) == LOOKED:
        return 2
    out[2] = PEEK
    return 3


@implement(HighCard)
def chance_moves(game: HighCard, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R2: every card that is still in the deck, all equally likely. R4, R6: a card that is turned up, for sure.

    A look for one pair of eyes is luck with one outcome: a move of its own, which `observe` shows to that seat alone.
    """
    if state.n_dealt == game.n_seats:
        speaker = int(state.n_said)
        if speaker < game.n_seats:
            out[0] = LOOK + int(state.card[(speaker + 1) % game.n_seats])  # R4
        else:
            out[0] = SHOW + int(state.card[state.n_shown])  # R6
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
    """R2-R4, R6: deal a card, hear a word, let a seat look or show a card; it is known to be legal here."""
    if move <= STAY:
        state.said[state.n_said] = STAYED if move == STAY else FOLDED
        state.n_said += 1
    elif move == PEEK:
        state.peeked[state.n_said] = ASKED
    elif move < DEAL_UNSEEN:
        state.card[state.n_dealt] = move - DEAL
        state.n_dealt += 1
    elif move > LOOK:
        state.peeked[state.n_said] = LOOKED
    else:
        state.n_shown += 1
    if state.n_said == game.n_seats:  # R6: seats that folded show nothing
        while state.n_shown < game.n_seats and int(state.said[state.n_shown]) == FOLDED:
            state.n_shown += 1


@implement(HighCard)
def returns(game: HighCard, state: State, out: ValueBuffer) -> None:
    """R5-R7: give the pot to the winner; the results of all seats add up to 1."""
    winner = game.n_seats - 1  # R5
    best_card = 0
    for seat in range(game.n_seats):
        stayed, card = int(state.said[seat]) == STAYED, int(state.card[seat])
        out[seat] = 0.0 if stayed else 1.0
        if stayed and card > best_card:  # R6
            best_card, winner = card, seat
    out[winner] += game.n_seats + count_stayed(game, state)  # R1, R3
    for seat in range(game.n_seats):
        out[seat] /= 2.0 * game.n_seats  # R7
