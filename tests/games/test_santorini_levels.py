"""Nested bitboards of both Santorinis: heights, climbing and building."""

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.core.grid import mask_of, squares_of
from mctsky.games.santorini.levels import ROOF, TOP, build_on, height, not_too_high

DTYPE = record_dtype(("levels", np.uint64, (ROOF,)))


def bit(square):
    return mask_of([int(square)])


def state_with(heights):
    """Return a record whose square k has heights[k] pieces."""
    state = np.zeros(1, DTYPE).view(np.recarray)[0]
    for level in range(ROOF):
        state.levels[level] = np.uint64(sum(1 << square for square, pieces in enumerate(heights) if pieces > level))
    return state


def test_heights():
    state = state_with([0, 1, 2, 3, 4])
    assert [height(state, bit(square)) for square in range(6)] == [0, 1, 2, 3, ROOF, 0]


def test_building_up_to_the_roof():
    state = state_with([0, 0, 2])
    assert [build_on(state, bit(1)) for _ in range(ROOF)] == [1, 2, TOP, ROOF]
    assert [squares_of(level) for level in state.levels] == [[1, 2], [1, 2], [1], [1]]
    assert height(state, bit(0)) == 0, "other squares stay as they are"
    assert height(state, bit(2)) == 2


def test_building_keeps_the_levels_nested():
    rng = np.random.default_rng(5)
    heights = [0] * 64
    state = state_with(heights)
    for square in rng.integers(0, 64, 400):
        if heights[square] < ROOF:
            heights[square] += 1
            assert build_on(state, bit(square)) == heights[square]
    assert [height(state, bit(square)) for square in range(64)] == heights
    assert ROOF in heights


def test_at_most_one_level_up():
    state = state_with([0, 1, 2, 3, 4, 3, 2, 1, 0])
    for square, pieces in enumerate([0, 1, 2, 3, 4, 3, 2, 1, 0]):
        if pieces == ROOF:
            continue  # nobody stands on a roof
        within = set(squares_of(not_too_high(state, bit(square))))
        for other, there in enumerate([0, 1, 2, 3, 4, 3, 2, 1, 0]):
            if there < ROOF:
                assert (other in within) == (there <= pieces + 1)
