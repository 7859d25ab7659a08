"""The public table of Santorini: New York as sets and dicts, and the few things that may be done to it.

A square is (file, rank): file a = 0 from the west, rank 1 = 0 at the south, so north is rank + 1. Numbers in comments are
rulings of the rules file.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

Square = tuple[int, int]
Direction = tuple[int, int]
Supply = tuple[int, int, int]  # blocks, roofs, skyscrapers

FULL_SUPPLY: Supply = (64, 10, 6)
NORTH, SOUTH, EAST, WEST = (0, 1), (0, -1), (1, 0), (-1, 0)
STRAIGHT = (NORTH, EAST, SOUTH, WEST)
AROUND = (*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1))

BUILDERS = ("ironworker", "crane_operator", "broadway_actors", "firefighter", "foreman")
SPECIALISTS = ("nypd_officer", "night_guard", "street_vendor", "fashion_designer", "reporter")
MOVERS = ("subway_operator", "taxi_driver", "tour_bus_driver")
BUILDER_CARDS = {1, 4, 7, 10, 13, 23}
SPECIALIST_CARDS = {2, 5, 8, 11, 14, 24}
MOVER_CARDS = {3, 6, 9, 12, 15, 25}
ENGINEER_CARDS = {16, 17, 18, 19, 20, 21, 22}


@dataclass(frozen=True)
class Rules:
    builder: str = "ironworker"
    specialist: str = "nypd_officer"
    mover: str = "subway_operator"
    gap_blocks_lines: bool = True
    unlimited_supply: bool = False
    guarded_move_wins: bool = True

    def role_of(self, card: int) -> str:
        if card in BUILDER_CARDS:
            return self.builder
        if card in SPECIALIST_CARDS:
            return self.specialist
        if card in MOVER_CARDS:
            return self.mover
        assert card in ENGINEER_CARDS
        return "engineer"


@dataclass(frozen=True)
class Table:
    """Everything that lies open: `heights` has a pair (square, 0 to 3) for every square, sorted; a roof lies on a 3."""

    squares: frozenset[Square]
    heights: tuple[tuple[Square, int], ...]
    roofs: frozenset[Square]
    skyscrapers: frozenset[Square]
    workers: tuple[frozenset[Square], ...]
    statue: int | None = None
    winner: int | None = None
    supply: Supply | None = FULL_SUPPLY
    # A dictionary for reading; it says nothing that `heights` does not say.
    height: dict[Square, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "height", dict(self.heights))


def make_table(
    squares: Collection[Square],
    workers: Sequence[Collection[Square]],
    heights: Mapping[Square, int] | None = None,
    roofs: Collection[Square] = (),
    skyscrapers: Collection[Square] = (),
    statue: int | None = None,
    winner: int | None = None,
    supply: Supply | None = FULL_SUPPLY,
) -> Table:
    """Return a table from loose collections; squares without a height are ground."""
    known = dict(heights or {})
    return Table(
        squares=frozenset(squares),
        heights=tuple(sorted((square, known.get(square, 0)) for square in squares)),
        roofs=frozenset(roofs),
        skyscrapers=frozenset(skyscrapers),
        workers=tuple(frozenset(of_seat) for of_seat in workers),
        statue=statue,
        winner=winner,
        supply=supply,
    )


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1:]) - 1


def read_map(text: str) -> tuple[frozenset[Square], dict[int, frozenset[Square]]]:
    """Return the squares of an ASCII map (north on top) and the two squares of every start number."""
    rows = [line.replace(" ", "") for line in text.splitlines() if line.strip()]
    squares: set[Square] = set()
    starts: dict[int, set[Square]] = {}
    for row, line in enumerate(rows):
        for file, sign in enumerate(line):
            square = (file, len(rows) - 1 - row)
            if sign != ".":
                squares.add(square)
            if sign.isdigit():
                starts.setdefault(int(sign), set()).add(square)
    return frozenset(squares), {number: frozenset(pair) for number, pair in sorted(starts.items())}


def step(square: Square, direction: Direction, n: int = 1) -> Square:
    return square[0] + n * direction[0], square[1] + n * direction[1]


def neighbours(table: Table, square: Square) -> list[Square]:
    """Return the squares of the board around one (2)."""
    around = [step(square, direction) for direction in AROUND]
    return sorted(other for other in around if other in table.squares)


def line(rules: Rules, table: Table, square: Square, direction: Direction) -> Iterator[tuple[int, Square]]:
    """Walk from a square, not counting it, and give distance and square of all squares on the board that are reached (4)."""
    for distance in range(1, 9):
        reached = step(square, direction, distance)
        if reached in table.squares:
            yield distance, reached
        elif rules.gap_blocks_lines:
            return


def owner(table: Table, square: Square) -> int | None:
    """Return whose worker stands on a square."""
    for seat, own in enumerate(table.workers):
        if square in own:
            return seat
    return None


def is_free(table: Table, square: Square) -> bool:
    """Tell if a square is on the board and unoccupied (31)."""
    if square not in table.squares or square in table.skyscrapers or square in table.roofs:
        return False
    return owner(table, square) is None


def neighbouring_opponents(table: Table, seat: int, square: Square) -> list[Square]:
    """Return where opponents' workers stand around a square."""
    return [other for other in neighbours(table, square) if owner(table, other) not in (None, seat)]


