"""The worlds of Santorini: New York, drawn by `determinise`, against the exact odds of naive/santorini_ny_worlds.py.

A case is the text of a view. Where there are few worlds, all of them are counted; otherwise every single card and pairs of
cards in the same hand and in different hands.
"""

from collections import Counter
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import NamedTuple

import pytest
from scipy import stats

import mctsky
from games.santorini_ny_tables import started
from mctsky.core.jit import JIT_DISABLED
from mctsky.core.rng import make_rng
from mctsky.games.santorini_ny.notation import cards_of
from mctsky.games.santorini_ny.state import START
from naive.santorini_ny_worlds import posterior, read_view

N_DRAWS = 800 if JIT_DISABLED else 10_000
COUNTABLE = 900  # most worlds for a chi-square over all of them
MAX_Z = 4.5


class Case(NamedTuple):
    viewer: int
    cards: str  # text after the board, with the own hand
    out: str = ""  # letters of the seats that are out
    thin: int = 1  # so many times fewer draws, where most are rejected


THREE = "past=1,2,3,4+5|6,7,8,9+?|10,11,12,13+?"
FIVE = "past=1,2,3,4+5|6,7,8,9+?|10,11,12,13+?|14,15,16,17+?|18,19,20,21+?"
CASES = {
    "first deal under way": Case(1, "step=deal hands=?2|-"),
    "first deal": Case(0, "statue=2 step=start:0 table=3|7|9 hands=5|?1|?1 spent=1,2,3,4|6,7,8,10|9,11,12,13"),
    "own choice made": Case(0, "statue=0 step=choose table=(13)|- hands=5|?2 spent=10,11,12|1,6,14 past=1,2,3,4+5|6,7,8,9+?"),
    "one redeal": Case(0, "statue=0 step=choose hands=5,10,11,12,13|?5 past=1,2,3,4+5|6,7,8,9+?"),
    "one redeal, three shown": Case(0, "statue=1 step=choose hands=5,13|?2 spent=10,11,12|1,6,14 past=1,2,3,4+5|6,7,8,9+?"),
    "two redeals": Case(
        1, "statue=0 step=choose hands=?3|13,19,20 spent=7,14|17,18 past=6,7,8,9+?|1,2,3,4+5;6,14,15,16+?|5,10,11,12+13"
    ),
    "three redeals": Case(
        0,
        "statue=0 step=choose hands=4,9|?2 spent=1,2,3|6,17,23 "
        "past=1,2,3,4+5|6,7,8,9+?;5,10,11,12+13|6,14,15,16+?;13,18,19,20+9|14,17,21,22+?",
    ),
    "three players": Case(0, f"statue=2 step=choose hands=14,15|?2|?2 spent=1,5,6|2,7,16|3,10,17 {THREE}"),
    "three players, one card left": Case(
        0, f"statue=2 step=start:0 table=6|16|24 hands=15|?1|?1 spent=1,5,6,14|2,7,16,18|3,10,17,24 {THREE}"
    ),
    "three players, dealing": Case(0, f"statue=2 step=deal hands=1,5,6,14,15|?2|?1 {THREE}"),
    "three players, dealing, viewed by the last": Case(
        2, "statue=1 step=deal hands=?3|?1|5 past=6,7,8,9+?|10,11,12,13+?|1,2,3,4+5"
    ),
    "four players": Case(
        3,
        "statue=0 step=choose hands=?2|?2|?2|17,20 spent=1,2,3|5,6,18|9,10,19|7,16,25 "
        "past=1,2,3,4+?|5,6,7,8+?|9,10,11,12+?|13,14,15,16+25",
    ),
    "five players": Case(0, f"statue=4 step=choose hands=10,14|?2|?2|?2|?2 spent=1,5,6|2,7,16|3,8,11|4,9,12|13,15,17 {FIVE}"),
    "five players, one kept card shown": Case(
        2,
        "statue=4 step=choose hands=?3|?3|1,10,14|?3|?3 spent=2,22|3,7|5,6|8,9|12,13 "
        "past=6,7,8,9+?|10,11,12,13+?|1,2,3,4+5|14,15,16,17+?|18,19,20,21+?",
    ),
    "out in this deal": Case(
        0, f"statue=1 step=start:0 table=14|16|- hands=15|?1|?3 spent=1,5,6,14|2,7,16,18|3,10 {THREE}", "C"
    ),
    "out in the first deal": Case(
        0, "statue=1 step=choose hands=5,13|?2|- spent=10,11,12|1,6,14|- past=1,2,3,4+5|6,7,8,9+?|15,16", "C"
    ),
    "out in the second deal": Case(
        0, f"statue=1 step=choose hands=10,21,22|?3|- spent=1,14|7,20|- {THREE};5,14,15,16+1|2,6,17,18+?|3,19", "C"
    ),
    "out in the second deal, five players": Case(
        0,
        "statue=3 step=start:0 table=6|8|12|17|- hands=14|?1|?1|?1|- spent=1,2,3,6|4,5,7,8|9,10,11,12|13,15,16,17|- "
        f"{FIVE};1,5,6,10+14|2,7,16,22+?|3,8,12,23+?|4,9,13,18+?|15",
        "E",
    ),
    "out in the second deal, five players, cards kept twice": Case(
        0,
        "statue=3 step=start:0 table=6|8|12|17|- hands=14|?1|?1|?1|- spent=1,2,3,6|4,5,7,8|9,10,11,12|13,15,16,17|- "
        f"{FIVE};1,5,6,10+14|2,7,16,22+?|3,8,12,23+?|4,9,13,18+?|15;1,2,3,6+14|4,5,7,8+?|9,10,11,12+?|13,15,16,17+?|-",
        "E",
        3,
    ),
    "out in the second and in the third deal, five players": Case(
        0,
        "statue=2 step=start:0 table=6|8|12|-|- hands=14|?1|?1|-|- spent=1,2,3,6|4,5,7,8|9,10,11,12|-|- "
        f"{FIVE};1,5,6,10+14|2,7,16,22+?|3,8,12,23+?|4,9,13,18+?|15;1,2,3,6+14|4,5,7,8+?|9,10,11,12+?|13,15|-",
        "DE",
        5,
    ),
    "out in the second and in the third deal": Case(
        0,
        "statue=1 step=choose hands=11,12|?2|-|- spent=1,2,13|4,15,23|-|- "
        "past=1,2,3,4+5|6,7,8,9+?|10,11,12,13+?|14,15,16,17+?;5,6,10,14+1|2,7,18,19+?|3,8,11,20+?|4,15,21;"
        "1,7,8,9+2|5,10,18,22+?|4,23|-",
        "CD",
    ),
}


