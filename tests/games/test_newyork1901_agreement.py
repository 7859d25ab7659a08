"""New York 1901: the fast rules go the same way as the oracle, from the start and from arbitrary tables."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

import mctsky
from games.newyork1901_tables import check, position_of
from games.newyork1901_twins import play_both, play_on
from mctsky.core.jit import JIT_DISABLED
from naive.newyork1901 import OVER, Naive
from naive.newyork1901_board import (
    BONUSES,
    DISTRICT,
    LEGENDARIES,
    OWN_TILES,
    STREETS,
    TERRITORIES,
    footprints,
    generation,
    has_frontage,
    kind,
)
from naive.newyork1901_table import CONSTRUCTION_BOOM, LAND_GRAB, MARKET_SHIFT, land, n_workers

NAMES = ("players", "beginner", "advanced", "action_cards")
FLAGS = [dict(zip(NAMES, chosen, strict=True)) for chosen in product((2, 3, 4), (0, 1), (0, 1), (0, 1))]
CARDS = (MARKET_SHIFT, LAND_GRAB, CONSTRUCTION_BOOM)


def scrambled(oracle: Naive, luck: Random):
    """Return a table that looks like the middle or the end of a game: big estates, standing cities, some points."""
    players = oracle.players
    lots = [name for name in TERRITORIES if DISTRICT[name] in oracle.colours]
    estates: list[set[str]] = [set() for _ in range(players)]
    for block in sorted({name[:2] for name in lots}):
        owner = luck.randrange(players)  # most of a block to one player, so that big tiles fit
        for name in lots:
            if name[:2] == block and luck.random() < 0.75:
                estates[owner if luck.random() < 0.85 else luck.randrange(players)].add(name)
    state = replace(
        oracle.start(),
        phase="start",
        seat=luck.randrange(players),
        first=0,
        n_turns=luck.choice([30, 60, 397, 398, 399]),
        streets=luck.choice(list(combinations(STREETS, 3))),
        bonus=luck.choice(BONUSES),
        points=tuple(luck.choice([0, 5, 6, 9, 10, 17, 18, 24, 25, 40]) for _ in range(players)),
        estates=tuple(map(frozenset, estates)),
        actions=tuple(frozenset(card for card in CARDS if oracle.action_cards and luck.random() < 0.7) for _ in range(players)),
    )
    for seat in range(players):
        state = _built(state, seat, luck)
    cards = sorted(kind(name) for name in oracle.unclaimed(state))
    luck.shuffle(cards)
    n_open = min(len(cards), luck.choice([4, 4, 4, 3, 0]))
    rest = sorted(cards[n_open:])
    if luck.random() < 0.4:
        rest, under = rest[: len(rest) // 9], rest[len(rest) // 9 :]
        groups = tuple(tuple(sorted(under[k : k + 4])) for k in range(0, len(under), 4))
    else:
        groups = ()
    if luck.random() < 0.3:
        ended = luck.randrange(players)
        last = (state.seat - ended) % players
        if last:
            state = replace(state, trigger=ended, final_turns=players - last)
    return replace(state, market=tuple(sorted(cards[:n_open])), heap=tuple(rest), groups=groups)


def _built(state, seat: int, luck: Random):
    """Return the table with a city for a seat; territories that no worker is left for are given up."""
    own, free, left, city = land(state, seat), set(land(state, seat)), list(OWN_TILES), []
    legends = [tile for tile in LEGENDARIES if all(tile != old for city in state.buildings for old, _ in city)]
    tiles = luck.sample(OWN_TILES, luck.randrange(4, 13)) + (["starter"] if luck.random() < 0.5 else [])
    if luck.random() < 0.2 and legends:
        tiles.insert(0, luck.choice(legends))
    for tile in tiles:
        fits = [where for where in footprints(tile) if where <= free and where <= own and has_frontage(where)]
        if fits:
            city.append((tile, luck.choice(fits)))
            free -= city[-1][1]
            if tile in left:
                left.remove(tile)
    gone = luck.sample([tile for tile in left if generation(tile) != "gold"], k=luck.randrange(4))
    for tile in gone:
        if len(left) > 5:
            left.remove(tile)
    while len(left) <= 4:
        left.append(next(tile for tile in OWN_TILES if tile not in left))
    lists = [list(state.buildings), list(state.unbuilt), list(state.estates)]
    lists[0][seat], lists[1][seat] = frozenset(city), tuple(sorted(left))
    state = replace(state, buildings=tuple(lists[0]), unbuilt=tuple(lists[1]))
    while n_workers(state, seat) < luck.choice([0, 0, 0, 1]):
        bare = [name for name in sorted(lists[2][seat]) if not any(TERRITORIES[name] & where for _, where in city)]
        if not bare:
            break
        lists[2][seat] = lists[2][seat] - {luck.choice(bare)}
        state = replace(state, estates=tuple(lists[2]))
    return state


def compare_scrambled(seed: int, n_tables: int, most: int) -> int:
    """Play on from arbitrary tables by both rules; return the number of moves."""
    luck = Random(seed)
    total = 0
    for _ in range(n_tables):
        options = {"players": luck.choice([2, 3, 4]), "advanced": luck.randrange(2), "action_cards": int(luck.random() < 0.8)}
        oracle = Naive(**options)
        state = scrambled(oracle, luck)
        check(oracle, state)
        position = position_of(mctsky.load("newyork1901", options), oracle, state)
        total += play_on(luck, position, oracle, state, most)
    return total


def compare_bytes(seed: int, most: int, **options: int) -> int:
    """Play a random game by both rules and compare whole records, not only what they tell."""
    luck = Random(seed)
    oracle, game = Naive(**options), mctsky.load("newyork1901", options)
    state, position = oracle.start(), game.start()
    last = n = 0
    while n < most and oracle.to_act(state) != OVER:
        moves = sorted(oracle.chance(state) or oracle.legal(state))
        move = luck.choice(moves)
        last = state.seat if state.seat is not None else last
        state = oracle.play(state, move)
        position.play(move)
        expected = position_of(game, oracle, state, last).state
        wrong = [name for name in expected.dtype.names if expected[name].tobytes() != position.state[name].tobytes()]
        assert not wrong, (wrong, move, position.text(), n)
        n += 1
    return n


@pytest.mark.parametrize("number", range(6))
def test_games_go_the_same_way(number):
    options = FLAGS[4 * number + number % 4]
    play_both(number, most=110, **options)
    play_both(50 + number, most=90, points=25, **options)


@pytest.mark.parametrize("batch", range(6))
def test_arbitrary_tables_go_the_same_way(batch):
    n_tables = 6 if JIT_DISABLED else 10
    assert compare_scrambled(batch, n_tables, most=16) > 4 * n_tables


@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_are_the_same_byte_by_byte(players):
    assert compare_bytes(players, 90 if JIT_DISABLED else 150, players=players) > 80


@pytest.mark.slow
@pytest.mark.parametrize("options", FLAGS, ids=lambda options: "-".join(map(str, options.values())))
def test_many_games_go_the_same_way(options):
    for seed in range(3):
        assert play_both(1000 + seed, **options) > 50
        assert play_both(2000 + seed, points=25, **options) > 50
    compare_bytes(3000, 10_000, **options)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_many_arbitrary_tables_go_the_same_way(batch):
    # Tables of the last turns of all end soon.
    assert compare_scrambled(1_000 + batch, n_tables=80, most=40) > 10 * 80
