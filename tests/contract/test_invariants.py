"""Random games of every game: moves, odds, results, replay, shared luck."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mctsky
from contract.subjects import case_id, cases, cover, games, seeds, specs
from mctsky.core.contract import NOBODY, has_verb
from mctsky.testing.draws import check_random_moves, check_sampling
from mctsky.testing.histories import finish, random_history, replay
from mctsky.testing.states import check_game, check_play, check_shared_luck

DRAWS = 20_000


@pytest.mark.parametrize("name", mctsky.game_names())
def test_games_load(name):
    assert mctsky.find_spec(name).name == name
    assert name in specs()


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_states_keep_the_invariants(game):
    for seed in range(3):
        assert check_game(game, seed) > 1


@pytest.mark.parametrize("name", specs())
def test_any_options_keep_the_invariants(name):
    @given(games(name), seeds)
    @settings(max_examples=12)
    def check(game, seed):
        check_game(game, seed)

    check()


@pytest.mark.slow
@pytest.mark.parametrize("name", specs())
def test_any_options_keep_the_invariants_at_length(name):
    @settings.get_profile("slow")
    @given(games(name), seeds)
    def check(game, seed):
        check_game(game, seed)

    check()


@pytest.mark.parametrize("name", specs())
def test_replay_gives_the_same_bytes(name):
    @given(games(name), seeds, st.floats(0, 1))
    @settings(max_examples=8)
    def check(game, seed, portion):
        history = random_history(game, seed, portion)
        again = replay(game, history.codes)
        assert again.states == history.states
        assert again.position == history.position
        assert again.texts == history.texts
        by_text = game.start()
        for text in history.texts:
            by_text.play(text)
        assert by_text == history.position

    check()


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_play_works_in_place_on_that_record_only(game):
    check_play(random_history(game, 5, 0.5).position)


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_games_with_one_seed_share_their_luck(game):
    """The k-th chance move is drawn from (seed, k): equal decisions give equal games, whatever came before is equal too."""
    check_shared_luck(game, 31)
    opening = game.start(seed=31).moves
    assert opening == game.start(seed=31).moves


@pytest.mark.parametrize("name", [name for name, spec in specs().items() if spec.chance])
def test_sampling_follows_the_odds(name):
    checked = sum(check_sampling(game, seed, DRAWS, 2) for game in cover(name) for seed in range(4))
    forced_only = name == "pennies"
    assert checked >= 2 or forced_only, f"only {checked} chance moves with more than one outcome were met"


@pytest.mark.parametrize("name", [name for name, spec in specs().items() if has_verb(spec.game_type, "random_move")])
def test_random_moves_are_uniform(name):
    """Each legal move is as likely as any other, whatever way they are drawn."""
    for game in cover(name):
        assert sum(check_random_moves(game, seed, DRAWS, 6) for seed in range(2)) >= 5


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_copies_and_pickles_are_equal_and_independent(game):
    position = random_history(game, 3, 0.4).position
    twin = position.copy()
    assert twin == position
    assert hash(twin) == hash(position)
    if twin.to_act != NOBODY:
        finish(twin, Random(1))
        assert twin != position
        assert position == random_history(game, 3, 0.4).position
