"""The tiles file: what can be built, and every way to turn it."""

import re
from dataclasses import dataclass

from mctsky.errors import DataFileError
from mctsky.games.newyork1901.board import connected

GENERATIONS = ("bronze", "silver", "gold", "legendary")
PER_GENERATION = {"bronze": 6, "silver": 6, "gold": 6, "legendary": 4}
N_TILES = 22  # 18 of each player, then the four legendary ones
FIRST_LEGEND = 18
STARTER = N_TILES  # the number of the starter among tiles
STARTER_NAME = "starter"
MOST_SHAPES = 16

Shape = tuple[tuple[int, int], ...]  # cells, sorted, the least row and column are 0


@dataclass(frozen=True)
class Tile:
    """One skyscraper."""

    name: str
    generation: int  # 1 bronze, 2 silver, 3 gold and legendary
    shape: Shape
    points: int
    irregular: bool


def normal(cells: list[tuple[int, int]]) -> Shape:
    """Return cells moved to the corner and sorted."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def rotations(shape: Shape) -> list[Shape]:
    """R15: return a shape turned by quarters, without repetitions; never mirrored."""
    found: list[Shape] = []
    cells = list(shape)
    for _ in range(4):
        turned = normal(cells)
        if turned not in found:
            found.append(turned)
        cells = [(column, -row) for row, column in cells]
    return found


def canonical(shape: Shape) -> Shape:
    """Return the same shape for all rotations of one."""
    return min(rotations(shape))


def read_tiles(text: str, where: str) -> tuple[Tile, ...]:
    """Return the tiles that a file lists, or name the line that breaks a rule."""
    tiles: list[Tile] = []
    counts = dict.fromkeys(GENERATIONS, 0)
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"{where}, line {number}"
        words = line.split()
        if not words or line.startswith("#"):
            continue
        example = "bronze L3 X./XX* 3"
        if len(words) != 4 or words[0] not in GENERATIONS or not re.fullmatch(r"\S+ [X./]+\*? [0-9]{1,2}", " ".join(words[1:])):
            raise DataFileError("a tile has a generation, a name, a shape and points", given=line, where=place, remedy=example)
        generation, name, drawn, points = words[0], words[1], words[2], int(words[3])
        if GENERATIONS.index(generation) < max((GENERATIONS.index(g) for g, n in counts.items() if n), default=0):
            raise DataFileError("generations stand in order", given=line, where=place, remedy=", ".join(GENERATIONS))
        if not re.fullmatch(r"[A-Za-z0-9-]+", name) or name == STARTER_NAME:
            raise DataFileError(
                "a name has letters, digits and hyphens, and is not that of the starter", given=name, where=place
            )
        rows = drawn.rstrip("*").split("/")
        cells = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "X"]
        if len({len(row) for row in rows}) > 1 or not 2 <= len(cells) <= 9:
            raise DataFileError("a shape has rows of one length and 2 to 9 squares", given=drawn, where=place)
        shape = normal(cells)
        if not connected(shape):
            raise DataFileError("a shape is one connected piece", given=drawn, where=place)
        irregular = len(shape) != len({r for r, _ in shape}) * len({c for _, c in shape})
        if irregular != drawn.endswith("*"):
            raise DataFileError("a star marks shapes that are no rectangles, and only them", given=drawn, where=place)
        if generation != "legendary":
            if not (2 <= len(cells) <= 6 and 2 <= points <= 8):
                raise DataFileError("tiles have 2 to 6 squares and 2 to 8 points", given=line, where=place)
            name = f"{generation}-{name}"
        counts[generation] += 1
        tiles.append(Tile(name, min(3, 1 + GENERATIONS.index(generation)), shape, points, irregular))
    for generation, wanted in PER_GENERATION.items():
        if counts[generation] != wanted:
            raise DataFileError(f"there are {wanted} {generation} tiles, not {counts[generation]}", given=where, where=where)
    for one in tiles:
        for other in tiles:
            if one.name == other.name and one != other:
                raise DataFileError("two tiles of one name differ", given=one.name, where=where)
    if all(len(tile.shape) > 2 for tile in tiles):
        raise DataFileError("the starter is a domino, and so must be one of the tiles", given=where, where=where)
    if len({canonical(tile.shape) for tile in tiles}) > MOST_SHAPES:
        raise DataFileError(f"there are more than {MOST_SHAPES} different shapes", given=where, where=where)
    return tuple(tiles)
