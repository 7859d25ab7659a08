"""Tic-tac-toe: each rule, known counts, and all 5478 states against the naive rules."""

from fractions import Fraction
from functools import cache
from itertools import product

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


@cache
def graph():
    """Return every state that the compiled rules reach: text -> (position, texts after each move)."""
    found, waiting = {}, [GAME.start()]
    while waiting:
        position = waiting.pop()
        if position.text() in found:
            continue
        after = []
        for move in position.legal_moves():
            child = position.copy()
            child.play(move)
            after.append(child)
        found[position.text()] = (position, [child.text() for child in after])
        waiting.extend(after)
    return found


def summed(leaf, combine):
    """Return the value of the start, from values of finished games and a rule to combine those of the children."""

    @cache
    def value(text):
        position, after = graph()[text]
        return leaf(position) if position.is_over else combine(position, [value(child) for child in after])

    return value(GAME.start().text())


def test_r1_seat_0_begins_and_the_seats_take_turns():
    position = GAME.start()
    for ply, move in enumerate(("a1", "b2", "c3", "a3")):
        assert position.to_act == ply % 2
        position.play(move)
    assert position.text() == "o.x/.o./x.."


def test_r2_a_turn_takes_an_empty_square():
    position = GAME.start()
    assert sorted(position.legal_moves()) == sorted(naive.NAMES)
    position.play("b2")
    assert "b2" not in position.legal_moves()
    assert len(position.legal_moves()) == 8
    with pytest.raises(IllegalMoveError, match="square b2 is taken"):
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
    assert set(graph()) == {naive.text(board) for board in naive.states()}


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
        position, after = graph()[naive.text(board)]
        assert position.legal_moves() == naive.moves(board)
        assert after == [naive.text(naive.play(board, move)) for move in naive.moves(board)]
        assert position.is_over == naive.is_over(board)
        if position.is_over:
            assert position.returns() == naive.results(board)
        assert GAME.position(position.text()) == position


def test_exactly_the_reachable_boards_are_accepted():
    accepted = set()
    for signs in product(".xo", repeat=9):
        text = naive.text("".join(signs))
        try:
            GAME.position(text)
        except PositionError:
            continue
        accepted.add(text)
    assert accepted == set(graph())


@pytest.mark.parametrize("text", ["", "x", "xo./...", "x.o/.x./..oo", "X../.../...", ".../.../.../...", "x o/.x./..o"])
def test_malformed_positions_are_refused(text):
    with pytest.raises(PositionError, match="not three rows"):
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
    assert position.svg().count("<circle") == 1
