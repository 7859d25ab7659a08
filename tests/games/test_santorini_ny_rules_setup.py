"""Santorini: New York by the numbers of its rulings: the board, set-up, rounds and cards (R1 to R18)."""

import numpy as np
import pytest

import mctsky
from games.santorini_ny_tables import deal, fields, lay, play_round, put_table, started, turns_of
from mctsky.core.contract import CHANCE
from mctsky.errors import DataFileError, OptionError
from naive.santorini_ny import Rules
from naive.santorini_ny_spots import ROW, after, first_moves, has_roof, level, spot, texts, where

LOW, HIGH = [1, 2, 3, 4, 5], [6, 7, 8, 9, 10]
GAP = "a1 b1 d1 e1 f1 g1 h1"  # a row without c1


def board_of(position):
    return position.text().split(" ")[0]


# ---- the board


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("manhattan", "..00./.0000/00000/00000/00000/00000/0000./.00.."),
        ("grid7x5", "00000/00000/00000/00000/00000/00000/00000"),
        ("classic5x5", "00000/00000/00000/00000/00000"),
    ],
)
def test_r1_the_shipped_boards(name, text):
    game = mctsky.load("santorini-ny", board=name)
    assert board_of(game.start()) == text


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("manhattan", ["c2 c7", "a3 e6", "b6 d3", "b4 d5", "a5 e4"]),
        ("grid7x5", ["b6 d2", "d6 b2", "a4 e4", "c5 c3", "b4 d4"]),
        ("classic5x5", ["b4 d2", "d4 b2", "c5 c1", "a3 e3", "c4 c2"]),
    ],
)
def test_r1_the_start_squares_of_the_shipped_boards(name, pairs):
    position = started(players=5, board=name)
    signs = {}
    for index, row in enumerate(board_of(position).split("/")):
        rank, file = board_of(position).count("/") + 1 - index, 0
        for sign in row:
            if sign in "ABCDE":
                signs.setdefault(sign, set()).add("abcde"[file] + str(rank))
            else:
                file += 1
    assert [signs[letter] for letter in "ABCDE"] == [set(pair.split()) for pair in pairs]


def test_r1_any_connected_map_that_fits_loads(tmp_path):
    path = tmp_path / "map.txt"
    path.write_text("# corners touch\n1 . 2\n. o .\n1 . 2\n")
    assert board_of(mctsky.load("santorini-ny", board=str(path)).start()) == "0.0/.0./0.0"
    path.write_text("1 1 . 2 2\n")
    with pytest.raises(DataFileError, match="reached"):
        mctsky.load("santorini-ny", board=str(path))
    path.write_text("1 1 2 2 o o o o o\n")
    with pytest.raises(DataFileError, match="larger than 8 x 8"):
        mctsky.load("santorini-ny", board=str(path))
    path.write_text("1 1 2 2 o\n")
    with pytest.raises(OptionError, match="2 players"):
        mctsky.load("santorini-ny", board=str(path), players=3)


def test_r2_eight_neighbours():
    turns = turns_of("night_guard", spot(["c3", "e1"], heights="b2=1 c5=1"))
    assert first_moves(turns) == {"c3-b2", "c3-c2", "c3-d2", "c3-b3", "c3-d3", "c3-b4", "c3-c4", "c3-d4"}
    builds = {turn[1] for turn in turns if turn[0] == "c3-d4"}
    assert builds == {"+c3", "+d3", "+e3", "+c4", "+e4", "+c5", "+d5", "+e5"}


def test_r3_north_is_the_top_row():
    position = started(players=2)
    assert board_of(position).split("/")[1:3] == [".0A000", "0000B0"]  # c7 and e6: the second and the third row
    turns = turns_of("reporter", spot(["c1", "c3", "a5"]))
    assert where(after(turns, "c1-c2 +d2 c3>c4"), 1) == {"c4"}
    assert where(after(turns, "c1-c2 +d2 c3>c1"), 1) == {"c1"}


