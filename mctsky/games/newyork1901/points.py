"""The points, and where those of a finished game come from."""

from typing import Any

from mctsky.games.newyork1901.moves import BONUSES
from mctsky.games.newyork1901.rules.scoring import final_points


def points(game: Any, state: Any) -> list[int]:
    """Return the points scored so far, by seat; a finished game includes the points of the end."""
    return [int(score) for score in state.scores[: game.n_seats]]


def points_by_source(game: Any, state: Any) -> list[dict[str, int]]:
    """Return the points of each seat by source; their sum is the score.

    A source is worth what the rules add at the end with it, less what they add without it.
    """
    columns = []
    bonus = f"bonus {BONUSES[int(state.bonus) - 1]}" if int(state.bonus) else "bonus"
    for seat in range(game.n_seats):
        here = state.copy()
        parts, rest = {}, int(final_points(game, here, seat))
        for source, field in (("streets", "streets"), (bonus, "bonus")):
            here[field] = 0
            left = int(final_points(game, here, seat))
            parts[source], rest = rest - left, left
        columns.append({"buildings": int(state.scores[seat]) - sum(parts.values()) - rest, **parts, "unused cards": rest})
    return columns
