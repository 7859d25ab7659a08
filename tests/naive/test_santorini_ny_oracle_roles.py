"""The naive whole turns of Santorini: New York, checked by hand: lines, forcing, specialists, movers and the Engineer.

A test is named after its ruling. ROW is a1 to h1 in one line, COLUMN is a1 to a8, the default board of a spot is 5 x 5.
"""

import pytest

from naive.santorini_ny import SPECIALISTS
from naive.santorini_ny_spots import ROW, after, first_moves, level, spot, texts, turns_of, where

COLUMN = "a1 a2 a3 a4 a5 a6 a7 a8"
GAP = "a1 b1 d1 e1 f1 g1 h1"  # a row without c1


# ---- lines


def test_r3_north_is_up():
    turns = turns_of("reporter", spot(["c1", "c3", "a5"]))
    assert where(after(turns, "c1-c2 +d2 c3>c4"), 1) == {"c4"}
    assert where(after(turns, "c1-c2 +d2 c3>c1"), 1) == {"c1"}


def test_r3_north_on_a_column():
    table = spot(["a2", "a4"], squares=COLUMN)
    turns = turns_of("reporter", table)
    assert texts(turns) == {"a2-a1 +a2", "a2-a3 +a2 a4>a5", "a2-a3 +a2 a4>a2"}


def test_r4_a_missing_square_ends_a_line():
    subway = spot(["b1", "h1"], squares=GAP)
    assert first_moves(turns_of("subway_operator", subway)) == {"b1-a1"}
    assert first_moves(turns_of("subway_operator", subway, gap_blocks_lines=False)) == {"b1-a1", "b1-d1"}
    bus = spot(["b1", "a1"], skyscrapers="f1", squares=GAP)
    assert texts(turns_of("tour_bus_driver", bus)) == {"xb1"}
    assert first_moves(turns_of("tour_bus_driver", bus, gap_blocks_lines=False)) == {"b1-e1", "b1-g1"}
    reporter = spot(["b2", "a1", "h1"], skyscrapers="a2 a4", squares="b1 b2 a1 a2 a4 a5 h1")
    assert not [turn for turn in turns_of("reporter", reporter) if len(turn) > 2]
    turns = turns_of("reporter", reporter, gap_blocks_lines=False)
    assert {turn[-1] for turn in turns} == {"a1>a5"}


# ---- forcing


def test_r42_a_forced_worker_may_go_up_any_height():
    table = spot(["b1", "c1"], heights="d1=3", squares=ROW)
    pushed = after(turns_of("nypd_officer", table), "b1-c1 +b1")
    assert where(pushed, 1) == {"d1"}
    turns = turns_of("reporter", spot(["c1", "c3"], heights="c4=3", skyscrapers="c5"))
    assert where(after(turns, "c1-c2 +d1 c3>c4"), 1) == {"c4"}


def test_r43_nobody_is_forced_off_the_board_or_onto_something():
    edge = spot(["b1", "a1"], squares=ROW)
    assert first_moves(turns_of("nypd_officer", edge)) == {"b1-c1"}
    for word in ({"skyscrapers": "d1"}, {"roofs": "d1"}):
        blocked = spot(["b1", "c1"], squares=ROW, **word)
        assert first_moves(turns_of("nypd_officer", blocked)) == {"b1-a1"}
    worker_behind = spot(["b1", "c1 d1"], squares=ROW)
    assert first_moves(turns_of("nypd_officer", worker_behind)) == {"b1-a1"}


def test_r44_the_acting_player_chooses_whom_and_where_to_force():
    near = turns_of("reporter", spot(["b2", "c2", "b4"]))
    assert {turn[2] for turn in near if turn[:2] == ("b2-b3", "+a3")} == {"c2>c3", "c2>c1", "b4>b5", "b4>b2"}


def test_r45_a_forced_worker_triggers_nothing():
    table = spot(["b1", "c1"], heights="c1=2 b1=1 d1=3", statue=1, squares=ROW)
    assert after(turns_of("nypd_officer", table), "b1-c1 +b1").winner is None


# ---- specialists


