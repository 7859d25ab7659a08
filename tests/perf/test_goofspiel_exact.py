"""perf/goofspiel_exact.py: matrices, positions and signs of its values."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mctsky

PERF = Path(__file__).parents[2] / "perf"


@pytest.fixture(scope="module")
def exact() -> Iterator[Any]:
    sys.path.insert(0, str(PERF))
    try:
        import goofspiel_exact

        yield goofspiel_exact
    finally:
        sys.path.remove(str(PERF))
        for name in ("goofspiel_exact", "strategies"):
            sys.modules.pop(name, None)


MATRICES = {
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0.0, [1 / 3, 1 / 3, 1 / 3]),
    "two bids": ([[0.5, -1], [-0.5, 1]], 0.0, [0.5, 0.5]),
    "a sure bid": ([[0.2, 0.4], [0.1, 0.9]], 0.2, [1.0, 0.0]),
}


@pytest.mark.parametrize("name", MATRICES)
def test_a_matrix_is_solved(exact: Any, name: str) -> None:
    numbers, value, strategy = MATRICES[name]
    matrix, first, second = np.zeros((7, 7)), np.zeros(7), np.zeros(7)
    matrix[: len(numbers), : len(numbers)] = numbers
    assert exact.solve(matrix, len(numbers), first, second) == pytest.approx(value, abs=1e-3)
    assert first[: len(numbers)] == pytest.approx(strategy, abs=0.02)


def test_the_end_of_a_game_has_its_result(exact: Any) -> None:
    """With one card each left, the higher one wins the last prize; two points behind, a prize of three turns the game."""
    values = np.zeros((128, 128, 128, 57), np.float32)
    values[0, 0, 0] = np.sign(np.arange(-28, 29))
    exact.fill_values(values, np.flatnonzero(exact.SIZES == 1), 1)
    six, five, prize_of_three = 1 << 5, 1 << 4, 1 << 2
    assert [exact.value_of(values, six, five, prize_of_three, lead) for lead in (-4, -3, -2)] == [-1, 0, 1]
    assert [exact.value_of(values, five, six, prize_of_three, lead) for lead in (2, 3, 4)] == [-1, 0, 1]
    assert exact.value_of(values, six, six, prize_of_three, 0) == 0


def test_a_place_is_what_a_seat_sees(exact: Any) -> None:
    position = mctsky.load("goofspiel", cards=7).start(3)
    first = exact.place_of(position.view(0))
    assert (first.mine, first.theirs, first.prizes, first.lead) == (127, 127, 127, 0)
    position.play("7")
    position.play("2")
    for seat, lead in ((0, first.prize + 1), (1, -first.prize - 1)):
        place = exact.place_of(position.view(seat))
        assert (place.mine, place.theirs) == ((0b0111111, 0b1111101) if seat == 0 else (0b1111101, 0b0111111))
        assert place.lead == lead
        assert place.prizes == 127 & ~(1 << first.prize)
        assert place.prize != first.prize
