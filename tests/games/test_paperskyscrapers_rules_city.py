"""Paper Skyscrapers, rules about places, icons, costs and lost cards."""

import pytest

from games.paperskyscrapers_files import box, plain_names
from games.paperskyscrapers_tables import spot

PLAIN = box()
# Residential is cheaper by civic.
COSTS = box(Villa="1 residential cost 6", Shed="1 residential cost 1", Barn="1 park cost 1", plain=3)
MONEY = "Ind1a Ind1b Ind1c Ind2a Ind2b Ind2c Ind3a"
THIEF = box(Den="1 civic: steal top card", Lair="1 civic: steal top card; advance 1 profit", Dear="1 residential cost 1")


def price(turn, site, card="Villa"):
    """Return what a card costs on a site; the hand holds more than that."""
    return int(turn.play(f"build {card} {site}").state.to_pay)


def steal(city, name, card="Den", **contents):
    """Return the position after seat 0 has stolen a card of seat 1, whose city is given."""
    turn = spot(THIEF, hands=(card,), cities=("HOME", city), **({"actions": 2} | contents)).play(f"discard {card}")
    return turn.play(f"steal {name} from 1") if f"steal {name} from 1" in turn.moves else turn


def test_r4_a_landmark_is_the_icon_of_a_site():
    game = box(Gate="1 civic arch", Tower="1 civic clock", achievements=("Arch | 1 | arch >= 1",))
    turn = spot(game, actions=3, hands=("Gate Tower",))
    clock, arch = turn.play("build Tower left"), turn.play("build Gate left")
    assert (clock.can("claim"), arch.can("claim")) == (set(), {"claim Arch"})
    assert clock.icons() == {"arch": 0, "bridge": 0, "clock": 1, "statue": 0}


def test_r5_each_matching_icon_is_one_less_and_never_below_nothing():
    turn = spot(COSTS, hands=(f"Villa Shed Barn {MONEY}",), cities=("Civ1a Civ1b | HOME !",))
    assert (price(turn, "left"), price(turn, "right")) == (4, 6)
    assert turn.play("build Shed left").city() == "Shed | Civ1a Civ1b | HOME !"
    assert price(turn, "left", "Barn") == 1
    short = spot(COSTS, hands=("Villa Ind1a Ind1b Ind1c Ind2a",), cities=("Civ1a Civ1b | HOME !",))
    assert short.can("build Villa") == {"build Villa left", "build Villa over 1", "build Villa over 2"}


def test_r6_all_visible_icons_to_the_left_to_the_right_and_beneath_count():
    city = "Civ1a Com1a | HOME (Civ1b) ! | Civ2a (Civ2b) | Civ1c Civ2c Civ3a"
    turn = spot(COSTS, hands=(f"Villa {MONEY}",), cities=(city,))
    sites = ("left", "over 1", "over 2", "over 3", "over 4", "right")
    assert [price(turn, site) for site in sites] == [5, 4, 2, 0, 1, 3]


def test_r7_a_city_card_has_no_type_icon():
    turn = spot(COSTS, hands=(f"Villa {MONEY}",))
    assert {price(turn, site) for site in ("left", "right", "over 1")} == {6}
    game = box(achievements=("Typed | 1 | types >= 1",))
    assert spot(game).can("claim") == set()
    assert spot(game, cities=("Civ1a | HOME",)).can("claim") == {"claim Typed"}


def test_r9_the_height_is_the_built_cards():
    game = box(achievements=("Tall | 1 | tallest >= 2",))
    assert spot(game, cities=("Civ1a (Com1a Com1b) | HOME",)).can("claim") == set()
    assert spot(game, cities=("Civ1a Com1a | HOME",)).can("claim") == {"claim Tall"}


def test_r10_a_city_card_alone_is_not_a_building():
    game = box(achievements=("Urban | 1 | buildings >= 2",))
    assert spot(game, cities=("Civ1a | HOME",)).can("claim") == set()
    assert spot(game, cities=("Civ1a | HOME Com1a",)).can("claim") == {"claim Urban"}


