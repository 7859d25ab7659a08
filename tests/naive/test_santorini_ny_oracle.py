"""The naive whole turns of Santorini: New York, checked by hand: turn legality, winning, forcing, builders and corners.

A test is named after its ruling. ROW is a1 to h1 in one line, GRID is 5 x 5.
"""

import pytest

from naive.santorini_ny import BUILDERS, MOVERS, SPECIALISTS
from naive.santorini_ny_spots import ROW, after, first_moves, has_roof, level, spot, texts, turns_of, where

ROLES = [*BUILDERS, *SPECIALISTS, *MOVERS, "engineer"]


# ---- supply


def test_r10_r11_a_piece_that_ran_out_cannot_be_built():
    table = spot(["a1", "h1"], heights="c1=3", supply=(64, 0, 6), squares="a1 b1 c1 h1")
    assert texts(turns_of("nypd_officer", table)) == {"a1-b1 +a1"}
    table = spot(["a1", "h1"], heights="c1=3", supply=(0, 1, 6), squares="a1 b1 c1 h1")
    assert texts(turns_of("nypd_officer", table)) == {"a1-b1 +c1"}
    table = spot(["a1", "h1"], heights="c1=3", supply=(0, 0, 6), squares="a1 b1 c1 h1")
    assert texts(turns_of("nypd_officer", table)) == {"xa1"}


# ---- turn legality


def test_r19_the_first_text_names_the_acting_worker():
    turns = turns_of("engineer", spot(["a1 e5", "c3"]))
    assert first_moves(turns) == {"a1^a2", "a1^b1", "a1^b2", "e5^e4", "e5^d5", "e5^d4"}


def test_r20_no_worker_is_lost_while_the_other_has_a_turn():
    one_stuck = spot(["a1 d1", "h1"], skyscrapers="b1", squares=ROW)
    assert texts(turns_of("nypd_officer", one_stuck)) == {"d1-c1 +d1", "d1-e1 +d1", "d1-e1 +f1"}
    both_stuck = spot(["a1 d1", "h1"], skyscrapers="b1 c1 e1", squares=ROW)
    turns = turns_of("nypd_officer", both_stuck)
    assert texts(turns) == {"xa1", "xd1"}


def test_r21_r23_one_worker_goes_and_nothing_else_changes():
    stuck = spot(["a1 d1", "h1"], skyscrapers="b1 c1 e1", squares=ROW)
    for role in ("firefighter", "engineer"):
        turns = turns_of(role, stuck)
        assert texts(turns) == {"xa1", "xd1"}
        assert after(turns, "xa1") == spot(["d1", "h1"], skyscrapers="b1 c1 e1", squares=ROW)


@pytest.mark.parametrize("role", ROLES)
def test_r22_a_legal_turn_may_not_be_declined(role):
    turns = turns_of(role, spot(["b2 d4", "c3 b4"], skyscrapers="e1"))
    assert len(turns) > 5
    assert not [turn for turn in turns if turn == () or turn[0].startswith("x")]


def test_r24_if_possible_is_a_must_where_a_target_exists():
    turns = turns_of("night_guard", spot(["a1", "c1 h1"], squares=ROW))
    assert texts(turns) == {"a1-b1 +a1 !c1 c1-d1"}
    no_target = turns_of("night_guard", spot(["a1", "d1 h1"], squares=ROW))
    assert texts(no_target) == {"a1-b1 +a1", "a1-b1 +c1"}


def test_r25_a_start_effect_that_leaves_nothing_is_skipped():
    turns = turns_of("engineer", spot(["a1", "h1"], squares="a1 b1 h1"))
    assert texts(turns) == {"a1 a1-b1 +a1"}
    assert not after(turns, "a1 a1-b1 +a1").skyscrapers


def test_r25_a_fashion_choice_that_leaves_no_build_is_skipped():
    # From c1 the only build after b1-c1 is b1, which the forced worker would fill; a1 is no move, a worker stands there.
    turns = turns_of("fashion_designer", spot(["b1", "a1 h1"], squares="a1 b1 c1 h1"))
    assert texts(turns) == {"b1 b1-c1 +b1"}
    assert where(after(turns, "b1 b1-c1 +b1"), 1) == {"a1", "h1"}


def test_r25_is_asked_for_each_worker():
    turns = turns_of("engineer", spot(["a1 e1", "h1"], squares="a1 b1 d1 e1 f1 h1"))
    assert texts(turns) == {"a1 a1-b1 +a1", "e1^d1 e1-f1 +e1", "e1^f1 e1-d1 +e1"}


