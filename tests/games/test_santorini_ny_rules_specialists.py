"""Santorini: New York by the numbers of its rulings: the five Specialists (R57 to R69)."""

import pytest

from games.santorini_ny_tables import position_from, turns_of
from naive.santorini_ny import Rules
from naive.santorini_ny_spots import ROW, after, first_moves, level, spot, texts, where

GAP = "a1 b1 d1 e1 f1 g1 h1"  # a row without c1


def test_r57_an_officer_enters_opponents_squares_only():
    assert first_moves(turns_of("nypd_officer", spot(["b1 c1", "h1"], squares=ROW))) == {"b1-a1", "c1-d1"}
    for workers in (["b1", "c1", "h1"], ["b1", "h1", "c1"]):
        assert first_moves(turns_of("nypd_officer", spot(workers, squares=ROW))) == {"b1-a1", "b1-c1"}
    assert first_moves(turns_of("ironworker", spot(["b1", "c1"], squares=ROW))) == {"xb1"}


@pytest.mark.parametrize(
    ("rival", "behind"),
    [("c4", "c5"), ("d4", "e5"), ("d3", "e3"), ("d2", "e1"), ("c2", "c1"), ("b2", "a1"), ("b3", "a3"), ("b4", "a5")],
)
def test_r58_the_rival_goes_one_square_straight_on(rival, behind):
    turns = turns_of("nypd_officer", spot(["c3", rival]))
    pushed = [table for turn, table in turns.items() if turn[0] == f"c3-{rival}"]
    assert pushed
    assert {frozenset(where(table, 1)) for table in pushed} == {frozenset({behind})}
    assert {frozenset(where(table, 0)) for table in pushed} == {frozenset({rival})}
    blocked = turns_of("nypd_officer", spot(["c3", rival], skyscrapers=behind))
    assert f"c3-{rival}" not in first_moves(blocked)


@pytest.mark.parametrize("flag", [True, False])
def test_r58_a_gap_behind_forbids_it_under_both_flags(flag):
    assert texts(turns_of("nypd_officer", spot(["a1", "b1"], squares=GAP), gap_blocks_lines=flag)) == {"xa1"}


def test_r58_the_pushed_worker_fills_a_building_site():
    # After b1-c1 the rival stands on d1; b1 needs a roof, so a block is of no use.
    table = spot(["b1", "c1"], heights="b1=3 a1=3", supply=(64, 0, 6), squares="a1 b1 c1 d1")
    assert texts(turns_of("nypd_officer", table)) == {"xb1"}
    table = spot(["b1", "c1"], heights="b1=3 a1=3", supply=(64, 1, 6), squares="a1 b1 c1 d1")
    assert texts(turns_of("nypd_officer", table)) == {"b1-a1 +b1", "b1-c1 +b1"}


def test_r59_entering_obeys_the_limit_and_can_win():
    assert first_moves(turns_of("nypd_officer", spot(["b1", "c1"], heights="c1=2", squares=ROW))) == {"b1-a1"}
    assert first_moves(turns_of("nypd_officer", spot(["b1", "c1"], heights="c1=1", squares=ROW))) == {"b1-a1", "b1-c1"}
    winning = spot(["b1", "c1"], heights="b1=2 c1=3", statue=0, squares=ROW)
    won = after(turns_of("nypd_officer", winning), "b1-c1")
    assert (won.winner, where(won, 0), where(won, 1)) == (0, {"c1"}, {"d1"})


def test_r59_a_winning_entry_needs_no_build():
    table = spot(["a1", "b1"], heights="a1=2 b1=3", statue=0, supply=(0, 0, 0), squares="a1 b1 c1")
    assert texts(turns_of("nypd_officer", table)) == {"a1-b1"}


def test_r60_end_effects_look_around_the_last_square():
    turns = turns_of("night_guard", spot(["b1", "a1 d1"], squares=ROW))
    assert texts(turns) == {"b1-c1 +b1 !d1 d1-e1"}  # a1 was a neighbour before the move only
    reporter = turns_of("reporter", spot(["b2", "a2", "d3"]))
    assert {turn[2][:2] for turn in reporter if turn[0] == "b2-c2"} == {"d3"}
    assert {turn[2][:2] for turn in reporter if turn[0] == "b2-b1"} == {"a2"}


def test_r61_a_guard_sends_opponents_only():
    turns = turns_of("night_guard", spot(["b2 b4", "e5"]))
    assert {len(turn) for turn in turns if turn[0] == "b2-b3"} == {2}
    turns = turns_of("night_guard", spot(["b2", "c4", "a4"]))
    assert {turn[2] for turn in turns if turn[0] == "b2-b3"} == {"!c4", "!a4"}


def test_r62_the_owner_makes_a_basic_move_without_card_and_build():
    table = spot(["a1", "c1"], heights="d1=2 c2=1", squares="a1 b1 c1 c2 d1 e1")
    turns = turns_of("night_guard", table)
    # From c1: d1 is two higher, b1 is taken by the guard; c2 with a block more is too high as well.
    assert texts(turns) == {"a1-b1 +a1 !c1 c1-c2", "a1-b1 +c2 !c1"}
    assert after(turns, "a1-b1 +a1 !c1 c1-c2").supply == (63, 10, 6)


def test_r62_the_owner_of_the_victim_decides():
    position = position_from(spot(["a1", "e5", "c2 e1"]), Rules(specialist="night_guard"), 0, 2)
    for move in ("a1-b1", "+a1"):
        assert position.to_act == 0
        position.play(move)
    assert (position.to_act, position.legal_moves()) == (0, ["!c2"])
    position.play("!c2")
    assert position.to_act == 2
    assert set(position.legal_moves()) == {"c2-c1", "c2-d1", "c2-b2", "c2-d2", "c2-b3", "c2-c3", "c2-d3"}
    position.play("c2-d2")
    assert int(position.state.seat) != 0


