"""New York 1901, rule by rule: points at the end, on cities made by hand, and ties."""

import pytest

import mctsky
from games.newyork1901_tables import after, ended, scores, standing, table

# Six bronze buildings on the west side.
BRONZE = [
    "bronze-L4=a12+a11+a10+b10",
    "bronze-I3=d12+d11+d10",
    "bronze-I2=b12+c12",
    "bronze-I2=c11+c10",
    "bronze-L3=a9+a8+b8",
    "bronze-O4=c9+d9+c8+d8",
]
SINGER = "singer=a6+b6+c6+a5+b5+c5+b4"
WOOLWORTH = "woolworth=a6+b6+c6+a5+b5+c5+a4+b4+c4"
PARK_ROW = "park-row=e9+f9+g9+h9+e8+h8"
METROPOLITAN = "metropolitan-life=f9+g9+h9+i9+f8+g8+h8+i8"
IRREGULAR = ["bronze-L4=a12+a11+a10+b10", "bronze-L3=a9+a8+b8", SINGER, "silver-T4=e12+f12+g12+f11", "silver-L3=h11+h10+i10"]
IRREGULAR.append("gold-L4=j12+j11+j10+k10")
REGULAR = "bronze-I3=d12+d11+d10 gold-R6=j9+k9+l9+j8+k8+l8"


def extra(*cities, **changes):
    """Return what the end brings the owners of some cities; nothing but what is named scores."""
    changes = {"streets": (), "bonus": None, "players": len(cities), **changes}
    return scores(ended(list(cities), **changes))


def results(*cities, points, **changes):
    """Return the results of a game without streets and bonus."""
    changes = {"streets": (), "bonus": None, "players": len(cities), **changes}
    return ended(list(cities), points=points, **changes).returns()


# ---- streets


def test_r38_a_street_goes_to_its_sole_leader():
    mine, theirs = "bronze-I2=d12+d11", "bronze-I2=e12+e11"
    assert extra(mine, "", streets=("broadway",)) == [5, 0]
    assert extra("", theirs, streets=("broadway",)) == [0, 5]
    assert extra(mine, theirs, streets=("broadway",)) == [0, 0]
    assert extra(f"{mine} bronze-I2=d9+d8", theirs, streets=("broadway",)) == [5, 0]
    assert extra(mine, theirs, "bronze-I2=e9+e8 bronze-I3=e6+f6+g6", streets=("broadway",)) == [0, 0, 5]


def test_r38_nothing_to_nothing_is_a_tie():
    assert extra("bronze-I2=a12+b12", "", streets=("broadway", "wall", "nassau")) == [0, 0]


@pytest.mark.parametrize(
    ("street", "there", "not_there"),
    [
        ("broadway", "bronze-I2=d12+d11", "bronze-I2=b12+c12"),
        ("broadway", "bronze-I2=e5+f5", "bronze-I2=f6+g6"),
        ("wall", "bronze-I2=e4+f4", "bronze-I2=g6+h6"),
        ("wall", "bronze-I3=k4+l4+m4", "bronze-I2=a4+b4"),
        ("nassau", "bronze-I2=h6+i6", "bronze-I2=g6+h6"),
        ("nassau", "bronze-I2=j11+j10", "bronze-I2=k11+k10"),
        ("cedar", "bronze-I2=c10+d10", "bronze-I2=d12+d11"),
        ("cedar", "bronze-I2=b9+c9", "bronze-I2=d8+d7"),
        ("pine", "bronze-I2=f7+g7", "bronze-I2=f9+f8"),
        ("pine", "bronze-I2=e6+f6", "bronze-I2=e5+f5"),
    ],
)
def test_r38_streets_lie_where_they_lie(street, there, not_there):
    assert extra(there, "", streets=(street,)) == [5, 0]
    assert extra(not_there, "", streets=(street,)) == [0, 0]