def test_r26_a_move_after_which_nothing_can_be_built_is_not_offered():
    # On a1 the only neighbour is b1, level 3, and no roof is left.
    table = spot(["b1", "h1"], heights="b1=3", supply=(64, 0, 6), squares=ROW)
    assert texts(turns_of("nypd_officer", table)) == {"b1-c1 +d1"}


def test_r27_a_winning_move_needs_no_build():
    table = spot(["b1", "h1"], heights="b1=2 c1=3", statue=0, supply=(0, 0, 0), squares=ROW)
    turns = turns_of("nypd_officer", table)
    assert texts(turns) == {"b1-c1"}
    assert after(turns, "b1-c1").winner == 0


def test_r28_the_square_just_left_may_be_built_on():
    turns = turns_of("nypd_officer", spot(["a1", "h1"], squares="a1 b1 h1"))
    assert texts(turns) == {"a1-b1 +a1"}
    assert level(after(turns, "a1-b1 +a1"), "a1") == 1


@pytest.mark.parametrize("role", ROLES)
def test_r29_no_move_ends_where_it_began(role):
    turns = turns_of(role, spot(["c3 d4", "b2 b4"], skyscrapers="e1 a5"))
    moves = {text for turn in turns for text in turn if "-" in text}
    assert moves
    assert not [text for text in moves if text[:2] == text[3:]]


def test_r30_one_worker_left_plays_normally():
    turns = turns_of("broadway_actors", spot(["a1", "h1"], squares="a1 b1 c1 h1"))
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}


def test_r31_workers_skyscrapers_and_roofs_occupy():
    table = spot(["a1", "h1 a2"], skyscrapers="b1", roofs="b2", squares="a1 b1 a2 b2 h1")
    assert texts(turns_of("crane_operator", table)) == {"xa1"}


# ---- winning


def test_r32_standing_on_level_three_with_the_statue_is_no_win():
    turns = turns_of("nypd_officer", spot(["b1", "h1"], heights="b1=3", statue=0, squares=ROW))
    assert {table.winner for table in turns.values()} == {None}


def test_r33_climbing_without_the_statue_is_no_win():
    for statue in (None, 1):
        table = spot(["a1", "h1"], heights="a1=2 b1=3", statue=statue, squares=ROW)
        turns = turns_of("nypd_officer", table)
        assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
        assert after(turns, "a1-b1 +a1").winner is None


def test_r34_level_three_to_level_three_is_no_win():
    table = spot(["a1", "h1"], heights="a1=3 b1=3", statue=0, squares=ROW)
    turns = turns_of("nypd_officer", table)
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
    assert has_roof(after(turns, "a1-b1 +a1"), "a1")
    assert after(turns, "a1-b1 +a1").winner is None


def test_r34_forced_up_is_no_win():
    table = spot(["a1", "d1"], heights="c1=2", statue=1, squares=ROW)
    turns = turns_of("street_vendor", table)
    forced = after(turns, "a1-b1 +c1 d1>c1")
    assert level(forced, "c1") == 3
    assert where(forced, 1) == {"c1"}
    assert forced.winner is None


def test_r35_the_last_seat_with_workers_wins():
    stuck = spot(["a1", "h1", ""], skyscrapers="b1", statue=0, squares=ROW)
    assert after(turns_of("nypd_officer", stuck), "xa1").winner == 1
    three_left = spot(["a1", "h1", "e1"], skyscrapers="b1", statue=0, squares=ROW)
    assert after(turns_of("nypd_officer", three_left), "xa1").winner is None


@pytest.mark.parametrize(("statue", "flag", "winner"), [(1, True, 1), (1, False, None), (0, True, None), (None, True, None)])
def test_r36_r37_a_guarded_worker_with_the_statue_may_win(statue, flag, winner):
    table = spot(["a1", "c1"], heights="c1=2 d1=3", statue=statue, squares=ROW)
    turns = turns_of("night_guard", table, guarded_move_wins=flag)
    assert texts(turns) == {"a1-b1 +a1 !c1 c1-d1"}
    assert after(turns, "a1-b1 +a1 !c1 c1-d1").winner == winner


def test_r38_raised_to_level_three_is_no_win():
    table = spot(["b1", "h1"], heights="b1=2 c1=3", statue=0, squares=ROW)
    turns = turns_of("firefighter", table)
    assert "b1+b1 b1-c1 +d1" in texts(turns)
    assert {result.winner for result in turns.values()} == {None}