def test_r12_a_tucked_card_has_only_icons():
    game = box(Dear="1 civic cost 3 income 1 1 1 arch: advance 1 profit", achievements=("Both | 1 | civic + arch = 2",))
    turn = spot(game, actions=2, hands=("Dear",)).play("tuck Dear")
    assert (turn.city(), turn.tracks(), turn.can("claim")) == ("HOME (Dear) !", [0, 0, 0], {"claim Both"})


def test_r48_an_emptied_building_leaves_a_gap_and_its_mayor_is_moved_by_the_owner():
    stolen = steal("Civ1a | Com1a ! | HOME | Par1a", "Com1a")
    assert (stolen.to_act, stolen.moves) == (1, {"mayor to Civ1a", "mayor to Home1", "mayor to Par1a"})
    moved = stolen.play("mayor to Par1a")
    assert (moved.city(1), moved.hand(), moved.turn) == ("Civ1a | - | HOME | Par1a !", "Com1a", 0)
    gap = spot(PLAIN, hands=("Ind1a",), cities=("Civ1a ! | - | HOME",), actions=2)
    assert gap.can("build") == {f"build Ind1a {site}" for site in ("left", "right", "over 1", "over 3", "in gap 2")}
    assert gap.play("build Ind1a in gap 2").city() == "Civ1a ! | Ind1a | HOME"
    assert gap.can("visit") == {"visit Home0"}


def test_r49_a_card_lost_under_the_mayor_drops_him_to_the_next_one():
    assert steal("Civ1a Com1a ! | HOME", "Com1a").city(1) == "Civ1a ! | HOME"
    assert steal("HOME Com1a ! | Civ1a", "Com1a").city(1) == "HOME ! | Civ1a"


def test_r51_a_gap_breaks_adjacency():
    turn = spot(COSTS, hands=(f"Villa {MONEY}",), cities=("Civ1a | - | HOME ! | Civ1b",))
    assert [price(turn, site) for site in ("in gap 2", "over 3", "over 1")] == [5, 5, 5]
    alone = spot(COSTS, hands=(f"Villa {MONEY}",), cities=("HOME ! | - | Civ1a",))
    assert [price(alone, site) for site in ("over 1", "left", "in gap 2")] == [6, 6, 5]


def test_r56_a_city_of_sixteen_places_does_not_sprawl():
    game = box(plain=4)
    names = plain_names(1, 4)
    for n, sprawls in ((14, True), (15, False)):
        turn = spot(game, hands=("Civ2a",), cities=(" | ".join(["HOME !", *names[:n]]),), row="")
        assert ({"build Civ2a left", "build Civ2a right"} <= turn.moves) == sprawls
        assert f"build Civ2a over {n + 1}" in turn.moves
    full = spot(game, actions=2, hands=("Civ2a",), cities=(" | ".join(["HOME !", *names[:14]]),), row="").play(
        "build Civ2a left"
    )
    assert full.city() == " | ".join(["Civ2a", "HOME !", *names[:14]])
    assert full.can("build") == set()


def test_r90_gaps_count_as_places_and_may_always_be_filled():
    game = box(plain=4)
    names = plain_names(1, 4)[:13]
    turn = spot(game, actions=2, hands=("Civ2a Civ2b",), cities=(" | ".join(["HOME !", "-", *names, "Civ3a"]),), row="")
    assert turn.can("build Civ2a left", "build Civ2a right", "build Civ2a in") == {"build Civ2a in gap 2"}
    filled = turn.play("build Civ2a in gap 2")
    assert filled.can("build Civ2b left", "build Civ2b right", "build Civ2b in") == set()
    assert filled.can("build Civ2b over 2") == {"build Civ2b over 2"}


def test_r68_a_city_card_is_tucked_under_and_visited_but_never_stolen():
    turn = spot(PLAIN, actions=3, hands=("Civ1a",), cities=("Com1a ! | HOME",)).play("visit Home0", "tuck Civ1a")
    assert (turn.city(), turn.actions) == ("Com1a | HOME (Civ1a) !", 1)
    thief = spot(THIEF, hands=("Den",), cities=("HOME", "HOME (Par1a) | Com1a Civ1b | Ind1a")).play("discard Den")
    assert thief.moves == {"steal Civ1b from 1", "steal Ind1a from 1"}
    game = box(Den="1 civic: steal top card", bonuses=("turn end | score >= 99 | draw 1", "advance | - | advance 1 prestige"))
    turn = spot(game, hands=("Den",), cities=("HOME", "HOME Com1a !"))
    assert turn.play("stop", "advance profit").tracks(1) == [1, 0, 0]
    assert turn.play("discard Den", "advance profit").tracks(1) == [1, 1, 0]


