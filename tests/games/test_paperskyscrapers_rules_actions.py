"""Paper Skyscrapers, rules about basic actions, payments and the mayor."""

from games.paperskyscrapers_files import box, plain_names
from games.paperskyscrapers_tables import Spot, spot
from mctsky.core.position import OBSERVED

PLAIN = box()
CARDS = box(
    Dear="1 civic cost 2 income 0 1 0: advance 1 profit",
    Stairs="1 park: advance 1 profit",
    Attic="1 park: tuck 1",
    Cellar="1 park: may tuck 1",
    Ramp="1 park: advance 1 any",
    Bonus="1 park: bonus action; advance 1 profit",
    Furnace="1 industrial: discard 2 for advance 3 profit",
    Den="1 civic: steal top card",
)


def test_r11_a_card_does_not_pay_for_itself():
    game = box(Hut="1 civic cost 1", Shed="1 civic cost 1")
    assert spot(game, hands=("Hut",)).can("build") == set()
    two = spot(game, hands=("Hut Shed",)).play("build Hut right")
    assert (two.hand(), two.pile("discards"), two.city()) == ("", "Shed", "HOME ! | Hut")


def test_r13_building_over_the_mayor_carries_him_up_and_is_not_a_visit():
    built = spot(CARDS, actions=2, hands=("Stairs",), cities=("Civ1a ! | HOME",)).play("build Stairs over 1")
    assert (built.city(), built.tracks(), built.actions) == ("Civ1a Stairs ! | HOME", [0, 0, 0], 1)


def test_r14_the_mayor_moves_to_any_other_top_card_of_the_own_city():
    turn = spot(CARDS, cities=("Civ1a Com1a | HOME ! | Par1a", "Res1a | HOME"), row="")
    assert turn.can("visit") == {"visit Com1a", "visit Par1a"}
    assert turn.play("visit Par1a").city() == "Civ1a Com1a | HOME | Par1a !"


def test_r15_with_one_top_card_there_is_no_visit():
    assert spot(PLAIN).can("visit") == set()
    assert spot(PLAIN, cities=("HOME Civ1a !",)).can("visit") == set()


def test_r16_a_card_may_be_visited_again_after_leaving_it():
    turn = spot(CARDS, actions=4, cities=("Stairs | HOME !",)).play("visit Stairs")
    assert turn.can("visit") == {"visit Home0"}
    again = turn.play("visit Home0", "visit Stairs")
    assert (turn.tracks(), again.tracks()) == ([1, 0, 0], [2, 0, 0])


def test_r17_visits_and_discards_without_effect_are_allowed():
    turn = spot(CARDS, actions=3, hands=("Den",), cities=("Attic | HOME !",))
    after = turn.play("discard Den", "visit Attic")
    assert (after.hand(), after.pile("discards"), after.city(), after.actions) == ("", "Den", "Attic ! | HOME", 1)


def test_r18_a_card_discarded_for_its_action_leaves_the_mayor():
    after = spot(CARDS, actions=2, hands=("Stairs",), cities=("Civ1a | HOME !",)).play("discard Stairs")
    assert (after.tracks(), after.city(), after.pile("discards")) == ([1, 0, 0], "Civ1a | HOME !", "Stairs")


def test_r19_a_bonus_action_is_done_at_once_and_costs_nothing():
    asked = spot(CARDS, actions=2, cities=("Bonus | HOME !",)).play("visit Bonus")
    assert (asked.to_act, asked.actions, asked.tracks()) == (0, 1, [0, 0, 0])
    done = asked.play("advance prestige")
    assert (done.actions, done.tracks(), done.turn) == (1, [1, 1, 0], 0)


def test_r39_a_hand_has_no_limit():
    game = box(plain=4)
    names = plain_names(1, 4)
    after = spot(game, hands=(" ".join(names[:15]),), row=" ".join(names[15:18])).play(f"draw {names[15]}", f"row {names[18]}")
    assert len(after.hand().split()) == 16


