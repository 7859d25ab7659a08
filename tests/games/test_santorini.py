"""Classic Santorini: each rule, public node counts, agreement with the naive rules, texts, pictures and the quick estimate."""

import random
import re

import pytest

from mctsky import load
from mctsky.core.contract import NOBODY
from mctsky.core.perft import perft
from mctsky.errors import IllegalMoveError, OptionError, PositionError
from naive import santorini as naive

GAME = load("santorini")
PER_BUILD = load("santorini", win_listing="per_build")
OPENING = "00000/00000/00000/00000/A0A00B0B0 0"


def played(*moves):
    position = GAME.start()
    for move in moves:
        position.play(move)
    return position


def from_naive(text):
    """Return the naive board of a text, read in its own way."""
    rows, turn = text.split(" ")
    heights, workers = {}, (set(), set())
    for rank, row in zip(range(4, -1, -1), rows.split("/"), strict=True):
        for file, cell in enumerate(re.findall("[AB]?[0-3R]", row)):
            heights[file, rank] = "0123R".index(cell[-1])
            if len(cell) > 1:
                workers["AB".index(cell[0])].add((file, rank))
    return naive.Board(heights, (frozenset(workers[0]), frozenset(workers[1])), int(turn))


def random_walks(game, n_games, seed):
    """Yield (position, naive board) after every ply of random games; every third game climbs whenever it can."""
    chooser = random.Random(seed)
    per_build = game.options["win_listing"] == "per_build"
    for number in range(n_games):
        position, board = game.start(), naive.start()
        while True:
            yield position, board
            moves = sorted(naive.moves(board, per_build))
            if not moves:
                break
            if number % 3 == 0 and "-" in moves[0]:
                highest = max(board.heights[naive.square_of(move[3:5])] for move in moves)
                moves = [move for move in moves if board.heights[naive.square_of(move[3:5])] == highest]
            move = chooser.choice(moves)
            position.play(move)
            board = naive.play(board, move)


def steps(position):
    return {move.partition("+")[0] for move in position.legal_moves()}


def builds(position, step):
    return {move.partition("+")[2] for move in position.legal_moves() if move.startswith(f"{step}+")}


# ------------------------------------------------------------ the rules


def test_r1_each_seat_places_both_workers_in_one_move():
    position = GAME.start()
    assert position.to_act == 0
    assert len(position.legal_moves()) == 25 * 24 // 2
    position.play("b2,d4")
    assert position.text() == "00000/000A00/00000/0A0000/00000 1"
    assert len(position.legal_moves()) == 23 * 22 // 2
    assert not any("b2" in move or "d4" in move for move in position.legal_moves())
    position.play("d2,b4")
    assert position.text() == "00000/0B00A00/00000/0A00B00/00000 0"
    assert position.legal_moves()[0] == "b2-a1+b1"


def test_r2_the_seats_take_turns_and_a_turn_is_one_move():
    position = played("b2,d4", "b4,d2")
    for ply, move in enumerate(["b2-c3+c4", "d2-d3+d2", "c3-c4+c3"]):
        assert position.to_act == ply % 2
        position.play(move)
    assert position.text() == "00000/0B0A1A00/001B00/00010/00000 1"


def test_r3_a_worker_moves_to_a_free_neighbour():
    position = GAME.position("00000/00000/0RR00/RA0000/A0B00B00 0")
    assert steps(position) == {"b2-c1", "b2-c2", "b2-a3"}, "not on workers and roofs; a1 is shut in"


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("00000/00000/01200/0A0300/B0A0B002 0", {"a2", "a3", "b3"}),
        ("00000/00000/01200/0A1300/B0A0B001 0", {"a2", "a3", "b3", "c3"}),
        ("00000/00000/01200/0A2300/B0A0B002 0", {"a2", "a3", "b3", "c3", "c2"}),
    ],
)
def test_r4_a_worker_climbs_at_most_one_level_and_steps_down_any_number(text, targets):
    assert {step[3:] for step in steps(GAME.position(text)) if step.startswith("b2")} == targets


