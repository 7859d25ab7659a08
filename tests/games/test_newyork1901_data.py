"""New York 1901's board and tiles files: every rule of the format is broken once, and the complaint names the line."""

from dataclasses import replace

import pytest

import mctsky
from games.newyork1901_boards import BOARD, TILES, edited, line_of
from mctsky.errors import DataFileError, OptionError
from mctsky.games.newyork1901 import layout
from mctsky.games.newyork1901.board import read_board
from mctsky.games.newyork1901.spec import SPEC
from mctsky.games.newyork1901.state import MAX_PLACES
from mctsky.games.newyork1901.tiles import read_tiles

W1, M2, W3, M3 = "W1 0 0 aabc/adbc/ddee", "M2 3 4 abcde/abcde/affgg", "W3 6 0 aab#/cdb#/cdd#", "M3 6 4 eeedd/ffbcc/aabbc"


@pytest.mark.parametrize(
    ("old", "new", "at", "problem"),
    [
        ("street pine", "avenue pine", "avenue", "a line begins with block, street or district"),
        (W1, "W1 0 aabc/adbc/ddee", "block W1", "a block has a name, a row, a column and its rows"),
        (W1, "W1 x 0 aabc/adbc/ddee", "block W1", "a block has a name"),
        (W1, "W1 \u00b2 0 aabc/adbc/ddee", "block W1", "a block has a name"),
        (W1, f"W1 {'1' * 5_000} 0 aabc/adbc/ddee", "block W1", "a block has a name"),
        (W1, "W1 0 0 ####/####/####", "block W1", "a block needs at least one territory"),
        (W1, "W1 0 0 #.../..../....", "block W1", "a block needs at least one territory"),
        (W1, "W1 0 0 aabc #dbc #dee", "block W1", "a block has a name"),  # rows, not a comment
        (W1, "W1 0 0 # nothing", "block W1", "a block has a name"),
        ("street pine row 5|6", f"street pine row {'5' * 5_000}|6", "street pine", "not a street"),
        ("block M1 0 4", "block W1 0 4", "block W1 0 4", "block W1 is given twice"),
        (W1, "west 0 0 aabc/adbc/ddee", "block west", "up to four capital letters and digits"),
        (W1, "W1 0 0 aabc/adb/ddee", "block W1", "row 1 has 3 squares, the first has 4"),
        (W1, "W1 18 0 aabc/adbc/ddee", "block W1", "at most 20 rows and 26 columns"),
        ("block M1 0 4", "block M1 0 3", "block M1", "row 0, column 3 already belongs to another block"),
        (W1, "W1 0 0 aabc/aDbc/ddee", "block W1", "unknown sign: territories are small letters"),
        ("street pine row 5|6", "street pine row 5|7", "street pine", "not a street"),
        ("street wall row 8|9 columns 4-12", "street wall row 8|9 rows 4-12", "street wall", "not a street"),
        ("columns 4-12", "columns 12-4", "street wall", "a stretch goes from the lower number to the higher"),
        ("columns 4-12", "columns 4-13", "street wall", "the stretch leaves the board, which ends with 12"),
        ("street pine", "street fleet", "street fleet", "unknown street; streets with cards are broadway, wall"),
        ("district pink", "district mauve", "district mauve", "unknown district; districts are green"),
        ("district pink", "district red", "district red W4", "district red is given twice"),
        ("district pink W4 acd", "district pink W4", "district pink", "pairs of block and letters, then start"),
        ("E4 * start", "E9 * start", "district pink", "unknown block"),
        ("W4 acd", "W4 acz", "district pink", "block W4 has no territory z"),
        ("street pine row 5|6", "street pine row 2|3", "street pine", "there already is a street after row 2, column 0"),
        ("street wall row 8|9 columns 4-12", "street wall row 30|31", "street wall", "the street is outside the board"),
        ("street pine row 5|6", "street pine row 4|5", "block W2", "a street runs through a block after row 4, column 0"),
        ("street - row 8|9 columns 0-3", "street - row 8|9 columns 1-3", "block W3", "a street is missing between two blocks"),
        ("W4 acd", "W4 abcd", "district pink", "W4b already belongs to yellow"),
        ("W4 acd", "W4 ac", "block W4", "a territory is in no district"),
        (W1, "W1 0 0 aaac/adbc/ddee", "block W1", "a territory has 2 or 3 squares, not 4"),
        (W1, "W1 0 0 adbc/adbc/daee", "block W1", "a territory is one connected piece"),
        ("start W2c", "start M1e", "district green", "the start territory is one of green's of size 2"),
        ("start W2c", "start W1a", "district green", "the start territory is one of green's of size 2"),
        ("start W2c", "start Z9z", "district green", "the start territory is one of green's of size 2"),
        (M2, "M2 3 4 cddef/cbbef/aaagg", "block M2", "a territory touches no street and no park"),
    ],
)
def test_a_broken_board_is_refused_with_its_line(old, new, at, problem):
    text = edited(BOARD, (old, new))
    with pytest.raises(DataFileError, match=problem.replace("|", r"\|")) as refused:
        read_board(text, "my-board.txt")
    assert refused.value.where == f"my-board.txt, line {line_of(text, at)}"