def test_r40_a_claim_is_checked_when_claimed_once_per_player():
    game = box(achievements=("Full | 2 | hand >= 2", "Poor | 1 | hand <= 1"), chips="1 1")
    turn = spot(game, actions=3, hands=("Civ1a Civ1b",))
    assert turn.can("claim") == {"claim Full"}
    claimed = turn.play("claim Full")
    assert (claimed.scores, claimed.claims(), claimed.can("claim")) == ([2, 0], "Full", set())
    later = claimed.play("discard Civ1a")
    assert (later.can("claim"), later.claims(), later.scores) == ({"claim Poor"}, "Full", [2, 0])


def test_r41_later_claimants_score_the_stars_without_the_chip():
    game = box(achievements=("First | 3 | hand >= 0",))
    second = spot(game, seat=1, claims=("First",), scores=(9, 0)).play("claim First")
    assert second.scores == [9, 3]
    assert [seat["chips"] for seat in second.told["seats"]] == [["First"], []]
    alone = spot(game, seat=1).play("claim First")
    assert [seat["chips"] for seat in alone.told["seats"]] == [[], ["First"]]


def test_r58_one_possibility_is_done_without_a_move_and_may_is_asked():
    tucked = spot(CARDS, actions=2, hands=("Civ1a",), cities=("Attic | HOME !",)).play("visit Attic")
    assert (tucked.city(), tucked.actions) == ("Attic (Civ1a) ! | HOME", 1)
    asked = spot(CARDS, actions=2, hands=("Civ1a",), cities=("Cellar | HOME !",)).play("visit Cellar")
    assert asked.moves == {"tuck Civ1a", "refuse"}
    assert asked.play("refuse").city() == "Cellar ! | HOME"
    ramp = {"cities": ("Ramp | HOME !",), "actions": 2}
    assert spot(CARDS, tracks=((21, 3, 21), (0, 0, 0)), **ramp).play("visit Ramp").tracks() == [21, 4, 21]
    assert spot(CARDS, tracks=((21, 3, 4), (0, 0, 0)), **ramp).play("visit Ramp").moves == {
        "advance prestige",
        "advance population",
    }
    assert spot(CARDS, hands=("",), cities=("Cellar | HOME !",), actions=2).play("visit Cellar").actions == 1


def test_r59_a_discarded_card_is_in_the_pile_before_its_action():
    game = box(Phoenix="4 civic: draw 1 deck")
    drawn = spot(game, level=4, actions=2, ended=True, deck="", hands=("Phoenix",)).play("discard Phoenix")
    assert set(drawn.odds) == {"deal 0 Phoenix"}
    assert drawn.play("deal 0 Phoenix").hand() == "Phoenix"


def test_r65_a_payment_is_a_set():
    turn = spot(CARDS, actions=2, hands=("Dear Civ1a Ind1a Par1a",)).play("build Dear right")
    one, other = turn.play("pay Civ1a", "pay Par1a"), turn.play("pay Par1a", "pay Civ1a")
    assert one.state.tobytes() == other.state.tobytes()
    assert (one.hand(), one.pile("discards"), one.city()) == ("Ind1a", "Civ1a Par1a", "HOME ! | Dear")


def test_r93_payments_are_named_card_by_card_unless_the_whole_hand_goes():
    turn = spot(CARDS, actions=2, hands=("Dear Civ1a Ind1a Par1a",)).play("build Dear right")
    assert turn.moves == {"pay Civ1a", "pay Ind1a", "pay Par1a"}
    assert (turn.hand(), turn.city(), turn.told["announced"]) == ("Civ1a Ind1a Par1a", "HOME !", "Dear")
    assert turn.play("pay Ind1a").moves == {"pay Civ1a", "pay Par1a"}
    whole = spot(CARDS, actions=2, hands=("Dear Civ1a Ind1a",)).play("build Dear right")
    assert (whole.hand(), whole.pile("discards"), whole.city()) == ("", "Civ1a Ind1a", "HOME ! | Dear")
    discards = {"actions": 2, "cities": ("Furnace | HOME !",)}
    three = spot(CARDS, hands=("Civ1a Ind1a Par1a",), **discards).play("visit Furnace")
    assert three.moves == {"discard Civ1a", "discard Ind1a", "discard Par1a"}
    assert three.play("discard Par1a", "discard Civ1a").tracks() == [3, 0, 0]
    two = spot(CARDS, hands=("Civ1a Ind1a",), **discards).play("visit Furnace")
    assert (two.hand(), two.tracks(), two.pile("discards")) == ("", [3, 0, 0], "Civ1a Ind1a")


