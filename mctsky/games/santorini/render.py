"""Santorini's board as text and SVG."""

import re
from typing import Any

from mctsky.core.color import SEATS, Paint, ansi, plain
from mctsky.core.grid import FILES, SIDE, parse_square
from mctsky.games.santorini.levels import ROOF
from mctsky.games.santorini.notation import LETTERS, format_move, sign_at
from mctsky.games.santorini.state import EDGE

CELL, MARGIN = 60, 22
GROUND, EDGES, ROOF_COLOUR = "#9c8", "#675", "#27b"
LEVEL_COLOURS = ("#e8e4d8", "#f3f0e8", "#fff")
WORKER_COLOURS = ("#d33", "#36c")


def render_text(game: Any, state: Any, paint: Paint = plain) -> str:
    """Return the board with ranks and files: `.` for the ground, heights 1 to 3, R for a roof, A and B for workers."""
    lines = []
    for rank in reversed(range(EDGE)):
        cells = [sign_at(state, SIDE * rank + file) for file in range(EDGE)]
        shown = [
            paint(cell, SEATS[LETTERS.index(cell[0])]) if len(cell) > 1 else f" {cell}".replace("0", ".") for cell in cells
        ]
        lines.append(f"{rank + 1} " + " ".join(shown))
    return "\n".join([*lines, "  " + " ".join(f" {letter}" for letter in FILES[:EDGE])])


def render_color(game: Any, state: Any) -> str:
    """Return the same text with the workers in colour."""
    return render_text(game, state, ansi)


def render_svg(game: Any, state: Any) -> str:
    """Return the board as an SVG document: levels as nested squares, a roof as a dome, workers as discs."""
    size = EDGE * CELL + MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" font-family="sans-serif">']
    for rank in range(EDGE):
        for file in range(EDGE):
            x, y = MARGIN + CELL * file, CELL * (EDGE - 1 - rank)
            parts += _cell(sign_at(state, SIDE * rank + file), x, y)
    for index in range(EDGE):
        middle = CELL * index + CELL // 2
        parts.append(f'<text x="{MARGIN // 2}" y="{middle + 5}" font-size="14" text-anchor="middle">{EDGE - index}</text>')
        parts.append(f'<text x="{MARGIN + middle}" y="{size - 6}" font-size="14" text-anchor="middle">{FILES[index]}</text>')
    return "".join([*parts, "</svg>"])


def _cell(sign: str, x: int, y: int) -> list[str]:
    """Return the drawing of one square, whose north-western corner is (x, y)."""
    parts = [f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{GROUND}" stroke="{EDGES}"/>']
    height = ROOF if sign[-1] == "R" else int(sign[-1])
    for level, colour in enumerate(LEVEL_COLOURS[:height]):
        gap = 4 + 5 * level
        side = CELL - 2 * gap
        parts.append(
            f'<rect x="{x + gap}" y="{y + gap}" width="{side}" height="{side}" rx="3" fill="{colour}" stroke="{EDGES}"/>'
        )
    middle_x, middle_y = x + CELL // 2, y + CELL // 2
    if height == ROOF:
        parts.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="15" fill="{ROOF_COLOUR}"/>')
        parts.append(f'<circle cx="{middle_x - 4}" cy="{middle_y - 5}" r="4" fill="#fff" fill-opacity="0.5"/>')
    if len(sign) > 1:
        colour = WORKER_COLOURS[LETTERS.index(sign[0])]
        parts.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="13" fill="{colour}" stroke="#222"/>')
    if 0 < height < ROOF:
        parts.append(f'<text x="{x + CELL - 8}" y="{y + CELL - 7}" font-size="10" text-anchor="middle">{height}</text>')
    return parts


def trace_move(game: Any, state: Any, move: int, played: bool) -> list[tuple[float, float]]:
    """Return the places of a move in the picture: from, to and built, or the two workers placed."""
    named = [parse_square(name) for name in re.findall("[a-e][1-5]", format_move(game, state, move))]
    squares = [square for square in named if square is not None]
    return [(MARGIN + CELL * (square % SIDE + 0.5), CELL * (EDGE - square // SIDE - 0.5)) for square in squares]
