"""Santorini: New York by the numbers of its rulings: turns, winning and forcing (R19 to R45).

ROW is a1 to h1 in one line; the default board of a spot is 5 x 5.
"""

import pytest

import mctsky
from games.santorini_ny_tables import deal, lay, position_from, put_table, started, turns_of
from naive.santorini_ny import BUILDERS, MOVERS, SPECIALISTS, Rules
from naive.santorini_ny_spots import ROW, after, first_moves, has_roof, level, spot, texts, where

SMALL = " ".join(file + rank for rank in "123" for file in "abcd")
ROLES = [*BUILDERS, *SPECIALISTS, *MOVERS, "engineer"]


# ---- legal turns


def test_r19_the_first_step_names_the_worker_of_the_start_effect():
    turns = turns_of("engineer", spot(["a1 e5", "c3"]))
    assert first_moves(turns) == {"a1^a2", "a1^b1", "a1^b2", "e5^e4", "e5^d5", "e5^d4"}
    assert {turn[1][:2] for turn in turns if turn[0] == "e5^d4"} == {"e5"}
    fire = turns_of("firefighter", spot(["a1 e5", "c3"]))
    assert {(turn[0], turn[1][:2]) for turn in fire} == {("a1+a1", "a1"), ("e5+e5", "e5")}


def test_r20_no_worker_is_lost_while_the_other_can_finish_a_turn():
    one_stuck = spot(["a1 d1", "h1"], skyscrapers="b1", squares=ROW)
    assert texts(turns_of("nypd_officer", one_stuck)) == {"d1-c1 +d1", "d1-e1 +d1", "d1-e1 +f1"}
    both_stuck = spot(["a1 d1", "h1"], skyscrapers="b1 c1 e1", squares=ROW)
    assert texts(turns_of("nypd_officer", both_stuck)) == {"xa1", "xd1"}
    moves_without_build = spot(["a1", "h1"], supply=(0, 10, 6), squares=ROW)
    assert texts(turns_of("nypd_officer", moves_without_build)) == {"xa1"}


@pytest.mark.parametrize("card", [1, 2, 3, 16])
def test_r21_only_one_worker_is_lost(card):
    stuck = spot(["a1 d1", "h1", ""], skyscrapers="b1 c1 e1 f1 g1", squares=ROW)
    position = position_from(stuck, Rules("firefighter", "night_guard"), 0, card)
    assert position.legal_moves() == ["xa1", "xd1"]
    position.play("xd1")
    assert int(position.state.seat) == 1  # the turn is over
    assert int(position.state.workers[0]).bit_count() == 1


@pytest.mark.parametrize("role", ROLES)
def test_r22_a_legal_turn_may_not_be_declined(role):
    turns = turns_of(role, spot(["b2 d3", "c1 a3"], skyscrapers="d1", squares=SMALL))
    assert len(turns) > 5
    assert not [turn for turn in turns if turn == () or turn[0].startswith("x")]


def test_r23_the_owner_chooses_and_the_card_does_nothing():
    stuck = spot(["a1 d1", "h1"], heights="a1=1", skyscrapers="b1 c1 e1", statue=0, squares=ROW)
    for role in ("firefighter", "engineer", "reporter", "crane_operator"):
        turns = turns_of(role, stuck)
        assert texts(turns) == {"xa1", "xd1"}
        assert after(turns, "xa1") == spot(["d1", "h1"], heights="a1=1", skyscrapers="b1 c1 e1", statue=0, squares=ROW)
        assert after(turns, "xd1") == spot(["a1", "h1"], heights="a1=1", skyscrapers="b1 c1 e1", statue=0, squares=ROW)


def test_r24_if_possible_is_a_must_where_a_target_exists_and_costs_nothing_where_not():
    assert texts(turns_of("night_guard", spot(["a1", "c1 h1"], squares=ROW))) == {"a1-b1 +a1 !c1 c1-d1"}
    assert texts(turns_of("night_guard", spot(["a1", "d1 h1"], squares=ROW))) == {"a1-b1 +a1", "a1-b1 +c1"}
    assert texts(turns_of("street_vendor", spot(["a1", "d1"], squares=ROW))) == {"a1-b1 +a1", "a1-b1 +c1 d1>c1"}
    assert first_moves(turns_of("fashion_designer", spot(["b1", "a1"], squares=ROW))) == {"b1~a1"}
    assert first_moves(turns_of("engineer", spot(["b1", "h1"], squares=ROW))) == {"b1^a1", "b1^c1"}


