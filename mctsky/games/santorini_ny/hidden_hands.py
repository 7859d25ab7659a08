"""Deal hidden hands by the true odds, redeals and kept cards included.

Every hidden choice of another seat counts as uniform over its hand, so a history's odds come from the deals alone.

**First deal.** All hands that fit weigh the same: cards that nobody has shown and the viewer does not hold are dealt at random.

**After a redeal.** A seat's five cards are the one it kept and four new ones. All pairs (kept card, new cards) with the same
kept card weigh the same, so a hand H of seat j weighs the sum of w_j(k) over its cards k, where w_j(k) is the odds that j
kept k. For the first redeal w_j is 1 for every card that nobody showed in the first deal and that the viewer did not hold in
it, else 0. For the next one: if j showed the cards P in that deal and kept x, then it had kept one of P and x before, so the
new w_j(x) is the sum of the old w_j over P, plus the old w_j(x); 0 again for cards that were shown, or held by the viewer, in
that deal. Hands are disjoint, so the weight of a world is the product over seats.

**Drawing a world** exactly: let S be the set of seats whose kept card is still in hand. For each S the kept cards in hands
are an injective choice of unseen cards, whose total weight is a sum over the unseen cards one by one (table `ways`: cards
from i on, seats still without a card); the others kept a card that they have shown, and all other cards of all hands are
dealt at random, in a number of ways that depends on S alone. Draw S by these totals, then walk the cards by the same table,
then deal the rest.

**Seats that went out in an earlier deal** (except the first) had a hand too, which nobody saw. They couple the others:
their own weight depends on the cards left to them. `fits_the_dead` draws these old hands, and the kept cards that lead back
to their deals, from the law without the coupling, and the world is accepted with odds proportional to the dead seats'
weights; otherwise another one is drawn.
"""

from math import factorial
from typing import Any

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, bit, highest, lowest, popcount
from mctsky.core.cards import draw_hand
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.rng import Rng, uniform
from mctsky.games.santorini_ny.spec import SantoriniNY
from mctsky.games.santorini_ny.state import HAND, KEPT_SHIFT, MAX_PLAYERS, N_CARDS

ALL_CARDS = np.uint64((1 << N_CARDS) - 1)
N_SETS = 1 << MAX_PLAYERS  # sets of seats
FACTORIALS: Any = np.array([float(factorial(n)) for n in range(N_CARDS + 1)])
MAX_TRIES = 10_000  # more tries are practically never needed

_weights_on_stack = on_stack(np.float64, MAX_PLAYERS * N_CARDS)
_ways_on_stack = on_stack(np.float64, (N_CARDS + 1) * N_SETS)
_totals_on_stack = on_stack(np.float64, N_SETS)
_row_on_stack = on_stack(np.float64, N_CARDS)
_kept_on_stack = on_stack(np.int64, MAX_PLAYERS)


@kernel
def shown_in(game: SantoriniNY, state: State, deal: int, seat: Seat) -> Bitboard:
    """Return the cards that a seat showed in a deal; the present one is number n_deals."""
    if deal == int(state.n_deals):
        return np.uint64(state.spent[seat])
    return np.uint64(state.past[deal, seat]) & ALL_CARDS


@kernel
def known_in(game: SantoriniNY, state: State, deal: int, viewer: Seat) -> Bitboard:
    """Return the cards that cannot have been in another seat's hand to the end of a deal: shown, or held by the viewer."""
    known = ZERO
    for seat in range(game.n_seats):
        known |= shown_in(game, state, deal, seat)
    if deal == int(state.n_deals):
        known |= np.uint64(state.hands[viewer])
        if state.table[viewer] != 0:
            known |= bit(int(state.table[viewer]) - 1)
    else:
        kept = int(np.int64(np.uint64(state.past[deal, viewer]) >> np.uint64(KEPT_SHIFT)))
        if kept != 0:
            known |= bit(kept - 1)
    return known


@kernel
def weigh_kept(game: SantoriniNY, state: State, viewer: Seat, seat: Seat, n_deals: int, weights: Any, base: int) -> None:
    """Fill weights[base:] with the odds that `seat` kept each card at the redeal after `n_deals` deals, at least one."""
    for deal in range(n_deals):
        shown, known = shown_in(game, state, deal, seat), known_in(game, state, deal, viewer)
        before = 0.0
        if deal == 0:
            for card in range(N_CARDS):
                weights[base + card] = 0.0
            before = 1.0
        while shown != ZERO:
            before += weights[base + lowest(shown)]
            shown &= shown - ONE
        total = 0.0
        for card in range(N_CARDS):
            weight = 0.0 if known & bit(card) != ZERO else before + weights[base + card]
            weights[base + card] = weight
            total += weight
        for card in range(N_CARDS):  # only ratios matter
            weights[base + card] /= total


@kernel
def next_set(some: int, seats: int) -> int:
    """Return the set after `some`, of all sets of these seats in the order of their numbers; 0 after the last."""
    return (some - seats) & seats


