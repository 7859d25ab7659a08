"""The leak check: histories that a seat cannot tell apart, by the naive account, must look the same to it in every way.

It never asks observe or conceal which histories belong together; they are what is being tested.
"""

import importlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from contract.histories import History, all_histories, concealed, observations, random_history, record, replay, varied
from contract.subjects import cover, small_variants
from mctsky.core import contract
from mctsky.core.position import Game

ENUMERABLE = 12_000
# Where enumeration is out of reach: random histories, variants of each, more that differ by luck only, most moves.
BASES, VARIANTS, LUCKY, LONGEST = 8, 10, 32, 45
LUCKY_TRIES = 150

Sees = Callable[[dict[str, Any], list[Any], int], Hashable]
Groups = dict[Hashable, list[History]]


class LeakError(AssertionError):
    """A seat can tell apart what it must not."""


def account(name: str) -> Sees:
    """Return the naive account of what a seat sees."""
    sees: Sees = importlib.import_module(f"naive.{name.replace('-', '_')}_sees").sees
    return sees


@cache
def samples(game: Game) -> tuple[list[History], bool]:
    """Return histories rich in look-alikes, and whether they are all there are."""
    histories, complete = all_histories(game, ENUMERABLE) if _is_small(game) else ([], False)
    if complete:
        return histories, True
    random = Random(7)
    found: dict[tuple[int, ...], History] = {}
    for seed in range(BASES):
        # Mostly short ones, since they collide most; the last ones are cut late in the game.
        whole = random_history(game, seed).codes
        length = max(2, min(len(whole), LONGEST) * (seed + 1) // BASES) if seed < BASES - 1 else len(whole)
        variants = [replay(game, whole[:length])]
        for _ in range(VARIANTS):
            variants.append(varied(random.choice(variants), random))
        if not game.spec.simultaneous:  # where all choices are open, only luck is hidden from anybody
            variants += lucky_twins(game, variants[0], random)
        for variant in variants:
            found.setdefault(tuple(variant.codes), variant)
    return list(found.values()), False


def lucky_twins(game: Game, history: History, random: Random) -> list[History]:
    """Return histories that differ from one by luck, and look like it to somebody by the naive account."""
    sees = account(game.name)
    looks = [sees(game.options, history.events(), viewer) for viewer in range(game.n_seats)]
    found: list[History] = []
    n_tries = LUCKY_TRIES if len(history.codes) <= LONGEST else LUCKY_TRIES // 4
    for tried in range(n_tries):
        if tried == LUCKY_TRIES // 4 and not found:  # all luck so far is seen by everybody
            break
        other = varied(random.choice([history, *found]), random, by_luck=True)
        if any(sees(game.options, other.events(), viewer) == look for viewer, look in enumerate(looks)):
            found.append(other)
        if len(found) == LUCKY:
            break
    return found


def _is_small(game: Game) -> bool:
    return game in small_variants(game.name)


def all_games(name: str) -> list[Game]:
    """Return the option sets that the leak test runs on: the cover, and the small ones that can be enumerated."""
    return list(dict.fromkeys([*small_variants(name), *cover(name)]))


@cache
def groups(game: Game, viewer: int) -> Groups:
    """Return the histories by what `viewer` knows at their ends."""
    sees = account(game.name)
    found: Groups = defaultdict(list)
    for history in samples(game)[0]:
        found[sees(game.options, history.events(), viewer)].append(history)
    return found


def distinct(histories: list[History]) -> dict[bytes, History]:
    """Return one history for each true state."""
    return {history.position.state.tobytes(): history for history in histories}


def check_group(game: Game, histories: list[History], viewer: int) -> int:
    """Demand that look-alikes look alike in `game`; return the number of distinct pairs of true states among them."""
    first = histories[0]
    view = concealed(game, first.position.state, viewer)
    noticed = observations(game, first, viewer)
    for other in histories[1:]:
        again = concealed(game, other.position.state, viewer)
        if again.state.tobytes() != view.state.tobytes():
            raise LeakError(f"seat {viewer} tells {first.position!r} from {other.position!r} by its view")
        if observations(game, other, viewer) != noticed:
            raise LeakError(f"seat {viewer} tells {first.events()} from {other.events()} by what it observed")
    states = distinct(histories)
    return len(states) * (len(states) - 1) // 2


def check_looks(histories: list[History], viewer: int) -> None:
    """Demand equal texts, pictures and legal moves from two histories of one group."""
    left, right = (history.position.view(viewer) for history in (histories[0], histories[-1]))
    assert left == right
    assert left.observed == right.observed
    assert left.text() == right.text()
    assert left.render() == right.render()
    assert left.render(color=True) == right.render(color=True)
    assert left.svg() == right.svg()
    assert (left.to_act, left.legal_moves(), left.chance_moves()) == (right.to_act, right.legal_moves(), right.chance_moves())


# ---------------------------------------------------------------- deliberately leaky copies


@contextmanager
def leaky_copy(game: Game, **verbs: Callable[..., Any]) -> Iterator[Game]:
    """Lend a copy of a game under a tag type of its own, with some verbs replaced."""
    kind = game.spec.game_type
    leaky_type: Any = NamedTuple(f"Leaky{kind.__name__}", list(kind.__annotations__.items()))  # type: ignore[misc]
    leaky_type.__module__ = kind.__module__
    added = {}
    for (verb, owner), function in list(contract.IMPLEMENTATIONS.items()):
        if owner is kind:
            added[verb, leaky_type] = verbs.get(verb) or _for_original(function, game)
    contract.IMPLEMENTATIONS.update(added)
    spec = replace(game.spec, game_type=leaky_type, build=lambda **options: leaky_type(*game.spec.make_rules(options)))
    try:
        yield Game(spec, game.options)
    finally:
        for key in added:
            del contract.IMPLEMENTATIONS[key]


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
