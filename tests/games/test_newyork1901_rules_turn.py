"""New York 1901, rule by rule: the turn, and what may be built where."""

import pytest

from games.newyork1901_boards import settle
from games.newyork1901_tables import REDS, after, ended, expanded, own, places, scores, standing, table, words
from games.newyork1901_twins import summary
from mctsky.core.contract import CHANCE

FEW = ("bronze-O4", "gold-I4", "gold-P5", "gold-R6", "gold-W6")  # tiles that fit nowhere in what follows
W3 = "W3a W3b W3c W3d"  # all of a block of 3 x 3
POINTS = {
    "bronze-I2": 2,
    "bronze-I3": 3,
    "bronze-L3": 3,
    "bronze-O4": 4,
    "bronze-L4": 4,
    "silver-I3": 4,
    "silver-L3": 4,
    "silver-O4": 5,
    "silver-T4": 5,
    "silver-P5": 6,
    "silver-R6": 7,
    "gold-I4": 6,
    "gold-L4": 6,
    "gold-U5": 7,
    "gold-P5": 7,
    "gold-R6": 8,
    "gold-W6": 8,
    "park-row": 10,
    "singer": 11,
    "metropolitan-life": 12,
    "woolworth": 13,
}


# ---- the turn


def test_r8_demolish_then_build_is_forced():
    position = after(table(["W2c W2e"], ["starter=d9+d8"]), "raze bronze-L3")
    assert {move.split()[0] for move in position.legal_moves()} == {"place"}
    position = after(position, "place d8+c7+d7")
    assert position.to_act == 1
    assert int(position.state.turns) == 1


def test_r8_expand_then_build_if_you_like():
    position = expanded(table(["W2e"]), "take red3", "claim E3e")
    assert position.to_act == 0
    assert set(position.legal_moves()) == {"pass", "build bronze-I2", "build bronze-I3", "build bronze-L3"}
    assert after(position, "pass").to_act == 1
    assert after(position, "build bronze-I3", "place k4+l4+m4").to_act == 1


def test_r9_with_a_worker_claiming_is_compulsory_or_demolishing():
    position = table(["W2c W2e"], ["starter=d9+d8"])
    assert own(position, "workers") == 3
    # A bronze-L4 would fit in the mirror only.
    razes = {f"raze bronze-{shape}" for shape in ("I2", "I3", "L3", "O4")}
    assert set(position.legal_moves()) == {"take red2", "take red3"} | razes
    assert set(table(["W2e"]).legal_moves()) == {"take red2", "take red3"}


def test_r10_without_a_worker_building_is_compulsory():
    position = table(["W1c W1e M1a E1d"])
    assert own(position, "workers") == 0
    assert set(position.legal_moves()) == {"build bronze-I2", "build bronze-I3", "build bronze-L3"}


def test_r10_a_worker_is_taken_back_only_if_there_is_nothing_to_build_or_demolish():
    four = "W1c W1e M1a E1d"
    unbuilt = (FEW, FEW)
    assert set(table([four], unbuilt=unbuilt).legal_moves()) == {f"reclaim {lot}" for lot in four.split()}
    full = table(["W1c W1e M1a M2b E1d"], ["starter=d12+d11"], unbuilt=(("bronze-L3", *FEW), FEW))
    assert own(full, "workers") == 0
    assert full.legal_moves() == ["raze bronze-L3"]


def test_r11_with_a_worker_and_no_open_card_one_builds_or_passes():
    position = table(["W2e"], market="", heap=())
    assert set(position.legal_moves()) == {"build bronze-I2", "build bronze-L3", "pass"}
    assert after(position, "pass").to_act == 1
    starter = table(["W2c W2e"], ["starter=d9+d8"], market="", heap=())
    assert {"pass", "build bronze-I2", "raze bronze-I3"} <= set(starter.legal_moves())
    # Without a worker there is no passing.
    assert "pass" not in table(["W1c W1e M1a E1d"], market="", heap=()).legal_moves()


def test_r12_a_card_claims_any_unclaimed_territory_of_its_kind():
    position = after(table(["E3b", "E2a"], market="red2 red3 blue2 green3"), "take red2")
    assert words(position, "claim") == {"M2d", "M2e", "M2g", "E2b", "E2e", "E3c", "E3d"}
    position = after(table(["E3b", "E3e"], market="red2 red3 blue2 green3"), "take red3")
    assert words(position, "claim") == {"E2c", "E2d", "E3a"}
    position = after(position, "claim E2d")
    assert own(position, "territories") == {"E3b", "E2d"}
    assert own(position, "workers") == 2


def test_r13_the_market_is_filled_after_expand_and_before_build():
    position = after(table(["W2e"]), "take red3", "claim E3e")
    assert position.to_act == CHANCE
    assert len(summary(position)["market"]) == 3
    position = after(position, "draw blue2")
    assert (position.to_act, summary(position)["market"]) == (0, ["blue2", "red2", "red2", "red3"])
    assert "pass" in position.legal_moves()
    done = after(position, "build bronze-I2", "place c8+c7")
    assert (done.to_act, summary(done)["market"]) == (1, summary(position)["market"])


