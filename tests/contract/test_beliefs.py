"""observe, conceal, determinise and stir agree with each other, in random games and in full enumerations."""

import math
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats

from contract.histories import (
    History,
    all_histories,
    concealed,
    finish,
    options_here,
    random_code,
    walk,
    world_of,
)
from contract.invariants import check_state, rules_bytes
from contract.subjects import case_id, cases, cover, games, hidden_names, longest, seeds, small_variants, specs
from mctsky.core.contract import NOBODY, NOTHING, determinise, has_verb, stir
from mctsky.core.jit import kernel
from mctsky.core.position import Game, Position, View
from mctsky.core.rng import make_rng

HIDDEN = hidden_names()
STIRRING = [name for name in HIDDEN if has_verb(specs()[name].game_type, "stir")]
WORLDS = 4_000
SHARE = 0.15  # of the positions of a short game that are looked at closely
ENUMERABLE = 20_000  # histories of the smallest variant of a game; a bigger one is left to its own tests


def check_observe(history: History) -> None:
    """The seat that moves sees its own move; codes are codes or NOTHING; looking changes nothing."""
    game, position = history.game, history.position
    before = position.state.tobytes()
    for code in options_here(position):
        for viewer in range(game.n_seats):
            noticed = int(game.verb("observe")(game.rules, position.state, code, viewer))
            assert noticed == NOTHING or 0 <= noticed < game.spec.bounds.n_codes
            if viewer == position.to_act:
                assert noticed == code
            if noticed != NOTHING:
                assert position.format_move(noticed), "an observation without a text"
    assert position.state.tobytes() == before


def check_view(history: History, viewer: int, seed: int) -> None:
    game, position = history.game, history.position
    view = position.view(viewer)
    assert view == concealed(game, view.state, viewer), "conceal twice is conceal once"
    if position.to_act == viewer:
        if history.unnoticed_choices(viewer) == 0:
            assert view.to_act == viewer
        assert decision_of(view, seed, history.unnoticed_choices(viewer)) == position.legal_codes()
    if position.is_over and history.unnoticed_choices(viewer) == 0:
        assert view.is_over
        assert view.returns() == position.returns(), "a result that the viewer cannot work out"
    check_worlds(view, seed)


def decision_of(view: View, seed: int, n_pending: int) -> list[int]:
    """Return the viewer's legal moves after the choices that others still have to make have been made at random."""
    world = world_of(view, seed)
    random = Random(seed)
    n = 0
    while world.to_act != view.seat:
        assert world.to_act >= 0, f"no choice of another seat is pending in {world!r}"
        assert n < n_pending, "more choices were taken back than were pending"
        world._apply(random_code(world, random))
        n += 1
    return world.legal_codes()


def check_worlds(view: View, seed: int) -> None:
    world, twin, other = world_of(view, seed), world_of(view, seed), world_of(view, seed + 1)
    assert world == twin, "one seed, two worlds"
    for possible in (world, other):
        assert concealed(view.game, possible.state, view.seat) == view, "the viewer could tell this world from the truth"
        assert possible.to_act == view.to_act
        check_state(possible)
    random = Random(seed)
    for _ in range(view.game.spec.bounds.max_plies + 1):
        if other.to_act == NOBODY:
            break
        other._apply(random_code(other, random))
        check_state(other)
    assert other.is_over


def share(game: Game) -> float:
    """Return which share of the positions of a game to look at closely: of long games a smaller one."""
    return min(SHARE, 40 / longest(game))


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_views_and_worlds(game):
    before = rules_bytes(game.rules)
    random = Random(11)
    long_and_open = not game.spec.hidden and share(game) < SHARE / 10  # nothing is hidden, and there is much of it
    for seed in range(1 if long_and_open else 2):
        for history in walk(game, seed):
            if not long_and_open or random.random() < 0.2:
                check_observe(history)
            if len(history.codes) < 8 or random.random() < share(game):
                for viewer in range(game.n_seats):
                    check_view(history, viewer, seed)
    assert rules_bytes(game.rules) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", specs())
