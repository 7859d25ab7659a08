"""Santorini: New York by the numbers of its rulings: Movers, Engineer and corners (R70 to R86)."""

from games.santorini_ny_tables import position_from, turns_of
from naive.santorini_ny import Rules
from naive.santorini_ny_spots import ROW, after, first_moves, has_roof, level, spot, texts, where

GAP = "a1 b1 d1 e1 f1 g1 h1"  # a row without c1


# ---- movers


def test_r70_a_subway_stops_at_the_first_free_square():
    table = spot(["b1", "c1 d1"], skyscrapers="e1", roofs="f1", squares=ROW)
    assert first_moves(turns_of("subway_operator", table)) == {"b1-a1", "b1-g1"}
    two_higher = spot(["b1", "c1"], heights="d1=2", squares=ROW)
    assert first_moves(turns_of("subway_operator", two_higher)) == {"b1-a1"}
    assert first_moves(turns_of("subway_operator", spot(["c3", "e5"]))) == {"c3-b3", "c3-d3", "c3-c2", "c3-c4"}
    won = turns_of("subway_operator", spot(["a1", "b1"], heights="a1=2 c1=3", statue=0, squares=ROW))
    assert after(won, "a1-c1").winner == 0


def test_r71_a_taxi_goes_two_or_three_spaces_in_eight_directions():
    table = spot(["d1", "h1"], heights="c1=3 e1=3 f1=2 g1=1", squares=ROW)
    assert first_moves(turns_of("taxi_driver", table)) == {"d1-a1", "d1-b1", "d1-g1"}
    diagonal = first_moves(turns_of("taxi_driver", spot(["a1", "b2"])))
    assert diagonal == {"a1-c1", "a1-d1", "a1-a3", "a1-a4", "a1-c3", "a1-d4"}
    middle = first_moves(turns_of("taxi_driver", spot(["c3", "b3"])))
    assert middle == {"c3-a1", "c3-c1", "c3-e1", "c3-a3", "c3-e3", "c3-a5", "c3-c5", "c3-e5"}
    assert texts(turns_of("taxi_driver", spot(["a1", "c1"], skyscrapers="d1", squares=ROW))) == {"xa1"}


def test_r72_a_tour_bus_stops_beside_a_skyscraper():
    table = spot(["a1", "c1"], skyscrapers="e2", squares=ROW + " e2")
    assert first_moves(turns_of("tour_bus_driver", table)) == {"a1-d1", "a1-e1", "a1-f1"}
    assert texts(turns_of("tour_bus_driver", spot(["a1", "e5"], skyscrapers="c4"))) == {"xa1"}
    next_door = spot(["a1", "h1"], skyscrapers="c1", squares=ROW)
    assert first_moves(turns_of("tour_bus_driver", next_door)) == {"a1-b1", "a1-d1"}
    beside = spot(["a1", "h1"], skyscrapers="b2", squares="a1 b1 c1 a2 b2 h1")
    assert first_moves(turns_of("tour_bus_driver", beside)) == {"a1-b1", "a1-c1", "a1-a2"}
    all_ways = spot(["c3", "a1"], skyscrapers="b5 e2 d1")
    assert first_moves(turns_of("tour_bus_driver", all_ways)) == {"c3-c1", "c3-c2", "c3-c4", "c3-c5", "c3-d3", "c3-e3"}


def test_r73_without_a_destination_a_worker_is_lost():
    assert texts(turns_of("tour_bus_driver", spot(["a1 c1", "h1"], squares=ROW))) == {"xa1", "xc1"}
    assert texts(turns_of("taxi_driver", spot(["a1 b1", "h1"], squares="a1 b1 h1"))) == {"xa1", "xb1"}
    assert texts(turns_of("subway_operator", spot(["a1 b2", "h1"], squares="a1 b2 c3 h1"))) == {"xa1", "xb2"}
    # A basic move does not help.
    assert texts(turns_of("taxi_driver", spot(["a1", "h1"], squares="a1 b1 h1"))) == {"xa1"}


def test_r74_the_limit_compares_start_and_end():
    table = spot(["a1", "h1"], heights="b1=3 c1=1 d1=2", squares=ROW)
    assert first_moves(turns_of("taxi_driver", table)) == {"a1-c1"}
    far = spot(["a1", "h1"], heights="b1=3 c1=3 d1=2", skyscrapers="e1", squares=ROW)
    assert first_moves(turns_of("tour_bus_driver", far)) == {"a1-f1"}
    higher = spot(["a1", "h1"], heights="a1=1 b1=3 c1=3 d1=2", skyscrapers="e1", squares=ROW)
    assert first_moves(turns_of("tour_bus_driver", higher)) == {"a1-d1", "a1-f1"}
    drop = spot(["a1", "b1"], heights="a1=3", squares=ROW)
    assert first_moves(turns_of("subway_operator", drop)) == {"a1-c1"}