def test_r5_the_worker_that_moved_builds_next_to_it():
    position = GAME.position("00000/00000/00000/0A0000/B0A0B000 0")
    assert builds(position, "b2-c3") == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}, "the square it left is free"
    assert builds(position, "b2-a2") == {"a3", "b3", "b2"}, "not on workers, nor off the board"
    roofed = GAME.position("00000/0R0B00/00R00/0A0000/0A00B00 0")
    assert builds(roofed, "b2-b3") == {"a2", "a3", "a4", "b2", "c2", "c4"}, "not on a roof"


def test_r5_a_tower_grows_to_a_roof():
    position = played("a1,e1", "a5,e5")
    heights = []
    for mine, theirs in (("a1-b2", "a5-b4+a4"), ("b2-b1", "b4-a5+b5"), ("b1-b2", "a5-b4+a4")):
        position.play(f"{mine}+c2")
        heights.append(position.text().split("/")[3].replace("A0", "0")[2])
        position.play(theirs)
    assert heights == ["1", "2", "3"]
    position.play("b2-b1+c2")
    assert position.text().split("/")[3] == "00R00"


def test_r6_moving_up_to_level_3_wins_at_once():
    position = GAME.position("00000/00000/00310/0A2010/B0A0B010 0")
    assert "b2-c3" in position.legal_moves()
    assert builds(position, "b2-c3") == set()
    position.play("b2-c3")
    assert position.to_act == NOBODY
    assert position.legal_moves() == []
    assert position.returns() == [1.0, 0.0]
    assert position.text() == "00000/00000/00A310/02010/B0A0B010 1"
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play("a1-a2+a3")


def test_r6_seat_1_wins_too():
    position = GAME.position("00000/00000/00300/0B2010/A0B0A010 1")
    position.play("b2-c3")
    assert position.returns() == [0.0, 1.0]


def test_r6_level_3_cannot_be_reached_from_level_1():
    assert "b2-c3" not in steps(GAME.position("00000/00000/00300/0A1010/B0A0B010 0"))


def test_r7_no_legal_turn_loses():
    blocked = GAME.position("00000/0000A0/00000/22A100/B0B0200 1")
    assert blocked.is_over
    assert blocked.returns() == [1.0, 0.0]
    assert blocked.text().endswith(" 1")


def test_r7_the_last_build_can_leave_the_other_seat_without_a_turn():
    position = GAME.position("00000/00A000/00000/21A100/B0B0200 0")
    assert not position.is_over
    position.play("c4-c3+b2")
    assert position.is_over
    assert position.returns() == [1.0, 0.0]


