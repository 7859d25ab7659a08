"""The card file of Paper Skyscrapers, read as docs/games/paperskyscrapers.md describes it.

Cards are named, never numbered. Only what a correct file needs is understood; a wrong one fails with a ValueError or an
AssertionError that shows the words.
"""

import operator
from dataclasses import dataclass, field

TYPES = ("civic", "commercial", "industrial", "park", "residential")
LANDMARKS = ("arch", "bridge", "clock", "statue")
TRACKS = ("profit", "prestige", "population")
QUANTITIES = {
    *TYPES,
    *LANDMARKS,
    *TRACKS,
    *("types", "fewest", "most", "landmarks", "sites", "tallest", "towers", "buildings", "width", "tucked"),
    *("tracks", "lowest", "highest", "hand", "score", "claims", "level"),
}
BUILD_TRIGGERS = {"build", "sprawl", "build over", *(f"build {kind}" for kind in TYPES)}
TRIGGERS = BUILD_TRIGGERS | {
    *("turn start", "turn end", "round end", "tuck", "discard", "visit", "advance", "hop", "line", "claim"),
    *("draw row", "draw deck", "declare", "steal"),
    *(f"visit {kind}" for kind in TYPES),
}
COMPARE = {">=": operator.ge, "<=": operator.le, "=": operator.eq}


@dataclass(frozen=True)
class Part:
    """One part of an action: `op` is its words without numbers, tracks and sources."""

    op: str
    n: int = 1
    what: str = ""  # a track, `any`, `each`; `row`, `deck`, `next`; `free`
    less: int = 0  # the D of `discount D`
    may: bool = False
    benefit: tuple["Part", ...] = ()


@dataclass(frozen=True)
class Comparison:
    quantities: tuple[str, ...]
    sign: str
    number: int

    def holds(self, values: dict[str, int]) -> bool:
        return COMPARE[self.sign](sum(values[quantity] for quantity in self.quantities), self.number)


@dataclass(frozen=True)
class Building:
    name: str
    level: int
    type: str
    cost: int
    income: dict[str, int]
    landmark: str | None
    action: tuple[Part, ...]


@dataclass(frozen=True)
class City:
    name: str
    trigger: str
    condition: tuple[Comparison, ...]
    effect: tuple[Part, ...]
    reduction: int  # of `cost -2` it is 2


@dataclass(frozen=True)
class Achievement:
    name: str
    stars: int
    condition: tuple[Comparison, ...]


@dataclass(frozen=True)
class Award:
    name: str
    quantity: str
    points: int


@dataclass
class Cards:
    discounts: dict[str, str] = field(default_factory=dict)
    chips: list[int] = field(default_factory=list)
    start_scores: dict[int, list[int]] = field(default_factory=dict)
    awards: list[Award] = field(default_factory=list)
    achievements: dict[str, Achievement] = field(default_factory=dict)
    cities: dict[str, City] = field(default_factory=dict)
    buildings: dict[str, Building] = field(default_factory=dict)

    def names(self, level: int) -> list[str]:
        return [building.name for building in self.buildings.values() if building.level == level]


# ---------------------------------------------------------------- parts


def _number(word: str, low: int, high: int) -> int:
    number = int(word)
    if not low <= number <= high:
        raise ValueError(f"{word} is not between {low} and {high}")
    return number


def _plain_part(words: list[str]) -> Part:
    text = " ".join(words)
    if text in ("steal top card", "steal hand card", "bonus action"):
        return Part(text)
    if words[0] in ("draw", "tuck", "claim", "build", "advance"):
        op, rest = words[0], words[1:]
    elif words[:2] == ["opponent", "declines"]:
        op, rest = "opponent declines", words[2:]
    elif words[:3] == ["each", "opponent", "declines"]:
        op, rest = "each opponent declines", words[3:]
    else:
        raise ValueError(f"unknown part {text!r}")
    n, what = _number(rest[0], 1, 4), " ".join(rest[1:])
    if op == "build" and len(rest) == 3 and rest[1] == "discount":
        return Part("build", n, less=_number(rest[2], 1, 4))
    allowed = {
        "draw": {"", "row", "deck", "next"},
        "tuck": {""},
        "claim": {""},
        "build": {"", "free"},
        "advance": {*TRACKS, "any", "each"},
        "opponent declines": {*TRACKS, "any"},
        "each opponent declines": {*TRACKS},
    }
    if what not in allowed[op]:
        raise ValueError(f"{op} does not go with {what!r}")
    return Part(op, n, what)


