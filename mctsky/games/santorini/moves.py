"""Santorini's moves as text: `b2,d4` places two workers, `c3-d4+d5` steps and builds, `c3-d4` wins (listed once)."""

import re
from typing import Any

from mctsky.core.grid import parse_square, square_name
from mctsky.games.santorini.towers import ROOF
from mctsky.games.santorini.state import FIRST_PLACEMENT, OFFSETS, SQUARES, heights_of

PLACEMENT = re.compile("([a-e][1-5]),([a-e][1-5])")
TURN = re.compile(r"([a-e][1-5])-([a-e][1-5])(?:\+([a-e][1-5]))?")


def _squares_of_turn(move: int) -> tuple[int, int, int]:
    origin = move >> 6
    target = origin + OFFSETS[move >> 3 & 7]
    return origin, target, target + OFFSETS[move & 7]


def _wins_once(game: Any, state: Any, origin: int, target: int) -> bool:
    """Say whether a step wins and is listed without the build that could follow it."""
    if game.per_build or origin not in SQUARES or target not in SQUARES:
        return False
    _, second, third, roofs = (int(level) for level in state.levels)
    return bool(second >> origin & 1 and not third >> origin & 1 and third >> target & 1 and not roofs >> target & 1)


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    if move >= FIRST_PLACEMENT:
        first, second = divmod(move - FIRST_PLACEMENT, len(SQUARES))
        return f"{square_name(SQUARES[first])},{square_name(SQUARES[second])}"
    origin, target, built = _squares_of_turn(move)
    step = f"{square_name(origin)}-{square_name(target)}"
    return step if _wins_once(game, state, origin, target) else f"{step}+{square_name(built)}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    if found := PLACEMENT.fullmatch(text):
        first, second = sorted(SQUARES.index(_square(name)) for name in found.groups())
        return FIRST_PLACEMENT + len(SQUARES) * first + second
    found = TURN.fullmatch(text)
    if not found:
        return None
    origin, target = _square(found[1]), _square(found[2])
    built = None if found[3] is None else _square(found[3])
    if (built is None) != _wins_once(game, state, origin, target) or target - origin not in OFFSETS:
        return None
    code = 64 * origin + 8 * OFFSETS.index(target - origin)
    if built is None:
        return code
    return code + OFFSETS.index(built - target) if built - target in OFFSETS else None


def _square(name: str) -> int:
    square = parse_square(name)
    assert square is not None, "the patterns let only names of squares through"
    return square


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    mover = int(state.actor)
    placing = int(state.workers[mover]) == 0
    if placing != (move >= FIRST_PLACEMENT):
        return "both workers are placed first" if placing else "the workers are placed already"
    taken = int(state.workers[0]) | int(state.workers[1])
    if placing:
        return "two different squares without a worker are needed"
    origin, target, built = _squares_of_turn(move)
    heights = dict(zip(SQUARES, heights_of(state), strict=True))
    if not int(state.workers[mover]) >> origin & 1:
        return f"seat {mover} has no worker on {square_name(origin)}"
    for square in (target, built):
        if square != origin and taken >> square & 1:
            return f"a worker stands on {square_name(square)}"
        if heights[square] == ROOF:
            return f"{square_name(square)} has a roof"
    return f"a worker climbs at most one level, and {square_name(target)} is {heights[target] - heights[origin]} higher"
