"""Kuhn poker's table as text."""

from typing import Any

from mctsky.games.kuhn.notation import CARD_SIGNS, betting


def render_text(game: Any, state: Any) -> str:
    """Return both seats with card and chips, and the betting."""
    lines = []
    for seat in range(2):
        turn = "  to act" if state.actor == seat else ""
        chips = int(state.chips[seat])
        lines.append(f"seat {seat}: {CARD_SIGNS[int(state.card[seat])]}  {chips} chip{'s' if chips > 1 else ''}{turn}")
    words = [{"p": "pass", "b": "bet"}[sign] for sign in betting(state).strip(".")]
    return "\n".join([*lines, "betting: " + (" ".join(words) or "none")])
