"""The worlds of Paper Skyscrapers that `determinise` draws, against all worlds that a seat cannot tell apart and their odds."""

from collections import Counter
from math import comb
from random import Random

import pytest
from scipy import stats

from games.paperskyscrapers_files import box
from games.paperskyscrapers_tables import opened
from games.paperskyscrapers_worlds import Worlds, tiny
from mctsky.core.rng import make_rng
from mctsky.games.paperskyscrapers.state import MAX_LEVEL
from mctsky.testing.histories import concealed, record

MAX_WORLDS = 60  # for a chi-square; of more worlds only some are drawn
FEATURES = {"known", "next level", "stolen", "turned up", "announced", "two hands", "before a shuffle", "before and after"}


def draw(worlds, n, seed):
    """Return how often each world was drawn; each must look the same to the viewer."""
    game, viewer = worlds.game, worlds.viewer
    view = concealed(game, worlds.position.state, viewer)
    raw, rng, found = view.state.tobytes(), make_rng(seed), Counter()
    for _ in range(n):
        world = record(game, raw)
        game.verb("determinise")(game.rules, world, viewer, rng)
        found[world.tobytes()] += 1
    for world in list(found)[:5]:
        assert concealed(game, record(game, world), viewer) == view
    return found


def check(worlds, seed, n_each=8):
    """Compare draws with the odds and return the p-value, or None where there is nothing to compare."""
    assert worlds.position.state.tobytes() in worlds.odds, "the truth is not among the worlds"
    few = len(worlds.odds) <= MAX_WORLDS
    drawn = draw(worlds, 40 + n_each * len(worlds.odds) if few else 60, seed)
    assert set(drawn) <= set(worlds.odds), "a world that cannot be"
    if not few or len(worlds.odds) == 1:
        return None
    expected = [odd * drawn.total() for odd in worlds.odds.values()]
    value = stats.chisquare([drawn[world] for world in worlds.odds], expected).pvalue
    assert value > 1e-5
    return value


def features(worlds, texts):
    """Return what is special in this view."""
    state, viewer, n = worlds.position.state, worlds.viewer, worlds.game.n_seats
    others = [seat for seat in range(n) if seat != viewer]
    found = set()
    if any(state.known[seat].any() for seat in others):
        found.add("known")
    level = int(state.level)
    if level < MAX_LEVEL and any(state.n_secret[seat, level] for seat in others):
        found.add("next level")
    found |= {"stolen"} if any(text.startswith("stolen") for text in texts) else set()
    found |= {"turned up"} if any(text.startswith("turn up") for text in texts) else set()
    if state.announced and worlds.position.to_act != viewer:
        found.add("announced")
    if sum(state.n_secret[seat].any() for seat in others) > 1:
        found.add("two hands")
    if state.n_shuffles and any(state.n_secret[seat, 2:4].any() for seat in others):
        found.add("before a shuffle")
        if any(state.n_secret[seat, 4:].any() for seat in others):
            found.add("before and after")
    return found


def look_at_game(game, seed, share, n_each=8):
    """Play a random game; return the features of all views with several worlds, and the p-values of those looked at."""
    random, sample = Random(seed), Random(seed)
    worlds, texts, seen, values = Worlds(game, random.randrange(game.n_seats)), [], set(), []
    while not worlds.position.is_over:
        texts.append(worlds.play_at_random(random))
        state = worlds.position.state
        n_hidden = [sum(int(word).bit_count() for word in cards) for cards in state.secret]
        assert state.n_secret.sum(axis=1).tolist() == n_hidden
        here = features(worlds, texts) if len(worlds.odds) > 1 else set()
        if here - seen or sample.random() < share:
            values.append(check(worlds, seed, n_each))
        seen |= here
    return seen, [value for value in values if value is not None]


SHUFFLED = {"before a shuffle", "before and after"}
GAMES = [
    (2, (7, 3, 3, 3), 6, {"next level", "stolen", *SHUFFLED}),
    (2, (8, 2, 4, 3), 27, {"next level", "turned up", *SHUFFLED}),
    (2, (8, 2, 4, 3), 7, {"next level", "stolen", *SHUFFLED}),
    (3, (9, 2, 3, 3), 2, {"next level", "announced", "two hands", *SHUFFLED}),
    (3, (10, 2, 3, 3), 3, {"next level", "announced", "stolen", "two hands", *SHUFFLED}),
]


@pytest.mark.parametrize(("players", "sizes", "seed", "expected"), GAMES)
def test_worlds_follow_the_exact_odds(players, sizes, seed, expected):
    """R82, R100, R101: the games were chosen for what happens in them."""
    seen, _ = look_at_game(tiny(players, sizes), seed, share=0.1)
    assert seen >= expected


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_worlds_follow_the_exact_odds_in_many_games(players):
    found, values = set(), []
    for seed in range(40):
        sizes = Random(seed).choice(((7, 3, 3, 3), (8, 2, 4, 3), (4, 2, 4, 4), (9, 2, 3, 3)))
        new, more = look_at_game(tiny(players, sizes), 1_000 + seed, share=0.5, n_each=20)
        found |= new
        values += more
    assert found == (FEATURES if players == 3 else FEATURES - {"two hands"})
    assert stats.combine_pvalues(values).pvalue > 1e-4, "small deviations everywhere"


def test_the_first_deal_has_all_pairs_of_cards():
    game = box(2)
    first = opened(game, ("Civ1a Civ1b", "Com1a Com1b"), "Par1a Par1b Res1a")
    worlds = Worlds(game, 0)
    for code in first.position.moves:
        worlds.play(code)
    assert len(worlds.odds) == comb(5, 2)
    assert max(worlds.odds.values()) == pytest.approx(1 / 10)
    assert set(draw(worlds, 400, 1)) == set(worlds.odds)
    check(worlds, 2, n_each=100)


def test_a_discarded_card_leaves_the_rest_of_the_hand_as_likely_as_before():
    game = box(2, Mill="1 civic: draw 1 next", plain=(2, 1, 1, 1))
    turn = opened(game, ("Civ1a Civ1b", "Mill Com1b"), "Par1a Par1b Res1a").play("stop", "discard Mill", "deal 1 Civ2a")
    worlds = Worlds(game, 0)
    for code in turn.position.moves:
        worlds.play(code)
    assert len(worlds.odds) == 5 * 5  # one of the five other 1s, and one of the five 2s
    check(worlds, 3, n_each=40)