def test_r62_the_answer_can_go_to_the_square_just_built_on():
    turns = turns_of("night_guard", spot(["a1", "c1"], squares="a1 b1 b2 c1"))
    moved = after(turns, "a1-b1 +b2 !c1 c1-b2")
    assert (level(moved, "b2"), where(moved, 1)) == (1, {"b2"})


def test_r63_a_stuck_worker_can_be_chosen():
    turns = turns_of("night_guard", spot(["a1", "c1 a3"], squares="a1 b1 b2 c1 a3", skyscrapers="b2"))
    assert texts(turns) == {"a1-b1 +a1 !c1"}
    assert where(after(turns, "a1-b1 +a1 !c1"), 1) == {"c1", "a3"}
    # Also beside one that can move.
    turns = turns_of("night_guard", spot(["a1", "c1 a2"], squares="a1 b1 c1 a2 a3 h1"))
    assert texts(turns) == {"a1-b1 +a1 !c1", "a1-b1 +a1 !a2 a2-a3", "a1-b1 +a1 !a2 a2-a1"}


def test_r64_a_vendor_does_nothing_after_a_roof():
    table = spot(["a1", "d1"], heights="c1=3", squares=ROW)
    turns = turns_of("street_vendor", table)
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
    assert where(after(turns, "a1-b1 +c1"), 1) == {"d1"}
    lower = turns_of("street_vendor", spot(["a1", "d1"], heights="c1=2", squares=ROW))
    assert texts(lower) == {"a1-b1 +a1", "a1-b1 +c1 d1>c1"}


def test_r65_the_target_neighbours_the_block_not_the_actor():
    assert texts(turns_of("street_vendor", spot(["a1", "d1"], squares=ROW))) == {"a1-b1 +a1", "a1-b1 +c1 d1>c1"}
    assert texts(turns_of("street_vendor", spot(["a1", "c1"], squares=ROW))) == {"a1-b1 +a1"}
    own_only = turns_of("street_vendor", spot(["a1 d1", "h1"], squares=ROW))
    assert "a1-b1 +c1" in texts(own_only)
    turns = turns_of("street_vendor", spot(["b2", "d4", "d2"]))
    assert {turn[2] for turn in turns if turn[:2] == ("b2-b3", "+c3")} == {"d4>c3", "d2>c3"}
    assert where(after(turns, "b2-b3 +c3 d2>c3"), 2) == {"c3"}


def test_r66_a_designer_chooses_any_neighbouring_worker():
    turns = turns_of("fashion_designer", spot(["b2 b3", "c2", "e5"]))
    assert first_moves(turns) == {"b2~b3", "b2~c2", "b3~b2", "b3~c2"}
    assert first_moves(turns_of("fashion_designer", spot(["b2", "e5"]))) == {"b2"}


def test_r67_choose_move_force_build():
    turns = turns_of("fashion_designer", spot(["b1", "a1"], heights="b1=3", squares="a1 b1 c1 d1"))
    assert texts(turns) == {"b1~a1 b1-c1 +d1"}  # b1 is taken again, so it cannot be built on
    table = after(turns, "b1~a1 b1-c1 +d1")
    assert (where(table, 0), where(table, 1)) == ({"c1"}, {"b1"})
    left = turns_of("fashion_designer", spot(["b1", "a1"], squares="a1 a2 b1"))
    assert texts(left) == {"b1~a1 b1-a2 +a1"}  # the square that the chosen worker left is free
    own = turns_of("fashion_designer", spot(["b1 a1", "h1"], squares="a1 b1 c1 d1 h1"))
    assert "b1~a1 b1-c1 +d1" in texts(own)
    assert where(after(own, "b1~a1 b1-c1 +d1"), 0) == {"b1", "c1"}


def test_r68_the_actor_does_not_swap_with_the_chosen_worker():
    turns = turns_of("fashion_designer", spot(["b2", "c3"]))
    assert first_moves(turns) == {"b2~c3"}
    assert first_moves(turns, 1) == {"b2-a1", "b2-b1", "b2-c1", "b2-a2", "b2-c2", "b2-a3", "b2-b3"}


def test_r69_a_reporter_sends_north_or_south_to_the_first_free_square():
    table = spot(["b1", "a3"], heights="a4=1", skyscrapers="a5", squares="b1 b2 b3 a2 a3 a4 a5 a6")
    turns = turns_of("reporter", table)
    assert {turn[2] for turn in turns if turn[:2] == ("b1-b2", "+b3")} == {"a3>a4", "a3>a2"}
    through = spot(["b1", "a3", "a2"], skyscrapers="a4 a5", squares="b1 b2 b3 a1 a2 a3 a4 a5 a6")
    sent = {turn[2] for turn in turns_of("reporter", through) if turn[:2] == ("b1-b2", "+b3")}
    assert sent == {"a3>a6", "a3>a1", "a2>a1", "a2>a6"}


def test_r69_a_way_without_a_free_square_is_no_choice():
    assert texts(turns_of("reporter", spot(["a1", "c1"], squares=ROW))) == {"a1-b1 +a1"}
    one_way = turns_of("reporter", spot(["a1", "c1"], squares="a1 b1 c1 c2 c3"))
    assert {turn[2] for turn in one_way if turn[:2] == ("a1-b1", "+c2")} == {"c1>c2"}
    full = turns_of("reporter", spot(["a1", "c1"], skyscrapers="c2", roofs="c3", squares="a1 b1 c1 c2 c3"))
    assert texts(full) == {"a1-b1 +a1"}
