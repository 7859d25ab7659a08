"""The naive Paper Skyscrapers, checked by hand: decks and round ends, stealing, declaring, the end."""

from fractions import Fraction

from naive.paperskyscrapers import Oracle, Run
from naive.paperskyscrapers_spots import (
    QUIET,
    SMALL,
    act,
    keep_only,
    new_level,
    play,
    seat_facts,
    spot,
    stand,
    turn,
)

ROW = ["Mill", "Kiosk", "Pier 39"]
FIVE = ["Post Office", "Night Market", "Scrap Yard", "Rose Garden", "Town Houses"]

# ---------------------------------------------------------------- decks and round ends


def test_ruling_32_the_round_end_is_among_the_lowest_five():
    table = spot(level=2, row=ROW)
    keep_only(table, 2, *FIVE, "Wax Museum")
    run = play(turn(table), "draw deck")
    assert run.outcomes() == {f"deal 0 {name}": Fraction(1, 6) for name in table.decks[2]}  # six cards above it
    run = play(run, "deal 0 Wax Museum", "draw deck")
    assert run.outcomes() == {f"deal 0 {name}": Fraction(1, 6) for name in FIVE} | {"round end": Fraction(1, 6)}
    run.play("round end")  # another card is drawn in its place
    assert run.facts()["round_ends"] == {3, 4}
    assert run.outcomes() == {f"deal 0 {name}": Fraction(1, 5) for name in FIVE}


def test_ruling_33_60_89_a_short_row_is_filled_after_every_draw():
    table = spot(level=2, row=ROW[:2])
    keep_only(table, 2, "Post Office", "Rose Garden", "Bungalow")
    run = play(turn(table), "draw Mill")
    assert run.outcomes()["round end"] == Fraction(1, 4)
    play(run, "row Bungalow", "round end")
    assert set(run.outcomes()) == {"row Post Office", "row Rose Garden"}
    run.play("row Rose Garden")
    assert run.facts()["row"] == ["Bungalow", "Kiosk", "Rose Garden"]
    assert run.to_act == 0


def test_ruling_36_83_an_empty_deck_goes_on_with_the_next_that_has_buildings():
    table = spot(level=2, row=ROW)
    keep_only(table, 2)
    keep_only(table, 3)
    run = play(turn(table), "draw deck")
    assert run.outcomes() == {"round end": 1}  # 88: a lone round end is met first
    run.play("round end")
    assert run.outcomes() == {f"deal 0 {name}": Fraction(1, 8) for name in SMALL.names(4)}


def test_ruling_83_next_level_never_shows_a_round_end():
    table = spot(level=2, row=ROW)
    keep_only(table, 3, "Zoo", "Arcade")
    run = act(table, "draw 2 next")
    assert run.outcomes() == {"deal 0 Zoo": Fraction(1, 2), "deal 0 Arcade": Fraction(1, 2)}
    play(run, "deal 0 Zoo", "deal 0 Arcade")
    assert table.level == 2  # 64
    assert set(act(table, "draw 1 next").outcomes()) == {f"deal 0 {name}" for name in SMALL.names(4)}
    keep_only(table, 4)
    assert act(table, "draw 1 next").to_act is None  # nothing lies beyond deck 4 below level 4


def test_ruling_38_next_level_at_level_4_is_level_4():
    table = spot(level=4, row=ROW)
    keep_only(table, 4, "Opera")
    run = act(table, "may draw 1 next")
    assert set(run.moves()) == {"draw deck", "refuse"}
    run.play("draw deck")
    assert run.outcomes() == {"deal 0 Opera": Fraction(1, 2), "round end": Fraction(1, 2)}


