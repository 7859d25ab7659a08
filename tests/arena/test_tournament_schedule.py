"""Who meets whom: every table of a round robin and a gauntlet once, mixed tables drawn evenly."""

import itertools
import math
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mctsky.arena.tournaments.schedule import (
    Table,
    count_gauntlet,
    count_round_robin,
    draw_tables,
    gauntlet,
    interleave,
    round_robin,
)

SIZES = st.lists(st.integers(2, 5), min_size=1, max_size=3)


@given(n_bots=st.integers(2, 7), seats=SIZES)
def test_a_round_robin_has_every_combination_once(n_bots: int, seats: list[int]) -> None:
    tables = round_robin(n_bots, seats)
    expected = {(game, bots) for game, n in enumerate(seats) for bots in itertools.combinations(range(n_bots), n)}
    assert {(table.game, table.bots) for table in tables} == expected
    assert len(tables) == len(expected) == count_round_robin(n_bots, seats)


@given(n_bots=st.integers(3, 12))
def test_pairs_are_spread_over_a_pass(n_bots: int) -> None:
    """Wherever a pass is interrupted, nobody has played three pairings more than anybody else."""
    played = Counter(dict.fromkeys(range(n_bots), 0))
    for table in round_robin(n_bots, [2]):
        played.update(table.bots)
        assert max(played.values()) - min(played.values()) <= 2


@given(n_bots=st.integers(2, 8), data=st.data())
def test_a_gauntlet_has_every_challenger_against_all_others(n_bots: int, data: st.DataObject) -> None:
    challengers = sorted(data.draw(st.sets(st.integers(0, n_bots - 1), min_size=1, max_size=n_bots - 1)))
    others = n_bots - len(challengers)
    seats = data.draw(st.lists(st.integers(2, others + 1), min_size=1, max_size=2))
    tables = gauntlet(n_bots, challengers, seats)
    assert len(set(tables)) == len(tables) == count_gauntlet(n_bots, len(challengers), seats)
    for table in tables:
        assert len(set(table.bots)) == seats[table.game]
        assert sum(bot in challengers for bot in table.bots) == 1
    for game, n_seats in enumerate(seats):
        met = Counter(pair for table in tables if table.game == game for pair in itertools.permutations(table.bots, 2))
        for challenger in challengers:
            for other in set(range(n_bots)) - set(challengers):
                assert met[challenger, other] == math.comb(others - 1, n_seats - 2)


@given(data=st.data(), rounds=st.integers(1, 6), seed=st.integers(0, 2**64 - 1))
def test_mixed_tables_are_even_at_every_moment(data: st.DataObject, rounds: int, seed: int) -> None:
    n_bots = data.draw(st.integers(2, 10))
    seats = data.draw(st.lists(st.integers(2, min(5, n_bots)), min_size=1, max_size=3))
    tables = draw_tables(n_bots, seats, rounds, seed)
    played = Counter(dict.fromkeys(range(n_bots), 0))
    for number, table in enumerate(tables):
        assert table.game == number % len(seats)
        assert len(set(table.bots)) == len(table.bots) == seats[table.game]
        assert table.bots[0] == min(table.bots)
        played.update(table.bots)
        assert max(played.values()) - min(played.values()) <= 1
    assert min(played.values()) == rounds
    assert draw_tables(n_bots, seats, rounds, seed) == tables
    assert draw_tables(n_bots, seats, rounds + 1, seed)[: len(tables)] == tables  # more rounds keep what was drawn


@given(seats=SIZES, n_bots=st.integers(5, 9), seed=st.integers(0, 1000))
def test_in_mixed_tables_all_meet_about_equally_often(seats: list[int], n_bots: int, seed: int) -> None:
    tables = draw_tables(n_bots, seats, 16, seed)
    met = Counter(pair for table in tables for pair in itertools.combinations(sorted(table.bots), 2))
    counts = [met[pair] for pair in itertools.combinations(range(n_bots), 2)]
    mean = sum(counts) / len(counts)
    assert max(counts) - mean <= 3
    assert mean - min(counts) <= 3
    for game in range(len(seats)):
        here = Counter(bot for table in tables if table.game == game for bot in table.bots)
        assert max(here.values()) - min(here[bot] for bot in range(n_bots)) <= 4


def test_other_seeds_draw_other_tables_and_other_orders() -> None:
    drawn = {tuple(draw_tables(6, [3], 4, seed)) for seed in range(20)}
    assert len(drawn) == 20
    around = {table.bots for seed in range(30) for table in draw_tables(4, [4], 3, seed)}
    assert len(around) == 6  # all cyclic orders of four
    assert {table.bots for table in draw_tables(4, [4], 3, 1, order_matters=False)} == {(0, 1, 2, 3)}


def test_blocks_are_interleaved_table_by_table() -> None:
    a, b, c = Table(0, (0, 1)), Table(0, (0, 2)), Table(1, (0, 1, 2))
    order = list(interleave([a, b, c], lambda table: 1 if table is c else 3))
    assert order == [(a, 0), (b, 0), (c, 0), (a, 1), (b, 1), (a, 2), (b, 2)]
    assert list(interleave([a, b, a], lambda table: 2)) == [(a, 0), (b, 0), (a, 1), (a, 2), (b, 1), (a, 3)]
    assert list(interleave([], lambda table: 1)) == []