def test_a_district_has_nine_territories_of_two_squares_and_four_of_three():
    text = edited(
        BOARD, ("district green W1 * W2 * M1 abc", "district green W1 * W2 * M1 ab"), ("blue M1 defg", "blue M1 cdefg")
    )
    with pytest.raises(DataFileError, match="green has 8 and 4") as refused:
        read_board(text, "b")
    assert refused.value.where == f"b, line {line_of(text, 'district green')}"


def test_there_are_at_most_sixteen_blocks():
    text = BOARD + "".join(f"block X{k} 12 {2 * k} aa\n" for k in range(5))
    with pytest.raises(DataFileError, match="a board has at most 16 blocks") as refused:
        read_board(text, "b")
    assert refused.value.where == f"b, line {line_of(text, 'block X4')}"


@pytest.mark.parametrize(
    ("edits", "problem"),
    [
        ([("block W4 9 0 aabb/cdef/cdef\n", ""), ("district yellow W3 * M3 * W4 bef", "district yellow W3 * M3 *"),
          ("pink W4 acd M4", "pink M4")], "row 9, column 0 is in no block"),
        ([("aab#/cdb#/cdd#", "aabe/cdbe/cdde"), ("dddec/###ee", "dddec/fffee")], "the board has no park"),
        ([("district pink W4 acd M4 * E4 * start E4a\n", "")], "district pink is missing"),
        ([("street cedar", "street -")], "street cedar is missing"),
        ([(W3, "W3 6 0 aab#/acb#/ccb#"), (M3, "M3 6 4 aabbc/defgc/defgg")], "there is no block of 9 squares"),
    ],
)  # fmt: skip
def test_what_is_missing_on_the_whole_board_is_named(edits, problem):
    with pytest.raises(DataFileError, match=problem) as refused:
        read_board(edited(BOARD, *edits), "my-board.txt")
    assert refused.value.where == "my-board.txt"


def test_a_board_needs_blocks():
    with pytest.raises(DataFileError, match="the file has no blocks"):
        read_board("# nothing\n\n", "b")


def test_the_board_keeps_the_numbers_of_the_rules():
    board = read_board(BOARD, "b")
    assert (board.n_rows, board.n_columns, len(board.blocks), len(board.parks)) == (12, 13, 12, 6)
    assert len(board.territories) == 65
    assert sum(len(lot.cells) for lot in board.territories) == 150
    assert [board.territories[start].name for start in board.starts] == ["W2c", "M1e", "E3b", "M3a", "E4a"]


