"""The text form of a position: fields separated by `|`, the first word of each says what it is.

    step start B | turns 3 | streets broadway wall pine | bonus gold-tycoon | open green2 green2 blue2 red3 | under red2 / blue2
    | A green 4 cards shift boom land W2b W2c M1b city starter@d9+d8 bronze-I2@b9+c9 gone bronze-I2
    | B blue 0 cards shift grab boom land M1e E1b city starter@i12+i11

- `step`     what is decided next, and whose turn it is (in the set-up who begins, at the end whose turn was the last); with
             `draw` what follows (`then build`), with `take` how many cards Land Grab takes, with `claim` the card (`green2`,
             and `then take` if Land Grab takes another), with `place` the tile (`build silver-T4` or `raze silver-T4`)
- `turns`    turns completed, of all players
- `end`      who brought the end about
- `streets`, `bonus`  what was drawn for the scoring
- `open`     the Open Market
- `under`    what was put under the shuffled cards of the pile, from the top; `/` separates groups in
             unknown order
- `A` to `D` the seats: character, points, action cards left, territories, buildings with their squares, tiles demolished

Empty parts are left out. The rest follows: workers from land and city, the shuffled cards from the unclaimed territories.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, NoReturn

from mctsky.errors import PositionError
from mctsky.games.newyork1901.board import DISTRICTS, STREETS
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.moves import (
    BEGINS,
    BONUSES,
    CHALLENGE,
    CHOSEN,
    CLAIMED,
    DEALT,
    DRAWN,
    GRAB,
    KINDS,
    PASS,
    PLACED,
    RAZED,
    RECLAIMED,
    SCORING,
    SHIFT,
    TAKEN,
    TRIPLES,
)
from mctsky.games.newyork1901.reachable import complete
from mctsky.games.newyork1901.state import (
    BOOM,
    BOOM_CARD,
    BUILD,
    CHARACTER,
    CLAIM,
    DRAW,
    FIRST,
    GRAB_CARD,
    LAST,
    LETTERS,
    PLACE,
    PLACEMENTS,
    SHIFT_CARD,
    START,
    TAKE,
)
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, N_TILES, STARTER

PHASES = ("first", "streets", "bonus", "character", "draw", "start", "take", "claim", "build", "place", "boom", "over")
CARDS = {"shift": SHIFT_CARD, "grab": GRAB_CARD, "boom": BOOM_CARD}
WHERE = "newyork1901 position"
LONGEST_NUMBER = 4

_WORDS = {PASS: "pass", SHIFT: "shift", GRAB: "grab"}


def format_move(game: Any, state: Any, code: int) -> str:
    """Return a move as text, for example `claim W1a` or `place a12+b12`."""
    layout = LAYOUTS[game.layout]
    if code in _WORDS:
        return _WORDS[code]
    if code >= PLACED:
        where, names = code - PLACED, layout.placement_names
        return f"place {names[where] if where < len(names) else where}"  # beyond them nothing is ever legal
    if code >= RAZED:
        return f"raze {layout.tile_names[code - RAZED]}"
    if code >= CHOSEN:
        return f"build {layout.tile_names[code - CHOSEN]}"
    if code >= RECLAIMED:
        return f"reclaim {layout.territory_names[code - RECLAIMED]}"
    if code >= CLAIMED:
        return f"claim {layout.territory_names[code - CLAIMED]}"
    if code >= TAKEN:
        return f"take {KINDS[code - TAKEN]}"
    if code >= DRAWN:
        return f"draw {KINDS[code - DRAWN]}"
    if code >= DEALT:
        return f"character {DISTRICTS[code - DEALT]}"
    if code >= CHALLENGE:
        return f"bonus {BONUSES[code - CHALLENGE]}"
    if code >= SCORING:
        return "streets " + ",".join(STREETS[street] for street in TRIPLES[code - SCORING])
    return f"first {code - BEGINS}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code of a move text, or None if it is none."""
    words = text.split()
    if len(words) == 2 and words[0] == "place":  # squares in any order
        where = placements_of(game.layout).get(frozenset(words[1].split("+")))
        return None if where is None else PLACED + where
    return _codes(game.layout).get(" ".join(words))


