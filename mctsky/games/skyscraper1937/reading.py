"""Read the text of a position: turn its words into numbers. checks.py says whether the rules can go on from there."""

from dataclasses import dataclass, field
from typing import Any

from mctsky.core.fields import FieldReader
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

SECTIONS = ("roles", *DISTRICTS, "policies", "tax")
STORES = {store_text(look): look for look in range(1, 13)}


@dataclass
class SeatDraft:
    """A seat as the text describes it."""

    cash: int = 0
    roles: list[str] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # residences and parts
    slots: list[list[int]] = field(default_factory=lambda: [[], []])  # public buildings, municipal and business
    looks: list[int] = field(default_factory=list)
    church: int = 0  # 1 + district
    policies: int = 0
    tax: int = 0  # 1 + card


class Draft(FieldReader):
    """One text as plain numbers; every error names the part that is wrong."""

    def __init__(self, game: Any, text: str) -> None:
        """Read all fields."""
        super().__init__(text, "skyscraper1937")
        self.game = game
        self.cards = {card.name: number for number, card in enumerate(BOXES[game.box].cards)}
        self.phase = self.seat = self.total = self.card = self.winner = self.route = 0
        self.stake = ""
        self.seen: dict[int, int] = {}
        self.seats: list[SeatDraft] = []
        fields = self.split(["step", "throws", "pot", *(f"seat {seat}" for seat in range(game.n_seats))], ["seen"])
        self.read_step(fields["step"])
        self.throws = self.number(fields["throws"], "throws")
        self.pot = self.dollars(fields["pot"])
        for part in fields["seen"].split(",") if "seen" in fields else ():
            self.read_seen(part.strip())
        self.seats = [self.read_seat(fields[f"seat {seat}"], seat) for seat in range(game.n_seats)]

    def dollars(self, word: str) -> int:
        """Return an amount of money, written `$12`."""
        self.need(word.startswith("$"), "not an amount of money", word, "write dollars such as $12")
        return self.number(word[1:], "dollars")

    def read_step(self, text: str) -> None:
        """Read the step: what is decided next, and what is pending."""
        words = text.split()
        self.phase = self.one_of(words[0], STEPS, "step")
        rest = words[1:]
        if self.phase in (DEAL, FIRST):
            self.need(not rest, "too many words in the step", text, f"write step {words[0]}")
        elif self.phase == OVER:
            self.read_end(text, rest)
        else:
            seats = [str(seat) for seat in range(self.game.n_seats)]
            self.need(rest, "the step needs a seat", text, f"write step {words[0]} 0")
            self.seat = self.one_of(rest.pop(0), seats, "seat")
            if self.phase >= DRAW:
                self.need(rest, "the step needs the total of the dice", text, f"write step {words[0]} 0 7")
                self.total = 2 + self.one_of(rest.pop(0), [str(total) for total in range(2, 13)], "total of the dice")
            card = " ".join(rest)
            if self.phase == CLAIM:
                card, sign, self.stake = (part.strip() for part in card.partition(":"))
                self.need(sign and self.stake, "claim needs what is lost", text, "write step claim 0 7 fire garage: garage")
            if self.phase >= LOSE:
                self.card = 1 + self.one_of(card, self.cards, "Luck card")
            else:
                self.need(not card, "too many words in the step", text, f"delete {card}")

    def read_end(self, text: str, rest: list[str]) -> None:
        """Read who has won."""
        if rest == ["drawn"]:
            return
        self.need(len(rest) == 2, "over needs the winner and the way to win", text, "write over 1 skyscraper, or over drawn")
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
        self.need(self.seen[number] > 0, "the number of a card is 0", text, "leave it out")

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
                self.need(item, f"{name} is empty", section, "fill it in or leave it out")
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
            self.need(seat.counts[piece], "the number of a piece is 0", item, "leave it out")
        elif section == "business" and item in STORES:
            seat.looks.append(STORES[item])
        else:
            known = [*BUILDINGS, *(STORES if section == "business" else ())]
            self.one_of(item, known, f"building of the {section} district")
            seat.slots[DISTRICTS.index(section) - 1].append(PIECES.index(item))
