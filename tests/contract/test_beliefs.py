"""observe, conceal, determinise and stir agree with each other, in random games and in full enumerations."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from scipy import stats

from contract.subjects import case_id, cases, cover, games, hidden_names, seeds, small_variants, specs
from mctsky.core.contract import has_verb
from mctsky.testing.draws import chi_square, sampled_worlds
from mctsky.testing.histories import all_histories, finish
from mctsky.testing.states import rules_bytes
from mctsky.testing.views import SHARE, check_equal_views, check_hidden, check_stirred, check_views, share
from mctsky.testing.worlds import check_odds_of_worlds

HIDDEN = hidden_names()
STIRRING = [name for name in HIDDEN if has_verb(specs()[name].game_type, "stir")]
WORLDS = 4_000
ENUMERABLE = 20_000  # histories of the smallest variant of a game; a bigger one is left to its own tests


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_views_and_worlds(game):
    before = rules_bytes(game.rules)
    long_and_open = not game.spec.hidden and share(game) < SHARE / 10
    assert sum(check_views(game, seed) for seed in range(1 if long_and_open else 2)) > 0
    assert rules_bytes(game.rules) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", specs())
def test_views_and_worlds_at_length(name):
    @settings(settings.get_profile("slow"), max_examples=60)
    @given(games(name), seeds)
    def check(game, seed):
        check_views(game, seed, 3.0)

    check()


@pytest.mark.parametrize("name", HIDDEN)
def test_equal_views_stay_equal_after_equal_observations(name):
    n_seeds = max(2, 20 // len(cover(name)))
    assert sum(check_equal_views(game, seed) for game in cover(name) for seed in range(n_seeds)) > 20


@pytest.mark.parametrize(("name", "n_stirs"), [*((name, 0) for name in HIDDEN), *((name, 3) for name in STIRRING)])
def test_worlds_follow_the_odds(name, n_stirs):
    """Every state behind a view is drawn, by its odds, and nothing else; stirring does not change that."""
    listed = [game for game in small_variants(name) if all_histories(game, ENUMERABLE)[1]]
    if not listed:
        own_tests = Path(__file__).parent.parent / "games" / f"test_{name.replace('-', '_')}_worlds.py"
        assert own_tests.exists(), "the game cannot be enumerated and has no tests of its odds of its own"
        return
    checked = sum(check_odds_of_worlds(game, ENUMERABLE, WORLDS, 9, n_stirs) for game in listed)
    assert checked >= 10 or name == "pennies", f"only {checked} views with more than one world"


@pytest.mark.parametrize("name", STIRRING)
def test_stirred_worlds_look_the_same_to_the_viewer(name):
    assert sum(check_stirred(game, 5) for game in cover(name)) > 20


def test_a_game_without_stir_draws_anew():
    """No search calls it there; who does gets worlds by the odds all the same."""
    view = cover("kuhn")[0].start(seed=1).view(0)
    assert not has_verb(view.game.spec.game_type, "stir")
    drawn = sampled_worlds(view, WORLDS, 2, 1)
    assert len(drawn) == 2
    assert chi_square(list(drawn.values()), [1.0, 1.0]) > 1e-7


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_items_are_listed(name):
    """`hidden` lists the same number of items in every world, within the bound, and differs between some worlds."""
    assert sum(check_hidden(game, 2) for game in cover(name)) > 0


def test_finish_counts_plies():
    """The helper that everything here leans on stops at the end of a game."""
    game = cover("tictactoe")[0]
    assert 5 <= finish(game.start(), Random(1)) <= 9


@pytest.mark.parametrize("seed", range(5))
def test_our_chi_square_is_that_of_scipy(seed):
    random = Random(seed)
    for _ in range(40):
        n = random.randint(2, 200)
        odds = [random.random() + 0.01 for _ in range(n)]
        drawn = [random.randint(0, 60) for _ in range(n)]
        expected = [odd / sum(odds) * sum(drawn) for odd in odds]
        assert chi_square(drawn, odds) == pytest.approx(stats.chisquare(drawn, expected).pvalue, rel=1e-6, abs=1e-300)
