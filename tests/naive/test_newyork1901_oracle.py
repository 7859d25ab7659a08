"""The naive New York 1901: its board, the rulebook's worked examples, and random games to the end.

Single rulings are in test_newyork1901_oracle_rules.py. No name here has a rule number: they do not test the shipped rules.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from naive.newyork1901 import CHANCE, OVER, Naive
from naive.newyork1901_board import (
    BLOCKS,
    DISTRICT,
    DISTRICTS,
    LEGENDARIES,
    N_COLUMNS,
    N_ROWS,
    OWN_TILES,
    PARKS,
    PRINTED,
    SHAPES,
    START_TERRITORY,
    TERRITORIES,
    footprint_name,
    generation,
    has_frontage,
    is_irregular,
    kind,
    neighbours,
    rotations,
    streets_touched,
    value,
)
from naive.newyork1901_spots import SQUARES, ground, places_of, played, random_line, settled, spot
from naive.newyork1901_table import held, land, n_gold_in, n_workers

# Half of the flags meet every pair of them, the default included; the others take their time.
FLAGS = [
    pytest.param(players, *flags, marks=() if sum(flags) % 2 else pytest.mark.slow)
    for players, flags in product((2, 3, 4), product((0, 1), repeat=3))
]
GENERATION_RANK = {"starter": 0, "bronze": 1, "silver": 2, "gold": 3}


# ---- the board and the tiles


def is_connected(squares):
    reached, waiting = set(), {min(squares)}
    while waiting:
        square = waiting.pop()
        reached.add(square)
        waiting |= (neighbours(square) & squares) - reached
    return reached == squares


def test_counts_of_the_board():
    assert len(PRINTED) == N_ROWS * N_COLUMNS
    assert (len(BLOCKS), len(PARKS), len(PRINTED) - len(PARKS), len(TERRITORIES)) == (12, 6, 150, 65)
    assert set(DISTRICT) == set(TERRITORIES)
    assert sum(len(squares) for squares in TERRITORIES.values()) == 150


@pytest.mark.parametrize("colour", DISTRICTS)
def test_a_district_has_nine_small_and_four_big_territories(colour):
    own = [name for name in TERRITORIES if DISTRICT[name] == colour]
    assert Counter(kind(name) for name in own) == {f"{colour}2": 9, f"{colour}3": 4}
    home = START_TERRITORY[colour]
    assert home in own
    assert len(TERRITORIES[home]) == 2


@pytest.mark.parametrize("name", TERRITORIES)
def test_a_territory_is_connected_and_has_frontage(name):
    assert is_connected(TERRITORIES[name])
    assert has_frontage(TERRITORIES[name])


def test_one_block_is_nine_squares_in_four_lots():
    lots = {block: sorted(len(TERRITORIES[name]) for name in TERRITORIES if name.startswith(block)) for block in BLOCKS}
    assert [block for block, sizes in lots.items() if sum(sizes) == 9] == ["W3"]
    assert lots["W3"] == [2, 2, 2, 3]


def test_streets_lie_where_the_rules_file_says():
    expected = {
        "broadway": {(row, column) for row in range(12) for column in (3, 4)},
        "nassau": {(row, column) for row in range(12) for column in (8, 9)},
        "cedar": {(row, column) for row in (2, 3) for column in range(13)},
        "pine": {(row, column) for row in (5, 6) for column in range(13)},
        "wall": {(row, column) for row in (8, 9) for column in range(4, 13)},
    }
    for street, squares in expected.items():
        assert {square for square in PRINTED if street in streets_touched(frozenset({square}))} == squares


def test_squares_are_named_from_the_top_left():
    assert (SQUARES["a12"], SQUARES["m12"], SQUARES["a1"], SQUARES["m1"]) == ((0, 0), (0, 12), (11, 0), (11, 12))
    assert footprint_name(ground("b11+a12+a11+b12")) == "a12+b12+a11+b11"


def test_points_of_the_tiles():
    per_generation = {name: sorted(value(tile) for tile in OWN_TILES if generation(tile) == name) for name in GENERATION_RANK}
    assert per_generation == {
        "starter": [],
        "bronze": [2, 2, 3, 3, 4, 4],
        "silver": [4, 4, 5, 5, 6, 7],
        "gold": [6, 6, 7, 7, 8, 8],
    }
    assert [value(tile) for tile in LEGENDARIES] == [10, 11, 12, 13]
    assert value("starter") == 0
    assert sum(map(is_irregular, OWN_TILES)) == 9
    assert [is_irregular(tile) for tile in LEGENDARIES] == [True, True, False, False]


def test_tiles_turn_and_are_never_mirrored():
    n_turned = {tile: len(rotations(tile)) for tile in SHAPES}
    assert {tile for tile, n in n_turned.items() if n == 1} == {"bronze-O4", "silver-O4", "woolworth"}
    assert n_turned["bronze-L4"] == n_turned["gold-W6"] == n_turned["park-row"] == n_turned["singer"] == 4
    upright, mirrored = frozenset({(0, 0), (1, 0), (2, 0), (2, 1)}), frozenset({(0, 1), (1, 1), (2, 0), (2, 1)})
    assert upright in rotations("bronze-L4")
    assert mirrored not in rotations("bronze-L4")


# ---- the rulebook's examples, on ground of the same shape


def test_examples_1_and_2_two_bronze_buildings_on_yellow_land():
    game = Naive(3, action_cards=0)
    state = spot(game, [""], market="yellow2 yellow3 red2 red3")
    state = played(game, state, "take yellow3", "claim M3e")
    assert n_workers(state, 0) == 3
    state = played(game, state, "build bronze-I2", "place e6+f6")
    assert game.scores(state) == [2, 0, 0]
    assert n_workers(state, 0) == 4
    assert SQUARES["g6"] in land(state, 0)
    later = spot(game, ["M3e"], ["bronze-I2=e6+f6"], market="yellow2 red2 red3 red3", points=(2, 0, 0))
    later = played(game, later, "take yellow2", "claim M3d")
    assert places_of(game, settled(game, later), "build bronze-I3") == {"g6+h6+i6"}
    later = played(game, later, "build bronze-I3", "place g6+h6+i6")
    assert game.scores(later) == [5, 0, 0]
    assert n_workers(later, 0) == 4


def test_example_3_a_silver_building_across_two_districts():
    game = Naive(3, action_cards=0)
    state = spot(game, ["M2b M2c"], market="red2 red3 blue2 pink2", points=(6, 0, 0))
    assert n_workers(state, 0) == 2
    state = settled(game, played(game, state, "take red2", "claim M2d"))
    assert n_workers(state, 0) == 1
    # No other quarter turn covers all three territories and leaves a red square.
    assert {text for text in places_of(game, state, "build silver-P5") if "h9" in text} >= {"f9+g9+h9+f8+g8"}
    state = played(game, state, "build silver-P5", "place f9+g9+h9+f8+g8")
    assert game.scores(state) == [12, 0, 0]
    assert n_workers(state, 0) == 4
    assert SQUARES["h8"] in land(state, 0)


def test_example_3_needs_the_threshold():
    game = Naive(3, action_cards=0)
    state = spot(game, ["M2b M2c"], market="red2 red3 blue2 pink2", points=(5, 0, 0))
    state = settled(game, played(game, state, "take red2", "claim M2d"))
    assert not any("silver" in move for move in game.legal(state))


def test_example_4_demolishing_two_bronze_buildings():
    game = Naive(3, action_cards=0)
    estate, standing = "M3e M3d", "bronze-I2=e6+f6 bronze-I3=g6+h6+i6"
    state = spot(game, [estate], [standing], market="red2 red2 red3 red3", points=(18, 0, 0))
    assert {move for move in game.legal(state) if move.startswith("raze")} == {"raze silver-I3", "raze gold-I4"}
    assert places_of(game, state, "raze gold-I4") == {"e6+f6+g6+h6", "f6+g6+h6+i6"}
    big = played(game, state, "raze gold-I4", "place e6+f6+g6+h6")
    assert (game.scores(big)[0], n_workers(big, 0)) == (24, 4)
    small = played(game, state, "raze silver-I3", "place e6+f6+g6")
    assert small.buildings[0] == {("silver-I3", ground("e6+f6+g6"))}
    assert (game.scores(small)[0], n_workers(small, 0)) == (22, 3)
    assert held(small.estates[0], small.buildings[0]) == {"M3d"}
    assert not {"bronze-I3", "silver-I3"} & set(small.unbuilt[0])
    assert small.unbuilt[0].count("bronze-I2") == 1


def test_example_4_option_2_needs_a_worker_for_the_vacated_territory():
    game = Naive(3, action_cards=0)
    elsewhere = "W1a W1b W1c W1e"
    standing = ["bronze-I2=e6+f6 bronze-I3=g6+h6+i6"]
    state = spot(game, [f"M3e M3d {elsewhere}"], standing, market="red2 red2 red3 red3", points=(18, 0, 0))
    assert n_workers(state, 0) == 0
    assert places_of(game, state, "raze silver-I3") == {"f6+g6+h6", "g6+h6+i6"}  # not e6+f6+g6
    assert "raze gold-I4" in game.legal(state)


def test_example_5_the_metropolitan_life():
    game = Naive(3, action_cards=0)
    silver = "silver-P5=f9+g9+h9+f8+g8"
    state = spot(game, ["M2b M2c M2d M2e"], [silver], market="red2 red3 blue2 pink2", points=(18, 0, 0))
    assert n_workers(state, 0) == 3
    assert places_of(game, state, "raze metropolitan-life") == {"f9+g9+h9+i9+f8+g8+h8+i8"}
    state = played(game, state, "raze metropolitan-life", "place f9+g9+h9+i9+f8+g8+h8+i8")
    assert game.scores(state) == [30, 0, 0]
    assert n_workers(state, 0) == 4
    assert game.describe(state)["legendaries"] == {"metropolitan-life": 0}
    assert [(tile, "cedar" in streets_touched(where)) for tile, where in state.buildings[0]] == [("metropolitan-life", True)]
    assert {district: n_gold_in(state, 0, district) for district in DISTRICTS} == {
        "green": 0,
        "blue": 1,
        "red": 1,
        "yellow": 0,
        "pink": 0,
    }


# ---- random games


def check_state(game, state):
    cards = Counter([*state.market, *state.heap, *(card for group in state.groups for card in group)])
    cards.update([state.taken] if state.taken else [])
    assert cards == Counter(kind(name) for name in game.unclaimed(state))
    assert all(not (one & other) for one, other in combinations(state.estates, 2))
    assert len(state.market) <= 4
    assert all(state.groups)
    for seat in range(game.players):
        assert 0 <= n_workers(state, seat) <= 4
        assert len(state.unbuilt[seat]) >= 4
        used = [square for _, where in state.buildings[seat] for square in where]
        assert len(used) == len(set(used))
        assert set(used) <= land(state, seat)
        assert sum(tile in LEGENDARIES for tile, _ in state.buildings[seat]) <= 1
    if game.to_act(state) == CHANCE:
        assert sum(game.chance(state).values()) == 1
    elif game.to_act(state) != OVER:
        assert game.legal(state)


def explicit_workers(workers, state, move, after):
    """Return where the mover's workers stand after a move, moved one by one as the rulebook says."""
    word, _, rest = move.partition(" ")
    if word == "claim":
        return workers | {rest}
    if word == "reclaim":
        return workers - {rest}
    if word != "place":
        return workers
    seat, footprint = state.seat, ground(rest)
    workers = {name for name in workers if not TERRITORIES[name] & footprint}
    gone = [where for tile, where in state.buildings[seat] if where & footprint]
    standing = [where for _, where in after.buildings[seat]]
    freed = {name for name in state.estates[seat] if any(where & TERRITORIES[name] for where in gone)}
    return workers | {name for name in freed if not any(where & TERRITORIES[name] for where in standing)}


