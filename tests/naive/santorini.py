"""Classic Santorini, slow and obvious: a dictionary of heights, two sets of workers, and every turn written out as text.

Squares are (file, rank) pairs from 0 to 4, a height of 4 is a roof. A position is never changed: `play` returns a new one.
"""

from dataclasses import dataclass, replace
from itertools import combinations

Square = tuple[int, int]

SQUARES = [(file, rank) for rank in range(5) for file in range(5)]
ROOF = 4


@dataclass(frozen=True)
class Board:
    heights: dict[Square, int]
    workers: tuple[frozenset[Square], frozenset[Square]]
    turn: int
    climbed: bool = False  # the seat that is not to move has just reached level 3


def start() -> Board:
    return Board(dict.fromkeys(SQUARES, 0), (frozenset(), frozenset()), 0)


def name(square: Square) -> str:
    return "abcde"[square[0]] + "12345"[square[1]]


def square_of(text: str) -> Square:
    return "abcde".index(text[0]), "12345".index(text[1])


def around(square: Square) -> list[Square]:
    return [other for other in SQUARES if other != square and max(abs(other[0] - square[0]), abs(other[1] - square[1])) == 1]


def is_free(board: Board, square: Square) -> bool:
    """Say whether a square has neither a roof nor a worker."""
    return board.heights[square] < ROOF and square not in board.workers[0] | board.workers[1]


def steps(board: Board) -> list[tuple[Square, Square]]:
    """Return every way in which a worker of the seat to move can step."""
    return [
        (here, there)
        for here in board.workers[board.turn]
        for there in around(here)
        if is_free(board, there) and board.heights[there] <= board.heights[here] + 1
    ]


def after_step(board: Board, here: Square, there: Square) -> Board:
    moved = list(board.workers)
    moved[board.turn] = moved[board.turn] - {here} | {there}
    return replace(board, workers=(moved[0], moved[1]))


def wins(board: Board, here: Square, there: Square) -> bool:
    return board.heights[here] == 2 and board.heights[there] == 3


def moves(board: Board, per_build: bool = False) -> set[str]:
    """Return the texts of all legal moves; none when the game is over."""
    if board.climbed:
        return set()
    if not board.workers[board.turn]:
        empty = [square for square in SQUARES if is_free(board, square)]
        return {f"{name(one)},{name(other)}" for one, other in combinations(empty, 2)}
    found = set()
    for here, there in steps(board):
        step = f"{name(here)}-{name(there)}"
        if wins(board, here, there) and not per_build:
            found.add(step)
            continue
        moved = after_step(board, here, there)
        found |= {f"{step}+{name(built)}" for built in around(there) if is_free(moved, built)}
    return found


def play(board: Board, move: str) -> Board:
    if "," in move:
        placed = list(board.workers)
        placed[board.turn] = frozenset(square_of(text) for text in move.split(","))
        return replace(board, workers=(placed[0], placed[1]), turn=1 - board.turn)
    step, _, built = move.partition("+")
    here, there = (square_of(text) for text in step.split("-"))
    moved = replace(after_step(board, here, there), turn=1 - board.turn)
    if wins(board, here, there):
        return replace(moved, climbed=True)
    return replace(moved, heights={**board.heights, square_of(built): board.heights[square_of(built)] + 1})


def is_over(board: Board) -> bool:
    return not moves(board)


def results(board: Board) -> list[float]:
    """Return the result of a finished game: whoever would have to move has lost."""
    return [0.0, 1.0] if board.turn == 0 else [1.0, 0.0]


def text(board: Board) -> str:
    """Return the position as mctsky writes it."""
    rows = []
    for rank in range(4, -1, -1):
        row = ""
        for file in range(5):
            letter = "A" if (file, rank) in board.workers[0] else "B" if (file, rank) in board.workers[1] else ""
            row += letter + "0123R"[board.heights[file, rank]]
        rows.append(row)
    return "/".join(rows) + f" {board.turn}"


def count(board: Board, depth: int, per_build: bool) -> int:
    """Count the sequences of `depth` moves."""
    if depth == 0:
        return 1
    return sum(count(play(board, move), depth - 1, per_build) for move in moves(board, per_build))