def test_r57_an_officer_pushes_opponents_only():
    own = spot(["b1 c1", "h1"], squares=ROW)
    assert first_moves(turns_of("nypd_officer", own)) == {"b1-a1", "c1-d1"}
    for foreign in (["b1", "c1", "h1"], ["b1", "h1", "c1"]):
        assert first_moves(turns_of("nypd_officer", spot(foreign, squares=ROW))) == {"b1-a1", "b1-c1"}


def test_r58_the_push_goes_straight_on_by_one_square():
    turns = turns_of("nypd_officer", spot(["b2", "c3"]))
    assert "b2-c3" in first_moves(turns)
    assert {frozenset(where(table, 1)) for turn, table in turns.items() if turn[0] == "b2-c3"} == {frozenset({"d4"})}
    corner = turns_of("nypd_officer", spot(["d4", "e5"]))
    assert "d4-e5" not in first_moves(corner)


def test_r58_a_gap_behind_forbids_the_push_under_both_flags():
    for flag in (True, False):
        turns = turns_of("nypd_officer", spot(["a1", "b1"], squares=GAP), gap_blocks_lines=flag)
        assert texts(turns) == {"xa1"}


def test_r59_entering_obeys_the_level_limit_and_can_win():
    too_high = spot(["b1", "c1"], heights="c1=2", squares=ROW)
    assert first_moves(turns_of("nypd_officer", too_high)) == {"b1-a1"}
    winning = spot(["b1", "c1"], heights="b1=2 c1=3", statue=0, squares=ROW)
    won = after(turns_of("nypd_officer", winning), "b1-c1")
    assert (won.winner, where(won, 0), where(won, 1)) == (0, {"c1"}, {"d1"})


def test_r60_end_effects_look_around_the_final_square():
    turns = turns_of("night_guard", spot(["b1", "a1 d1"], squares=ROW))
    assert texts(turns) == {"b1-c1 +b1 !d1 d1-e1"}  # a1 was a neighbour before the move only
    reporter = turns_of("reporter", spot(["b2", "a2", "d3"]))
    assert {turn[2][:2] for turn in reporter if turn[0] == "b2-c2"} == {"d3"}


def test_r61_a_guard_sends_opponents_only():
    turns = turns_of("night_guard", spot(["b2 b4", "e5"]))
    assert not [turn for turn in turns if turn[0] == "b2-b3" and len(turn) > 2]


def test_r61_every_opponent_around_may_be_sent():
    turns = turns_of("night_guard", spot(["b2", "c4", "a4"]))
    assert {turn[2] for turn in turns if turn[0] == "b2-b3"} == {"!c4", "!a4"}


def test_r62_the_owner_makes_a_basic_move_without_a_build():
    table = spot(["a1", "c1"], heights="d1=2 c2=1", squares="a1 b1 c1 c2 d1 e1")
    turns = turns_of("night_guard", table)
    # From c1: d1 is two higher, b1 is taken by the guard.
    assert texts(turns) == {"a1-b1 +a1 !c1 c1-c2", "a1-b1 +c2 !c1"}
    assert after(turns, "a1-b1 +a1 !c1 c1-c2").supply == (63, 10, 6)


def test_r62_the_answer_may_go_to_the_square_just_built_on():
    turns = turns_of("night_guard", spot(["a1", "c1"], squares="a1 b1 c1 d1"))
    assert texts(turns) == {"a1-b1 +a1 !c1 c1-d1"}
    turns = turns_of("night_guard", spot(["a1", "c1"], squares="a1 b1 b2 c1"))
    assert level(after(turns, "a1-b1 +b2 !c1 c1-b2"), "b2") == 1


def test_r63_a_stuck_worker_may_be_chosen():
    turns = turns_of("night_guard", spot(["a1", "c1 a3"], squares="a1 b1 b2 c1 a3", skyscrapers="b2"))
    assert texts(turns) == {"a1-b1 +a1 !c1"}
    assert where(after(turns, "a1-b1 +a1 !c1"), 1) == {"c1", "a3"}


def test_r64_a_vendor_does_nothing_after_a_roof():
    table = spot(["a1", "d1"], heights="c1=3", squares=ROW)
    turns = turns_of("street_vendor", table)
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
    assert where(after(turns, "a1-b1 +c1"), 1) == {"d1"}


