"""Worlds of a winner-only game: the bids that the other seats may have made, uniform over all that fit the winners.

Each hidden bid counts as uniform over the cards left in that hand, so a history of R bids has probability 1 / (n (n - 1) ...
(n - R + 1)) whatever its cards are: every history that fits the announced winners weighs the same. The cards that were not
bid form the hand and are not ordered, so they add no weight.

**One seat given all others, exactly** (`redraw`). Given the other seats' bids, each round asks one thing of this seat: a card
above some value, below some value, or equal to it. Walk the values upwards: when card v comes up, the `above` rounds with lower
limits are open, and the card goes to one of them or stays free; a `below` round with limit v takes one of the free cards. How
many cards are free follows from v and the number of open rounds, so the number of ways to finish is a table over (v, open),
filled from the top in O(n^2) and exact in a float64 (at most 13! = 6.2e9). Walking upwards again with these counts as weights
draws uniformly. With two players this is the whole answer.

**Three to five seats** (`wander`): a Markov chain on worlds. It starts from the world that first_world.py finds from
the view alone, and makes N_SWEEPS sweeps, one step for each other seat t. A step makes some proposals and then draws t
again. A proposal lets a random set of the remaining other seats exchange two values wherever they hold them, or their bids of
two rounds; it is accepted with probability min(1, ways of t after / ways of t before), counted as above. The exchange undoes
itself, so this is a Metropolis step on the worlds without t, whose weight is just the number of ways of t, followed by
an exact draw of t: it leaves the uniform law unchanged. Drawing seats alone would not do, because a tie pins two of them to
one value; so views with ties, which mix more slowly, get more proposals.

**The next world of a search** (`wander_on`): one such step, for a random seat. A search that goes on from world to world
needs no more, since each step leaves the uniform law unchanged.
The tests enumerate small games: the graph of steps is connected in every view, and drawn worlds pass a chi-square test.
"""

from typing import Any

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, bit, lowest, popcount
from mctsky.core.cards import draw_card
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.rng import Rng, below, uniform
from mctsky.games.goofspiel.moves import NO_WINNER
from mctsky.games.goofspiel.rules import at, entry
from mctsky.games.goofspiel.spec import Goofspiel

# Chosen by chi-square tests of small cases: 6 sweeps with (1, 4) failed with 4 players and 5 cards, with (4, 12) they passed.
N_SWEEPS = 8
PROPOSALS, PROPOSALS_PER_TIE, MAX_TIES = 4, 12, 3  # of one step
# Of one step of `wander_on`: fewer leave ties in place for longer, more take longer. See docs/games/goofspiel.md.
STIR_PROPOSALS = 8
WIDTH = 14  # row length of the counting table: 0 to 13 open rounds
LIMITS = 16  # row length of the masks: limits 0 to 14
ABOVE, BELOW, EQUAL = 0, LIMITS, 2 * LIMITS  # where the masks of each kind begin
IMPOSSIBLE = -1


_counts_on_stack = on_stack(np.float64, (LIMITS - 1) * WIDTH)
_limits_on_stack = on_stack(np.uint64, 3 * LIMITS)


@kernel
def limit_of(game: Goofspiel, state: State, seat: Seat, index: int) -> int:
    """Return what a round asks of `seat`: ABOVE, BELOW or EQUAL plus a value; IMPOSSIBLE if the other bids are wrong."""
    top, n_top, leader = 0, 0, seat
    for other in range(game.n_seats):
        if other != seat:
            card = entry(state.bids[other], index)
            if card > top:
                top, n_top, leader = card, 1, other
            elif card == top:
                n_top += 1
    winner = entry(state.winners, index) - 1
    if winner == seat:
        return ABOVE + top
    if winner == NO_WINNER:
        return BELOW + top + 1 if n_top > 1 else EQUAL + top
    return BELOW + top if n_top == 1 and leader == winner else IMPOSSIBLE


@kernel
def read_limits(game: Goofspiel, state: State, seat: Seat, limits: Any) -> bool:
    """Write, per kind and value, the set of rounds that ask `seat` for such a card; say whether they can be met one by one."""
    for i in range(3 * LIMITS):
        limits[i] = ZERO
    for index in range(int(state.n_rounds)):
        place = limit_of(game, state, seat, index)
        if place == IMPOSSIBLE or (place >= EQUAL and limits[place] != ZERO):
            return False
        limits[place] |= bit(index)
    return True


@kernel
def count_ways(game: Goofspiel, state: State, seat: Seat, limits: Any, counts: Any) -> float:
    """Return in how many ways `seat` can have bid, given the others; fill counts[v * WIDTH + k] for cards from v on and k open.

    An entry that no choice of lower cards leads to may hold any number; it is never looked up.
    """
    if not read_limits(game, state, seat, limits):
        return 0.0
    n_above, n_taken = 0, 0  # rounds with limits below v: those that ask for more, and those that take one of the lower cards
    for v in range(1, game.n_cards + 1):
        n_above += popcount(limits[ABOVE + v])
        n_taken += popcount(limits[BELOW + v]) + popcount(limits[EQUAL + v])
    top = (game.n_cards + 1) * WIDTH
    for n_open in range(n_above + 1):
        counts[top + n_open] = 0.0
    counts[top] = falling(game.n_cards - n_taken - n_above, popcount(limits[BELOW + game.n_cards + 1]))
    for v in range(game.n_cards, 0, -1):
        n_new = popcount(limits[ABOVE + v])
        n_below = popcount(limits[BELOW + v])
        fixed = limits[EQUAL + v] != ZERO
        n_above -= n_new
        n_taken -= n_below + (1 if fixed else 0)
        for n_open in range(n_above + 1):
            ways = 0.0
            if n_open <= game.n_cards + 1 - v:  # enough cards left for the open rounds
                after = (v + 1) * WIDTH + n_open + n_new
                ways = counts[after]
                if n_open > 0 and not fixed:
                    ways += n_open * counts[after - 1]
                if n_below > 0:
                    ways *= falling(v - 1 - n_taken - n_above + n_open, n_below)
            counts[v * WIDTH + n_open] = ways
    return float(counts[WIDTH])


