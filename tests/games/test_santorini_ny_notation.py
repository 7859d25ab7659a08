"""Texts and pictures of Santorini: New York."""

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest

import mctsky
from mctsky.errors import DataFileError, IllegalMoveError, MctskyError, OptionError, PositionError
from mctsky.games.santorini_ny.notation import format_turns

TEXT = (
    "..00./.0A101/00000/R000B2/00000/00000/00A0B0./.0S.. statue=1 step=start:0 table=7|17 hands=2,16,20,25|1,4,12,22 spent=7|17"
)


@pytest.fixture(scope="module")
def game():
    return mctsky.load("santorini-ny")


def test_whole_turns_are_written_with_their_card(game):
    position = game.position(TEXT)
    start = position.copy()
    for text in ("c7-d7", "+d8", "+c8"):
        position.play(text)
    assert format_turns(game.rules, start.state, position.moves) == ["7 c7-d7 +d8 +c8"]


def test_whole_turns_of_a_game_lead_through_it(game):
    position, random = game.start(5), Random(5)
    start = game.start()
    while not position.is_over:
        position.play(random.choice(position.legal_codes()))
    turns = format_turns(game.rules, start.state, position.moves)
    assert len(turns) > 10
    assert all(1 <= int(turn.split()[0]) <= 25 and len(turn.split()) >= 2 for turn in turns)
    assert format_turns(game.rules, start.state, position.moves[:-1]) == turns[:-1]


def test_the_picture_shows_every_square_and_worker(game):
    position = game.position(TEXT)
    svg = ET.fromstring(position.svg())
    letters = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert letters.count("A") == 2
    assert letters.count("B") == 2
    text = position.render()
    assert "plays 7 Ironworker" in text
    assert "has the Statue" in text
    assert text.splitlines()[1].split() == ["7", "0", "A1", "0", "1"]


FAULTS = [
    ("statue=1", "stature=1", "unknown word 'stature=1'"),
    ("statue=1", "statue=1 statue=1", "statue: given twice"),
    ("statue=1", "statue=2", "'2' is not a seat"),
    ("statue=1", "statue=0", "statue: the highest card takes the Statue; use statue=1"),
    (" step=start:0", "", "step: missing"),
    ("start:0", "nonsense", "unknown step 'nonsense'; use one of pick, raise"),
    ("start:0", "start", "'' is not a seat"),
    ("start:0", "start:0:stop", "unknown word 'stop'"),
    ("start:0", "start:0:worker=c7", "wrong squares for Ironworker; give none"),
    ("start:0", "build:0", "wrong squares for Ironworker; give worker"),
    ("start:0", "move:0:worker=c7", "Ironworker has no such step"),
    ("start:0", "build:0:worker=b7", "worker= is not a worker"),
    ("start:0", "build_again:0:worker=c7:built=c8", "built= is not a piece"),
    ("start:0", "build_again:0:built=d7:worker=c7", "did you mean step=build_again:0:worker=c7:built=d7"),
    ("start:0", "choose", "use choose while a seat has no card on the table, then show"),
    ("start:0", "choose:0", "did you mean step=choose"),
    ("start:0", "show", "all cards are face up"),
    ("start:0", "deal", "no card is played while cards are dealt"),
    ("start:0", "pick", "two workers on the squares of one start number"),
    ("table=7|17", "table=7|(17)", "card 17 is in two places"),
    ("table=7|17", "table=7|-", "different number of rounds"),
    ("spent=7|17", "spent=7|16", "card 17 is face up; add it to spent="),
    ("hands=2,16,20,25", "hands=1,16,20,25", "card 1 is in two places"),
    ("hands=2,16,20,25", "hands=2,16,20", "hands: seat 0 has 4 cards in hand, spent and face down, not 5"),
    ("hands=2,16,20,25", "hands=16,2,20,25", "did you mean hands=2,16,20,25"),
    ("hands=2,16,20,25", "hands=2,16,20,26", "did you mean hands=2,16,20|"),
    ("hands=2,16,20,25|", "hands=", "the number of parts is 1, but the game has 2 seats"),
    ("hands=2,16,20,25", "hands=?4", "the cards of seat 0 must be given"),
    ("/.0S..", "/.0S.", "row '.0S.' does not fit the squares '.00..'"),
    ("/.0S..", "", "7 rows, but this board has 8"),
    ("A1", "AR", "row '.0AR01' does not fit"),
    ("A1", "C1", "row '.0C101' does not fit"),
    ("00A0B0.", "0A0A0B0.", "seat 0 has 3 workers"),
    ("00000/00000", "SSSSS/S0000", "7 skyscrapers, but a game has 6"),
    ("0A101/00000/R000B2/00000/00000/00A0", "0101/00000/R000B2/00000/00000/000", "fewer than two seats have workers"),
]