@pytest.mark.parametrize(("players", "beginner", "advanced", "action_cards"), FLAGS)
def test_random_games_end_and_keep_their_books(players, beginner, advanced, action_cards):
    game = Naive(players, beginner, advanced, action_cards)
    workers = [set() for _ in range(players)]
    state = game.start()
    for before, move, state in random_line(game, seed=players + 10 * beginner + 100 * advanced):
        check_state(game, state)
        assert all(new >= old for new, old in zip(game.scores(state), game.scores(before), strict=True))
        assert game.describe(state) != game.describe(before)
        if before.seat is not None:
            workers[before.seat] = explicit_workers(workers[before.seat], before, move, state)
        for seat in range(players):
            assert workers[seat] == held(state.estates[seat], state.buildings[seat])
    assert game.to_act(state) == OVER
    assert game.legal(state) == set()
    assert game.chance(state) == {}
    assert sum(game.returns(state)) == Fraction(players, 2)
    assert state.n_turns <= 400
    if state.n_turns < 400:
        assert state.final_turns == 0
        assert (state.first + state.n_turns) % players == state.trigger


def slow_places(game, state, tile, razing):
    """Return all places of a tile by trying every set of squares of the estate in a block: the slower second opinion."""
    seat, found = state.seat, set()
    own = land(state, seat)
    n = SHAPES[tile].count("X")
    for block in BLOCKS:
        inside = [square for square in sorted(own) if PRINTED[square].startswith(block)]
        for squares in map(frozenset, combinations(inside, n)):
            top, west = min(row for row, _ in squares), min(column for _, column in squares)
            if frozenset((row - top, column - west) for row, column in squares) not in rotations(tile):
                continue
            if not any(streets_touched(frozenset({square})) or neighbours(square) & PARKS for square in squares):
                continue
            removed = {(old, where) for old, where in state.buildings[seat] if where & squares}
            if razing != bool(removed):
                continue
            if any(GENERATION_RANK[generation(old)] >= GENERATION_RANK[generation(tile)] for old, _ in removed):
                continue
            covered = set().union(squares, *(where for _, where in state.buildings[seat] - removed))
            if sum(not TERRITORIES[name] & covered for name in state.estates[seat]) <= 4:
                found.add(f"place {footprint_name(squares)}")
    return found


