"""The naive Paper Skyscrapers, checked by hand: city bonuses, when they are checked and what they make cheaper."""

from naive.paperskyscrapers_spots import act, play, seat_facts, spot, stand, turn, verbs

ROW = ["Mill", "Kiosk", "Pier 39"]


def test_ruling_92_a_cost_reduction_works_once_and_is_used_by_the_first_build_it_fits():
    # Galveston: sprawl, cost -2.
    table = spot(level=2, cities={0: "Galveston"}, hands={0: ["Kiosk", "Corner Deli", "Pocket Park"]})
    player = table.players[0]
    assert table.cost(player, "Pocket Park", ("left", 0)) == 0
    assert table.cost(player, "Pocket Park", ("over", 0)) == 2
    run = play(turn(table), "build Kiosk left")  # costs nothing anyway
    assert seat_facts(run)["bonus_used"]
    assert table.cost(player, "Pocket Park", ("left", 0)) == 2


def test_ruling_92_a_bonus_needs_the_city_on_top_when_the_event_is_complete():
    # Las Vegas: build over; may declare for ...
    table = spot(cities={0: "Las Vegas"}, hands={0: ["Kiosk", "Corner Deli"]})
    assert play(turn(table), "build Kiosk over 1").to_act is None  # the city card is covered
    table = spot(cities={0: "Las Vegas"}, hands={0: ["Kiosk", "Corner Deli"]})
    stand(table, 0, ["city"], ["Mill"])
    run = play(turn(table), "build Kiosk over 2")
    assert "declare park" in run.moves()
    # Houston: build over, cost -3: before the build the city card is on top.
    table = spot(cities={0: "Houston"}, hands={0: ["Pier 39", "Corner Deli"]})
    assert table.cost(table.players[0], "Pier 39", ("over", 0)) == 0


def test_ruling_08_68_a_bonus_resumes_when_the_city_is_on_top_again():
    table = spot(players=2, cities={1: "Galveston"})
    stand(table, 1, ["city", "Kiosk"])
    table.seat = 1
    assert not table.bonus_is_ready(table.players[1])
    play(act(table, "steal top card"))
    assert table.bonus_is_ready(table.players[1])


def test_ruling_92_a_bonus_comes_before_the_next_part_and_once_in_a_turn():
    # Miami: tuck; tucked >= 1; draw 1 row.
    table = spot(cities={0: "Miami"}, hands={0: ["Corner Deli", "Row House", "Zoo"]}, row=ROW)
    run = play(act(table, "tuck 2; advance 1 profit"), "tuck Row House")
    assert set(run.moves()) == {f"draw {name}" for name in ROW}
    assert seat_facts(run)["tracks"] == [0, 0, 0]
    play(run, "draw Mill", "row Allotments", "tuck Zoo")
    assert (run.to_act, seat_facts(run)["tracks"]) == (None, [1, 0, 0])


def test_hop_and_line_are_checked_after_the_whole_income():
    # Reno: hop; build 1 free. Pocket Park brings 1 1 1.
    table = spot(cities={0: "Reno"}, hands={0: ["Pocket Park", "Kiosk", "Zoo", "Opera"]})
    table.players[1].tracks["profit"] = 1
    run = play(turn(table), "build Pocket Park left", "pay Zoo", "pay Opera")
    assert seat_facts(run)["tracks"] == [2, 1, 1]
    assert verbs(run) == {"build", "refuse"}


def test_advance_is_not_income_and_is_complete_after_all_steps():
    # Quincy: advance; may opponent declines 1 any.
    table = spot(cities={0: "Quincy"}, hands={0: ["Kiosk"]})
    table.players[1].tracks["profit"] = 9
    assert play(turn(table), "build Kiosk left").to_act is None
    table.seat = 0
    run = act(table, "advance 2 each")
    assert (run.to_act, seat_facts(run)["tracks"]) == (0, [3, 2, 2])
    assert set(run.moves()) == {"decline 1 profit", "refuse"}


def test_bonuses_work_in_the_owners_turn_only():
    # Yonkers: steal. Seat 1 is stolen from and its mayor is displaced in the turn of seat 0.
    table = spot(cities={1: "Yonkers"}, hands={1: ["Mill"]})
    run = play(act(table, "steal hand card"), "stolen Mill")
    assert run.to_act is None
    table.seat = 1
    run = play(act(table, "steal hand card", seat=1), "stolen Mill")
    assert all(text.startswith("deal 1") for text in run.outcomes())


def test_turn_start_and_turn_end():
    table = spot(cities={0: "Austin", 1: "Boston"}, row=ROW)
    run = turn(table)
    assert set(run.moves()) == {"draw deck", "refuse", *(f"draw {name}" for name in ROW)}
    assert run.facts()["actions"] == 1
    play(run, "refuse", "stop")
    assert run.to_act is None
    run = play(turn(table, seat=1), "stop")
    assert (run.facts()["seat"], run.facts()["actions"]) == (1, 0)
    play(run, "deal 1 Row House")
    assert set(run.moves()) == {"tuck Row House", "refuse"}


