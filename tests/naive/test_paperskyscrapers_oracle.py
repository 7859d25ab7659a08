"""The naive Paper Skyscrapers, checked by hand: set-up, cities, tracks, actions and what is asked.

The card file is in test_paperskyscrapers_oracle_cards.py; decks, stealing and the end in ..._details.py, city bonuses in
..._cities.py, whole games in ..._games.py. A test is named after its ruling.
"""

from fractions import Fraction

import pytest

from naive.paperskyscrapers import Game, Oracle, Run
from naive.paperskyscrapers_spots import QUIET, SMALL, act, give, play, seat_facts, spot, stand, turn, verbs

# ---------------------------------------------------------------- set-up


def test_ruling_22_67_the_first_player_is_random_and_chooses_first():
    oracle = Oracle(SMALL, 3)
    assert oracle.to_act == "chance"
    assert oracle.outcomes() == {f"first {seat}": Fraction(1, 3) for seat in range(3)}
    play(oracle, "first 1", "city 1 Reno", "city 1 Omaha", "city 2 Miami", "city 2 Tampa", "city 0 Boston")
    assert len(oracle.outcomes()) == len(SMALL.cities) - 5
    assert "city 0 Boston" not in oracle.outcomes()
    oracle.play("city 0 Austin")
    assert oracle.to_act == 1
    assert set(oracle.moves()) == {"choose Reno", "choose Omaha"}
    play(oracle, "choose Omaha", "choose Miami", "choose Austin")
    assert set(oracle.outcomes()) == {f"deal 1 {name}" for name in SMALL.names(1)}
    play(oracle, "deal 1 Mill", "deal 1 Kiosk", "deal 2 Row House", "deal 2 Pier 39", "deal 0 Pocket Park")
    play(oracle, "deal 0 St. Ann's", "row Corner Deli", "row Allotments")
    # Level 1 is used up, and its round end does not show before the first turn (87).
    assert set(oracle.outcomes()) == {f"row {name}" for name in SMALL.names(2)}
    oracle.play("row Post Office")
    facts = oracle.facts()
    assert (oracle.to_act, facts["seat"], facts["actions"], facts["first"], facts["lap"]) == (1, 1, 1, 1, 0)
    assert facts["seats"][1]["places"] == [{"built": [], "tucked": [], "city": True}]
    assert (facts["seats"][1]["mayor"], facts["seats"][1]["known"]) == (1, [])


@pytest.mark.parametrize(("compensation", "scores"), [(True, [2, 9, 0, 0]), (False, [0, 0, 0, 0])])
def test_ruling_99_start_scores_follow_the_turn_order(compensation, scores):
    oracle = play(Oracle(SMALL, 4, compensation), "first 2")
    assert [seat["score"] for seat in oracle.facts()["seats"]] == scores


# ---------------------------------------------------------------- building and costs


def test_ruling_05_06_icons_beside_and_beneath_make_it_cheaper():
    # Town Houses cost 4, civic icons count.
    table = spot(hands={0: ["Town Houses"]})
    stand(table, 0, ["St. Ann's", "Mill"], ["city"], ["Post Office"], tucked={2: ["City Hall"], 3: ["Opera"]})
    player = table.players[0]
    costs = {text: table.cost(player, "Town Houses", where) for text, where in table.spots(player).items()}
    assert costs == {"over 1": 2, "over 2": 0, "over 3": 1, "left": 3, "right": 2}


def test_ruling_51_a_gap_breaks_adjacency_and_90_may_be_filled():
    table = spot(hands={0: ["Town Houses"]})
    stand(table, 0, ["St. Ann's"], [], [], ["city"])
    player = table.players[0]
    costs = {text: table.cost(player, "Town Houses", where) for text, where in table.spots(player).items()}
    assert costs == {"over 1": 3, "in gap 2": 3, "in gap 3": 4, "over 4": 4, "left": 3, "right": 4}


def test_ruling_90_at_most_16_places():
    table = spot()
    stand(table, 0, ["city"], *[[name] for name in list(SMALL.buildings)[:14]], ["Opera"])
    table.players[0].places[5].built.clear()
    assert set(table.spots(table.players[0])) == {"in gap 6", *(f"over {n}" for n in range(1, 17) if n != 6)}