def test_r4_lines_pass_things_but_end_at_a_gap():
    passing = spot(["a1", "b1 c1"], skyscrapers="d1", roofs="e1", squares=ROW)
    assert first_moves(turns_of("subway_operator", passing)) == {"a1-f1"}
    gap = spot(["b1", "h1"], squares=GAP)
    assert first_moves(turns_of("subway_operator", gap)) == {"b1-a1"}
    assert first_moves(turns_of("subway_operator", gap, gap_blocks_lines=False)) == {"b1-a1", "b1-d1"}
    bus = spot(["b1", "a1"], skyscrapers="f1", squares=GAP)
    assert texts(turns_of("tour_bus_driver", bus)) == {"xb1"}
    assert first_moves(turns_of("tour_bus_driver", bus, gap_blocks_lines=False)) == {"b1-e1", "b1-g1"}
    column = "a1 a2 a4 a5 b1 b2 h1"
    reporter = spot(["b1", "a1", "h1"], skyscrapers="a2 a4", squares=column)
    assert texts(turns_of("reporter", reporter)) == {"b1-b2 +b1"}
    assert texts(turns_of("reporter", reporter, gap_blocks_lines=False)) == {"b1-b2 +b1 a1>a5"}


# ---- set-up


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r5_seat_0_is_first(players):
    position = mctsky.load("santorini-ny", players=players).start()
    order = []
    while position.to_act >= 0:
        order.append(position.to_act)
        position.play(position.legal_codes()[0])
    assert order == list(range(players))


def test_r6_seats_pick_open_numbers_and_get_both_squares():
    position = mctsky.load("santorini-ny", players=3).start()
    assert position.legal_moves() == ["start=1", "start=2", "start=3", "start=4", "start=5"]
    position.play("start=3")
    assert (position.to_act, position.legal_moves()) == (1, ["start=1", "start=2", "start=4", "start=5"])
    position.play("start=1")
    assert (position.to_act, position.legal_moves()) == (2, ["start=2", "start=4", "start=5"])
    position.play("start=5")
    assert board_of(position) == "..00./.0B000/0A0000/C00000/0000C0/000A00/00B00./.00.."


def test_r7_roles_are_options_and_the_first_play_set_is_the_default():
    options = mctsky.load("santorini-ny").options
    assert [options[kind] for kind in ("builder", "specialist", "mover")] == ["ironworker", "nypd_officer", "subway_operator"]
    for rules in (Rules(), Rules("foreman", "reporter", "taxi_driver"), Rules("crane_operator", "night_guard")):
        game = mctsky.load("santorini-ny", builder=rules.builder, specialist=rules.specialist, mover=rules.mover)
        names = mctsky.games.santorini_ny.roles.ROLES
        found = [names[role] for role in game.rules.tables.roles]
        b, s, m, e = rules.builder, rules.specialist, rules.mover, "engineer"
        assert found == [b, s, m] * 5 + [e] * 7 + [b, s, m]
    with pytest.raises(OptionError):
        mctsky.load("santorini-ny", builder="reporter")


def test_r8_seat_0_raises_a_skyscraper_for_the_tour_bus():
    position = started(mover="tour_bus_driver")
    assert position.to_act == 0
    legal = position.legal_moves()
    assert (len(legal), legal[0], "^c2" in legal, "^e6" in legal, "^c3" in legal) == (32 - 4, "^b1", False, False, True)
    position.play("^c4")
    assert (position.to_act, int(position.state.skyscrapers_left)) == (CHANCE, 5)
    assert board_of(position).split("/")[4] == "00S00"
    assert started(mover="taxi_driver").to_act == CHANCE
    assert "S" not in board_of(started(mover="taxi_driver"))


def test_r9_the_supply_is_64_blocks_10_roofs_and_6_skyscrapers():
    state = started().state
    assert (int(state.blocks), int(state.roofs), int(state.skyscrapers_left)) == (64, 10, 6)
    turns = turns_of("crane_operator", spot(["a1", "h1"], heights="c1=2", squares=ROW))
    assert after(turns, "a1-b1 +a1").supply == (62, 10, 6)  # one pool for all levels
    assert after(turns, "a1-b1 +c1").supply == (63, 9, 6)
    turns = turns_of("engineer", spot(["a1", "h1"], squares="a1 a2 b1 h1"))
    assert after(turns, "a1^a2 a1-b1 +a1").supply == (63, 10, 5)


