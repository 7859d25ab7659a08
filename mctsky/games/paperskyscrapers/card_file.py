"""Read the card file of Paper Skyscrapers; errors name the file, the line, the card and the word."""

import re
from collections import Counter
from collections.abc import Callable

from mctsky.core.data_files import Lines
from mctsky.errors import nearest
from mctsky.games.paperskyscrapers import tables as t
from mctsky.games.paperskyscrapers.card_set import Achievement, Award, Building, CardSet, City
from mctsky.games.paperskyscrapers.language import (
    NO_CONDITION,
    Part,
    plain_action,
    plain_condition,
    read_action,
    read_condition,
)
from mctsky.games.paperskyscrapers.state import (
    ICON_BITS,
    LANDMARKS,
    MAX_ACHIEVEMENTS,
    MAX_AWARDS,
    MAX_CHIP,
    MAX_CITIES,
    MAX_LEVEL,
    MAX_PLAYERS,
    N_TRACKS,
    N_TYPES,
    PER_LEVEL,
    TYPES,
)

MIN_PLAYERS = 2
MIN_CITIES = 4
MAX_DIGIT = 9  # of costs, incomes, points
MAX_STARS = 4
MAX_PER_TYPE = (1 << ICON_BITS) - 1  # a building counts its icons in so many bits
N_AIDS = 4
MAX_NAME = 30
NAME = re.compile(rf"[A-Za-z][A-Za-z0-9 '\-.&]{{0,{MAX_NAME - 1}}}")
WORDS_OF_MOVES = re.compile(r"deck|hand|hand card|level \d")  # that appear where a name can be
REDUCTION = re.compile(rf"cost -([1-{t.MAX_COUNT}])")

TYPED = ("build", "visit")  # triggers that can name a type

COLUMNS = {
    "discount": ("type", "type whose icons make it cheaper"),
    "chips": ("values",),
    "start scores": ("players", "points in turn order"),
    "aid": ("text",),
    "round end": ("level",),
    "award": ("name", "quantity", "points"),
    "achievement": ("name", "stars", "condition"),
    "city": ("name", "trigger", "condition", "effect"),
    "building": ("name", "level", "type", "cost", "income", "landmark", "action"),
}


def read_cards(text: str, where: str) -> CardSet:
    """Return the cards of a file, or name the line that breaks a rule of its format."""
    return _Reader(Lines(text, where)).read()


