"""Worlds of a winner-only game: the bids that the other seats may have made, uniform over all that fit the winners.

Each hidden bid counts as uniform over the cards left in that hand, so a history of R bids has probability 1 / (n (n - 1) ...
(n - R + 1)) whatever its cards are: every history that fits the announced winners weighs the same. The cards that were not
bid form the hand and are not ordered, so they add no weight.

**One seat given all others, exactly** (`resample`). Given the other seats' bids, each round asks one thing of this seat: a card
above some value, below some value, or equal to it. Walk the values upwards: when card v comes up, the `above` rounds with lower
limits are open, and the card goes to one of them or stays free; a `below` round with limit v takes one of the free cards. How
many cards are free follows from v and the number of open rounds, so the number of ways to finish is a table over (v, open),
filled from the top in O(n^2) and exact in a float64 (at most 13! = 6.2e9). Walking upwards again with these counts as weights
draws uniformly. With two players this is the whole answer.

**Three to five seats** (`wander`): a Markov chain on worlds. It starts from the world that first_world.py finds, looking at
nothing but the view, and makes N_SWEEPS sweeps. A sweep draws each other seat anew given the rest (Gibbs) and makes two joint
proposals per other seat, each accepted if the winners still fit: some seats exchange two values wherever they hold them, or
their bids of two rounds. Both undo themselves, so they are symmetric, and every step leaves the uniform law unchanged. Joint
steps are needed because a tie pins two seats to one value. The tests enumerate small games: the graph of steps is connected
in every view, and the drawn worlds pass a chi-square test.
"""

from typing import Any

import numpy as np
from numba import types

from mctsky.core.bits import ONE, ZERO, Bitboard, bit, lowest, popcount
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below, uniform
from mctsky.games.goofspiel.moves import NO_WINNER
from mctsky.games.goofspiel.rules import at, entry, round_winner
from mctsky.games.goofspiel.scratch import on_stack
from mctsky.games.goofspiel.spec import Goofspiel

N_SWEEPS = 6
WIDTH = 14  # row length of the counting table: 0 to 13 open rounds
LIMITS = 16  # row length of the masks: limits 0 to 14
ABOVE, BELOW, EQUAL = 0, LIMITS, 2 * LIMITS  # where the masks of each kind begin


_counts_on_stack = on_stack(types.float64, (LIMITS - 1) * WIDTH)
_limits_on_stack = on_stack(types.uint64, 3 * LIMITS)


@kernel
def choose(rng: Rng, mask: Bitboard) -> int:
    """Draw one element of a set that is not empty."""
    for _ in range(below(rng, popcount(mask))):
        mask &= mask - ONE
    return lowest(mask)


@kernel
def read_limits(game: Goofspiel, state: State, seat: Seat, limits: Any) -> None:
    """Write, per kind and value, the set of finished rounds that ask `seat` for a card above, below or equal to the value."""
    for i in range(3 * LIMITS):
        limits[i] = ZERO
    for index in range(int(state.n_rounds)):
        top, n_top = 0, 0
        for other in range(game.n_seats):
            if other != seat:
                card = entry(state.bids[other], index)
                if card > top:
                    top, n_top = card, 1
                elif card == top:
                    n_top += 1
        winner = entry(state.winners, index) - 1
        if winner == seat:
            place = ABOVE + top
        elif winner != NO_WINNER:
            place = BELOW + top
        elif n_top > 1:
            place = BELOW + top + 1
        else:
            place = EQUAL + top
        limits[place] |= bit(index)


@kernel
def count_ways(game: Goofspiel, limits: Any, counts: Any) -> float:
    """Fill counts[v * WIDTH + k]: in how many ways the cards from v on can be handed out with k rounds open; return the total.

    A state that cannot be reached may hold any number: it is never multiplied by anything but zero, nor looked up.
    """
    n_above, n_taken = 0, 0  # rounds with limits below v: those that want more, and cards used by the other two kinds
    for v in range(1, game.n_cards + 1):
        n_above += popcount(limits[ABOVE + v])
        n_taken += popcount(limits[BELOW + v]) + popcount(limits[EQUAL + v])
    for v in range(game.n_cards + 1, 0, -1):
        if v <= game.n_cards:
            n_above -= popcount(limits[ABOVE + v])
            n_taken -= popcount(limits[BELOW + v]) + popcount(limits[EQUAL + v])
        n_new = popcount(limits[ABOVE + v])
        n_below = popcount(limits[BELOW + v])
        fixed = limits[EQUAL + v] != ZERO
        for n_open in range(n_above + 1):
            if v > game.n_cards:
                ways = 1.0 if n_open == 0 else 0.0
            else:
                after = (v + 1) * WIDTH + n_open + n_new
                ways = counts[after]
                if n_open > 0 and not fixed:
                    ways += n_open * counts[after - 1]
            n_free = v - 1 - n_taken - (n_above - n_open)
            for k in range(n_below):
                ways *= max(0, n_free - k)
            counts[v * WIDTH + n_open] = ways
    return float(counts[WIDTH])