def view_of(case):
    players = len(case.cards.split("hands=")[1].split(" ")[0].split("|"))
    board = started(players=players).text().split(" ")[0]
    for letter in case.out:
        board = board.replace(letter, "")
    return mctsky.load("santorini-ny", players=players).view(f"{board} {case.cards}", case.viewer)


def draw(view, n_draws, seed):
    """Return the others' hands in some worlds, and check that each world looks the same to the viewer."""
    game, rng = view.game, make_rng(seed)
    determinise, conceal = game.verb("determinise"), game.verb("conceal")
    found = Counter()
    for index in range(n_draws):
        world = view.copy().state
        determinise(game.rules, world, view.seat, rng)
        found[tuple(int(hand) * (seat != view.seat) for seat, hand in enumerate(world.hands[: game.n_seats]))] += 1
        if index < 200:
            conceal(game.rules, world, view.seat)
            assert world.tobytes() == view.state.tobytes()
    assert found.total() == n_draws
    return Counter({tuple(frozenset(cards_of(hand)) for hand in hands): count for hands, count in found.items()})


def check_all_worlds(drawn, exact):
    """Compare all worlds at once and return the p-value; worlds that are expected less than five times are put together."""
    n_draws, expected, counts, rest = drawn.total(), [], [], [0.0, 0]
    for world, odds in exact.items():
        if odds * n_draws >= 5:
            expected.append(float(odds) * n_draws)
            counts.append(drawn[world])
        else:
            rest[0] += float(odds) * n_draws
            rest[1] += drawn[world]
    if rest[0] >= 5:
        expected.append(rest[0])
        counts.append(rest[1])
    if len(counts) == 1:
        return None
    scale = sum(counts) / sum(expected)  # 1, unless a few rare worlds were left out
    value = stats.chisquare(counts, [value * scale for value in expected]).pvalue
    assert value > 1e-4
    return value


