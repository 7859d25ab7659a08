"""New York 1901, rule by rule: demolishing, taking a worker back, the last turn of all, and the rulebook's worked examples."""

import pytest

from games.newyork1901_tables import REDS, after, ended, expanded, own, places, scores, standing, table, words
from games.newyork1901_twins import summary
from mctsky.core.contract import CHANCE
from mctsky.games.newyork1901.layout import LAYOUTS

FEW = ("bronze-O4", "gold-I4", "gold-P5", "gold-R6", "gold-W6")  # tiles that fit nowhere in what follows
YELLOW = "bronze-I2=e6+f6 bronze-I3=g6+h6+i6"  # on M3e and M3d
ELSEWHERE = "W1a W1b W1c W1e"  # four territories with a worker each
BLUE = "f9+g9+h9+f8+g8"
METROPOLITAN = "f9+g9+h9+i9+f8+g8+h8+i8"


# ---- Demolish


def test_r21_it_removes_at_least_one_own_building():
    position = table(["W1b W1c W1e", "M1a"], ["bronze-I2=c12+c11", "bronze-I2=e12+e11"], points=(6,))
    assert places(position, "raze silver-I3") == {"c12+c11+c10"}  # not d12+d11+d10, which is free
    assert all({"c12", "c11"} & set(where.split("+")) for where in places(position, "raze silver-L3"))
    assert words(table(["W1b W1c W1e", "M1a"], ["", "bronze-I2=e12+e11"], points=(30,)), "raze") == set()


def test_r21_without_that_it_is_a_plain_build():
    position = expanded(
        table(["W1b W1c W1e"], ["bronze-I2=c12+c11"], market="yellow2 red2 red3 red3", points=(6,)), "take yellow2", "claim M3d"
    )
    assert words(position, "raze") == set()
    assert places(position, "build silver-I3") == {"d12+d11+d10"}


def test_r22_any_overlap_removes_the_whole_building():
    position = table(["M3e M3d"], [YELLOW], points=(6,))
    position = after(position, "raze silver-I3", "place e6+f6+g6")
    assert standing(position) == {"silver-I3=e6+f6+g6"}
    # h6 and i6 are free land now.
    position = expanded(position, "take red2", "claim E3b", "pass", "take red3", "claim E3e")
    assert "h6+i6" in places(position, "build bronze-I2")


def test_r22_buildings_that_are_not_overlapped_stay():
    position = table(["W1b W1c W1e"], ["bronze-I2=c12+c11 bronze-I3=d12+d11+d10"], points=(6,))
    position = after(position, "raze silver-I3", "place c12+c11+c10")
    assert standing(position) == {"silver-I3=c12+c11+c10", "bronze-I3=d12+d11+d10"}
    far = table(["W1b W1c W1e M1a"], ["bronze-I2=c12+c11 bronze-I2=e12+e11"], points=(6,))
    far = after(far, "raze silver-L3", "place c11+c10+d10")
    assert standing(far) == {"silver-L3=c11+c10+d10", "bronze-I2=e12+e11"}


@pytest.mark.parametrize(
    ("old", "superior"),
    [
        ("starter=d12+d11", {"bronze", "silver", "gold", "singer"}),
        ("bronze-I2=d12+d11", {"silver", "gold", "singer"}),
        ("silver-I3=d12+d11+d10", {"gold", "singer"}),
        ("gold-L4=c12+d12+d11+d10", set()),
    ],
)
def test_r23_what_is_removed_is_strictly_inferior(old, superior):
    position = table(["W1b W1c W1d W1e"], [old], points=(50,))
    assert {tile.split("-")[0] for tile in words(position, "raze")} == superior


def test_r23_all_that_is_overlapped_is_inferior():
    position = table(["M3e M3d"], ["bronze-I2=e6+f6 silver-I3=g6+h6+i6"], points=(6,))
    assert words(position, "raze") == set()
    position = table(["M3e M3d"], ["bronze-I2=e6+f6 silver-I3=g6+h6+i6"], points=(18,))
    assert words(position, "raze") == {"gold-I4"}
    legend = table(["W3a W3b W3c W3d"], ["woolworth=a6+b6+c6+a5+b5+c5+a4+b4+c4"], points=(50,))
    assert words(legend, "raze") == set()


def test_r24_the_footprint_may_include_free_squares_and_workers():
    position = table(["M2b M2c M2d M2e"], [f"silver-P5={BLUE}"], points=(18,))
    assert own(position, "workers") == 3
    assert METROPOLITAN in places(position, "raze metropolitan-life")  # h8 is free, i9 and i8 hold a worker