def test_r38_a_building_counts_once_per_street_and_on_each_that_it_touches():
    corner = "bronze-I3=d12+d11+d10"  # three squares along Broadway, one on Cedar
    assert extra(corner, "", streets=("broadway", "cedar", "wall")) == [10, 0]
    assert extra(corner, "bronze-I2=e12+e11", streets=("broadway", "cedar", "wall")) == [5, 0]


# ---- bonus challenges


@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 0, 0, 0, 5, 10, 15])))
def test_b5_bronze_baron(n, points):
    assert extra(" ".join(["silver-L3=h11+h10+i10", *BRONZE[:n]]), "", bonus="bronze-baron") == [points, 0]


@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 0, 0, 3, 6, 10, 10])))
def test_b5_master_architect(n, points):
    assert extra(" ".join([REGULAR, *IRREGULAR[:n]]), "", bonus="master-architect") == [points, 0]


def test_b5_generation_king():
    mine = "bronze-I2=c11+c10 bronze-I2=b12+c12 silver-I3=e9+e8+e7 gold-I4=j12+k12+l12+m12"
    theirs = "bronze-I2=h6+i6 silver-I3=e6+f6+g6 gold-I4=e4+f4+g4+h4 gold-L4=j6+j5+j4+k4"
    assert extra(mine, theirs, bonus="generation-king") == [5, 5]
    assert extra(mine, "", bonus="generation-king") == [15, 0]
    assert extra(mine, "", theirs, bonus="generation-king") == [5, 0, 5]


def test_b5_gold_tycoon():
    two = "gold-I4=j12+k12+l12+m12 gold-L4=h12+h11+h10+i10"
    assert extra(two, "", bonus="gold-tycoon") == [3, 0]
    assert extra(two.split()[0], "", bonus="gold-tycoon") == [0, 0]
    assert extra("silver-I3=j12+k12+l12 gold-L4=h12+h11+h10+i10", "", bonus="gold-tycoon") == [0, 0]
    assert extra(f"{two} gold-P5=j9+k9+l9+j8+k8 gold-R6=j6+k6+l6+j5+k5+l5", "", bonus="gold-tycoon") == [6, 0]


def test_r39_tables_are_not_cumulative():
    assert extra(" ".join(BRONZE), "", bonus="bronze-baron") == [15, 0]
    assert extra(" ".join(IRREGULAR), "", bonus="master-architect") == [10, 0]


def test_r39_only_standing_buildings_count():
    # A silver building replaces the fourth bronze one in the last turn.
    position = table(None, [" ".join(BRONZE[:4])], n_turns=399, points=(18,), streets=(), bonus="bronze-baron")
    assert scores(after(position, "raze silver-I3", "place d12+d11+d10")) == [18 + 4, 0]
    position = table(None, [" ".join(BRONZE[:5])], n_turns=399, points=(18,), streets=(), bonus="bronze-baron")
    assert scores(after(position, "raze silver-I3", "place d12+d11+d10")) == [18 + 4 + 5, 0]


def test_r40_generation_king_leaves_starters_out_and_takes_legendary_ones_as_gold():
    assert extra("starter=d9+d8", "", bonus="generation-king") == [0, 0]
    assert extra("starter=d9+d8 bronze-I2=b12+c12", "bronze-I2=h6+i6", bonus="generation-king") == [0, 0]
    assert extra(SINGER, "", bonus="generation-king") == [5, 0]
    assert extra(SINGER, "gold-I4=j12+k12+l12+m12", bonus="generation-king") == [0, 0]


def test_r41_a_building_counts_in_every_district_that_it_covers():
    assert extra(METROPOLITAN, "", bonus="gold-tycoon") == [0, 0]
    blue, red = "gold-I4=j12+k12+l12+m12", "gold-L4=j6+j5+j4+k4"
    assert extra(f"{METROPOLITAN} {blue}", "", bonus="gold-tycoon") == [3, 0]
    assert extra(f"{METROPOLITAN} {red}", "", bonus="gold-tycoon") == [3, 0]
    assert extra(f"{METROPOLITAN} {blue} {red}", "", bonus="gold-tycoon") == [6, 0]
    assert extra(f"{METROPOLITAN} {blue}", red, bonus="gold-tycoon") == [3, 0]


