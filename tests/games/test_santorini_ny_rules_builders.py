"""Santorini: New York by the numbers of its rulings: the five Builders (R46 to R56)."""

import pytest

from games.santorini_ny_tables import position_from, turns_of
from naive.santorini_ny import Rules
from naive.santorini_ny_spots import ROW, after, first_moves, has_roof, level, spot, texts, where


def test_r46_an_ironworker_builds_on_two_different_squares():
    table = spot(["b1", "h1"], squares=ROW)
    turns = turns_of("ironworker", table)
    assert texts(turns) == {"b1-c1 +b1 +d1", "b1-c1 +d1 +b1"}
    built = after(turns, "b1-c1 +b1 +d1")
    assert (level(built, "b1"), level(built, "d1"), built.supply) == (1, 1, (62, 10, 6))


def test_r46_with_one_square_only_the_turn_is_illegal():
    assert texts(turns_of("ironworker", spot(["b1", "h1"], squares="a1 b1 c1 h1"))) == {"xb1"}
    two_ways = spot(["b1", "h1"], squares="a1 b1 c1 c2 h1")  # around a1 only b1, around c1 and c2 two
    assert first_moves(turns_of("ironworker", two_ways)) == {"b1-c1", "b1-c2"}


@pytest.mark.parametrize(
    ("supply", "heights", "expected"),
    [
        ((1, 10, 6), "", {"xb1"}),
        ((2, 10, 6), "", {"b1-c1 +b1 +d1", "b1-c1 +d1 +b1"}),
        ((1, 1, 6), "d1=3", {"b1-c1 +b1 +d1", "b1-c1 +d1 +b1"}),
        ((64, 0, 6), "d1=3", {"xb1"}),
        ((0, 2, 6), "d1=3 b1=3", {"b1-c1 +b1 +d1", "b1-c1 +d1 +b1"}),
        ((64, 1, 6), "d1=3 b1=3", {"xb1"}),
    ],
)
def test_r46_a_square_without_a_piece_for_it_does_not_count(supply, heights, expected):
    table = spot(["b1", "h1"], heights=heights, supply=supply, squares=ROW)
    assert texts(turns_of("ironworker", table)) == expected


@pytest.mark.parametrize(
    ("before", "height", "roof", "left"),
    [(0, 2, False, (62, 10, 6)), (1, 3, False, (62, 10, 6)), (2, 3, True, (63, 9, 6))],
)
def test_r47_a_crane_builds_twice_on_one_square(before, height, roof, left):
    turns = turns_of("crane_operator", spot(["a1", "h1"], heights=f"c1={before}", squares=ROW))
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
    built = after(turns, "a1-b1 +c1")
    assert (level(built, "c1"), has_roof(built, "c1"), built.supply) == (height, roof, left)


@pytest.mark.parametrize(
    ("supply", "expected"),
    [
        ((64, 0, 6), {"a1-b1 +a1"}),  # c1 needs a block and a roof
        ((1, 1, 6), {"a1-b1 +c1"}),  # a1 needs two blocks
        ((0, 10, 6), {"xa1"}),
        ((2, 1, 6), {"a1-b1 +a1", "a1-b1 +c1"}),
    ],
)
def test_r47_both_pieces_must_be_there(supply, expected):
    table = spot(["a1", "h1"], heights="c1=2", supply=supply, squares=ROW)
    assert texts(turns_of("crane_operator", table)) == expected


def test_r48_on_level_3_a_crane_builds_one_roof():
    table = spot(["a1", "h1"], heights="c1=3", supply=(0, 1, 6), squares=ROW)
    turns = turns_of("crane_operator", table)
    assert texts(turns) == {"a1-b1 +c1"}
    built = after(turns, "a1-b1 +c1")
    assert (has_roof(built, "c1"), built.supply) == (True, (0, 0, 6))
    assert texts(turns_of("crane_operator", spot(["a1", "h1"], heights="c1=3", supply=(1, 0, 6), squares=ROW))) == {"xa1"}


