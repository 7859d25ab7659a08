"""What the contract suite runs on: every game that is found, and the micro games, by name."""

import importlib
import importlib.util
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from mctsky.core.position import Game
from mctsky.core.registry import find_specs
from mctsky.core.spec import GameSpec
from mctsky.testing import subjects
from micro.pennies import SPEC as PENNIES


@cache
def specs() -> dict[str, GameSpec]:
    """Return all games by name; one that cannot be loaded fails test_games_load and is left out of the rest.

    A game whose account of what seats know is an oracle in tests/naive gets it from there.
    """
    found = {"pennies": PENNIES} | {spec.name: spec for spec in find_specs()[0]}
    for name, spec in found.items():
        module = f"naive.{name.replace('-', '_')}_sees"
        if importlib.util.find_spec(module) is not None:
            spec._functions["sees", "sees"] = importlib.import_module(module).sees
    return found


def cover(name: str) -> tuple[Game, ...]:
    """Return the game with its defaults, with each extreme or choice of each option, and with all last values."""
    return subjects.cover(specs()[name])


def smallest(name: str) -> Game:
    """Return the game with the fewest players and the lowest numbers."""
    return subjects.smallest(specs()[name])


def small_variants(name: str) -> tuple[Game, ...]:
    """Return the variants of a game that are small."""
    return subjects.small_variants(specs()[name])


def all_games(name: str) -> tuple[Game, ...]:
    """Return the small variants and the cover of a game."""
    return subjects.checked_games(specs()[name])


def case_id(game: Game) -> str:
    """Return a short name of a game with its options, for test ids and file keys."""
    return " ".join([game.name, game.format_options()])


def cases() -> list[Game]:
    """Return every game with every option set of its cover."""
    return [game for name in specs() for game in cover(name)]


def hidden_names() -> list[str]:
    """Return the games with hidden information."""
    return [name for name, spec in specs().items() if spec.hidden]


@st.composite
def games(draw: Any, name: str) -> Game:
    """Draw a game with any options that go together."""
    spec = specs()[name]
    options: subjects.Options = {}
    for option in spec.all_options():
        if option.choices:
            options[option.name] = draw(st.sampled_from(option.choices))
        elif isinstance(option.default, int):
            options[option.name] = draw(st.integers(option.low, option.high))
    if not subjects.buildable(spec, options):
        options = {}
    return Game(spec, options)


seeds = st.integers(0, 2**63 - 1)


def shipped_names() -> Iterator[str]:
    """Yield the games that live in mctsky/games, the ones with files in this repository."""
    for name, spec in specs().items():
        if spec.game_type.__module__.startswith("mctsky.games."):
            yield name
