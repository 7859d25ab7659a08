"""What is in the box for one number of players and one set of options, as tables that the rules read."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.core.data_files import file_name, read_text
from mctsky.core.record import new_record
from mctsky.games.skyscraper1937.luck import Card, read_luck
from mctsky.games.skyscraper1937.moves import MAX_CARDS
from mctsky.games.skyscraper1937.prices import Prices, read_prices
from mctsky.games.skyscraper1937.state import LUCK, N_PIECES, N_POLICIES

TABLES_DTYPE = record_dtype(
    ("pack", np.uint64),  # all Luck cards, as bits; equal ones are next to each other
    ("copies", np.uint64, MAX_CARDS),  # the bits of each card
    ("card_of", np.int8, MAX_CARDS),  # the card of each bit
    ("kind", np.int8, MAX_CARDS),  # of each card
    ("amount", np.int16, MAX_CARDS),
    ("piece", np.int8, MAX_CARDS),
    ("pieces", np.int32, MAX_CARDS),
    ("thing", np.int8, (MAX_CARDS, 2)),
    ("thing_pieces", np.int32, (MAX_CARDS, 2)),
    ("sold", np.int8, 13),  # by total of the dice
    ("price", np.int16, N_PIECES),
    ("supply", np.int8, N_PIECES),
    ("policy_price", np.int16, N_POLICIES),
    ("cap", np.int16, N_POLICIES),
    ("stock", np.int8, N_POLICIES),
    ("share", np.int16),  # dollars that each player begins with
    ("bonus", np.int16),
    ("max_throws", np.int16),
    ("spaces", np.int8),
    ("floors", np.int8),
    ("pent_house_floors", np.int8),
    ("first_residences", np.int8),  # that a card needs when a part is bought
    ("children", np.int8),
)


@dataclass(frozen=True)
class Box:
    """Everything that never changes during a game."""

    prices: Prices
    cards: tuple[Card, ...]
    tables: Any
    money: int  # of all players and the pot together
    left_over: int  # chips out of the game


PACKAGE = "mctsky.games.skyscraper1937"
BOXES: list[Box] = []  # what the number `box` of a game stands for, in this process


def find_box(players: int, luck_on_twelve: int, residence_first: int, children: int, prices: str, luck: str) -> int:
    """Return the number of a box; files are read again each time."""
    texts: list[str] = []
    for name, what in ((prices, "prices"), (luck, "luck")):
        texts += read_text(name, what, PACKAGE), file_name(name, what)
    return _number(players, luck_on_twelve, residence_first, children, *texts)


@cache
def _number(
    players: int, luck_on_twelve: int, residence_first: int, children: int, prices: str, where: str, luck: str, luck_where: str
) -> int:
    """Return the number of the box that options and two texts describe."""
    found, cards = read_prices(prices, where), read_luck(luck, luck_where)
    BOXES.append(_make_box(players, luck_on_twelve, residence_first, children, found, () if children else cards))  # R57
    return len(BOXES) - 1


def _make_box(
    players: int, luck_on_twelve: int, residence_first: int, children: int, prices: Prices, cards: tuple[Card, ...]
) -> Box:
    tables = new_record(TABLES_DTYPE)
    _write_cards(tables, cards)
    grown = max(0, players - 4)  # R31, R32, R72
    for total, sold in prices.throws.items():
        tables.sold[total] = sold
    if luck_on_twelve:
        tables.sold[12] = LUCK  # R30
    tables.supply[:] = [counts[grown] for counts in prices.supplies]
    money = share = 0
    if not children:  # R57: free pieces, no money, no policies; and without cards a Luck throw is a lost turn
        tables.price[:] = prices.prices
        tables.stock[:] = [policy.stock[grown] for policy in prices.policies]
        counts = [(chips[0], chips[2 if grown else 1]) for chips in prices.chips]  # R31
        money = sum(dollars * count for dollars, count in counts)
        share = sum(dollars * (count // players) for dollars, count in counts)  # R4
        tables.bonus = prices.bonus
    tables.policy_price[:] = [policy.price for policy in prices.policies]
    tables.cap[:] = [policy.cap for policy in prices.policies]
    tables.share, tables.max_throws = share, prices.max_throws
    tables.spaces, tables.floors, tables.pent_house_floors = prices.spaces, prices.floors, prices.pent_house_floors
    tables.first_residences, tables.children = residence_first, children  # R56
    return Box(prices, cards, tables, players * share, money - players * share)


def _write_cards(tables: Any, cards: tuple[Card, ...]) -> None:
    place = 0
    for number, card in enumerate(cards):
        bits = ((1 << card.copies) - 1) << place
        tables.copies[number] = bits
        tables.pack |= np.uint64(bits)
        tables.card_of[place : place + card.copies] = number
        place += card.copies
        tables.kind[number], tables.amount[number] = card.kind, card.amount
        tables.piece[number], tables.pieces[number] = card.piece, card.pieces
        tables.thing[number] = [kind for kind, _ in card.things]
        tables.thing_pieces[number] = [pieces for _, pieces in card.things]
