"""What the rules say of the step before a position: what was legal there, and what the end has brought since."""

from typing import Any

import numpy as np

from mctsky.core.contract import find_verb
from mctsky.games.newyork1901.moves import PASS
from mctsky.games.newyork1901.spec import MAX_TURNS
from mctsky.games.newyork1901.state import BUILD, MOST_PLACES


def end_points(game: Any, state: Any) -> list[int]:
    """R38-R43, B4: return what the end has brought each seat, by a pass in the last turn of all."""
    before = state.copy()
    before.phase, before.turns, before.trigger, before.scores[:] = BUILD, MAX_TURNS - 1, 0, 0
    find_verb("play", type(game))(game, before, PASS)
    return [int(score) for score in before.scores[: game.n_seats]]


def legal_before(game: Any, state: Any, phase: int) -> list[int]:
    """Return the moves that were legal in the step before, when no tile was chosen yet."""
    before = state.copy()
    before.phase, before.tile, before.razing = phase, 0, 0
    out = np.empty(MOST_PLACES, np.int32)
    n = int(find_verb("legal_moves", type(game))(game, before, out))
    return [int(code) for code in out[:n]]
