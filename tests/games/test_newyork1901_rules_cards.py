"""New York 1901, rule by rule: action cards, and what brings the end about."""

import pytest

from games.newyork1901_tables import BOOM_NAME, REDS, after, expanded, hand, own, places, scores, table, words
from games.newyork1901_twins import summary
from mctsky.core.contract import CHANCE
from naive.newyork1901_board import OWN_TILES

W3 = "W3a W3b W3c W3d"
FULL = frozenset({"market-shift", "land-grab", BOOM_NAME})
FEW = ("bronze-O4", "gold-I4", "gold-P5", "gold-R6", "gold-W6")


def cards(estates, *more, **changes):
    return table(estates, *more, **{"action_cards": 1, **changes})


def down_to(n, **changes):
    """Return seat 0 with its first n tiles left, about to build on W3, W1b and W1c."""
    unbuilt = (OWN_TILES[:n], *[OWN_TILES] * (changes.get("players", 2) - 1))
    return cards([f"{W3} W1b W1c"], ["bronze-I2=a4+b4"], phase="build", points=(30,), unbuilt=unbuilt, **changes)


# ---- action cards


def test_r32_any_number_of_cards_in_one_own_turn():
    position = cards([""], market="red2 red2 red3 red3")
    position = after(position, "shift", "draw green2", "draw green2", "draw green3", "draw blue3")
    assert hand(position) == {"grab", "boom"}
    position = after(position, "grab", "take green2", "claim W1b", "take green2", "claim W1c")
    assert hand(position) == {"boom"}
    position = after(position, "draw red2", "draw red3", "build bronze-I2", "place c12+c11", "build bronze-I2", "place d12+d11")
    assert (hand(position), hand(position, 1)) == (set(), {"shift", "grab", "boom"})
    assert scores(position) == [4, 0]
    assert position.to_act == 1


def test_r32_final_turns_included():
    position = cards([""], trigger=1, final_turns=1, points=(0, 10))
    assert {"shift", "grab"} <= set(position.legal_moves())
    position = expanded(position, "shift", "draw green2", "draw green2", "draw green3", "draw blue3")
    position = expanded(position, "grab", "take green2", "claim W1b", "take green2", "claim W1c")
    position = after(position, "build bronze-I2", "place c12+c11", "build bronze-I2", "place d12+d11")
    assert position.is_over


def test_r32_each_card_once():
    position = cards([""], actions=(frozenset({BOOM_NAME}), FULL))
    assert set(position.legal_moves()) == {"take red2", "take red3"}


def test_r33_market_shift_comes_first_of_all():
    position = cards([""])
    assert "shift" in position.legal_moves()
    assert "shift" not in after(position, "grab").legal_moves()
    assert "shift" not in after(position, "take red2").legal_moves()
    assert "shift" not in expanded(position, "take red2", "claim E3b").legal_moves()
    stuck = cards(["W1c W1e M1a E1d"], unbuilt=(FEW, FEW))
    assert "shift" in stuck.legal_moves()  # also before a worker is taken back
    shifted = expanded(stuck, "shift")
    assert words(shifted, "reclaim") == {"W1c", "W1e", "M1a", "E1d"}
    assert "shift" not in shifted.legal_moves()


def test_r33_the_open_cards_go_under_and_four_others_lie_open():
    position = after(cards([""]), "shift")
    assert (summary(position)["market"], summary(position)["groups"]) == ([], [REDS.split()])
    assert hand(position) == {"grab", "boom"}
    position = after(position, "draw blue2", "draw blue2", "draw blue2")
    assert position.to_act == CHANCE
    position = after(position, "draw red2")
    assert (position.to_act, summary(position)["market"]) == (0, ["blue2", "blue2", "blue2", "red2"])
    assert int(position.state.turns) == 0


def test_r33_with_fewer_than_four_cards_it_never_triggers_the_end():
    position = expanded(cards([""], market="red2 red3", heap=()), "shift")
    assert (summary(position)["market"], summary(position)["groups"]) == (["red2", "red3"], [])
    assert summary(position)["trigger"] is None
    one = expanded(cards([""], market="red2 red3", heap=("blue2",)), "shift")
    assert (summary(one)["market"], summary(one)["trigger"]) == (["blue2", "red2", "red3"], None)