@pytest.mark.parametrize(("old", "new", "problem"), FAULTS)
def test_faulty_positions_are_refused(game, old, new, problem):
    assert old in TEXT
    with pytest.raises(PositionError, match=re.escape(problem)):
        game.position(TEXT.replace(old, new, 1))


BOARD = "..00./.0A101/00000/R000B2/00000/00000/00A00./.0S.."  # seat 1 has one worker
CARDS = "statue=1 table=1|4 hands=2,16,20,25|5,6,7,8 spent=1|4"
FULL_HANDS = "hands=1,2,3,4,5|6,7,8,9,10"
OUT = "hands=1,2,3,4|6,7,8,9|12,13,14,15"  # seat 2 has no workers


@pytest.mark.parametrize(
    ("options", "rest", "problem"),
    [
        ({}, "step=deal hands=1,2,3,4,5,6|-", "seat 0 has 6 cards, but a deal gives it 0 to 5"),
        ({}, f"step=deal {FULL_HANDS}", "all hands are full; use step=choose"),
        ({}, "step=choose hands=5|10 spent=1,2,3,4|6,7,8,9", "all 4 rounds of this deal are over; use step=deal"),
        ({}, "statue=1 step=start:0 table=5|(10) hands=1,2,3,4|6,7,8,9 spent=5|-", "a card is face down, but turns have begun"),
        ({}, "statue=0 step=start:0 table=5|- hands=1,2,3,4|6,7,8,9,10 spent=5|-", "a seat with workers has not played a card"),
        ({}, f"statue=0 step=choose {FULL_HANDS} past=2,3,4,5+?|7,8,9,10+6", "the card that seat 0 kept must be given"),
        ({"players": 3}, f"step=choose {FULL_HANDS}|11,12,13,14,15", "shown 1 to 4 cards of this deal, not 0"),
        (
            {"players": 3},
            f"step=choose table=-|-|(11) {FULL_HANDS}|12,13,14 spent=-|-|15",
            "without workers cannot play a card",
        ),
        ({"players": 3}, f"statue=2 step=start:2 table=5|10|11 {OUT} spent=5|10|11", "seat 2 has no workers"),
        ({"players": 3}, f"statue=2 step=start:0 table=5|10|11 {OUT} spent=5|10|11", "workers still has to take its turn"),
        ({"builder": "foreman"}, f"step=build:0:worker=c7:target=b7 {CARDS}", "target= is not a worker that can be chosen"),
        ({"builder": "broadway_actors"}, f"step=build_both:1 {CARDS}", "Broadway Actors with two workers"),
    ],
)
def test_faulty_rounds_are_refused(options, rest, problem):
    game = mctsky.load("santorini-ny", **options)
    with pytest.raises(PositionError, match=re.escape(problem)):
        game.position(f"{BOARD} {rest}")


def test_faulty_set_ups_are_refused(game):
    position = game.start()
    position.play("start=1")
    text = position.text()
    assert game.position(text) == position
    with pytest.raises(PositionError, match="1 of 2 seats have placed workers, so this step is wrong"):
        game.position(text.replace("pick", "raise"))
    for fault in (text.replace("0", "1", 1), f"{text} statue=0"):
        with pytest.raises(PositionError, match="set-up has neither pieces nor cards"):
            game.position(fault)


def test_a_turn_that_cannot_be_finished_is_refused(game):
    """The Ironworker needs two squares to build on; c7 is all there is next to c8."""
    one_site = TEXT.replace("..00./.0A101", "..A0R./.R0R1")
    assert game.position(one_site).text() == one_site
    with pytest.raises(PositionError, match="the turn cannot be finished from here"):
        game.position(one_site.replace("start:0", "build:0:worker=c8"))
    two_sites = one_site.replace("A0R", "A00").replace("start:0", "build:0:worker=c8")
    assert game.position(two_sites).text() == two_sites


def test_fields_come_in_any_order(game):
    board, *words = TEXT.split(" ")
    assert game.position(" ".join([board, *reversed(words)])).text() == TEXT


def test_a_view_shows_nothing_hidden(game):
    view = game.position(TEXT).view(0).text()
    assert game.view(view, 0).text() == view
    with pytest.raises(PositionError, match=r"only how many cards seat 1 holds; write \?3 for three"):
        game.view(TEXT, 0)
    chosen = TEXT.replace("statue=1 step=start:0 table=7|17", "step=show table=(7)|(17)").replace(" spent=7|17", "")
    assert game.position(chosen).text() == chosen
    with pytest.raises(PositionError, match="cannot show the face-down card of seat 1"):
        game.view(chosen.replace("1,4,12,22", "?4"), 0)


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        ("5,6,7,8+?", ""),
        ("5,6,7,8+22", "did you mean past=1,2,3,4+21|5,6,7,8+?|"),
        ("5,6,7,8", "did you mean past=1,2,3,4+21|5,6,7,8+?|"),
        ("5,6,7+?", "deal 1, seat 1: 3 cards shown, not 4"),
        ("5,6,7,9+?", "past: card 9 is in two places"),
    ],
)
def test_past_deals_of_a_view(kept, problem):
    game = mctsky.load("santorini-ny", players=5)
    text = view_after_a_deal("1,2,3,4,21", f"1,2,3,4+21|{kept}|9,10,11,12+?|13,14,15,16+?|17,18,19,20+?")
    if not problem:
        assert game.view(text, 0).text() == text
        return
    with pytest.raises(PositionError, match=re.escape(problem)):
        game.view(text, 0)


