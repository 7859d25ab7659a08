"""Perft against known counts and against a slow count in plain Python."""

import pytest

import mctsky
from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.perft import perft
from mctsky.core.position import Game, Position
from micro.pennies import SPEC


def slow_perft(position: Position, depth: int, turns: bool = False) -> int:
    """Count by recursion over the friendly classes."""
    if depth == 0:
        return 1
    actor = position.to_act
    codes = [code for code, _ in position.chance_codes()] if actor == CHANCE else position.legal_codes()
    total = 0
    for code in codes:
        after = position.copy()
        after.play(code)
        total += slow_perft(after, depth - (not turns or after.to_act != actor), turns)
    return total


def test_tictactoe_counts():
    start = mctsky.load("tictactoe").start()
    assert [perft(start, depth) for depth in range(10)] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert perft(start, 10) == perft(start, 500) == 0
    assert sum(perft(start, depth) for depth in range(10)) == 549946


def test_a_finished_game_has_no_moves():
    over = mctsky.load("tictactoe").position("a3; a2; b3; b2; c3")
    assert over.to_act == NOBODY
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("depth", range(6))
def test_chance_and_turns(depth, turns):
    """Showing both coins is one turn of chance."""
    start = Game(SPEC).start()
    assert perft(start, depth, turns=turns) == slow_perft(start, depth, turns)
    assert perft(start, 3, turns=True) == perft(start, 4) == 4


@pytest.mark.parametrize("text", ["a3; c3; b2; c1", "a3; b3", "start"])
def test_from_a_position(text):
    position = mctsky.load("tictactoe").position(text)
    assert perft(position, 3) == slow_perft(position, 3)
    assert position.text() == text