def test_r33_without_any_card_it_cannot_be_used():
    assert "shift" not in cards([""], market="", heap=()).legal_moves()
    assert "shift" in cards([""], market="", heap=("red2",)).legal_moves()
    assert "shift" in cards([""], market="red2", heap=()).legal_moves()
    assert "shift" in cards([""], market="", heap=(), groups=(("red2",),)).legal_moves()


def test_r34_land_grab_takes_two_small_cards_before_the_refill():
    position = after(cards([""], market="red2 red3 blue2 blue3"), "grab")
    assert set(position.legal_moves()) == {"take red2", "take blue2"}
    assert hand(position) == {"shift", "boom"}
    position = after(position, "take red2", "claim M2d")
    assert position.legal_moves() == ["take blue2"]
    assert len(summary(position)["market"]) == 2 + 1
    position = after(position, "take blue2", "claim M2b")
    assert (position.to_act, len(summary(position)["market"])) == (CHANCE, 2)
    position = expanded(position)
    assert (len(summary(position)["market"]), own(position, "workers")) == (4, 2)
    assert "pass" in position.legal_moves()


@pytest.mark.parametrize(
    ("estate", "market", "changes", "possible"),
    [
        ("", "red2 red3 blue2 blue3", {}, True),
        ("", "red2 red2 red3 blue3", {}, True),
        ("", "red2 red3 red3 blue3", {}, False),
        ("W1a W1b", "red2 red2 blue3 blue3", {}, True),
        ("W1a W1b W1c", "red2 red2 blue3 blue3", {}, False),
        ("", "red2 red2 blue3 blue3", {"heap": ()}, False),
        ("", "red2 red2 blue3 blue3", {"heap": ("red3",)}, True),
        ("", "red2 red2 blue3 blue3", {"heap": (), "groups": (("red3",),)}, True),
        ("", "red2 red2 blue3 blue3", {"actions": (frozenset({"market-shift", BOOM_NAME}), FULL)}, False),
    ],
)
def test_r34_land_grab_needs_two_workers_two_small_cards_and_a_pile(estate, market, changes, possible):
    assert ("grab" in cards([estate], market=market, **changes).legal_moves()) == possible


def test_r35_construction_boom_builds_a_second_time():
    position = after(cards(["W1b W1c"], phase="build", points=(4,)), "build bronze-I2", "place c12+c11")
    assert (position.to_act, scores(position)) == (0, [6, 0])
    assert position.legal_moves() == ["pass", "build bronze-I2"]
    used = after(position, "build bronze-I2", "place d12+d11")
    assert (used.to_act, scores(used), hand(used)) == (1, [8, 0], {"shift", "grab"})
    kept = after(position, "pass")
    assert (kept.to_act, hand(kept)) == (1, {"shift", "grab", "boom"})


def test_r35_no_third_building_and_none_without_the_card():
    wide = after(cards(["W1b W1c E1c"], phase="build"), "build bronze-I2", "place c12+c11", "build bronze-I2", "place d12+d11")
    assert wide.to_act == 1
    without = cards(["W1b W1c"], phase="build", actions=(frozenset({"market-shift", "land-grab"}), FULL))
    assert after(without, "build bronze-I2", "place c12+c11").to_act == 1


def test_r35_also_after_demolish_and_the_second_on_free_land_only():
    razed = after(cards(["W1b W1c W2c"], ["starter=d9+d8"]), "raze bronze-I2", "place d9+d8")
    assert set(razed.legal_moves()) == {"pass", "build bronze-I2", "build bronze-L3", "build bronze-O4"}
    assert places(razed, "build bronze-I2") == {"c12+d12", "c11+d11", "c12+c11", "d12+d11"}
    # No free land: no second Build, though a building could be replaced.
    full = cards(["W1b W1c"], ["starter=c12+c11"], phase="build", points=(30,))
    assert after(full, "build bronze-I2", "place d12+d11").to_act == 1


def test_r35_at_least_four_tiles_stay_unbuilt():
    six = after(down_to(6), "build bronze-I2", "place d12+d11")
    assert {"bronze-I2", "bronze-I3"} <= words(six, "build")
    assert len(own(after(six, "build bronze-I3", "place a6+b6+c6"), "unbuilt")) == 4
    five = after(down_to(5), "build bronze-I2", "place d12+d11")
    assert (len(own(five, "unbuilt")), five.to_act) == (4, 1)