def test_r65_the_vendors_target_neighbours_the_block():
    turns = turns_of("street_vendor", spot(["a1", "d1"], squares=ROW))
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1 d1>c1"}
    beside_actor_only = turns_of("street_vendor", spot(["a1", "c1"], squares=ROW))
    assert texts(beside_actor_only) == {"a1-b1 +a1"}
    own_only = turns_of("street_vendor", spot(["a1 d1", "h1"], squares=ROW))
    assert "a1-b1 +c1" in texts(own_only)


def test_r65_the_actor_chooses_among_several_targets():
    turns = turns_of("street_vendor", spot(["b2", "d4", "d2"]))
    assert {turn[2] for turn in turns if turn[:2] == ("b2-b3", "+c3")} == {"d4>c3", "d2>c3"}


def test_r66_a_designer_chooses_any_neighbouring_worker():
    turns = turns_of("fashion_designer", spot(["b2 b3", "c2", "e5"]))
    assert first_moves(turns) == {"b2~b3", "b2~c2", "b3~b2", "b3~c2"}
    far = turns_of("fashion_designer", spot(["b2", "e5"]))
    assert first_moves(far) == {"b2"}


def test_r67_the_chosen_worker_stands_on_the_left_square_before_the_build():
    turns = turns_of("fashion_designer", spot(["b1", "a1"], heights="b1=3", squares="a1 b1 c1 d1"))
    assert texts(turns) == {"b1~a1 b1-c1 +d1"}  # b1 is taken again, so it cannot be built on
    table = after(turns, "b1~a1 b1-c1 +d1")
    assert (where(table, 0), where(table, 1), table.winner) == ({"c1"}, {"b1"}, None)


def test_r67_the_square_that_the_chosen_worker_left_may_be_built_on():
    turns = turns_of("fashion_designer", spot(["b1", "a1"], squares="a1 a2 b1"))
    assert texts(turns) == {"b1~a1 b1-a2 +a1"}


def test_r68_the_actor_does_not_swap_with_the_chosen_worker():
    turns = turns_of("fashion_designer", spot(["b2", "c3"]))
    assert turns
    assert "b2-c3" not in first_moves(turns, 1)


def test_r69_a_reporter_picks_north_or_south():
    table = spot(["b1", "a3"], heights="a4=1", skyscrapers="a5", squares="b1 b2 b3 a2 a3 a4 a5 a6")
    turns = turns_of("reporter", table)
    assert {turn[2] for turn in turns if turn[:2] == ("b1-b2", "+b3")} == {"a3>a4", "a3>a2"}
    through = spot(["b1", "a3", "a2"], skyscrapers="a4 a5", squares="b1 b2 b3 a1 a2 a3 a4 a5 a6")
    assert {turn[2] for turn in turns_of("reporter", through) if turn[:2] == ("b1-b2", "+b3")} == {
        "a3>a6",
        "a3>a1",
        "a2>a1",
        "a2>a6",
    }


def test_r69_a_worker_without_a_free_square_is_no_choice():
    table = spot(["a1", "c1"], squares=ROW)
    assert texts(turns_of("reporter", table)) == {"a1-b1 +a1"}


@pytest.mark.parametrize("role", SPECIALISTS)
def test_r24_end_effects_never_cost_a_worker(role):
    assert "xa1" not in texts(turns_of(role, spot(["a1", "h1"], squares=ROW)))


# ---- movers and the Engineer


def test_r70_a_subway_stops_at_the_first_free_square():
    table = spot(["b1", "c1 d1"], skyscrapers="e1", roofs="f1", squares=ROW)
    assert first_moves(turns_of("subway_operator", table)) == {"b1-a1", "b1-g1"}
    two_higher = spot(["b1", "c1"], heights="d1=2", squares=ROW)
    assert first_moves(turns_of("subway_operator", two_higher)) == {"b1-a1"}
    on_the_grid = spot(["c3", "e5"])
    assert first_moves(turns_of("subway_operator", on_the_grid)) == {"c3-b3", "c3-d3", "c3-c2", "c3-c4"}


def test_r70_a_subway_ride_can_win():
    table = spot(["a1", "b1"], heights="a1=2 c1=3", statue=0, squares=ROW)
    assert after(turns_of("subway_operator", table), "a1-c1").winner == 0


