"""Goofspiel's table as text and SVG: one row per round, then hands and points."""

from typing import Any

from mctsky.games.goofspiel.notation import format_position
from mctsky.games.goofspiel.state import MAX_PLAYERS


def _rows(game: Any, state: Any) -> list[list[str]]:
    """Return the table: a heading, one row per round, the hands and the points."""
    rows = [["round", "prize", *(f"seat {seat}" for seat in range(game.n_seats)), "winner"]]
    for index, word in enumerate(format_position(game, state).split(" ")):
        if word == "draw":
            rows.append([str(index + 1), "?", *([""] * game.n_seats), ""])
            continue
        prize, _, rest = word.partition("=")
        bids, _, winner = rest.partition(">")
        rows.append([str(index + 1), prize, *bids.split(","), "nobody" if winner == "-" else winner and f"seat {winner}"])
    rows.append(["", "hand", *(_hand(game, state, seat) for seat in range(game.n_seats)), ""])
    rows.append(["", "points", *(str(int(state.scores[seat])) for seat in range(game.n_seats)), ""])
    return rows


def _hand(game: Any, state: Any, seat: int) -> str:
    """Return a hand as text; of an unknown one only its size."""
    cards = [str(card) for card in range(1, game.n_cards + 1) if int(state.hands[seat]) >> card - 1 & 1]
    spent = int(state.n_rounds) + (int(state.committed) >> seat & 1)
    if len(cards) + spent > game.n_cards:
        return f"{game.n_cards - spent} cards"
    return " ".join(cards) or "-"


def render_text(game: Any, state: Any) -> str:
    """Return the rounds, hands and points as a table."""
    rows = _rows(game, state)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)


def render_svg(game: Any, state: Any) -> str:
    """Return the same table as an SVG document."""
    rows = _rows(game, state)
    widths = [max(len(row[column]) for row in rows) * 8 + 16 for column in range(len(rows[0]))]
    width, height = sum(widths), 24 * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/><rect width="{width}" height="24" fill="#ddd"/>',
    ]
    for index, row in enumerate(rows):
        x = 0
        for column, cell in enumerate(row):
            won = 1 < column < MAX_PLAYERS + 2 and row[-1] == f"seat {column - 2}"
            if cell:
                look = ' font-weight="bold" fill="#b33"' if won else ' fill="#222"'
                parts.append(
                    f'<text x="{x + 8}" y="{24 * index + 17}" font-family="monospace" font-size="13"{look}>{cell}</text>'
                )
            x += widths[column]
    return "".join([*parts, "</svg>"])