def test_r8_winning_moves_are_listed_once_or_per_build():
    text = "00000/00000/00310/0A2010/B0A0B010 0"
    once, per_build = GAME.position(text), PER_BUILD.position(text)
    wins = [move for move in per_build.legal_moves() if move.startswith("b2-c3")]
    assert wins == [f"b2-c3+{square}" for square in ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")]
    assert sorted(set(per_build.legal_moves()) - set(wins)) == sorted(set(once.legal_moves()) - {"b2-c3"})
    for win in wins:
        position = per_build.copy()
        position.play(win)
        assert position.returns() == [1.0, 0.0]
        assert position.text() == "00000/00000/00A310/02010/B0A0B010 1", "nothing is built"
    for game, move in ((once, "b2-c3+c4"), (per_build, "b2-c3")):
        with pytest.raises(IllegalMoveError, match="no such move"):
            game.play(move)
    with pytest.raises(OptionError, match="once, per_build"):
        load("santorini", win_listing="twice")


# ------------------------------------------------------------ counts and the oracle


@pytest.mark.parametrize(("depth", "leaves"), [*enumerate([1, 300, 75_900, 4_313_232])])
def test_perft_from_the_empty_board(depth, leaves):
    assert perft(PER_BUILD.start(), depth) == leaves


@pytest.mark.parametrize(("depth", "leaves"), [*enumerate([1, 33, 996, 43_355, 1_814_402])])
def test_perft_from_an_opening(depth, leaves):
    assert perft(PER_BUILD.position(OPENING), depth) == leaves


@pytest.mark.parametrize("game", [GAME, PER_BUILD], ids=["once", "per_build"])
def test_perft_agrees_where_wins_are_near(game):
    text = "00000/0B2230/01300/0A2A200/0B0121 1"
    per_build = game is PER_BUILD
    board = from_naive(text)
    assert naive.count(board, 2, per_build) == perft(game.position(text), 2)


@pytest.mark.parametrize("game", [GAME, PER_BUILD], ids=["once", "per_build"])
def test_random_positions_agree_with_the_naive_rules(game):
    per_build = game is PER_BUILD
    n_positions = n_climbed = n_stuck = 0
    for position, board in random_walks(game, 60, seed=21):
        n_positions += 1
        assert sorted(position.legal_moves()) == sorted(naive.moves(board, per_build))
        assert position.text() == naive.text(board)
        assert position.is_over == naive.is_over(board)
        if position.is_over:
            n_climbed += board.climbed
            n_stuck += not board.climbed
            assert position.returns() == naive.results(board)
        else:
            assert position.to_act == board.turn
    assert n_positions > 1_500
    assert n_climbed > 10


def test_games_that_end_without_a_turn_agree_with_the_naive_rules():
    """Play many fast games, and compare the ends in which nobody has climbed."""
    chooser = random.Random(4)
    stuck = 0
    while stuck < 3:
        position = GAME.start()
        while not position.is_over:
            moves = position.legal_codes()
            lazy = [code for code in moves if "+" in position.format_move(code)]
            position.play(chooser.choice(lazy or moves))
        board = from_naive(position.text())
        climbed = any(board.heights[square] == 3 for squares in board.workers for square in squares)
        if not climbed:
            stuck += 1
            assert naive.is_over(board)
            assert position.returns() == naive.results(board)


# ------------------------------------------------------------ texts


def test_text_round_trip():
    for position, _ in random_walks(GAME, 20, seed=22):
        read = GAME.position(position.text())
        assert read == position
        assert read.state.tobytes() == position.state.tobytes()


def test_the_example_of_the_error_message_is_a_position():
    with pytest.raises(PositionError, match="such as") as refused:
        GAME.position("nonsense")
    (example,) = re.findall("'(.*)'", refused.value.remedy)
    assert GAME.position(example).to_act == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("00000/00000/00000/00000/00000", "the seat to move"),
        ("00000/00000/00000/00000/00000 2", "the seat to move"),
        ("00000/00000/00000/00000/00000  0", "the seat to move"),
        ("00000/00000/00000/00000 0", "4 rows"),
        ("00000/00000/0000/00000/00000 0", "row 3 has 4 squares"),
        ("00000/00000/00000/00004/00000 0", "row 4 has signs other than"),
        ("00000/00000/00000/00000/AB0000 0", "row 5 has signs other than"),
        ("00000/00000/00000/00000/0000A 0", "row 5 has signs other than"),
        ("00000/00000/00000/00000/A00000 1", "A has 1 workers"),
        ("A00000/00000/00000/00000/A0A0000 1", "A has 3 workers"),
        ("00000/00000/00000/00000/B0B0000 0", "seat 0 places its workers first"),
        ("00000/00000/00000/00000/00000 1", "seat 0 places first"),
        ("00000/00000/00000/00000/A0A0000 0", "seat 0 places first"),
        ("00000/00000/00000/00100/A0A0000 1", "before all workers are placed"),
        ("00000/00000/0R000/00000/A0ARB0B00 0", "stands on the roof of b1"),
        ("00000/00000/00000/00000/A0A00B0B0 1", "0 turns have been played, so seat 0 is next"),
        ("00000/00000/00000/00100/A0A00B0B0 0", "1 turns have been played, so seat 1 is next"),
        ("00000/00000/00000/00000/A3A30B0B0 0", "two workers stand on level 3"),
        ("00000/00000/00200/00A300/A00B0B00 1", "5 pieces are built, so the other seat moved last"),
        ("00000/00000/00000/00A300/A00B0B01 1", "no sequence of turns"),
        ("10000/00000/00000/00000/A0A00B0B0 1", "no sequence of turns"),
        ("00000/00000/00000/00000/A2A00B0B0 0", "no sequence of turns"),
        ("00000/00000/00000/00000/A0A01B1B0 0", "no sequence of turns"),
    ],
)
def test_positions_that_no_game_reaches_are_refused(text, problem):
    with pytest.raises(PositionError, match=problem):
        GAME.position(text)


