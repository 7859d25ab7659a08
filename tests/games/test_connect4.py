"""Connect Four: each rule, known counts and statistics, agreement with the naive rules, texts and the quick estimate."""

import itertools
import math
import random

import numpy as np
import pytest

from mctsky import load
from mctsky.core.contract import NOBODY, legal_moves, play, random_move, returns, to_act
from mctsky.core.jit import borrow, kernel
from mctsky.core.perft import perft
from mctsky.core.rng import below, make_rng
from mctsky.errors import IllegalMoveError, PositionError
from naive import connect4 as naive

GAME = load("connect4")
DRAWN = "ddbgfabbecggbebcdbedeefcdgdagecgaffffcacaa"  # 42 drops without four in a row


def played(moves):
    position = GAME.start()
    for move in moves:
        position.play(move)
    return position


def test_a_random_move_is_the_one_drawn_from_the_list():
    out, seen = np.empty(7, np.int32), set()
    for number, (position, board) in enumerate(random_walks(30, 5)):
        if naive.is_over(board):
            continue
        n = legal_moves(GAME.rules, position.state, out)
        expected = int(out[below(make_rng(number), n)])
        rng = make_rng(number)
        assert random_move(GAME.rules, position.state, out, rng) == expected
        seen.add(n)
    assert {4, 5, 6, 7} <= seen  # with full columns and without


def random_walks(n_games, seed):
    """Yield (position, naive board) after every ply of random games."""
    chooser = random.Random(seed)
    for _ in range(n_games):
        position, board = GAME.start(), naive.start()
        while True:
            yield position, board
            if naive.is_over(board):
                break
            move = chooser.choice(naive.moves(board))
            position.play(move)
            board = naive.play(board, move)


def test_r1_seat_0_begins_and_the_seats_take_turns():
    position = GAME.start()
    for ply, move in enumerate("ddccbb"):
        assert position.to_act == ply % 2
        position.play(move)


def test_r2_a_stone_lands_on_the_lowest_empty_square():
    assert played("dd").text() == "7/7/7/7/3o3/3x3"
    assert played("ga").text() == "7/7/7/7/7/o5x"


def test_r2_a_full_column_takes_no_more():
    position = played("dddddd")
    assert position.legal_moves() == ["a", "b", "c", "e", "f", "g"]
    with pytest.raises(IllegalMoveError, match="column d is full; legal: a b c e f g"):
        position.play("d")


@pytest.mark.parametrize("moves", ["aabbccd", "abababa", "abbccdcddgd", "gffeededdad"])
def test_r3_four_in_a_row_win_at_once(moves):
    position = played(moves[:-1])
    assert not position.is_over
    position.play(moves[-1])
    assert position.to_act == NOBODY
    assert position.legal_moves() == []
    assert position.returns() == [1.0, 0.0]
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play("g")


def test_r3_seat_1_can_win():
    assert played("gabacada").returns() == [0.0, 1.0]


def test_r3_all_69_lines_win_and_no_other_four_squares_in_line_do():
    from mctsky.games.connect4.rules import has_four

    lines = {frozenset(7 * column + row for column, row in line) for line in naive.LINES}
    assert len(lines) == 69
    squares = [7 * column + row for column, row in naive.SQUARES]
    for first in squares:
        for step in range(1, 17):
            line = [first + k * step for k in range(4)]
            if set(line) <= set(squares):
                assert has_four(np.uint64(sum(1 << square for square in line))) == (frozenset(line) in lines)


def test_r3_the_last_square_can_win():
    """A win with stone 42 is a win for seat 1, not a draw."""
    found = [p for p, board in full_boards() if naive.winners(board)]
    assert found
    for position in found:
        assert position.returns() == [0.0, 1.0]


def test_r4_a_full_board_is_a_draw():
    position = played(DRAWN)
    assert position.is_over
    assert position.returns() == [0.5, 0.5]
    assert not played(DRAWN[:-1]).is_over


@kernel(entry=True)
def fill_boards(game, pool, moves, rng):
    """Play random games into pool[1:], keeping those that fill the board."""
    pool, moves = borrow(pool), borrow(moves)
    n = 1
    while n < len(pool):
        pool[n] = pool[0]
        plies = 0
        while to_act(game, pool[n]) >= 0:
            n_legal = legal_moves(game, pool[n], moves)
            play(game, pool[n], moves[below(rng, n_legal)])
            plies += 1
        n += plies == 42
    return n