def test_r25_a_start_effect_that_leaves_no_move_and_build_is_skipped():
    turns = turns_of("engineer", spot(["a1", "h1"], squares="a1 b1 h1"))
    assert texts(turns) == {"a1 a1-b1 +a1"}
    assert not after(turns, "a1 a1-b1 +a1").skyscrapers
    # From c1 the only build is b1, which the forced worker would fill.
    turns = turns_of("fashion_designer", spot(["b1", "a1 h1"], squares="a1 b1 c1 h1"))
    assert texts(turns) == {"b1 b1-c1 +b1"}
    assert where(after(turns, "b1 b1-c1 +b1"), 1) == {"a1", "h1"}


def test_r25_is_asked_for_each_worker_on_its_own():
    turns = turns_of("engineer", spot(["a1 e1", "h1"], squares="a1 b1 d1 e1 f1 h1"))
    assert texts(turns) == {"a1 a1-b1 +a1", "e1^d1 e1-f1 +e1", "e1^f1 e1-d1 +e1"}


def test_r26_a_step_after_which_the_turn_cannot_be_finished_is_not_offered():
    # On a1 the only neighbour is b1, level 3, and no roof is left.
    table = spot(["b1", "h1"], heights="b1=3", supply=(64, 0, 6), squares=ROW)
    assert texts(turns_of("nypd_officer", table)) == {"b1-c1 +d1"}
    table = spot(["b1", "h1"], heights="b1=3", supply=(64, 1, 6), squares=ROW)
    assert texts(turns_of("nypd_officer", table)) == {"b1-a1 +b1", "b1-c1 +d1", "b1-c1 +b1"}
    # One block and one roof are left, so one of the two builds is on d1.
    table = spot(["b2", "h1"], heights="d1=3", supply=(1, 1, 6), squares="b2 c2 b1 d1 h1")
    assert texts(turns_of("ironworker", table)) == {
        "b2-c2 +b1 +d1",
        "b2-c2 +d1 +b1",
        "b2-c2 +b2 +d1",
        "b2-c2 +d1 +b2",
    }


def test_r27_a_winning_move_needs_no_build():
    table = spot(["b1", "h1"], heights="b1=2 c1=3", statue=0, supply=(0, 0, 0), squares=ROW)
    for role in ("nypd_officer", "ironworker", "crane_operator", "foreman", "subway_operator"):
        turns = turns_of(role, table)
        assert texts(turns) == {"b1-c1"}
        assert after(turns, "b1-c1").winner == 0


def test_r28_the_square_just_left_can_be_built_on():
    turns = turns_of("nypd_officer", spot(["a1", "h1"], squares="a1 b1 h1"))
    assert texts(turns) == {"a1-b1 +a1"}
    assert level(after(turns, "a1-b1 +a1"), "a1") == 1
    crane = turns_of("crane_operator", spot(["a1", "h1"], squares="a1 b1 h1"))
    assert level(after(crane, "a1-b1 +a1"), "a1") == 2


@pytest.mark.parametrize("role", ROLES)
def test_r29_to_end_where_it_began_is_no_move(role):
    turns = turns_of(role, spot(["b2 d3", "c1 a3"], skyscrapers="d1", squares=SMALL))
    moves = {text for turn in turns for text in turn if "-" in text}
    assert moves
    assert not [text for text in moves if text[:2] == text[3:]]


def test_r30_one_worker_left_plays_on():
    assert texts(turns_of("broadway_actors", spot(["a1", "h1"], squares="a1 b1 c1 h1"))) == {"a1-b1 +a1", "a1-b1 +c1"}
    assert texts(turns_of("nypd_officer", spot(["c1", "h1"], squares="a1 b1 c1 h1"))) == {"c1-b1 +a1", "c1-b1 +c1"}


@pytest.mark.parametrize("thing", ["worker", "own worker", "skyscraper", "roof"])
def test_r31_workers_skyscrapers_and_roofs_occupy(thing):
    own = "a1 b1" if thing == "own worker" else "a1"
    other = "h1 b1" if thing == "worker" else "h1"
    words = {"skyscrapers": "b1"} if thing == "skyscraper" else {"roofs": "b1"} if thing == "roof" else {}
    turns = turns_of("crane_operator", spot([own, other], squares="a1 b1 a2 b2 h1", heights="a1=3", **words))
    of_a1 = {text for text in texts(turns) if text.startswith("a1")}
    assert of_a1 == {"a1-a2 +a1", "a1-a2 +b2", "a1-b2 +a1", "a1-b2 +a2"}  # neither entered nor built on
    free = turns_of("crane_operator", spot(["a1", "h1"], squares="a1 b1 a2 b2 h1", heights="a1=3 b1=3"))
    assert {"a1-b1 +a2", "a1-a2 +b1"} <= texts(free)