@pytest.mark.parametrize(
    ("old", "new", "at", "problem"),
    [
        ("bronze I3 XXX 3", "bronze I3 XXX", "bronze I3", "a tile has a generation, a name, a shape and points"),
        ("bronze I3 XXX 3", "wooden I3 XXX 3", "wooden", "unknown generation"),
        ("bronze I3 XXX 3", "bronze I3 XYX 3", "bronze I3", "a shape is drawn with X"),
        ("bronze I3 XXX 3", "bronze I3 XXX three", "bronze I3", "points are a whole number"),
        ("bronze I3 XXX 3", "bronze I3 XXX \u00b2", "bronze I3", "points are a whole number"),
        ("woolworth XXX/XXX/XXX 13", "woolworth XXX/XXX/XXX 200", "legendary wool", "points are a whole number"),
        ("legendary singer", "legendary sin|ger", "legendary sin", "a name has up to 20 letters, digits and hyphens"),
        ("bronze I3 XXX 3", f"bronze {'I' * 21} XXX 3", "bronze III", "a name has up to 20 letters"),
        ("legendary singer", "legendary starter", "legendary starter", "is not that of the starter"),
        ("gold U5 XXX/X.X*", "gold U5 X.XX/X..X*", "gold U5", "a shape is one connected piece"),
        ("bronze I3 XXX 3\n", "silver I3 XXX 4\n", "bronze L3", "the generations are out of order"),
        ("gold U5 XXX/X.X*", "gold U5 XXX/X.*", "gold U5", "a shape has rows of equal length and 2 to 9 squares"),
        ("bronze I3 XXX 3", "bronze I3 X 3", "bronze I3", "a shape has rows of equal length and 2 to 9 squares"),
        ("woolworth XXX/XXX/XXX", "woolworth XXXXX/XXXXX", "legendary wool", "a shape has rows of equal length and 2 to 9"),
        ("gold U5 XXX/X.X*", "gold U5 XXX/X.X", "gold U5", "a star marks shapes that are not rectangles"),
        ("bronze O4 XX/XX", "bronze O4 XX/XX*", "bronze O4", "a star marks shapes that are not rectangles"),
        ("gold R6 XXX/XXX 8", "gold R6 XXXX/XXXX 8", "gold R6", "tiles have 2 to 6 squares and 2 to 8 points"),
        ("gold R6 XXX/XXX 8", "gold R6 XXX/XXX 9", "gold R6", "tiles have 2 to 6 squares and 2 to 8 points"),
        ("bronze I3 XXX 3", "bronze I3 XXX 1", "bronze I3", "tiles have 2 to 6 squares and 2 to 8 points"),
        ("singer XXX/XXX/.X.* 11", "singer XXX/XXX/.X.* 0", "legendary singer", "at least 1 point"),
        ("legendary singer", "legendary chrysler", "legendary chrysler", "unknown legendary skyscraper"),
        ("legendary metropolitan-life XXXX/XXXX 12", "legendary singer XXX/XXX/.X.* 11", "legendary singer", "given twice"),
        ("singer XXX/XXX/.X.* 11", "woolworth XXX/XXX/XXX 13", "legendary metro", "not in the order of height"),
        ("life XXXX/XXXX 12", "life XXXX/XXXX 11", "legendary metro", "metropolitan-life is worth 12 points"),
        ("woolworth XXX/XXX/XXX 13", "woolworth XXX/XXX/XXX 14", "legendary wool", "woolworth is worth 13 points"),
        ("woolworth XXX/XXX/XXX 13", "woolworth XXXX/XXXX 13", "legendary wool", "woolworth has 9 squares"),
        ("bronze I3 XXX 3\n", "", "bronze L4", "there are 6 bronze tiles, not 5"),
        ("legendary singer XXX/XXX/.X.* 11\n", "", "legendary wool", "there are 4 legendary tiles, not 3"),
        ("gold I4 XXXX 6\n", "silver I4 XXXX 6\n", "silver I4", "more than 6 silver tiles"),
        ("silver I3 XXX 4", "silver L3 XXX 4", "silver L3 X", "two tiles with the same name differ"),
    ],
)  # fmt: skip
def test_a_broken_tile_is_refused_with_its_line(old, new, at, problem):
    text = TILES.replace(old, new, 1)
    assert text != TILES
    with pytest.raises(DataFileError, match=problem) as refused:
        read_tiles(text, "my-tiles.txt")
    assert refused.value.where == f"my-tiles.txt, line {last_line_of(text, at)}"


