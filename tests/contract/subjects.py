"""What the contract suite runs on: every game that is found, the micro games, and a small cover of the options of each."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import prod
from typing import Any

from hypothesis import strategies as st

from mctsky.core.position import Game
from mctsky.core.registry import find_specs
from mctsky.core.spec import GameSpec, Option
from mctsky.errors import OptionError
from micro.pennies import SPEC as PENNIES

Options = dict[str, Any]
MOST_VARIANTS = 24
LONG_GAME = 5_000


@cache
def specs() -> dict[str, GameSpec]:
    """Return all games by name; one that cannot be loaded fails test_games_load and is left out of the rest."""
    return {"pennies": PENNIES} | {spec.name: spec for spec in find_specs()[0]}


def _values(option: Option) -> tuple[int | str, ...]:
    if option.choices:
        return option.choices
    return (option.default,) if isinstance(option.default, str) else (option.low, option.high)


def _buildable(spec: GameSpec, options: Options) -> bool:
    """Say whether options go together: a game may refuse some combinations, and only by an OptionError."""
    try:
        Game(spec, options)
    except OptionError:
        return False
    return True


@cache
def cover(name: str) -> tuple[Game, ...]:
    """Return the game with its defaults, with each extreme or choice of each option, and with all last values."""
    spec = specs()[name]
    options = spec.all_options()
    wanted: list[Options] = [{}]
    wanted += [{option.name: value} for option in options for value in _values(option)]
    players = spec.players[1]
    wanted += [{"players": players, option.name: value} for option in options[1:] for value in option.choices]
    wanted.append({option.name: _values(option)[-1] for option in options})
    if len(wanted) > MOST_VARIANTS:
        wanted = [{}, *_packed(options), wanted[-1]]
    games = dict.fromkeys(Game(spec, wish) for wish in wanted if _buildable(spec, wish))
    return tuple(games)


def _packed(options: tuple[Option, ...]) -> list[Options]:
    """Return option sets that together hold every value of every option."""
    n = max(len(_values(option)) for option in options)
    values = {option.name: _values(option) for option in options}
    return [{name: some[(i + k) % len(some)] for k, (name, some) in enumerate(values.items())} for i in range(n)]


@cache
def smallest(name: str) -> Game:
    """Return the game with the fewest players and the lowest numbers, for what must be enumerated in full."""
    spec = specs()[name]
    options = {option.name: _values(option)[0] for option in spec.all_options() if not option.choices}
    return Game(spec, options)


def small_variants(name: str) -> list[Game]:
    """Return the smallest game with every combination of the options that are words; of too many only the defaults."""
    base = smallest(name)
    words = [option for option in base.spec.options if option.choices]
    if prod(len(option.choices) for option in words) > MOST_VARIANTS:
        return [base]
    wishes = [
        {**base.options, **dict(zip((option.name for option in words), chosen, strict=True))}
        for chosen in product(*(option.choices for option in words))
    ]
    return [Game(base.spec, wish) for wish in wishes if _buildable(base.spec, wish)]


def longest(game: Game) -> int:
    """Return how many moves a test should expect of one game: its bound, or what no ordinary game needs."""
    return min(game.spec.bounds.max_plies, LONG_GAME)


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
    options: Options = {}
    for option in spec.all_options():
        if option.choices:
            options[option.name] = draw(st.sampled_from(option.choices))
        elif isinstance(option.default, int):
            options[option.name] = draw(st.integers(option.low, option.high))
    if not _buildable(spec, options):
        options = {}
    return Game(spec, options)


seeds = st.integers(0, 2**63 - 1)


def shipped_names() -> Iterator[str]:
    """Yield the games that live in mctsky/games, the ones with files in this repository."""
    for name, spec in specs().items():
        if spec.game_type.__module__.startswith("mctsky.games."):
            yield name
