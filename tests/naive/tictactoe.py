"""Tic-tac-toe, slow and obvious: a string of nine signs, squares in reading order from the top left."""

from fractions import Fraction
from functools import cache

NAMES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
START = "." * 9


def winner(board: str) -> str | None:
    """Return the mark with three in a row."""
    for line in LINES:
        marks = {board[square] for square in line}
        if len(marks) == 1 and marks != {"."}:
            return marks.pop()
    return None


def is_over(board: str) -> bool:
    return winner(board) is not None or "." not in board


def moves(board: str) -> list[str]:
    return [] if is_over(board) else [name for name, sign in zip(NAMES, board, strict=True) if sign == "."]


def play(board: str, move: str) -> str:
    square = NAMES.index(move)
    mark = "x" if board.count("x") == board.count("o") else "o"
    return board[:square] + mark + board[square + 1 :]


def results(board: str) -> list[float]:
    won = winner(board)
    return [1.0, 0.0] if won == "x" else [0.0, 1.0] if won == "o" else [0.5, 0.5]


@cache
def states() -> tuple[str, ...]:
    """Return every board that a game can reach."""
    found, waiting = set(), [START]
    while waiting:
        board = waiting.pop()
        if board not in found:
            found.add(board)
            waiting.extend(play(board, move) for move in moves(board))
    return tuple(sorted(found))


@cache
def random_play(board: str) -> tuple[Fraction, Fraction, Fraction]:
    """Return the odds that x wins, that o wins and that nobody does when both choose uniformly."""
    if is_over(board):
        won = winner(board)
        return Fraction(won == "x"), Fraction(won == "o"), Fraction(won is None)
    after = [random_play(play(board, move)) for move in moves(board)]
    x_wins, o_wins, draws = (sum(odds, Fraction(0)) / len(after) for odds in zip(*after, strict=True))
    return x_wins, o_wins, draws