def test_every_position_two_turns_after_a_placement_is_told_from_the_others():
    """Exact where enumeration can tell: workers stay in a corner, and one or two pieces are anywhere."""
    start = from_naive("00000/00000/00000/00000/A0B0A0B00 0")
    ends = {naive.text(after) for move in naive.moves(start) for after in [naive.play(start, move)]}
    for text in ends:
        assert GAME.position(text).text() == text
    two = random.Random(1).sample(sorted(ends), 20)
    for text in two:
        board = from_naive(text)
        for move in naive.moves(board):
            GAME.position(naive.text(naive.play(board, move)))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("a1-a2+a3", "no worker on a1"),
        ("b2-b3+a4", "b3 has a roof"),
        ("b2-c3+d4", "climbs at most one level, and c3 is 2 higher"),
        ("b2-a2+a1", "a worker stands on a1"),
        ("b2-b1+a1", "a worker stands on b1"),
        ("b2-a3+b3", "b3 has a roof"),
        ("b2-b4+b5", "no such move"),
        ("b2-a2", "no such move"),
        ("b2-b2+b3", "no such move"),
        ("a1,a2", "the workers are already placed"),
    ],
)
def test_illegal_moves_are_explained(move, why):
    position = GAME.position("00000/00000/0R200/0A0010/B0A0B010 0")
    with pytest.raises(IllegalMoveError, match=why):
        position.play(move)


def test_illegal_placements_are_explained():
    position = played("b2,d4")
    for move, why in (
        ("b2,c3", "two different squares"),
        ("c3,c3", "two different squares"),
        ("b2-b3+b4", "place both workers first"),
    ):
        with pytest.raises(IllegalMoveError, match=why):
            position.play(move)
    position.play("e5,a1")
    assert position.text().startswith("0000B0/"), "the order of the two does not matter"


# ------------------------------------------------------------ pictures and the estimate


def test_the_board_as_text():
    position = GAME.position("00000/00000/01R20/0A0300/B0A0B001 1")
    assert position.render().splitlines() == [
        "5  .  .  .  .  .",
        "4  .  .  .  .  .",
        "3  .  1  R  2  .",
        "2  . A0  3  .  .",
        "1 B0 A0 B0  .  1",
        "   a  b  c  d  e",
    ]


def test_the_board_as_svg():
    svg = GAME.position("00000/00000/00310/0A2010/B0A0B010 0").svg()
    assert svg.count('fill="#d33"') == 2
    assert svg.count('fill="#36c"') == 2
    assert svg.count("<rect") == 25 + 3 + 1 + 2 + 1 + 1


def test_the_estimate_of_a_finished_game_is_its_result():
    for position, _ in random_walks(GAME, 20, seed=23):
        values = position.evaluate()
        assert all(0.0 <= value <= 1.0 for value in values)
        assert sum(values) == pytest.approx(1.0)
        if position.is_over:
            assert values == position.returns()


def test_the_estimate_sees_wins_and_threats():
    win = GAME.position("00000/00000/00310/0A2010/B0A0B010 0")
    assert win.evaluate() == [1.0, 0.0]
    assert GAME.position("00000/00000/00300/0A2010/B0A0B010 1").evaluate()[0] > 0.6
    assert GAME.position(OPENING).evaluate()[0] == pytest.approx(0.5, abs=0.2)
    high = GAME.position("00000/00000/00000/0A1110/B0A0B010 0").evaluate()[0]
    low = GAME.position("00000/00000/01000/0A0110/B0A0B010 0").evaluate()[0]
    assert high > low