def view_after_a_deal(hand, past):
    return (
        f"..00./.A00A00/0B00B00/00C00C0/00D0D00/E00E000/0000./.00.. statue=0 step=choose hands={hand}|?5|?5|?5|?5 past={past}"
    )


def test_a_view_must_leave_hands_for_the_others():
    """The others kept 22 to 25, the only cards that nobody showed; so seat 0 cannot have been dealt all of them."""
    game = mctsky.load("santorini-ny", players=5)
    past = "1,2,3,4+21|5,6,7,8+?|9,10,11,12+?|13,14,15,16+?|17,18,19,20+?"
    with pytest.raises(PositionError, match="no hands of the others fit"):
        game.view(view_after_a_deal("21,22,23,24,25", past), 0)
    with pytest.raises(PositionError, match="the card kept is not in the next hand"):
        game.view(view_after_a_deal("1,2,3,4,5", past), 0)


@pytest.mark.parametrize(("n_deals", "fits"), [(1, True), (21, True), (22, False), (34, False)])
def test_the_record_has_room_for_all_deals_to_come(game, n_deals, fits):
    """111 more turns are possible on this board, so 13 more deals."""
    deal = "2,3,4,5+1|7,8,9,10+6"
    rest = f"statue=1 step=choose hands=1,2,3,4,5|6,7,8,9,10 past={';'.join([deal] * n_deals)}"
    text = f"..00./.0A101/00333/R000B2/00000/00000/00A0B0./.0S.. {rest}"
    if fits:
        assert game.position(text).text() == text
        return
    with pytest.raises(PositionError, match="too many deals for a board on which 111 more turns are possible"):
        game.position(text)
    with pytest.raises(PositionError, match="35 deals, but a game has at most 34"):
        game.position(text + f";{deal}" * (35 - n_deals))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("c7-c8", ""),
        ("c7-c1", "seat 0 cannot do this now with card 7 (Ironworker)"),
        ("12", "seat 0 cannot do this now with card 7 (Ironworker)"),
        ("c9-c1", "no such move"),
    ],
)
def test_illegal_moves_are_explained(game, text, problem):
    position = game.position(TEXT)
    if not problem:
        assert position.format_move(position.parse_move(text)) == text
        return
    with pytest.raises(IllegalMoveError, match=re.escape(problem)):
        position.play(text)


def test_illegal_cards_and_start_numbers_are_explained(game):
    position = game.start(seed=1)
    position.play("start=1")
    with pytest.raises(IllegalMoveError, match="seat 1 must pick an open start number; legal: start=2"):
        position.play("start=1")
    position.play("start=2")
    card = next(str(card) for card in range(1, 26) if str(card) not in position.legal_moves())
    with pytest.raises(IllegalMoveError, match="seat 0 must choose a card it holds"):
        position.play(card)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("o o\no q\n", "line 2"),
        ("1 1\no o o\n", "line 2"),
        ("1 o\n1 o\n\n3 o\n3 o\n", "start number 2 is missing"),
        ("1 o\no o\n", "must be on two squares"),
        ("1 . 2\n1 . 2\n", "cannot be reached"),
        ("# nothing\n", "no rows"),
    ],
)
def test_a_broken_map_is_refused_with_its_line(tmp_path, text, problem):
    path = tmp_path / "map.txt"
    path.write_text(text)
    with pytest.raises(DataFileError, match=problem):
        mctsky.load("santorini-ny", board=str(path))


def test_boards_must_exist_and_have_room(tmp_path):
    with pytest.raises(OptionError, match="did you mean 'manhattan'"):
        mctsky.load("santorini-ny", board="manhatan")
    path = tmp_path / "small.txt"
    path.write_text("1 o 2\no o o\n2 o 1\n")
    assert mctsky.load("santorini-ny", board=str(path)).n_seats == 2
    with pytest.raises(OptionError, match="start squares for 2 players"):
        mctsky.load("santorini-ny", board=str(path), players=3)
    path.write_bytes(b"\xff\xfe" * 8)
    with pytest.raises(MctskyError, match="cannot be read"):
        mctsky.load("santorini-ny", board=str(path))
