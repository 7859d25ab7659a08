"""The naive New York 1901, ruling by ruling, on positions made by hand.

No name here has a rule number: they do not test the shipped rules.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from naive.newyork1901 import CHANCE, OVER, Naive
from naive.newyork1901_board import LEGENDARIES, OWN_TILES, generation, has_frontage, touch
from naive.newyork1901_spots import ground, places_of, played, settled, spot
from naive.newyork1901_table import bonus_points, n_workers, street_points

REDS = "red2 red2 red3 red3"


def words(moves, word):
    return {move.removeprefix(f"{word} ") for move in moves if move.split()[0] == word}


def with_unbuilt(state, n):
    """Return the state with seat 0 down to its first n tiles."""
    return replace(state, unbuilt=(OWN_TILES[:n], *state.unbuilt[1:]))


# ---- set-up


def test_set_up_in_order():
    game = Naive(3)
    state = game.start()
    assert game.chance(state) == {f"first {seat}": Fraction(1, 3) for seat in range(3)}
    state = played(game, state, "first 2")
    assert len(game.chance(state)) == 10
    assert game.chance(state)["streets broadway,nassau,pine"] == Fraction(1, 10)
    state = played(game, state, "streets broadway,nassau,pine")
    assert len(game.chance(state)) == 5
    state = played(game, state, "bonus gold-prestige", "character pink", "character green")
    assert game.chance(state) == {f"character {colour}": Fraction(1, 3) for colour in ("blue", "red", "yellow")}
    state = played(game, state, "character red")
    assert game.chance(state)["draw green2"] == Fraction(8, 62)
    assert game.chance(state)["draw blue2"] == Fraction(9, 62)
    state = played(game, state, "draw green2", "draw green2", "draw blue3")
    assert game.to_act(state) == CHANCE
    state = played(game, state, "draw red3")
    assert (game.to_act(state), state.phase, state.n_turns) == (2, "start", 0)
    assert [n_workers(state, seat) for seat in range(3)] == [4, 4, 4]
    assert state.buildings[0] == {("starter", ground("j3+j2"))}


def test_two_players_leave_pink_out():
    game = Naive(2, beginner=1)
    state = played(game, game.start(), "first 0")
    assert set(game.chance(state)) == {f"character {colour}" for colour in ("green", "blue", "red", "yellow")}
    assert len(state.heap) == 52
    assert not any(card.startswith("pink") for card in state.heap)


def test_beginner_and_advanced_skip_what_is_fixed():
    game = Naive(4, beginner=1, advanced=1, action_cards=0)
    state = played(game, game.start(), "first 3")
    assert state.phase == "opening"
    assert (state.streets, state.bonus) == (("broadway", "wall", "nassau"), "gold-tycoon")
    assert len(state.heap) == 65
    state = settled(game, state)
    assert words(game.legal(state), "take") == set(state.market)
    assert not any(state.actions)


@pytest.mark.parametrize(("advanced", "silver", "gold"), [(0, 6, 18), (1, 10, 25)])
def test_thresholds(advanced, silver, gold):
    game = Naive(2, advanced=advanced, action_cards=0)
    for points in range(30):
        state = spot(game, ["W3a W3b W3c W3d"], market="", points=(points, 0))
        kinds = {tile.split("-")[0] for tile in words(game.legal(state), "build")}
        assert ("silver" in kinds, "gold" in kinds, "woolworth" in kinds) == (points >= silver, points >= gold, points >= gold)


# ---- the turn


def test_with_a_worker_and_cards_one_takes_or_razes():
    game = Naive(2, action_cards=0)
    state = spot(game, ["W2c W2e"], ["starter=d9+d8"], market=REDS)
    assert game.legal(state) == {"take red2", "take red3"} | {f"raze bronze-{shape}" for shape in ("I2", "I3", "L3", "O4")}
    # A bronze-L4 would fit only in the mirror.
    state = settled(game, played(game, state, "take red3", "claim E3e"))
    assert state.phase == "build"
    assert {"pass", "build bronze-I2", "build bronze-I3", "build bronze-L3"} <= game.legal(state)


def test_with_a_worker_and_no_card_one_may_build_or_pass():
    game = Naive(2, action_cards=0)
    state = spot(game, ["W2e"], market="", heap=())
    assert game.legal(state) == {"build bronze-I2", "build bronze-L3", "pass"}


def test_without_a_worker_building_is_a_must_and_reclaiming_comes_last():
    game = Naive(2, action_cards=0)
    four = spot(game, ["W1c W1e M1a E1d"], market=REDS)
    assert game.legal(four) == {"build bronze-I2", "build bronze-I3", "build bronze-L3"}
    none_left = replace(four, unbuilt=(("bronze-O4", "gold-I4", "gold-P5", "gold-R6", "gold-W6"), four.unbuilt[1]))
    assert game.legal(none_left) == {"reclaim W1c", "reclaim W1e", "reclaim M1a", "reclaim E1d"}
    after = game.play(none_left, "reclaim M1a")
    assert (after.seat, after.n_turns, after.groups, after.market) == (1, 1, (("green2",),), none_left.market)
    assert after.estates[0] == {"W1c", "W1e", "E1d"}


def test_the_next_card_comes_from_the_heap_and_then_from_the_groups_in_order():
    game = Naive(2)
    state = spot(game, [""], market=REDS, heap=("blue2", "blue2", "blue3"), groups=(("green2",),))
    state = game.play(state, "shift")
    assert state.groups == (("green2",), ("red2", "red2", "red3", "red3"))
    assert game.chance(state) == {"draw blue2": Fraction(2, 3), "draw blue3": Fraction(1, 3)}
    state = played(game, state, "draw blue2", "draw blue3", "draw blue2")
    assert game.chance(state) == {"draw green2": 1}
    state = game.play(state, "draw green2")
    assert state.groups == (("red2", "red2", "red3", "red3"),)
    assert "shift" not in game.legal(state)
    state = played(game, state, "take blue3", "claim E1e")
    assert game.chance(state) == {"draw red2": Fraction(1, 2), "draw red3": Fraction(1, 2)}


def test_market_shift_with_few_cards_never_triggers_the_end():
    game = Naive(2)
    state = settled(game, game.play(spot(game, [""], market="red2 red3", heap=()), "shift"))
    assert (state.market, state.groups, state.trigger) == (("red2", "red3"), (), None)
    assert "shift" not in game.legal(spot(game, [""], market="", heap=()))
    assert "shift" in game.legal(spot(game, [""], market="", heap=("red2",)))


def test_land_grab():
    game = Naive(2)
    state = spot(game, [""], market="red2 red3 blue2 blue3")
    assert "grab" in game.legal(state)
    grabbing = game.play(state, "grab")
    assert game.legal(grabbing) == {"take red2", "take blue2"}
    grabbing = played(game, grabbing, "take red2", "claim M2d")
    assert game.legal(grabbing) == {"take blue2"}
    grabbing = played(game, grabbing, "take blue2", "claim M2b")
    assert game.to_act(grabbing) == CHANCE
    grabbing = settled(game, grabbing)
    assert (len(grabbing.market), n_workers(grabbing, 0), grabbing.phase) == (4, 2, "build")
    assert "grab" not in game.legal(replace(state, heap=()))
    assert "grab" not in game.legal(spot(game, [""], market="red2 red3 blue3 blue3"))
    assert "grab" not in game.legal(spot(game, ["W1a W1b W1c"], market="red2 red2 blue3 blue3"))
    assert "grab" not in game.legal(replace(state, actions=(frozenset({"market-shift"}), frozenset())))


def test_construction_boom():
    game = Naive(2)
    state = spot(game, ["W1b W1c"], market=REDS, phase="build", points=(4, 0))
    state = played(game, state, "build bronze-I2", "place c12+c11")
    assert (state.phase, game.scores(state)[0]) == ("boom", 6)
    assert game.legal(state) == {"pass", "build bronze-I2"}
    done = played(game, state, "build bronze-I2", "place d12+d11")
    assert (done.seat, game.scores(done)[0]) == (1, 8)
    assert "construction-boom" not in done.actions[0]
    passed = game.play(state, "pass")
    assert "construction-boom" in passed.actions[0]


def test_construction_boom_uses_the_points_of_the_first_build_and_no_demolition():
    game = Naive(2)
    state = spot(game, ["W1b W1c W1e"], ["starter=d12+d11"], market=REDS, phase="build", points=(4, 0))
    state = played(game, state, "build bronze-I2", "place c12+c11")
    assert game.legal(state) == {"pass", "build bronze-I2"}
    wide = spot(game, ["W1b W1c W1d"], market=REDS, phase="build", points=(4, 0))
    wide = played(game, wide, "build bronze-I2", "place d12+d11")
    assert game.legal(wide) == {"pass", "build bronze-I2", "build bronze-L3", "build silver-L3"}


def test_construction_boom_leaves_four_unbuilt_unless_the_second_is_legendary():
    game = Naive(2)
    state = spot(game, ["W3a W3b W3c W3d W1b W1c"], market=REDS, phase="build", points=(30, 0))
    assert played(game, with_unbuilt(state, 6), "build bronze-I2", "place d12+d11").phase == "boom"
    last = played(game, with_unbuilt(state, 5), "build bronze-I2", "place d12+d11")
    assert (last.trigger, last.phase) == (0, "boom")
    assert words(game.legal(last), "build") == {"singer", "woolworth"}
    legendary = played(game, with_unbuilt(state, 5), "build singer", "place " + min(places_of(game, state, "build singer")))
    assert (legendary.trigger, legendary.phase) == (None, "boom")
    assert words(game.legal(legendary), "build") <= set(OWN_TILES)


# ---- construction


def test_a_building_needs_frontage():
    assert not has_frontage(ground("f8"))
    assert has_frontage(ground("f9"))
    assert has_frontage(ground("c5"))  # beside the park of W3
    assert has_frontage(ground("f2"))  # above the park of M4
    game = Naive(3, action_cards=0)
    state = spot(game, ["M1d M1f M1g"], market=REDS, phase="build")
    assert "g11+h11" not in places_of(game, state, "build bronze-I2")
    assert "h11+h10" in places_of(game, state, "build bronze-I2")


def test_no_building_crosses_a_street():
    game = Naive(3, action_cards=0)
    state = spot(game, ["W1c M1a W1e W2c"], market=REDS, phase="build")
    assert places_of(game, state, "build bronze-I2") == {"d12+d11", "d11+d10", "c10+d10", "e12+e11", "d9+d8"}


def test_legendaries_go_one_to_a_player_and_once_each():
    game = Naive(2, action_cards=0)
    estate = "W3a W3b W3c W3d E1a E1c E1d E1e E1b"
    state = spot(game, [estate], ["starter=j12+k12"], market="", points=(18, 0))
    assert words(game.legal(state), "build") >= set(LEGENDARIES)
    taken = replace(state, buildings=(state.buildings[0], frozenset({("woolworth", ground("a1"))})))
    assert "build woolworth" not in game.legal(taken)
    assert "build singer" in game.legal(taken)
    mine = played(game, state, "build woolworth", "place a6+b6+c6+a5+b5+c5+a4+b4+c4")
    assert len(mine.unbuilt[0]) == 18
    again = replace(mine, seat=0, phase="start")
    assert not words(game.legal(again), "build") & set(LEGENDARIES)
    assert not words(game.legal(again), "raze") & set(LEGENDARIES)
    assert all(
        "a6" not in place for tile in words(game.legal(again), "raze") for place in places_of(game, again, f"raze {tile}")
    )


@pytest.mark.parametrize(
    ("old", "razers"),
    [
        ("starter", {"bronze", "silver", "gold"}),
        ("bronze-I2", {"silver", "gold"}),
        ("silver-I3", {"gold"}),
        ("gold-L4", set()),
    ],
)
def test_only_superior_generations_demolish(old, razers):
    game = Naive(3, action_cards=0)
    where = {"starter": "d12+d11", "bronze-I2": "d12+d11", "silver-I3": "d12+d11+d10", "gold-L4": "c12+d12+d11+d10"}[old]
    state = spot(game, ["W1b W1c W1d W1e"], [f"{old}={where}"], market=REDS, points=(50, 0, 0))
    assert {generation(tile) for tile in words(game.legal(state), "raze")} == razers


def test_a_demolition_covers_free_land_too_and_keeps_what_it_does_not_touch():
    game = Naive(3, action_cards=0)
    state = spot(game, ["W1b W1c W1e"], ["bronze-I2=c12+c11 bronze-I3=d12+d11+d10"], market=REDS, points=(6, 0, 0))
    after = played(game, state, "raze silver-I3", "place c12+c11+c10")
    assert after.buildings[0] == {("silver-I3", ground("c12+c11+c10")), ("bronze-I3", ground("d12+d11+d10"))}
    assert n_workers(after, 0) == 4


# ---- the end


def test_the_tile_trigger_gives_every_other_seat_one_turn():
    game = Naive(3, action_cards=0)
    state = with_unbuilt(spot(game, ["W1c"], market=REDS, phase="build", seat=0), 5)
    state = played(game, state, "build bronze-I2", "place d12+d11")
    assert (state.trigger, state.final_turns, state.seat) == (0, 2, 1)
    state = settled(game, played(game, state, "take red3", "claim E3e", "pass", "take red2", "claim E3b"))
    assert (state.final_turns, state.seat) == (1, 2)
    state = game.play(state, "pass")
    assert (game.to_act(state), state.final_turns, state.n_turns) == (OVER, 0, 3)


def test_the_card_trigger_comes_after_the_refill():
    game = Naive(2, action_cards=0)
    one_left = settled(game, played(game, spot(game, [""], market=REDS, heap=("blue2",)), "take red3", "claim E3e"))
    assert (one_left.trigger, len(one_left.market)) == (None, 4)
    none_left = settled(game, played(game, spot(game, [""], market=REDS, heap=()), "take red3", "claim E3e"))
    assert (none_left.trigger, len(none_left.market), none_left.phase) == (0, 3, "build")


def test_the_game_stops_after_400_turns():
    game = Naive(2, action_cards=0)
    state = spot(game, [""], market=REDS, phase="build", n_turns=399)
    assert game.to_act(game.play(state, "pass")) == OVER
    assert game.to_act(game.play(replace(state, n_turns=398), "pass")) == 1


def test_streets_go_to_the_sole_leader():
    game = Naive(3)
    corner = "bronze-I2=d10+c10"  # Broadway and Cedar
    state = spot(game, ["W1e"], [f"starter=d9+d8 {corner}", "bronze-I2=e12+e11", ""], streets=("broadway", "cedar", "wall"))
    assert street_points(state) == [10, 0, 0]
    tied = replace(state, buildings=(frozenset({("bronze-I2", ground("d10+c10"))}), *state.buildings[1:]))
    assert street_points(tied) == [5, 0, 0]
    west = spot(game, [], ["bronze-I2=a4+b4", "bronze-I2=e4+f4"], streets=("wall",))
    assert street_points(west) == [0, 5, 0]


def test_bronze_baron_and_master_architect():
    game = Naive(2)
    # Where the buildings stand does not matter here.
    bronze = [tile for tile in OWN_TILES if tile.startswith("bronze")]
    for n, points in enumerate([0, 0, 0, 0, 5, 10, 15]):
        own = frozenset((tile, ground(f"{'abcdef'[i]}12")) for i, tile in enumerate(bronze[:n])) | {("starter", ground("m1"))}
        state = spot(game, [], bonus="bronze-baron", buildings=[])
        assert bonus_points(replace(state, buildings=(own, frozenset()))) == [points, 0]
    odd = ["park-row", "singer", "bronze-L3", "bronze-L4", "silver-L3", "silver-T4"]
    for n, points in enumerate([0, 0, 0, 3, 6, 10, 10]):
        own = frozenset((tile, ground("a12")) for tile in odd[:n]) | {("woolworth", ground("m1")), ("gold-R6", ground("m2"))}
        state = spot(game, [], bonus="master-architect")
        assert bonus_points(replace(state, buildings=(own, frozenset()))) == [points, 0]


def test_generation_king_and_gold_tycoon():
    game = Naive(2)
    own = ["starter=d9+d8 bronze-I2=c12+c11 gold-I4=a12+b12+c12+d12 singer=a6", "bronze-I2=e12+e11 silver-I3=e9+e8+e7"]
    state = spot(game, [], own, bonus="generation-king")
    assert bonus_points(state) == [5, 5]
    golden = ["gold-L4=f8+h8 metropolitan-life=g8+i8 gold-I4=a12", "gold-L4=a12 gold-I4=a11"]
    assert bonus_points(spot(game, [], golden, bonus="gold-tycoon")) == [6, 3]


def test_gold_prestige_counts_what_the_new_building_touches():
    game = Naive(3)
    assert touch(ground("c12"), ground("c11"))
    assert not touch(ground("c12"), ground("d11"))
    assert not touch(ground("d12"), ground("e12"))  # Broadway lies between them
    theirs = ["", "bronze-I2=d12+d11 silver-L3=b11+a10+b10", "starter=c10+d10"]
    state = spot(game, ["W1a W1b"], theirs, market=REDS, phase="build", points=(18, 0, 0), bonus="gold-prestige")
    moves = ("build gold-U5", "place a12+b12+c12+a11+c11")
    assert game.scores(played(game, state, *moves)) == [18 + 7 + 2, 0, 0]
    assert game.scores(played(game, replace(state, bonus="gold-tycoon"), *moves)) == [18 + 7, 0, 0]
    theirs[2] = "bronze-I2=c10+d10"
    state = spot(game, ["W1a W1b"], theirs, market=REDS, phase="build", points=(18, 0, 0), bonus="gold-prestige")
    assert game.scores(played(game, state, *moves)) == [18 + 7 + 3, 0, 0]
    assert game.scores(played(game, state, "build silver-L3", "place a12+b12+a11"))[0] == 18 + 4


def test_final_scores_and_returns():
    game = Naive(3)
    base = spot(game, [], streets=("wall", "pine", "cedar"), phase="over", points=(20, 20, 20), bonus="bronze-baron")
    assert game.scores(base) == [23, 23, 23]
    assert game.returns(base) == [Fraction(1, 2)] * 3
    park_row = frozenset({("park-row", ground("a12"))})
    singer = frozenset({("singer", ground("m12"))})
    gold = frozenset({("gold-I4", ground("a1")), ("gold-L4", ground("m1"))})
    assert game.returns(replace(base, buildings=(park_row, singer, gold))) == [Fraction(1, 2), 1, 0]
    assert game.returns(replace(base, buildings=(frozenset(), frozenset(), gold))) == [Fraction(1, 4), Fraction(1, 4), 1]
    ahead = replace(base, points=(21, 20, 19), buildings=(frozenset(), gold, singer))
    assert game.returns(ahead) == [1, Fraction(1, 2), 0]


def test_equal_positions_have_equal_descriptions():
    game = Naive(2)
    state = spot(game, ["W1c", "M1a"], market=REDS)
    one = settled(game, played(game, state, "grab", "take red2", "claim M2d", "take red2", "claim E3b"))
    other = settled(game, played(game, state, "grab", "take red2", "claim E3b", "take red2", "claim M2d"))
    assert one == other
    assert game.describe(one) == game.describe(other)
    assert Counter(one.market) == Counter(game.describe(one)["market"])
