"""Connect Four, slow and obvious: seven lists of stones, and every line of four squares written out."""

Columns = list[list[str]]  # the stones of each column from the bottom, "x" for seat 0 and "o" for seat 1

LETTERS = "abcdefg"
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
SQUARES = [(column, row) for column in range(7) for row in range(6)]
LINES = [
    [(column + k * right, row + k * up) for k in range(4)]
    for column, row in SQUARES
    for right, up in DIRECTIONS
    if (column + 3 * right, row + 3 * up) in SQUARES
]


def start() -> Columns:
    return [[] for _ in LETTERS]


def stone_at(columns: Columns, square: tuple[int, int]) -> str:
    column, row = square
    return columns[column][row] if row < len(columns[column]) else "."


def winners(columns: Columns) -> set[str]:
    """Return the marks that have four in a row."""
    lines = ["".join(stone_at(columns, square) for square in line) for line in LINES]
    return {mark for mark in "xo" if mark * 4 in lines}


def n_stones(columns: Columns) -> int:
    return sum(len(column) for column in columns)


def is_over(columns: Columns) -> bool:
    return bool(winners(columns)) or n_stones(columns) == 42


def moves(columns: Columns) -> list[str]:
    """Return the columns with room; none when the game is over."""
    return [] if is_over(columns) else [letter for letter, column in zip(LETTERS, columns, strict=True) if len(column) < 6]


def play(columns: Columns, move: str) -> Columns:
    """Return the board after a drop; the old one stays as it is."""
    mark = "xo"[n_stones(columns) % 2]
    return [[*column, mark] if letter == move else list(column) for letter, column in zip(LETTERS, columns, strict=True)]


def results(columns: Columns) -> list[float]:
    won = winners(columns)
    return [1.0, 0.0] if won == {"x"} else [0.0, 1.0] if won == {"o"} else [0.5, 0.5]


def text(columns: Columns) -> str:
    """Return the position as mctsky writes it: rows from the top, runs of empty squares as digits."""
    rows = ["".join(stone_at(columns, (column, row)) for column in range(7)) for row in range(5, -1, -1)]
    for run in range(7, 0, -1):
        rows = [row.replace("." * run, str(run)) for row in rows]
    return "/".join(rows)


def boards_after(depth: int, letters: str) -> set[str]:
    """Return the texts of all boards that `depth` drops into some columns can make."""
    boards = {text(start()): start()}
    for _ in range(depth):
        drops = [play(board, move) for board in boards.values() for move in moves(board) if move in letters]
        boards = {text(board): board for board in drops}
    return set(boards)


def completing(columns: Columns, mark: str) -> list[str]:
    """Return the columns into which a stone of `mark` would make four in a row."""
    found = []
    for move in moves(columns):
        dropped = [[*column, mark] if letter == move else column for letter, column in zip(LETTERS, columns, strict=True)]
        found += [move] if mark in winners(dropped) else []
    return found