def last_line_of(text: str, start: str) -> int:
    return max(number for number, line in enumerate(text.splitlines(), start=1) if line.startswith(start))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TILES.replace("bronze I2 XX 2", "bronze I2 XXX 2"), "one of the tiles must be a domino, like the starter"),
        ("".join(line for line in TILES.splitlines(True) if not line.startswith("bronze")), "there are 6 bronze tiles, not 0"),
    ],
)
def test_what_is_missing_among_all_tiles_is_named(text, problem):
    with pytest.raises(DataFileError, match=problem) as refused:
        read_tiles(text, "my-tiles.txt")
    assert refused.value.where == "my-tiles.txt"


def test_equal_tiles_may_be_drawn_in_two_ways():
    turned = TILES.replace("bronze I2 XX 2", "bronze I2 X/X 2", 1)
    assert read_tiles(turned, "t") == read_tiles(TILES, "t")


def test_there_are_at_most_sixteen_shapes():
    shapes = [
        "XX", "XXX", "X./XX*", "XX/XX", "XXXX", "X./X./XX*", "XXX/.X.*", "XX./.XX*", ".XX/XX.*", "XXXXX", "XXX/XX.*",
        "XXX/.XX*", "XXX/X.X*", "XXX/XXX", "XXXXXX", "X../XX./XXX*", "XXXX/X...*", "XXXX/...X*",
    ]  # fmt: skip
    kinds = ["bronze"] * 6 + ["silver"] * 6 + ["gold"] * 6
    lines = [f"{kind} N{k} {shape} 5" for k, (kind, shape) in enumerate(zip(kinds, shapes, strict=True))]
    legends = [line for line in TILES.splitlines() if line.startswith("legendary")]
    with pytest.raises(DataFileError, match="more than 16 different shapes") as refused:
        read_tiles("\n".join(lines + legends), "t")
    assert refused.value.where == "t, line 17"


def test_blocks_must_fit_into_the_words():
    blocks = tuple((f"B{k}", tuple((k, column) for column in range(40))) for k in range(4))
    board = replace(read_board(BOARD, "my-board.txt"), blocks=blocks, lines=(5, 6, 8, 9))
    with pytest.raises(DataFileError, match="do not fit into 3 words") as refused:
        layout._lay_out(board)
    assert refused.value.where == "my-board.txt, line 9"


@pytest.mark.parametrize(("name", "limit"), [("PLACEMENTS", 500), ("MAX_PLACES", 300)])
def test_there_is_a_limit_to_placements(monkeypatch, tmp_path, name, limit):
    path = tmp_path / "my-board.txt"
    path.write_text(BOARD)
    monkeypatch.setattr(layout, name, limit)
    problem = "500 placements of all shapes" if name == "PLACEMENTS" else "300 placements of bronze-L3"
    with pytest.raises(DataFileError, match=f"more than {problem}") as refused:
        mctsky.load("newyork1901", board=str(path))
    assert refused.value.where == f"{path}, line {line_of(BOARD, 'block M1')}"  # the first of the largest


def test_no_decision_has_more_moves_than_a_shape_has_placements():
    tables = mctsky.load("newyork1901").rules.tables
    n_placements = int((tables.footprint != 0).sum())
    most = max((tables.placement_shape[:n_placements] == shape).sum() for shape in range(16))
    assert most == 301
    # Beside it: pass, three action cards, ten kinds of cards, 22 tiles to build and to raze; or 65 territories.
    assert SPEC.bounds.max_legal == MAX_PLACES >= max(most, 1 + 3 + 10 + 22 + 22, 65)


@pytest.mark.parametrize("option", ["board", "tiles"])
def test_files_must_exist_and_be_text(tmp_path, option):
    path = tmp_path / "file.txt"
    with pytest.raises(OptionError, match=f"{option} file not found"):
        mctsky.load("newyork1901", **{option: str(path)})
    path.write_bytes(b"\xff\xfe" * 8)
    with pytest.raises(DataFileError, match="cannot be read"):
        mctsky.load("newyork1901", **{option: str(path)})
    path.write_text("# long\n" * 5_000)
    with pytest.raises(DataFileError, match="larger than"):
        mctsky.load("newyork1901", **{option: str(path)})
    path.write_text("nonsense\n")
    with pytest.raises(DataFileError, match="line 1") as refused:
        mctsky.load("newyork1901", **{option: str(path)})
    assert str(path) in str(refused.value)