def test_r49_both_actors_move_and_then_both_build_in_any_order():
    turns = turns_of("broadway_actors", spot(["a1 d1", "h1"], squares="a1 b1 d1 e1 h1"))
    assert texts(turns) == {
        "a1-b1 d1-e1 b1+a1 e1+d1",
        "a1-b1 d1-e1 e1+d1 b1+a1",
        "d1-e1 a1-b1 b1+a1 e1+d1",
        "d1-e1 a1-b1 e1+d1 b1+a1",
    }
    table = after(turns, "a1-b1 d1-e1 e1+d1 b1+a1")
    assert (where(table, 0), level(table, "a1"), level(table, "d1"), table.supply) == ({"b1", "e1"}, 1, 1, (62, 10, 6))


def test_r49_the_second_actor_can_take_the_place_of_the_first():
    turns = turns_of("broadway_actors", spot(["a1 b1", "h1"], squares=ROW))
    assert first_moves(turns) == {"b1-c1"}  # a1 is shut in until b1 has gone
    assert first_moves(turns, 1) == {"a1-b1"}
    assert {" ".join(turn[2:]) for turn in turns} == {"b1+a1 c1+d1", "c1+d1 b1+a1"}


def test_r49_both_can_build_on_the_same_square_until_it_has_a_roof():
    turns = turns_of("broadway_actors", spot(["b1 f1", "h1"], heights="d1=2", squares=ROW))
    table = after(turns, "b1-c1 f1-e1 c1+d1 e1+d1")
    assert (has_roof(table, "d1"), table.supply) == (True, (63, 9, 6))
    turns = turns_of("broadway_actors", spot(["b1 f1", "h1"], heights="d1=3", squares=ROW))
    assert "b1-c1 f1-e1 c1+d1 e1+f1" in texts(turns)
    assert "b1-c1 f1-e1 c1+d1 e1+d1" not in texts(turns)


def test_r49_the_first_build_leaves_a_piece_for_the_second():
    table = spot(["a1 d1", "h1"], heights="a1=3", supply=(1, 1, 6), squares="a1 b1 b2 d1 e1 h1")
    turns = turns_of("broadway_actors", table)
    builds = {" ".join(turn[2:]) for turn in turns if turn[:2] == ("a1-b1", "d1-e1")}
    assert builds == {"b1+a1 e1+d1", "e1+d1 b1+a1"}  # never the block on b2, since d1 needs it


@pytest.mark.parametrize(("height", "roofs"), [(3, 2), (3, 1), (2, 0)])
def test_r49_the_first_build_leaves_a_square_for_the_second(height, roofs):
    # From c1 only c2 can be built on, and only once: if b1 takes it, it has a roof, or needs one that is not there.
    table = spot(["a1 b1", "h1"], heights=f"c2={height}", supply=(64, roofs, 6), squares="a1 b1 c1 c2 h1")
    turns = turns_of("broadway_actors", table)
    assert texts(turns) == {"b1-c1 a1-b1 b1+a1 c1+c2", "b1-c1 a1-b1 c1+c2 b1+a1"}


def test_r50_one_roof_is_not_two_builds():
    # After b1-a2 and a1-b1 only a1 is free, on level 3: one of the two could build there.
    table = spot(["a1 b1", "h1"], heights="a1=3", squares="a1 a2 b1 h1")
    assert texts(turns_of("broadway_actors", table)) == {"b1-a2 +b1", "a1-a2 +a1"}


def test_r50_without_a_full_double_turn_one_actor_plays():
    other_stuck = spot(["a1 d1", "h1"], skyscrapers="b1", squares="a1 b1 d1 e1 h1")
    assert texts(turns_of("broadway_actors", other_stuck)) == {"d1-e1 +d1"}
    one_block_left = spot(["a1 d1", "h1"], supply=(1, 10, 6), squares="a1 b1 d1 e1 h1")
    assert texts(turns_of("broadway_actors", one_block_left)) == {"a1-b1 +a1", "d1-e1 +d1"}
    # Both can move, but the one square around them takes one roof only.
    one_site = spot(["a1 e1", "h1"], heights="c1=3 a1=3 e1=3", roofs="h1", supply=(64, 1, 6), squares="a1 b1 c1 d1 e1 h1")
    assert texts(turns_of("broadway_actors", one_site)) == {"a1-b1 +a1", "a1-b1 +c1", "e1-d1 +e1", "e1-d1 +c1"}