def test_r39_an_engineer_with_the_statue_wins_by_a_roof():
    with_statue = turns_of("engineer", spot(["a1", "h1"], heights="c1=3", statue=0, squares="a1 b1 c1 h1"))
    assert texts(with_statue) == {"a1 a1-b1 +a1", "a1 a1-b1 +c1"}
    assert after(with_statue, "a1 a1-b1 +c1").winner == 0
    assert after(with_statue, "a1 a1-b1 +a1").winner is None
    without = turns_of("engineer", spot(["a1", "h1"], heights="c1=3", statue=1, squares="a1 b1 c1 h1"))
    assert after(without, "a1 a1-b1 +c1").winner is None
    other_card = turns_of("nypd_officer", spot(["a1", "h1"], heights="c1=3", statue=0, squares="a1 b1 c1 h1"))
    assert after(other_card, "a1-b1 +c1").winner is None


# ---- builders


def test_r46_an_ironworker_needs_two_squares():
    table = spot(["b1", "h1"], squares=ROW)
    assert texts(turns_of("ironworker", table)) == {"b1-c1 +b1 +d1", "b1-c1 +d1 +b1"}
    built = after(turns_of("ironworker", table), "b1-c1 +b1 +d1")
    assert (level(built, "b1"), level(built, "d1"), built.supply) == (1, 1, (62, 10, 6))
    assert texts(turns_of("ironworker", spot(["b1", "h1"], squares="a1 b1 c1 h1"))) == {"xb1"}


def test_r46_r10_a_piece_that_ran_out_counts_as_no_square():
    one_block = spot(["b1", "h1"], supply=(1, 10, 6), squares=ROW)
    assert texts(turns_of("ironworker", one_block)) == {"xb1"}
    block_and_roof = spot(["b1", "h1"], heights="d1=3", supply=(1, 1, 6), squares=ROW)
    turns = turns_of("ironworker", block_and_roof)
    assert texts(turns) == {"b1-c1 +b1 +d1", "b1-c1 +d1 +b1"}
    assert after(turns, "b1-c1 +d1 +b1").supply == (0, 0, 6)


@pytest.mark.parametrize(("before", "height", "roof", "left"), [(0, 2, False, (62, 10, 6)), (1, 3, False, (62, 10, 6))])
def test_r47_a_crane_builds_twice(before, height, roof, left):
    turns = turns_of("crane_operator", spot(["a1", "h1"], heights=f"c1={before}", squares=ROW))
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
    built = after(turns, "a1-b1 +c1")
    assert (level(built, "c1"), has_roof(built, "c1"), built.supply) == (height, roof, left)


def test_r47_the_second_piece_may_be_the_roof():
    built = after(turns_of("crane_operator", spot(["a1", "h1"], heights="c1=2", squares=ROW)), "a1-b1 +c1")
    assert (level(built, "c1"), has_roof(built, "c1"), built.supply) == (3, True, (63, 9, 6))


def test_r47_a_missing_second_piece_forbids_the_square():
    no_roof = spot(["a1", "h1"], heights="c1=2", supply=(64, 0, 6), squares=ROW)
    assert texts(turns_of("crane_operator", no_roof)) == {"a1-b1 +a1"}
    one_block = spot(["a1", "h1"], heights="c1=2", supply=(1, 1, 6), squares=ROW)
    assert texts(turns_of("crane_operator", one_block)) == {"a1-b1 +c1"}


def test_r48_a_crane_puts_one_roof_on_level_three():
    built = after(turns_of("crane_operator", spot(["a1", "h1"], heights="c1=3", squares=ROW)), "a1-b1 +c1")
    assert (has_roof(built, "c1"), built.supply) == (True, (64, 9, 6))


def test_r49_both_actors_move_and_then_both_build_in_any_order():
    turns = turns_of("broadway_actors", spot(["a1 d1", "h1"], squares="a1 b1 d1 e1 h1"))
    assert texts(turns) == {
        f"{one} {two} {three} {four}"
        for one, two in [("a1-b1", "d1-e1"), ("d1-e1", "a1-b1")]
        for three, four in [("b1+a1", "e1+d1"), ("e1+d1", "b1+a1")]
    }
    table = after(turns, "a1-b1 d1-e1 e1+d1 b1+a1")
    assert (where(table, 0), level(table, "a1"), level(table, "d1")) == ({"b1", "e1"}, 1, 1)