@kernel
def resample(game: Goofspiel, state: State, seat: Seat, rng: Rng) -> None:
    """Draw the bids of `seat` in all finished rounds, uniform over those that fit the other seats' bids and the winners."""
    limits, counts = _limits_on_stack(), _counts_on_stack()
    read_limits(game, state, seat, limits)
    count_ways(game, limits, counts)
    bids, free, waiting, n_open = ZERO, ZERO, ZERO, 0
    for v in range(1, game.n_cards + 2):
        rounds = limits[BELOW + v]
        while rounds != ZERO:
            card = choose(rng, free)
            bids |= at(lowest(rounds), card + 1)
            free &= ~bit(card)
            rounds &= rounds - ONE
        if v > game.n_cards:
            break
        n_new = popcount(limits[ABOVE + v])
        if limits[EQUAL + v] != ZERO:
            bids |= at(lowest(limits[EQUAL + v]), v)
        else:
            after = (v + 1) * WIDTH + n_open + n_new
            take = n_open * counts[after - 1] if n_open > 0 else 0.0
            if take > 0.0 and uniform(rng) * (take + counts[after]) < take:
                index = choose(rng, waiting)
                bids |= at(index, v)
                waiting &= ~bit(index)
                n_open -= 1
            else:
                free |= bit(v - 1)
        waiting |= limits[ABOVE + v]
        n_open += n_new
    state.bids[seat] = bids


@kernel
def swap_values(state: State, seat: Seat, first: int, second: int) -> Bitboard:
    """Exchange two cards of a seat wherever they are, in a round or in hand; return the set of rounds that changed."""
    changed = ZERO
    word = state.bids[seat]
    for index in range(int(state.n_rounds)):
        card = entry(word, index)
        if card in (first, second):
            changed |= bit(index)
            word ^= at(index, first ^ second)
    state.bids[seat] = word
    return changed


@kernel
def swap_rounds(state: State, seat: Seat, first: int, second: int) -> Bitboard:
    """Exchange the bids of a seat in two rounds; return the set of both."""
    word = state.bids[seat]
    difference = entry(word, first) ^ entry(word, second)
    state.bids[seat] = word ^ at(first, difference) ^ at(second, difference)
    return bit(first) | bit(second)


@kernel
def exchange(game: Goofspiel, state: State, seats: Bitboard, first: int, second: int, by_value: bool) -> Bitboard:
    """Let several seats exchange two cards, or their bids in two rounds; return the rounds that changed."""
    changed = ZERO
    while seats != ZERO:
        seat = lowest(seats)
        changed |= swap_values(state, seat, first, second) if by_value else swap_rounds(state, seat, first, second)
        seats &= seats - ONE
    return changed


@kernel
def propose(game: Goofspiel, state: State, others: Bitboard, rng: Rng) -> None:
    """Make one joint proposal and take it back if the winners do not fit."""
    seats = others & np.uint64(below(rng, 1 << game.n_seats))
    if popcount(seats) < 2:
        seats = others
    by_value = below(rng, 2) == 0
    n = game.n_cards if by_value else int(state.n_rounds)
    first = below(rng, n)
    second = (first + 1 + below(rng, n - 1)) % n if n > 1 else first
    if by_value:
        first, second = first + 1, second + 1
    changed = exchange(game, state, seats, first, second, by_value)
    while changed != ZERO:
        index = lowest(changed)
        if round_winner(game, state, index) != entry(state.winners, index) - 1:
            exchange(game, state, seats, first, second, by_value)
            return
        changed &= changed - ONE


@kernel
def wander(game: Goofspiel, state: State, viewer: Seat, rng: Rng) -> None:
    """Take a world of three or more seats to a nearly uniform one."""
    others = (bit(game.n_seats) - ONE) & ~bit(viewer)
    for _ in range(N_SWEEPS):
        for seat in range(game.n_seats):
            if seat != viewer:
                propose(game, state, others, rng)
                resample(game, state, seat, rng)
                propose(game, state, others, rng)