@pytest.mark.parametrize("name", CASES)
def test_worlds_follow_the_exact_odds(name):
    case = CASES[name]
    view = view_of(case)
    exact = posterior(read_view(view.text(), case.viewer), case.viewer)
    drawn = draw(view, N_DRAWS // case.thin, seed=11)
    assert set(drawn) <= set(exact), "a world that cannot be"
    if len(exact) <= COUNTABLE:
        check_all_worlds(drawn, exact)
    every = 1 if len(exact) <= COUNTABLE else 5
    odds, counts = weigh_events(exact, case.viewer, every), weigh_events(drawn, case.viewer, every)
    for event, probability in odds.items():
        check_event(event, probability, counts[event], drawn.total())


def weigh_events(worlds, viewer, every):
    """Return the weight of every card in a hand, and of pairs of cards (of all, or of one in `every`) in one or two hands."""
    found = Counter()
    for world, weight in worlds.items():
        held = [(seat, card) for seat, hand in enumerate(world) if seat != viewer for card in sorted(hand)]
        pairs = [(one, two) for one, two in combinations(held, 2) if (one[1] + two[1]) % every == 0]
        for event in held + pairs:
            found[event] += float(weight)
    return found


def check_event(event, odds, n, n_draws):
    """Compare how often something holds with its exact odds."""
    if odds > 1 - 1e-9:
        assert n == n_draws, event
    elif odds * n_draws >= 20:  # where the normal law is near enough
        z = (n - n_draws * odds) / sqrt(n_draws * odds * (1 - odds))
        assert abs(z) < MAX_Z, f"{event}: {n / n_draws:.4f} instead of {odds:.4f}"


def view_of_random_game(players, random):
    """Return a view of a random game in the last round of a deal, but not of the first one; all hands are of one card."""
    while True:
        position = mctsky.load("santorini-ny", players=players).start(seed=random.randrange(1 << 30))
        found = []
        while not position.is_over:
            if int(position.state.n_deals) > 0 and int(position.state.phase) == START:
                sizes = [int(position.state.hand_sizes[seat]) for seat in range(players)]
                viewer = random.randrange(players)
                view = position.view(viewer)
                # Where a seat went out early its hand can be anything, and there are too many histories to list.
                n_unseen = [5 - len(shown) for deal in read_view(view.text(), viewer) for shown in deal.shown if shown]
                if max(sizes) == 1 and sizes[viewer] == 1 and max(n_unseen) <= 2:
                    found.append(view)
            position.play(random.choice(position.legal_codes()))
        if found:
            return random.choice(found)


def check_random_views(players, seeds):
    values = []
    for seed in seeds:
        view = view_of_random_game(players, Random(f"{players} {seed}"))
        exact = posterior(read_view(view.text(), view.seat), view.seat)
        drawn = draw(view, N_DRAWS, seed)
        assert set(drawn) <= set(exact), "a world that cannot be"
        values.append(check_all_worlds(drawn, exact))
    return values


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_worlds_of_random_games_follow_the_exact_odds(players):
    check_random_views(players, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_worlds_of_many_random_games_follow_the_exact_odds(players):
    values = [value for value in check_random_views(players, range(100, 130)) if value is not None]
    assert stats.combine_pvalues(values).pvalue > 1e-3, "small deviations everywhere"


def test_each_case_has_what_it_is_about():
    """The kept card matters where it should: a card that cannot have been kept is rarer than one that can."""
    view = view_of(CASES["one redeal"])
    exact = posterior(read_view(view.text(), 0), 0)
    assert len(exact) == comb(20, 5) - comb(8, 5)  # all but those without a card that can have been kept
    by_kept = {}
    for (_, hand), odds in exact.items():
        by_kept.setdefault(len(hand - set(range(1, 14))), set()).add(odds)
    assert all(len(odds) == 1 for odds in by_kept.values())
    one = by_kept[1].pop()
    assert {n: odds.pop() / one for n, odds in by_kept.items() if n > 1} == {2: 2, 3: 3, 4: 4, 5: 5}
    assert 0 not in by_kept


def test_the_dead_matter():
    """A seat that went out holding the cards that others could have kept changes the odds of the others' hands."""
    case = CASES["out in the second deal, five players"]
    deals = read_view(view_of(case).text(), 0)
    exact = posterior(deals, 0)
    assert {card for world in exact for card in world[1]} == {19, 20, 21}  # never 24 or 25: seats 3 and 4 had them
    assert {card for world in exact for card in world[3]} == {24, 25}
