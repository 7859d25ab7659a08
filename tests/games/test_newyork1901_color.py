"""Colours of New York 1901's table in a terminal."""

import re

import pytest

import mctsky
from games.test_newyork1901_notation import GRABBED, TURN
from mctsky.games.newyork1901.board import DISTRICTS
from mctsky.games.newyork1901.layout import LAYOUTS

PAINTED = re.compile(r"\x1b\[([0-9;]+)m(.*?)\x1b\[0m")  # look and text
GREYS = range(232, 256)  # of the 256 colours


@pytest.fixture(scope="module")
def game():
    return mctsky.load("newyork1901")


def map_rows(position):
    """Return (look, sign) of the squares, row by row."""
    lines = position.render(color=True).splitlines()
    return [PAINTED.findall(line) for line in lines if re.match(r" *\d+ \x1b", line)]


def looks_of_land(position):
    """Return the looks of each district's squares and of the parks, bold or not."""
    board = LAYOUTS[position.game.rules.layout].board
    districts = {cell: DISTRICTS[lot.district] for lot in board.territories for cell in lot.cells}
    found = {}
    for row, squares in enumerate(map_rows(position)):
        for column, (look, _) in enumerate(squares):
            found.setdefault(districts.get((row, column), "park"), set()).add(look.removeprefix("1;"))
    return found


def looks_of_words(position):
    """Return the looks of each coloured word below the map."""
    found = {}
    for line in position.render(color=True).splitlines()[18:]:
        for look, word in PAINTED.findall(line):
            found.setdefault(word, set()).add(look)
    return found


def back(look):
    return int(re.search(r"48;5;(\d+)$", look)[1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_district_has_one_colour_whoever_owns_the_land(players):
    position = mctsky.load("newyork1901", players=players).start(seed=1)
    for _ in range(60):
        position.play(position.legal_codes()[0])
    signs = {sign for row in map_rows(position) for _, sign in row}
    assert {sign[0] for sign in signs} >= {"A", "B", "a", "b", "."}
    looks = looks_of_land(position)
    assert set(looks) == {*DISTRICTS, "park"}
    assert all(len(same) == 1 for same in looks.values())
    assert len({back(look) for (look,) in looks.values()}) == 6


def test_buildings_are_bold(game):
    rows = map_rows(game.position(TURN))
    assert [len(row) for row in rows] == [13] * 12
    bold = {
        "abcdefghijklm"[column] + str(12 - row)
        for row, squares in enumerate(rows)
        for column, (look, _) in enumerate(squares)
        if look.startswith("1;")
    }
    assert bold == {"i12", "i11", "l11", "l10", "m10", "l7", "m7", "e5", "f5", "l6", "m6"}


def test_r3_pink_is_grey_where_it_is_out_of_the_game():
    two, three = (map_rows(mctsky.load("newyork1901", players=n).start(seed=1)) for n in (2, 3))
    look, sign = two[-1][-1]
    assert sign == "xx"
    assert back(look) in GREYS
    look, sign = three[-1][-1]
    assert sign != "xx"
    assert back(look) not in GREYS
    assert two[0][0] == three[0][0]


def test_cards_and_characters_are_in_the_colours_of_their_districts(game):
    position = game.position(TURN)
    words = looks_of_words(position)
    twos = [words[f"{district}2"] for district in DISTRICTS[:4]]
    assert len(set.union(*twos)) == 4
    assert [words[f"{district}3"] for district in DISTRICTS[:4]] == twos
    assert (words["blue"], words["red"]) == (twos[1], twos[2])  # characters of A and B
    assert set(words) == {f"{district}{size}" for district in DISTRICTS[:4] for size in (2, 3)} | {"blue", "red"}
    north = map_rows(position)[0]
    assert ({north[0][0]}, {north[-1][0]}) == (twos[0], twos[1])  # green in the west, blue in the east
    last_line = game.position(GRABBED).render(color=True).splitlines()[-1]
    assert PAINTED.findall(last_line) == [(*twos[3], "yellow2")]


def test_the_picture_has_no_codes_of_terminals(game):
    assert "\x1b" not in game.position(TURN).svg()