def test_r35_a_legendary_one_does_not_lower_their_number():
    # g6+h6 touches M3e and M3d, so all workers are on W3.
    position = cards([f"{W3} M3e M3d"], ["bronze-I2=g6+h6"], phase="build", points=(30,), unbuilt=(OWN_TILES[:5], OWN_TILES))
    first = after(position, "build bronze-I2", "place e6+f6")
    assert (len(own(first, "unbuilt")), summary(first)["trigger"]) == (4, 0)
    assert words(first, "build") == {"singer", "woolworth"}
    second = after(first, "build woolworth", "place a6+b6+c6+a5+b5+c5+a4+b4+c4")
    assert (len(own(second, "unbuilt")), second.to_act) == (4, 1)
    other_way = after(position, "build woolworth", "place a6+b6+c6+a5+b5+c5+a4+b4+c4")
    assert (len(own(other_way, "unbuilt")), summary(other_way)["trigger"]) == (5, None)
    assert words(other_way, "build") == {"bronze-I2"}


# ---- the end


def test_r36_four_unbuilt_tiles_trigger_the_end():
    six = after(down_to(6), "build bronze-I2", "place d12+d11", "pass")
    assert summary(six)["trigger"] is None
    five = after(down_to(5, action_cards=0), "build bronze-I2", "place d12+d11")
    assert (summary(five)["trigger"], five.to_act) == (0, 1)


def test_r36_a_second_building_can_trigger_it_too():
    position = after(down_to(6), "build bronze-I2", "place d12+d11", "build bronze-I3", "place a6+b6+c6")
    assert (len(own(position, "unbuilt")), summary(position)["trigger"]) == (4, 0)


def test_r36_three_open_cards_and_an_empty_pile_after_the_refill_trigger_it():
    one_left = expanded(cards([""], heap=("blue2",)), "take red3", "claim E3e")
    assert (len(summary(one_left)["market"]), summary(one_left)["trigger"]) == (4, None)
    none_left = expanded(cards([""], heap=()), "take red3", "claim E3e")
    assert (len(summary(none_left)["market"]), summary(none_left)["trigger"], none_left.to_act) == (3, 0, 0)
    grabbed = cards([""], market="red2 red2 red3 red3", heap=("blue2",))
    grabbed = expanded(grabbed, "grab", "take red2", "claim E3b", "take red2", "claim E3c")
    assert (len(summary(grabbed)["market"]), summary(grabbed)["trigger"]) == (3, 0)


def test_r36_later_triggers_are_ignored():
    by_cards = cards([""], heap=(), players=3, trigger=1, final_turns=1, seat=0)
    by_cards = expanded(by_cards, "take red3", "claim E3e")
    assert (len(summary(by_cards)["market"]), summary(by_cards)["trigger"]) == (3, 1)
    by_tiles = down_to(5, players=3, trigger=2, final_turns=2, action_cards=0)
    by_tiles = after(by_tiles, "build bronze-I2", "place d12+d11")
    assert (summary(by_tiles)["trigger"], by_tiles.to_act) == (2, 1)
    assert after(by_tiles, "take red3", "claim E3e", "pass").is_over


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r37_each_other_player_gets_exactly_one_more_turn(players):
    position = expanded(table([""], heap=(), players=players, n_turns=10), "take red3", "claim E3e")
    assert (position.to_act, summary(position)["trigger"]) == (0, 0)  # the turn goes on
    position = after(position, "build bronze-I2", "place k4+l4")
    assert scores(position)[0] == 2
    for seat in range(1, players):
        assert position.to_act == seat
        position = after(position, sorted(position.legal_moves(), reverse=True)[0])
        position = after(position, position.legal_moves()[0], "pass")
    assert position.is_over
    assert int(position.state.turns) == 10 + players


def test_r37_the_seats_go_round():
    position = table([""], players=3, seat=2, heap=("green2", "green2", "green2", "blue2", "blue2"))
    assert after(position, "take red3", "claim E3e", "pass").to_act == 0
