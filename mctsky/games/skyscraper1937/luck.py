"""Read the file of Luck cards: each becomes a row of small numbers that the rules interpret; no card has its own code."""

from dataclasses import dataclass
from typing import Any

from mctsky.core.data_files import Lines
from mctsky.games.skyscraper1937.moves import MAX_CARDS
from mctsky.games.skyscraper1937.prices import MAX_DOLLARS
from mctsky.games.skyscraper1937.state import BUILDINGS, FLOOR, PARTS, PENT_HOUSE, PIECES, STORE

# Kinds. Those before FIRE only move money; from FIRE to OTHER they destroy things.
KINDS = ("tax", "bill", "salary", "pay", "residences", "fire", "tornado", "other", "take", "gain")
TAX, BILL, SALARY, PAY, RESIDENCES, FIRE, TORNADO, OTHER, TAKE_CARD, GAIN_CARD = range(10)

# What a card destroys. The first two take all that their pieces say, without a choice.
SOME, COMPLETE, A_BUILDING, TALLEST, A_FLOOR, TWO_FLOORS, BARE_STORE, A_PENT_HOUSE = range(1, 9)

Thing = tuple[int, int]  # one of these, and pieces as bits
NOTHING_TO_LOSE: Thing = (0, 0)


def bits_of(*names: str) -> int:
    """Return pieces as bits."""
    return sum(1 << PIECES.index(name) for name in names)


FIXED = ("residence", *PARTS, "church")
THINGS: dict[str, Thing] = {
    "complete residence": (COMPLETE, bits_of("residence", *PARTS)),
    "public building": (A_BUILDING, bits_of(*BUILDINGS)),
    **{name: (A_BUILDING, bits_of(name)) for name in BUILDINGS},
    "floor of the tallest": (TALLEST, 1 << FLOOR),
    "floor": (A_FLOOR, 1 << FLOOR),
    "two floors": (TWO_FLOORS, 1 << FLOOR),
    "store without floors": (BARE_STORE, 1 << STORE),
    "pent house": (A_PENT_HOUSE, 1 << PENT_HOUSE),
}
TAKEN = {
    "part": bits_of(*PARTS),
    "public building": bits_of(*BUILDINGS),
    **{name: bits_of(name) for name in ("residence", *PARTS, "floor", *BUILDINGS, "church")},
}
GAINED = TAKEN | {name: bits_of(name) for name in ("store", "pent house")}
OWNED = (*BUILDINGS, "church")

COLUMNS = ("copies", "name", "kind", "dollars", "condition", "effect")
NAME_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789$-' ")
MAX_NAME = 40
NO_CARDS = "no cards"


@dataclass(frozen=True)
class Card:
    """A Luck card; `things` are its two alternatives, the second only if there is nothing of the first."""

    copies: int
    name: str
    kind: int
    amount: int = 0
    piece: int = 0  # the public building or Church of a salary or pay card
    pieces: int = 0  # that can be taken or gained, as bits
    things: tuple[Thing, Thing] = (NOTHING_TO_LOSE, NOTHING_TO_LOSE)
    fixed: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # of alternatives without a choice the pieces, as written