def test_ruling_36_100_level_4_reshuffles_the_3s_and_4s():
    table = spot(level=4, row=ROW, hands={0: ["Zoo"]})
    table.decks[4] = []
    table.discards = ["Corner Deli", "Arcade", "Opera"]
    run = play(turn(table), "draw deck")
    assert run.outcomes() == {"round end": 1}
    assert run.facts()["reshuffles"] == 0
    run.play("round end")
    assert run.outcomes() == {"deal 0 Arcade": Fraction(1, 2), "deal 0 Opera": Fraction(1, 2)}
    assert run.facts()["deck"][4] == ["Arcade", "Opera"]
    assert run.facts()["discards"] == ["Corner Deli"]
    play(run, "deal 0 Opera", "draw deck", "deal 0 Arcade")
    assert "draw deck" not in run.moves()  # nothing left
    run.play("discard Arcade")  # its parts find nothing but cards to tuck
    assert set(run.moves()) == {"tuck Opera", "tuck Zoo", "refuse"}
    play(run, "refuse")
    assert "draw deck" in run.moves()  # Arcade can be shuffled again
    run = play(run, "draw deck")
    assert run.outcomes() == {"deal 0 Arcade": 1}


def test_at_most_seven_reshuffles():
    table = spot(level=4, row=ROW)
    table.decks[4], table.round_ends, table.discards = [], set(), ["Opera"]
    table.n_reshuffles = 6
    assert table.can_draw(4)
    table.n_reshuffles = 7
    assert not table.can_draw(4)


def test_ruling_61_a_draw_that_finds_only_the_round_end_is_legal_and_draws_nothing():
    table = spot(level=4, row=ROW[:1])
    table.decks[4], table.discards = [], []
    run = play(turn(table), "draw deck", "round end")
    assert run.facts()["row"] == ["Mill"]
    assert seat_facts(run)["hand"] == []
    assert (run.to_act, run.facts()["actions"]) == (0, 3)
    assert "draw deck" not in run.moves()


def test_ruling_34_35_102_a_new_level_is_dealt_next_player_first():
    table = spot(players=3, level=1, row=ROW, cities={0: "Boston", 2: "Boston"})
    keep_only(table, 1, "Row House", "Corner Deli")
    table.discards.clear()
    run = new_level(table, last=1)
    either = {"show Corner Deli": Fraction(1, 2), "show Row House": Fraction(1, 2)}
    assert run.outcomes() == either  # 62: card by card, after the row
    assert run.facts()["discards"] == sorted(ROW)
    run.play("show Corner Deli")
    assert run.outcomes() == {"show Row House": 1}
    assert (run.facts()["level"], run.facts()["row"], run.facts()["deck"][1]) == (1, [], ["Row House"])
    assert run.facts()["discards"] == sorted([*ROW, "Corner Deli"])
    run.play("show Row House")
    assert run.facts()["discards"] == sorted([*ROW, "Corner Deli", "Row House"])
    assert run.facts()["deck"][1] == []
    assert (run.facts()["level"], run.facts()["row"], run.facts()["seat"]) == (2, [], None)
    assert set(run.outcomes()) == {f"deal 2 {name}" for name in SMALL.names(2)}
    play(run, "deal 2 Post Office", "deal 2 Scrap Yard", "deal 0 Wax Museum", "deal 0 Bungalow", "deal 1 Playground")
    play(run, "deal 1 Newsstand")
    # The bonus of Chicago, seat 1: draw 1 is the deck, there is no row and no refill; then it declares.
    run.play("deal 1 Town Houses")
    assert run.moves() == [f"declare {kind}" for kind in ("civic", "commercial", "industrial", "park", "residential")]
    play(run, "declare park", "turn up Rose Garden")
    assert run.moves() == ["advance profit", "advance prestige", "advance population"]
    play(run, "advance prestige", "deal 1 Zoo")
    assert "round end" not in run.outcomes()  # 87: four buildings are left
    assert set(run.outcomes()) == {f"row {name}" for name in ("Night Market", "Tram Depot", "Lodging House", "Water Tower")}
    play(run, "row Tram Depot", "row Night Market", "row Water Tower")
    assert (run.to_act, run.facts()["round_ends"]) == (None, {2, 3, 4})
    assert seat_facts(run, 1)["known"] == ["Rose Garden"]