def test_ruling_11_a_card_does_not_pay_for_itself():
    run = turn(spot(hands={0: ["Mill"]}))
    assert "build" not in verbs(run)
    run = turn(spot(hands={0: ["Mill", "Kiosk"]}))
    assert {text for text in run.moves() if text.startswith("build Mill")} == {
        *("build Mill over 1", "build Mill left", "build Mill right")
    }


def test_ruling_93_a_whole_hand_is_paid_without_a_move_and_secret_cards_are_shown():
    table = spot(hands={0: ["Row House", "Kiosk", "Mill"]})
    table.players[0].known = {"Mill"}
    run = play(turn(table), "build Row House left")
    assert run.outcomes() == {"show Kiosk": 1}
    assert run.facts()["announced"] == "Row House"
    assert (seat_facts(run)["hand"], run.facts()["discards"]) == (["Kiosk", "Mill"], [])
    run.play("show Kiosk")  # Mill, known to all, goes after it
    assert (run.to_act, run.facts()["discards"], run.facts()["announced"]) == (None, ["Kiosk", "Mill"], None)
    table = spot(hands={0: ["Pocket Park", "Kiosk", "Mill"]})
    run = play(turn(table), "build Pocket Park left")
    assert run.outcomes() == {"show Mill": Fraction(1, 2), "show Kiosk": Fraction(1, 2)}  # in any order
    run.play("show Mill")
    assert (seat_facts(run)["hand"], run.facts()["discards"]) == (["Kiosk"], ["Mill"])
    assert seat_facts(run)["tracks"] == [0, 0, 0]
    run.play("show Kiosk")
    assert run.to_act is None
    assert (seat_facts(run)["hand"], seat_facts(run)["tracks"]) == ([], [1, 1, 1])
    assert seat_facts(run)["mayor"] == 2  # the places moved to the right


def test_ruling_93_a_hand_that_all_know_is_paid_in_silence():
    table = spot(hands={0: ["Pocket Park", "Kiosk", "Mill"]})
    table.players[0].known = {"Kiosk", "Mill", "Pocket Park"}
    assert play(turn(table), "build Pocket Park left").to_act is None
    assert sorted(table.discards) == ["Kiosk", "Mill"]


def test_each_card_is_as_likely_to_be_shown_next():
    hand = ["Opera", "Mill", "Bungalow", "Kiosk"]
    run = act(spot(hands={0: list(hand)}), "discard 4 for advance 1 profit")
    for n, name in ((4, "Bungalow"), (3, "Kiosk"), (2, "Opera"), (1, "Mill")):
        assert run.outcomes() == {f"show {card}": Fraction(1, n) for card in hand}
        run.play(f"show {name}")
        hand.remove(name)
    assert (run.to_act, seat_facts(run)["tracks"]) == (None, [1, 0, 0])


def test_ruling_93_65_a_payment_is_named_card_by_card():
    run = play(turn(spot(hands={0: ["Pocket Park", "Mill", "Kiosk", "Row House"]})), "build Pocket Park over 1")
    assert run.facts()["announced"] == "Pocket Park"
    assert seat_facts(run)["hand"] == ["Kiosk", "Mill", "Row House"]
    assert set(run.moves()) == {"pay Mill", "pay Kiosk", "pay Row House"}
    run.play("pay Mill")
    assert set(run.moves()) == {"pay Kiosk", "pay Row House"}
    run.play("pay Row House")
    assert seat_facts(run)["places"] == [{"built": ["Pocket Park"], "tucked": [], "city": True}]
    assert run.to_act is None


# ---------------------------------------------------------------- tracks and points


def tracks(table, track, *spaces):
    for player, space in zip(table.players, spaces, strict=True):
        player.tracks[track] = space


def test_ruling_24_26_a_step_hops_and_crosses_a_line():
    table = spot(players=4)
    tracks(table, "profit", 4, 5, 6, 7)
    assert table.step(table.players[0], "profit") == {"step", "hop", "line"}
    assert (table.players[0].tracks["profit"], table.players[0].score) == (8, 1)


def test_ruling_26_27_a_line_scores_once_even_after_a_decline():
    table = spot()
    player = table.players[0]
    tracks(table, "profit", 5, 0)
    table.step(player, "profit")
    table.decline(player, "profit", 2)
    assert (player.tracks["profit"], player.score) == (4, 1)
    assert table.step(player, "profit") | table.step(player, "profit") == {"step"}
    assert (player.tracks["profit"], player.score) == (6, 1)