def test_r49_the_second_actor_may_take_the_place_of_the_first():
    turns = turns_of("broadway_actors", spot(["a1 b1", "h1"], squares=ROW))
    assert first_moves(turns) == {"b1-c1"}  # a1 is shut in until b1 has gone
    assert first_moves(turns, 1) == {"a1-b1"}
    assert "b1-c1 a1-b1 b1+a1 c1+d1" in texts(turns)


def test_r49_both_actors_may_build_on_the_same_square():
    turns = turns_of("broadway_actors", spot(["b1 f1", "h1"], heights="d1=2", squares=ROW))
    table = after(turns, "b1-c1 f1-e1 c1+d1 e1+d1")
    assert has_roof(table, "d1")
    assert table.supply == (63, 9, 6)


def test_r50_without_a_full_double_turn_one_actor_plays():
    other_stuck = spot(["a1 d1", "h1"], skyscrapers="b1", squares="a1 b1 d1 e1 h1")
    assert texts(turns_of("broadway_actors", other_stuck)) == {"d1-e1 +d1"}
    one_block_left = spot(["a1 d1", "h1"], supply=(1, 10, 6), squares="a1 b1 d1 e1 h1")
    assert texts(turns_of("broadway_actors", one_block_left)) == {"a1-b1 +a1", "d1-e1 +d1"}


def test_r51_a_first_mover_that_wins_ends_the_game():
    table = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 b1 d1 e1 h1 a2 b2")
    turns = turns_of("broadway_actors", table)
    assert after(turns, "a1-b1").winner == 0
    assert after(turns, "d1-e1 a1-b1").winner == 0
    assert not [turn for turn in turns if turn[0] == "a1-b1" and len(turn) > 1]


def test_r52_a_firefighter_builds_under_the_acting_worker():
    turns = turns_of("firefighter", spot(["a1", "h1"], squares="a1 b1 h1"))
    assert texts(turns) == {"a1+a1 a1-b1 +a1"}
    table = after(turns, "a1+a1 a1-b1 +a1")
    assert (level(table, "a1"), table.supply) == (2, (62, 10, 6))


def test_r53_a_firefighter_moves_from_the_raised_square():
    table = spot(["a1", "h1"], heights="b1=2", squares="a1 b1 h1")
    assert texts(turns_of("firefighter", table)) == {"a1+a1 a1-b1 +a1"}
    climber = spot(["a1", "h1"], heights="a1=1 b1=3", statue=0, squares="a1 b1 h1")
    turns = turns_of("firefighter", climber)
    assert texts(turns) == {"a1+a1 a1-b1"}
    assert after(turns, "a1+a1 a1-b1").winner == 0


def test_r54_a_roof_under_the_firefighter_removes_it_although_the_other_could_play():
    table = spot(["a1 e1", "h1"], heights="a1=3", squares="a1 b1 d1 e1 h1")
    turns = turns_of("firefighter", table)
    assert texts(turns) == {"a1+a1", "e1+e1 e1-d1 +e1"}
    removed = after(turns, "a1+a1")
    assert (where(removed, 0), has_roof(removed, "a1"), removed.winner) == ({"e1"}, True, None)
    last_one = spot(["a1", "h1"], heights="a1=3", statue=0, squares="a1 b1 h1")
    assert after(turns_of("firefighter", last_one), "a1+a1").winner == 1


def test_r55_a_foreman_builds_around_any_neighbouring_worker():
    own = turns_of("foreman", spot(["a1 c1", "e5"], squares="a1 b1 c1 c2 d1 e5"))
    assert texts(own) == {"a1-b1 @c1 +c2 +d1", "a1-b1 @c1 +d1 +c2"}
    foreign = turns_of("foreman", spot(["a1", "c1"], squares="a1 b1 c1 c2 d1"))
    assert texts(foreign) == {"a1-b1 @c1 +c2 +d1", "a1-b1 @c1 +d1 +c2"}
    built = after(foreign, "a1-b1 @c1 +d1 +c2")
    assert (level(built, "c2"), level(built, "d1"), level(built, "a1")) == (1, 1, 0)


def test_r55_the_foreman_chooses_among_several_workers():
    turns = turns_of("foreman", spot(["a1", "c3 a3"]))
    assert {turn[1] for turn in turns if turn[0] == "a1-b2"} == {"@a3", "@c3"}
    around_a3 = {turn[2] for turn in turns if turn[:2] == ("a1-b2", "@a3")}
    assert around_a3 == {"+a2", "+a4", "+b3", "+b4"}