class _Reader:
    """Reads cards line by line."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.names: set[str] = set()
        self.buildings: dict[int, Building] = {}
        self.cities: list[City] = []
        self.achievements: list[Achievement] = []
        self.awards: list[Award] = []
        self.aids: list[str] = []
        self.discounts: dict[int, int] = {}
        self.chips: tuple[int, ...] = ()
        self.start_scores: dict[int, tuple[int, ...]] = {}
        self.round_ends: set[int] = set()
        self.chips_line = 0

    def read(self) -> CardSet:
        readers: dict[str, Callable[..., None]] = {
            "discount": self.discount,
            "chips": self.all_chips,
            "start scores": self.scores,
            "aid": self.aid,
            "round end": self.round_end,
            "award": self.award,
            "achievement": self.achievement,
            "city": self.city,
            "building": self.building,
        }
        for line in self.lines:
            kind, *columns = (" ".join(column.split()) for column in line.split("|"))
            if kind not in COLUMNS:
                self.lines.fail("unknown kind of line", kind, nearest(kind, COLUMNS))
            self.lines.item = f"{kind} {columns[0]}".strip() if columns and "name" in COLUMNS[kind] else kind
            if len(columns) != len(COLUMNS[kind]):
                problem = f"`{kind}` has {len(COLUMNS[kind])} columns after it, separated by |, not {len(columns)}"
                self.lines.fail(problem, line, f"write: {' | '.join((kind, *COLUMNS[kind]))}")
            readers[kind](*columns)
        self.check_counts()
        return CardSet(
            self.buildings,
            tuple(self.cities),
            tuple(self.achievements),
            tuple(self.awards),
            tuple(self.aids),
            tuple(self.discounts[number] for number in range(N_TYPES)),
            self.chips,
            self.start_scores,
        )

    def name(self, name: str) -> str:
        if not NAME.fullmatch(name):
            problem = f"a name has 1 to {MAX_NAME} letters, digits, spaces and ' - . &, and begins with a letter"
            self.lines.fail(problem, name, "change the name")
        if WORDS_OF_MOVES.fullmatch(name.lower()):
            self.lines.fail("this word is used in move texts and cannot be a name", name, "change the name")
        if name.lower() in self.names:
            self.lines.fail("two cards have the same name", name, "change one of them; capital and small letters are the same")
        self.names.add(name.lower())
        return name

    def room_for(self, n_read: int, high: int, what: str, word: str) -> None:
        if n_read >= high:
            self.lines.fail(f"there are more than {high} {what}", word, "delete a line")

    def numbers(self, text: str, count: int, high: int, what: str) -> tuple[int, ...]:
        words = text.split()
        if len(words) != count:
            self.lines.fail(f"{what} has {count} numbers, not {len(words)}", text, f"write {count} numbers")
        return tuple(self.lines.number_of(word, 0, high, f"a number of {what}") for word in words)

    def discount(self, word: str, by: str) -> None:
        kind, other = (self.lines.one_of(name, TYPES, "type") for name in (word, by))
        if kind in self.discounts:
            self.lines.fail("a type has two discounts", word, "write one line for each type")
        if other in self.discounts.values():
            self.lines.fail("a type makes two others cheaper", by, "the five discounts form one cycle")
        self.discounts[kind] = other
        cycle = [kind, other]
        while cycle[-1] != kind and cycle[-1] in self.discounts:
            cycle.append(self.discounts[cycle[-1]])
        if cycle[-1] == kind and len(cycle) <= N_TYPES:
            given = " ".join(TYPES[number] for number in cycle)
            self.lines.fail("the five discounts do not form one cycle", given, "let it go through all five types")

    def all_chips(self, text: str) -> None:
        if self.chips:
            self.lines.fail("chips are given twice", text, "write one line")
        if not text:
            self.lines.fail("there are no chips", text, "write as many values as there are achievements")
        self.chips = tuple(self.lines.number_of(word, 1, MAX_CHIP, "the value of a chip") for word in text.split())
        self.chips_line = self.lines.number

    def scores(self, word: str, text: str) -> None:
        players = self.lines.number_of(word, MIN_PLAYERS, MAX_PLAYERS, "the number of players")
        if players in self.start_scores:
            self.lines.fail("start scores are given twice", word, "write one line for each number of players")
        self.start_scores[players] = self.numbers(text, players, MAX_DIGIT, "the start scores")

    def aid(self, text: str) -> None:
        if not text:
            self.lines.fail("a player aid has no text", text, "write a text")
        self.room_for(len(self.aids), N_AIDS, "player aids", text)
        self.aids.append(text)

    def round_end(self, word: str) -> None:
        level = self.lines.number_of(word, 1, MAX_LEVEL, "the level")
        if level in self.round_ends:
            self.lines.fail("a level has two round ends", word, "write one line for each level")
        self.round_ends.add(level)

    def award(self, name: str, quantity: str, points: str) -> None:
        self.room_for(len(self.awards), MAX_AWARDS, "awards", name)
        number = self.lines.one_of(quantity, t.QUANTITIES, "quantity")
        self.awards.append(Award(self.name(name), number, self.lines.number_of(points, 1, MAX_DIGIT, "the number of points")))

    def achievement(self, name: str, stars: str, condition: str) -> None:
        self.room_for(len(self.achievements), MAX_ACHIEVEMENTS, "achievements", name)
        self.name(name)
        condition = plain_condition(condition)
        number = self.lines.number_of(stars, 1, MAX_STARS, "the number of stars")
        self.achievements.append(Achievement(name, number, condition, read_condition(self.lines, condition)))

    def city(self, name: str, when: str, condition: str, effect: str) -> None:
        self.room_for(len(self.cities), MAX_CITIES, "cities", name)
        self.name(name)
        trigger, trigger_type = self.trigger(when)
        condition, effect = plain_condition(condition), plain_action(effect)
        comparisons = () if condition == NO_CONDITION else read_condition(self.lines, condition)
        reduction = 0
        program: tuple[Part, ...] = ()
        if effect.split()[:1] == ["cost"]:
            reduction = self.reduction(trigger, when, effect)
        else:
            program = read_action(self.lines, effect)
        if any(part[0] == t.BONUS_ACTION for part in program):
            self.lines.fail("a city grants no bonus action", "bonus action", "write another effect")
        self.cities.append(City(name, when, trigger, trigger_type, condition, comparisons, effect, program, reduction))

    def trigger(self, text: str) -> tuple[int, int]:
        """Return a trigger and 1 + its type, or 0 for any."""
        if text in t.TRIGGERS:
            return t.TRIGGERS.index(text), 0
        word, _, kind = text.partition(" ")
        if kind in TYPES and word in TYPED:
            return t.TRIGGERS.index(word), 1 + TYPES.index(kind)
        known = (*t.TRIGGERS, *(f"{word} {kind}" for word in TYPED for kind in TYPES))
        self.lines.fail("unknown trigger", text, nearest(text, known))

    def reduction(self, trigger: int, when: str, effect: str) -> int:
        found = REDUCTION.fullmatch(effect)
        if not found:
            self.lines.fail("a reduction of costs is `cost -1` to `cost -4`", effect, "write for example: cost -1")
        if trigger > t.ON_BUILD_OVER:
            remedy = "choose the trigger build, build TYPE, sprawl or build over"
            self.lines.fail("costs cannot be reduced with this trigger", when, remedy)
        return int(found[1])

    def building(self, *columns: str) -> None:
        name, level_word, type_word, cost, income, icon, action = columns
        self.name(name)
        level = self.lines.number_of(level_word, 1, MAX_LEVEL, "the level")
        first = PER_LEVEL * (level - 1)
        place = sum(number // PER_LEVEL == level - 1 for number in self.buildings)
        self.room_for(place, PER_LEVEL - 1, f"buildings of level {level}", name)
        kind = self.lines.one_of(type_word, TYPES, "type")
        of_type = Counter(building.type for building in self.buildings.values())
        self.room_for(of_type[kind], MAX_PER_TYPE, f"{type_word} buildings", name)
        self.buildings[first + place] = Building(
            first + place,
            name,
            level,
            kind,
            self.lines.number_of(cost, 0, MAX_DIGIT, "the cost"),
            self.numbers(income, N_TRACKS, MAX_DIGIT, "the income"),
            self.lines.one_of(icon, ("-", *LANDMARKS), "landmark icon"),
            plain_action(action),
            read_action(self.lines, plain_action(action)),
        )

    def check_counts(self) -> None:
        """Refuse a file in which lines are missing or do not fit together."""
        lines = self.lines
        levels = range(1, MAX_LEVEL + 1)
        built = {building.level for building in self.buildings.values()}
        needed = (
            *(("discount", TYPES[number], number in self.discounts) for number in range(N_TYPES)),
            ("chips", "", bool(self.chips)),
            *(("start scores", str(n), n in self.start_scores) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)),
            *(("round end", str(level), level in self.round_ends) for level in levels),
            ("achievement", "", bool(self.achievements)),
            *(("building", f"level {level}", level in built) for level in levels),
        )
        for kind, which, is_there in needed:
            if not is_there:
                given = f"{kind} {which}".strip()
                lines.fail(f"there is no line for {given}", given, f"write: {' | '.join((kind, *COLUMNS[kind]))}")
        for what, found, low in (("player aids", self.aids, N_AIDS), ("cities", self.cities, MIN_CITIES)):
            if len(found) < low:
                lines.fail(f"there are {len(found)} {what}, fewer than {low}", len(found), "write more lines")
        if len(self.chips) != len(self.achievements):
            lines.number, lines.item = self.chips_line, "chips"
            problem = f"there are {len(self.chips)} chips for {len(self.achievements)} achievements"
            lines.fail(problem, " ".join(map(str, self.chips)), "write as many chips as achievements")
