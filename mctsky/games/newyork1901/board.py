"""The board file: blocks, territories, streets, parks and districts, with every constraint that the rules state."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import NoReturn

from mctsky.errors import DataFileError

STREETS = ("broadway", "wall", "nassau", "cedar", "pine")
DISTRICTS = ("green", "blue", "red", "yellow", "pink")
PARK, FILLER = "#", "."
MAX_BLOCKS = 16
MAX_ROWS, MAX_COLUMNS = 20, 26
SIZES = {2: 9, 3: 4}  # territories of each size in a district
N_TERRITORIES = len(DISTRICTS) * sum(SIZES.values())

Cell = tuple[int, int]  # row from the top, column from the west


@dataclass(frozen=True)
class Territory:
    """A lot that a card can claim."""

    name: str  # block and letter
    block: int
    district: int
    cells: tuple[Cell, ...]

    @property
    def kind(self) -> int:
        """The kind of card that claims it: colour and size."""
        return 2 * self.district + len(self.cells) - 2


@dataclass(frozen=True)
class Board:
    """The contents of a board file."""

    n_rows: int
    n_columns: int
    blocks: tuple[tuple[str, tuple[Cell, ...]], ...]  # names and squares, parks left out
    parks: frozenset[Cell]
    territories: tuple[Territory, ...]  # by block, then letter
    starts: tuple[int, ...]  # index of each district's start territory
    frontage: dict[Cell, frozenset[str]]  # per square: names of streets that it touches, `-` without a card, `#` a park
    fillers: frozenset[Cell]  # squares outside all blocks
    streets: dict[tuple[Cell, Cell], str]  # streets by the edge between two squares
    where: str  # the file, and the lines of its blocks, for errors
    lines: tuple[int, ...]

    def line_of(self, block: int) -> str:
        """Return the file and the line of a block."""
        return f"{self.where}, line {self.lines[block]}"


@dataclass
class _Reader:
    """Reads a file line by line; every error names the line."""

    where: str
    cells: dict[Cell, tuple[str, str]] = field(default_factory=dict)  # block and letter
    parks: dict[Cell, int] = field(default_factory=dict)
    fillers: set[Cell] = field(default_factory=set)
    lines_of: dict[str, int] = field(default_factory=dict)  # the line of a block, street or district
    blocks: list[str] = field(default_factory=list)
    walls: dict[tuple[Cell, Cell], str] = field(default_factory=dict)  # streets by the edge between two squares
    streets: list[tuple[int, str, str, int, int, int]] = field(default_factory=list)
    districts: dict[str, tuple[int, list[str], str]] = field(default_factory=dict)

    def fail(self, line: int, problem: str, given: object = None, remedy: str = "") -> NoReturn:
        place = f"{self.where}, line {line}" if line else self.where
        raise DataFileError(problem, given=given, where=place, remedy=remedy)

    def read(self, text: str) -> None:
        readers = {"block": self.read_block, "street": self.read_street, "district": self.read_district}
        for number, raw in enumerate(text.splitlines(), start=1):
            words = raw.split()
            if words[:1] != ["block"]:
                words = raw.split("#", 1)[0].split()
            elif words[5:6] == ["#"]:  # `#` also marks parks, so only a separate one after the rows begins a comment
                words = words[:5]
            if not words:
                continue
            if words[0] not in readers:
                self.fail(number, "a line begins with block, street or district", words[0])
            readers[words[0]](number, words[1:])

    def read_block(self, line: int, words: list[str]) -> None:
        if len(words) != 4 or not all(re.fullmatch(r"[0-9]{1,3}", word) for word in words[1:3]):
            self.fail(line, "a block has a name, a row, a column and its rows", " ".join(words), "block W1 0 0 aabc/adbc/ddee")
        name, top, left, rows = words[0], int(words[1]), int(words[2]), words[3].split("/")
        if name in self.blocks:
            self.fail(line, f"block {name} is given twice", name)
        if not re.fullmatch(r"[A-Z][A-Z0-9]{0,3}", name):
            self.fail(line, "a block is named by up to four capital letters and digits", name)
        if not re.search(r"[^/#.]", words[3]):
            self.fail(line, "a block needs at least one territory", words[3], "add parks and fillers to a block next to them")
        self.blocks.append(name)
        self.lines_of[name] = line
        for row, signs in enumerate(rows):
            if len(signs) != len(rows[0]):
                self.fail(line, f"row {row} has {len(signs)} squares, the first has {len(rows[0])}", signs)
            for column, sign in enumerate(signs):
                cell = (top + row, left + column)
                if cell[0] >= MAX_ROWS or cell[1] >= MAX_COLUMNS:
                    self.fail(line, f"a board has at most {MAX_ROWS} rows and {MAX_COLUMNS} columns", name)
                if sign == FILLER:
                    self.fillers.add(cell)  # another block may still lie there
                    continue
                if cell in self.cells or cell in self.parks:
                    self.fail(line, f"row {cell[0]}, column {cell[1]} already belongs to another block", name)
                if sign == PARK:
                    self.parks[cell] = line
                elif sign.isascii() and sign.islower():
                    self.cells[cell] = (name, sign)
                else:
                    self.fail(line, "unknown sign: territories are small letters, # is a park, . is an empty square", sign)

    def read_street(self, line: int, words: list[str]) -> None:
        text = " ".join(words)
        found = re.fullmatch(r"(\S+) (column|row) (\d{1,3})\|(\d{1,3})(?: (columns|rows) (\d{1,3})-(\d{1,3}))?", text)
        if not found or int(found[4]) != int(found[3]) + 1 or found[5] == f"{found[2]}s":
            self.fail(line, "not a street", text, "street wall row 8|9 columns 4-12")
        if found[1] != "-" and found[1] not in STREETS:
            self.fail(
                line, f"unknown street; streets with cards are {', '.join(STREETS)}", found[1], "- is a street without a card"
            )
        first, last = (int(found[6]), int(found[7])) if found[5] else (0, MAX_COLUMNS)
        if first > last:
            self.fail(line, "a stretch goes from the lower number to the higher", text, f"{found[5]} {last}-{first}")
        self.streets.append((line, found[1], found[2], int(found[3]), first, last))

    def read_district(self, line: int, words: list[str]) -> None:
        if not words or words[0] not in DISTRICTS:
            self.fail(line, f"unknown district; districts are {', '.join(DISTRICTS)}", words[0] if words else None)
        if words[0] in self.districts:
            self.fail(line, f"district {words[0]} is given twice", words[0])
        if len(words) < 5 or len(words) % 2 == 0 or words[-2] != "start":
            self.fail(line, "a district has pairs of block and letters, then start and a territory", " ".join(words))
        lots: list[str] = []
        for block, letters in zip(words[1:-2:2], words[2:-2:2], strict=True):
            if block not in self.blocks:
                self.fail(line, "unknown block", block)
            own = sorted({letter for name, letter in self.cells.values() if name == block})
            for letter in own if letters == "*" else letters:
                if letter not in own:
                    self.fail(line, f"block {block} has no territory {letter}", letters)
                lots.append(block + letter)
        self.districts[words[0]] = (line, lots, words[-1])

    def squares(self) -> list[Cell]:
        return [*self.cells, *self.parks, *self.fillers]

    def make(self) -> Board:
        self.fillers -= {*self.cells, *self.parks}
        self.check_shape()
        self.lay_streets()
        self.check_blocks()
        territories, starts = self.make_territories()
        n_rows, n_columns = (1 + max(cell[k] for cell in self.squares()) for k in (0, 1))
        frontage = {cell: self.front(cell, n_rows, n_columns) for cell in self.cells}
        for lot in territories:
            if not any(frontage[cell] for cell in lot.cells):
                self.fail(self.lines_of[lot.name[:-1]], "a territory touches no street and no park", lot.name)
        blocks = tuple((name, tuple(sorted(c for c, (b, _) in self.cells.items() if b == name))) for name in self.blocks)
        if not any(
            len(cells) == 9 and sorted(len(t.cells) for t in territories if t.block == b) == [2, 2, 2, 3]
            for b, (_, cells) in enumerate(blocks)
        ):
            self.fail(0, "there is no block of 9 squares with three lots of size 2 and one of size 3")
        parks, fillers = frozenset(self.parks), frozenset(self.fillers)
        lines = tuple(self.lines_of[name] for name in self.blocks)
        return Board(n_rows, n_columns, blocks, parks, territories, starts, frontage, fillers, self.walls, self.where, lines)

    def check_shape(self) -> None:
        if not self.cells:
            self.fail(0, "the file has no blocks")
        if len(self.blocks) > MAX_BLOCKS:
            self.fail(self.lines_of[self.blocks[MAX_BLOCKS]], f"a board has at most {MAX_BLOCKS} blocks", len(self.blocks))
        squares = set(self.squares())
        rows, columns = (1 + max(cell[k] for cell in squares) for k in (0, 1))
        for row in range(rows):
            for column in range(columns):
                if (row, column) not in squares:
                    self.fail(0, f"row {row}, column {column} is in no block", remedy="mark an empty square with .")
        if not self.parks:
            self.fail(0, "the board has no park", remedy="mark park squares with #")
        missing = [name for name in DISTRICTS if name not in self.districts]
        if missing:
            self.fail(0, f"district {missing[0]} is missing")
        for name in STREETS:
            if not any(street[1] == name for street in self.streets):
                self.fail(0, f"street {name} is missing")

    def lay_streets(self) -> None:
        squares = set(self.squares())
        for line, name, way, before, first, last in self.streets:
            laid = False
            end = max(row if way == "column" else column for row, column in squares)
            if end < last != MAX_COLUMNS:
                self.fail(line, f"the stretch leaves the board, which ends with {end}", f"{first}-{last}")
            for row, column in sorted(squares):
                here, along = (column, row) if way == "column" else (row, column)
                if here != before or not first <= along <= last:
                    continue
                other = (row, column + 1) if way == "column" else (row + 1, column)
                if other not in squares:
                    continue
                if ((row, column), other) in self.walls:
                    self.fail(line, f"there already is a street after row {row}, column {column}", name)
                self.walls[(row, column), other] = name
                laid |= not {(row, column), other} <= self.fillers
            if not laid:
                self.fail(line, "the street is outside the board", name)

    def check_blocks(self) -> None:
        """R18: blocks end at streets and parks, and nowhere else."""
        for (row, column), (block, _) in self.cells.items():
            for other in ((row, column + 1), (row + 1, column)):
                if other not in self.cells:
                    continue
                street = ((row, column), other) in self.walls
                if (self.cells[other][0] == block) == street:
                    problem = "runs through a block" if street else "is missing between two blocks"
                    self.fail(self.lines_of[block], f"a street {problem} after row {row}, column {column}", block)

    def make_territories(self) -> tuple[tuple[Territory, ...], tuple[int, ...]]:
        found: list[Territory] = []
        owner: dict[str, str] = {}
        for name, (line, lots, _) in self.districts.items():
            for lot in lots:
                if lot in owner:
                    self.fail(line, f"{lot} already belongs to {owner[lot]}", lot)
                owner[lot] = name
        for index, block in enumerate(self.blocks):
            letters = sorted({letter for name, letter in self.cells.values() if name == block})
            for letter in letters:
                cells = tuple(sorted(cell for cell, place in self.cells.items() if place == (block, letter)))
                line = self.lines_of[block]
                if block + letter not in owner:
                    self.fail(line, "a territory is in no district", block + letter)
                if len(cells) not in SIZES:
                    self.fail(line, f"a territory has 2 or 3 squares, not {len(cells)}", block + letter)
                if not connected(cells):
                    self.fail(line, "a territory is one connected piece", block + letter)
                found.append(Territory(block + letter, index, DISTRICTS.index(owner[block + letter]), cells))
        names = [lot.name for lot in found]
        starts = []
        for district, name in enumerate(DISTRICTS):
            line, _, start = self.districts[name]
            sizes = Counter(len(lot.cells) for lot in found if lot.district == district)
            if sizes != SIZES:
                wanted = "9 territories of size 2 and 4 of size 3"
                self.fail(line, f"a district has {wanted}; {name} has {sizes[2]} and {sizes[3]}", name)
            if start not in names or owner[start] != name or len(found[names.index(start)].cells) != 2:
                self.fail(line, f"the start territory is one of {name}'s of size 2", start)
            starts.append(names.index(start))
        return tuple(found), tuple(starts)

    def front(self, cell: Cell, n_rows: int, n_columns: int) -> frozenset[str]:
        """R16, R17: what a square touches by one of its edges."""
        touched = set()
        for other in neighbours(cell):
            if not (0 <= other[0] < n_rows and 0 <= other[1] < n_columns):
                touched.add("-")  # the perimeter is a street without a card
                continue
            street = self.walls.get((min(cell, other), max(cell, other)))
            if street is not None:
                touched.add(street)
            elif other in self.parks:
                touched.add(PARK)
        return frozenset(touched)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """R16: return the squares that share an edge with a square, on the board or not."""
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


def connected(cells: tuple[Cell, ...]) -> bool:
    """Say whether squares are connected by their edges."""
    reached, todo = {cells[0]}, [cells[0]]
    while todo:
        for other in neighbours(todo.pop()):
            if other in cells and other not in reached:
                reached.add(other)
                todo.append(other)
    return len(reached) == len(cells)


def read_board(text: str, where: str) -> Board:
    """Return the board that a file describes, or name the line that breaks a rule."""
    reader = _Reader(where)
    reader.read(text)
    return reader.make()
