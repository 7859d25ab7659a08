"""The points won so far."""

from typing import Any


def points(game: Any, state: Any) -> list[int]:
    """Return the points won so far, by seat."""
    return [int(score) for score in state.scores[: game.n_seats]]