def test_ruling_27_a_decline_hops_and_stops_at_the_start():
    table = spot(players=4)
    tracks(table, "prestige", 4, 3, 2, 1)
    table.decline(table.players[0], "prestige", 1)
    assert table.players[0].tracks["prestige"] == 0
    tracks(table, "prestige", 2, 21, 20, 0)
    table.decline(table.players[1], "prestige", 1)
    assert table.players[1].tracks["prestige"] == 19
    table.decline(table.players[0], "prestige", 4)
    assert table.players[0].tracks["prestige"] == 0


def test_ruling_25_28_74_the_end_is_shared_and_its_point_given_once():
    table = spot(players=3)
    tracks(table, "profit", 20, 19, 20)
    for player in table.players:
        player.lines["profit"] = 3
    assert table.step(table.players[1], "profit") == {"step", "hop", "line"}
    table.step(table.players[0], "profit")
    assert [player.tracks["profit"] for player in table.players] == [21, 21, 20]
    assert [player.score for player in table.players] == [1, 2, 0]
    table.decline(table.players[1], "profit", 1)  # 20 is taken
    assert table.players[1].tracks["profit"] == 19
    table.step(table.players[1], "profit")
    assert (table.players[1].tracks["profit"], table.players[1].score) == (21, 2)


def test_ruling_29_a_finished_track_is_no_basic_advance_and_ignores_income():
    table = spot(hands={0: ["Pier 39"]})
    tracks(table, "profit", 21, 0)
    run = turn(table)
    assert {text for text in run.moves() if text.startswith("advance")} == {"advance prestige", "advance population"}
    assert act(table, "advance 2 profit; may advance 1 profit").to_act is None
    assert table.step(table.players[0], "profit") == set()


def test_ruling_30_31_the_score_track_hops_point_by_point():
    table = spot(players=3)
    table.players[1].score, table.players[2].score = 1, 3
    table.gain(table.players[0], 2)
    assert table.players[0].score == 4
    table.gain(table.players[2], 95)
    assert table.players[2].score == 99


def test_ruling_94_advance_any_is_one_track_and_steps_past_the_end_are_lost():
    table = spot()
    tracks(table, "profit", 20, 0)
    run = act(table, "advance 3 any")
    assert set(run.moves()) == {"advance profit", "advance prestige", "advance population"}
    run.play("advance profit")
    assert seat_facts(run)["tracks"] == [21, 0, 0]


# ---------------------------------------------------------------- what is asked


def test_ruling_58_one_possibility_is_no_question_but_may_is():
    table = spot(hands={0: ["Mill"]})
    run = act(table, "tuck 1")
    assert run.outcomes() == {"show Mill": 1}  # 69: all see it
    assert (seat_facts(run)["hand"], seat_facts(run)["places"][0]["tucked"]) == (["Mill"], [])
    run.play("show Mill")
    assert (run.to_act, seat_facts(run)["places"][0]["tucked"]) == (None, ["Mill"])
    give(table, 0, "Kiosk")
    run = act(table, "may tuck 2")
    assert set(run.moves()) == {"tuck Kiosk", "refuse"}
    run.play("tuck Kiosk")
    assert run.to_act is None
    assert seat_facts(run)["places"][0]["tucked"] == ["Kiosk", "Mill"]
    assert act(table, "may tuck 1").to_act is None  # nothing to do
    give(table, 0, "Zoo")
    table.players[0].known = {"Zoo"}
    assert act(table, "tuck 1").to_act is None
    assert seat_facts(run)["places"][0]["tucked"] == ["Kiosk", "Mill", "Zoo"]


def test_the_last_card_of_a_longer_tuck_is_shown():
    run = play(act(spot(hands={0: ["Mill", "Kiosk"]}), "tuck 3"), "tuck Mill")
    assert run.outcomes() == {"show Kiosk": 1}
    run.play("show Kiosk")
    assert (run.to_act, seat_facts(run)["places"][0]["tucked"]) == (None, ["Kiosk", "Mill"])


def test_each_repetition_is_a_choice_and_to_refuse_ends_the_part():
    run = play(act(spot(hands={0: ["Mill", "Kiosk", "Row House"]}), "may tuck 3; tuck 1"), "tuck Mill", "refuse")
    assert set(run.moves()) == {"tuck Kiosk", "tuck Row House"}


