"""New York 1901, rule by rule: set-up, and what is known of the pile."""

from collections import Counter

import pytest

import mctsky
from games.newyork1901_boards import settle
from games.newyork1901_tables import after, ended, expanded, hand, own, places, scores, settled, standing, table, words
from games.newyork1901_twins import summary
from mctsky.core.contract import CHANCE
from mctsky.core.rng import make_rng

ALL = "streets broadway,wall,nassau", "bonus gold-tycoon"
HOMES = {
    "green": ("W2c", "d9+d8"),
    "blue": ("M1e", "i12+i11"),
    "red": ("E3b", "l6+m6"),
    "yellow": ("M3a", "e4+f4"),
    "pink": ("E4a", "j3+j2"),
}


def start(players=3, **options):
    return mctsky.load("newyork1901", players=players, **options).start()


def odds(position):
    return dict(position.chance_moves())


def drawn(position, n):
    """Return how often chance does what, in n tries."""
    sample, rng = position.game.verb("sample_chance"), make_rng(7)
    codes = Counter(int(sample(position.game.rules, position.state, rng)) for _ in range(n))
    return {position.format_move(code): count / n for code, count in codes.items()}


def assert_sampled(position):
    """Draws go by the odds."""
    frequencies, expected = drawn(position, 2000), odds(position)
    assert set(frequencies) == set(expected)
    assert all(abs(frequencies[move] - odd) < 0.05 for move, odd in expected.items())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_the_starting_player_is_drawn(players):
    position = start(players, beginner=1, advanced=1)
    assert odds(position) == {f"first {seat}": pytest.approx(1 / players) for seat in range(players)}
    assert_sampled(position)
    for seat in range(players):
        begun = settled(after(position, f"first {seat}"))
        assert (begun.to_act, int(begun.state.turns)) == (seat, 0)


def test_r2_characters_are_dealt_at_random_and_without_replacement():
    position = after(start(3), "first 1", *ALL)
    assert odds(position) == {f"character {colour}": 0.2 for colour in HOMES}
    assert_sampled(position)
    position = after(position, "character red", "character green")
    assert odds(position) == {f"character {colour}": pytest.approx(1 / 3) for colour in ("blue", "yellow", "pink")}
    assert_sampled(position)
    position = after(position, "character pink")
    assert summary(position)["characters"] == ["red", "green", "pink"]
    assert settled(position).to_act == 1


@pytest.mark.parametrize("colour", HOMES)
def test_r2_a_character_stands_for_a_start_territory(colour):
    lot, squares = HOMES[colour]
    position = after(start(3), "first 0", *ALL, f"character {colour}")
    assert own(position, "territories") == {lot}
    assert standing(position) == {f"starter={squares}"}
    assert own(position, "territories", 1) == set()


def test_r3_two_players_leave_pink_out():
    position = after(start(2), "first 0", *ALL)
    assert set(odds(position)) == {f"character {colour}" for colour in HOMES if colour != "pink"}
    assert_sampled(position)
    heap = summary(position)["heap"]
    assert len(heap) == 52
    assert not [card for card in heap if card.startswith("pink")]
    assert len(summary(after(start(3), "first 0", *ALL))["heap"]) == 65


def test_r3_pink_squares_are_neither_street_nor_park(tmp_path):
    # M3d is pink here. What lies on g5 and h5 touches pink h6, and no street.
    pink = [("M3 * W4 bef", "M3 abcef W4 abef"), ("pink W4 acd", "pink W4 cd M3 d")]
    position = settle(tmp_path, pink, "M3b M3c")
    assert places(position, "build bronze-I2") == {"h5+i5", "g5+g4", "h5+h4", "i5+i4", "g4+h4", "h4+i4"}
    # c2 has pink b2 beside it, d2 Broadway.
    beside = ended(["bronze-I2=c2+c1", ""], streets=("broadway", "wall", "cedar"), bonus=None)
    assert scores(beside) == [0, 0]
    assert scores(ended(["bronze-I2=d2+d1", ""], streets=("broadway",), bonus=None)) == [5, 0]


def test_r4_the_starter_has_no_points_and_no_worker():
    position = after(start(2), "first 0", *ALL, "character green", "character red")
    assert scores(position) == [0, 0]
    assert [own(position, "workers", seat) for seat in (0, 1)] == [4, 4]


def test_r4_the_starter_counts_for_streets_and_never_as_bronze():
    three = "bronze-I3=d12+d11+d10 bronze-I2=b12+c12 bronze-I2=c11+c10"
    assert scores(ended(["starter=d9+d8", ""], streets=("broadway",), bonus=None)) == [5, 0]
    assert scores(ended([f"starter=d9+d8 {three}", ""], streets=(), bonus="bronze-baron")) == [0, 0]
    assert scores(ended([f"bronze-L3=a9+a8+b8 {three}", ""], streets=(), bonus="bronze-baron")) == [5, 0]


def test_r5_eighteen_tiles_are_unbuilt_and_legendary_ones_do_not_count():
    position = after(start(3), "first 0", *ALL, "character green")
    tiles = Counter(own(position, "unbuilt"))
    assert (tiles.total(), tiles["bronze-I2"], len(tiles)) == (18, 2, 17)
    built = table(["W3a W3b W3c W3d"], points=(18,), phase="build")
    built = after(built, "build woolworth", "place a6+b6+c6+a5+b5+c5+a4+b4+c4")
    assert len(own(built, "unbuilt")) == 18