# ---- winning


def test_r32_standing_on_level_3_when_the_statue_arrives_wins_nothing():
    position = started()
    deal(position, [1, 2, 3, 4, 25], [6, 7, 8, 9, 10])
    put_table(position, spot(["c4 d4", "b6"], heights="c4=3", squares="c4 d4 b6"))
    lay(position, {0: 25, 1: 6})
    assert int(position.state.statue) == 1
    assert not position.is_over
    turns = turns_of("nypd_officer", spot(["b1", "h1"], heights="b1=3", statue=0, squares=ROW))
    assert {table.winner for table in turns.values()} == {None}


def test_r33_climbing_to_level_3_without_the_statue_is_legal_and_wins_nothing():
    for statue in (None, 1):
        table = spot(["a1", "h1"], heights="a1=2 b1=3", statue=statue, squares=ROW)
        turns = turns_of("nypd_officer", table)
        assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
        assert after(turns, "a1-b1 +a1").winner is None
    held = turns_of("nypd_officer", spot(["a1", "h1"], heights="a1=2 b1=3", statue=0, squares=ROW))
    assert texts(held) == {"a1-b1"}


def test_r34_level_3_to_level_3_wins_nothing():
    turns = turns_of("nypd_officer", spot(["a1", "h1"], heights="a1=3 b1=3", statue=0, squares=ROW))
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
    assert has_roof(after(turns, "a1-b1 +a1"), "a1")
    assert after(turns, "a1-b1 +a1").winner is None


def test_r34_being_forced_up_wins_nothing():
    turns = turns_of("street_vendor", spot(["a1", "d1"], heights="c1=2 d1=2", statue=1, squares=ROW))
    forced = after(turns, "a1-b1 +c1 d1>c1")
    assert (level(forced, "c1"), where(forced, 1), forced.winner) == (3, {"c1"}, None)


@pytest.mark.parametrize("statue", [0, 1, None])
def test_r35_the_last_player_with_workers_wins_at_once(statue):
    stuck = spot(["a1", "h1", ""], skyscrapers="b1", statue=statue, squares=ROW)
    assert after(turns_of("nypd_officer", stuck), "xa1").winner == 1
    position = position_from(stuck, Rules(), 0, 2)
    position.play("xa1")
    assert (position.is_over, position.returns()) == (True, [0.0, 1.0, 0.0])
    three_left = spot(["a1", "h1", "e1"], skyscrapers="b1", statue=statue, squares=ROW)
    assert after(turns_of("nypd_officer", three_left), "xa1").winner is None


@pytest.mark.parametrize(("flag", "winner"), [(True, 1), (False, None)])
def test_r36_a_guarded_worker_wins_with_the_statue(flag, winner):
    table = spot(["a1", "c1"], heights="c1=2 d1=3", statue=1, squares=ROW)
    turns = turns_of("night_guard", table, guarded_move_wins=flag)
    assert texts(turns) == {"a1-b1 +a1 !c1 c1-d1"}
    assert after(turns, "a1-b1 +a1 !c1 c1-d1").winner == winner


@pytest.mark.parametrize("statue", [0, 2, None])
def test_r37_a_guarded_worker_without_the_statue_does_not_win(statue):
    table = spot(["a1", "c1", "h1"], heights="c1=2 d1=3", statue=statue, squares=ROW)
    turns = turns_of("night_guard", table)
    assert texts(turns) == {"a1-b1 +a1 !c1 c1-d1"}
    assert after(turns, "a1-b1 +a1 !c1 c1-d1").winner is None


def test_r38_being_raised_to_level_3_wins_nothing():
    table = spot(["b1", "h1"], heights="b1=2 c1=3", statue=0, squares=ROW)
    position = position_from(table, Rules("firefighter"), 0, 1)
    position.play("b1+b1")
    assert not position.is_over
    turns = turns_of("firefighter", table)
    assert texts(turns) == {"b1+b1 b1-a1 +b1", "b1+b1 b1-c1 +b1", "b1+b1 b1-c1 +d1"}
    assert {result.winner for result in turns.values()} == {None}  # c1 is level 3 to level 3 by then