def test_r69_tucked_cards_stay_with_their_building_and_go_when_it_is_gone():
    kept = steal("HOME Com1a (Par1a Ind1a) !", "Com1a")
    assert (kept.city(1), kept.pile("discards")) == ("HOME (Ind1a Par1a) !", "Den")
    floor = steal("Civ1a Com1a (Par1a) ! | HOME", "Com1a")
    assert (floor.city(1), floor.pile("discards")) == ("Civ1a (Par1a) ! | HOME", "Den")
    gone = steal("HOME ! | Com1a (Par1a Ind1a)", "Com1a")
    assert (gone.city(1), gone.pile("discards"), gone.hand()) == ("HOME !", "Den Ind1a Par1a", "Com1a")
    assert gone.state.icons[1].sum() == gone.state.n_tucked[1] == 0


def test_r70_a_displaced_mayor_moves_before_the_action_goes_on():
    stolen = steal("Civ1a | Com1a ! | HOME", "Com1a", card="Lair")
    assert (stolen.to_act, stolen.tracks(0)) == (1, [0, 0, 0])
    moved = stolen.play("mayor to Civ1a")
    assert (moved.to_act, moved.tracks(0), moved.city(1)) == (0, [1, 0, 0], "Civ1a ! | - | HOME")
    only = steal("HOME | Com1a !", "Com1a", card="Lair")
    assert (only.to_act, only.city(1)) == (0, "HOME !")


def test_r71_the_city_card_is_not_part_of_a_height():
    game = box(achievements=("Two | 1 | tallest = 2", "Three | 1 | tallest >= 3"), chips="1 1")
    assert spot(game, cities=("HOME Civ1a Com1a (Par1a)",)).can("claim") == {"claim Two"}


def test_r72_landmark_icons_count_built_over_and_tucked_too():
    marks = dict(zip(("Gate", "Span", "Dial", "Hero"), ("arch", "bridge", "clock", "statue"), strict=True))
    cards = {name: f"1 civic {mark}" for name, mark in marks.items()}
    game = box(**cards, achievements=("Sites | 1 | sites >= 4", "Marks | 1 | landmarks >= 3"), chips="1 1")
    assert spot(game, cities=("Gate Span (Dial) | HOME (Hero) !",)).can("claim") == {"claim Sites", "claim Marks"}
    assert spot(game, cities=("Gate Span (Dial) | HOME !",)).can("claim") == {"claim Marks"}
    assert spot(game, cities=("Gate Span | HOME !",)).can("claim") == set()


@pytest.mark.parametrize(
    ("city", "stolen", "after"),
    [
        ("Com1a | HOME !", "Com1a", "HOME !"),
        ("HOME ! | Com1a", "Com1a", "HOME !"),
        ("Com1a | - | HOME !", "Com1a", "HOME !"),
        ("HOME ! | - | - | Com1a", "Com1a", "HOME !"),
        ("Civ1a | Com1a | HOME !", "Com1a", "Civ1a | - | HOME !"),
        ("Civ1a | Com1a | - | HOME ! | Par1a", "Civ1a", "Com1a | - | HOME ! | Par1a"),
        ("Civ1a | - | HOME | Com1a !", "Civ1a", "HOME | Com1a !"),
    ],
)
def test_r91_a_building_emptied_at_an_end_leaves_no_gap(city, stolen, after):
    assert steal(city, stolen).city(1) == after


def test_places_are_renumbered_when_the_city_grows_to_the_left():
    turn = spot(PLAIN, actions=4, hands=("Civ1a Com1a Par1a",)).play(
        "build Civ1a left", "build Com1a left", "build Par1a over 1"
    )
    assert turn.city() == "Com1a Par1a | Civ1a | HOME !"
    assert turn.can("visit") == {"visit Par1a", "visit Civ1a"}
