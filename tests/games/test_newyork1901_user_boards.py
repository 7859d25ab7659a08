"""New York 1901 on boards of one's own: fillers, comments, edited files."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from click import unstyle

import mctsky
from games.newyork1901_boards import BOARD, TILES, edited, line_of, settle
from games.newyork1901_tables import places
from mctsky.errors import DataFileError
from mctsky.games.newyork1901 import notation
from mctsky.games.newyork1901.board import read_board
from mctsky.games.newyork1901.tiles import read_tiles

M4, HOLES = "aabbc/dddec/###ee", "aabbc/dddec/...ee"  # the park in the south, and nothing in its place
SOUTH = ("street - row 8|9 columns 0-3", "street - row 8|9 columns 0-3\nstreet - row 10|11 columns 4-6")  # along the holes


def unplaced(text):
    """Return the board of a text, without the lines of its blocks."""
    return replace(read_board(text, "b"), lines=())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("block W3 6 0 aab#/cdb#/cdd#", "  block W3 6 0 aab#/cdb#/cdd#"),
        ("block W3 6 0 aab#/cdb#/cdd#", "\tblock  W3 6 0\taab#/cdb#/cdd#  "),
        ("block W3 6 0 aab#/cdb#/cdd#", "block W3 6 0 aab#/cdb#/cdd# # with the churchyard"),
        ("block W1 0 0 aabc/adbc/ddee", " block W1 0 0 aabc/adbc/ddee #"),
        ("street pine row 5|6", "  street pine row 5|6 # and Thames"),
        ("start W2c\n", "start W2c # by Cedar Street\n   # a comment\n"),
    ],
)
def test_lines_may_be_indented_and_end_with_a_comment(old, new):
    assert unplaced(edited(BOARD, (old, new))) == unplaced(BOARD)


def test_lines_of_tiles_may_be_indented_and_end_with_a_comment():
    text = edited(TILES, ("gold U5 XXX/X.X* 7", "  gold U5 XXX/X.X* 7 # irregular"), ("silver I3", "   # silver\nsilver I3"))
    assert read_tiles(text, "t") == read_tiles(TILES, "t")


def test_a_filler_is_neither_land_nor_park_nor_street(tmp_path):
    board = read_board(edited(BOARD, (M4, HOLES)), "b")
    assert board.fillers == {(11, 4), (11, 5), (11, 6)}
    assert len(board.parks) == 3
    assert not board.fillers & {cell for _, cells in board.blocks for cell in cells}
    assert board.frontage[10, 5] == frozenset()
    assert board.frontage[11, 7] == {"-"}  # the edge of the board, not what lies west of it
    bronze = "build bronze-I2"
    assert places(settle(tmp_path, [], "M4d", players=3), bronze) == {"e2+f2", "f2+g2"}
    assert places(settle(tmp_path, [(M4, HOLES)], "M4d", players=3), bronze) == {"e2+f2"}  # by Broadway


@pytest.mark.parametrize(("name", "streets"), [("-", 0), ("cedar", 1 << 3)])
def test_a_street_between_land_and_a_filler_gives_frontage(tmp_path, name, streets):
    street = SOUTH[0], SOUTH[1].replace("- row 10", f"{name} row 10")
    position = settle(tmp_path, [(M4, HOLES), street], "M4d", players=3)
    assert places(position, "build bronze-I2") == {"e2+f2", "f2+g2"}
    position.play("build bronze-I2")
    (code,) = [code for code in position.legal_codes() if position.format_move(code) == "place f2+g2"]
    first = position.game.spec.bounds.n_codes - len(position.game.rules.tables.footprint)
    assert int(position.game.rules.tables.placement_streets[code - first]) == streets


def test_a_street_between_fillers_alone_lies_outside():
    text = edited(BOARD, (M4, HOLES), ("district green", "street - column 4|5 rows 11-11\ndistrict green"))
    with pytest.raises(DataFileError, match="the street is outside the board") as refused:
        read_board(text, "b")
    assert refused.value.where == f"b, line {line_of(text, 'street - column')}"


def test_another_block_may_lie_where_one_has_a_filler():
    text = edited(BOARD, ("aab#/cdb#/cdd#", "aab#./cdb#./cdd#."), ("E3 6 9 aabb", "E3 5 9 ..../aabb"))
    assert unplaced(text) == unplaced(BOARD)
    twice = edited(BOARD, ("aab#/cdb#/cdd#", "aab#./cdb##/cdd#."))
    with pytest.raises(DataFileError, match="row 7, column 4 already belongs to another block") as refused:
        read_board(twice, "b")
    assert refused.value.where == f"b, line {line_of(twice, 'block M3')}"


def test_fillers_count_for_the_size_of_the_board():
    with pytest.raises(DataFileError, match="row 12, column 0 is in no block"):
        read_board(edited(BOARD, ("abbc/abdc/eedd", "abbc/abdc/eedd/....")), "b")
    row = [(rows, f"{rows}/{'.' * width}") for rows, width in (("aabb/cdef/cdef", 4), (M4, 5), ("abbc/abdc/eedd", 4))]
    wider = read_board(edited(BOARD, *row, ("street pine", "street - row 11|12\nstreet pine")), "b")
    assert (wider.n_rows, len(wider.fillers)) == (13, 13)
    assert wider.frontage == read_board(BOARD, "b").frontage


def test_fillers_are_blank_in_pictures(tmp_path):
    position = settle(tmp_path, [(M4, HOLES), SOUTH], "M4d", players=3)
    lines = position.render().splitlines()
    row = next(k for k, line in enumerate(lines) if line.startswith("  1 "))
    assert lines[row] == "  1 .c .d .e .f |          .e .e | .e .e .d .d"
    assert set(lines[row - 1].strip()) == {"-"}  # the street is drawn
    assert lines[row - 2] == "  2 .c .d .e .f | ad ad ad .e .c | .a .b .d .c"
    drawn = ET.fromstring(position.svg()).iter("{http://www.w3.org/2000/svg}rect")
    squares = [square.get("fill") for square in drawn if square.get("width") == "40"]
    assert (len(squares), squares.count("#3f9b4b"), squares.count("#fff")) == (156, 3, 3)
    text = position.text()
    assert position.game.position(text).state.tobytes() == position.state.tobytes()


def test_fillers_have_no_colour(tmp_path):
    """A last row of fillers: the coloured text leaves as little of it as the plain one."""
    path = tmp_path / "board.txt"
    row = [(rows, f"{rows}/{'.' * width}") for rows, width in (("aabb/cdef/cdef", 4), (M4, 5), ("abbc/abdc/eedd", 4))]
    path.write_text(edited(BOARD, *row, ("street pine", "street - row 11|12\nstreet pine")))
    position = mctsky.load("newyork1901", board=str(path)).start(1)
    assert "\n  1\n" in position.render()
    assert unstyle(position.render(color=True)) == position.render()


def test_an_edited_file_is_read_anew(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    first, again = (mctsky.load("newyork1901", board=str(path)) for _ in range(2))
    assert first.rules.layout == again.rules.layout
    path.write_text(edited(BOARD, ("block W1", "block X1"), ("green W1", "green X1")))
    second = mctsky.load("newyork1901", board=str(path))
    code = notation.parse_move(first.rules, None, "claim W1a")
    assert notation.parse_move(second.rules, None, "claim W1a") is None
    assert [notation.format_move(game.rules, None, code) for game in (first, second)] == ["claim W1a", "claim X1a"]
    path.write_text(BOARD)
    assert mctsky.load("newyork1901", board=str(path)).rules.layout == first.rules.layout
    path.write_text("nonsense")
    with pytest.raises(DataFileError, match="a line begins with"):
        mctsky.load("newyork1901", board=str(path))
    tiles = tmp_path / "tiles.txt"
    tiles.write_text(TILES)
    assert mctsky.load("newyork1901", tiles=str(tiles)).rules.tables.tile_points[2] == 3
    tiles.write_text(edited(TILES, ("bronze I3 XXX 3", "bronze I3 XXX 5")))
    assert mctsky.load("newyork1901", tiles=str(tiles)).rules.tables.tile_points[2] == 5