def test_r71_a_taxi_goes_two_or_three():
    table = spot(["d1", "h1"], heights="c1=3 e1=3 f1=2 g1=1", squares=ROW)
    assert first_moves(turns_of("taxi_driver", table)) == {"d1-a1", "d1-b1", "d1-g1"}
    diagonal = first_moves(turns_of("taxi_driver", spot(["a1", "b2"])))
    assert diagonal == {"a1-c1", "a1-d1", "a1-a3", "a1-a4", "a1-c3", "a1-d4"}
    taken = spot(["a1", "c1"], skyscrapers="d1", squares=ROW)
    assert texts(turns_of("taxi_driver", taken)) == {"xa1"}


def test_r72_a_tour_bus_stops_beside_a_skyscraper():
    table = spot(["a1", "c1"], skyscrapers="e2", squares=ROW + " e2")
    assert first_moves(turns_of("tour_bus_driver", table)) == {"a1-d1", "a1-e1", "a1-f1"}
    diagonal_only = spot(["a1", "e5"], skyscrapers="c4")
    assert texts(turns_of("tour_bus_driver", diagonal_only)) == {"xa1"}
    next_door = spot(["a1", "h1"], skyscrapers="c1", squares=ROW)
    assert first_moves(turns_of("tour_bus_driver", next_door)) == {"a1-b1", "a1-d1"}
    already_there = spot(["a1", "h1"], skyscrapers="b2", squares="a1 b1 c1 a2 b2 h1")
    assert first_moves(turns_of("tour_bus_driver", already_there)) == {"a1-b1", "a1-c1", "a1-a2"}


def test_r73_without_a_destination_a_worker_is_lost():
    assert texts(turns_of("tour_bus_driver", spot(["a1 c1", "h1"], squares=ROW))) == {"xa1", "xc1"}
    assert texts(turns_of("taxi_driver", spot(["a1 b1", "h1"], squares="a1 b1 h1"))) == {"xa1", "xb1"}


def test_r74_the_level_limit_compares_start_and_end():
    table = spot(["a1", "h1"], heights="b1=3 c1=1", squares=ROW)
    assert "a1-c1" in first_moves(turns_of("taxi_driver", table))
    far = spot(["a1", "h1"], heights="b1=3 c1=3 d1=2", skyscrapers="e1", squares=ROW)
    assert first_moves(turns_of("tour_bus_driver", far)) == {"a1-f1"}


def test_r75_a_skyscraper_needs_bare_ground():
    table = spot(["b1", "a1"], heights="c1=1", skyscrapers="a2", roofs="b2", squares="a1 b1 c1 c2 a2 b2")
    assert first_moves(turns_of("engineer", table)) == {"b1^c2"}


def test_r76_the_skyscraper_neighbours_the_start_square():
    turns = turns_of("engineer", spot(["a1", "h1"], squares=ROW + " a2"))
    assert first_moves(turns) == {"a1^a2", "a1^b1"}
    assert "a1^a2 a1-b1 +c1" in texts(turns)


def test_r77_without_skyscrapers_the_effect_is_skipped():
    turns = turns_of("engineer", spot(["a1", "h1"], supply=(64, 10, 0), squares="a1 a2 b1 h1"))
    assert first_moves(turns) == {"a1"}
    assert "a1 a1-b1 +a2" in texts(turns)


def test_r78_a_skyscraper_is_neither_the_build_nor_a_roof():
    turns = turns_of("engineer", spot(["a1", "h1"], statue=0, squares="a1 a2 b1 h1"))
    assert texts(turns) == {"a1^a2 a1-b1 +a1", "a1^b1 a1-a2 +a1"}
    built = after(turns, "a1^a2 a1-b1 +a1")
    assert (built.winner, built.supply, level(built, "a2")) == (None, (63, 10, 5), 0)


def test_r84_a_gap_ends_the_line_of_a_taxi_or_counts_as_one_space():
    table = spot(["b1", "h1"], squares=GAP)
    assert texts(turns_of("taxi_driver", table)) == {"xb1"}
    assert first_moves(turns_of("taxi_driver", table, gap_blocks_lines=False)) == {"b1-d1", "b1-e1"}
