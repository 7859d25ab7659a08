"""The tiles file: what can be built, and every way to turn it."""

import re
from dataclasses import dataclass

from mctsky.errors import DataFileError, nearest
from mctsky.games.newyork1901.board import connected

GENERATIONS = ("bronze", "silver", "gold", "legendary")
PER_GENERATION = {"bronze": 6, "silver": 6, "gold": 6, "legendary": 4}
N_TILES = 22  # 18 of each player, then the four legendary ones
FIRST_LEGEND = 18
STARTER = N_TILES  # the number of the starter among tiles
STARTER_NAME = "starter"
MAX_SHAPES = 16
LEGENDS = ("park-row", "singer", "metropolitan-life", "woolworth")  # from the lowest to the tallest
LEGEND_POINTS = {"metropolitan-life": 12, "woolworth": 13}  # what the rules state of them
LEGEND_SQUARES = {"woolworth": 9}

Shape = tuple[tuple[int, int], ...]  # cells, sorted, the least row and column are 0


@dataclass(frozen=True)
class Tile:
    """One skyscraper."""

    name: str
    generation: int  # 1 bronze, 2 silver, 3 gold and legendary
    shape: Shape  # one for all rotations
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
    """Return one shape that stands for all rotations of it."""
    return min(rotations(shape))


def read_tiles(text: str, where: str) -> tuple[Tile, ...]:
    """Return the tiles that a file lists, or name the line that breaks a rule."""
    tiles: list[Tile] = []
    last = dict.fromkeys(GENERATIONS, 0)  # the last line of each generation
    counts = dict.fromkeys(GENERATIONS, 0)
    for number, raw in enumerate(text.splitlines(), start=1):
        line = re.split(r"\s#", f" {raw}", maxsplit=1)[0].strip()
        if not line:
            continue
        place = f"{where}, line {number}"
        tile = _read_tile(line, place)
        generation = line.split()[0]
        if any(last[later] for later in GENERATIONS[GENERATIONS.index(generation) + 1 :]):
            raise DataFileError("the generations are out of order", given=line, where=place, remedy=", ".join(GENERATIONS))
        if generation == "legendary":
            _check_legend(tile, [other.name for other in tiles if other.name in LEGENDS], place)
        if counts[generation] == PER_GENERATION[generation]:
            problem = f"more than {PER_GENERATION[generation]} {generation} tiles"
            raise DataFileError(problem, given=line, where=place)
        if any(other.name == tile.name and other != tile for other in tiles):
            raise DataFileError("two tiles with the same name differ", given=line, where=place)
        tiles.append(tile)
        if len({other.shape for other in tiles}) > MAX_SHAPES:
            raise DataFileError(f"there are more than {MAX_SHAPES} different shapes", given=line, where=place)
        counts[generation] += 1
        last[generation] = number
    for generation, wanted in PER_GENERATION.items():
        if counts[generation] != wanted:
            place = f"{where}, line {last[generation]}" if last[generation] else where
            problem = f"there are {wanted} {generation} tiles, not {counts[generation]}"
            raise DataFileError(problem, given=generation, where=place)
    if all(len(tile.shape) > 2 for tile in tiles):
        raise DataFileError("one of the tiles must be a domino, like the starter", given=where, where=where)
    return tuple(tiles)


def _read_tile(line: str, place: str) -> Tile:
    """Return the tile of one line."""
    words = line.split()
    if len(words) != 4:
        example = "bronze L3 X./XX* 3"
        raise DataFileError("a tile has a generation, a name, a shape and points", given=line, where=place, remedy=example)
    generation, name, drawn, points = words
    if generation not in GENERATIONS:
        remedy = nearest(generation, GENERATIONS)
        raise DataFileError("unknown generation", given=generation, where=place, remedy=remedy)
    if not re.fullmatch(r"[A-Za-z0-9-]{1,20}", name) or name == STARTER_NAME:
        problem = "a name has up to 20 letters, digits and hyphens, and is not that of the starter"
        raise DataFileError(problem, given=name, where=place)
    if not re.fullmatch(r"[X./]+\*?", drawn):
        raise DataFileError("a shape is drawn with X, . and /, and * at its end if it is irregular", given=drawn, where=place)
    if not re.fullmatch(r"[0-9]{1,2}", points):
        raise DataFileError("points are a whole number", given=points, where=place, remedy="2 to 8, legendary ones more")
    rows = drawn.rstrip("*").split("/")
    cells = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "X"]
    if len({len(row) for row in rows}) > 1 or not 2 <= len(cells) <= 9:
        raise DataFileError("a shape has rows of equal length and 2 to 9 squares", given=drawn, where=place)
    shape = canonical(normal(cells))
    if not connected(shape):
        raise DataFileError("a shape is one connected piece", given=drawn, where=place)
    irregular = len(shape) != len({r for r, _ in shape}) * len({c for _, c in shape})
    if irregular != drawn.endswith("*"):
        raise DataFileError("a star marks shapes that are not rectangles, and only them", given=drawn, where=place)
    if generation != "legendary":
        if not (2 <= len(cells) <= 6 and 2 <= int(points) <= 8):
            raise DataFileError("tiles have 2 to 6 squares and 2 to 8 points", given=line, where=place)
        name = f"{generation}-{name}"
    elif int(points) < 1:
        raise DataFileError("a legendary skyscraper is worth at least 1 point", given=line, where=place)
    return Tile(name, min(3, 1 + GENERATIONS.index(generation)), shape, int(points), irregular)


def _check_legend(tile: Tile, lower: list[str], place: str) -> None:
    """Refuse a legendary skyscraper that differs from the rules; `lower` are those in the lines before it."""
    name, order = tile.name, f"from the lowest to the tallest: {', '.join(LEGENDS)}"
    if name not in LEGENDS:
        raise DataFileError("unknown legendary skyscraper", given=name, where=place, remedy=order)
    if name in lower:
        raise DataFileError("this legendary skyscraper is given twice", given=name, where=place)
    if any(LEGENDS.index(other) > LEGENDS.index(name) for other in lower):
        raise DataFileError("legendary skyscrapers are not in the order of height", given=name, where=place, remedy=order)
    if tile.points != LEGEND_POINTS.get(name, tile.points):
        raise DataFileError(f"{name} is worth {LEGEND_POINTS[name]} points", given=tile.points, where=place)
    if len(tile.shape) != LEGEND_SQUARES.get(name, len(tile.shape)):
        raise DataFileError(f"{name} has {LEGEND_SQUARES[name]} squares", given=len(tile.shape), where=place)
