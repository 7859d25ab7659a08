"""Deliberately leaky copies of games, which the leak check must catch."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from mctsky.core import contract as core_contract
from mctsky.core.position import Game
from mctsky.testing.histories import record
from mctsky.testing.leaks import distinct, groups


@contextmanager
def leaky_copy(game: Game, **verbs: Callable[..., Any]) -> Iterator[Game]:
    """Lend a copy of a game under a tag type of its own, with some verbs replaced."""
    kind = game.spec.game_type
    leaky_type: Any = NamedTuple(f"Leaky{kind.__name__}", list(kind.__annotations__.items()))  # type: ignore[misc]
    leaky_type.__module__ = kind.__module__
    added = {}
    for (verb, owner), function in list(core_contract.IMPLEMENTATIONS.items()):
        if owner is kind:
            added[verb, leaky_type] = verbs.get(verb) or _for_original(function, game)
    core_contract.IMPLEMENTATIONS.update(added)
    spec = replace(game.spec, game_type=leaky_type, build=lambda **options: leaky_type(*game.spec.make_rules(options)))
    try:
        yield Game(spec, game.options)
    finally:
        for key in added:
            del core_contract.IMPLEMENTATIONS[key]


def _for_original(function: Callable[..., Any], game: Game) -> Callable[..., Any]:
    return lambda _, *rest: function(game.rules, *rest)


def conceal_nothing(game: Any, state: Any, viewer: int) -> None:
    """Leave everything in place."""


def see_everything(game: Any, state: Any, move: int, viewer: int) -> int:
    """Show every move as it is."""
    return move


def conceal_all_but(game: Game, field: str) -> Callable[..., None]:
    """Return a conceal that forgets to erase one field."""
    conceal = game.verb("conceal")

    def forgetful(_: Any, state: Any, viewer: int) -> None:
        kept = record(game, state.tobytes())
        conceal(game.rules, state, viewer)
        state[field] = kept[field]

    return forgetful


def telling_fields(game: Game, viewer: int) -> set[str]:
    """Return the fields of the state that differ between some look-alikes: those that conceal must erase."""
    telling: set[str] = set()
    for histories in groups(game, viewer).values():
        records = [record(game, raw) for raw in distinct(histories)]
        for field in game.spec.state_dtype.names or ():
            if len({state[field].tobytes() for state in records}) > 1:
                telling.add(field)
    return telling
