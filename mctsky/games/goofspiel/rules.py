"""Goofspiel.

R1  Every seat holds the cards 1 to n; there is a prize of each value 1 to n.
R2  Each round one prize is turned up: by chance, each of those left being equally likely, or in ascending or descending order,
    which takes no chance move.
R3  Then every seat bids one card of its hand, all at once and in secret. Seats commit one after another, the lowest seat that
    has not yet bid first, and nobody sees another's bid.
R4  With show=bids all bids are then shown, seat by seat.
R5  With show=winner only who won the round, or that nobody did, is announced.
R6  The highest bid wins the prize's points if only one seat made it; a tie for the highest bid discards the prize.
R7  A card that was bid is spent.
R8  The game ends after n rounds. The last bid is forced and still played.
R9  returns=win_loss: the seats with most points share +1, the others share -1, all are 0 if all are tied: utility u.
R10 returns=points: u is the seat's points less the average of the other seats, over the sum of all prizes.
R11 A seat's result is (u + 1) / 2, so that two players' results are 1, 1/2 or 0 in R9.

The reveals of R4 and R5 are chance moves with one outcome each. R9 is OpenSpiel's `win_loss`; R10 is its `point_difference`
times n_seats / (n_seats - 1), over the sum of all prizes. OpenSpiel plays the last round of R8 by itself; results agree.
"""

from math import sqrt

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, bit, lowest, popcount
from mctsky.core.cards import draw_card, list_cards
from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng
from mctsky.games.goofspiel.moves import FIRST_PRIZE, FIRST_SHOW, FIRST_WINNER, NO_WINNER
from mctsky.games.goofspiel.spec import DESCENDING, RANDOM, SHOW_BIDS, WIN_LOSS, Goofspiel
from mctsky.games.goofspiel.state import MAX_CARDS

NIBBLE = np.uint64(15)
# Of the estimate, fitted to the exact values of 20,536 positions of two seats with 7 cards (docs/games/goofspiel.md).
BY_STRENGTH, BY_CHANCE, STEEPNESS = 0.47, 0.75, 2.7


@kernel
def entry(word: Bitboard, index: int) -> int:
    """Return number `index` of a word of sixteen four-bit numbers."""
    return int(np.int64((word >> np.uint64(4 * index)) & NIBBLE))


@kernel
def at(index: int, value: int) -> Bitboard:
    """Return the word that holds `value` as number `index` and zeros elsewhere."""
    return np.uint64(value) << np.uint64(4 * index)


@kernel
def all_cards(game: Goofspiel) -> Bitboard:
    """Return the set of all cards; card c is bit c - 1."""
    return bit(game.n_cards) - ONE


@kernel
def next_bidder(game: Goofspiel, state: State) -> Seat:
    """R3: return the lowest seat that has not yet bid, CHANCE when all have."""
    missing = (bit(game.n_seats) - ONE) & ~np.uint64(state.committed)
    return lowest(missing) if missing != ZERO else CHANCE


@kernel
def round_winner(game: Goofspiel, state: State, index: int) -> int:
    """R6: return the seat that alone bid highest in round `index`, or NO_WINNER."""
    best, winner = 0, NO_WINNER
    for seat in range(game.n_seats):
        card = entry(state.bids[seat], index)
        if card > best:
            best, winner = card, seat
        elif card == best:
            winner = NO_WINNER
    return int(winner)


@kernel
def turn_up(game: Goofspiel, state: State, prize: int) -> None:
    """R2: turn up a prize for the next round; seat 0 bids first."""
    state.prizes |= at(int(state.n_rounds), prize)
    state.deck = np.uint16(np.uint64(state.deck) & ~bit(prize - 1))
    state.actor = 0


@kernel
def begin_round(game: Goofspiel, state: State) -> None:
    """R2, R8: turn up the next prize of a fixed order, leave it to chance, or end the game."""
    n_rounds = int(state.n_rounds)
    if n_rounds == game.n_cards:
        state.actor = NOBODY  # R8
    elif game.order == RANDOM:
        state.actor = CHANCE
    else:
        turn_up(game, state, game.n_cards - n_rounds if game.order == DESCENDING else n_rounds + 1)


