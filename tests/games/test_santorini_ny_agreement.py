"""Santorini: New York against the naive game: the same moves, the same results, from the first move to the last.

Two ways: whole games are played in both, and arbitrary tables, most of which no game reaches, have the same whole turns.
"""

from itertools import product
from random import Random

import pytest

import mctsky
from games.santorini_ny_twins import naive, naive_rules, naive_table, play_twins, random_game, scramble, whole_turns
from mctsky.core.jit import JIT_DISABLED
from naive.santorini_ny import BUILDERS, MOVERS, SPECIALISTS
from naive.santorini_ny_spots import HOLES

BOARDS = ["manhattan", "manhattan", "classic5x5", "grid7x5", "holes"]
ROLE_SETS = list(product(BUILDERS, SPECIALISTS, MOVERS))
# Fifteen sets in which every builder meets every mover and three specialists.
FEW_SETS = [(BUILDERS[i], SPECIALISTS[(i + j) % 5], MOVERS[j]) for i in range(5) for j in range(3)]


@pytest.fixture(scope="module")
def holes(tmp_path_factory):
    path = tmp_path_factory.mktemp("boards") / "holes.txt"
    path.write_text(HOLES)
    return path


def game_with(roles, players, random, holes):
    """Return a game with these roles; board and flags are drawn."""
    builder, specialist, mover = roles
    board = random.choice(BOARDS)
    return mctsky.load(
        "santorini-ny",
        players=players,
        builder=builder,
        specialist=specialist,
        mover=mover,
        board=str(holes) if board == "holes" else board,
        gap_blocks_lines=random.randint(0, 1),
        unlimited_supply=int(random.random() < 0.2),
        guarded_move_wins=random.randint(0, 1),
    )


def play_games(role_sets, players, holes):
    compared = 0
    for roles in role_sets:
        random = Random(f"{roles} {players}")
        compared += play_twins(game_with(roles, players, random, holes), random)
    return compared


def test_the_few_sets_have_all_roles():
    assert {role for roles in FEW_SETS for role in roles} == {*BUILDERS, *SPECIALISTS, *MOVERS}
    assert len(set(FEW_SETS)) == 15


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_go_the_same_way(players, holes):
    sets = FEW_SETS[players::4] if JIT_DISABLED else FEW_SETS
    assert play_games(sets, players, holes) > 25 * len(sets)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_with_all_role_sets_go_the_same_way(players, holes):
    assert play_games(ROLE_SETS, players, holes) > 25 * len(ROLE_SETS)


def compare_scrambled(seed, holes, n_tables):
    """Compare all whole turns on some arbitrary tables of one game; return the cards played."""
    random = Random(seed)
    game = random_game(random, holes)
    position = game.start(seed=1)
    cards = []
    while len(cards) < n_tables:
        scramble(position, random)
        table, seat = naive_table(position), int(position.state.seat)
        if not table.workers[seat] or sum(bool(own) for own in table.workers) < 2:
            continue
        cards.append(int(position.state.table[seat]))
        found = whole_turns(position)
        expected = naive.whole_turns(naive_rules(game), table, seat, cards[-1])
        where = f"seed {seed}, table {len(cards)}: {position.text()}"
        assert set(found) == set(expected), f"{where}: {sorted(set(found) ^ set(expected))[:10]}"
        wrong = [turn for turn in found if found[turn] != expected[turn]]
        assert not wrong, f"{where}: {wrong[0]} leads to {found[wrong[0]]}, not {expected[wrong[0]]}"
    return [naive_rules(game).role_of(card) for card in cards]


@pytest.mark.parametrize("batch", range(10))
def test_arbitrary_tables_have_the_same_whole_turns(batch, holes):
    n_games = 6 if JIT_DISABLED else 30
    roles = [role for seed in range(n_games) for role in compare_scrambled(1000 * batch + seed, holes, 4)]
    assert len(roles) == 4 * n_games
    assert len(set(roles)) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_many_arbitrary_tables_have_the_same_whole_turns(batch, holes):
    roles = [role for seed in range(150) for role in compare_scrambled(1_000_000 + 1000 * batch + seed, holes, 5)]
    assert set(roles) == {*BUILDERS, *SPECIALISTS, *MOVERS, "engineer"}
