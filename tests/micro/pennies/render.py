"""Matching pennies as text and SVG."""

from typing import Any

from micro.pennies.state import format_position

WORDS = {"-": "nothing yet", "h": "heads, hidden", "t": "tails, hidden", "H": "heads", "T": "tails"}


def render_text(game: Any, state: Any) -> str:
    """Return one line per seat."""
    return "\n".join(f"seat {seat}: {WORDS[sign]}" for seat, sign in enumerate(format_position(game, state)))


def render_svg(game: Any, state: Any) -> str:
    """Return the two coins as an SVG document."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="200" height="100">']
    for seat, sign in enumerate(format_position(game, state)):
        x = 25 + 50 * seat
        parts.append(f'<circle cx="{x}" cy="25" r="20" fill="#dca" stroke="#444"/><text x="{x}" y="30">{sign}</text>')
    return "".join([*parts, "</svg>"])