PRESTIGE = "gold-prestige"
THEIRS = ["bronze-I2=d12+d11 silver-L3=b11+a10+b10", "starter=c10+d10"]
U5 = ("build gold-U5", "place a12+b12+c12+a11+c11")


def prestige(*rivals, estate="W1a W1b", moves=U5, bonus=PRESTIGE, own=""):
    lots = ["W1c W1d", "W1e"]
    position = table([estate, *lots], [own, *rivals], players=3, phase="build", points=(18,), bonus=bonus)
    return scores(after(position, *moves))[0] - 18


def test_r42_gold_prestige_counts_each_opposing_bronze_or_silver_building_touched():
    assert prestige(*THEIRS) == 7 + 2
    assert prestige(THEIRS[0], "bronze-I2=c10+d10") == 7 + 3
    assert prestige(THEIRS[0], "") == 7 + 2
    assert prestige("bronze-I2=d12+d11", "") == 7 + 1
    assert prestige("", "") == 7
    assert prestige(*THEIRS, bonus="gold-tycoon") == 7


def test_r42_neither_own_buildings_nor_starters_nor_gold_count():
    assert prestige("", "starter=c10+d10") == 7
    own = table(["W1a W1b W1c W1e"], ["bronze-I2=d12+d11"], phase="build", points=(18,), bonus=PRESTIGE)
    assert scores(after(own, *U5)) == [18 + 7, 0]
    gold = table(["W1a W1b", "W1c W1d W1e"], ["", "gold-I4=a10+b10+c10+d10"], phase="build", points=(18,), bonus=PRESTIGE)
    assert scores(after(gold, *U5)) == [18 + 7, 0]


@pytest.mark.parametrize(("theirs", "own", "extra_points"), [("bronze-I2=c10+d10", "", 1), ("", "bronze-I2=d12+d11", 0)])
def test_r42_it_is_the_same_for_every_seat(theirs, own, extra_points):
    estates = ["W1e", "W1a W1b W1c"]
    position = table(estates, [theirs, own], phase="build", seat=1, points=(0, 18), bonus=PRESTIGE)
    assert scores(after(position, *U5)) == [0, 18 + 7 + extra_points]


def test_r42_only_gold_triggers_it_and_legendary_ones_do_too():
    assert prestige(*THEIRS, moves=("build silver-L3", "place a12+b12+a11")) == 4
    position = table(
        ["M2b M2c M2d M2e", "M2a M2f"],
        ["", "bronze-I2=e9+e8 bronze-I3=e7+f7+g7"],
        phase="build",
        points=(18,),
        bonus=PRESTIGE,
    )
    position = after(position, "build metropolitan-life", "place f9+g9+h9+i9+f8+g8+h8+i8")
    assert scores(position) == [18 + 12 + 2, 0]


def test_r42_streets_keep_buildings_apart():
    position = table(["W1b W1c W1e", "M1a"], ["", "bronze-I2=e12+e11"], phase="build", points=(18,), bonus=PRESTIGE)
    position = after(position, "build gold-L4", "place c12+d12+d11+d10")
    assert scores(position) == [18 + 6, 0]


def test_r39_gold_prestige_stays_whatever_is_demolished_later():
    rival = {"phase": "build", "points": (18, 6), "bonus": PRESTIGE, "n_turns": 398, "streets": ()}
    position = after(table(["W1a W1b", "W1c W1d W1e"], ["", "bronze-I2=d12+d11"], **rival), *U5)
    assert scores(position) == [18 + 7 + 1, 6]
    position = after(position, "raze silver-L3", "place d11+c10+d10")
    assert (standing(position, 1), position.is_over) == ({"silver-L3=d11+c10+d10"}, True)
    assert scores(position) == [18 + 7 + 1, 6 + 4]
    mine = ["gold-U5=a12+b12+c12+a11+c11", "bronze-I2=d12+d11"]
    assert extra(*mine, bonus=PRESTIGE) == [0, 0]  # nothing more at the end