@kernel
def deal_hidden_hands(game: SantoriniNY, state: State, viewer: Seat, rng: Rng) -> None:
    """Draw the hands of all seats but the viewer."""
    unseen = ALL_CARDS & ~known_in(game, state, int(state.n_deals), viewer)
    if int(state.n_deals) == 0:
        for seat in range(game.n_seats):
            if seat != viewer:
                hand = draw_hand(unseen, int(state.hand_sizes[seat]), rng)
                state.hands[seat] = np.uint32(hand)
                unseen &= ~hand
        return
    weights, ways, totals = _weights_on_stack(), _ways_on_stack(), _totals_on_stack()
    kept = _kept_on_stack()
    seats = 0  # the seats with a hidden hand
    for seat in range(game.n_seats):
        if seat != viewer and int(state.hand_sizes[seat]) > 0:
            seats |= 1 << seat
            weigh_kept(game, state, viewer, seat, int(state.n_deals), weights, seat * N_CARDS)
    count_ways(game, unseen, seats, weights, ways)
    total = weigh_sets(game, state, unseen, seats, weights, ways, totals)
    if not total > 0.0:  # no hands fit, or the weights are not numbers: checks.py refuses such a text
        return
    for _ in range(MAX_TRIES):
        draw_world(game, state, unseen, seats, weights, ways, totals, total, kept, rng)
        if fits_the_dead(game, state, viewer, kept, rng):
            break


@kernel
def count_ways(game: SantoriniNY, unseen: Bitboard, seats: int, weights: Any, ways: Any) -> None:
    """Fill ways[i * N_SETS + set]: the weight of giving each seat of the set one of the unseen cards from the i-th on."""
    n = popcount(unseen)
    some = 0
    while True:
        ways[n * N_SETS + some] = 1.0 if some == 0 else 0.0
        some = next_set(some, seats)
        if some == 0:
            break
    rest = unseen
    for place in range(n - 1, -1, -1):
        card = highest(rest)
        rest &= ~bit(card)
        while True:
            weight = ways[(place + 1) * N_SETS + some]
            for seat in range(game.n_seats):
                if some >> seat & 1:
                    weight += weights[seat * N_CARDS + card] * ways[(place + 1) * N_SETS + (some & ~(1 << seat))]
            ways[place * N_SETS + some] = weight
            some = next_set(some, seats)
            if some == 0:
                break


@kernel
def weigh_sets(game: SantoriniNY, state: State, unseen: Bitboard, seats: int, weights: Any, ways: Any, totals: Any) -> float:
    """Fill totals[set]: the weight of the worlds in which just these seats still hold their kept card; return the sum."""
    for some in range(N_SETS):
        totals[some] = 0.0
    total, some = 0.0, 0
    while True:
        weight, n_rest = ways[some], popcount(unseen)
        for seat in range(game.n_seats):
            if seats >> seat & 1:
                n_new = int(state.hand_sizes[seat])
                if some >> seat & 1:
                    n_new -= 1
                    n_rest -= 1
                else:
                    gone = 0.0
                    shown = np.uint64(state.spent[seat])
                    while shown != ZERO:
                        gone += weights[seat * N_CARDS + lowest(shown)]
                        shown &= shown - ONE
                    weight *= gone
                weight /= FACTORIALS[n_new]
        free = n_rest
        for seat in range(game.n_seats):
            if seats >> seat & 1:
                free -= int(state.hand_sizes[seat]) - (some >> seat & 1)
        if free >= 0:
            totals[some] = weight * FACTORIALS[n_rest] / FACTORIALS[free]
        total += totals[some]
        some = next_set(some, seats)
        if some == 0:
            return float(total)


@kernel
def draw_by(rng: Rng, cards: Bitboard, weights: Any, base: int) -> int:
    """Draw a card of a set by weights[base + card]."""
    total, rest = 0.0, cards
    while rest != ZERO:
        total += weights[base + lowest(rest)]
        rest &= rest - ONE
    left = uniform(rng) * total
    chosen, rest = lowest(cards), cards
    while rest != ZERO:
        weight = weights[base + lowest(rest)]
        if weight > 0.0:
            chosen = lowest(rest)
            left -= weight
            if left < 0.0:
                break
        rest &= rest - ONE
    return chosen


@kernel
def draw_world(
    game: SantoriniNY,
    state: State,
    unseen: Bitboard,
    seats: int,
    weights: Any,
    ways: Any,
    totals: Any,
    total: float,
    kept: Any,
    rng: Rng,
) -> None:
    """Draw all hidden hands, and in kept[seat] the card that each seat kept at the last redeal."""
    some = draw_set(rng, totals, total)
    for seat in range(game.n_seats):
        if seats >> seat & 1:
            state.hands[seat] = np.uint32(0)
            if some >> seat & 1 == 0:
                kept[seat] = draw_by(rng, np.uint64(state.spent[seat]), weights, seat * N_CARDS)
    rest = hand_out_kept(game, state, unseen, some, weights, ways, kept, rng)
    for seat in range(game.n_seats):
        if seats >> seat & 1:
            hand = np.uint64(state.hands[seat])
            new = draw_hand(rest, int(state.hand_sizes[seat]) - popcount(hand), rng)
            rest &= ~new
            state.hands[seat] = np.uint32(hand | new)


