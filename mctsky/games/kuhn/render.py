"""Kuhn poker's table as text."""

from typing import Any

from mctsky.games.kuhn.notation import CARD_SIGNS, betting
from mctsky.games.kuhn.state import card_of, chips_of


def render_text(game: Any, state: Any) -> str:
    """Return all seats with card and chips, and the betting."""
    lines = []
    for seat in range(game.n_seats):
        turn = "  to act" if state.actor == seat else ""
        chips = chips_of(state, seat)
        lines.append(f"seat {seat}: {CARD_SIGNS[card_of(state, seat)]}  {chips} chip{'s' if chips > 1 else ''}{turn}")
    words = [{"p": "pass", "b": "bet"}[sign] for sign in betting(state).strip(".")]
    return "\n".join([*lines, "betting: " + (" ".join(words) or "none")])