def test_r10_a_piece_that_ran_out_cannot_be_built():
    table = spot(["a1", "h1"], heights="c1=3", supply=(0, 1, 6), squares="a1 b1 c1 h1")
    assert texts(turns_of("nypd_officer", table)) == {"a1-b1 +c1"}
    table = spot(["a1", "h1"], heights="c1=3", supply=(1, 1, 6), squares="a1 b1 c1 h1")
    assert texts(turns_of("nypd_officer", table)) == {"a1-b1 +c1", "a1-b1 +a1"}
    table = spot(["a1", "h1"], heights="c1=3", supply=(0, 0, 6), squares="a1 b1 c1 h1")
    assert texts(turns_of("nypd_officer", table)) == {"xa1"}


def test_r11_without_a_roof_level_3_is_no_building_site():
    table = spot(["a1", "h1"], heights="c1=3 a1=2", supply=(64, 0, 6), squares="a1 b1 c1 h1")
    turns = turns_of("nypd_officer", table)
    assert texts(turns) == {"a1-b1 +a1"}
    assert level(after(turns, "a1-b1 +a1"), "a1") == 3
    table = spot(["a1", "h1"], heights="c1=3 a1=2", supply=(64, 1, 6), squares="a1 b1 c1 h1")
    turns = turns_of("nypd_officer", table)
    assert texts(turns) == {"a1-b1 +a1", "a1-b1 +c1"}
    assert has_roof(after(turns, "a1-b1 +c1"), "c1")


def test_r12_nobody_holds_the_statue_before_the_first_reveal():
    position = started()
    deal(position, LOW, HIGH)
    for move in ("5", "6", "seat0=5"):
        assert "statue" not in fields(position.text())
        position.play(move)
    assert "statue" not in fields(position.text())
    position.play("seat1=6")
    assert fields(position.text())["statue"] == "1"


# ---- rounds and cards


def test_r13_cards_are_chosen_unseen_and_turned_up_together():
    position = started(players=3)
    deal(position, [20, 2, 3, 4, 5], HIGH, [11, 12, 13, 14, 15])
    assert (position.to_act, position.legal_moves()) == (0, ["2", "3", "4", "5", "20"])
    before = [(position.view(seat).text(), position.view(seat).observed) for seat in (1, 2)]
    position.play("20")
    assert [(position.view(seat).text(), position.view(seat).observed) for seat in (1, 2)] == before
    assert (position.to_act, position.legal_moves()) == (1, ["6", "7", "8", "9", "10"])
    position.play("6")
    assert fields(position.view(0).text())["table"] == "(20)|-|-"
    position.play("11")
    for seat, card in ((0, 20), (1, 6), (2, 11)):
        assert position.to_act == CHANCE
        assert position.chance_moves() == [(f"seat{seat}={card}", 1.0)]
        position.play(f"seat{seat}={card}")
        assert fields(position.view(2).text())["table"].split("|")[seat] == str(card)
    assert (position.to_act, fields(position.text())["table"]) == (1, "20|6|11")  # the lowest card begins
    assert fields(position.text())["statue"] == "0"


def test_r13_turns_go_by_card():
    position = started(players=3)
    deal(position, [20, 2, 3, 4, 5], HIGH, [11, 12, 13, 14, 15])
    lay(position, {0: 20, 1: 6, 2: 11})
    order = []
    while int(position.state.phase) > 4:
        if not order or order[-1] != int(position.state.seat):
            order.append(int(position.state.seat))
        position.play(position.legal_codes()[0])
    assert order == [1, 2, 0]


def test_r14_the_played_cards_are_discarded_after_the_round():
    position = started()
    deal(position, LOW, HIGH)
    lay(position, {0: 1, 1: 6})
    assert fields(position.text())["table"] == "1|6"
    while int(position.state.phase) > 4:
        position.play(position.legal_codes()[0])
    found = fields(position.text())
    assert "table" not in found
    assert (found["step"], found["hands"], found["spent"]) == ("choose", "2,3,4,5|7,8,9,10", "1|6")
    assert position.legal_moves() == ["2", "3", "4", "5"]


def test_r15_played_cards_are_known_to_all_and_other_cards_to_their_seat():
    position = started()
    for card in LOW:
        position.play(f"deal0={card}")
    assert fields(position.view(1).text())["hands"] == "?5|-"
    assert len(position.view(1).observed) == 2  # the two start numbers
    assert len(position.view(0).observed) == 2 + 5
    position.play("deal1=6")
    assert fields(position.view(0).text())["hands"] == "1,2,3,4,5|?1"
    for card in HIGH[1:]:
        position.play(f"deal1={card}")
    play_round(position, {0: 1, 1: 6})
    assert fields(position.view(0).text())["hands"] == "2,3,4,5|?4"
    assert fields(position.view(1).text())["hands"] == "?4|7,8,9,10"
    assert {fields(position.view(seat).text())["spent"] for seat in (0, 1)} == {"1|6"}


