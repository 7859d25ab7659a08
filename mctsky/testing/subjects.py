"""Which option sets of a game are checked: a small cover of all options, and small variants that can be enumerated."""

from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any

from mctsky.core.position import Game
from mctsky.core.spec import GameSpec, Option
from mctsky.errors import OptionError

Options = dict[str, Any]
MAX_VARIANTS = 24
LONG_GAME = 5_000


def values_of(option: Option) -> tuple[int | str, ...]:
    """Return the values of an option that are worth a look: its words, its extremes, or its default."""
    if option.choices:
        return option.choices
    return (option.default,) if isinstance(option.default, str) else (option.low, option.high)


def buildable(spec: GameSpec, options: Options) -> bool:
    """Say whether options go together: a game may refuse some combinations, and only by an OptionError."""
    try:
        Game(spec, options)
    except OptionError:
        return False
    return True


@cache
def cover(spec: GameSpec) -> tuple[Game, ...]:
    """Return the game with its defaults, with each extreme or choice of each option, and with all last values."""
    options = spec.all_options()
    wanted: list[Options] = [{}]
    wanted += [{option.name: value} for option in options for value in values_of(option)]
    players = spec.players[1]
    wanted += [{"players": players, option.name: value} for option in options[1:] for value in option.choices]
    wanted.append({option.name: values_of(option)[-1] for option in options})
    if len(wanted) > MAX_VARIANTS:
        wanted = [{}, *_packed(options), wanted[-1]]
    return tuple(dict.fromkeys(Game(spec, wish) for wish in wanted if buildable(spec, wish)))


def _packed(options: tuple[Option, ...]) -> list[Options]:
    """Return option sets that together hold every value of every option."""
    n = max(len(values_of(option)) for option in options)
    values = {option.name: values_of(option) for option in options}
    return [{name: some[(i + k) % len(some)] for k, (name, some) in enumerate(values.items())} for i in range(n)]


@cache
def smallest(spec: GameSpec) -> Game:
    """Return the game with the fewest players and the lowest numbers, for what must be enumerated in full.

    A game that refuses these together gets its defaults.
    """
    options = {option.name: values_of(option)[0] for option in spec.all_options() if not option.choices}
    return Game(spec, options if buildable(spec, options) else {})


@cache
def small_variants(spec: GameSpec) -> tuple[Game, ...]:
    """Return what a spec names as small; else the smallest game with every combination of the options that are words.

    Of too many combinations only the defaults.
    """
    if spec.small:
        return tuple(Game(spec, wish) for wish in spec.small)
    base = smallest(spec)
    words = [option for option in spec.options if option.choices]
    if prod(len(option.choices) for option in words) > MAX_VARIANTS:
        return (base,)
    wishes = [
        {**base.options, **dict(zip((option.name for option in words), chosen, strict=True))}
        for chosen in product(*(option.choices for option in words))
    ]
    return tuple(Game(spec, wish) for wish in wishes if buildable(spec, wish))


def largest_table(game: Game) -> Game:
    """Return the same game for as many players as its other options allow."""
    for players in range(game.spec.players[1], game.spec.players[0], -1):
        wish = {**game.options, "players": players}
        if buildable(game.spec, wish):
            return Game(game.spec, wish)
    return game


@cache
def checked_games(spec: GameSpec) -> tuple[Game, ...]:
    """Return all option sets that a check runs on, the small ones first."""
    return tuple(dict.fromkeys([*small_variants(spec), *cover(spec)]))


def any_game(spec: GameSpec, random: Random) -> Game:
    """Return a game with random options that go together; after some vain tries the default."""
    for _ in range(20):
        options: Options = {}
        for option in spec.all_options():
            if option.choices:
                options[option.name] = random.choice(option.choices)
            elif isinstance(option.default, int):
                options[option.name] = random.randint(option.low, option.high)
        if buildable(spec, options):
            return Game(spec, options)
    return Game(spec, {})


def longest(game: Game) -> int:
    """Return how many moves a check should expect of one game: its bound, or what no ordinary game needs."""
    return min(game.spec.bounds.max_plies, LONG_GAME)