def test_ruling_88_a_deal_without_deck_4_reshuffles_and_the_round_end_stays():
    table = spot(level=3, row=["Zoo", "Arcade", "City Hall"])
    keep_only(table, 3)
    keep_only(table, 4)
    table.discards = ["Mill"]
    run = new_level(table)
    assert run.outcomes() == {f"deal 1 {name}": Fraction(1, 3) for name in ("Zoo", "Arcade", "City Hall")}
    play(run, "deal 1 Zoo", "deal 1 Arcade", "deal 0 City Hall")
    assert (run.to_act, run.facts()["row"], run.facts()["reshuffles"]) == (None, [], 1)
    assert run.facts()["round_ends"] == {4}


# ---------------------------------------------------------------- stealing


def test_ruling_47_80_68_a_stolen_top_card_goes_to_the_hand_and_is_known():
    table = spot()
    stand(table, 1, ["Kiosk", "Mill"], ["city", "Pocket Park"], mayor=2)
    table.players[1].tracks["profit"] = 1
    run = act(table, "steal top card")
    assert set(run.moves()) == {"steal Mill from 1", "steal Pocket Park from 1"}
    run.play("steal Pocket Park from 1")
    assert seat_facts(run, 1)["mayor"] == 2  # 49: he drops to the city card
    run = act(table, "steal top card; steal top card; steal top card")
    assert run.to_act is None  # Mill and Kiosk without a question; then only the city is left
    thief, victim = run.facts()["seats"]
    assert thief["hand"] == thief["known"] == ["Kiosk", "Mill", "Pocket Park"]
    assert victim["places"] == [{"built": [], "tucked": [], "city": True}]
    assert (victim["mayor"], victim["tracks"]) == (1, [1, 0, 0])


def test_ruling_48_69_an_emptied_building_leaves_a_gap_and_loses_its_tucked_cards():
    table = spot(players=3)
    stand(table, 1, ["Kiosk"], ["Mill"], ["city"], mayor=2, tucked={2: ["Opera", "Zoo"], 3: ["Arcade"]})
    run = play(act(table, "steal top card"), "steal Mill from 1")
    assert run.to_act == 1  # 70: the owner says where the mayor goes
    assert seat_facts(run, 1)["mayor"] is None
    assert run.facts()["discards"] == ["Opera", "Zoo"]
    assert [place["built"] for place in seat_facts(run, 1)["places"]] == [["Kiosk"], [], []]
    assert set(run.moves()) == {"mayor to Kiosk", f"mayor to {QUIET}"}
    run.play("mayor to Kiosk")
    assert (run.to_act, seat_facts(run, 1)["mayor"]) == (None, 1)
    assert seat_facts(run, 1)["places"][2]["tucked"] == ["Arcade"]


def test_ruling_91_no_gap_stays_at_an_end():
    table = spot()
    stand(table, 1, ["Kiosk"], [], [], ["city"], [], ["Mill"], ["Pier 39"], mayor=1)
    run = play(act(table, "steal top card; steal top card; steal top card"), "steal Mill from 1")
    assert len(seat_facts(run, 1)["places"]) == 7
    run.play("steal Pier 39 from 1")  # and Kiosk, the only one left; its mayor has one way to go
    assert run.to_act is None
    assert seat_facts(run, 1)["places"] == [{"built": [], "tucked": [], "city": True}]
    assert seat_facts(run, 1)["mayor"] == 1


def test_ruling_47_79_a_hand_card_is_random():
    table = spot(players=3, hands={2: ["Mill", "Kiosk"]})
    run = act(table, "steal hand card; may steal hand card")
    assert run.outcomes() == {"stolen Mill": Fraction(1, 2), "stolen Kiosk": Fraction(1, 2)}
    run.play("stolen Kiosk")
    assert set(run.moves()) == {"steal hand card from 2", "refuse"}
    play(run, "steal hand card from 2", "stolen Mill")
    assert seat_facts(run)["known"] == ["Kiosk", "Mill"]
    assert act(table, "steal hand card").to_act is None


# ---------------------------------------------------------------- declaring


def test_ruling_81_101_a_declared_card_is_kept_and_known():
    table = spot(row=ROW[:2])
    run = act(table, "declare for advance 2 profit and advance 1 prestige")
    run.play("declare civic")
    play(run, "turn up St. Ann's")
    assert set(run.outcomes()) >= {"row Pier 39"}  # the row is filled first
    run.play("row Row House")
    assert run.to_act is None
    assert (seat_facts(run)["known"], seat_facts(run)["tracks"]) == (["St. Ann's"], [2, 1, 0])
    run = play(act(table, "may declare for advance 2 profit"), "declare civic", "turn up Corner Deli")
    assert (run.to_act, seat_facts(run)["tracks"]) == (None, [2, 1, 0])