def test_r25_vacated_is_judged_after_the_new_building_stands():
    # Both yellow territories are bare for a moment, and no worker is left.
    position = table([f"M3e M3d {ELSEWHERE}"], [YELLOW], points=(18,))
    assert own(position, "workers") == 0
    assert places(position, "raze gold-I4") == {"e6+f6+g6+h6", "f6+g6+h6+i6"}
    position = after(position, "raze gold-I4", "place e6+f6+g6+h6")
    assert own(position, "workers") == 0


def test_r26_workers_from_under_the_footprint_may_cover_vacated_territories():
    # M2d gives up its worker, M2b needs one.
    position = table(["M2b M2c M2d W1a W1b W1c"], ["bronze-I2=f9+g9"], points=(6,))
    assert own(position, "workers") == 0
    placed = {where for where in places(position, "raze silver-L3") if not {"f9", "f8"} & set(where.split("+"))}
    assert placed == {"g9+h9+g8", "g9+h9+h8", "g9+g8+h8"}
    for where in placed:
        done = after(position, "raze silver-L3", f"place {where}")
        assert own(done, "workers") == 0
        assert own(done, "territories") == own(position, "territories")


def test_r26_but_no_more_than_there_are():
    # Two of the four territories would be left bare, M2e's worker comes back, and three workers are elsewhere.
    position = table(["M2b M2c M2d M2e W1a W1b W1c"], ["bronze-I3=f9+g9+h9"], points=(6,))
    assert own(position, "workers") == 0
    assert "silver-L3" not in words(position, "raze")
    assert places(position, "raze silver-I3") == {"f9+g9+h9", "g9+h9+i9"}


def test_r27_it_is_legal_without_workers_if_nothing_is_vacated():
    position = table([f"M3e M3d {ELSEWHERE}"], [YELLOW], points=(18,))
    assert places(position, "raze silver-I3") == {"f6+g6+h6", "g6+h6+i6"}  # e6+f6+g6 would vacate M3d
    with_one = table([f"M3e M3d {ELSEWHERE[:11]}"], [YELLOW], points=(18,))
    assert own(with_one, "workers") == 1
    assert places(with_one, "raze silver-I3") == {"e6+f6+g6", "f6+g6+h6", "g6+h6+i6"}


def test_r28_demolished_tiles_leave_the_game():
    position = table(["M3e M3d"], [YELLOW], points=(6,))
    position = after(position, "raze silver-I3", "place e6+f6+g6")
    left = own(position, "unbuilt")
    assert (len(left), left.count("bronze-I2")) == (15, 1)
    assert not {"bronze-I3", "silver-I3"} & set(left)
    assert scores(position) == [10, 0]  # no points are lost
    done = ended(["silver-I3=e6+f6+g6", ""], unbuilt=(FEW, FEW), streets=(), bonus="bronze-baron")
    assert scores(done) == [0, 0]


# ---- reclaim


def stuck(**changes):
    return table(["W1c W1e M1a E1d"], unbuilt=(FEW, FEW), **changes)


def test_r29_the_player_picks_the_worker_and_the_turn_ends():
    position = stuck()
    assert words(position, "reclaim") == {"W1c", "W1e", "M1a", "E1d"}
    done = after(position, "reclaim M1a")
    assert own(done, "territories") == {"W1c", "W1e", "E1d"}
    assert own(done, "workers") == 1
    assert (done.to_act, int(done.state.turns)) == (1, 1)
    assert scores(done) == [0, 0]


def test_r29_the_card_goes_under_the_future_market_without_a_refill():
    position = stuck(heap=("blue2",))
    done = after(position, "reclaim E1d")
    assert summary(done)["market"] == REDS.split()
    assert (summary(done)["heap"], summary(done)["groups"]) == (["blue2"], [["blue2"]])
    short = after(stuck(heap=(), market="red2 red3"), "reclaim M1a")
    assert (short.to_act, summary(short)["market"], summary(short)["groups"]) == (1, ["red2", "red3"], [["green2"]])
    more = after(stuck(heap=(), market="red2 red3", groups=(("red2",),)), "reclaim M1a")
    assert summary(more)["groups"] == [["red2"], ["green2"]]
    drawing = after(more, "take red3", "claim E3e")
    assert drawing.to_act == CHANCE
    assert dict(drawing.chance_moves()) == {"draw red2": 1}


def test_r29_the_territory_is_free_again():
    done = after(stuck(market="green2 red2 red3 red3"), "reclaim M1a", "take green2")
    assert "M1a" in words(done, "claim")
    assert "W1c" not in words(done, "claim")