@pytest.mark.parametrize(("points", "kinds"), [(5, {"bronze"}), (6, {"bronze", "silver"}), (17, {"bronze", "silver"})])
def test_r14_technology_takes_at_least_so_many_points(points, kinds):
    position = table([W3], points=(points, 40))
    assert {tile.split("-")[0] for tile in words(position, "build")} == kinds
    assert any(tile.startswith("gold") for tile in words(table([W3], points=(18, 0)), "build"))


def test_r14_technology_is_tested_when_the_tile_is_placed():
    # The first building of the turn unlocks silver for the second one.
    position = table(["W1b W1c W1d"], action_cards=1, phase="build", points=(4,))
    assert not any(tile.startswith("silver") for tile in words(position, "build"))
    position = after(position, "build bronze-I2", "place d12+d11")
    assert words(position, "build") == {"bronze-I2", "bronze-L3", "silver-L3"}


# ---- construction


def test_r15_tiles_rotate():
    placed = places(table([W3], points=(18,)), "build bronze-L4")
    assert placed == {
        *("a6+a5+a4+b4", "b6+b5+b4+c4", "a6+b6+c6+a5", "a5+b5+c5+a4"),
        *("a6+b6+b5+b4", "b6+c6+c5+c4", "c6+a5+b5+c5", "c5+a4+b4+c4"),
    }
    assert len(places(table([W3], points=(18,)), "build silver-P5")) == 8
    assert len(places(table([W3], points=(18,)), "build gold-W6")) == 4
    assert len(places(table([W3], points=(18,)), "build bronze-O4")) == 4


def test_r15_tiles_are_never_mirrored():
    mirrored = table(["W2c W2e"], phase="build")  # d9, c8, d8, c7, d7
    assert "bronze-L4" not in words(mirrored, "build")
    turned = table(["M2a M2f"], phase="build")  # e9, e8, e7, f7, g7
    assert places(turned, "build bronze-L4") == {"e9+e8+e7+f7"}


def test_r16_corners_do_not_touch():
    # d3 meets the end of Wall Street with a corner and Broadway with an edge.
    assert scores(ended(["bronze-I2=c3+d3", ""], players=3, streets=("wall",), bonus=None)) == [0, 0, 0]
    assert scores(ended(["bronze-I2=c3+d3", ""], players=3, streets=("broadway",), bonus=None)) == [5, 0, 0]
    assert scores(ended(["bronze-I2=e3+f3", ""], players=3, streets=("wall",), bonus=None)) == [5, 0, 0]
    # A gold building that meets a bronze one with a corner gains nothing by it.
    theirs = ["", "bronze-I2=d12+d11"]
    corner = table(["M1b M1d W1d W1e", "W1c"], theirs, points=(18,), phase="build", bonus="gold-prestige")
    corner = after(corner, "build gold-I4", "place a10+b10+c10+d10")
    assert scores(corner) == [18 + 6 + 1, 0]
    apart = table(["W1a W1d W1e", "W1c"], theirs, points=(18,), phase="build", bonus="gold-prestige")
    assert scores(after(apart, "build gold-L4", "place b12+b11+b10+c10"))[0] == 18 + 6


def test_r16_a_corner_of_a_park_is_not_enough_to_build(tmp_path):
    # Parks on e3, i3 and i1: f2, g2 and h2 meet them with corners, and no street.
    position = settle(tmp_path, [("aabbc/dddec/###ee", "#abb#/cadee/cdde#")], "M4a M4d M4e", players=3)
    edges = {"f3+f2", "f2+f1", "g2+g1", "h2+i2", "h2+h1", "f1+g1", "g1+h1"}
    assert places(position, "build bronze-I2") == edges  # neither f2+g2 nor g2+h2


def test_r17_streets_without_a_card_satisfy_construction_and_never_score():
    position = table(["W4a"], players=3, phase="build")
    assert places(position, "build bronze-I2") == {"a3+b3"}
    west = "bronze-I2=a3+b3 bronze-I2=a6+b6 bronze-I3=a12+a11+a10"
    for streets in (("broadway", "wall", "nassau"), ("wall", "cedar", "nassau")):
        expected = 5 if "cedar" in streets else 0  # a10
        assert scores(ended([west, ""], players=3, streets=streets, bonus=None)) == [expected, 0, 0]


def test_r18_no_building_spans_a_street():
    position = table(["W1c M1a W1e W2c"], phase="build")
    assert places(position, "build bronze-I2") == {"d12+d11", "d11+d10", "c10+d10", "e12+e11", "d9+d8"}
    assert places(position, "build bronze-I3") == {"d12+d11+d10"}


def test_r18_no_building_spans_a_park(tmp_path):
    # A park lies in column c, with land of the block on both sides.
    position = settle(tmp_path, [("aab#/cdb#/cdd#", "aa#d/bb#d/cc#d")], "W3a W3b W3d")
    assert places(position, "build bronze-I3") == {"d6+d5+d4"}
    assert places(position, "build bronze-I2") == {"a6+b6", "a5+b5", "a6+a5", "b6+b5", "d6+d5", "d5+d4"}


