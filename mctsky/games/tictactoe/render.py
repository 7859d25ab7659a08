"""Tic-tac-toe's board as text and SVG."""

from typing import Any

from mctsky.games.tictactoe.state import format_position


def render_text(game: Any, state: Any) -> str:
    """Return the board with coordinates."""
    rows = format_position(game, state).split("/")
    return "\n".join([*(f"{label} {' '.join(row)}" for label, row in zip("321", rows, strict=True)), "  a b c"])


def render_svg(game: Any, state: Any) -> str:
    """Return the board as an SVG document."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90" width="180" height="180">']
    parts.append('<path d="M30 3V87M60 3V87M3 30H87M3 60H87" stroke="#444" stroke-width="2" fill="none"/>')
    for index, sign in enumerate(format_position(game, state).replace("/", "")):
        x, y = index % 3 * 30 + 15, index // 3 * 30 + 15
        if sign == "x":
            cross = f"M{x - 8} {y - 8}L{x + 8} {y + 8}M{x + 8} {y - 8}L{x - 8} {y + 8}"
            parts.append(f'<path d="{cross}" stroke="#b33" stroke-width="4"/>')
        elif sign == "o":
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" stroke="#37b" stroke-width="4" fill="none"/>')
    return "".join([*parts, "</svg>"])
