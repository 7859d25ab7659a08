"""The contents of a card file: buildings, cities, achievements, awards and settings."""

from dataclasses import dataclass

from mctsky.games.paperskyscrapers.language import Comparison, Part


@dataclass(frozen=True)
class Building:
    """A building; `number` is that of the card in the rules."""

    number: int
    name: str
    level: int
    type: int
    cost: int
    income: tuple[int, ...]  # profit, prestige, population
    landmark: int  # 1 + icon, 0 = none
    action: str
    program: tuple[Part, ...]


@dataclass(frozen=True)
class City:
    """A city; its effect is an action, or a reduction of costs."""

    name: str
    when: str  # its trigger as text
    trigger: int
    trigger_type: int  # 1 + type, 0 = any
    condition: str
    comparisons: tuple[Comparison, ...]
    effect: str
    program: tuple[Part, ...]
    reduction: int


@dataclass(frozen=True)
class Achievement:
    """An achievement."""

    name: str
    stars: int
    condition: str
    comparisons: tuple[Comparison, ...]


@dataclass(frozen=True)
class Award:
    """An award for the player who has most of a quantity at the end."""

    name: str
    quantity: int
    points: int


@dataclass(frozen=True)
class CardSet:
    """The whole contents of a card file, in its order."""

    buildings: dict[int, Building]  # by number: 32 * (level - 1), and the place among those of the level
    cities: tuple[City, ...]
    achievements: tuple[Achievement, ...]
    awards: tuple[Award, ...]
    aids: tuple[str, ...]
    discounts: tuple[int, ...]  # for each type the one whose icons make it cheaper
    chips: tuple[int, ...]
    start_scores: dict[int, tuple[int, ...]]  # by number of players, in turn order