def full_boards():
    pool = np.zeros(300, GAME.spec.state_dtype).view(np.recarray)
    fill_boards(GAME.rules, pool, np.zeros(7, np.int32), make_rng(3))
    for state in pool[1:]:
        position = GAME.start()
        position.state = state
        rows = position.text().split("/")[::-1]
        yield position, [[row[column] for row in rows] for column in range(7)]


def test_full_boards_agree_with_the_naive_rules():
    for position, board in full_boards():
        assert position.returns() == naive.results(board)


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate([1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234])))
def test_perft(depth, leaves):
    assert perft(GAME.start(), depth) == leaves


@kernel(entry=True)
def play_out(game, pool, moves, values, totals, rng, n_games):
    """Play random games from pool[0]; add wins, draws, plies and squared plies to `totals`."""
    pool, moves, values, totals = borrow(pool), borrow(moves), borrow(values), borrow(totals)
    for _ in range(n_games):
        pool[1] = pool[0]
        plies = 0
        while to_act(game, pool[1]) >= 0:
            n_legal = legal_moves(game, pool[1], moves)
            play(game, pool[1], moves[below(rng, n_legal)])
            plies += 1
        returns(game, pool[1], values)
        totals[0] += values[0] == 1.0
        totals[1] += values[1] == 1.0
        totals[2] += values[0] == 0.5
        totals[3] += plies
        totals[4] += plies * plies


def test_random_play_has_the_known_statistics():
    n_games = 1_000_000
    pool = np.zeros(2, GAME.spec.state_dtype).view(np.recarray)
    pool[0] = GAME.start().state
    totals = np.zeros(5)
    play_out(GAME.rules, pool, np.zeros(7, np.int32), np.zeros(2), totals, make_rng(1), n_games)
    first, second, draws, plies, squares = totals / n_games
    assert math.isclose(first + second + draws, 1.0)
    for share, known in ((first, 0.5557), (second, 0.4418), (draws, 0.0026)):
        assert abs(share - known) < 4 * math.sqrt(known * (1 - known) / n_games) + 0.00005  # the last: known to 4 digits
    assert abs(plies - 21.31) < 4 * math.sqrt((squares - plies**2) / n_games) + 0.005


def test_random_positions_agree_with_the_naive_rules():
    n_positions = n_over = 0
    for position, board in random_walks(200, seed=11):
        n_positions += 1
        assert position.legal_moves() == naive.moves(board)
        assert position.text() == naive.text(board)
        assert position.is_over == naive.is_over(board)
        if position.is_over:
            n_over += 1
            assert position.returns() == naive.results(board)
        else:
            assert position.to_act == naive.n_stones(board) % 2
    assert n_positions > 4000
    assert n_over == 200


