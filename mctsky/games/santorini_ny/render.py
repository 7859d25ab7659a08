"""Santorini: New York's table as text and SVG."""

import re
from typing import Any

from mctsky.core.color import SEATS, Paint, ansi, ground, plain
from mctsky.core.contract import CHANCE
from mctsky.core.grid import FILES, N_SQUARES, SIDE, parse_square, squares_of
from mctsky.games.santorini_ny.moves import RAISED
from mctsky.games.santorini_ny.notation import LETTERS, PHASES, board_rows, cards_of, format_move
from mctsky.games.santorini_ny.roles import title
from mctsky.games.santorini_ny.state import DEAL, OVER, PICK

CELL, LEFT = 48, 24
COLOURS = ("#c0392b", "#2471a3", "#d68910", "#1e8449", "#7d3c98")
START = ground(252)  # grey
LEVELS = ("#e8e4da", "#d5c9ae", "#bfa878", "#a3834b")


def _card(game: Any, card: int) -> str:
    return f"{card} {title(int(game.tables.roles[card - 1]))}"


def _hand(game: Any, state: Any, seat: int) -> str:
    size = int(state.hand_sizes[seat])
    if size and not state.hands[seat]:
        return f"{size} unknown"
    return ", ".join(_card(game, card) for card in cards_of(state.hands[seat]))


def _played(game: Any, state: Any, seat: int) -> str:
    card = int(state.table[seat])
    if not card:
        return ""
    return f"plays {_card(game, card)}" + ("" if int(state.shown) >> seat & 1 else ", face down")


def _seat_lines(game: Any, state: Any, seat: int, paint: Paint = plain) -> list[str]:
    """Return a seat's played cards, then its hand with the roles of the cards."""
    parts = [paint(f"{LETTERS[seat]} seat {seat}", SEATS[seat])]
    if played := _played(game, state, seat):
        parts.append(played)
    if spent := cards_of(state.spent[seat]):
        parts.append(f"shown {' '.join(map(str, spent))}")
    if int(state.statue) == seat + 1:
        parts.append("has the Statue")
    if not int(state.alive) >> seat & 1:
        parts.append("is out")
    lines = [", ".join(parts)]
    return lines + ([f"  hand {_hand(game, state, seat)}"] if int(state.hand_sizes[seat]) else [])


def _starts(game: Any, state: Any) -> dict[int, str]:
    """Return the signs of the start squares that can still be picked, by square."""
    if int(state.phase) != PICK:
        return {}
    numbers = [number for number in range(len(game.tables.starts)) if not int(state.taken) >> number & 1]
    return {square: f"*{number + 1}" for number in numbers for square in squares_of(game.tables.starts[number])}


def _next_line(state: Any) -> str:
    phase = int(state.phase)
    if phase == OVER:
        return f"seat {int(state.winner) - 1} has won"
    if int(state.actor) == CHANCE:
        return "chance deals a card" if phase == DEAL else "cards are turned up"
    return f"seat {int(state.actor)} is to act: {PHASES[phase].replace('_', ' ')}"


def _sign(sign: str, paint: Paint) -> str:
    if sign[0] == "*":
        return paint(sign, START)
    if len(sign) > 1:
        return paint(sign, SEATS[LETTERS.index(sign[0])])
    return sign.replace(".", " ").rjust(2)


def render_text(game: Any, state: Any, paint: Paint = plain) -> str:
    """Return the board with heights and workers, the start squares while they are picked, then the seats."""
    rows, starts = board_rows(game, state), _starts(game, state)
    lines = []
    for index, row in enumerate(rows):
        first = SIDE * (len(rows) - 1 - index)
        signs = " ".join(_sign(starts.get(first + file, sign), paint) for file, sign in enumerate(row))
        lines.append(f"{len(rows) - index} {signs}".rstrip())
    lines.append("  " + " ".join(FILES[file].rjust(2) for file in range(len(rows[0]))))
    lines.append(f"left: {int(state.blocks)} blocks, {int(state.roofs)} roofs, {int(state.skyscrapers_left)} skyscrapers")
    lines += ["*n: the two squares of start number n"] if starts else []
    for seat in range(game.n_seats):
        lines += _seat_lines(game, state, seat, paint)
    return "\n".join([*lines, _next_line(state)])


