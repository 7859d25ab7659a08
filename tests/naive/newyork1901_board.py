"""The board and the tiles of New York 1901, transcribed from the rules file: squares, territories, streets, parks, shapes.

A square is (row, column), row 0 at the top and column 0 in the west. Whatever lies between two squares is worked out from their
coordinates. Numbers in comments are rulings.
"""

from functools import cache

Square = tuple[int, int]
Footprint = frozenset[Square]

N_ROWS, N_COLUMNS = 12, 13
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))

BLOCKS = {
    "W1": "aabc/adbc/ddee",
    "W2": "abbc/adec/adee",
    "W3": "aab#/cdb#/cdd#",
    "W4": "aabb/cdef/cdef",
    "M1": "abdde/abfge/ccfgg",
    "M2": "abcde/abcde/affgg",
    "M3": "eeedd/ffbcc/aabbc",
    "M4": "aabbc/dddec/###ee",
    "E1": "aaab/cdeb/cdee",
    "E2": "abbc/adcc/ddee",
    "E3": "aabb/cadd/ceee",
    "E4": "abbc/abdc/eedd",
}
WEST_END = {"W": 0, "M": 4, "E": 9}
DISTRICTS = {
    "green": "W1abcde W2abcde M1abc",
    "blue": "M1defg E1abcde M2abcf",
    "red": "M2deg E2abcde E3abcde",
    "yellow": "W3abcd M3abcdef W4bef",
    "pink": "W4acd M4abcde E4abcde",
}
START_TERRITORY = {"green": "W2c", "blue": "M1e", "red": "E3b", "yellow": "M3a", "pink": "E4a"}

STREETS = ("broadway", "wall", "nassau", "cedar", "pine")
UNNAMED = "unnamed"
BONUSES = ("bronze-baron", "master-architect", "generation-king", "gold-tycoon", "gold-prestige")


def read_blocks() -> dict[Square, str]:
    """Return what is printed on every square: the name of a territory such as W1a, or `park`."""
    printed = {}
    for block, text in BLOCKS.items():
        for row, letters in enumerate(text.split("/")):
            for column, letter in enumerate(letters):
                square = (3 * (int(block[1]) - 1) + row, WEST_END[block[0]] + column)
                assert square not in printed
                printed[square] = "park" if letter == "#" else block + letter
    return printed


def read_districts() -> dict[str, str]:
    """Return the district of every territory."""
    return {word[:2] + letter: colour for colour, words in DISTRICTS.items() for word in words.split() for letter in word[2:]}


PRINTED = read_blocks()
PARKS = frozenset(square for square, what in PRINTED.items() if what == "park")
DISTRICT = read_districts()
TERRITORIES = {
    name: frozenset(square for square, what in PRINTED.items() if what == name)
    for name in sorted(set(PRINTED.values()) - {"park"})
}


def kind(territory: str) -> str:
    """Return the card of a territory, such as green2."""
    return f"{DISTRICT[territory]}{len(TERRITORIES[territory])}"


def square_name(square: Square) -> str:
    row, column = square
    return f"{'abcdefghijklm'[column]}{N_ROWS - row}"


def footprint_name(footprint: Footprint) -> str:
    return "+".join(square_name(square) for square in sorted(footprint))


def street_on_side(square: Square, step: tuple[int, int]) -> str | None:
    """Return the street on one side of a square: its name, `unnamed`, or None where the block goes on."""
    row, column = square
    if step[0] == 0:
        west_of_line = min(column, column + step[1])
        return {-1: UNNAMED, 3: "broadway", 8: "nassau", 12: UNNAMED}.get(west_of_line)
    north_of_line = min(row, row + step[0])
    if north_of_line == 8:
        return "wall" if column >= 4 else UNNAMED
    return {-1: UNNAMED, 2: "cedar", 5: "pine", 11: UNNAMED}.get(north_of_line)


@cache
def neighbours(square: Square) -> frozenset[Square]:
    """Return the squares that share an edge with this one; across a street there are none."""
    row, column = square
    return frozenset((row + step[0], column + step[1]) for step in STEPS if street_on_side(square, step) is None)


