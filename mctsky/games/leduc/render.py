"""Leduc poker's table as text and SVG."""

from typing import Any

from mctsky.games.leduc.notation import CARD_SIGNS, betting

WORDS = {"f": "fold", "c": "call", "r": "raise"}


def render_text(game: Any, state: Any) -> str:
    """Return both seats with card and chips, the public card and the betting."""
    lines = []
    for seat in range(2):
        turn = "  to act" if state.actor == seat else ""
        chips = int(state.chips[seat])
        lines.append(f"seat {seat}: {CARD_SIGNS[int(state.card[seat])]:2}  {chips} chip{'s' if chips > 1 else ''}{turn}")
    lines.append(f"public: {CARD_SIGNS[int(state.public)]}")
    for index, name in enumerate(("first", "second")):
        words = [WORDS[sign] for sign in betting(state, index).strip(".")]
        lines.append(f"{name} round: {' '.join(words) or 'none'}")
    return "\n".join(lines)


def render_svg(game: Any, state: Any) -> str:
    """Return the table as an SVG document."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 110" width="400" height="220">']
    parts.append('<rect width="200" height="110" rx="8" fill="#2a6b4a"/>')
    shown = ((20, state.card[0], 0), (80, state.public, None), (140, state.card[1], 1))
    for x, card, seat in shown:
        border = "#fc3" if seat is not None and state.actor == seat else "#222"
        parts.append(f'<rect x="{x}" y="12" width="40" height="56" rx="4" fill="#fff" stroke="{border}" stroke-width="3"/>')
        sign = CARD_SIGNS[int(card)]
        colour = "#b33" if sign.endswith("h") else "#222"
        sign = sign.replace("s", "♠").replace("h", "♥")
        text = f'font-size="20" text-anchor="middle" font-family="serif" fill="{colour}"'
        parts.append(f'<text x="{x + 20}" y="47" {text}>{sign}</text>')
        label = "public" if seat is None else f"{seat}: {int(state.chips[seat])} in pot"
        parts.append(f'<text x="{x + 20}" y="82" font-size="9" fill="#fff" text-anchor="middle">{label}</text>')
    lines = f"{betting(state, 0)} / {betting(state, 1)}"
    parts.append(f'<text x="100" y="100" font-size="10" fill="#fff" text-anchor="middle">{lines}</text>')
    return "".join([*parts, "</svg>"])
