"""Short ways to write hand-made tables of Santorini: New York, for the tests of the oracle."""

from typing import Any

from naive.santorini_ny import FULL_SUPPLY, Rules, Supply, Table, Turns, make_table, square_of, whole_turns

BUILDER, SPECIALIST, MOVER, ENGINEER = 1, 2, 3, 16  # one card of each kind

ROW = "a1 b1 c1 d1 e1 f1 g1 h1"
GRID = " ".join(file + rank for rank in "12345" for file in "abcde")

MANHATTAN = """
    . . o o .
    . o 1 o o
    o 3 o o 2
    5 o o 4 o
    o 4 o o 5
    2 o o 3 o
    o o 1 o .
    . o o . .
"""
HOLES = """
    o 1 o o o 2
    o . o . o 3
    5 o 4 o o o
    o . . o . o
    o 4 o o o 5
    3 2 o . 1 o
"""


def spot(
    workers: list[str],
    heights: str = "",
    roofs: str = "",
    skyscrapers: str = "",
    statue: int | None = None,
    supply: Supply | None = FULL_SUPPLY,
    squares: str = GRID,
) -> Table:
    """Return a table: squares as `a1 b2`, heights as `a1=2 b2=3`, one string of squares per seat; roofs stand on level 3."""
    levels = {square_of(pair[:2]): int(pair[3:]) for pair in heights.split()}
    levels |= {square_of(text): 3 for text in roofs.split()}
    return make_table(
        squares=[square_of(text) for text in squares.split()],
        workers=[[square_of(text) for text in own.split()] for own in workers],
        heights=levels,
        roofs=[square_of(text) for text in roofs.split()],
        skyscrapers=[square_of(text) for text in skyscrapers.split()],
        statue=statue,
        supply=supply,
    )


def turns_of(role: str, table: Table, seat: int = 0, **flags: Any) -> Turns:
    """Return the whole turns of a seat that played a card of a role."""
    words = {
        "ironworker": ("builder", BUILDER),
        "crane_operator": ("builder", BUILDER),
        "broadway_actors": ("builder", BUILDER),
        "firefighter": ("builder", BUILDER),
        "foreman": ("builder", BUILDER),
        "nypd_officer": ("specialist", SPECIALIST),
        "night_guard": ("specialist", SPECIALIST),
        "street_vendor": ("specialist", SPECIALIST),
        "fashion_designer": ("specialist", SPECIALIST),
        "reporter": ("specialist", SPECIALIST),
        "subway_operator": ("mover", MOVER),
        "taxi_driver": ("mover", MOVER),
        "tour_bus_driver": ("mover", MOVER),
    }
    if role == "engineer":
        return whole_turns(Rules(**flags), table, seat, ENGINEER)
    kind, card = words[role]
    flags[kind] = role
    return whole_turns(Rules(**flags), table, seat, card)


def texts(turns: Turns) -> set[str]:
    """Return the turns as texts with spaces."""
    return {" ".join(turn) for turn in turns}


def after(turns: Turns, text: str) -> Table:
    """Return the table after the turn with this text."""
    return turns[tuple(text.split())]


def first_moves(turns: Turns, index: int = 0) -> set[str]:
    """Return the small moves that stand at a place of the turns."""
    return {turn[index] for turn in turns if len(turn) > index}


def where(table: Table, seat: int) -> set[str]:
    """Return the names of the squares of a seat's workers."""
    return {"abcdefgh"[file] + str(rank + 1) for file, rank in table.workers[seat]}


def level(table: Table, text: str) -> int:
    return table.height[square_of(text)]


def has_roof(table: Table, text: str) -> bool:
    return square_of(text) in table.roofs