def test_ruling_84_a_build_by_an_effect_is_asked_while_there_is_a_hand():
    run = act(spot(hands={0: ["Mill"]}), "build 2")
    assert run.moves() == ["refuse"]
    run.play("refuse")
    assert run.to_act is None
    assert act(spot(), "build 1 free").to_act is None


def test_ruling_66_a_free_build_brings_its_income():
    run = play(act(spot(hands={0: ["Law Courts"]}), "build 2 free"), "build Law Courts left")
    assert run.to_act is None
    assert seat_facts(run)["tracks"] == [4, 4, 4]


def test_build_with_a_discount():
    run = act(spot(hands={0: ["Pocket Park", "Row House"]}), "build 1 discount 1")
    assert len(run.moves()) == 7
    assert act(spot(hands={0: ["Pocket Park", "Row House"]}), "build 1").moves() == ["refuse"]


def test_ruling_85_55_a_bonus_action_is_always_asked_and_grants_no_other():
    table = spot(hands={0: ["Row House", "City Hall"]}, row=["Mill", "Kiosk", "Pier 39"])
    run = act(table, "bonus action; advance 1 profit")
    assert {"refuse", "discard City Hall", "draw deck"} <= set(run.moves())
    assert not verbs(run) & {"visit", "stop"}
    run.play("discard City Hall")
    # Its bonus action is passed over; the rest, draw 1, is done.
    assert set(run.moves()) == {"draw Mill", "draw Kiosk", "draw Pier 39", "draw deck"}
    run.play("draw Mill")
    run.play("row Corner Deli")
    assert run.to_act is None
    assert seat_facts(run)["tracks"] == [1, 0, 0]


def test_ruling_85_a_bonus_action_with_nothing_to_do_is_asked():
    table = spot(level=4)
    keep_nothing(table)
    for track in ("profit", "prestige", "population"):
        tracks(table, track, 21, 0)
    table.players[0].claims = list(SMALL.achievements)
    assert act(table, "bonus action").moves() == ["refuse"]
    assert turn(table).to_act is None  # 58: only `stop` is left


def keep_nothing(table):
    table.decks = {level: [] for level in (1, 2, 3, 4)}
    table.discards, table.round_ends = [], set()


def test_ruling_85_the_bonus_action_of_a_discarded_card_is_granted_by_a_basic_action():
    run = play(turn(spot(hands={0: ["City Hall", "Mill"]})), "discard City Hall")
    assert "refuse" in run.moves()
    run.play("discard Mill")
    # Mill cannot discard; draw 1 of City Hall: the deck only.
    assert set(run.outcomes()) == {f"deal 0 {name}" for name in SMALL.names(1) if name != "Mill"}


def test_ruling_86_discard_for_is_all_or_nothing():
    table = spot(hands={0: ["Mill"]})
    assert act(table, "discard 2 for advance 1 profit").to_act is None
    assert table.players[0].tracks["profit"] == 0
    give(table, 0, "Kiosk")
    run = play(act(table, "discard 2 for advance 1 profit"), "show Mill")
    assert (table.players[0].tracks["profit"], table.discards) == (0, ["Mill"])
    run.play("show Kiosk")
    assert (run.to_act, table.players[0].tracks["profit"], table.discards) == (None, 1, ["Mill", "Kiosk"])


def test_ruling_86_a_discard_is_refused_before_its_first_card_only():
    table = spot(hands={0: ["Mill", "Kiosk", "Row House"]})
    run = act(table, "may discard 2 for advance 1 profit")
    assert set(run.moves()) == {"discard Mill", "discard Kiosk", "discard Row House", "refuse"}
    run.play("discard Mill")
    assert set(run.moves()) == {"discard Kiosk", "discard Row House"}
    table = spot(hands={0: ["Mill", "Kiosk"]})
    run = play(act(table, "may discard 2 for advance 1 profit"), "discard Kiosk")
    assert run.outcomes() == {"show Mill": 1}  # the rest of the hand
    run.play("show Mill")
    assert (run.to_act, table.discards, table.players[0].tracks["profit"]) == (None, ["Kiosk", "Mill"], 1)


def test_ruling_95_79_who_can_decline():
    table = spot(players=3)
    tracks(table, "profit", 5, 0, 3)
    assert act(table, "opponent declines 2 profit").to_act is None
    assert [player.tracks["profit"] for player in table.players] == [5, 0, 1]
    tracks(table, "prestige", 0, 4, 4)
    run = act(table, "may opponent declines 1 any")
    assert set(run.moves()) == {"decline 1 prestige", "decline 2 prestige", "decline 2 profit", "refuse"}


