"""Texts and pictures of Santorini: New York."""

import xml.etree.ElementTree as ET
from random import Random

import pytest

import mctsky
from mctsky.errors import DataFileError, MctskyError, OptionError, PositionError
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


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("statue=1", "statue=0", "highest card"),
        ("hands=2,16,20,25", "hands=1,16,20,25", "two places"),
        ("step=start:0", "step=start:0:worker=c7", "do not fit"),
        ("step=start:0", "step=nonsense", "a step is one of"),
        ("hands=2,16,20,25", "hands=2,16,20", "five cards"),
        ("hands=2,16,20,25", "hands=16,2,20,25", "ascending"),
        ("hands=2,16,20,25", "hands=?4", "a view shows"),
        ("/.0S..", "/.0S.", "has not 5 squares"),
        ("A1", "AR", "a worker stands"),
        (" spent=7|17", "", "one of those spent"),
    ],
)
def test_impossible_positions_are_refused(game, old, new, problem):
    assert old in TEXT
    with pytest.raises(PositionError, match=problem):
        game.position(TEXT.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("o o\no q\n", "line 2"),
        ("1 1\no o o\n", "line 2"),
        ("1 o\n1 o\n\n3 o\n3 o\n", "start number 2 is missing"),
        ("1 o\no o\n", "must stand twice"),
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
