"""Stirred worlds of winner-only goofspiel stay uniform over all worlds of the view, and a chain of them visits every one."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from scipy import stats

from games.goofspiel_play import world_of
from games.goofspiel_worlds import NOBODY_WON, listed
from mctsky.core.contract import stir
from mctsky.core.jit import JIT_DISABLED, kernel
from mctsky.core.registry import load
from mctsky.core.rng import make_rng
from mctsky.games.goofspiel.state import STATE_DTYPE

CASES = [(2, 5, 3), (3, 4, 3), (3, 4, 4), (3, 5, 3), (3, 5, 4), (4, 4, 2), (4, 4, 3), (4, 4, 4), (5, 3, 2), (5, 3, 3)]
STIRS = 12  # enough for a wrong law to show
# Plain Python takes a millisecond for a stir and does not get far; that it does the same is shown in tests/search.
WIDEST = 30 if JIT_DISABLED else 220  # worlds of a view
N_VIEWS = 1 if JIT_DISABLED else 6  # with ties, and as many without
FEWEST = 30 if JIT_DISABLED else 300  # worlds drawn
PER_WORLD = 5 if JIT_DISABLED else 25
APART = 10 if JIT_DISABLED else 60  # stirs between two worlds that are counted as independent


@kernel(entry=True)
def stir_each(game, worlds, viewer, rng, n):
    """Stir every record of `worlds` n times."""
    for i in range(len(worlds)):
        for _ in range(n):
            stir(game, worlds[i], viewer, rng)


@kernel(entry=True)
def follow(game, worlds, viewer, rng, apart):
    """Fill `worlds` with the chain that begins at the first of them, `apart` stirs from one to the next."""
    for i in range(1, len(worlds)):
        worlds[i] = worlds[i - 1]
        for _ in range(apart):
            stir(game, worlds[i], viewer, rng)


class Listed:
    """The worlds of one view as records."""

    def __init__(self, worlds, view):
        self.rules, self.players, self.cards = worlds.rules(), worlds.players, worlds.cards
        self.shifts = [np.uint64(4 * r) for r in range(len(worlds.own))]
        words = (worlds.bids.astype(np.uint64) << np.array(self.shifts, np.uint64)).sum(1)
        mine = worlds.view == view
        self.states = np.repeat(worlds.concealed(worlds.winners(view)), mine.sum()).view(np.recarray)
        for seat, row in enumerate(worlds.index, 1):
            self.states.bids[:, seat] = words[row[mine]]
        self.write_hands(self.states)

    def write_hands(self, states):
        for seat in range(1, self.players):
            spent = sum(1 << (states.bids[:, seat] >> shift & np.uint64(15)) - 1 for shift in self.shifts)
            states.hands[:, seat] = (1 << self.cards) - 1 - spent

    def p_value(self, drawn):
        """Return the odds of a sample as uneven as this, if all worlds are equally likely; nothing but the worlds may occur."""
        again = drawn.copy()
        self.write_hands(again)
        assert (again.hands == drawn.hands).all(), "a hand that does not fit the bids"
        for name in set(STATE_DTYPE.names) - {"bids", "hands"}:
            assert (drawn[name] == self.states[name][0]).all(), f"{name} has changed"
        counts = Counter(map(tuple, drawn.bids.tolist()))
        keys = list(map(tuple, self.states.bids.tolist()))
        assert set(counts) <= set(keys), "a world that does not fit"
        return stats.chisquare([counts[key] for key in keys]).pvalue

    def sample_size(self):
        return max(FEWEST, PER_WORLD * len(self.states))


def chosen_views(worlds):
    """Return views with more than one world, some without ties and some with."""
    sizes = np.bincount(worlds.view)
    fitting = [view for view in range(len(sizes)) if 1 < sizes[view] <= WIDEST]
    tied = [view for view in fitting if NOBODY_WON in worlds.winners(view)]
    free = [view for view in fitting if NOBODY_WON not in worlds.winners(view)]
    assert tied
    return [Listed(worlds, view) for views in (tied, free) for view in Random(4).sample(views, min(len(views), N_VIEWS))]


def check_p_values(values):
    assert min(values) > 1e-5
    assert stats.combine_pvalues(values).pvalue > 1e-3, "small deviations everywhere"


@pytest.mark.parametrize(("players", "cards", "n_rounds"), CASES)
def test_uniform_worlds_stay_uniform(players, cards, n_rounds):
    values = []
    for number, view in enumerate(chosen_views(listed(players, cards, n_rounds))):
        start = np.random.default_rng(number).integers(len(view.states), size=view.sample_size())
        drawn = view.states[start].copy()
        stir_each(view.rules, drawn, 0, make_rng(number), STIRS)
        values.append(view.p_value(drawn))
    check_p_values(values)


@pytest.mark.parametrize(("players", "cards", "n_rounds"), CASES)
def test_a_chain_visits_all_worlds_equally_often(players, cards, n_rounds):
    values = []
    for number, view in enumerate(chosen_views(listed(players, cards, n_rounds))):
        chain = np.zeros(view.sample_size() + 1, STATE_DTYPE).view(np.recarray)
        chain[0] = view.states[number % len(view.states)]
        follow(view.rules, chain, 0, make_rng(number), APART)
        values.append(view.p_value(chain[1:]))
    check_p_values(values)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nothing_to_stir(players):
    """Where bids are shown, and before the first round is over, there is one world only."""
    for show, n_rounds in (("bids", 2), ("winner", 0)):
        game = load("goofspiel", players=players, cards=6, show=show)
        position = game.start(seed=3)
        random = Random(3)
        while position.state.n_rounds < n_rounds or position.to_act != 1:
            position.play(random.choice(position.legal_codes()))
        world = world_of(position.view(1), 1)
        before, rng = world.state.tobytes(), make_rng(5)
        for _ in range(5):
            game.verb("stir")(game.rules, world.state, 1, rng)
        assert world.state.tobytes() == before


@pytest.mark.parametrize("players", [3, 5])
def test_every_seat_but_the_viewer_is_stirred(players):
    """From the viewer's place at either end and in between, 13 cards; the viewer's own pending bid stays."""
    game = load("goofspiel", players=players, show="winner")
    position = game.start(seed=8)
    random = Random(8)
    while position.state.n_rounds < 6 or position.to_act != players - 1:
        position.play(random.choice(position.legal_codes()))
    for viewer in range(players):
        world = world_of(position.view(viewer), 1)
        bids, rng, changed = world.state.bids.copy(), make_rng(2), set()
        for _ in range(60):
            game.verb("stir")(game.rules, world.state, viewer, rng)
            changed |= set(np.flatnonzero(world.state.bids != bids).tolist())
        assert changed == set(range(players)) - {viewer}
        assert world.state.committed == position.view(viewer).state.committed
