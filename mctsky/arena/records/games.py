"""The games that plans and records name: each is built once per process."""

from collections.abc import Mapping
from typing import Any

from mctsky.core.position import Game
from mctsky.core.registry import load_same

_MAX_KEPT = 16
_games: dict[tuple[Any, ...], Game] = {}


def same_game(name: str, options: Mapping[str, Any], files: Mapping[str, str]) -> Game:
    """Return the game with these options and user files, as another process has loaded it."""
    key = _key(name, options, files)
    return _games[key] if key in _games else keep_game(load_same(name, options, files))


def keep_game(game: Game) -> Game:
    """Keep a game that is loaded already for `same_game`; return it."""
    if len(_games) >= _MAX_KEPT:
        _games.clear()
    _games[_key(game.name, game.options, game.files)] = game
    return game


def _key(name: str, options: Mapping[str, Any], files: Mapping[str, str]) -> tuple[Any, ...]:
    return name, tuple(sorted(options.items())), tuple(sorted(files.items()))