def test_text_round_trip():
    for position, _ in random_walks(60, seed=12):
        read = GAME.position(position.text())
        assert read == position
        assert read.state.tobytes() == position.state.tobytes()
    assert GAME.position("7/7/7/7/3x3/2oxo2").to_act == 0
    assert GAME.view("7/7/7/7/7/3x3", 1).legal_moves() == list("abcdefg")
    full = played(DRAWN)
    assert GAME.position(full.text()) == full


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("7/7/7/7/7", "5 rows instead of six"),
        ("7/7/7/7/7/8", "row 6 has signs other than"),
        ("7/7/7/7/7/3X3", "row 6 has signs other than"),
        ("7/7/7/7/7/3x4", "row 6 has 8 squares"),
        ("7/7/7/7/7/3x", "row 6 has 4 squares"),
        ("7/7/7/7/7/3x12", "row 6 splits a run"),
        ("7/7/7/7/3x3/7", "floats above an empty square in column d"),
        ("7/7/7/7/7/3o3", "x has as many stones"),
        ("7/7/7/7/7/xx5", "x has as many stones"),
        ("7/7/7/7/oooo3/xxxx3", "both seats have four"),
        ("7/7/7/o6/oo5/xxxxo2", "after the game had been won"),
        ("7/7/7/7/2ooo2/oxxxxxx", "x has as many stones"),
        ("7/7/7/x6/x6/oo5", "no game leads here"),
        ("", "1 rows instead of six"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(PositionError, match=problem):
        GAME.position(text)


def test_two_separate_fours_of_the_winner_are_refused():
    """The last stone can complete several fours, but each must hold it."""
    assert not GAME.position("7/7/7/7/ooo1ooo/xxx1xxx").is_over
    assert GAME.position("7/7/7/7/ooo1ooo/xxxxxxx").returns() == [1.0, 0.0]
    with pytest.raises(PositionError, match="no game leads here"):
        GAME.position("7/7/x5x/x5x/xoo1o1x/xoo1oox")


def fillings(height, n_stones):
    """Yield every filling of the first three columns, up to a height, with this many stones."""
    column_texts = ["".join(stones) for h in range(height + 1) for stones in itertools.product("xo", repeat=h)]
    for columns in itertools.product(column_texts, repeat=3):
        if sum(map(len, columns)) == n_stones:
            yield [*map(list, columns), [], [], [], []]


@pytest.mark.parametrize(("n_stones", "height", "at_least"), [(4, 4, 50), (5, 5, 100), (7, 4, 300), (8, 4, 400)])
def test_exactly_the_reachable_boards_are_accepted(n_stones, height, at_least):
    accepted = set()
    for board in fillings(height, n_stones):
        try:
            accepted.add(GAME.position(naive.text(board)).text())
        except PositionError:
            continue
    empty_rows = "7/" * (6 - height)
    assert accepted == {text for text in naive.boards_after(n_stones, "abc") if text.startswith(empty_rows)}
    assert len(accepted) > at_least


def test_hard_unreachable_boards_are_refused_in_bounded_work():
    """Found by hill climbing on the work of the reachability search."""
    columns = ["xoxo", "oxoxox", "oxooxx", "xoxox", "oooxxx", "oxox", "oxoxox"]
    with pytest.raises(PositionError, match="no game leads here"):
        GAME.position(naive.text([list(column) for column in columns]))


def test_move_texts():
    position = GAME.start()
    assert position.legal_moves() == list("abcdefg")
    assert [position.parse_move(text) for text in "abcdefg"] == list(range(7))
    for text in ("", "h", "A", "ab", "1", "abcdefg"):
        with pytest.raises(IllegalMoveError, match="no such move"):
            position.play(text)


def test_boards_are_shown():
    position = played("dc")
    assert position.render().split("\n")[-2:] == [". . o x . . .", "a b c d e f g"]
    svg = position.svg()
    assert svg.count('fill="#d33"') == svg.count('fill="#fc3"') == 1
    assert svg.count("<circle") == 42


def test_estimates_of_certain_results():
    assert played("aabbcc").evaluate() == [1.0, 0.0]
    assert played("gaabbcc").evaluate()[0] < 1.0
    assert played("agbgcg").evaluate() == [1.0, 0.0]
    assert played("ccddg").evaluate() != [1.0, 0.0]
    assert played("ccdde").evaluate() == [1.0, 0.0]  # b and f both win
    assert played(DRAWN).evaluate() == [0.5, 0.5]
    assert played("aabbccd").evaluate() == [1.0, 0.0]


def test_estimates_are_fair_shares_and_symmetric():
    for position, board in random_walks(40, seed=13):
        values = position.evaluate()
        assert sum(values) == pytest.approx(1.0)
        assert min(values) >= 0.0
        mirrored = GAME.position(naive.text(board[::-1]))
        assert mirrored.evaluate() == values
        if position.is_over:
            assert values == position.returns()


def sensible_move(board, chooser):
    """Win in one, else block in one, else choose at random."""
    own, other = ("xo", "ox")[naive.n_stones(board) % 2]
    return chooser.choice(naive.completing(board, own) or naive.completing(board, other) or naive.moves(board))


def test_estimates_predict_the_results_of_sensible_players():
    chooser = random.Random(14)
    estimates, results = [], []
    for _ in range(60):
        board, position, seen = naive.start(), GAME.start(), []
        while not position.is_over:
            if naive.n_stones(board) >= 8:
                seen.append(position.evaluate()[0])
            move = sensible_move(board, chooser)
            board = naive.play(board, move)
            position.play(move)
        estimates += seen
        results += [position.returns()[0]] * len(seen)
    error = np.mean((np.array(estimates) - results) ** 2)
    assert len(results) > 600
    assert error < 0.8 * np.var(results)  # a constant has the variance