def test_views_and_worlds_at_length(name):
    @settings(settings.get_profile("slow"), max_examples=60)
    @given(games(name), seeds)
    def check(game, seed):
        random = Random(seed)
        for history in walk(game, seed):
            check_observe(history)
            if share(game) == SHARE or random.random() < 3 * share(game):
                for viewer in range(game.n_seats):
                    check_view(history, viewer, seed)

    check()


# ---------------------------------------------------------------- equal views stay equal


def noticed_by(position: Position, code: int, viewer: int) -> int:
    """Return what `viewer` sees of a move about to be played; its own moves it sees as they are."""
    if position.to_act == viewer:
        return code
    return int(position.game.verb("observe")(position.game.rules, position.state, code, viewer))


def walk_together(view: View, random: Random) -> int:
    """Play two worlds of one view side by side as long as the viewer notices the same; return how many moves that were."""
    viewer = view.seat
    left, right = (world_of(view, random.getrandbits(60)) for _ in range(2))
    steps = 0
    while left.to_act != NOBODY and left.to_act == right.to_act:
        code = random_code(left, random)
        seen = noticed_by(left, code, viewer)
        same = [option for option in options_here(right) if noticed_by(right, option, viewer) == seen]
        if not same:
            break
        left._apply(code)
        right._apply(random.choice(same))
        if left.is_over and right.is_over:
            break  # a result shows more than the last move did: cards at a showdown
        assert left.view(viewer) == right.view(viewer), "the viewer noticed the same and now has different views"
        steps += 1
    return steps


@pytest.mark.parametrize("name", HIDDEN)
def test_equal_views_stay_equal_after_equal_observations(name):
    steps = 0
    for game in cover(name):
        for seed in range(2 if len(cover(name)) > 1 else 20):
            random = Random(seed)
            for history in walk(game, seed):
                if random.random() < 2 * share(game):
                    steps += walk_together(history.position.view(random.randrange(game.n_seats)), random)
    assert steps > 20


# ---------------------------------------------------------------- worlds follow the odds


@kernel(entry=True)
def draw_worlds(game, view, worlds, viewer, rng, n_stirs):
    """Fill every record of `worlds` with one world of the concealed state view[0], stirred so many times."""
    for i in range(len(worlds)):
        worlds[i] = view[0]
        determinise(game, worlds[i], viewer, rng)
        for _ in range(n_stirs):
            stir(game, worlds[i], viewer, rng)


def sampled_worlds(view: View, n: int, seed: int, n_stirs: int = 0) -> Counter[bytes]:
    """Return how often each world was drawn."""
    worlds = np.zeros(n, view.game.spec.state_dtype).view(np.recarray)
    source = np.zeros(1, view.game.spec.state_dtype).view(np.recarray)
    source[0] = view.state
    draw_worlds(view.game.rules, source, worlds, view.seat, make_rng(seed), n_stirs)
    return Counter(world.tobytes() for world in worlds)


def weighted_worlds(game: Game, viewer: int) -> dict[View, dict[bytes, float]]:
    """Return by full enumeration, for each view at rest, the odds of every state behind it.

    A state weighs as much as the odds of its chance moves and, for each choice of another seat, one over the number of
    options. A view is at rest when it stands where the game stands: no choice of another seat was taken back.
    """
    histories, complete = all_histories(game, ENUMERABLE)
    groups: dict[View, dict[bytes, float]] = defaultdict(lambda: defaultdict(float))
    for history in histories:
        view = history.position.view(viewer)
        if complete and view.to_act == history.position.to_act and not history.unnoticed_choices(viewer):
            groups[view][history.position.state.tobytes()] += weight(history, viewer)
    return groups


def weight(history: History, viewer: int) -> float:
    """Return the odds of all moves that were not the viewer's own."""
    return math.prod(odd for actor, odd in zip(history.actors, history.odds, strict=True) if actor != viewer)