@kernel
def falling(n: int, k: int) -> float:
    """Return n (n - 1) ... (n - k + 1), the ways to hand k of n cards to k rounds."""
    product = 1.0
    for i in range(k):
        product *= max(0, n - i)
    return product


@kernel
def draw(game: Goofspiel, state: State, seat: Seat, rng: Rng, limits: Any, counts: Any) -> None:
    """Draw the bids of `seat` in all finished rounds by the tables of `count_ways`."""
    bids, free, waiting, n_open = ZERO, ZERO, ZERO, 0
    for v in range(1, game.n_cards + 2):
        rounds = limits[BELOW + v]
        while rounds != ZERO:
            card = draw_card(free, rng)
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
                index = draw_card(waiting, rng)
                bids |= at(index, v)
                waiting &= ~bit(index)
                n_open -= 1
            else:
                free |= bit(v - 1)
        waiting |= limits[ABOVE + v]
        n_open += n_new
    state.bids[seat] = bids


@kernel
def redraw(game: Goofspiel, state: State, seat: Seat, rng: Rng) -> None:
    """Draw the bids of `seat` uniformly over all that fit the other seats' bids and the winners."""
    limits, counts = _limits_on_stack(), _counts_on_stack()
    count_ways(game, state, seat, limits, counts)
    draw(game, state, seat, rng, limits, counts)


@kernel
def swap_values(state: State, seat: Seat, first: int, second: int) -> Bitboard:
    """Exchange two cards of a seat wherever they are, in a round or in hand; return the rounds that changed."""
    word, changed = state.bids[seat], ZERO
    for index in range(int(state.n_rounds)):
        card = entry(word, index)
        if card in (first, second):
            word ^= at(index, first ^ second)
            changed |= bit(index)
    state.bids[seat] = word
    return changed


@kernel
def swap_rounds(state: State, seat: Seat, first: int, second: int) -> Bitboard:
    """Exchange the bids of a seat in two rounds; return these rounds."""
    word = state.bids[seat]
    difference = entry(word, first) ^ entry(word, second)
    state.bids[seat] = word ^ at(first, difference) ^ at(second, difference)
    return bit(first) | bit(second)


@kernel
def exchange(state: State, seats: Bitboard, first: int, second: int, by_value: bool) -> Bitboard:
    """Let several seats exchange two cards, or their bids in two rounds; return the rounds that changed.

    Doing it twice changes nothing.
    """
    changed = ZERO
    while seats != ZERO:
        if by_value:
            changed |= swap_values(state, lowest(seats), first + 1, second + 1)
        else:
            changed |= swap_rounds(state, lowest(seats), first, second)
        seats &= seats - ONE
    return changed


@kernel
def is_possible(game: Goofspiel, state: State, seat: Seat, rounds: Bitboard) -> bool:
    """Say whether `seat` can meet each of some rounds on its own; a quick test before counting."""
    while rounds != ZERO:
        if limit_of(game, state, seat, lowest(rounds)) == IMPOSSIBLE:
            return False
        rounds &= rounds - ONE
    return True


@kernel
def step(game: Goofspiel, state: State, seat: Seat, partners: Bitboard, n_proposals: int, rng: Rng) -> None:
    """Propose exchanges to some partners, accept them by the ways that they leave to `seat`, then draw `seat` again."""
    limits, counts = _limits_on_stack(), _counts_on_stack()
    ways = count_ways(game, state, seat, limits, counts)
    for _ in range(n_proposals):
        some = partners & np.uint64(below(rng, 1 << game.n_seats))
        if some == ZERO:
            some = partners
        by_value = below(rng, 2) == 0
        n = game.n_cards if by_value else int(state.n_rounds)
        first = below(rng, n)
        second = (first + 1 + below(rng, max(1, n - 1))) % n
        changed = exchange(state, some, first, second, by_value)
        if changed == ZERO:
            continue
        new_ways = 0.0
        if is_possible(game, state, seat, changed):
            new_ways = count_ways(game, state, seat, limits, counts)
        if uniform(rng) * ways < new_ways:
            ways = new_ways
        else:
            exchange(state, some, first, second, by_value)
    redraw(game, state, seat, rng)


@kernel
def wander(game: Goofspiel, state: State, viewer: Seat, rng: Rng) -> None:
    """Change a world of three or more seats, step by step, into a nearly uniform draw."""
    others = (bit(game.n_seats) - ONE) & ~bit(viewer)
    n_ties = 0
    for index in range(int(state.n_rounds)):
        if entry(state.winners, index) == NO_WINNER + 1:
            n_ties += 1
    n_proposals = PROPOSALS + PROPOSALS_PER_TIE * min(n_ties, MAX_TIES)
    for _ in range(N_SWEEPS):
        for seat in range(game.n_seats):
            if seat != viewer:
                step(game, state, seat, others & ~bit(seat), n_proposals, rng)


@kernel
def wander_on(game: Goofspiel, state: State, viewer: Seat, rng: Rng) -> None:
    """Make one step of the chain from a world of three or more seats, for a random one of the others."""
    seat = below(rng, game.n_seats - 1)
    if seat >= viewer:
        seat += 1
    others = (bit(game.n_seats) - ONE) & ~bit(viewer)
    step(game, state, seat, others & ~bit(seat), STIR_PROPOSALS, rng)