def test_r6_advanced_players_begin_with_nothing():
    position = after(start(3, advanced=1), "first 2", *ALL)
    assert len(odds(position)) == 10
    assert set(odds(position)) >= {"draw pink2"}
    position = settled(position)
    assert all(own(position, "buildings", seat) == own(position, "territories", seat) == set() for seat in range(3))
    assert position.to_act == 2
    assert len(summary(position)["heap"]) == 61


@pytest.mark.parametrize(("advanced", "silver", "gold"), [(0, 6, 18), (1, 10, 25)])
def test_r6_advanced_players_unlock_technology_later(advanced, silver, gold):
    for points in (0, silver - 1, silver, gold - 1, gold):
        tiles = words(table(["W3a W3b W3c W3d"], advanced=advanced, points=(points,)), "build")
        kinds = {tile.split("-")[0] for tile in tiles}
        assert ("silver" in kinds, "gold" in kinds, "woolworth" in kinds) == (points >= silver, points >= gold, points >= gold)


def test_r7_beginners_have_fixed_streets_and_the_gold_tycoon():
    position = after(start(3, beginner=1), "first 0")
    assert set(odds(position)) == {f"character {colour}" for colour in HOMES}
    assert summary(position)["streets"] == {"broadway", "wall", "nassau"}
    assert summary(position)["bonus"] == "gold-tycoon"


@pytest.mark.parametrize("beginner", [0, 1])
def test_r7_action_cards_are_an_option_of_their_own(beginner):
    with_cards, without = start(3, beginner=beginner), start(3, beginner=beginner, action_cards=0)
    assert [hand(with_cards, seat) for seat in range(3)] == [{"shift", "grab", "boom"}] * 3
    assert [hand(without, seat) for seat in range(3)] == [set()] * 3
    begun = after(without, "first 0", *(() if beginner else ALL), "character red", "character blue", "character pink")
    begun = expanded(begun, "draw green2", "draw green2", "draw green2", "draw green2")
    assert begun.legal_moves() == ["take green2", "raze bronze-I2"]  # neither shift nor grab


def test_b1_streets_and_bonus_are_drawn():
    position = after(start(3), "first 0")
    assert odds(position)["streets broadway,nassau,pine"] == pytest.approx(0.1)
    assert len(odds(position)) == 10
    assert_sampled(position)
    position = after(position, "streets broadway,nassau,pine")
    assert summary(position)["streets"] == {"broadway", "nassau", "pine"}
    names = ("bronze-baron", "master-architect", "generation-king", "gold-tycoon", "gold-prestige")
    assert odds(position) == {f"bonus {name}": pytest.approx(0.2) for name in names}
    assert_sampled(position)
    assert summary(after(position, "bonus bronze-baron"))["bonus"] == "bronze-baron"


def test_b1_start_cards_leave_the_pile_and_four_cards_lie_open():
    position = after(start(3), "first 0", *ALL, "character green", "character blue", "character pink")
    heap = Counter(summary(position)["heap"])
    assert (heap["green2"], heap["blue2"], heap["pink2"], heap["red2"], heap["green3"]) == (8, 8, 8, 9, 4)
    position = after(position, "draw green2", "draw green2", "draw red3")
    assert position.to_act == CHANCE
    position = after(position, "draw yellow2")
    assert position.to_act == 0
    assert summary(position)["market"] == ["green2", "green2", "red3", "yellow2"]
    assert Counter(summary(position)["heap"])["green2"] == 6


def test_r46_the_composition_of_the_pile_is_public():
    position = after(start(2), "first 0", *ALL, "character green", "character blue")
    assert odds(position)["draw green2"] == pytest.approx(8 / 50)
    assert odds(position)["draw red3"] == pytest.approx(4 / 50)
    assert_sampled(position)
    for seat in (0, 1):
        assert position.view(seat).state.tobytes() == position.state.tobytes()


def test_r46_the_next_card_comes_from_the_heap_then_from_the_groups_in_order():
    position = table([""], action_cards=1, heap=("blue2", "blue2", "blue3"), groups=(("green2",),))
    position = after(position, "shift")
    assert summary(position)["groups"] == [["green2"], ["red2", "red2", "red3", "red3"]]
    assert odds(position) == {"draw blue2": pytest.approx(2 / 3), "draw blue3": pytest.approx(1 / 3)}
    assert_sampled(position)
    position = after(position, "draw blue2", "draw blue3", "draw blue2")
    assert odds(position) == {"draw green2": 1}
    assert_sampled(position)
    position = after(position, "draw green2", "take blue3", "claim E1e")
    assert odds(position) == {"draw red2": 0.5, "draw red3": 0.5}
    assert_sampled(position)
    position = expanded(position, "draw red3", "pass", "take blue2", "claim M2b")
    assert summary(position)["groups"] == [["red2", "red3"]]


def test_r46_nobody_knows_the_order_of_a_group():
    position = after(table([""], market="", phase="refill", heap=(), groups=(("blue2", "red3", "red3"), ("green2",))))
    assert odds(position) == {"draw blue2": pytest.approx(1 / 3), "draw red3": pytest.approx(2 / 3)}
    assert odds(after(position, "draw blue2")) == {"draw red3": 1}
    last = after(position, "draw red3", "draw red3")
    assert odds(last) == {"draw blue2": 1}
    assert odds(after(last, "draw blue2")) == {"draw green2": 1}