def test_r15_hidden_are_hands_choices_and_the_discard():
    position = started(players=3)
    deal(position, LOW, HIGH, [11, 12, 13, 14, 15])
    discard = [5] * 10
    hidden = np.zeros(25, np.int32)

    def holders():
        assert position.game.verb("hidden")(position.game.rules, position.state, hidden) == 25
        return hidden.tolist()

    assert holders() == [0] * 5 + [1] * 5 + [2] * 5 + discard
    position.play("2")
    assert holders() == [0] * 5 + [1] * 5 + [2] * 5 + discard  # chosen, not yet turned up
    for move in ("6", "11", "seat0=2"):
        position.play(move)
    assert holders() == [0, 5, 0, 0, 0] + [1] * 5 + [2] * 5 + discard
    position.play("seat1=6")
    position.play("seat2=11")
    put_table(position, spot(["b1", "d5 e6", "c7 d7"], statue=2, squares="b1", skyscrapers="a2 b2 c1 c2"))
    position.play("xb1")
    assert holders() == [5] * 5 + [5] + [1] * 4 + [5] + [2] * 4 + discard  # nobody holds the cards of a seat that is out


def test_r16_with_one_card_each_all_else_is_dealt_anew():
    position = started()
    deal(position, [16, 17, 18, 19, 20], [1, 2, 3, 4, 21])
    for one, two in ((16, 1), (17, 2), (18, 3), (19, 4)):
        assert position.to_act == 0
        play_round(position, {0: one, 1: two})
    assert position.to_act == CHANCE
    odds = dict(position.chance_moves())
    assert set(odds) == {f"deal0={card}" for card in range(1, 26) if card not in (20, 21)}
    assert set(odds.values()) == {1 / 23}
    deal(position, [1, 2, 3, 16], [4, 5, 6, 7])
    found = fields(position.text())
    assert (found["hands"], found["past"]) == ("1,2,3,16,20|4,5,6,7,21", "16,17,18,19+20|1,2,3,4+21")
    assert fields(position.view(0).text())["past"] == "16,17,18,19+20|1,2,3,4+?"
    assert "spent" not in found
    assert position.to_act == 0


def test_r17_the_hand_of_a_seat_that_is_out_is_discarded_unseen():
    position = started(players=3)
    deal(position, [16, 17, 18, 19, 20], [1, 2, 4, 5, 21], HIGH)
    for cards in ({0: 16, 1: 1, 2: 6}, {0: 17, 1: 4, 2: 7}, {0: 18, 1: 5, 2: 8}):
        play_round(position, cards)
    lay(position, {0: 19, 1: 2, 2: 9})
    put_table(position, spot(["d5 e6", "b1", "c7 d7"], skyscrapers="a2 b2 c1 c2", statue=0, squares="b1"))
    assert position.legal_moves() == ["xb1"]
    position.play("xb1")
    assert position.to_act == 2
    assert fields(position.view(0).text())["hands"] == "20|?1|?1"
    while position.to_act != CHANCE:
        position.play(position.legal_codes()[0])
    dealt = {text for text, _ in position.chance_moves()}
    assert dealt == {f"deal0={card}" for card in range(1, 26) if card not in (20, 10)}  # 21 is shuffled in
    for card in (1, 2, 3, 4):
        position.play(f"deal0={card}")
    assert "deal2=21" in {text for text, _ in position.chance_moves()}
    assert fields(position.text())["hands"] == "1,2,3,4,20|-|10"
    assert fields(position.view(0).text())["past"] == "16,17,18,19+20|1,2,4,5|6,7,8,9+?"


def test_r18_the_statue_stays_until_the_next_reveal():
    position = started()
    deal(position, [1, 2, 3, 4, 15], HIGH)
    play_round(position, {0: 4, 1: 10})
    assert fields(position.text())["statue"] == "1"
    for move in ("15", "6", "seat0=15"):
        position.play(move)
        assert fields(position.text())["statue"] == "1"
    position.play("seat1=6")
    assert fields(position.text())["statue"] == "0"
