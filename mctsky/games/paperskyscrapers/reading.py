"""Read the text of a position: turn its words into numbers. checks.py says whether they make a position."""

import re
from dataclasses import dataclass, field
from typing import Any

from mctsky.core.fields import FieldReader
from mctsky.errors import nearest
from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.facts import POOLS, Pool
from mctsky.games.paperskyscrapers.moves import LEFT, RIGHT
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    ACTIONS,
    BONUS,
    BONUSES,
    CHIP,
    CHOOSE,
    CITIES,
    CITY,
    DEAL,
    DRAW,
    END,
    FIRST,
    FIRST_CITY_PROGRAM,
    GAME_OVER,
    HANDS,
    MAX_LEVEL,
    MAX_PLACES,
    MAX_SHUFFLES,
    MAYOR,
    OLD_DECK,
    OVER,
    PART,
    PAY,
    SCORING,
    SET_UP,
    SHOW,
    STAGES,
    START,
    STOLEN,
    TO_HAND,
    TO_ROW,
    TRACKS,
    TURNED_UP,
    TYPES,
)
from mctsky.games.paperskyscrapers.tables import TRIGGERS
from mctsky.games.paperskyscrapers.words import GAP

SECTIONS = ("offered", "places", "mayor", "claims", "hand")
OPTIONAL = ("turn", "first", "under way", "row", "discards", "finished", "order", "awards")
STEPS = ("action", "bonus action", "part", "pay", "draw", "turn up", "refill after", "stolen from", "show", "mayor of")
PHASES_OF_STEPS = {
    "action": ACTION, "bonus action": BONUS, "part": PART, "pay": PAY, "stolen from": STOLEN, "show": SHOW, "mayor of": MAYOR,
}  # fmt: skip
REFILLS = ("draw row", "draw deck", "declare")
PHASE_OF = {FIRST: SET_UP, CITIES: SET_UP, CHOOSE: CITY, OLD_DECK: SHOW, SCORING: CHIP, OVER: GAME_OVER}
IN_HAND = re.compile(r"(\d{1,3}) of level (\d)(?: shuffle (\d))?")
FRAME = re.compile(r"(.+) part (\d)(?:, (\d) left)?")
PAYMENT = re.compile(r"(\d{1,2}) for (.+?) (left|right|over \d{1,2}|in gap \d{1,2})")
TRACK = re.compile(r"(\d{1,2})(?:, (\d) lines?)?")


@dataclass
class PlaceDraft:
    """A place as the text describes it."""

    built: list[int] = field(default_factory=list)
    tucked: list[int] = field(default_factory=list)
    has_city: bool = False


@dataclass
class SeatDraft:
    """A seat as the text describes it."""

    city: int = -1
    points: int = 0
    tracks: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)] * len(TRACKS))  # space and lines
    offered: list[int] = field(default_factory=list)
    places: list[PlaceDraft] = field(default_factory=list)
    mayor: int = -1
    claims: dict[int, int] = field(default_factory=dict)  # by achievement: -1 without the chip, else what it is worth
    known: list[int] = field(default_factory=list)
    secret: list[int] = field(default_factory=list)
    hidden: dict[Pool, int] = field(default_factory=dict)


