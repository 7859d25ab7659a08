"""Kuhn poker's table as text and SVG."""

from typing import Any

from mctsky.games.kuhn.state import CARD_SIGNS, betting


def render_text(game: Any, state: Any) -> str:
    """Return both seats with card and chips, and the betting."""
    lines = []
    for seat in range(2):
        turn = "  to act" if state.actor == seat else ""
        chips = int(state.chips[seat])
        lines.append(f"seat {seat}: {CARD_SIGNS[int(state.card[seat])]}  {chips} chip{'s' if chips > 1 else ''}{turn}")
    words = [{"p": "pass", "b": "bet"}[sign] for sign in betting(state).strip(".")]
    return "\n".join([*lines, "betting: " + (" ".join(words) or "none")])


def render_svg(game: Any, state: Any) -> str:
    """Return the table as an SVG document."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 110" width="280" height="220">']
    parts.append('<rect width="140" height="110" rx="8" fill="#2a6b4a"/>')
    for seat in range(2):
        x = 20 + 60 * seat
        border = "#fc3" if state.actor == seat else "#222"
        parts.append(f'<rect x="{x}" y="12" width="40" height="56" rx="4" fill="#fff" stroke="{border}" stroke-width="3"/>')
        sign = CARD_SIGNS[int(state.card[seat])]
        parts.append(f'<text x="{x + 20}" y="49" font-size="26" text-anchor="middle" font-family="serif">{sign}</text>')
        label = f"{seat}: {int(state.chips[seat])} in pot"
        parts.append(f'<text x="{x + 20}" y="82" font-size="9" fill="#fff" text-anchor="middle">{label}</text>')
    parts.append(f'<text x="70" y="100" font-size="10" fill="#fff" text-anchor="middle">{betting(state)}</text>')
    return "".join([*parts, "</svg>"])