@kernel
def finish_round(game: Goofspiel, state: State) -> None:
    """R6: award the prize, then begin the next round."""
    index = int(state.n_rounds)
    winner = round_winner(game, state, index)
    if winner != NO_WINNER:
        state.scores[winner] = int(state.scores[winner]) + entry(state.prizes, index)
    state.winners |= at(index, winner + 1)
    state.committed = 0
    state.shown = 0
    state.n_rounds = index + 1
    begin_round(game, state)


@implement(Goofspiel)
def setup(game: Goofspiel, state: State) -> None:
    """R1: fill all hands, and the deck with all prizes."""
    for seat in range(game.n_seats):
        state.hands[seat] = np.uint16(all_cards(game))
    state.deck = np.uint16(all_cards(game))
    begin_round(game, state)


@implement(Goofspiel)
def to_act(game: Goofspiel, state: State) -> Seat:
    """Return the lowest seat without a bid, CHANCE for prizes and reveals, NOBODY after the last round."""
    return int(state.actor)


@implement(Goofspiel)
def legal_moves(game: Goofspiel, state: State, out: MoveBuffer) -> int:
    """R3, R7: every card still in hand."""
    hand = np.uint64(state.hands[state.actor])
    n = 0
    while hand != ZERO:
        out[n] = lowest(hand)
        hand &= hand - ONE
        n += 1
    return n


@kernel
def forced_reveal(game: Goofspiel, state: State) -> Move:
    """R4, R5: return the only outcome of a reveal."""
    index = int(state.n_rounds)
    if game.show == SHOW_BIDS:
        seat = int(state.shown)
        return FIRST_SHOW + seat * MAX_CARDS + entry(state.bids[seat], index) - 1  # R4
    return FIRST_WINNER + round_winner(game, state, index)  # R5