def carry(table: Table, start: Square, end: Square) -> Table:
    """Put the worker on `start`, whoever owns it, on `end`."""
    seat = owner(table, start)
    assert seat is not None
    assert is_free(table, end)
    return _with_workers(table, seat, table.workers[seat] - {start} | {end})


def remove_worker(table: Table, square: Square) -> Table:
    """Take a worker from the board; if only one seat has workers then, it wins, Statue or not (35)."""
    seat = owner(table, square)
    assert seat is not None
    after = _with_workers(table, seat, table.workers[seat] - {square})
    living = [other for other, own in enumerate(after.workers) if own]
    return replace_winner(after, living[0]) if len(living) == 1 else after


def replace_winner(table: Table, seat: int) -> Table:
    return replace(table, winner=seat)


def _with_workers(table: Table, seat: int, own: frozenset[Square]) -> Table:
    return replace(table, workers=(*table.workers[:seat], own, *table.workers[seat + 1 :]))


def has_piece(table: Table, kind: int) -> bool:
    """Tell if a block (0), a roof (1) or a skyscraper (2) is left (9, 10, 77, 86)."""
    return table.supply is None or table.supply[kind] > 0


def _supply_without(table: Table, kind: int) -> Supply | None:
    if table.supply is None:
        return None
    left = list(table.supply)
    left[kind] -= 1
    return left[0], left[1], left[2]


def pile_up(table: Table, square: Square) -> Table | None:
    """Put a block, or a roof on level 3, on a square, even under a worker; None if that piece ran out (10, 11)."""
    height = table.height[square]
    kind = 1 if height == 3 else 0
    if not has_piece(table, kind):
        return None
    supply = _supply_without(table, kind)
    if kind == 1:
        return replace(table, roofs=table.roofs | {square}, supply=supply)
    heights = tuple((other, height + 1) if other == square else (other, level) for other, level in table.heights)
    return replace(table, heights=heights, supply=supply)


def build(table: Table, square: Square) -> Table | None:
    """Build one piece on a square; None if the square is occupied or the piece ran out."""
    return pile_up(table, square) if is_free(table, square) else None


def is_ground(table: Table, square: Square) -> bool:
    """Tell if a skyscraper may stand here: level 0, no worker, no skyscraper (75)."""
    return is_free(table, square) and table.height[square] == 0


def put_skyscraper(table: Table, square: Square) -> Table:
    assert is_ground(table, square)
    assert has_piece(table, 2)
    return replace(table, skyscrapers=table.skyscrapers | {square}, supply=_supply_without(table, 2))