def test_visit_and_discard_bonuses_come_before_the_action():
    # Phoenix: visit civic; advance 2 any. New Orleans: discard; may tuck 1; steal hand card.
    table = spot(cities={0: "Phoenix"}, row=ROW)
    stand(table, 0, ["city"], ["St. Ann's"])
    run = play(turn(table), "visit St. Ann's")
    assert verbs(run) == {"advance"}
    assert verbs(play(run, "advance profit")) == {"draw"}
    table = spot(cities={0: "New Orleans"}, hands={0: ["St. Ann's", "Zoo"], 1: ["Opera"]}, row=ROW)
    run = play(turn(table), "discard St. Ann's")
    assert set(run.moves()) == {"tuck Zoo", "refuse"}
    assert verbs(play(run, "refuse", "stolen Opera")) == {"draw"}


def test_a_bonus_for_declaring_waits_for_the_refill_and_comes_before_the_benefit():
    # Wichita: declare; steal top card; may steal hand card.
    table = spot(cities={0: "Wichita"}, hands={1: ["Zoo"]}, row=ROW[:2])
    stand(table, 1, ["city"], ["Corner Deli"])
    run = play(act(table, "declare for advance 1 any"), "declare civic", "turn up St. Ann's")
    assert run.facts()["seats"][1]["places"][-1]["built"] == ["Corner Deli"]
    run.play("row Row House")
    assert seat_facts(run)["hand"] == ["Corner Deli", "St. Ann's"]
    assert set(run.moves()) == {"steal hand card from 1", "refuse"}
    assert verbs(play(run, "refuse")) == {"advance"}


def test_a_bonus_for_a_type_fits_that_type_only():
    # Jersey City: build residential; may claim 1; draw 1 next.
    for name, fits in (("Row House", True), ("Pocket Park", False)):
        table = spot(cities={0: "Jersey City"}, hands={0: [name, "Zoo", "Opera"]}, row=ROW)
        run = play(turn(table), f"build {name} left", "show Zoo", "show Opera")
        assert run.to_act == ("chance" if fits else None)
        assert seat_facts(run)["bonus_used"] == fits
    # Fresno: build park; types >= 1; cost -4.
    table = spot(cities={0: "Fresno"}, hands={0: ["Botanical Park", "Law Courts"]})
    player = table.players[0]
    assert table.cost(player, "Botanical Park", ("left", 0)) == 5
    stand(table, 0, ["city"], ["Mill"])
    assert table.cost(player, "Botanical Park", ("left", 0)) == 1
    assert table.cost(player, "Law Courts", ("left", 0)) == 9


def test_a_bonus_can_be_used_again_in_the_next_turn():
    table = spot(cities={0: "Austin"}, row=ROW)
    for _ in range(2):
        run = turn(table)
        assert "refuse" in run.moves()
        play(run, "refuse", "stop")
        assert seat_facts(run)["bonus_used"]


def test_draws_of_any_action_count_for_a_bonus_but_not_declared_cards():
    # Vancouver: draw deck; tuck 1. Utica: draw row; may discard 1 for advance 1 profit.
    table = spot(cities={0: "Vancouver"}, row=ROW)
    run = play(act(table, "declare for claim 1"), "declare park", "turn up St. Ann's")
    assert (run.to_act, seat_facts(run)["bonus_used"]) == (None, False)
    run = play(act(table, "draw 1 next"), "deal 0 Bungalow")
    assert set(run.moves()) == {"tuck Bungalow", "tuck St. Ann's"}
    table = spot(cities={0: "Utica"}, row=ROW)
    run = play(act(table, "draw 2"), "draw deck", "deal 0 Row House", "draw Mill", "row Allotments")
    assert set(run.moves()) == {"discard Mill", "discard Row House", "refuse"}


def test_a_claim_bonus_comes_after_each_claim():
    # Tampa: claim; claim 1; each opponent declines 2 prestige.
    table = spot(cities={0: "Tampa"})
    table.players[1].tracks["prestige"] = 5
    stand(table, 0, ["city"], ["Allotments"])
    run = play(turn(table), "claim Big Ben")
    assert run.to_act is None
    assert seat_facts(run)["claims"] == ["Big Ben", "Green Belt"]
    assert seat_facts(run, 1)["tracks"] == [0, 3, 0]


def test_a_line_of_an_advance():
    # Seattle: line; may discard 2 for claim 1 and draw 2.
    table = spot(cities={0: "Seattle"}, hands={0: ["Mill", "Kiosk"]})
    table.players[0].tracks["profit"] = 4
    assert act(table, "advance 1 profit").to_act is None
    run = act(table, "advance 2 profit")
    assert (verbs(run), seat_facts(run)["score"], seat_facts(run)["tracks"][0]) == ({"discard", "refuse"}, 1, 7)


def test_a_free_build_uses_up_a_reduction_that_it_fits():
    table = spot(cities={0: "El Paso"}, hands={0: ["Mill"]})
    run = play(act(table, "build 1 free"), "build Mill left")
    assert seat_facts(run)["bonus_used"]
