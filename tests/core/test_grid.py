"""core/grid.py: neighbours, rays, names and maps."""

import numpy as np
import pytest

from mctsky.core.grid import (
    EAST,
    NORTH,
    NORTH_EAST,
    ORTHOGONAL,
    SOUTH,
    SOUTH_WEST,
    STEPS,
    WEST,
    first_on_ray,
    is_connected,
    line_from,
    mask_of,
    neighbour_squares,
    neighbours,
    parse_square,
    rays,
    read_map,
    square_name,
    squares_of,
)
from mctsky.errors import DataFileError

ALL = np.uint64(2**64 - 1)


def named(board):
    return {square_name(square) for square in squares_of(board)}


def mask(*names):
    return mask_of(parse_square(name) for name in names)


def test_names_of_all_squares():
    names = [square_name(square) for square in range(64)]
    assert (names[0], names[7], names[8], names[63]) == ("a1", "h1", "a2", "h8")
    assert [parse_square(name) for name in names] == list(range(64))
    for text in ("", "a", "a0", "a9", "i1", "1a", "a10", "A1", "a١"):
        assert parse_square(text) is None


def test_masks_and_squares():
    assert squares_of(mask_of([])) == []
    assert squares_of(mask_of([63, 0, 9])) == [0, 9, 63]
    assert squares_of(ALL) == list(range(64))
    assert mask_of(range(64)) == ALL


def test_neighbours_of_every_square():
    for square in range(64):
        rank, file = divmod(square, 8)
        near = {other for other in range(64) if max(abs(other // 8 - rank), abs(other % 8 - file)) == 1}
        assert set(squares_of(neighbours(mask_of([square])))) == near
        assert sorted(neighbour_squares(square)) == sorted(near)


def test_neighbours_of_several_squares():
    assert named(neighbours(mask("a1", "h1"))) == {"a2", "b2", "b1", "g1", "g2", "h2"}
    assert named(neighbours(mask("c3", "d3"))) >= {"c3", "d3"}, "each is next to the other"
    assert neighbours(mask_of([])) == 0
    assert neighbours(ALL) == ALL


def test_directions():
    assert [STEPS[direction] for direction in (NORTH, EAST, SOUTH, WEST)] == [(1, 0), (0, 1), (-1, 0), (0, -1)]
    assert ORTHOGONAL == (NORTH, EAST, SOUTH, WEST)
    for direction, (ranks, files) in enumerate(STEPS):
        assert (8 * ranks + files > 0) == (direction < SOUTH), "the first half leads to higher squares"


def test_lines_to_the_edge():
    assert [square_name(square) for square in line_from(parse_square("c3"), NORTH_EAST)] == ["d4", "e5", "f6", "g7", "h8"]
    assert [square_name(square) for square in line_from(parse_square("c3"), WEST)] == ["b3", "a3"]
    assert line_from(parse_square("h8"), NORTH) == []


@pytest.mark.parametrize("gaps_block", [True, False])
def test_rays_of_a_full_board(gaps_block):
    table = rays(ALL, gaps_block)
    for direction in range(8):
        for square in range(64):
            assert squares_of(table[direction, square]) == sorted(line_from(square, direction))


def test_rays_over_a_gap():
    board = mask("a1", "b1", "d1", "e1", "a2", "a4")
    blocked, free = rays(board, True), rays(board, False)
    assert named(blocked[EAST, 0]) == {"b1"}
    assert named(free[EAST, 0]) == {"b1", "d1", "e1"}
    assert named(blocked[NORTH, 0]) == {"a2"}
    assert named(free[NORTH, 0]) == {"a2", "a4"}
    assert named(blocked[WEST, parse_square("e1")]) == {"d1"}
    assert named(free[WEST, parse_square("e1")]) == {"a1", "b1", "d1"}
    assert not blocked[:, parse_square("c1")].any(), "no rays from a square that is not on the board"


def test_first_on_a_ray():
    table = rays(ALL, True)
    c3 = parse_square("c3")
    for direction in range(8):
        assert first_on_ray(table[direction, c3], direction) == line_from(c3, direction)[0]
    walls = mask("c6", "c8", "b2", "a1")
    assert square_name(first_on_ray(table[NORTH, c3] & walls, NORTH)) == "c6"
    assert square_name(first_on_ray(table[SOUTH_WEST, c3] & walls, SOUTH_WEST)) == "b2"
    assert first_on_ray(np.uint64(0), NORTH) == 64
    assert first_on_ray(np.uint64(0), SOUTH) == -1


def test_connected_boards():
    assert is_connected(range(64))
    assert is_connected(squares_of(mask("a1", "b2", "c3"))), "diagonals count"
    assert not is_connected(squares_of(mask("a1", "c1")))
    assert not is_connected(squares_of(mask("h1", "a2"))), "rows do not wrap"


def test_a_map():
    board = read_map("# a board\n . o 2\n\n1 o .\n1 2 o\n", "test.txt")
    assert named(board.squares) == {"b3", "c3", "a2", "b2", "a1", "b1", "c1"}
    assert [named(start) for start in board.starts] == [{"a1", "a2"}, {"c3", "b1"}]
    assert (board.n_ranks, board.n_files) == (3, 3)
    assert read_map("ooo", "test.txt").starts == ()


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        ("", "test.txt", "no rows"),
        ("# nothing\n\n", "test.txt", "no rows"),
        ("ooooooooo", "test.txt", "larger than 8 x 8"),
        ("o\n" * 9, "test.txt", "larger than 8 x 8"),
        ("ooo\n# note\noo\n", "test.txt, line 3", "2 signs"),
        ("oo\nox\n", "test.txt, line 2", "only '.', 'o' and start numbers"),
        ("oo\no0\n", "test.txt, line 2", "only '.', 'o' and start numbers"),
        ("oo\no²\n", "test.txt, line 2", "only '.', 'o' and start numbers"),
        ("..\n..\n", "test.txt", "no squares"),
        ("o.o", "test.txt", "cannot be reached"),
        ("1o3", "test.txt", "start number 2 is missing"),
    ],
)
def test_bad_maps(text, where, problem):
    with pytest.raises(DataFileError, match=problem) as refused:
        read_map(text, "test.txt")
    assert refused.value.where == where
