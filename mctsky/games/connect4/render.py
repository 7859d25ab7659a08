"""Connect Four's board as text and SVG."""

from typing import Any

from mctsky.core.color import SEATS, Paint, ansi, plain
from mctsky.games.connect4.notation import COLUMN_LETTERS, board_rows
from mctsky.games.connect4.state import N_COLUMNS, N_ROWS

CELL = 30
COLOURS = {"x": "#d33", "o": "#fc3", ".": "#fff"}
LOOKS = {"x": SEATS[0], "o": SEATS[2]}  # red and amber, as in the picture


def render_text(game: Any, state: Any, paint: Paint = plain) -> str:
    """Return the board with column letters below."""
    rows = [[paint(sign, LOOKS[sign]) if sign in LOOKS else sign for sign in row] for row in board_rows(state)]
    return "\n".join([*(" ".join(row) for row in rows), " ".join(COLUMN_LETTERS)])


def render_color(game: Any, state: Any) -> str:
    """Return the same text with the discs in colour."""
    return render_text(game, state, ansi)


def render_svg(game: Any, state: Any) -> str:
    """Return the board as an SVG document."""
    width, height = N_COLUMNS * CELL, N_ROWS * CELL
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 20}" width="{width}">']
    parts.append(f'<rect width="{width}" height="{height}" rx="6" fill="#248"/>')
    for row, signs in enumerate(board_rows(state)):
        for column, sign in enumerate(signs):
            x, y = CELL * column + CELL // 2, CELL * row + CELL // 2
            parts.append(f'<circle cx="{x}" cy="{y}" r="12" fill="{COLOURS[sign]}"/>')
    for column, letter in enumerate(COLUMN_LETTERS):
        x = CELL * column + CELL // 2
        parts.append(f'<text x="{x}" y="{height + 15}" font-size="13" text-anchor="middle">{letter}</text>')
    return "".join([*parts, "</svg>"])


def trace_move(game: Any, state: Any, move: int, played: bool) -> list[tuple[float, float]]:
    """Return where in the picture a disc would fall, or where the last one played in that column is."""
    height = sum(row[move] != "." for row in board_rows(state)) - played
    return [(CELL * (move + 0.5), CELL * (N_ROWS - height - 0.5))]
