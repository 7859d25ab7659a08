"""Card helpers: draws are equally likely, and a redeal keeps what a seat knows."""

from collections import Counter

import numpy as np
import pytest

from mctsky.core.cards import (
    deck_of_kinds,
    draw_card,
    draw_hand,
    draw_kind,
    list_draws,
    list_kinds,
    put_card,
    redeal,
    take_card,
    unseen_by,
)
from mctsky.core.rng import make_rng
from support.compiled import compiled

BOTH = pytest.mark.parametrize("how", [lambda kernel: kernel, compiled], ids=["python", "compiled"])
SEEN = np.array([0b01, 0b11, 0b00, 0b10, 0b01, 0b00], np.uint8)  # by card: the seats that know where it is


@BOTH
def test_draws_are_listed_with_their_shares(how):
    out, odds = np.zeros(5, np.int32), np.zeros(5)
    assert how(list_draws)(np.array([0, 5, 0, 2, 1], np.int64), 20, out, odds) == 3
    assert out[:3].tolist() == [21, 23, 24]
    assert odds[:3].tolist() == [5 / 8, 2 / 8, 1 / 8]


@BOTH
def test_a_deck_of_equal_cards_as_a_set_lists_its_kinds(how):
    kinds, sets = deck_of_kinds(0, 3, 1, 2)
    assert kinds.tolist() == [1, 1, 1, 2, 3, 3]
    assert sets.tolist() == [0, 0b111, 0b1000, 0b110000]
    out, odds = np.zeros(4, np.int32), np.zeros(4)
    assert how(list_kinds)(np.uint64(0b010011), sets, 20, out, odds) == 2
    assert out[:2].tolist() == [21, 23]
    assert odds[:2].tolist() == [2 / 3, 1 / 3]


@BOTH
def test_equal_decks_are_equal_sets_whatever_was_taken_and_put_back(how):
    take, put, (_, sets) = how(take_card), how(put_card), deck_of_kinds(3, 2)
    deck = np.uint64(0b11111)
    for taken, left in ((0, 0b11011), (1, 0b01011), (0, 0b01001)):
        deck = np.uint64(take(deck, sets[taken]))
        assert int(deck) == left
    for back, left in ((1, 0b11001), (0, 0b11011), (0, 0b11111)):
        deck = np.uint64(put(deck, sets[back]))
        assert int(deck) == left


@BOTH
def test_a_kind_is_drawn_by_its_number_and_taken_out(how):
    draw, drawn = how(draw_kind), Counter()
    for seed in range(2000):
        counts = np.array([0, 3, 0, 1], np.int64)
        kind = draw(counts, make_rng(seed))
        drawn[kind] += 1
        assert counts.sum() == 3
    assert set(drawn) == {1, 3}
    assert 1400 < drawn[1] < 1600


@BOTH
def test_a_card_and_a_hand_are_drawn_from_a_set(how):
    card, hand = how(draw_card), how(draw_hand)
    cards = np.uint64(0b1011_0100)
    assert {int(card(cards, make_rng(seed))) for seed in range(100)} == {2, 4, 5, 7}
    hands = Counter(int(hand(cards, 2, make_rng(seed))) for seed in range(3000))
    assert len(hands) == 6
    assert all(drawn.bit_count() == 2 and drawn & ~int(cards) == 0 for drawn in hands)
    assert min(hands.values()) > 400


@BOTH
def test_a_redeal_keeps_sizes_and_what_the_viewer_knows(how):
    deal, before = how(redeal), [0b000011, 0b001100]  # cards 4 and 5 are in the deck
    assert int(how(unseen_by)(SEEN, 0)) == 0b101100
    found = set()
    for seed in range(200):
        hands = np.array(before, np.uint64)
        deck = int(deal(hands, SEEN, 0, np.uint64(0b110000), make_rng(seed)))
        assert [int(cards).bit_count() for cards in hands] == [2, 2]
        assert int(hands[0]) == before[0]  # seat 0 has seen cards 0, 1 and 4
        assert deck & 0b010000
        assert int(hands[0]) | int(hands[1]) | deck == 0b111111
        found.add(int(hands[1]))
    assert found == {0b001100, 0b100100, 0b101000}  # two of the cards 2, 3 and 5