def test_r19_all_workers_in_touched_territories_return():
    position = table(["M3e M3d M3f"], phase="build")
    assert own(position, "workers") == 1
    position = after(position, "build bronze-I2", "place g6+h6")  # a square of each
    assert own(position, "workers") == 3
    assert own(position, "territories") == {"M3e", "M3d", "M3f"}


def test_r20_legendary_ones_need_gold():
    legends = {"singer", "woolworth"}
    assert not legends & words(table([W3], points=(17,)), "build")
    assert legends <= words(table([W3], points=(18,)), "build")


def test_r20_one_per_player_and_each_once():
    two = f"{W3} M2a M2b M2c M2d"
    city = "silver-R6=a6+b6+c6+a5+b5+c5"
    fresh = table([two], [f"{city} bronze-I3=e9+f9+g9"], market="", points=(18,))
    assert words(fresh, "raze") >= {"woolworth", "singer", "metropolitan-life", "park-row"}
    mine = table([two], ["woolworth=a6+b6+c6+a5+b5+c5+a4+b4+c4 bronze-I3=e9+f9+g9"], market="", points=(18,))
    assert "gold-I4" in words(mine, "raze")
    assert not {"metropolitan-life", "park-row", "singer"} & (words(mine, "raze") | words(mine, "build"))
    theirs = table(["M2a M2b M2c M2d", W3], ["", "woolworth=a6+b6+c6+a5+b5+c5+a4+b4+c4"], market="", points=(18,))
    assert words(theirs, "build") >= {"metropolitan-life", "park-row"}
    same = table([W3, "E1a E1c E1d E1e"], ["", "singer=j12+k12+l12+j11+k11+l11+k10"], market="", points=(18,))
    assert "woolworth" in words(same, "build")
    assert "singer" not in words(same, "build")


def test_r20_by_build_or_by_demolish_and_never_demolished():
    built = after(table([W3], phase="build", points=(18,)), "build singer", "place a6+b6+c6+a5+b5+c5+b4")
    assert standing(built) == {"singer=a6+b6+c6+a5+b5+c5+b4"}
    assert int(built.state.legends[1]) == 1
    razed = table([W3], ["silver-R6=a6+b6+c6+a5+b5+c5"], points=(18,))
    razed = after(razed, "raze woolworth", "place a6+b6+c6+a5+b5+c5+a4+b4+c4")
    assert standing(razed) == {"woolworth=a6+b6+c6+a5+b5+c5+a4+b4+c4"}
    stays = table([W3], ["singer=a6+b6+c6+a5+b5+c5+b4"], points=(50,))
    assert words(stays, "raze") == set()


def test_b2_a_building_lies_within_the_estate():
    position = table(["M3e", "M3d"], phase="build")
    assert places(position, "build bronze-I2") == {"e6+f6", "f6+g6"}
    assert places(position, "build bronze-I3") == {"e6+f6+g6"}
    built = table(["M3e"], ["bronze-I2=e6+f6"], phase="build")
    assert built.legal_moves() == ["pass"]  # one square is left


def test_b2_a_building_touches_a_street_or_a_park():
    position = table(["M1d M1f M1g"], phase="build")
    placed = places(position, "build bronze-I2")
    assert "g11+h11" not in placed
    assert {"h11+h10", "g12+g11"} <= placed
    assert "c5+c4" in places(table([W3]), "build bronze-I2")  # only the park beside it
    assert "e2+f2" in places(table(["M4d"], players=3, phase="build"), "build bronze-I2")  # only the park below


@pytest.mark.parametrize("tile", POINTS)
def test_b2_a_building_scores_its_points_at_once(tile):
    estate = "M2a M2b M2c M2d" if tile in ("gold-I4", "park-row", "metropolitan-life") else W3
    position = table([estate], phase="build", points=(18, 30), bonus="gold-prestige")
    position = after(position, f"build {tile}", f"place {min(places(position, f'build {tile}'))}")
    assert scores(position) == [18 + POINTS[tile], 30]
    assert position.to_act == 1


def test_b3_a_claimed_territory_holds_a_worker_until_a_building_touches_it():
    position = table([""])
    assert own(position, "workers") == 4
    position = after(position, "take red3", "claim E3e")
    assert own(position, "workers") == 3
    position = after(position, "build bronze-I2", "place l4+m4")
    assert own(position, "workers") == 4
    three = table(["W1a M1a E1a"], market=REDS)
    position = expanded(three, "take red2", "claim E3b")
    assert own(position, "workers") == 0
    position = after(position, "pass", "take red2", "claim E3d", "pass")
    assert (position.to_act, words(position, "take")) == (0, set())
    position = after(position, "build bronze-I2", "place l6+m6")
    assert own(position, "workers") == 1


def test_b3_a_building_elsewhere_in_the_block_frees_no_worker():
    position = table(["M3e M3d M3f M3c"], phase="build")
    position = after(position, "build bronze-I2", "place e6+f6")
    assert own(position, "workers") == 1