@kernel
def draw_set(rng: Rng, totals: Any, total: float) -> int:
    """Draw the set of seats that still hold their kept card, by totals[set], which add up to `total`."""
    left, some = uniform(rng) * total, 0
    for candidate in range(N_SETS):
        if totals[candidate] > 0.0:
            some = candidate
            left -= totals[candidate]
            if left < 0.0:
                break
    return some


@kernel
def hand_out_kept(
    game: SantoriniNY, state: State, unseen: Bitboard, some: int, weights: Any, ways: Any, kept: Any, rng: Rng
) -> Bitboard:
    """Give each seat of a set the card that it kept, by walking the unseen cards; return the cards that are left."""
    cards, rest, place = unseen, unseen, 0
    while some != 0:
        card = lowest(cards)
        cards &= cards - ONE
        left = uniform(rng) * ways[place * N_SETS + some] - ways[(place + 1) * N_SETS + some]
        place += 1
        if left < 0.0:
            continue
        winner = -1
        for seat in range(game.n_seats):
            weight = weights[seat * N_CARDS + card]
            if some >> seat & 1 and weight > 0.0 and ways[place * N_SETS + (some & ~(1 << seat))] > 0.0:
                winner = seat
                left -= weight * ways[place * N_SETS + (some & ~(1 << seat))]
                if left < 0.0:
                    break
        if winner >= 0:  # always, except for rounding errors
            state.hands[winner] = np.uint32(bit(card))
            kept[winner] = card
            rest &= ~bit(card)
            some &= ~(1 << winner)
    return rest


@kernel
def last_deal_of(game: SantoriniNY, state: State, seat: Seat) -> int:
    """Return the last deal in which a seat showed a card, -1 if there is none."""
    for deal in range(int(state.n_deals), -1, -1):
        if shown_in(game, state, deal, seat) != ZERO:
            return deal
    return -1


@kernel
def trace_back(game: SantoriniNY, state: State, viewer: Seat, seat: Seat, card: int, deal: int, row: Any, rng: Rng) -> int:
    """Draw the card that a seat had kept before `deal`, given the one that it kept after it."""
    weigh_kept(game, state, viewer, seat, deal, row, 0)
    return draw_by(rng, shown_in(game, state, deal, seat) | bit(card), row, 0)


@kernel
def fits_the_dead(game: SantoriniNY, state: State, viewer: Seat, kept: Any, rng: Rng) -> bool:
    """Draw the hands with which seats went out in earlier deals, and accept them by their weight.

    From the last deal back to the second: kept[seat] is moved back to the card kept after that deal, for every seat that was in
    the game then.
    """
    first_dead = int(state.n_deals)
    for seat in range(game.n_seats):
        if seat != viewer and int(state.alive) >> seat & 1 == 0 and int(state.hand_sizes[seat]) == 0:
            last = last_deal_of(game, state, seat)
            if last > 0:
                first_dead = min(first_dead, last)
    if first_dead == int(state.n_deals):
        return True
    row = _row_on_stack()
    for deal in range(int(state.n_deals) - 1, first_dead - 1, -1):
        unseen = ALL_CARDS & ~known_in(game, state, deal, viewer)
        for seat in range(game.n_seats):  # those who went on hold one card of it
            if (seat != viewer and last_deal_of(game, state, seat) > deal) or _holds(state, seat, viewer):
                unseen &= ~bit(kept[seat])
        for seat in range(game.n_seats):
            if seat == viewer:
                continue
            if last_deal_of(game, state, seat) == deal and not _holds(state, seat, viewer):
                shown = shown_in(game, state, deal, seat)
                hand = draw_hand(unseen, HAND - popcount(shown), rng)
                unseen &= ~hand
                weigh_kept(game, state, viewer, seat, deal, row, 0)
                if uniform(rng) >= _share(row, shown, hand):
                    return False
                kept[seat] = draw_by(rng, shown | hand, row, 0)
            elif last_deal_of(game, state, seat) > deal or _holds(state, seat, viewer):
                kept[seat] = trace_back(game, state, viewer, seat, int(kept[seat]), deal, row, rng)
    return True


@kernel
def _holds(state: State, seat: Seat, viewer: Seat) -> bool:
    """Say whether another seat has a hidden hand now."""
    return bool(seat != viewer and int(state.hand_sizes[seat]) > 0)


@kernel
def _share(row: Any, shown: Bitboard, hand: Bitboard) -> float:
    """Return the weight of a hand over the largest that a hand of its size could have."""
    most, weight, n = 0.0, 0.0, popcount(hand)
    for card in range(N_CARDS):
        most = max(most, row[card])
        if (shown | hand) & bit(card) != ZERO:
            weight += row[card]
    gone = 0.0
    while shown != ZERO:
        gone += row[lowest(shown)]
        shown &= shown - ONE
    return weight / (gone + n * most)
