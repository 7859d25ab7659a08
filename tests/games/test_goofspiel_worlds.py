"""Worlds of winner-only goofspiel: the first world, the steps of the Markov chain and the odds, against full enumeration."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from scipy import stats
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from games.goofspiel_worlds import NOBODY_WON, Worlds, listed
from mctsky.core.jit import JIT_DISABLED
from mctsky.core.registry import load
from mctsky.core.rng import make_rng
from mctsky.games.goofspiel.first_world import count_tries
from mctsky.games.goofspiel.state import STATE_DTYPE
from mctsky.testing.draws import draw_worlds


def all_owns(cards):
    """Return the viewer's bids up to the order of rounds, which does not matter."""
    return [own for n_rounds in range(1, cards + 1) for own in combinations(range(1, cards + 1), n_rounds)]


# ---------------------------------------------------------------- the first world


@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 4), (4, 3), (5, 3)])
def test_a_first_world_is_found_exactly_when_there_is_one(players, cards):
    for own in all_owns(cards):
        worlds = Worlds(players, cards, own)
        possible = set(worlds.codes.tolist())
        rules = worlds.rules()
        for code in range(6 ** len(own)):
            winners = [code // 6 ** (len(own) - 1 - r) % 6 for r in range(len(own))]
            if all(winner < players or winner == NOBODY_WON for winner in winners):
                state = worlds.concealed(winners)[0]
                found = count_tries(rules, state, 0) > 0
                assert found == (code in possible), (own, winners)
                if found:
                    check_world(state, players, cards, winners)


def check_world(state, players, cards, winners):
    rows = [[int(state.bids[seat]) >> 4 * r & 15 for r in range(len(winners))] for seat in range(players)]
    assert all(len(set(row)) == len(row) and 1 <= min(row) <= max(row) <= cards for row in rows)
    for bids, winner in zip(zip(*rows, strict=True), winners, strict=True):
        assert winner == (bids.index(max(bids)) if bids.count(max(bids)) == 1 else NOBODY_WON)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_world_is_found_at_once_in_large_games(players):
    """Ties are what the search must choose about, so seats copy each other a lot here; any viewer, 13 cards."""
    random = Random(players)
    rules = load("goofspiel", players=players, show="winner").rules
    most = 0
    for _ in range(40 if JIT_DISABLED else 1500):
        base = random.sample(range(1, 14), 13)
        rows = []
        for _ in range(players):
            row = list(base)
            for _ in range(random.choice((0, 1, 2, 4, 8, 20))):
                i, j = random.sample(range(13), 2)
                row[i], row[j] = row[j], row[i]
            rows.append(row[: random.choice((13, 12, 9)) if not rows else len(rows[0])])
        viewer = random.randrange(players)
        columns = list(zip(*rows, strict=True))
        winners = [bids.index(max(bids)) if bids.count(max(bids)) == 1 else NOBODY_WON for bids in columns]
        state = Worlds(2, 3, (1,)).concealed([1])[0]
        state.bids[:] = 0
        state.bids[viewer] = sum(card << 4 * r for r, card in enumerate(rows[viewer]))
        state.winners = sum(winner + 1 << 4 * r for r, winner in enumerate(winners))
        state.n_rounds = len(winners)
        tries = count_tries(rules, state, viewer)
        assert tries > 0
        check_world(state, players, 13, winners)
        most = max(most, tries)
    assert most < 1000


# ---------------------------------------------------------------- the steps lead everywhere


def count_parts(worlds):
    """Return the number of views, of parts when only single seats are drawn again, and of parts with all steps."""
    others = range(worlds.players - 1)
    everything = np.arange(worlds.size)
    keys = [worlds.view * worlds.size + everything - worlds.index[t] * worlds.weight[t] for t in others]  # all but seat t
    edges = []
    for key in keys:
        order = np.argsort(key, kind="stable")
        same = key[order[1:]] == key[order[:-1]]
        edges.append((order[1:][same], order[:-1][same]))
    n_alone, part = _join(worlds.size, np.concatenate([a for a, _ in edges]), np.concatenate([b for _, b in edges]))
    n_parts, swaps = n_alone, list(worlds.swaps())
    for t, key in enumerate(keys):
        rest, sample = np.unique(key, return_index=True)
        partners = [s for s in others if s != t]
        for some in (group for size in range(1, len(partners) + 1) for group in combinations(partners, size)):
            for swap in swaps:
                if n_parts == len(worlds.codes):
                    return n_parts, n_alone, n_parts
                target = rest.copy()
                for s in some:
                    row = worlds.index[s][sample]
                    target += (swap[row] - row) * worlds.weight[s]
                place = np.searchsorted(rest, target) % len(rest)
                found = rest[place] == target
                n_parts, joined = _join(n_parts, part[sample[found]], part[sample[place[found]]])
                part = joined[part]
    return len(worlds.codes), n_alone, n_parts


def _join(n, first, second):
    return connected_components(coo_array((np.ones(len(first), bool), (first, second)), shape=(n, n)), directed=False)


SMALL = [(3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3)]
LARGE = [pytest.param(4, 5, marks=pytest.mark.slow), pytest.param(5, 4, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("players", "cards"), [*SMALL, *LARGE])
def test_steps_connect_all_worlds_of_every_view(players, cards):
    joint_steps_needed = False
    for own in all_owns(cards):
        n_views, n_alone, n_parts = count_parts(Worlds(players, cards, own))
        assert n_parts == n_views, own
        joint_steps_needed |= n_alone > n_views
    assert joint_steps_needed


# ---------------------------------------------------------------- the odds


def chi_square(worlds, view, n_per_world):
    """Return the p-value of drawn worlds of a view against equal odds for all of them."""
    words = (worlds.bids.astype(np.int64) << 4 * np.arange(len(worlds.own))).sum(1)
    keys = list(zip(*(words[row[worlds.view == view]].tolist() for row in worlds.index), strict=True))
    drawn = np.zeros(max(500, n_per_world * len(keys)), STATE_DTYPE).view(np.recarray)
    draw_worlds(worlds.rules(), worlds.concealed(worlds.winners(view)), drawn, 0, make_rng(view), 0)
    counts = Counter(map(tuple, drawn.bids[:, 1 : worlds.players].tolist()))
    assert set(counts) <= set(keys), "a world that does not fit"
    everything = (1 << worlds.cards) - 1
    for seat in range(1, worlds.players):
        spent = sum((1 << (drawn.bids[:, seat] >> np.uint64(4 * r) & np.uint64(15)) - 1) for r in range(len(worlds.own)))
        assert (drawn.hands[:, seat] == everything - spent).all(), "a hand that does not fit the bids"
    return stats.chisquare([counts[key] for key in keys]).pvalue if len(keys) > 1 else None


CASES = [(2, 5, 3), (2, 5, 5), (2, 6, 4), (2, 7, 5)]
CHAIN = [(3, 4, 3), (3, 4, 4), (3, 5, 3), (3, 5, 5), (4, 4, 4), (5, 3, 3)]
WIDER = [(3, 5, 4), (4, 4, 3), (4, 5, 3), (4, 5, 4), (4, 5, 5), (5, 4, 2), (5, 4, 3), (5, 4, 4), (5, 5, 2)]


@pytest.mark.parametrize(("players", "cards", "n_rounds"), [*CASES, *CHAIN])
def test_worlds_are_uniform(players, cards, n_rounds):
    check_uniform(listed(players, cards, n_rounds), 4 if JIT_DISABLED else 40, 10 if JIT_DISABLED else 20)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards", "n_rounds"), WIDER)
def test_worlds_are_uniform_in_wider_views(players, cards, n_rounds):
    check_uniform(listed(players, cards, n_rounds), 60, 20)


def check_uniform(worlds, n_views, n_per_world):
    sizes = np.bincount(worlds.view)
    views = [view for view in range(len(sizes)) if 1 < sizes[view] <= 2000]
    views = views or np.argsort(sizes, kind="stable")[:3].tolist()  # where all views are wide, the three narrowest
    chosen = Random(3).sample(views, min(n_views, len(views)))
    values = [chi_square(worlds, view, n_per_world) for view in chosen]
    assert min(values) > 1e-5
    assert stats.combine_pvalues(values).pvalue > 1e-3, "small deviations everywhere"


def test_the_same_view_and_seed_give_the_same_world():
    game = load("goofspiel", players=4, cards=7, show="winner")
    position = game.start(seed=5)
    random = Random(5)
    while position.state.n_rounds < 4:
        position.play(random.choice(position.legal_codes()))
    views = [position.view(2) for _ in range(2)]
    for view in views:
        game.verb("determinise")(game.rules, view.state, 2, make_rng(9))
    assert views[0] == views[1]
    assert "?" not in views[0].text()