def test_r43_master_architect_includes_legendary_ones_that_are_no_rectangles():
    two = "bronze-L4=a12+a11+a10+b10 bronze-L3=a9+a8+b8"
    assert extra(f"{two} {SINGER}", "", bonus="master-architect") == [3, 0]
    assert extra(f"{two} {PARK_ROW}", "", bonus="master-architect") == [3, 0]
    assert extra(f"{two} {WOOLWORTH}", "", bonus="master-architect") == [0, 0]
    assert extra(f"{two} {METROPOLITAN}", "", bonus="master-architect") == [0, 0]


# ---- the result


def test_r44_scores_may_pass_100():
    position = table(["W3a W3b W3c W3d"], phase="build", points=(99, 120))
    position = after(position, "build woolworth", "place a6+b6+c6+a5+b5+c5+a4+b4+c4")
    assert scores(position) == [112, 120]
    assert extra("bronze-I2=d12+d11", "", points=(99, 127), streets=("broadway",)) == [104, 127]


def test_r45_points_come_first():
    assert results("", WOOLWORTH, points=(21, 20)) == [1, 0]
    assert results("", "", "", points=(5, 7, 5)) == [0.25, 1, 0.25]


def test_r45_then_the_tallest_legendary_one():
    north, east = "woolworth=j12+k12+l12+j11+k11+l11+j10+k10+l10", "metropolitan-life=j6+k6+l6+m6+j5+k5+l5+m5"
    order = ["", PARK_ROW, SINGER, east, north]
    for k, tall in enumerate(order):
        for small in order[:k]:
            assert results(small, tall, points=(20, 20)) == [0, 1]
    many_gold = "gold-I4=j12+k12+l12+m12 gold-L4=h12+h11+h10+i10"
    assert results(many_gold, PARK_ROW, points=(20, 20)) == [0, 1]  # one beats none


def test_r45_then_standing_gold_then_it_is_shared():
    one, two = "gold-I4=j12+k12+l12+m12", "gold-R6=a6+b6+c6+a5+b5+c5 gold-L4=h12+h11+h10+i10"
    assert results(one, two, points=(20, 20)) == [0, 1]
    assert results(one, "silver-R6=a6+b6+c6+a5+b5+c5 silver-L3=h11+h10+i10", points=(20, 20)) == [1, 0]
    assert results(one, "gold-L4=h12+h11+h10+i10", points=(20, 20)) == [0.5, 0.5]
    assert results("", "bronze-I2=d12+d11", points=(20, 20)) == [0.5, 0.5]
    assert results(two, one, "", points=(20, 20, 20)) == [1, 0.5, 0]
    assert results("", "", "", "", points=(3, 3, 3, 0)) == [pytest.approx(2 / 3)] * 3 + [0]


def test_b4_an_unused_action_card_is_worth_a_point():
    cards = frozenset({"market-shift", "land-grab", "construction-boom"})
    assert extra("", "", action_cards=1) == [3, 3]
    for card in cards:
        assert extra("", "", action_cards=1, actions=(cards - {card}, frozenset({card}))) == [2, 1]
    assert extra("", "", action_cards=1, actions=(frozenset(), cards)) == [0, 3]


@pytest.mark.parametrize("margin", [0, 50, 90])
def test_part_of_the_result_can_go_by_points(margin):
    game = mctsky.load("newyork1901", players=3, advanced=1, action_cards=0, margin=margin)
    over = ended(["", "", ""], players=3, advanced=1, points=(30, 20, 10), streets=(), bonus=None)
    told = mctsky.Position(game, over.state).returns()
    by_points = [0.5 + 0.15, 0.5, 0.5 - 0.15]
    share = margin / 100
    assert told == pytest.approx([rank * (1 - share) + part * share for rank, part in zip([1, 0.5, 0], by_points, strict=True)])
    far = ended(["", "", ""], players=3, advanced=1, points=(130, 0, 0), streets=(), bonus=None)
    assert mctsky.Position(game, far.state).returns()[0] == 1