@pytest.mark.parametrize(("name", "n_stirs"), [*((name, 0) for name in HIDDEN), *((name, 3) for name in STIRRING)])
def test_worlds_follow_the_odds(name, n_stirs):
    """Every state behind a view is drawn, by its odds, and nothing else; stirring does not change that."""
    checked = 0
    if not any(all_histories(game, ENUMERABLE)[1] for game in small_variants(name)):
        own_tests = Path(__file__).parent.parent / "games" / f"test_{name.replace('-', '_')}_worlds.py"
        assert own_tests.exists(), "the game cannot be enumerated and has no tests of its odds of its own"
        return
    for game in small_variants(name):
        for viewer in range(game.n_seats):
            groups = weighted_worlds(game, viewer)
            wide = [view for view, worlds in groups.items() if len(worlds) > 1]
            for view in Random(6).sample(wide, min(len(wide), 25)):
                _compare(view, groups[view], n_stirs)
                checked += 1
            for view in list(groups)[:25]:
                assert set(sampled_worlds(view, 20, 3, n_stirs)) <= set(groups[view])
    assert checked >= 10 or name == "pennies", f"only {checked} views with more than one world"


def _compare(view: View, odds: dict[bytes, float], n_stirs: int) -> None:
    counts = sampled_worlds(view, WORLDS, 9, n_stirs)
    assert set(counts) <= set(odds), f"a world that no game reaches behind {view!r}"
    total = sum(odds.values())
    expected = np.array([odds[world] / total * WORLDS for world in odds])
    drawn = np.array([counts[world] for world in odds])
    assert stats.chisquare(drawn, expected * drawn.sum() / expected.sum()).pvalue > 1e-7, f"wrong odds behind {view!r}"


@pytest.mark.parametrize("name", STIRRING)
def test_stirred_worlds_look_the_same_to_the_viewer(name):
    """A stirred world has the same view, byte for byte; the generator decides which world it is."""
    n_changed = 0
    for game in cover(name):
        for history in walk(game, 5):
            for viewer in range(game.n_seats):
                view = history.position.view(viewer)
                world, twin = world_of(view, 1), world_of(view, 1)
                before = world.state.tobytes()
                rngs = make_rng(7), make_rng(7)
                for _ in range(3):
                    for same, rng in zip((world, twin), rngs, strict=True):
                        game.verb("stir")(game.rules, same.state, viewer, rng)
                    assert world.state.tobytes() == twin.state.tobytes()
                    assert rngs[0].state == rngs[1].state
                    seen = concealed(game, world.state, viewer)
                    assert seen.state.tobytes() == view.state.tobytes(), "the viewer could tell the worlds apart"
                    check_state(world)
                n_changed += world.state.tobytes() != before
    assert n_changed > 20


def test_a_game_without_stir_draws_anew():
    """No search calls it there; who does gets worlds by the odds all the same."""
    view = cover("kuhn")[0].start(seed=1).view(0)
    assert not has_verb(view.game.spec.game_type, "stir")
    drawn = sampled_worlds(view, WORLDS, 2, 1)
    assert len(drawn) == 2
    assert stats.chisquare(list(drawn.values())).pvalue > 1e-7


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_items_are_listed(name):
    """`hidden` lists the same number of items in every world, within the bound, and differs between some worlds."""
    differ = False
    for game in cover(name):
        for history in walk(game, 2):
            lists = [history.position, *(world_of(history.position.view(0), seed) for seed in (1, 2, 3))]
            places = [hidden_places(world) for world in lists]
            assert len({len(place) for place in places}) == 1
            differ = differ or len(set(places)) > 1
    assert differ


def hidden_places(world: Position) -> tuple[int, ...]:
    most = world.game.spec.bounds.max_hidden
    out = np.full(most + 4, -99, np.int32)
    n = int(world.game.verb("hidden")(world.game.rules, world.state, out))
    assert 0 <= n <= most
    assert (out[most:] == -99).all()
    return tuple(int(place) for place in out[:n])


def test_finish_counts_plies():
    """The helper that everything here leans on stops at the end of a game."""
    game = cover("tictactoe")[0]
    assert 5 <= finish(game.start(), Random(1)) <= 9