class _Reader:
    """Reads cards line by line."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def need(self, text: str, expected: str, column: str) -> None:
        if text != expected:
            self.lines.fail(f"the {column} of such a card is `{expected}`", text, f"write {expected} in column {column}")

    def after(self, text: str, start: str, column: str) -> str:
        """Return the rest of a text after the words that it must begin with."""
        if not text.startswith(f"{start} "):
            self.lines.fail(f"the {column} of such a card begins with `{start}`", text, f"write {start} ...")
        return text.removeprefix(start).strip()

    def card(self, line: str) -> Card:
        parts = [" ".join(part.split()) for part in line.split("|")]
        if len(parts) != len(COLUMNS):
            problem = f"a card has {len(COLUMNS)} columns separated by |, not {len(parts)}"
            self.lines.fail(problem, line, f"write: {' | '.join(COLUMNS)}")
        copies = self.lines.number_of(parts[0], 1, MAX_CARDS, "copies")
        name = parts[1]
        if not name or len(name) > MAX_NAME or not set(name) <= NAME_SIGNS:
            problem = f"a name has 1 to {MAX_NAME} small letters, digits, spaces and $ - '"
            self.lines.fail(problem, name, "change the name")
        kind = self.lines.one_of(parts[2], KINDS, "kind of card")
        more = self.effect(kind, parts[4], parts[5])
        if kind < FIRE:
            more["amount"] = self.lines.number_of(parts[3], 0, MAX_DOLLARS, "dollars")
        else:
            self.need(parts[3], "-", "dollars")
        return Card(copies, name, kind, **more)

    def effect(self, kind: int, condition: str, effect: str) -> dict[str, Any]:
        """Check the condition and the effect of a kind of card, and return what they say."""
        conditions = {TAX: "once", RESIDENCES: "per complete residence"}
        effects = {TAX: "pay tax collector", BILL: "pay public utilities", SALARY: "from pot", RESIDENCES: "from pot"}
        if kind in effects:
            self.need(effect, effects[kind], "effect")
        if kind == SALARY:
            return {"piece": self.building(self.after(condition, "double with", "condition"))}
        self.need(condition, conditions.get(kind, "-"), "condition")
        if kind == PAY:
            return {"piece": self.building(self.after(effect, "pay owners of", "effect"))}
        if FIRE <= kind <= OTHER:
            return self.losses(self.after(effect, "lose", "effect"))
        if kind >= TAKE_CARD:
            known = TAKEN if kind == TAKE_CARD else GAINED
            names = self.after(effect, KINDS[kind], "effect").split(" or ")
            pieces = 0
            for name in names:
                self.lines.one_of(name, tuple(known), "piece")
                if pieces & known[name]:
                    self.lines.fail("a piece is named twice", name, "name each piece once")
                pieces |= known[name]
            return {"pieces": pieces}
        return {}

    def building(self, name: str) -> int:
        self.lines.one_of(name, OWNED, "public building")
        return PIECES.index(name)

    def losses(self, text: str) -> dict[str, Any]:
        alternatives = text.split(" or else ")
        if len(alternatives) > 2:
            self.lines.fail("a card has at most two alternatives", text, "write: lose A or else B")
        found = [self.thing(words) for words in alternatives]
        found += [(NOTHING_TO_LOSE, ())] * (2 - len(found))
        return {"things": tuple(thing for thing, _ in found), "fixed": tuple(names for _, names in found)}

    def thing(self, text: str) -> tuple[Thing, tuple[str, ...]]:
        """Return what one alternative destroys, and its pieces in the order written if there is no choice."""
        if text in THINGS:
            thing = THINGS[text]
            return thing, ("complete residence",) if thing[0] == COMPLETE else ()
        names = text.split(" and ")
        for name in names:
            if len(names) > 1 and name in THINGS:
                remedy = f"only these can be joined: {', '.join(FIXED)}"
                self.lines.fail("this cannot be lost together with other things", name, remedy)
            self.lines.one_of(name, (*FIXED, *THINGS), "thing to lose")
        if len(set(names)) < len(names):
            self.lines.fail("a thing is named twice", text, "name each thing once")
        return (SOME, bits_of(*names)), tuple(names)


def read_luck(text: str, where: str) -> tuple[Card, ...]:
    """Return the cards of a file, or name the line that breaks a rule of its format."""
    lines = Lines(text, where)
    reader = _Reader(lines)
    cards: list[Card] = []
    none = False
    for line in lines:
        if none or (line == NO_CARDS and cards):
            lines.fail(f"`{NO_CARDS}` must be the only line", line, "delete it, or all cards")
        if line == NO_CARDS:
            none = True
            continue
        card = reader.card(line)
        if any(card.name == other.name for other in cards):
            lines.fail("two lines have the same name", card.name, "write equal cards in one line, with their number of copies")
        cards.append(card)
        n = sum(card.copies for card in cards)
        if n > MAX_CARDS:
            lines.fail(f"the pack has {n} cards, more than {MAX_CARDS}", card.name, "write fewer cards")
    if not cards and not none:
        lines.fail("the file has no cards", remedy=f"write cards, or `{NO_CARDS}` to play without")
    return tuple(cards)
