"""Reading the text of a position: first the words, then whether the rules can go on from there."""

from dataclasses import dataclass, field
from typing import Any, NoReturn

from mctsky.errors import PositionError, nearest
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.state import (
    BUILDINGS,
    CLAIM,
    DEAL,
    DISTRICTS,
    DRAW,
    FIRST,
    LOSE,
    OVER,
    PIECES,
    POLICIES,
    ROLES,
    ROUTES,
    ROVER,
)
from mctsky.games.skyscraper1937.words import STEPS, store_text

WHERE = "skyscraper1937 position"
MAX_DIGITS = 5
SECTIONS = ("roles", *DISTRICTS, "policies", "tax")
STORES = {store_text(look): look for look in range(1, 13)}


@dataclass
class SeatDraft:
    """What a text says of a seat."""

    cash: int = 0
    roles: list[str] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # residences and parts
    slots: list[list[int]] = field(default_factory=lambda: [[], []])  # public buildings, municipal and business
    looks: list[int] = field(default_factory=list)
    church: int = 0  # 1 + district
    policies: int = 0
    tax: int = 0  # 1 + card


class Draft:
    """One text as plain numbers; every complaint names the part that is wrong."""

    def __init__(self, game: Any, text: str) -> None:
        """Read all fields."""
        self.game, self.text = game, text
        self.cards = {card.name: number for number, card in enumerate(BOXES[game.box].cards)}
        self.phase = self.seat = self.total = self.card = self.winner = self.route = 0
        self.stake = ""
        self.seen: dict[int, int] = {}
        self.seats: list[SeatDraft] = []
        fields = self.split()
        self.read_step(fields["step"])
        self.throws = self.number(fields["throws"], "throws")
        self.pot = self.dollars(fields["pot"])
        for part in fields["seen"].split(",") if "seen" in fields else ():
            self.read_seen(part.strip())
        self.seats = [self.read_seat(fields[f"seat {seat}"], seat) for seat in range(game.n_seats)]

    def fail(self, problem: str, given: object = None, remedy: str = "") -> NoReturn:
        """Refuse the text."""
        remedy = remedy or "see docs/games/skyscraper1937.md for the form of a position"
        raise PositionError(problem, given=self.text if given is None else given, where=WHERE, remedy=remedy)

    def need(self, holds: object, problem: str, given: object = None, remedy: str = "") -> None:
        """Refuse the text unless something holds."""
        if not holds:
            self.fail(problem, given, remedy)

    def split(self) -> dict[str, str]:
        """Return the fields by name, each once."""
        seats = [f"seat {seat}" for seat in range(self.game.n_seats)]
        known = ["step", "throws", "pot", "seen", *seats]
        fields: dict[str, str] = {}
        for part in self.text.split("|"):
            said = " ".join(part.split())
            name = next((name for name in known if said == name or said.startswith(f"{name} ")), None)
            if name is None:
                self.fail("unknown field", said, f"fields are {', '.join(known)}")
            self.need(name not in fields, f"field {name} is given twice", said, "delete one of the two")
            fields[name] = said.removeprefix(name).strip()
            self.need(fields[name], f"field {name} is empty", said, "fill it in or leave it out")
        for name in known:
            self.need(name in fields or name == "seen", f"field {name} is missing", remedy=f"add | {name} ...")
        return fields

    def number(self, word: str, what: str) -> int:
        """Return a whole number."""
        plain = word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS and str(int(word)) == word
        self.need(plain, f"{what}: not a whole number of at most {MAX_DIGITS} digits", word, f"write a number, {what} 12")
        return int(word)

    def dollars(self, word: str) -> int:
        """Return an amount of money, written `$12`."""
        self.need(word.startswith("$"), "not an amount of money", word, "write dollars such as $12")
        return self.number(word[1:], "dollars")

    def one_of(self, word: str, choices: Any, what: str) -> int:
        """Return the place of a word among some."""
        names = list(choices)
        if word not in names:
            self.fail(f"unknown {what}", word, nearest(word, names))
        return names.index(word)

    def read_step(self, text: str) -> None:
        """Read what is decided next, with all that is pending."""
        words = text.split()
        self.phase = self.one_of(words[0], STEPS, "step")
        rest = words[1:]
        if self.phase in (DEAL, FIRST):
            self.need(not rest, "this step stands alone", text, f"write step {words[0]}")
        elif self.phase == OVER:
            self.read_end(text, rest)
        else:
            seats = [str(seat) for seat in range(self.game.n_seats)]
            self.need(rest, "the step names no seat", text, f"write step {words[0]} 0")
            self.seat = self.one_of(rest.pop(0), seats, "seat")
            if self.phase >= DRAW:
                self.need(rest, "the step names no total of the dice", text, f"write step {words[0]} 0 7")
                self.total = 2 + self.one_of(rest.pop(0), [str(total) for total in range(2, 13)], "total of the dice")
            card = " ".join(rest)
            if self.phase == CLAIM:
                card, sign, self.stake = (part.strip() for part in card.partition(":"))
                self.need(sign and self.stake, "claim names no loss", text, "write step claim 0 7 fire garage: garage")
            if self.phase >= LOSE:
                self.card = 1 + self.one_of(card, self.cards, "Luck card")
            else:
                self.need(not card, "the step says too much", text, f"delete {card}")

    def read_end(self, text: str, rest: list[str]) -> None:
        """Read who has won."""
        if rest == ["drawn"]:
            return
        self.need(len(rest) == 2, "over says who has won and how", text, "write over 1 skyscraper, or over drawn")
        self.winner = 1 + self.one_of(rest[0], [str(seat) for seat in range(self.game.n_seats)], "seat")
        self.route = 1 + self.one_of(rest[1], ROUTES[1:], "way to win")

    def read_seen(self, text: str) -> None:
        """Read a card seen in this pass, with its number if there are more."""
        name, sign, count = text.rpartition(" x")
        if not sign or not count.isdigit():
            name, count = text, "1"
        number = self.one_of(name, self.cards, "Luck card")
        self.need(number not in self.seen, "a card is given twice", text, f"write {name} x2")
        self.seen[number] = self.number(count, "copies")
        self.need(self.seen[number] > 0, "a card was not seen", text, "leave it out")

    def read_seat(self, text: str, number: int) -> SeatDraft:
        """Read what a seat has."""
        seat = SeatDraft()
        first, *sections = (part.strip() for part in text.split(";"))
        seat.cash = self.dollars(first)
        known: list[str] = []
        for section in sections:
            name, _, rest = section.partition(" ")
            self.one_of(name, SECTIONS, f"part of seat {number}")
            self.need(name not in known, f"{name} is given twice", section, "delete one of the two")
            known.append(name)
            items = [item.strip() for item in rest.split(",")]
            for item in items:
                self.need(item, f"{name} says nothing", section, "fill it in or leave it out")
                self.read_item(seat, name, item)
        seat.looks.sort(reverse=True)
        for slots in seat.slots:
            slots.sort(reverse=True)
        return seat

    def read_item(self, seat: SeatDraft, section: str, item: str) -> None:
        """Read one thing that a seat has."""
        if section == "roles":
            self.one_of(item, (*ROLES, ROVER), "role")
            seat.roles.append(item)
        elif section == "policies":
            bit = 1 << self.one_of(item, POLICIES, "policy")
            self.need(not seat.policies & bit, "a policy is given twice", item, "a player has one of each kind")
            seat.policies |= bit
        elif section == "tax":
            self.need(not seat.tax, "a seat keeps one tax card", item, "delete the others")
            seat.tax = 1 + self.one_of(item, self.cards, "tax card")
        elif item == "church":
            self.need(not seat.church, "a player has at most one Church", item, "delete one of the two")
            seat.church = 1 + DISTRICTS.index(section)
        elif section == "residential":
            name, _, count = item.rpartition(" ")
            piece = self.one_of(name, PIECES[:4], "piece of the residential district")
            self.need(not seat.counts[piece], f"{name} is given twice", item, "give each piece once with its number")
            seat.counts[piece] = self.number(count, name)
            self.need(seat.counts[piece], "a piece is not there", item, "leave it out")
        elif section == "business" and item in STORES:
            seat.looks.append(STORES[item])
        else:
            known = [*BUILDINGS, *(STORES if section == "business" else ())]
            self.one_of(item, known, f"building of the {section} district")
            seat.slots[DISTRICTS.index(section) - 1].append(PIECES.index(item))