@implement(Goofspiel)
def chance_moves(game: Goofspiel, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R2, R4, R5: each prize left with equal odds, or the one forced reveal."""
    if state.committed != 0:
        out[0] = forced_reveal(game, state)
        odds[0] = 1.0
        return 1
    return list_cards(np.uint64(state.deck), FIRST_PRIZE, out, odds)


@implement(Goofspiel)
def sample_chance(game: Goofspiel, state: State, rng: Rng) -> Move:
    """R2, R4, R5: draw a prize, or return the one forced reveal."""
    if state.committed != 0:
        return forced_reveal(game, state)
    return FIRST_PRIZE + draw_card(np.uint64(state.deck), rng)


@implement(Goofspiel)
def play(game: Goofspiel, state: State, move: Move) -> None:
    """Commit a bid, turn up a prize, or reveal."""
    if move < FIRST_PRIZE:
        seat = int(state.actor)
        state.bids[seat] |= at(int(state.n_rounds), move + 1)  # R3
        state.hands[seat] = np.uint16(np.uint64(state.hands[seat]) & ~bit(move))  # R7
        state.committed = int(state.committed) | (1 << seat)
        state.actor = next_bidder(game, state)
    elif move < FIRST_SHOW:
        turn_up(game, state, move - FIRST_PRIZE + 1)  # R2
    else:
        state.shown = int(state.shown) + 1
        if move >= FIRST_WINNER or int(state.shown) == game.n_seats:  # R5, R4
            finish_round(game, state)


@kernel
def write_win_loss(game: Goofspiel, state: State, out: ValueBuffer) -> None:
    """R9, R11: the seats with most points share +1, the others share -1."""
    best, n_best = -1, 0
    for seat in range(game.n_seats):
        points = int(state.scores[seat])
        if points > best:
            best, n_best = points, 0
        if points == best:
            n_best += 1
    for seat in range(game.n_seats):
        if n_best == game.n_seats:
            utility = 0.0
        elif int(state.scores[seat]) == best:
            utility = 1.0 / n_best
        else:
            utility = -1.0 / (game.n_seats - n_best)
        out[seat] = (utility + 1.0) * 0.5


@kernel
def write_lead(game: Goofspiel, state: State, out: ValueBuffer) -> None:
    """R10, R11: points less the average of the others, over all prizes."""
    total = 0
    for seat in range(game.n_seats):
        total += int(state.scores[seat])
    prizes = game.n_cards * (game.n_cards + 1) // 2
    for seat in range(game.n_seats):
        points = int(state.scores[seat])
        lead = points - (total - points) / (game.n_seats - 1)
        out[seat] = (lead / prizes + 1.0) * 0.5


@implement(Goofspiel)
def returns(game: Goofspiel, state: State, out: ValueBuffer) -> None:
    """R9, R10, R11: the result of a finished game."""
    if game.scoring == WIN_LOSS:
        write_win_loss(game, state, out)
    else:
        write_lead(game, state, out)


@kernel
def cards_left(game: Goofspiel, state: State, seat: Seat) -> Bitboard:
    """Return a seat's hand, a pending bid included."""
    cards = np.uint64(state.hands[seat])
    if int(state.committed) >> seat & 1:
        cards |= bit(entry(state.bids[seat], int(state.n_rounds)) - 1)
    return cards


@kernel
def strength(cards: Bitboard) -> float:
    """Return the worth of cards: high ones count most, because nobody can outbid them."""
    total = 0
    while cards != ZERO:
        card = lowest(cards) + 1
        total += card * card * card * card
        cards &= cards - ONE
    return float(total)


@kernel
def chance_to_outbid(game: Goofspiel, state: State, seat: Seat) -> float:
    """Return how often a seat's bid is the highest if every seat bids any of its cards."""
    cards = cards_left(game, state, seat)
    total, n = 0.0, popcount(cards)
    while cards != ZERO:
        lower, chance = (cards & (~cards + ONE)) - ONE, 1.0
        for other in range(game.n_seats):
            if other != seat:
                theirs = cards_left(game, state, other)
                chance *= popcount(theirs & lower) / popcount(theirs)
        total += chance
        cards &= cards - ONE
    return total / n


@implement(Goofspiel)
def evaluate(game: Goofspiel, state: State, out: ValueBuffer) -> None:
    """Estimate the result: with R10 the lead so far, with R9 chances to win by points so far and cards left.

    What a seat can expect of the prizes left grows with its part of all `strength` and its `chance_to_outbid`. The lead that
    follows is measured against the root of the sum of their squares, which is how far luck and bids can still move it; a seat
    that cannot catch up has no chance.
    """
    if game.scoring != WIN_LOSS:
        write_lead(game, state, out)
        return
    if state.actor == NOBODY:
        write_win_loss(game, state, out)
        return
    rest = game.n_cards * (game.n_cards + 1) // 2
    squares = rest * (2 * game.n_cards + 1) // 3
    for index in range(int(state.n_rounds)):
        prize = entry(state.prizes, index)
        rest -= prize
        squares -= prize * prize
    best, strengths = 0, 0.0
    for seat in range(game.n_seats):
        best = max(best, int(state.scores[seat]))
        out[seat] = strength(cards_left(game, state, seat))
        strengths += out[seat]
    points = 0.0
    for seat in range(game.n_seats):
        part = BY_STRENGTH * out[seat] / strengths + BY_CHANCE * chance_to_outbid(game, state, seat)
        out[seat] = int(state.scores[seat]) + rest * part
        points += out[seat]
    scale = STEEPNESS * game.n_seats / (game.n_seats - 1) / sqrt(float(squares))
    total = 0.0
    for seat in range(game.n_seats):
        lead = scale * (out[seat] - points / game.n_seats)
        out[seat] = lead + sqrt(1.0 + lead * lead) if int(state.scores[seat]) + rest >= best else 0.0
        total += out[seat]
    loss = (1.0 - 1.0 / (game.n_seats - 1)) * 0.5
    for seat in range(game.n_seats):
        out[seat] = loss + (1.0 - loss) * out[seat] / total
