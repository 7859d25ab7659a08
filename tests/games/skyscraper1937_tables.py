"""Positions of Skyscraper (1937) made by hand, as a state of the oracle and a record of the fast rules at once.

Every step is taken by both, and both must say the same; what a test asserts is then checked on the fast rules.
"""

from functools import cache
from pathlib import Path
from typing import Any

import mctsky
from games.skyscraper1937_files import write_files
from games.skyscraper1937_twins import Twins, summary
from mctsky.core.contract import CHANCE
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.state import (
    CHURCH_AT,
    DISTRICTS,
    FIRST_SLOT,
    FIRST_STORE,
    PARTS,
    PIECES,
    POLICIES,
    POT,
    ROLES,
    ROLL,
    ROVER,
)
from naive.skyscraper1937 import Naive
from naive.skyscraper1937_data import Data
from naive.skyscraper1937_spots import spot
from naive.skyscraper1937_table import District, State

HOUSE = District(residence=1, porch=1, garage=1, chimney=1)


def shops(*stores: str) -> District:
    """Return a card with stores: a number of floors, with `p` after it for a Pent House."""
    looks = [(int(store[0]), store.endswith("p")) for store in stores]
    return District(stores=tuple(sorted(looks, reverse=True)))


def write_card(land: Any, district: District) -> None:
    """Write a district card of the oracle into a row of the record."""
    land[:4] = [district.residence, *(getattr(district, part) for part in PARTS)]
    for store, (floors, pent_house) in enumerate(district.stores):
        land[FIRST_STORE + store] = 1 + 2 * floors + pent_house
    for k, names in enumerate((district.municipal, district.business)):
        for slot, piece in enumerate(sorted(map(PIECES.index, names), reverse=True)):
            land[FIRST_SLOT + 2 * k + slot] = piece
    land[CHURCH_AT] = DISTRICTS.index(district.church) + 1 if district.church else 0


class Table:
    """The game with one set of options and data, by both rules."""

    def __init__(
        self,
        players: int,
        folder: Path | None = None,
        data: Data | None = None,
        card: dict[str, int] | None = None,
        **options: int,
    ) -> None:
        """Load both; edited data and an edited district card go to the fast rules by files in a folder."""
        files = {} if folder is None else write_files(folder, data, players, card)
        self.naive = Naive(players, data=data, **options)
        self.game = mctsky.load("skyscraper1937", players=players, **options, **files)
        self.box = BOXES[self.game.rules.box]

    def start(self) -> "Spot":
        return Spot(self, self.naive.start(), self.game.start())

    def deal(self, *roles: str) -> "Spot":
        found = self.start()
        for role in roles:
            found = found.play(f"role {role}")
        return found

    def spot(self, *districts: District, **more: Any) -> "Spot":
        """Return a position before a roll; see naive/skyscraper1937_spots.py."""
        state = spot(self.naive, *districts, **{"box": self.box.left_over} | more)
        return Spot(self, state, mctsky.Position(self.game, self.record(state)))

    def before_throw(self, *districts: District, **more: Any) -> "Spot":
        """Return a position in which seat 0 may buy policies: the turn of the last seat is over."""
        return self.spot(*districts, seat=self.game.n_seats - 1, **more).roll(12)

    def record(self, state: State) -> Any:
        names = [card.name for card in self.box.cards]
        record = self.game.new_state()
        record.phase, record.actor, record.seat, record.throws = ROLL, CHANCE, state.seat, state.n_throws
        record.cash[: len(state.cash)] = state.cash
        record.cash[POT] = state.pot
        for seat, district in enumerate(state.districts):
            write_card(record.land[seat], district)
            record.policies[seat] = sum(1 << POLICIES.index(kind) for kind in state.policies[seat])
            record.taxes[seat] = names.index(state.taxes[seat]) + 1 if state.taxes[seat] else 0
        record.supply = [self.naive.supply(state, piece) for piece in PIECES]
        record.stock = [self.naive.stock(state, kind) if self.naive.data["policies"] else 0 for kind in POLICIES]
        for role, name in enumerate(ROLES):
            record.holders[role] = next((seat for seat, roles in enumerate(state.roles) if name in roles), POT)
        record.rovers = sum(1 << seat for seat, roles in enumerate(state.roles) if ROVER in roles)
        unseen = self.naive.unseen(state)
        for number, name in enumerate(names):
            bits = [bit for bit in range(64) if int(self.box.tables.copies[number]) >> bit & 1]
            record.unseen += sum(1 << bit for bit in bits[len(bits) - unseen[name] :])
        return record


class Spot:
    """One position of both rules, which agree on it; moves lead to new ones."""

    def __init__(self, table: Table, state: State, position: mctsky.Position) -> None:
        self.table, self.state, self.position = table, state, position
        self.told = summary(position)
        twins = Twins.__new__(Twins)
        twins.naive, twins.game, twins.state, twins.position = table.naive, table.game, state, position
        twins.check()

    def play(self, *texts: str) -> "Spot":
        found = self
        for text in texts:
            after = found.position.copy()
            after.play(text)
            found = Spot(self.table, self.table.naive.play(found.state, text), after)
        return found

    def roll(self, total: int) -> "Spot":
        return self.play(f"roll {total}")

    def draw(self, card: str, total: int = 7) -> "Spot":
        return self.play(f"roll {total}", f"draw {card}")

    def sold(self, total: int) -> set[str]:
        """Return what a throw sells; nothing if the turn is lost."""
        after = self.roll(total)
        return after.moves - {"pass"} if after.phase == "buy" else set()

    @property
    def moves(self) -> set[str]:
        return set(self.position.legal_moves())

    @property
    def odds(self) -> dict[str, float]:
        return dict(self.position.chance_moves())

    @property
    def phase(self) -> str:
        return str(self.told["phase"])

    @property
    def turn(self) -> int | None:
        found: int | None = self.told["turn_of"]
        return found

    @property
    def cash(self) -> list[int]:
        return [seat["money"] for seat in self.told["seats"]]

    @property
    def pot(self) -> int:
        return int(self.told["pot"])

    @property
    def result(self) -> tuple[int | None, str | None]:
        return self.told["winner"], self.told["route"]

    def card(self, seat: int = 0) -> District:
        """Return a district card in the words of the oracle."""
        told = self.told["seats"][seat]
        counts = {name: told[name] for name in ("residence", *PARTS)}
        lists = {name: tuple(told[name]) for name in ("municipal", "business", "stores")}
        return District(**counts, **lists, church=told["church"])

    def policies(self, seat: int = 0) -> set[str]:
        return set(self.told["seats"][seat]["policies"])


@cache
def table(players: int = 4, **options: int) -> Table:
    """Return the game with its own data."""
    return Table(players, **options)