def test_ruling_78_each_opponent_declines_clockwise():
    table = spot(players=4)
    tracks(table, "profit", 4, 5, 7, 6)
    assert act(table, "each opponent declines 1 profit", seat=2).to_act is None
    # Seat 3 goes from 6 over 5 and 4 to 3, seat 0 then from 4 over 3 to 2, seat 1 from 5 to 4.
    assert [player.tracks["profit"] for player in table.players] == [2, 4, 7, 3]


def test_advance_each_passes_over_a_finished_track():
    table = spot()
    tracks(table, "profit", 21, 0)
    run = act(table, "advance 2 each")
    assert (run.to_act, seat_facts(run)["tracks"]) == (None, [21, 2, 2])


# ---------------------------------------------------------------- basic actions and visits


def test_ruling_21_as_many_actions_as_the_level():
    run = play(turn(spot(level=3)), "advance profit")
    assert run.facts()["actions"] == 2
    play(run, "advance profit", "advance profit")
    assert (run.to_act, run.facts()["seat"], run.facts()["actions"]) == (None, None, 0)


def test_ruling_14_15_a_mayor_visits_another_top_card():
    table = spot(level=2)
    assert "visit" not in verbs(turn(table))
    stand(table, 0, ["Kiosk", "Mill"], [], ["city"], ["St. Ann's"], mayor=1)
    run = turn(table)
    assert {text for text in run.moves() if text.startswith("visit")} == {f"visit {QUIET}", "visit St. Ann's"}
    run.play(f"visit {QUIET}")  # 68: no action
    assert {text for text in run.moves() if text.startswith("visit")} == {"visit Mill", "visit St. Ann's"}
    run.play("visit Mill")  # 17: nothing to discard
    assert run.to_act is None


def test_ruling_59_18_a_discarded_card_is_in_the_pile_and_the_mayor_stays():
    table = spot(hands={0: ["St. Ann's"]}, row=["Mill", "Kiosk", "Pier 39"])
    run = play(turn(table), "discard St. Ann's")
    assert run.facts()["discards"] == ["St. Ann's"]
    play(run, "draw deck", "deal 0 Row House", "draw Mill", "row Corner Deli")
    facts = seat_facts(run)
    assert (facts["hand"], facts["known"], facts["mayor"]) == (["Mill", "Row House"], ["Mill"], 1)


def test_ruling_40_41_claims_and_chips():
    table = spot(hands={0: ["Mill"], 1: ["Kiosk"]})
    for seat, park in enumerate(["Pocket Park", "Allotments"]):
        stand(table, seat, ["city"], [park])
    run = turn(table)
    assert {text for text in run.moves() if text.startswith("claim")} == {"claim Green Belt"}
    run.play("claim Green Belt")
    assert not table.claimable(table.players[0])
    assert set(table.claimable(table.players[1])) == {"Green Belt", "Big Ben"}
    table.seat = 1
    play(act(table, "claim 2", seat=1), "claim Big Ben")
    first, second = run.facts()["seats"]
    assert (first["claims"], first["chips"], first["score"]) == (["Green Belt"], ["Green Belt"], 1)
    assert (second["claims"], second["chips"]) == (["Big Ben", "Green Belt"], ["Big Ben"])
    assert second["score"] == 4  # hops over 1, then 2 stars and 1 star


def test_ruling_96_a_basic_action_that_can_do_nothing_is_illegal():
    table = spot(level=4)
    keep_nothing(table)
    assert verbs(turn(table)) == {"advance", "stop"}


def test_ruling_97_a_program_runs_on_after_its_card_is_covered():
    table = spot(hands={0: ["Kiosk", "Mill"]})
    stand(table, 0, ["city"], ["Row House"])
    run = play(turn(table), "visit Row House", "build Kiosk over 2")
    assert "refuse" in run.moves()  # the bonus action of Row House
    run.play("tuck Mill")
    assert seat_facts(run)["places"][1] == {"built": ["Row House", "Kiosk"], "tucked": ["Mill"], "city": False}


def test_a_game_starts_before_the_first_event():
    oracle = Oracle(SMALL, 2)
    assert oracle.facts() == Run(Game(SMALL, 2), iter([])).facts()
    assert all(seat["city"] is None and seat["mayor"] is None for seat in oracle.facts()["seats"])