# ---------------------------------------------------------------- the end


def final(table):
    table.seat = None
    return Run(table, table.final_scoring())


def test_ruling_44_45_76_awards_and_chips_are_scored_leader_first():
    table = spot(players=3, hands={0: ["Opera"], 1: ["Zoo"]})  # Paper Hoard is tied
    stand(table, 1, ["city"], ["Mill", "Kiosk"], ["Pier 39"])  # tallest and most buildings: 6 points
    for player, score in zip(table.players, (5, 4, 5), strict=True):  # 77: seat 0 before seat 2; Best Known is tied
        player.score = score
    table.players[0].chips = ["Big Ben", "Five Types"]
    table.players[2].chips = ["Green Belt"]
    run = final(table)
    # Five Types comes before Big Ben in the file; chips are 1 1 2 2 3 3 1 9 4 5.
    shares = {1: 3, 2: 2, 3: 2, 4: 1, 5: 1, 9: 1}
    assert run.outcomes() == {f"chip Five Types {value}": Fraction(n, 10) for value, n in shares.items()}
    run.play("chip Five Types 9")
    assert "chip Big Ben 9" not in run.outcomes()
    assert run.outcomes()["chip Big Ben 1"] == Fraction(1, 3)
    run.play("chip Big Ben 1")
    assert seat_facts(run)["score"] == 15
    run.play("chip Green Belt 3")
    assert run.to_act is None
    # Seat 2: 6, 7, 8. Seat 1 with six points: 5, 6, 7, 9, 10, 11.
    assert [player.score for player in table.players] == [15, 11, 8]
    assert table.returns() == [1, 0, 0]


def test_ruling_46_ties_go_to_the_tallest_then_to_most_buildings_then_are_shared():
    table = spot(players=3)
    assert table.returns() == [Fraction(1, 3)] * 3
    stand(table, 1, ["city"], ["Mill"])
    stand(table, 2, ["city"], ["Kiosk"])
    assert table.returns() == [0, Fraction(1, 2), Fraction(1, 2)]
    stand(table, 0, ["city"], ["Zoo"], ["Opera"])
    assert table.returns() == [1, 0, 0]
    stand(table, 1, ["city"], ["Arcade", "Row House"])
    assert table.returns() == [0, 1, 0]


def finish_set_up(oracle):
    while oracle.facts()["seat"] is None:
        oracle.play(oracle.moves()[0] if oracle.to_act != "chance" else next(iter(oracle.outcomes())))


def test_ruling_37_the_lap_is_finished_after_the_last_round_end():
    oracle = play(Oracle(SMALL, 3, compensation=False), "first 1", "city 1 Reno", "city 1 Omaha", "city 2 Miami")
    play(oracle, "city 2 Tampa", "city 0 Utica", "city 0 Quincy")
    finish_set_up(oracle)
    oracle.table.level, oracle.table.round_ends = 4, set()
    assert oracle.facts()["seat"] == 1
    oracle.play("stop")
    assert oracle.facts()["seat"] == 2
    oracle.play("stop")
    assert (oracle.facts()["seat"], oracle.facts()["lap"]) == (0, 0)
    oracle.play("stop")
    assert oracle.to_act is None
    assert (oracle.facts()["seat"], oracle.facts()["lap"]) == (None, 1)


def test_ruling_54_57_a_game_of_stops_ends_after_100_laps():
    oracle = play(Oracle(SMALL, 2), "first 0", "city 0 Reno", "city 0 Omaha", "city 1 Miami", "city 1 Tampa")
    finish_set_up(oracle)
    n_stops = 0
    while oracle.to_act is not None:
        oracle.play("stop")
        n_stops += 1
    assert (n_stops, oracle.facts()["lap"]) == (200, 100)
    assert oracle.returns() == [Fraction(1, 2)] * 2
