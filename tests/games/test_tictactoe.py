"""Tic-tac-toe: each rule, known counts, and all 5478 states against the naive rules."""

from fractions import Fraction
from functools import cache

import pytest

from mctsky import load
from mctsky.core.contract import NOBODY
from mctsky.core.perft import perft
from mctsky.errors import IllegalMoveError, PositionError
from naive import tictactoe as naive

GAME = load("tictactoe")


def played(*moves):
    position = GAME.start()
    for move in moves:
        position.play(move)
    return position


def board_of(position):
    """Return the nine signs of a board as the naive rules write them, read from the picture."""
    return "".join(line[2:].replace(" ", "") for line in position.render().splitlines()[:3])


@cache
def graph():
    """Return every state that the compiled rules reach: board -> (position, boards after each move)."""
    found, waiting = {}, [GAME.start()]
    while waiting:
        position = waiting.pop()
        if board_of(position) in found:
            continue
        after = []
        for move in position.legal_moves():
            child = position.copy()
            child.play(move)
            after.append(child)
        found[board_of(position)] = (position, [board_of(child) for child in after])
        waiting.extend(after)
    return found


def summed(leaf, combine):
    """Return the value of the start, from values of finished games and a rule to combine those of the children."""

    @cache
    def value(board):
        position, after = graph()[board]
        return leaf(position) if position.is_over else combine(position, [value(child) for child in after])

    return value(naive.START)


def test_r1_seat_0_begins_and_the_seats_take_turns():
    position = GAME.start()
    for ply, move in enumerate(("a1", "b2", "c3", "a3")):
        assert position.to_act == ply % 2
        position.play(move)
    assert board_of(position) == "o.x.o.x.."
    assert position.text() == "a1; b2; c3; a3"


def test_r2_a_turn_takes_an_empty_square():
    position = GAME.start()
    assert sorted(position.legal_moves()) == sorted(naive.NAMES)
    position.play("b2")
    assert "b2" not in position.legal_moves()
    assert len(position.legal_moves()) == 8
    with pytest.raises(IllegalMoveError, match="no such move; legal: a3 b3"):
        position.play("b2")


@pytest.mark.parametrize("line", naive.LINES)
def test_r3_three_in_a_row_win_at_once(line):
    names = [naive.NAMES[square] for square in line]
    others = [name for name in naive.NAMES if name not in names]
    position = played(names[0], others[0], names[1], others[1])
    assert not position.is_over
    position.play(names[2])
    assert position.to_act == NOBODY
    assert position.legal_moves() == []
    assert position.returns() == [1.0, 0.0]


def test_r3_seat_1_can_win():
    assert played("a1", "a3", "b1", "b3", "c2", "c3").returns() == [0.0, 1.0]


def test_r4_a_full_board_is_a_draw():
    moves = ["b2", "a1", "a3", "c1", "b1", "b3", "a2", "c2", "c3"]
    assert not played(*moves[:-1]).is_over
    assert played(*moves).is_over
    assert played(*moves).returns() == [0.5, 0.5]


def test_number_of_states():
    assert len(graph()) == 5478
    assert set(graph()) == set(naive.states())


def test_number_of_games_and_nodes():
    assert summed(lambda position: 1, lambda position, children: sum(children)) == 255168
    assert summed(lambda position: 1, lambda position, children: 1 + sum(children)) == 549946


def test_perft_counts_the_same_nodes():
    counts = [perft(GAME.start(), depth) for depth in range(10)]
    assert counts == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert sum(counts) == 549946


def test_perfect_play_is_a_draw():
    def best(position, children):
        return max(children) if position.to_act == 0 else min(children)

    assert summed(lambda position: position.returns()[0], best) == 0.5


def test_random_play_has_the_known_odds():
    def odds(position):
        first, second = position.returns()
        return Fraction(first == 1), Fraction(second == 1), Fraction(first == second)

    def mean(position, children):
        return tuple(sum(column) / len(children) for column in zip(*children, strict=True))

    known = (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    assert summed(odds, mean) == known
    assert naive.random_play(naive.START) == known


def test_every_state_agrees_with_the_naive_rules():
    for board in naive.states():
        position, after = graph()[board]
        assert position.legal_moves() == naive.moves(board)
        assert after == [naive.play(board, move) for move in naive.moves(board)]
        assert position.is_over == naive.is_over(board)
        if position.is_over:
            assert position.returns() == naive.results(board)
        assert GAME.position(position.text()) == position


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "move 1: no such move"),
        ("a1;", "move 2: no such move"),
        ("a1; a1", "move 2: no such move"),
        ("a1 b2", "move 1: no such move"),
        ("x.o/.x./..o", "move 1: no such move"),
        ("start; a1", "move 1: no such move"),
        ("a3; a2; b3; b2; c3; c2", "move 6: the game is over"),
    ],
)
def test_a_position_is_the_moves_played(text, problem):
    assert GAME.position("a1; b2;c3") == GAME.position(" a1;b2 ; c3") == played("a1", "b2", "c3")
    with pytest.raises(PositionError, match=problem):
        GAME.position(text)


def test_move_texts():
    position = GAME.start()
    assert position.legal_moves() == naive.NAMES
    for text in ("", "a", "a4", "d1", "1a", "a11", "A1"):
        with pytest.raises(IllegalMoveError, match="no such move"):
            position.play(text)


def test_boards_are_shown():
    position = played("a1", "b2")
    assert position.render() == "3 . . .\n2 . o .\n1 x . .\n  a b c"
    assert ">2 . o .<" in position.svg()