def test_r51_a_first_mover_that_wins_ends_the_game():
    table = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 b1 d1 e1 h1 a2 b2")
    turns = turns_of("broadway_actors", table)
    assert after(turns, "a1-b1").winner == 0
    assert where(after(turns, "a1-b1"), 0) == {"b1", "d1"}
    assert not [turn for turn in turns if turn[0] == "a1-b1" and len(turn) > 1]


def test_r52_a_firefighter_builds_under_the_acting_worker():
    turns = turns_of("firefighter", spot(["a1", "h1"], squares="a1 b1 h1"))
    assert texts(turns) == {"a1+a1 a1-b1 +a1"}
    table = after(turns, "a1+a1 a1-b1 +a1")
    assert (level(table, "a1"), table.supply) == (2, (62, 10, 6))


def test_r53_the_move_is_measured_after_being_raised():
    assert texts(turns_of("firefighter", spot(["a1", "h1"], heights="b1=2", squares="a1 b1 h1"))) == {"a1+a1 a1-b1 +a1"}
    assert texts(turns_of("firefighter", spot(["a1", "h1"], heights="b1=3", squares="a1 b1 h1"))) == {"xa1"}
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
    assert removed.supply == (64, 9, 6)  # nothing more is built
    position = position_from(table, Rules("firefighter"), 0, 1)
    position.play("a1+a1")
    assert int(position.state.seat) == 1
    last_one = spot(["a1", "h1"], heights="a1=3", statue=0, squares="a1 b1 h1")
    assert after(turns_of("firefighter", last_one), "a1+a1").winner == 1


def test_r55_a_foreman_builds_around_any_neighbouring_worker():
    own = turns_of("foreman", spot(["a1 c1", "e5"], squares="a1 b1 c1 c2 d1 e5"))
    foreign = turns_of("foreman", spot(["a1", "c1"], squares="a1 b1 c1 c2 d1"))
    assert {"a1-b1 @c1 +c2 +d1", "a1-b1 @c1 +d1 +c2"} == texts(foreign) == texts(own)
    built = after(foreign, "a1-b1 @c1 +d1 +c2")
    assert (level(built, "c2"), level(built, "d1"), level(built, "a1")) == (1, 1, 0)


def test_r55_the_foreman_chooses_among_several_workers():
    turns = turns_of("foreman", spot(["a1", "c3 a3"]))
    assert {turn[1] for turn in turns if turn[0] == "a1-b2"} == {"@a3", "@c3"}
    assert {turn[2] for turn in turns if turn[:2] == ("a1-b2", "@a3")} == {"+a2", "+a4", "+b3", "+b4"}


def test_r56_without_neighbour_or_squares_the_choice_is_illegal():
    assert texts(turns_of("foreman", spot(["a1", "h1"], squares=ROW))) == {"xa1"}
    assert texts(turns_of("foreman", spot(["a1", "c1"], squares="a1 b1 c1 d1"))) == {"xa1"}
    # From b2 both rivals are neighbours, but a3 has one square around it, a4, and c1 has two.
    table = spot(["a1", "c1 a3"], squares="a1 b2 c1 d1 d2 a3 a4 h1")
    assert {turn[1] for turn in turns_of("foreman", table)} == {"@c1"}


def test_r56_two_pieces_must_be_there_for_the_two_squares():
    table = spot(["a1", "c1"], supply=(1, 10, 6), squares="a1 b1 c1 c2 d1")
    assert texts(turns_of("foreman", table)) == {"xa1"}
    table = spot(["a1", "c1"], heights="d1=3", supply=(1, 1, 6), squares="a1 b1 c1 c2 d1")
    assert texts(turns_of("foreman", table)) == {"a1-b1 @c1 +c2 +d1", "a1-b1 @c1 +d1 +c2"}