def test_r39_an_engineer_with_the_statue_wins_by_a_roof():
    squares = "a1 b1 c1 h1"
    turns = turns_of("engineer", spot(["a1", "h1"], heights="c1=3", statue=0, squares=squares))
    assert texts(turns) == {"a1 a1-b1 +a1", "a1 a1-b1 +c1"}
    assert after(turns, "a1 a1-b1 +c1").winner == 0
    assert after(turns, "a1 a1-b1 +a1").winner is None
    without = turns_of("engineer", spot(["a1", "h1"], heights="c1=3", statue=1, squares=squares))
    assert after(without, "a1 a1-b1 +c1").winner is None
    other_card = turns_of("nypd_officer", spot(["a1", "h1"], heights="c1=3", statue=0, squares=squares))
    assert after(other_card, "a1-b1 +c1").winner is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r40_every_game_has_one_winner(players):
    for seed in range(4):
        position = mctsky.load("santorini-ny", players=players, mover="taxi_driver").start(seed=seed)
        while not position.is_over:
            codes = position.legal_codes()
            position.play(codes[(seed + len(position.moves)) % len(codes)])
        assert sorted(position.returns()) == [0.0] * (players - 1) + [1.0]


def test_r41_losers_are_not_ranked():
    # Seat 2 is out already, seat 1 still has workers: both get the same.
    table = spot(["b1", "h1", ""], heights="b1=2 c1=3", statue=0, squares=ROW)
    position = position_from(table, Rules(), 0, 2)
    position.play("b1-c1")
    assert position.returns() == [1.0, 0.0, 0.0]


# ---- forcing


def test_r42_forced_up_and_down_by_any_height():
    up = spot(["b1", "c1"], heights="d1=3", squares=ROW)
    assert where(after(turns_of("nypd_officer", up), "b1-c1 +b1"), 1) == {"d1"}
    down = spot(["b1", "c1"], heights="b1=2 c1=3", squares=ROW)
    assert where(after(turns_of("nypd_officer", down), "b1-c1 +b1"), 1) == {"d1"}
    turns = turns_of("reporter", spot(["c1", "c3"], heights="c4=3", skyscrapers="c5"))
    assert where(after(turns, "c1-c2 +d1 c3>c4"), 1) == {"c4"}


def test_r43_nobody_is_forced_off_the_board_or_onto_something():
    assert first_moves(turns_of("nypd_officer", spot(["b1", "a1"], squares=ROW))) == {"b1-c1"}
    for word in ({"skyscrapers": "d1"}, {"roofs": "d1"}):
        blocked = spot(["b1", "c1"], squares=ROW, **word)
        assert first_moves(turns_of("nypd_officer", blocked)) == {"b1-a1"}
    assert first_moves(turns_of("nypd_officer", spot(["b1", "c1 d1"], squares=ROW))) == {"b1-a1"}
    reporter = turns_of("reporter", spot(["b1", "c2"], roofs="c1", skyscrapers="c3", squares="a2 b1 b2 c1 c2 c3 c4"))
    assert {turn[2] for turn in reporter if turn[:2] == ("b1-b2", "+b1")} == {"c2>c4"}


def test_r44_the_acting_player_chooses_whom_and_where_to():
    near = turns_of("reporter", spot(["b2", "c2", "b4"]))
    assert {turn[2] for turn in near if turn[:2] == ("b2-b3", "+a3")} == {"c2>c3", "c2>c1", "b4>b5", "b4>b2"}
    position = position_from(spot(["b2", "c2", "b4"]), Rules(specialist="reporter"), 0, 2)
    for move in ("b2-b3", "+a3"):
        position.play(move)
    assert position.to_act == 0
    position.play("b4>b2")
    assert int(position.state.seat) != 0


def test_r45_a_forced_worker_triggers_nothing():
    table = spot(["b1", "c1"], heights="c1=2 b1=1 d1=3", statue=1, squares=ROW)
    pushed = after(turns_of("nypd_officer", table), "b1-c1 +b1")
    assert (where(pushed, 1), pushed.winner) == ({"d1"}, None)
    turns = turns_of("fashion_designer", spot(["b1", "a1"], heights="a1=2 b1=3", statue=1, squares=ROW))
    forced = after(turns, "b1~a1 b1-c1 +d1")
    assert (where(forced, 1), forced.winner) == ({"b1"}, None)
