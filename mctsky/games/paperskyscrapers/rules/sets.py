"""Sets of cards: two uint64 words each, and hands, which are two sets: what all have seen, and the rest."""

from typing import Any, TypeAlias

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, nth, popcount
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.state import LEVEL_SHIFT, MAX_PLAYERS, PER_LEVEL

Cards: TypeAlias = Any  # uint64 array of N_WORDS words
Card: TypeAlias = int

WORD_SHIFT, WORD_MASK = 6, 63
SEAT_MASK = MAX_PLAYERS - 1
OF_LEVEL = np.uint64((1 << PER_LEVEL) - 1)
FIRST_LATE = 64  # the cards of levels 3 and 4, which can be shuffled again, are those of the second word


@kernel(inline=True)
def active(state: State) -> Seat:
    """Return whose turn it is; the mask spares compiled code the handling of negative indices."""
    return int(state.seat) & SEAT_MASK


@kernel(inline=True)
def runner_of(state: State) -> Seat:
    """Return who carries out the action under way; the mask is as in `active`."""
    return int(state.runner) & SEAT_MASK


@kernel(inline=True)
def card_bit(card: Card) -> Bitboard:
    """Return the bit of a card in its word."""
    return ONE << np.uint64(card & WORD_MASK)


@kernel(inline=True)
def has(cards: Cards, card: Card) -> bool:
    """Say whether a card is in a set."""
    return bool(cards[card >> WORD_SHIFT] & card_bit(card) != ZERO)


@kernel(inline=True)
def add(cards: Cards, card: Card) -> None:
    """Put a card into a set."""
    cards[card >> WORD_SHIFT] |= card_bit(card)


@kernel(inline=True)
def remove(cards: Cards, card: Card) -> None:
    """Take a card out of a set."""
    cards[card >> WORD_SHIFT] &= ~card_bit(card)


@kernel(inline=True)
def count(cards: Cards) -> int:
    """Count the cards of a set."""
    return popcount(cards[0]) + popcount(cards[1])


@kernel(inline=True)
def of_level(level: int) -> Bitboard:
    """Return the bits of a level (0 to 3) in its word."""
    return OF_LEVEL << np.uint64((level & 1) << LEVEL_SHIFT)


@kernel(inline=True)
def nth_card(first: Bitboard, second: Bitboard, n: int) -> Card:
    """Return the card that has `n` lower ones in a set of two words."""
    n_first = popcount(first)
    return nth(first, n) if n < n_first else FIRST_LATE + nth(second, n - n_first)


@kernel(inline=True)
def pool_of(state: State, card: Card) -> int:
    """R100: return the number of the shuffle and level that a card belongs to."""
    late = card >> WORD_SHIFT  # 0 or 1: a multiplication is faster than a branch that cannot be predicted
    return (card >> LEVEL_SHIFT) + 2 * late * int(state.shuffle[card & WORD_MASK])


@kernel(inline=True)
def hand_word(state: State, seat: Seat, word: int) -> Bitboard:
    """Return one word of all cards of a hand."""
    return state.known[seat, word] | state.secret[seat, word]


@kernel(inline=True)
def take_secretly(state: State, seat: Seat, card: Card) -> None:
    """R39, R82: put a card into a hand that only its owner has seen."""
    add(state.secret[seat], card)
    pool = pool_of(state, card)
    state.n_secret[seat, pool] = int(state.n_secret[seat, pool]) + 1
    state.n_hand[seat] = int(state.n_hand[seat]) + 1


@kernel(inline=True)
def take_openly(state: State, seat: Seat, card: Card) -> None:
    """Put a card into a hand that everybody has seen."""
    add(state.known[seat], card)
    state.n_hand[seat] = int(state.n_hand[seat]) + 1


@kernel(inline=True)
def leave_hand(state: State, seat: Seat, card: Card) -> None:
    """Take a card out of a hand, face up."""
    pool = pool_of(state, card)
    state.n_secret[seat, pool] = int(state.n_secret[seat, pool]) - has(state.secret[seat], card)
    remove(state.known[seat], card)
    remove(state.secret[seat], card)
    state.n_hand[seat] = int(state.n_hand[seat]) - 1


@kernel(inline=True)
def has_secrets(state: State, seat: Seat) -> bool:
    """Say whether a hand has cards that not everybody has seen."""
    return bool(state.secret[seat, 0] | state.secret[seat, 1] != ZERO)


@kernel
def discard_hand(state: State, seat: Seat) -> None:
    """R93: discard a whole hand that everybody has seen."""
    for word in range(2):
        state.discards[word] |= state.known[seat, word]
        state.known[seat, word] = ZERO
    state.n_hand[seat] = 0
