"""The table as text and SVG; a concealed state is shown with `?` for what the viewer does not know."""

from typing import Any

from .state import FOLDED, NOT_DEALT, STAYED, UNKNOWN

WORDS = {FOLDED: "fold", STAYED: "stay"}


def _seats(game: Any, state: Any) -> list[tuple[str, str]]:
    """Return the card and the word of each seat."""
    signs = {NOT_DEALT: " ", UNKNOWN: "?"}
    cards = [signs.get(int(card), str(card)) for card in state.card[: game.n_seats]]
    return [(card, WORDS.get(int(said), "")) for card, said in zip(cards, state.said[: game.n_seats], strict=True)]


def render_text(game: Any, state: Any) -> str:
    """Return one line per seat."""
    return "\n".join(f"seat {seat} [{card:>2}] {word}".rstrip() for seat, (card, word) in enumerate(_seats(game, state)))


def render_svg(game: Any, state: Any) -> str:
    """Return the cards side by side as an SVG document."""
    width = 60 * game.n_seats
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 100" width="{2 * width}">']
    for seat, (card, word) in enumerate(_seats(game, state)):
        x = 60 * seat
        parts.append(f'<rect x="{x + 10}" y="10" width="40" height="60" rx="5" fill="#fff" stroke="#444"/>')
        parts.append(f'<text x="{x + 30}" y="48" font-size="22" text-anchor="middle">{card.strip()}</text>')
        parts.append(f'<text x="{x + 30}" y="90" font-size="14" text-anchor="middle">{word}</text>')
    return "".join([*parts, "</svg>"])