def test_r93_a_hand_that_goes_without_a_choice_is_shown_card_by_card():
    position = spot(CARDS, actions=2, hands=("Dear Par1a Civ1a",)).position
    position.play("build Dear right")
    assert position.chance_moves() == [("show Civ1a", 0.5), ("show Par1a", 0.5)]
    position.play("show Par1a")
    assert (position.chance_moves(), Spot(position).pile("discards")) == ([("show Civ1a", 1.0)], "Par1a")
    position.play("show Civ1a")
    assert Spot(position).city() == "HOME ! | Dear"
    assert [position.format_move(code & ~OBSERVED) for code in position.view(1).observed[-2:]] == ["show Par1a", "show Civ1a"]
    known = spot(CARDS, actions=2, hands=("Dear Civ1a",), known=("Par1a",)).position
    known.play("build Dear right")
    known.play("show Civ1a")
    assert Spot(known).pile("discards") == "Civ1a Par1a"


def test_r96_a_basic_action_that_can_do_nothing_is_not_allowed():
    nothing_left = {"level": 4, "ended": True, "deck": "", "row": ""}
    assert spot(PLAIN, **nothing_left).moves == {"stop", "advance profit", "advance prestige", "advance population"}
    assert spot(PLAIN, **nothing_left, discards="Civ1a Civ2a").can("draw") == set()
    assert spot(PLAIN, **nothing_left, discards="Civ3a").can("draw") == {"draw deck"}
    finished = ((21, 21, 21), (21, 21, 21))
    passed = spot(PLAIN, **nothing_left, tracks=finished, hands=("Civ4a",), scores=(1, 0), actions=1)
    assert passed.can("advance", "draw", "claim") == set()
    assert passed.play("tuck Civ4a").turn is None  # both have nothing to do: the lap ends, and with it the game
    three = spot(box(3), **nothing_left, first=1, tracks=(*finished, (21, 21, 20)), hands=("Civ4a",), actions=1)
    assert three.play("tuck Civ4a").position.is_over


def test_r98_a_card_that_came_under_the_mayor_is_not_another_top_card():
    built = spot(CARDS, actions=4, hands=("Stairs",), cities=("Civ1a ! | HOME",)).play("build Stairs over 1")
    assert built.can("visit") == {"visit Home0"}
    assert built.play("visit Home0").can("visit") == {"visit Stairs"}
    dropped = spot(CARDS, hands=("Den",), cities=("HOME", "Stairs Com1a ! | HOME")).play("discard Den")
    assert (dropped.turn, dropped.city(1), dropped.can("visit")) == (1, "Stairs ! | HOME", {"visit Home1"})


def test_tucking_puts_a_card_under_the_mayor():
    tucked = spot(PLAIN, actions=2, hands=("Civ1a Com1a",), cities=("Par1a ! | HOME",)).play("tuck Com1a")
    assert (tucked.city(), tucked.hand(), tucked.actions) == ("Par1a (Com1a) ! | HOME", "Civ1a", 1)


def test_all_six_basic_actions_are_offered():
    game = box(achievements=("First | 1 | hand = 1",))
    turn = spot(game, hands=("Civ1a",), cities=("Par1a | HOME !",))
    assert turn.moves == {
        *("build Civ1a left", "build Civ1a right", "build Civ1a over 1", "build Civ1a over 2", "tuck Civ1a", "discard Civ1a"),
        *("advance profit", "advance prestige", "advance population", "claim First", "visit Par1a", "stop"),
        *("draw Res1a", "draw Res1b", "draw Par1b", "draw deck"),
    }