def test_r56_a_foreman_without_neighbour_or_squares_loses_a_worker():
    assert texts(turns_of("foreman", spot(["a1", "h1"], squares=ROW))) == {"xa1"}
    assert texts(turns_of("foreman", spot(["a1", "c1"], squares="a1 b1 c1 d1"))) == {"xa1"}


def test_r56_a_winning_move_asks_nothing_of_the_foreman():
    table = spot(["a1", "h1"], heights="a1=2 b1=3", statue=0, squares=ROW)
    assert texts(turns_of("foreman", table)) == {"a1-b1"}


# ---- corners


def test_r79_a_firefighter_without_a_piece_cannot_act():
    no_blocks = spot(["a1 e1", "h1"], heights="a1=3", supply=(0, 1, 6), squares=ROW)
    assert texts(turns_of("firefighter", no_blocks)) == {"a1+a1"}
    no_roofs = spot(["a1", "h1"], heights="a1=3", supply=(64, 0, 6), squares=ROW)
    assert texts(turns_of("firefighter", no_roofs)) == {"xa1"}
    one_block = spot(["a1", "h1"], supply=(1, 10, 6), squares=ROW)  # nothing is left for the turn's own build
    assert texts(turns_of("firefighter", one_block)) == {"xa1"}


def test_r80_the_roof_is_a_whole_turn_even_where_no_move_exists():
    table = spot(["a1 e1", "h1"], heights="a1=3", skyscrapers="b1 d1 f1", squares=ROW)
    turns = turns_of("firefighter", table)
    assert texts(turns) == {"a1+a1"}
    assert after(turns, "a1+a1").winner is None


def test_r81_a_winning_second_move_alone_makes_no_double_turn():
    # d1 stands alone and cannot move, so two moves and two builds do not exist: one actor plays, and may win.
    table = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 b1 d1 h1")
    assert texts(turns_of("broadway_actors", table)) == {"a1-b1"}
    # Both can move, but the only step of a1 wins: no sequence has two builds.
    both = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 b1 d1 e1 h1")
    assert texts(turns_of("broadway_actors", both)) == {"a1-b1", "d1-e1 +d1"}


def test_r81_once_possible_either_mover_may_win():
    table = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 a2 b1 d1 e1 h1")
    turns = turns_of("broadway_actors", table)
    wins = {" ".join(turn) for turn, result in turns.items() if result.winner == 0}
    assert wins == {"a1-b1", "d1-e1 a1-b1"}
    assert {len(turn) for turn in turns} == {1, 2, 4}


def test_r82_targets_that_leave_nothing_are_not_offered():
    # Without a roof for b1 nothing can be built from a1, so a skyscraper on c1 would leave b1 no turn.
    table = spot(["b1", "h1"], heights="b1=3", supply=(64, 0, 6), squares="a1 b1 c1 d1 h1")
    assert texts(turns_of("engineer", table)) == {"b1^a1 b1-c1 +d1"}


def test_r82_the_effect_is_skipped_when_no_target_is_left():
    table = spot(["a1", "h1"], heights="b1=2", squares="a1 a2 b1 h1")  # b1 is too high to climb
    assert texts(turns_of("engineer", table)) == {"a1 a1-a2 +a1", "a1 a1-a2 +b1"}


def test_r83_a_winning_move_completes_the_turn_after_a_start_effect():
    table = spot(["a1", "h1"], heights="a1=2 b1=3", statue=0, supply=(0, 0, 6), squares="a1 a2 b1 h1")
    turns = turns_of("engineer", table)
    assert texts(turns) == {"a1^a2 a1-b1"}
    assert after(turns, "a1^a2 a1-b1").winner == 0


def test_r85_a_winning_move_ends_the_game_before_anyone_is_forced():
    table = spot(["b1", "a1"], heights="b1=2 c1=3", statue=0, squares="a1 b1 c1")
    turns = turns_of("fashion_designer", table)
    assert texts(turns) == {"b1~a1 b1-c1"}
    won = after(turns, "b1~a1 b1-c1")
    assert (won.winner, where(won, 1)) == (0, {"a1"})


def test_r86_unlimited_supply_covers_all_pieces():
    table = spot(["a1", "h1"], heights="c1=3", supply=None, squares="a1 a2 b1 c1 h1")
    turns = turns_of("engineer", table, unlimited_supply=True)
    built = after(turns, "a1^a2 a1-b1 +c1")
    assert (has_roof(built, "c1"), built.skyscrapers, built.supply) == (True, {(0, 1)}, None)