# ---- Engineer


def test_r75_a_skyscraper_needs_bare_ground():
    table = spot(["b1", "a1"], heights="c1=1", skyscrapers="a2", roofs="b2", squares="a1 b1 c1 c2 a2 b2")
    assert first_moves(turns_of("engineer", table)) == {"b1^c2"}


def test_r76_the_skyscraper_stands_next_to_the_start_square():
    turns = turns_of("engineer", spot(["a1", "h1"], squares=ROW + " a2"))
    assert first_moves(turns) == {"a1^a2", "a1^b1"}
    built = after(turns, "a1^a2 a1-b1 +c1")
    assert (built.skyscrapers, level(built, "c1")) == ({(0, 1)}, 1)


def test_r77_without_skyscrapers_the_effect_is_skipped():
    turns = turns_of("engineer", spot(["a1", "h1"], supply=(64, 10, 0), squares="a1 a2 b1 h1"))
    assert first_moves(turns) == {"a1"}
    assert texts(turns) == {"a1 a1-b1 +a1", "a1 a1-b1 +a2", "a1 a1-a2 +a1", "a1 a1-a2 +b1"}
    one_left = turns_of("engineer", spot(["a1", "h1"], supply=(64, 10, 1), squares="a1 a2 b1 h1"))
    assert first_moves(one_left) == {"a1^a2", "a1^b1"}


def test_r78_a_skyscraper_is_neither_the_build_nor_a_roof():
    turns = turns_of("engineer", spot(["a1", "h1"], statue=0, squares="a1 a2 b1 h1"))
    assert texts(turns) == {"a1^a2 a1-b1 +a1", "a1^b1 a1-a2 +a1"}
    built = after(turns, "a1^a2 a1-b1 +a1")
    assert (built.winner, built.supply, level(built, "a2"), built.roofs) == (None, (63, 10, 5), 0, frozenset())


# ---- corners


def test_r79_a_firefighter_without_piece_or_way_on_cannot_act():
    no_blocks = spot(["a1 e1", "h1"], heights="a1=3", supply=(0, 1, 6), squares=ROW)
    assert texts(turns_of("firefighter", no_blocks)) == {"a1+a1"}
    no_roofs = spot(["a1", "h1"], heights="a1=3", supply=(64, 0, 6), squares=ROW)
    assert texts(turns_of("firefighter", no_roofs)) == {"xa1"}
    one_block = spot(["a1", "h1"], supply=(1, 10, 6), squares=ROW)  # nothing is left for the turn's own build
    assert texts(turns_of("firefighter", one_block)) == {"xa1"}
    two_blocks = spot(["a1", "h1"], supply=(2, 10, 6), squares="a1 b1 h1")
    assert texts(turns_of("firefighter", two_blocks)) == {"a1+a1 a1-b1 +a1"}
    no_way = spot(["a1 d1", "h1"], skyscrapers="b1", squares="a1 b1 d1 e1 h1")
    assert texts(turns_of("firefighter", no_way)) == {"d1+d1 d1-e1 +d1"}
    # a1 becomes level 3, for which no roof is left, and nothing else is around b1.
    no_site = spot(["a1", "h1"], heights="a1=2", supply=(64, 0, 6), squares="a1 b1 h1")
    assert texts(turns_of("firefighter", no_site)) == {"xa1"}


def test_r80_a_roof_under_it_is_a_complete_turn_where_no_move_exists():
    table = spot(["a1 e1", "h1"], heights="a1=3", skyscrapers="b1 d1 f1", squares=ROW)
    turns = turns_of("firefighter", table)
    assert texts(turns) == {"a1+a1"}
    gone = after(turns, "a1+a1")
    assert (where(gone, 0), has_roof(gone, "a1"), gone.winner) == ({"e1"}, True, None)


def test_r81_a_win_alone_makes_no_double_turn():
    # d1 stands alone and cannot move, so two moves and two builds do not exist: one actor plays, and may win.
    table = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 b1 d1 h1")
    assert texts(turns_of("broadway_actors", table)) == {"a1-b1"}
    # Both can move, but the only step of a1 wins: no sequence has two builds.
    both = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 b1 d1 e1 h1")
    assert texts(turns_of("broadway_actors", both)) == {"a1-b1", "d1-e1 +d1"}


