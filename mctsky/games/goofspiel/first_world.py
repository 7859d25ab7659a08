"""Find one world of a winner-only game that fits a view, from the view alone.

A depth-first search hands out the cards of the other seats from the highest value down, seat by seat. A round is closed until
its highest bid is made (the viewer's own, the winner's, or a tie); from then on every other seat may drop any lower card there.

Except for ties, what a seat does with a card can be fixed without losing a solution:
- a seat that still has rounds to win takes the one with the highest bid of the viewer (in any other solution, exchange the
  card with the one that wins that round, or the whole contents of the two rounds);
- otherwise it drops the card in an open round, no matter which, since an open round takes every lower card;
- otherwise it keeps the card, as far as its final hand has room.

A round that nobody won needs two seats that bid the same value, the viewer's included. So the choices are only which seats
leave their forced card for a tie, and in which round. All of them are tried, likely ones first: the search ends, and since the
real game is a solution, it finds one.
"""

from typing import Any

import numpy as np

from mctsky.core.bits import ZERO, lowest, popcount
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.record import new_records
from mctsky.games.goofspiel.moves import NO_WINNER
from mctsky.games.goofspiel.rules import at, entry
from mctsky.games.goofspiel.spec import Goofspiel
from mctsky.games.goofspiel.state import MAX_CARDS, MAX_PLAYERS, STATE_DTYPE

# One row per card handed out. Sets of rounds are plain integers here, bit i for round i.
OPEN = 0  # rounds whose highest bid is made, ready for lower cards
FRESH = 1  # rounds won with the value now handed out: open from the next value on
HALF = 2  # ties of which only one bid is made
FILLED = 3  # FILLED + k: rounds in which the k-th other seat has a card
CHOICE, PLACED = 7, 8  # the next choice to try; the round of the card that was placed
ROW = 9
NOWHERE = -1
NO_CHOICE, JOIN, PLAIN, START = -1, 0, 1, 2  # START + round: begin a tie there
WON = 16  # in the facts: the set of rounds won by each seat, or by nobody; before it the round of the viewer's card v

_rows_on_stack = on_stack(np.int64, (MAX_CARDS * (MAX_PLAYERS - 1) + 1) * ROW)
_facts_on_stack = on_stack(np.int64, WON + MAX_PLAYERS + 1)


@kernel
def read_facts(game: Goofspiel, state: State, viewer: Seat, facts: Any) -> None:
    """Write in which round the viewer bid each value (-1 for none) and which rounds each seat, or nobody, won."""
    for i in range(WON + MAX_PLAYERS + 1):
        facts[i] = NOWHERE if i < WON else 0
    for index in range(int(state.n_rounds)):
        facts[entry(state.bids[viewer], index)] = index
        facts[WON + entry(state.winners, index) - 1] |= 1 << index


@kernel
def highest_limit(facts: Any, rounds: int, rank: int) -> int:
    """Return the round of a set with the viewer's highest bid, or by rank the next highest; NOWHERE if there is none."""
    for value in range(MAX_CARDS, 0, -1):
        index = facts[value]
        if index >= 0 and rounds >> index & 1:
            if rank == 0:
                return int(index)
            rank -= 1
    return NOWHERE


@kernel
def enough_cards(facts: Any, wins: int, value: int) -> bool:
    """Say whether cards below `value` can win the rounds of a set, as far as the viewer's bids tell."""
    n_wins = 0
    for limit in range(MAX_CARDS, 0, -1):
        index = facts[limit]
        if index >= 0 and wins >> index & 1:
            n_wins += 1
            if n_wins > value - 1 - limit:
                return False
    return True


@kernel
def is_hopeless(game: Goofspiel, facts: Any, viewer: Seat) -> bool:
    """Say whether some seat lacks high cards to win what it won, or low ones to lose what the viewer won."""
    for seat in range(game.n_seats):
        if seat != viewer and not enough_cards(facts, facts[WON + seat], game.n_cards + 1):
            return True
    n_lost = 0
    for limit in range(1, game.n_cards + 1):
        index = facts[limit]
        if index >= 0 and facts[WON + viewer] >> index & 1:
            n_lost += 1
            if n_lost > limit - 1:
                return True
    return False


@kernel
def begin_value(facts: Any, rows: Any, row: int, value: int, viewer: Seat) -> bool:
    """Go to the next lower value, the viewer's card included; say whether everything that needed a higher card is done."""
    if rows[row + HALF] != 0:
        return False
    rows[row + OPEN] |= rows[row + FRESH]
    rows[row + FRESH] = 0
    index = facts[value]
    if index < 0 or rows[row + OPEN] >> index & 1:
        return True
    if facts[WON + viewer] >> index & 1:
        rows[row + FRESH] = 1 << index
    elif facts[WON + NO_WINNER] >> index & 1:
        rows[row + HALF] = 1 << index
    else:
        return False
    return True


