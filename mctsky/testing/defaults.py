"""A `determinise` of a game's own against the default, which plays the game again in every way that fits (core/replay.py).

The default needs the field `history`, so the game is copied under a tag type of its own whose states have it. That reaches
positions far into games of any size, where listing all games cannot.
"""

import math
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from mctsky.core import contract
from mctsky.core.contract import keeps_moves
from mctsky.core.position import Game
from mctsky.core.replay import list_worlds, with_history
from mctsky.core.spec import GameSpec
from mctsky.testing.histories import random_history, record
from mctsky.testing.worlds import compare

MAX_PLIES = 200  # of games that are compared
ROOM = 1 << 12  # worlds of one view; where there are more, the view is passed over


def has_own_worlds(spec: GameSpec) -> bool:
    """Say whether a game draws its worlds by itself, and is short enough to be played again and again."""
    return spec.hidden and not keeps_moves(spec.game_type) and spec.bounds.max_plies <= MAX_PLIES


def keeping_moves(game: Game) -> Game:
    """Return a copy of a game that keeps its moves and has the default `determinise`."""
    return Game(_keeping_spec(game.spec), game.options)


@cache
def _keeping_spec(spec: GameSpec) -> GameSpec:
    kind = spec.game_type
    copied_type: Any = NamedTuple(f"Keeping{kind.__name__}", list(kind.__annotations__.items()))  # type: ignore[misc]
    copied_type.__module__ = kind.__module__
    for (verb, owner), function in list(contract.IMPLEMENTATIONS.items()):
        if owner is kind and verb not in ("determinise", "stir"):
            contract.IMPLEMENTATIONS[verb, copied_type] = function
    return replace(
        spec,
        game_type=copied_type,
        state_dtype=with_history(spec.state_dtype, spec.bounds.max_plies),
        build=lambda **options: copied_type(*spec.make_rules(options)),
        package=spec.package or kind.__module__.rpartition(".")[0],
    )


def check_against_default(game: Game, seed: int, n_worlds: int) -> int:
    """Compare worlds drawn by a game's own `determinise` with their weights by the default; return how many views there were.

    The views are those of all seats at a random moment of a random game, if they have several worlds.
    """
    keeping, checked = keeping_moves(game), 0
    history = random_history(game, seed, Random(seed).random())
    kept = keeping.start()
    for code in history.codes:
        kept._apply(code)
    for viewer in range(game.n_seats):
        at_rest = kept.view(viewer).to_act == kept.to_act and not history.unnoticed_choices(viewer)  # nothing was taken back
        worlds = list_worlds(keeping.rules, kept.view(viewer).state, viewer, ROOM) if at_rest else None
        if worlds is not None and len(worlds) > 1:
            odds = {_without_history(game, keeping, raw): weight for raw, weight in worlds.items()}
            compare(history.position.view(viewer), odds, n_worlds, seed)
            checked += math.fsum(odds.values()) > 0
    return checked


def _without_history(game: Game, keeping: Game, raw: bytes) -> bytes:
    """Return the bytes that a world of the copy has in the game itself."""
    world, state = record(keeping, raw), game.new_state()
    for name in game.spec.state_dtype.names or ():
        if name != "history":
            state[name] = world[name]
    return bytes(state.tobytes())