@cache
def placements_of(layout: int) -> dict[frozenset[str], int]:
    """Return all placements of a board by the names of their squares."""
    return {frozenset(name.split("+")): k for k, name in enumerate(LAYOUTS[layout].placement_names)}


@cache
def _codes(layout: int) -> dict[str, int]:
    """Return all move texts of a board with their codes, but for placements."""

    class Rules(NamedTuple):
        layout: int

    return {format_move(Rules(layout), None, code): code for code in reversed(range(PLACED))}


def explain_illegal(game: Any, state: Any, code: int) -> str:
    """Say why a move cannot be made now."""
    phase, seat = int(state.phase), int(state.seat)
    if code >= PLACED:
        if phase != PLACE:
            return "choose a tile first"
        if int(LAYOUTS[game.layout].tables.placement_shape[code - PLACED]) != _shape(game, int(state.tile) - 1):
            return "this is not the shape of the chosen tile"
        return "it must lie in the estate, on free land or in place of inferior buildings"
    if code >= CHOSEN:
        tile = code - CHOSEN if code < RAZED else code - RAZED
        if phase not in (START, BUILD, BOOM):
            return "this is not the time to build"
        if tile < FIRST_LEGEND and not int(state.unbuilt[seat]) >> tile & 1:
            return "this tile is not there any more"
        return "this tile cannot be placed now"
    if code >= RECLAIMED:
        return "a worker is taken back only by a player without workers who can neither build nor demolish"
    if code >= CLAIMED:
        return (
            "the territory is claimed already, or is not of the kind of the card taken"
            if phase == CLAIM
            else "take a card first"
        )
    if code >= TAKEN:
        return "there is no such card in the Open Market, or no worker to claim with"
    return "not now"


def _shape(game: Any, tile: int) -> int:
    return int(LAYOUTS[game.layout].tables.tile_shape[tile])


def own_lots(game: Any, state: Any, seat: int) -> list[int]:
    """Return a seat's territories."""
    estate = [int(word) for word in state.estate[seat]]
    return [lot for lot, (word, squares) in enumerate(Facts.of(game.layout).lot_squares) if estate[word] & squares]


def own_buildings(state: Any, seat: int) -> list[tuple[int, int]]:
    """Return a seat's buildings as tile and placement."""
    return [divmod(entry - 1, PLACEMENTS) for entry in state.buildings[seat].tolist() if entry]


def razed_tiles(game: Any, state: Any, seat: int) -> list[int]:
    """Return the tiles that a seat has built and demolished, equal ones by the number of the first."""
    first, unbuilt = Facts.of(game.layout).tiles, int(state.unbuilt[seat])
    names = LAYOUTS[game.layout].tile_names[:FIRST_LEGEND]
    gone = [first[name] for tile, name in enumerate(names) if not unbuilt >> tile & 1]
    for tile, _ in own_buildings(state, seat):
        if tile < FIRST_LEGEND:
            gone.remove(tile)
    return gone


def open_cards(state: Any) -> list[int]:
    """Return the kinds of the open cards."""
    return [kind for kind, count in enumerate(state.open.tolist()) for _ in range(count)]