def render_color(game: Any, state: Any) -> str:
    """Return the same text with workers and seats in colour."""
    return render_text(game, state, ansi)


def _square_svg(sign: str, x: int, y: int) -> list[str]:
    """Return one square: nested levels, a dome for a roof, a dark block for a skyscraper, a disc for a worker."""
    parts = [f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{LEVELS[0]}" stroke="#8a8676"/>']
    if sign == "S":
        parts.append(f'<rect x="{x + 8}" y="{y + 4}" width="{CELL - 16}" height="{CELL - 8}" fill="#37474f"/>')
        return parts
    level = 3 if sign == "R" else int(sign[-1])
    for step in range(1, level + 1):
        inset = 4 * step
        size = CELL - 2 * inset
        parts.append(
            f'<rect x="{x + inset}" y="{y + inset}" width="{size}" height="{size}" fill="{LEVELS[step]}" stroke="#6e6448"/>'
        )
    middle_x, middle_y = x + CELL // 2, y + CELL // 2
    if sign == "R":
        parts.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="11" fill="#2e86c1"/>')
    elif len(sign) == 2:
        parts.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="10" fill="{COLOURS[LETTERS.index(sign[0])]}" stroke="#fff"/>')
        parts.append(_label(sign[0], middle_x, middle_y + 4, "#fff"))
    if sign != "R" and level:
        parts.append(f'<text x="{x + 3}" y="{y + 11}" font-family="sans-serif" font-size="9" fill="#444">{level}</text>')
    return parts


def _label(text: str, x: int, y: int, colour: str = "#333") -> str:
    return f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="12" text-anchor="middle" fill="{colour}">{text}</text>'


def render_svg(game: Any, state: Any) -> str:
    """Return the same table as an SVG document."""
    rows, starts = board_rows(game, state), _starts(game, state)
    lines = [line for seat in range(game.n_seats) for line in _seat_lines(game, state, seat)] + [_next_line(state)]
    left = LEFT
    board_height = CELL * len(rows)
    width = max(left + CELL * SIDE, 40 + 7 * max(map(len, lines)))
    height = board_height + 30 + 18 * len(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for index, row in enumerate(rows):
        parts.append(_label(str(len(rows) - index), left // 2, CELL * index + CELL // 2 + 4))
        for file, sign in enumerate(row):
            if sign != ".":
                parts += _square_svg(sign, left + CELL * file, CELL * index)
            if start := starts.get(SIDE * (len(rows) - 1 - index) + file):
                parts.append(_label(f"start {start[1:]}", left + CELL * file + CELL // 2, CELL * index + CELL // 2 + 4))
    parts += [_label(FILES[file], left + CELL * file + CELL // 2, board_height + 14) for file in range(len(rows[0]))]
    for index, line in enumerate(lines):
        y = board_height + 36 + 18 * index
        parts.append(f'<text x="{left}" y="{y}" font-family="sans-serif" font-size="13" fill="#222">{line}</text>')
    return "".join([*parts, "</svg>"])


def trace_move(game: Any, state: Any, move: int, played: bool) -> list[tuple[float, float]]:
    """Return the squares of a move in the picture; of a played move only the last, because its worker has moved."""
    if move < RAISED:
        return []
    named = [parse_square(name) for name in re.findall("[a-h][1-8]", "" if played else format_move(game, state, move))]
    squares = [square for square in named if square is not None] or [(move - RAISED) % N_SQUARES]
    height = len(board_rows(game, state))
    return [(LEFT + CELL * (square % SIDE + 0.5), CELL * (height - square // SIDE - 0.5)) for square in squares]
