"""What card games share: decks of equal cards as counts, and sets of different cards as bits, with luck drawn from both.

A deck of equal cards is an array of counts by kind; a set of at most 64 different cards is a bitboard (core/bits.py). Where
luck is drawn often, a deck of equal cards is a bitboard too: `deck_of_kinds` numbers its cards.
"""

from typing import Any

import numpy as np

from mctsky.core.bits import ONE, Bitboard, highest, lowest, nth, popcount
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below


@kernel
def count_cards(counts: Any) -> int:
    """Count the cards of all kinds."""
    n = 0
    for kind in range(len(counts)):
        n += int(counts[kind])
    return n


@kernel
def list_draws(counts: Any, first: int, out: Any, odds: Any) -> int:
    """Fill `out` with `first` + kind for every kind that is there and `odds` with its share, as `chance_moves` does; return
    how many kinds there are.
    """
    total, n = count_cards(counts), 0
    for kind in range(len(counts)):
        if counts[kind] > 0:
            out[n] = first + kind
            odds[n] = counts[kind] / total
            n += 1
    return n


@kernel
def list_cards(cards: Bitboard, first: int, out: Any, odds: Any) -> int:
    """Fill `out` with `first` + card for every card of a set and `odds` with equal odds, as `chance_moves` does; return how
    many cards there are.
    """
    n = popcount(cards)
    for index in range(n):
        out[index] = first + lowest(cards)
        odds[index] = 1.0 / n
        cards &= cards - ONE
    return n


def deck_of_kinds(*counts: int) -> tuple[Any, Any]:
    """Return the kind of each card of a deck with so many cards of kind 0, 1, ..., and the set of all cards of each kind."""
    kinds = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    sets = [sum(1 << int(card) for card in np.flatnonzero(kinds == kind)) for kind in range(len(counts))]
    return kinds, np.array(sets, np.uint64)


@kernel
def take_card(cards: Bitboard, of_kind: Bitboard) -> Bitboard:
    """Return a set without one card of a kind that is there: of equal cards the lowest stay, so equal decks are equal sets."""
    return cards ^ (ONE << np.uint64(highest(cards & of_kind)))


@kernel
def put_card(cards: Bitboard, of_kind: Bitboard) -> Bitboard:
    """Return a set with one more card of a kind."""
    return cards | (ONE << np.uint64(lowest(of_kind & ~cards)))


@kernel
def list_kinds(cards: Bitboard, sets: Any, first: int, out: Any, odds: Any) -> int:
    """Fill `out` with `first` + kind for every kind of which a card is there and `odds` with its share, as `chance_moves`
    does; return how many kinds there are. `sets` holds the set of all cards of each kind.
    """
    n = 0
    for kind in range(len(sets)):
        n_cards = popcount(cards & sets[kind])
        if n_cards > 0:
            out[n] = first + kind
            odds[n] = n_cards / popcount(cards)
            n += 1
    return n


@kernel
def draw_kind(counts: Any, rng: Rng) -> int:
    """Draw one card, each equally likely, and take it out; return its kind. There must be one."""
    skip, kind = below(rng, count_cards(counts)), 0
    while skip >= int(counts[kind]):
        skip -= int(counts[kind])
        kind += 1
    counts[kind] -= 1
    return kind


@kernel
def draw_card(cards: Bitboard, rng: Rng) -> int:
    """Return one card of a set, each equally likely. There must be one."""
    return nth(cards, below(rng, popcount(cards)))


@kernel
def draw_hand(cards: Bitboard, n: int, rng: Rng) -> Bitboard:
    """Return a set of `n` cards of a set, each such set equally likely."""
    hand = cards ^ cards
    for _ in range(n):
        hand |= ONE << np.uint64(draw_card(cards & ~hand, rng))
    return hand


@kernel
def unseen_by(seen: Any, viewer: int) -> Bitboard:
    """Return the cards that a seat has not seen; `seen[card]` has a bit for each seat that knows where the card is."""
    cards = ONE ^ ONE
    for card in range(len(seen)):
        if (int(seen[card]) >> viewer) & 1 == 0:
            cards |= ONE << np.uint64(card)
    return cards


@kernel
def redeal(hands: Any, seen: Any, viewer: int, deck: Bitboard, rng: Rng) -> Bitboard:
    """Deal the cards that a seat has not seen again: hands keep their sizes and what it knows of them; return the deck.

    `hands` are sets of cards by seat, `deck` the cards that nobody holds, `seen` as for `unseen_by`. Deals are equally likely.
    """
    unseen = unseen_by(seen, viewer)
    pool = deck & unseen
    for seat in range(len(hands)):
        pool |= hands[seat] & unseen
    for seat in range(len(hands)):
        hand = draw_hand(pool, popcount(hands[seat] & unseen), rng)
        hands[seat] = (hands[seat] & ~unseen) | hand
        pool &= ~hand
    return (deck & ~unseen) | pool
