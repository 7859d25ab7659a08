"""Looks at cards in hands: who knows where a card is while it moves."""

from types import SimpleNamespace

import numpy as np

from mctsky.core.looks import (
    GONE,
    forget_looks,
    holder_of,
    knows_look,
    look,
    look_fields,
    pass_card,
    seen_card,
    swap_hands,
)


def looks(*seen):
    """Return a state after some looks, each (card, holder, looker)."""
    (name, kind, size), (count, _) = look_fields(4)
    state = SimpleNamespace(**{name: np.zeros(size, kind), count: 0})
    for each in seen:
        look(state, *each)
    return state


def listed(state):
    """Return card and holder of each look."""
    return [(seen_card(state, i), holder_of(state, i)) for i in range(state.n_looks)]


def test_holder_and_looker_know_a_card_that_was_seen():
    state = looks((63, 5, 0))
    assert listed(state) == [(63, 5)]
    assert [seat for seat in range(6) if knows_look(state, 0, seat)] == [0, 5]


def test_a_card_is_passed_on_and_goes():
    state = looks((3, 0, 1), (4, 0, 1), (3, 2, 1))
    pass_card(state, 3, 0, 2)
    assert listed(state) == [(3, 2), (4, 0), (3, 2)]
    pass_card(state, 4, 0, GONE)
    pass_card(state, 4, 0, 1)  # it is not there any more
    assert listed(state) == [(3, 2), (4, GONE), (3, 2)]


def test_hands_are_swapped_also_with_equal_cards():
    state = looks((3, 0, 1), (3, 1, 0), (5, 2, 0))
    swap_hands(state, 0, 1)
    assert listed(state) == [(3, 1), (3, 0), (5, 2)]


def test_a_seat_forgets_what_it_has_not_seen():
    state = looks((3, 0, 1), (4, 2, 1))
    assert forget_looks(state, 0) == 0b001
    assert listed(state) == [(3, 0), (0, 0)]
    assert forget_looks(state, 0) == 0b001
    other = looks((3, 0, 1), (6, 2, 1))
    forget_looks(other, 0)
    assert other.looks.tolist() == state.looks.tolist()