@cache
def streets_touched(footprint: Footprint) -> frozenset[str]:
    """Return the streets, unnamed ones too, that lie along an edge of a building."""
    found = {street_on_side(square, step) for square in footprint for step in STEPS}
    return frozenset(street for street in found if street is not None)


@cache
def has_frontage(footprint: Footprint) -> bool:
    """Whether a building shares an edge with a street, named or not (17), or with a park; corners do not count (16)."""
    beside_park = any(neighbours(square) & PARKS for square in footprint)
    return bool(streets_touched(footprint)) or beside_park


def touch(one: Footprint, other: Footprint) -> bool:
    """Whether two buildings share an edge (16)."""
    return any(neighbours(square) & other for square in one)


# ---- tiles

SHAPES = {
    "starter": "XX",
    "bronze-I2": "XX",
    "bronze-I3": "XXX",
    "bronze-L3": "X./XX",
    "bronze-O4": "XX/XX",
    "bronze-L4": "X./X./XX",
    "silver-I3": "XXX",
    "silver-L3": "X./XX",
    "silver-O4": "XX/XX",
    "silver-T4": "XXX/.X.",
    "silver-P5": "XXX/XX.",
    "silver-R6": "XXX/XXX",
    "gold-I4": "XXXX",
    "gold-L4": "X./X./XX",
    "gold-U5": "XXX/X.X",
    "gold-P5": "XXX/XX.",
    "gold-R6": "XXX/XXX",
    "gold-W6": "X../XX./XXX",
    "park-row": "XXXX/X..X",
    "singer": "XXX/XXX/.X.",
    "metropolitan-life": "XXXX/XXXX",
    "woolworth": "XXX/XXX/XXX",
}
LEGENDARIES = ("park-row", "singer", "metropolitan-life", "woolworth")  # from the lowest to the tallest
OWN_TILES = tuple(sorted([tile for tile in SHAPES if tile not in LEGENDARIES and tile != "starter"] + ["bronze-I2"]))
GENERATIONS = ("starter", "bronze", "silver", "gold")
EXTRA_POINTS = {"starter": -2, "bronze": 0, "silver": 1, "gold": 2}


def generation(tile: str) -> str:
    """Return starter, bronze, silver or gold; a legendary is gold (23)."""
    return "gold" if tile in LEGENDARIES else tile.split("-")[0]


@cache
def rotations(tile: str) -> frozenset[Footprint]:
    """Return the shape in all quarter turns, pushed into the corner (0, 0); it is never mirrored (15)."""
    rows = SHAPES[tile].split("/")
    found = set()
    for _ in range(4):
        found.add(frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"))
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return frozenset(found)


def n_squares(tile: str) -> int:
    return SHAPES[tile].count("X")


def value(tile: str) -> int:
    """Return the points printed on a tile."""
    return n_squares(tile) + (4 if tile in LEGENDARIES else EXTRA_POINTS[generation(tile)])


def is_irregular(tile: str) -> bool:
    """Whether a shape is no rectangle."""
    return "." in SHAPES[tile]


def lies_on_one_side(footprint: Footprint) -> bool:
    """Whether all squares are land and no street runs between two squares that lie side by side (18)."""
    for row, column in footprint:
        if PRINTED.get((row, column), "park") == "park":
            return False
        for step in STEPS:
            beside = (row + step[0], column + step[1])
            if beside in footprint and street_on_side((row, column), step) is not None:
                return False
    return True


@cache
def footprints(tile: str) -> tuple[Footprint, ...]:
    """Return every place of the printed board where a tile fits, whoever owns the land."""
    found = set()
    for shape in rotations(tile):
        for down in range(N_ROWS):
            for right in range(N_COLUMNS):
                footprint = frozenset((row + down, column + right) for row, column in shape)
                if lies_on_one_side(footprint):
                    found.add(footprint)
    return tuple(sorted(found, key=sorted))
