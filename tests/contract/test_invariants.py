"""Random games of every game: moves, odds, results, replay, shared luck."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import mctsky
from contract.histories import finish, options_here, random_history, record, replay, walk
from contract.invariants import check_state, rules_bytes
from contract.subjects import case_id, cases, cover, games, seeds, specs
from mctsky.core.contract import CHANCE, NOBODY, has_verb, random_move, sample_chance
from mctsky.core.jit import kernel
from mctsky.core.position import Game
from mctsky.core.rng import make_rng

DRAWS = 20_000


@kernel(entry=True)
def tally(game, state, rng, n, counts):
    """Count `n` draws of chance by their code; counts[-1] counts codes that do not exist."""
    for _ in range(n):
        code = sample_chance(game, state, rng)
        counts[code if 0 <= code < len(counts) - 1 else len(counts) - 1] += 1


@kernel(entry=True)
def tally_moves(game, state, out, rng, n, counts):
    """Count `n` draws of a legal move by their code; counts[-1] counts codes that do not exist."""
    for _ in range(n):
        code = random_move(game, state, out, rng)
        counts[code if 0 <= code < len(counts) - 1 else len(counts) - 1] += 1


@pytest.mark.parametrize("name", mctsky.game_names())
def test_games_load(name):
    assert mctsky.find_spec(name).name == name
    assert name in specs()


def check_game(game: Game, seed: int) -> None:
    before = rules_bytes(game.rules)
    n_plies = -1
    for history in walk(game, seed):
        check_state(history.position)
        n_plies += 1
        assert n_plies <= game.spec.bounds.max_plies
    assert history.position.is_over
    assert rules_bytes(game.rules) == before, "play altered the game's own tables"


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_states_keep_the_invariants(game):
    for seed in range(3):
        check_game(game, seed)


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
    """Two equal states in one array: playing in one leaves the other, and its neighbours, alone."""
    history = random_history(game, 5, 0.5)
    pool = np.zeros(3, game.spec.state_dtype).view(np.recarray)
    pool[1] = history.position.state
    guard = pool[0].tobytes(), pool[2].tobytes()
    for code in options_here(history.position):
        state = record(game, pool[1].tobytes())
        game.verb("play")(game.rules, state, code)
        trial = np.zeros(3, game.spec.state_dtype).view(np.recarray)
        trial[1] = pool[1]
        game.verb("play")(game.rules, trial[1], code)
        assert trial[1].tobytes() == state.tobytes()
        assert (trial[0].tobytes(), trial[2].tobytes()) == guard
        assert trial[1].tobytes() != pool[1].tobytes(), "a move that changes nothing"


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_games_with_one_seed_share_their_luck(game):
    """The k-th chance move is drawn from (seed, k): equal decisions give equal games, whatever came before is equal too."""
    finals = []
    for _ in range(2):
        random = Random(8)
        position = game.start(seed=31)
        while not position.is_over:
            position.play(random.choice(position.legal_codes()))
        finals.append(position)
    assert finals[0].moves == finals[1].moves
    assert finals[0] == finals[1]
    opening = [game.start(seed=31).moves, game.start(seed=31).moves]
    assert opening[0] == opening[1] == finals[0].moves[: len(opening[0])]


@pytest.mark.parametrize("name", [name for name, spec in specs().items() if spec.chance])
def test_sampling_follows_the_odds(name):
    checked = 0
    for game in cover(name):
        checked += _check_sampling(game)
    forced_only = name == "pennies"
    assert checked >= 2 or forced_only, f"only {checked} chance moves with more than one outcome were met"


def _check_sampling(game: Game) -> int:
    states = {h.position.state.tobytes() for seed in range(4) for h in walk(game, seed) if h.position.to_act == CHANCE}
    checked = 0
    for raw in Random(4).sample(sorted(states), min(len(states), 8)):
        position = mctsky.Position(game, record(game, raw))
        counts = np.zeros(game.spec.bounds.n_codes + 1, np.int64)
        tally(game.rules, position.state, make_rng(17), DRAWS, counts)
        assert position.state.tobytes() == raw, "sampling altered the state"
        codes, odds = zip(*position.chance_codes(), strict=True)
        assert counts.sum() == counts[list(codes)].sum() == DRAWS, "drew an outcome that is not listed"
        if len(codes) > 1:
            expected = np.array(odds) * DRAWS
            assert stats.chisquare(counts[list(codes)], expected / expected.sum() * DRAWS).pvalue > 1e-6
            checked += 1
    return checked


def drawn_games() -> list[Game]:
    return [game for game in cases() if has_verb(game.spec.game_type, "random_move")]


@pytest.mark.parametrize("game", drawn_games(), ids=case_id)
def test_random_moves_are_uniform(game):
    """Each legal move is as likely as any other, whatever way they are drawn."""
    states = {h.position.state.tobytes() for seed in range(2) for h in walk(game, seed) if h.position.to_act >= 0}
    checked = 0
    for raw in Random(5).sample(sorted(states), min(len(states), 12)):
        position = mctsky.Position(game, record(game, raw))
        codes = position.legal_codes()
        if len(codes) > 1:
            counts = np.zeros(game.spec.bounds.n_codes + 1, np.int64)
            out = np.empty(game.spec.bounds.max_legal, np.int32)
            tally_moves(game.rules, position.state, out, make_rng(23), 50 * len(codes) + 2_000, counts)
            assert counts.sum() == counts[codes].sum(), "drew a move that is not legal"
            assert stats.chisquare(counts[codes]).pvalue > 1e-6, position.format_move(int(counts.argmax()))
            checked += 1
    assert checked >= 5


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