def check_turn(game, state):
    """Compare the builds and demolitions of a state with those found by the slower second opinion."""
    seat, owners = state.seat, game.describe(state)["legendaries"]
    silver, gold = (10, 25) if game.advanced else (6, 18)
    needed = {"bronze": 0, "silver": silver, "gold": gold}
    moves = game.legal(state)
    for tile in {*state.unbuilt[seat], *(set() if seat in owners.values() else set(LEGENDARIES) - set(owners))}:
        for word, razing in (("build", False), ("raze", True)):
            possible = slow_places(game, state, tile, razing) if state.points[seat] >= needed[generation(tile)] else set()
            if razing and state.phase != "start":
                possible = set()
            if not razing and state.phase == "start" and n_workers(state, seat) and state.market:
                possible = set()
            if state.phase == "boom" and tile not in LEGENDARIES and len(state.unbuilt[seat]) == 4:
                possible = set()
            assert (f"{word} {tile}" in moves) == bool(possible)
            if possible:
                assert game.legal(game.play(state, f"{word} {tile}")) == possible
    assert len([move for move in moves if move.startswith(("build", "raze"))]) <= 2 * 21


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_agree_with_trying_all_sets_of_squares(players):
    game = Naive(players)
    states = [after for _, _, after in random_line(game, seed=players) if after.phase in ("start", "build", "boom")]
    for state in states[7::9]:
        check_turn(game, state)


@pytest.mark.slow
def test_statistics_of_random_play(record_property):
    """The rules file speaks of 17-39 reclaims per game, at most 293 turns and 95 points; all depends on what is random play."""
    reclaims, turns, scores = [], [], []
    for players, seed in product((2, 3, 4), range(20)):
        game = Naive(players)
        line = list(random_line(game, seed))
        reclaims.append(sum(move.startswith("reclaim") for _, move, _ in line))
        turns.append(line[-1][2].n_turns)
        scores += game.scores(line[-1][2])
    for name, numbers in (("reclaims", reclaims), ("turns", turns), ("scores", scores)):
        record_property(name, (min(numbers), sum(numbers) / len(numbers), max(numbers)))
    assert 5 < sum(reclaims) / len(reclaims) < 80
    assert max(turns) <= 400
    assert max(scores) < 150