def _part(text: str) -> Part:
    words = text.split()
    may = words[0] == "may"
    if may:
        words = words[1:]
    if "for" not in words:
        part = _plain_part(words)
        if may and (part.what == "each" or part.op == "each opponent declines"):
            raise ValueError(f"`may` does not stand before {' '.join(words)!r}")
        return Part(part.op, part.n, part.what, part.less, may)
    head, tail = words[: words.index("for")], words[words.index("for") + 1 :]
    benefit = tuple(_plain_part(piece.split()) for piece in " ".join(tail).split(" and "))
    if head == ["declare"]:
        return Part("declare", may=may, benefit=benefit)
    if head[0] != "discard" or len(head) != 2:
        raise ValueError(f"unknown part {text!r}")
    return Part("discard", _number(head[1], 1, 4), may=may, benefit=benefit)


def all_parts(action: tuple[Part, ...]) -> list[Part]:
    return [piece for part in action for piece in (part, *part.benefit)]


def parse_action(text: str) -> tuple[Part, ...]:
    if text.split() == ["none"]:
        return ()
    action = tuple(_part(piece) for piece in text.split(";"))
    parts = all_parts(action)
    assert len(parts) <= 6, f"more than 6 parts: {text}"
    assert sum(3 * part.n if part.what == "each" else part.n for part in parts) <= 12, f"numbers above 12: {text}"
    return action


def parse_condition(text: str) -> tuple[Comparison, ...]:
    comparisons = []
    for piece in text.split(" and "):
        *left, sign, number = piece.split()
        quantities = tuple(word.strip() for word in " ".join(left).split("+"))
        assert 1 <= len(quantities) <= 3, piece
        assert set(quantities) <= QUANTITIES, piece
        assert sign in COMPARE, piece
        comparisons.append(Comparison(quantities, sign, _number(number, 0, 99)))
    assert 1 <= len(comparisons) <= 3, text
    return tuple(comparisons)


# ---------------------------------------------------------------- lines


def _city(name: str, trigger: str, condition: str, effect: str) -> City:
    trigger = " ".join(trigger.split())
    assert trigger in TRIGGERS, trigger
    asked = () if condition == "-" else parse_condition(condition)
    words = effect.split()
    if words[0] == "cost":
        assert trigger in BUILD_TRIGGERS, trigger
        return City(name, trigger, asked, (), _number(words[1].removeprefix("-"), 1, 4))
    parts = parse_action(effect)
    assert all(part.op != "bonus action" for part in all_parts(parts)), effect
    return City(name, trigger, asked, parts, 0)


def _building(name: str, level: str, kind: str, cost: str, income: str, landmark: str, action: str) -> Building:
    steps = [_number(word, 0, 9) for word in income.split()]
    assert kind in TYPES, kind
    assert landmark == "-" or landmark in LANDMARKS, landmark
    icon = None if landmark == "-" else landmark
    taken = dict(zip(TRACKS, steps, strict=True))
    return Building(name, _number(level, 1, 4), kind, _number(cost, 0, 9), taken, icon, parse_action(action))


def load_cards(text: str) -> Cards:
    """Read a card file."""
    cards = Cards()
    names, n_aids, round_ends = set(), 0, set()
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        word, *columns = (column.strip() for column in line.split("|"))
        if word in ("award", "achievement", "city", "building"):
            name = columns[0]
            assert name.lower() not in names, f"{name} stands twice in the file"
            names.add(name.lower())
        if word == "discount":
            cards.discounts[columns[0]] = columns[1]
        elif word == "chips":
            cards.chips = [_number(value, 1, 9) for value in columns[0].split()]
        elif word == "start scores":
            cards.start_scores[int(columns[0])] = [_number(value, 0, 9) for value in columns[1].split()]
        elif word == "aid":
            n_aids += 1
        elif word == "round end":
            round_ends.add(int(columns[0]))
        elif word == "award":
            assert columns[1] in QUANTITIES, line
            cards.awards.append(Award(columns[0], columns[1], _number(columns[2], 1, 9)))
        elif word == "achievement":
            cards.achievements[name] = Achievement(name, _number(columns[1], 1, 4), parse_condition(columns[2]))
        elif word == "city":
            cards.cities[name] = _city(*columns)
        elif word == "building":
            cards.buildings[name] = _building(*columns)
        else:
            raise ValueError(f"unknown line {line!r}")
    assert set(cards.discounts) == set(cards.discounts.values()) == set(TYPES)
    assert n_aids == 4
    assert round_ends == {1, 2, 3, 4}
    assert len(cards.chips) == len(cards.achievements)
    assert all(len(cards.start_scores[players]) == players for players in (2, 3, 4))
    return cards