@kernel
def list_choice(game: Goofspiel, facts: Any, rows: Any, row: int, turn: int, viewer: Seat) -> int:
    """Return the choice to try now for the `turn`-th other seat, or NO_CHOICE when all have been tried.

    A seat without rounds to win takes part in a tie whenever it can, which loses no solution.
    """
    topped = rows[row + OPEN] | rows[row + FRESH]
    idle, later_idle = False, False
    for k in range(turn, game.n_seats - 1):
        seat = seat_of(k, viewer)
        if facts[WON + seat] & ~topped == 0:
            if k == turn:
                idle = True
            else:
                later_idle = True
    rank = rows[row + CHOICE]
    if rows[row + HALF] != 0:
        if rank > 1 or (idle and rank > 0):
            return NO_CHOICE
        plain_first = later_idle and not idle
        return PLAIN if plain_first == (rank == 0) else JOIN
    ties = facts[WON + NO_WINNER] & ~topped if turn < game.n_seats - 2 else 0
    if not (idle and later_idle and ties != 0):
        if rank == 0:
            return PLAIN
        rank -= 1
    index = highest_limit(facts, ties, rank)
    return START + index if index >= 0 else NO_CHOICE


@kernel
def place(
    game: Goofspiel, state: State, facts: Any, rows: Any, row: int, value: int, turn: int, seat: Seat, choice: int
) -> bool:
    """Hand out one card as chosen, writing the next row; say whether that is possible."""
    wins = facts[WON + seat] & ~(rows[row + OPEN] | rows[row + FRESH])
    filled = rows[row + FILLED + turn]
    for i in range(CHOICE):
        rows[row + ROW + i] = rows[row + i]
    if choice == PLAIN:
        if wins != 0:
            index = highest_limit(facts, wins, 0)
            rows[row + ROW + FRESH] |= 1 << index
        else:
            slots = rows[row + OPEN] & ~filled
            index = lowest(np.uint64(slots)) if slots != 0 else NOWHERE
            n_kept = game.n_cards - value - popcount(np.uint64(filled))
            if index < 0 and n_kept == game.n_cards - int(state.n_rounds):
                return False
    elif not enough_cards(facts, wins, value):
        return False
    elif choice == JOIN:
        index = lowest(np.uint64(rows[row + HALF]))
        rows[row + ROW + HALF] &= ~(1 << index)
        rows[row + ROW + OPEN] |= 1 << index
    else:
        index = choice - START
        rows[row + ROW + HALF] |= 1 << index
    rows[row + PLACED] = index
    if index >= 0:
        rows[row + ROW + FILLED + turn] |= 1 << index
        state.bids[seat] |= at(index, value)
    return True


@kernel
def seat_of(turn: int, viewer: Seat) -> Seat:
    """Return the `turn`-th of the seats that are not the viewer's."""
    return turn if turn < viewer else turn + 1


@kernel
def begin_search(game: Goofspiel, state: State, viewer: Seat, rows: Any, facts: Any) -> bool:
    """Take back the bids of the other seats and write the first row; say whether a world is possible at all."""
    read_facts(game, state, viewer, facts)
    for seat in range(game.n_seats):
        if seat != viewer:
            state.bids[seat] = ZERO
    for i in range(ROW):
        rows[i] = 0
    return not is_hopeless(game, facts, viewer) and begin_value(facts, rows, 0, game.n_cards, viewer)


@kernel
def find_world(game: Goofspiel, state: State, viewer: Seat) -> int:
    """Fill in bids of the other seats that fit; return how many choices were tried, 0 if no bids fit."""
    rows, facts = _rows_on_stack(), _facts_on_stack()
    if not begin_search(game, state, viewer, rows, facts):
        return 0
    n_others = game.n_seats - 1
    row, value, turn, n_tried = 0, game.n_cards, 0, 0
    while True:
        seat = seat_of(turn, viewer)
        choice = list_choice(game, facts, rows, row, turn, viewer)
        if choice == NO_CHOICE:
            if row == 0:
                return 0
            row, turn = row - ROW, turn - 1
            if turn < 0:
                value, turn = value + 1, n_others - 1
            take_back(state, rows, row, seat_of(turn, viewer))
            continue
        n_tried += 1
        rows[row + CHOICE] += 1
        if not place(game, state, facts, rows, row, value, turn, seat, choice):
            continue
        rows[row + ROW + CHOICE] = 0
        if turn == n_others - 1:
            if not begin_value(facts, rows, row + ROW, value - 1, viewer):
                take_back(state, rows, row, seat)
                continue
            if value == 1:
                return n_tried
            value, turn = value - 1, 0
        else:
            turn += 1
        row += ROW


@kernel
def take_back(state: State, rows: Any, row: int, seat: Seat) -> None:
    """Undo the card that was placed at a row."""
    index = rows[row + PLACED]
    if index >= 0:
        state.bids[seat] &= ~at(index, 15)


@kernel(entry=True)
def count_tries(game: Goofspiel, state: State, viewer: Seat) -> int:
    """Return how many choices the search needs for a view, 0 if no world fits; the state is overwritten."""
    return find_world(game, state, viewer)


def world_exists(game: Goofspiel, state: State, viewer: Seat) -> bool:
    """Say whether any bids of the other seats give the winners of a view; the state is left alone."""
    copy = new_records(1, STATE_DTYPE)
    copy[0] = state
    return count_tries(game, copy[0], viewer) > 0