def test_r30_the_start_territory_may_be_returned_if_it_holds_only_a_worker():
    changes = {"characters": ("green", "red"), "unbuilt": (FEW, FEW)}
    position = table(["W2c W1e M1a E1d"], **changes)
    assert "W2c" in words(position, "reclaim")
    assert summary(after(position, "reclaim W2c"))["groups"] == [["green2"]]
    built = table(["W2c W1c W1e M1a E1d"], ["starter=d9+d8"], **changes)
    assert words(built, "reclaim") == {"W1c", "W1e", "M1a", "E1d"}


def test_r31_after_400_turns_the_game_ends_and_is_scored():
    position = table(None, ["bronze-I2=d12+d11", ""], phase="build", n_turns=398, streets=("broadway",), bonus=None)
    going_on = after(position, "pass")
    assert (going_on.to_act, scores(going_on)) == (1, [0, 0])
    over = after(table(None, ["bronze-I2=d12+d11", ""], phase="build", n_turns=399, streets=("broadway",), bonus=None), "pass")
    assert over.is_over
    assert scores(over) == [5, 0]
    assert over.returns() == [1, 0]


# ---- the rulebook's worked examples, on ground of the same shape


def free_squares(position):
    """Return the squares of seat 0's estate on which nothing stands."""
    layout, state = LAYOUTS[position.game.rules.layout], position.state
    free = [int(state.estate[0, word]) & ~int(state.built[0, word]) for word in range(3)]
    return {layout.square_name(cell) for cell, (word, bit) in layout.bits.items() if free[word] >> bit & 1}


def test_example_1_a_bronze_building_on_a_yellow_territory():
    position = after(table([""], market="yellow2 yellow3 red2 red3", players=3), "take yellow3", "claim M3e")
    assert own(position, "workers") == 3
    position = after(position, "build bronze-I2", "place e6+f6")
    assert scores(position) == [2, 0, 0]
    assert own(position, "workers") == 4
    assert own(position, "territories") == {"M3e"}
    assert free_squares(position) == {"g6"}


def test_example_2_a_building_on_old_and_new_land():
    position = table(["M3e"], ["bronze-I2=e6+f6"], market="yellow2 red2 red3 red3", players=3, points=(2,))
    position = expanded(position, "take yellow2", "claim M3d")
    assert places(position, "build bronze-I3") == {"g6+h6+i6"}
    position = after(position, "build bronze-I3", "place g6+h6+i6")
    assert scores(position) == [5, 0, 0]
    assert own(position, "workers") == 4


@pytest.mark.parametrize("points", [5, 6])
def test_example_3_a_silver_building_across_two_districts(points):
    position = table(["M2b M2c"], market="red2 red3 blue2 pink2", players=3, points=(points,))
    assert own(position, "workers") == 2
    position = expanded(position, "take red2", "claim M2d")
    assert own(position, "workers") == 1
    assert ("build silver-P5" in position.legal_moves()) == (points >= 6)
    if points >= 6:
        position = after(position, "build silver-P5", f"place {BLUE}")
        assert scores(position) == [12, 0, 0]
        assert own(position, "workers") == 4
        assert own(position, "territories") == {"M2b", "M2c", "M2d"}
        assert free_squares(position) == {"h8"}  # the red one that is left over


def test_example_4_demolishing_two_bronze_buildings():
    position = table(["M3e M3d"], [YELLOW], players=3, points=(18,))
    assert words(position, "raze") == {"silver-I3", "gold-I4"}
    big = after(position, "raze gold-I4", "place e6+f6+g6+h6")
    assert (scores(big)[0], own(big, "workers")) == (24, 4)
    small = after(position, "raze silver-I3", "place e6+f6+g6")
    assert standing(small) == {"silver-I3=e6+f6+g6"}
    assert (scores(small)[0], own(small, "workers")) == (22, 3)  # a worker covers M3d


def test_example_5_the_metropolitan_life():
    position = table(["M2b M2c M2d M2e"], [f"silver-P5={BLUE}"], market="red2 red3 blue2 pink2", players=3, points=(18,))
    assert places(position, "raze metropolitan-life") == {METROPOLITAN}
    position = after(position, "raze metropolitan-life", f"place {METROPOLITAN}")
    assert scores(position) == [30, 0, 0]
    assert own(position, "workers") == 4
    # One building on Cedar Street, where two of a rival are more, and gold in both districts.
    mine = f"metropolitan-life={METROPOLITAN}"
    theirs = "bronze-I2=j9+k9 bronze-I2=l9+m9"
    assert scores(ended([mine, theirs, ""], players=3, streets=("cedar",), bonus=None)) == [0, 5, 0]
    golden = f"{mine} gold-I4=j12+k12+l12+m12 gold-L4=j6+j5+j4+k4"
    assert scores(ended([golden, "", ""], players=3, streets=(), bonus="gold-tycoon")) == [6, 0, 0]