def test_r81_once_possible_either_mover_can_win():
    table = spot(["a1 d1", "h1"], heights="a1=2 b1=3", statue=0, squares="a1 a2 b1 d1 e1 h1")
    turns = turns_of("broadway_actors", table)
    wins = {" ".join(turn) for turn, result in turns.items() if result.winner == 0}
    assert wins == {"a1-b1", "d1-e1 a1-b1"}
    assert {len(turn) for turn in turns} == {1, 2, 4}


def test_r82_targets_that_leave_nothing_are_not_offered():
    # Without a roof for b1 nothing can be built from a1, so a skyscraper on c1 would leave b1 no turn.
    table = spot(["b1", "h1"], heights="b1=3", supply=(64, 0, 6), squares="a1 b1 c1 d1 h1")
    assert texts(turns_of("engineer", table)) == {"b1^a1 b1-c1 +d1"}
    # After b1-c1 only b1 and c2 are around: the chosen worker fills b1, so it must be the one from c2.
    partner = spot(["b1", "a1 c2"], squares="a1 b1 c1 c2")
    assert texts(turns_of("fashion_designer", partner)) == {"b1~c2 b1-c1 +c2"}


def test_r82_the_effect_is_skipped_when_no_target_is_left():
    table = spot(["a1", "h1"], heights="b1=2", squares="a1 a2 b1 h1")  # b1 is too high to climb
    assert texts(turns_of("engineer", table)) == {"a1 a1-a2 +a1", "a1 a1-a2 +b1"}


def test_r83_a_winning_move_completes_the_turn_after_a_start_effect():
    table = spot(["a1", "h1"], heights="a1=2 b1=3", statue=0, supply=(0, 0, 6), squares="a1 a2 b1 h1")
    turns = turns_of("engineer", table)
    assert texts(turns) == {"a1^a2 a1-b1"}
    assert after(turns, "a1^a2 a1-b1").winner == 0
    fire = spot(["a1", "h1"], heights="a1=1 b1=3", statue=0, supply=(1, 0, 6), squares="a1 b1 h1")
    assert texts(turns_of("firefighter", fire)) == {"a1+a1 a1-b1"}
    designer = spot(["b1", "a1"], heights="b1=2 c1=3", statue=0, supply=(0, 0, 0), squares="a1 b1 c1")
    assert texts(turns_of("fashion_designer", designer)) == {"b1~a1 b1-c1"}


def test_r84_a_gap_ends_the_line_of_a_taxi_or_counts_as_one_space():
    table = spot(["b1", "h1"], squares=GAP)
    assert texts(turns_of("taxi_driver", table)) == {"xb1"}
    assert first_moves(turns_of("taxi_driver", table, gap_blocks_lines=False)) == {"b1-d1", "b1-e1"}


def test_r85_a_winning_move_ends_the_game_before_anybody_is_forced():
    table = spot(["b1", "a1"], heights="b1=2 c1=3", statue=0, squares="a1 b1 c1")
    turns = turns_of("fashion_designer", table)
    assert texts(turns) == {"b1~a1 b1-c1"}
    won = after(turns, "b1~a1 b1-c1")
    assert (won.winner, where(won, 0), where(won, 1)) == (0, {"c1"}, {"a1"})


def test_r86_unlimited_supply_covers_all_pieces():
    table = spot(["a1", "h1"], heights="c1=3", supply=None, squares="a1 a2 b1 c1 h1")
    position = position_from(table, Rules(unlimited_supply=True), 0, 16)
    before = (int(position.state.blocks), int(position.state.roofs), int(position.state.skyscrapers_left))
    for move in ("a1^a2", "a1-b1", "+c1"):
        position.play(move)
    assert (int(position.state.blocks), int(position.state.roofs), int(position.state.skyscrapers_left)) == before
    built = after(turns_of("engineer", table, unlimited_supply=True), "a1^a2 a1-b1 +a1")
    assert (level(built, "a1"), built.skyscrapers, built.supply) == (1, {(0, 1)}, None)
    fire = turns_of("firefighter", spot(["a1", "h1"], supply=None, squares="a1 b1 h1"), unlimited_supply=True)
    assert texts(fire) == {"a1+a1 a1-b1 +a1"}
    many = spot(["a1", "h1"], heights=" ".join(f"{f}{r}=3" for f in "bcdefgh" for r in "3456"), supply=None, squares=FULL)
    assert sum(height for _, height in many.heights) > 64
    assert len(turns_of("ironworker", many, unlimited_supply=True)) > 10


FULL = " ".join(file + rank for rank in "123456" for file in "abcdefgh")
