"""The groups of checks: what each looks at, on which games, and how much of it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import thread_time

from mctsky.core.contract import has_verb, keeps_moves
from mctsky.core.position import Game
from mctsky.core.spec import GameSpec
from mctsky.testing.defaults import check_against_default, has_own_worlds
from mctsky.testing.draws import check_random_moves, check_sampling, sampled_worlds
from mctsky.testing.fuzz import fuzz_moves, fuzz_positions
from mctsky.testing.histories import all_histories, random_history
from mctsky.testing.leaks import account, check_leaks
from mctsky.testing.states import check_game, check_play, check_shared_luck
from mctsky.testing.subjects import any_game, checked_games, small_variants
from mctsky.testing.texts import check_texts
from mctsky.testing.twins import check_twin, has_twin
from mctsky.testing.views import check_concealed, check_equal_views, check_hidden, check_stirred, check_views
from mctsky.testing.worlds import check_odds_of_worlds


@dataclass(frozen=True)
class Effort:
    """How much is checked."""

    seeds: int  # random games per option set
    draws: int  # of one chance move
    worlds: int  # of one view
    views: int  # compared with the enumeration, per seat
    histories: int  # of an enumeration; a game with more is not enumerated
    texts: int  # thrown at the readers, per option set


EFFORTS = {
    "quick": Effort(seeds=2, draws=1_000, worlds=800, views=4, histories=3_000, texts=60),
    "normal": Effort(seeds=4, draws=20_000, worlds=4_000, views=25, histories=20_000, texts=300),
    "long": Effort(seeds=40, draws=100_000, worlds=20_000, views=200, histories=60_000, texts=5_000),
}

SPEED_SECONDS = 5.0

Check = Callable[[Game, int, Effort], int]


@dataclass(frozen=True)
class Group:
    """One group of checks; `check` looks at one game with one seed and returns how many things it has looked at."""

    what: str  # those things are called
    check: Check
    games: Callable[[GameSpec], tuple[Game, ...]] = checked_games
    applies: Callable[[GameSpec], bool] = lambda spec: True
    once: bool = False  # one seed is enough
    python: bool = False  # always as plain Python, where a wrong index is an error with file and line
    any_options: bool = False  # also with random options


def _bounds(game: Game, seed: int, effort: Effort) -> int:
    n = check_game(game, seed)
    if game.spec.hidden and keeps_moves(game.spec.game_type):
        check_concealed(game, seed)  # the default determinise is not the game's code, and very slow as plain Python
    elif game.spec.hidden:
        check_views(game, seed, 0.2)
        check_hidden(game, seed)
    return n


def _invariants(game: Game, seed: int, effort: Effort) -> int:
    n = check_game(game, seed)
    for portion in (0.0, 0.3, 0.6, 0.9):
        check_play(random_history(game, seed, portion).position)
    check_shared_luck(game, seed)
    return n


def _odds(game: Game, seed: int, effort: Effort) -> int:
    n = check_sampling(game, seed, effort.draws, effort.views) if game.spec.chance else 0
    return n + check_random_moves(game, seed, effort.draws, effort.views)


def _views(game: Game, seed: int, effort: Effort) -> int:
    n = check_views(game, seed)
    if game.spec.hidden:
        check_equal_views(game, seed)
        check_hidden(game, seed)
        if has_verb(game.spec.game_type, "stir"):
            check_stirred(game, seed)
    return n


def _worlds(game: Game, seed: int, effort: Effort) -> int:
    if not all_histories(game, effort.histories)[1]:
        return 0
    n = check_odds_of_worlds(game, effort.histories, effort.worlds, seed, 0, effort.views)
    if has_verb(game.spec.game_type, "stir"):
        check_odds_of_worlds(game, effort.histories, effort.worlds, seed, 3, effort.views)
    return n


def _default(game: Game, seed: int, effort: Effort) -> int:
    return sum(check_against_default(game, 100 * seed + i, effort.worlds) for i in range(effort.views // 2))


def _leaks(game: Game, seed: int, effort: Effort) -> int:
    return check_leaks(game, effort.histories, seed)


def _texts(game: Game, seed: int, effort: Effort) -> int:
    return check_texts(game, seed, 0.3)


def _fuzz(game: Game, seed: int, effort: Effort) -> int:
    fuzz_positions(game, effort.texts, seed)
    fuzz_moves(game, effort.texts, seed)
    return 2 * effort.texts


def _twin(game: Game, seed: int, effort: Effort) -> int:
    return sum(check_twin(game, 10 * seed + i) for i in range(10))


def _speed(game: Game, seed: int, effort: Effort) -> int:
    """Return how many worlds per second of CPU time `determinise` draws, in the middle of games."""
    views = [random_history(game, seed + i, 0.5).position.view(i % game.n_seats) for i in range(8)]
    sampled_worlds(views[0], 1, seed)  # compile first
    begun, n = thread_time(), 0
    while n < effort.worlds and thread_time() - begun < SPEED_SECONDS:
        sampled_worlds(views[n % len(views)], 10, seed + n)
        n += 10
    return round(n / max(1e-9, thread_time() - begun))


def _is_hidden(spec: GameSpec) -> bool:
    return spec.hidden


def _has_account(spec: GameSpec) -> bool:
    return spec.hidden and account(spec) is not None


GROUPS: dict[str, Group] = {
    "bounds": Group("states", _bounds, python=True, any_options=True),
    "invariants": Group("states", _invariants, any_options=True),
    "twin": Group("states", _twin, applies=has_twin, any_options=True),
    "odds": Group("draws", _odds, once=True),
    "views": Group("views", _views, any_options=True),
    "worlds": Group("views with several worlds", _worlds, games=small_variants, applies=_is_hidden, once=True),
    "default": Group("views with several worlds", _default, applies=has_own_worlds, once=True),
    "leaks": Group("pairs that look alike", _leaks, applies=_has_account, once=True),
    "texts": Group("positions", _texts),
    "fuzz": Group("texts", _fuzz, once=True),
    "speed": Group("worlds per second", _speed, games=lambda spec: (Game(spec, {}),), applies=_is_hidden, once=True),
}
COMPILED = "compiled"  # the group that compares two processes; it has no check of its own


def cases(group: Group, spec: GameSpec, effort: Effort, seed: int) -> list[tuple[Game, int]]:
    """Return the games and seeds that a group looks at."""
    seeds = [seed] if group.once else list(range(seed, seed + effort.seeds))
    found = [(game, number) for game in group.games(spec) for number in seeds]
    if group.any_options:
        found += [(any_game(spec, Random(number)), number) for number in range(seed, seed + 2 * effort.seeds)]
    return found
