"""Sets of cards for one number of players, as tables that the rules read."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mctsky.core.data_files import file_name, read_text
from mctsky.core.record import new_record
from mctsky.errors import OptionError
from mctsky.games.paperskyscrapers.card_file import read_cards
from mctsky.games.paperskyscrapers.card_set import CardSet
from mctsky.games.paperskyscrapers.language import Comparison, Part
from mctsky.games.paperskyscrapers.state import FIRST_CITY_PROGRAM
from mctsky.games.paperskyscrapers.tables import FIRST_CITY_CONDITION, TABLES_DTYPE

__all__ = ["SETS", "CardSet", "Cards", "find_cards", "make_tables", "read_cards"]

PACKAGE = "mctsky.games.paperskyscrapers"
MAX_FILE_BYTES = 60_000
OFFERED = 2  # cities for each player to choose from


@dataclass(frozen=True)
class Cards:
    """Everything that never changes during a game."""

    cards: CardSet
    tables: Any


SETS: list[Cards] = []  # what the number `cards` of a game stands for, in this process


def find_cards(players: int, compensation: int, cards_option: str) -> int:
    """Return the number of a set of cards: `standard` or the path of a file, which is read again each time."""
    text = read_text(cards_option, "cards", PACKAGE, MAX_FILE_BYTES)
    return _number(players, compensation, text, file_name(cards_option, "cards"))


@cache
def _number(players: int, compensation: int, text: str, where: str) -> int:
    """Return the number of the set that a text describes."""
    cards = read_cards(text, where)
    if len(cards.cities) < OFFERED * players:
        problem = f"{players} players choose from {OFFERED * players} cities, and {where} has {len(cards.cities)}"
        remedy = "add cities to the file, or play with fewer players"
        raise OptionError(problem, given=f"players={players} cards={where}", where="paperskyscrapers", remedy=remedy)
    SETS.append(Cards(cards, make_tables(cards, players, compensation)))
    return len(SETS) - 1


def make_tables(cards: CardSet, players: int, compensation: int) -> Any:
    """Return a record of TABLES_DTYPE; without compensation everybody begins with no points."""
    tables = new_record(TABLES_DTYPE)
    for number, building in cards.buildings.items():
        tables.buildings[number // 64] |= np.uint64(1 << number % 64)
        tables.type[number], tables.cost[number] = building.type, building.cost
        tables.income[number], tables.landmark[number] = building.income, building.landmark
        _write_program(tables, number, building.program)
    for place, city in enumerate(cards.cities):
        tables.trigger[place], tables.trigger_type[place] = city.trigger, city.trigger_type
        tables.reduction[place] = city.reduction
        _write_program(tables, FIRST_CITY_PROGRAM + place, city.program)
        _write_condition(tables, FIRST_CITY_CONDITION + place, city.comparisons)
    for place, achievement in enumerate(cards.achievements):
        tables.stars[place] = achievement.stars
        _write_condition(tables, place, achievement.comparisons)
    for place, award in enumerate(cards.awards):
        tables.award_quantity[place], tables.award_points[place] = award.quantity, award.points
    for value in cards.chips:
        tables.chips[value] += 1
    tables.cheaper_by[:] = cards.discounts
    if compensation:
        tables.start_scores[:players] = cards.start_scores[players]
    tables.n_cities, tables.n_achievements, tables.n_awards = len(cards.cities), len(cards.achievements), len(cards.awards)
    return tables


def _write_program(tables: Any, number: int, program: tuple[Part, ...]) -> None:
    for row, part in enumerate(program):
        tables.programs[number, row] = part


def _write_condition(tables: Any, number: int, comparisons: tuple[Comparison, ...]) -> None:
    for row, comparison in enumerate(comparisons):
        tables.conditions[number, row] = comparison