class Draft(FieldReader):
    """One text as plain numbers; every error names the part that is wrong."""

    def __init__(self, game: Any, text: str, viewer: int | None) -> None:
        """Read all fields."""
        super().__init__(text, "paperskyscrapers")
        self.game, self.viewer = game, viewer
        self.cards = SETS[game.cards].cards
        self.buildings = {card.name.lower(): number for number, card in self.cards.buildings.items()}
        self.cities = {city.name.lower(): number for number, city in enumerate(self.cards.cities)}
        self.achievements = {item.name.lower(): number for number, item in enumerate(self.cards.achievements)}
        self.awards = {award.name.lower(): number for number, award in enumerate(self.cards.awards)}
        self.stage = self.phase = self.dealt = self.first = self.seat = self.actions = self.used = 0
        self.goal, self.declared, self.event, self.victim = TO_HAND, 0, -1, 0
        self.to_pay, self.announced, self.site = 0, -1, 0
        seats = [f"seat {seat}" for seat in range(game.n_seats)]
        shuffles = [f"shuffle {number}" for number in range(1, MAX_SHUFFLES + 1)]
        self.fields = self.split(["level", "lap", "step", *seats], [*OPTIONAL, *shuffles])
        self.read_table()
        self.read_step(self.fields["step"])
        self.read_turn()
        self.seats = [self.read_seat(self.fields[f"seat {seat}"], seat) for seat in range(game.n_seats)]

    def named(self, name: str, numbers: dict[str, int], what: str) -> int:
        """Return the number of a card by its name; capital and small letters are the same."""
        number = numbers.get(name.lower(), -1)
        if number < 0:
            self.fail(f"unknown {what}", name, nearest(name.lower(), numbers))
        return number

    def seat_of(self, word: str, what: str) -> int:
        """Return a seat by its number."""
        return self.one_of(word, [str(seat) for seat in range(self.game.n_seats)], what)

    def items(self, text: str) -> list[str]:
        """Return the parts of a list."""
        found = [item.strip() for item in text.split(",")] if text else []
        self.need(all(found), "a list has an empty part", text, "delete a comma")
        return found

    def building_list(self, name: str) -> list[int]:
        """Return the buildings of a field."""
        return [self.named(item, self.buildings, "building") for item in self.items(self.fields.get(name, ""))]

    def read_table(self) -> None:
        """Read the fields that belong to no seat."""
        level, _, ending = self.fields["level"].partition(" ")
        self.level = self.number(level, "level", 1, MAX_LEVEL)
        self.need(ending in ("", "ending"), "level has a number and, if its round end is out, `ending`", self.fields["level"])
        self.ending = ending == "ending"
        self.lap = self.number(self.fields["lap"], "lap", 0, 100)
        self.row, self.discards = self.building_list("row"), self.building_list("discards")
        self.shuffles = {number: self.building_list(f"shuffle {number}") for number in range(1, MAX_SHUFFLES + 1)}
        self.finished = [self.one_of(item, TRACKS, "track") for item in self.items(self.fields.get("finished", ""))]
        self.order = [self.seat_of(item, "seat of the order") for item in self.items(self.fields.get("order", ""))]
        self.award_seats: dict[int, int] = {}
        for item in self.items(self.fields.get("awards", "")):
            name, _, seat = item.rpartition(" ")
            award = self.named(name, self.awards, "award")
            self.need(award not in self.award_seats, "an award is given twice", item, "delete one of the two")
            self.award_seats[award] = self.seat_of(seat, "seat")
        self.frames = [self.read_frame(item.strip()) for item in self.fields.get("under way", "").split(";") if item.strip()]

    def read_frame(self, text: str) -> tuple[int, int, int]:
        """Return an action under way: card or city, part, repetitions left."""
        found = FRAME.fullmatch(text)
        if found is None:
            self.fail("under way: not a card with its part", text, "write under way Mill part 1, 1 left")
        programs = self.buildings | {name: FIRST_CITY_PROGRAM + number for name, number in self.cities.items()}
        left = int(found[3]) if found[3] else -1
        return self.named(found[1], programs, "card under way"), int(found[2]) - 1, left

    def read_step(self, text: str) -> None:
        """Read the step: what is decided next, and what is pending."""
        head, sign, rest = text.partition(":")
        words = head.split(" ")
        number = words.pop() if len(words) == 2 and words[1].isdigit() else ""
        name = " ".join(words)
        if sign:
            self.need(name in ("end", "bonuses"), "unknown step", text, "only `end` and `bonuses` have a colon")
            self.stage = END if name == "end" else BONUSES
            self.read_phase(rest.strip())
        elif name in STAGES and name not in ("start", "actions", "end", "bonuses"):
            self.stage = STAGES.index(name)
            self.phase = PHASE_OF.get(self.stage, DRAW)
            self.goal = TO_HAND if self.stage in (HANDS, DEAL) else TO_ROW
        else:
            self.stage = ACTIONS
            self.read_phase(text)
            return
        counted = self.stage in (HANDS, DEAL, BONUSES)
        remedy = f"write step {name} 1" if counted else f"write step {name}"
        self.need(bool(number) == counted, "this step needs a number, or must not have one", text, remedy)
        most = self.game.n_seats * (1 if self.stage == BONUSES else 2)
        self.dealt = self.number(number, name, 1, most) if counted else 0

    def read_phase(self, text: str) -> None:
        """Read what is decided next in a turn or in an effect of a city."""
        step = next((step for step in STEPS if text == step or text.startswith(f"{step} ")), None)
        if step is None:
            self.fail(
                "unknown step", text, nearest(text, [*STEPS, *(stage for stage in STAGES if stage not in ("start", "actions"))])
            )
        rest = text.removeprefix(step).strip()
        self.phase = PHASES_OF_STEPS.get(step, DRAW)
        if step == "pay":
            self.read_payment(rest)
        elif step == "turn up":
            self.goal, self.declared = TURNED_UP, 1 + self.one_of(rest, TYPES, "type")
        elif step == "refill after":
            self.one_of(rest, REFILLS, "reason to refill the row")
            self.goal, self.event = TO_ROW, TRIGGERS.index(rest)
        elif step in ("stolen from", "mayor of"):
            self.victim = self.seat_of(rest, "seat")
        else:
            self.need(not rest, "too many words in the step", text, f"write step {step}")

    def read_payment(self, text: str) -> None:
        """Read what is being built, where, and how many cards are still to pay."""
        found = PAYMENT.fullmatch(text)
        if found is None:
            self.fail("pay: not a number, a card and a place", text, "write step pay 2 for Mill over 1")
        self.to_pay = self.number(found[1], "pay", 1, 99)
        self.announced = self.named(found[2], self.buildings, "building")
        place = found[3].split()[-1]
        self.site_words = found[3]
        self.site = {"left": LEFT, "right": RIGHT}.get(place, -1)
        if self.site < 0:
            self.site = self.number(place, "place", 1, MAX_PLACES) - 1

    def read_turn(self) -> None:
        """Read the first player, whose turn it is, and what is left of the turn."""
        self.need(("first" in self.fields) == (self.stage > FIRST), "first: the first player is known after step first")
        self.first = self.seat_of(self.fields["first"], "first player") if self.stage > FIRST else 0
        has_turn = START <= self.stage <= SCORING
        self.need(("turn" in self.fields) == has_turn, "turn: missing, or given at a step without one", remedy="write turn 0")
        if not has_turn:
            return
        seat, *rest = self.items(self.fields["turn"])
        self.seat = self.seat_of(seat, "seat in turn")
        if rest and rest[-1] == "bonus used":
            self.used = 1
            rest.pop()
        if self.stage == ACTIONS:
            count = re.fullmatch(r"(\d) actions?", rest.pop() if rest else "")
            if count is None:
                self.fail("turn: the actions left are missing", self.fields["turn"], "write turn 0, 2 actions")
            self.actions = int(count[1])
        self.need(not rest, "too many words in turn", self.fields["turn"], "write turn 0, 2 actions, bonus used")

    # ---- seats

    def read_seat(self, text: str, number: int) -> SeatDraft:
        """Read what a seat has."""
        seat = SeatDraft()
        first, *sections = (part.strip() for part in text.split(";"))
        if first:
            seat.city = self.named(first, self.cities, "city")
        known: list[str] = []
        for section in sections:
            name, _, rest = section.partition(" ")
            points = re.fullmatch(r"(\d{1,3}) points", section)
            name = "points" if points else name
            self.one_of(name, ("points", *TRACKS, *SECTIONS), f"part of seat {number}")
            self.need(name not in known, f"{name} is given twice", section, "delete one of the two")
            self.need(rest.strip(), f"{name} is empty", section, "fill it in or leave it out")
            known.append(name)
            if points:
                seat.points = self.number(points[1], "points", 0, 999)
            else:
                self.read_section(seat, number, name, rest)
        self.need("points" in known, f"seat {number} has no points", text, "write 0 points")
        return seat

    def read_section(self, seat: SeatDraft, number: int, name: str, text: str) -> None:
        """Read one part of a seat."""
        if name in TRACKS:
            self.read_track(seat, TRACKS.index(name), text)
        elif name == "mayor":
            seat.mayor = self.number(text, "mayor", 1, MAX_PLACES) - 1
        elif name == "offered":
            seat.offered = [self.named(item, self.cities, "city") for item in self.items(text)]
        elif name == "places":
            seat.places = [self.read_place(seat, item) for item in self.items(text)]
        elif name == "claims":
            for item in self.items(text):
                self.read_claim(seat, item)
        else:
            for item in self.items(text):
                self.read_hand(seat, number, item)

    def read_track(self, seat: SeatDraft, track: int, text: str) -> None:
        """Read a space, with the lines that have scored if they are not those before it."""
        found = TRACK.fullmatch(text)
        if found is None:
            self.fail(
                f"{TRACKS[track]}: not a space of the track", text, f"write {TRACKS[track]} 7, or {TRACKS[track]} 4, 1 line"
            )
        space = int(found[1])
        seat.tracks[track] = (space, int(found[2]) if found[2] else max(0, (space - 1) // 5))

    def read_place(self, seat: SeatDraft, text: str) -> PlaceDraft:
        """Read the cards of a place."""
        place = PlaceDraft()
        stack, *tucked = (part.strip() for part in text.split("+"))
        place.tucked = [self.named(name, self.buildings, "building") for name in tucked]
        if stack == GAP:
            return place
        for index, name in enumerate(part.strip() for part in stack.split("/")):
            if index == 0 and self.cities.get(name.lower(), -1) == seat.city >= 0:
                place.has_city = True
            else:
                place.built.append(self.named(name, self.buildings, "building"))
        return place

    def read_claim(self, seat: SeatDraft, text: str) -> None:
        """Read an achievement, with its chip."""
        name, sign, value = text.partition("*")
        number = self.named(name, self.achievements, "achievement")
        self.need(number not in seat.claims, "an achievement is claimed twice", text, "delete one of the two")
        seat.claims[number] = -1 if not sign else self.number(value, "chip", 1, 9) if value else 0

    def read_hand(self, seat: SeatDraft, number: int, text: str) -> None:
        """Read a card of a hand, or how many hidden ones there are."""
        found = IN_HAND.fullmatch(text)
        if found:
            self.need(
                self.viewer not in (None, number), f"the hand of seat {number} must be named", text, "write the names of cards"
            )
            pool = Pool(int(found[2]), int(found[3] or 0))
            self.need(pool in POOLS and pool not in seat.hidden, "hand: no such level or shuffle, or it is given twice", text)
            seat.hidden[pool] = self.number(found[1], "hand", 1, 99)
            return
        card = self.named(text.removesuffix("*"), self.buildings, "building")
        if text.endswith("*"):
            seat.known.append(card)
            return
        problem = f"a view does not name the hidden cards of seat {number}"
        self.need(self.viewer in (None, number), problem, text, "write 1 of level 2, or a star after a card that all know")
        seat.secret.append(card)