def pile_groups(state: Any) -> list[list[int]]:
    """Return the cards under the heap in their groups, from the top."""
    groups: list[list[int]] = [[]]
    for card in state.queue[: int(state.n_queue)]:
        groups[-1].append(int(card) % LAST - 1)
        if card > LAST:
            groups.append([])
    return groups[:-1]


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    fields = [f"step {_format_step(game, state)}", f"turns {int(state.turns)}"]
    if state.trigger:
        fields.append(f"end {LETTERS[int(state.trigger) - 1]}")
    if state.streets:
        fields.append("streets " + " ".join(name for k, name in enumerate(STREETS) if int(state.streets) >> k & 1))
    if state.bonus:
        fields.append(f"bonus {BONUSES[int(state.bonus) - 1]}")
    if state.open.any():
        fields.append("open " + " ".join(KINDS[kind] for kind in open_cards(state)))
    if state.n_queue:
        fields.append("under " + " / ".join(" ".join(KINDS[kind] for kind in group) for group in pile_groups(state)))
    return " | ".join([*fields, *(_format_seat(game, state, seat) for seat in range(game.n_seats))])


def _format_step(game: Any, state: Any) -> str:
    phase = int(state.phase)
    words = [PHASES[phase]]
    if phase > FIRST:
        words.append(LETTERS[int(state.first) - 1 if phase <= CHARACTER else int(state.seat)])
    if phase == DRAW:
        words += ["then", PHASES[int(state.then)]]
    elif phase == TAKE:
        words.append(str(int(state.takes)))
    elif phase == CLAIM:
        words += [KINDS[int(state.card) - 1], *(["then", "take"] if state.takes else [])]
    elif phase == PLACE:
        words += ["raze" if state.razing else "build", LAYOUTS[game.layout].tile_names[int(state.tile) - 1]]
    return " ".join(words)


def _format_seat(game: Any, state: Any, seat: int) -> str:
    layout = LAYOUTS[game.layout]
    words = [LETTERS[seat]]
    if state.characters[seat]:
        words.append(DISTRICTS[int(state.characters[seat]) - 1])
    words.append(str(int(state.scores[seat])))
    lists = {
        "cards": [name for name, card in CARDS.items() if int(state.actions[seat]) & card],
        "land": [layout.territory_names[lot] for lot in own_lots(game, state, seat)],
        "city": [f"{layout.tile_names[tile]}@{layout.placement_names[where]}" for tile, where in own_buildings(state, seat)],
        "gone": [layout.tile_names[tile] for tile in razed_tiles(game, state, seat)],
    }
    for name, items in lists.items():
        words += [name, *items] if items else []
    return " ".join(words)


@dataclass
class Facts:
    """A board in plain words and numbers, which are quicker to work with here than records."""

    lots: dict[str, int]
    tiles: dict[str, int]  # of equal tiles the first
    squares: frozenset[str]
    placements: dict[frozenset[str], int]
    lot_squares: list[tuple[int, int]]  # word and mask
    lot_kinds: list[int]
    footprints: list[tuple[int, int]]  # of placements: word and mask
    placement_shapes: list[int]
    tile_shapes: list[int]
    generations: list[int]
    points: list[int]
    copies: list[int]

    @staticmethod
    @cache
    def of(number: int) -> "Facts":
        """Return the facts of a layout."""
        layout = LAYOUTS[number]
        tables = layout.tables
        return Facts(
            lots={name: k for k, name in enumerate(layout.territory_names)},
            tiles={name: k for k, name in reversed(list(enumerate(layout.tile_names)))},
            squares=frozenset(layout.square_name(cell) for cell in layout.bits),
            placements=placements_of(number),
            lot_squares=list(zip(tables.lot_word.tolist(), tables.lots.tolist(), strict=True)),
            lot_kinds=tables.lot_kind.tolist(),
            footprints=list(zip(tables.placement_word.tolist(), tables.footprint.tolist(), strict=True)),
            placement_shapes=tables.placement_shape.tolist(),
            tile_shapes=tables.tile_shape.tolist(),
            generations=tables.tile_generation.tolist(),
            points=tables.tile_points.tolist(),
            copies=tables.tile_copies.tolist(),
        )


@dataclass
class SeatDraft:
    """What a text says of a seat."""

    character: int = 0  # 1 + district
    score: int = 0
    actions: int = 0
    lots: list[int] = field(default_factory=list)
    city: list[tuple[int, int]] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)


