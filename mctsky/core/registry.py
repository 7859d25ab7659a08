"""Find games: every folder of mctsky/games, and every package with an entry point in the group `mctsky.games`."""

import importlib
import importlib.util
import platform
import threading
from collections import deque
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from mctsky.core.checks import instance
from mctsky.core.foreign import add_plugins, stdout_to_stderr
from mctsky.core.position import Game
from mctsky.core.spec import GameSpec
from mctsky.core.user_files import Digests, require_same
from mctsky.errors import GameDefinitionError, UnknownNameError, nearest, one_line

ENTRY_POINTS = "mctsky.games"
_kept: deque[Game] = deque(maxlen=16)  # the games that plans and records name
_keeping = threading.RLock()  # threads of a worker must not build one game twice


@cache
def _own_packages() -> dict[str, str]:
    """Return the games of mctsky and the packages that hold them; nothing is imported yet."""
    folder = Path(__file__).parent.parent / "games"
    return {
        path.name.replace("_", "-"): f"mctsky.games.{path.name}"
        for path in sorted(folder.iterdir())
        if (path / "spec.py").is_file() and not path.name.startswith("_")
    }


@cache
def _packages() -> dict[str, str]:
    """Return all games, those of other packages too."""
    return add_plugins(dict(_own_packages()), ENTRY_POINTS, "game")


def game_names() -> list[str]:
    """Return the names of all games that can be loaded."""
    return sorted(_packages())


def find_specs() -> tuple[list[GameSpec], list[GameDefinitionError]]:
    """Return the descriptions of all games that can be loaded, and what is wrong with the others."""
    working: list[GameSpec] = []
    broken: list[GameDefinitionError] = []
    for name in game_names():
        try:
            working.append(find_spec(name))
        except GameDefinitionError as error:
            broken.append(error)
    return working, broken


def find_spec(name: str) -> GameSpec:
    """Import a game and return its checked description."""
    if not isinstance(name, str):
        instance("the name of a game", name, str, remedy=nearest("", _packages()))
    return _import_spec(name)


@cache
def _import_spec(name: str) -> GameSpec:
    packages = _own_packages()
    if name not in packages:
        packages = _packages()  # only now, because a look at all that is installed takes time
    if name not in packages:
        raise UnknownNameError("there is no such game", given=name, remedy=nearest(name, packages))
    package = packages[name]
    try:
        with stdout_to_stderr():
            for module in ("spec", "rules"):
                importlib.import_module(f"{package}.{module}")
            beliefs = importlib.util.find_spec(f"{package}.beliefs")
            if beliefs is not None:
                importlib.import_module(f"{package}.beliefs")
            spec = importlib.import_module(f"{package}.spec").SPEC
        if not isinstance(spec, GameSpec) or spec.name != name:
            raise TypeError(f"SPEC in {package}.spec is not a GameSpec named {name!r}")
        spec.check()
        spec.leave_out_history()
    except (GameDefinitionError, KeyboardInterrupt):
        raise
    except BaseException as error:  # a plug-in is foreign code and may raise anything; it breaks only itself
        problem = f"its package {package} cannot be loaded: {one_line(error)}"
        raise GameDefinitionError(problem, given=name, remedy="see docs/adding-a-game.md") from error
    return spec


def load(name: str, options: Mapping[str, object] | None = None, /, **more: object) -> Game:
    """Return a game with options, for example load("goofspiel", players=3, cards=5)."""
    if options is not None:
        instance("options", options, Mapping, where="load", remedy='write load("goofspiel", players=3) or pass a dictionary')
    return Game(find_spec(name), {**(options or {}), **more})


def load_same(name: str, options: Mapping[str, object], files: Digests) -> Game:
    """Return the game that another process or machine has loaded; user files that differ here are refused.

    `files` are the digests of the other side's user files, by option.
    """
    spec = find_spec(name)
    checked = spec.read_options(options)
    if files:  # before the game reads them, because its error would not say on which machine they are missing
        where = f"{name} on {platform.node()}"
        remedy = "put the file of the match there again, under the same path"
        paths, now = spec.user_files(checked), spec.digest_files(checked, where, remedy)
        require_same(paths, now, files, "is not the file with which the match began", where, remedy)
    return Game(spec, checked)


def same_game(name: str, options: Mapping[str, object], files: Digests) -> Game:
    """Return the game that another process or machine has loaded, built once per process (see `load_same`)."""
    with _keeping:
        for game in _kept:
            if (game.name, game.options, game.files) == (name, dict(options), dict(files)):
                return game
        return keep_game(load_same(name, options, files))


def keep_game(game: Game) -> Game:
    """Keep a game that is loaded already for `same_game`; return it."""
    with _keeping:
        if game in _kept:
            _kept.remove(game)  # it may be of an older version of the rules
        _kept.append(game)
    return game