class Draft:
    """Reads one text into plain numbers; every complaint names the part that is wrong."""

    def __init__(self, game: Any, text: str) -> None:
        """Begin with what a text leaves out."""
        self.game, self.text = game, text
        self.facts = Facts.of(game.layout)
        self.phase = self.who = self.then = self.takes = self.card = self.tile = self.razing = 0
        self.turns = self.trigger = self.streets = self.bonus = 0
        self.open: list[int] = []
        self.groups: list[list[int]] = []
        self.seats: list[SeatDraft] = []

    def fail(self, problem: str, given: object = None, remedy: str = "") -> NoReturn:
        """Refuse the text."""
        raise PositionError(problem, given=self.text if given is None else given, where=WHERE, remedy=remedy)

    def need(self, holds: object, problem: str, given: object = None, remedy: str = "") -> None:
        """Refuse the text unless something holds."""
        if not holds:
            self.fail(problem, given, remedy)

    def read(self) -> None:
        """Read all fields."""
        known = ("step", "turns", "end", "streets", "bonus", "open", "under", *LETTERS[: self.game.n_seats])
        fields: dict[str, list[str]] = {}
        for part in self.text.split("|"):
            words = part.split()
            self.need(words, "a field is empty", part)
            self.need(words[0] in known, f"there is no field {words[0]!r}", part, f"fields are {', '.join(known)}")
            self.need(words[0] not in fields, f"{words[0]} is given twice", part)
            self.need(len(words) > 1, f"{words[0]} says nothing", part)
            fields[words[0]] = words[1:]
        for name in ("step", "turns", *LETTERS[: self.game.n_seats]):
            self.need(name in fields, f"field {name} is missing")
        self.read_step(fields["step"])
        self.turns = self.number(self.only(fields["turns"], "turns"))
        if "end" in fields:
            self.trigger = 1 + self.one_of(LETTERS[: self.game.n_seats], self.only(fields["end"], "end"), "seat")
        for street in fields.get("streets", ()):
            bit = 1 << self.one_of(STREETS, street, "street")
            self.need(not self.streets & bit, "a street is given twice", street)
            self.streets |= bit
        if "bonus" in fields:
            self.bonus = 1 + self.one_of(BONUSES, self.only(fields["bonus"], "bonus"), "bonus challenge")
        self.open = sorted(self.one_of(KINDS, word, "kind of card") for word in fields.get("open", ()))
        self.read_groups(fields.get("under", []))
        self.seats = [self.read_seat(fields[letter]) for letter in LETTERS[: self.game.n_seats]]

    def one_of(self, choices: Any, word: str, what: str) -> int:
        """Return the place of a word among some."""
        if word not in tuple(choices):
            self.fail(f"there is no such {what}", word, f"choose from: {', '.join(choices)}")
        return int(choices.index(word))

    def only(self, words: list[str], what: str) -> str:
        """Return the only word of a field."""
        self.need(len(words) == 1, f"{what} has one word", " ".join(words))
        return words[0]

    def number(self, word: str) -> int:
        """Return a number, written as such."""
        plain = word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER
        self.need(plain and str(int(word)) == word, "this is no number in reach", word)
        return int(word)

    def read_step(self, words: list[str]) -> None:
        """Read the phase with what is pending."""
        text = " ".join(words)
        self.phase = self.one_of(PHASES, words[0], "step")
        rest = words[1:]
        if self.phase > FIRST:
            self.need(rest, "the step names no seat", text, "for example: start A")
            self.who = self.one_of(LETTERS[: self.game.n_seats], rest.pop(0), "seat")
        if self.phase == DRAW:
            self.need(
                rest in (["then", "start"], ["then", "build"]), "a draw goes on with start or build", text, "draw A then build"
            )
            self.then = START if rest[1] == "start" else BUILD
        elif self.phase == TAKE:
            self.need(rest in (["1"], ["2"]), "Land Grab takes 2 cards, or the other 1", text, "take A 2")
            self.takes = int(rest[0])
        elif self.phase == CLAIM:
            self.need(rest and rest[1:] in ([], ["then", "take"]), "claim names the card", text, "claim A green2")
            self.card = 1 + self.one_of(KINDS, rest[0], "kind of card")
            self.takes = int(len(rest) > 1)
        elif self.phase == PLACE:
            fits = len(rest) == 2 and rest[0] in ("build", "raze")
            self.need(fits, "place names the tile", text, "place A build bronze-I2")
            self.tile = 1 + self.tile_number(rest[1], N_TILES)
            self.razing = int(rest[0] == "raze")
        else:
            self.need(not rest, "this step has a seat and nothing else" if self.phase else "this step has no seat", text)

    def tile_number(self, word: str, end: int) -> int:
        """Return a tile below `end` by its name."""
        tile = self.facts.tiles.get(word, N_TILES + 1)
        self.need(tile < end, "there is no such tile here", word)
        return tile

    def read_groups(self, words: list[str]) -> None:
        """Read what lies under the shuffled cards."""
        group: list[int] = []
        for word in [*words, "/"] if words else ():
            if word != "/":
                group.append(self.one_of(KINDS, word, "kind of card"))
                continue
            self.need(group, "a group of cards is empty", " ".join(words))
            self.groups.append(sorted(group))
            group = []

    def read_seat(self, words: list[str]) -> SeatDraft:
        """Read one seat."""
        seat = SeatDraft()
        if words[0] in DISTRICTS:
            seat.character = 1 + DISTRICTS.index(words[0])
        rest = words[1:] if seat.character else words
        self.need(rest, "the points are missing", " ".join(words))
        seat.score = self.number(rest[0])
        section = ""
        sections: list[str] = []
        for word in rest[1:]:
            if word in ("cards", "land", "city", "gone"):
                self.need(word not in sections, f"{word} is given twice", " ".join(words))
                sections.append(word)
                section = word
            elif section == "cards":
                self.need(word in CARDS, "there is no such action card", word, f"choose from: {', '.join(CARDS)}")
                self.need(not seat.actions & CARDS[word], "an action card is given twice", word)
                seat.actions |= CARDS[word]
            elif section == "land":
                self.need(word in self.facts.lots, "there is no such territory", word)
                seat.lots.append(self.facts.lots[word])
            elif section == "city":
                seat.city.append(self.building(word))
            elif section == "gone":
                seat.gone.append(self.tile_number(word, FIRST_LEGEND))
            else:
                self.fail("after the points come cards, land, city and gone", word)
        return seat

    def building(self, word: str) -> tuple[int, int]:
        """Return tile and placement of a building, for example `bronze-I2@a12+b12`."""
        name, sign, squares = word.partition("@")
        self.need(sign, "a building is a tile, @ and squares", word, "for example: bronze-I2@a12+b12")
        tile, facts = self.tile_number(name, STARTER + 1), self.facts
        cells = squares.split("+")
        for cell in cells:
            self.need(cell in facts.squares, "there is no such square to build on", cell)
        where = facts.placements.get(frozenset(cells), -1)
        fits = len(set(cells)) == len(cells) and where >= 0 and facts.placement_shapes[where] == facts.tile_shapes[tile]
        self.need(
            fits, f"{name} cannot lie on these squares: another shape, across a street, or away from streets and parks", word
        )
        return tile, where

    def cards(self) -> Iterator[int]:
        """Yield all cards that are given: open, under the heap, and taken."""
        yield from self.open
        for group in self.groups:
            yield from group
        if self.card:
            yield self.card - 1


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that a text describes; nothing is hidden, so a viewer's text is the same."""
    draft = Draft(game, text)
    draft.read()
    return complete(draft)
