"""Questions, decks, the row and round ends of Paper Skyscrapers.

Everything that may have to ask is a generator: it yields an Ask and is sent the text of the answer.
Numbers in comments are rulings.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from naive.paperskyscrapers_table import Player, Table

MAX_RESHUFFLES = 7


@dataclass
class Ask:
    """A question to a seat, or to chance: then each option has odds."""

    actor: int | str
    options: dict[str, Any]


Script = Generator[Ask, str, Any]


class Draws(Table):
    """A table whose cards can be drawn."""

    def choose(self, player: Player, options: dict[str, Any], always: bool = False) -> Script:
        """Ask for one of the options (text, value); return its value. One option is taken without a question (58)."""
        if len(options) == 1 and not always:
            (value,) = options.values()
            return value
        text = yield Ask(player.seat, options)
        return options[text]

    def chance(self, outcomes: dict[str, Any]) -> Script:
        """Let chance take one of equally likely outcomes."""
        text = yield Ask("chance", dict.fromkeys(outcomes, Fraction(1, len(outcomes))))
        return outcomes[text]

    def show(self, names: Iterable[str]) -> Script:
        """Lay one of some cards open that not all have seen and that go without a choice; return which."""
        shown = yield from self.chance({f"show {name}": name for name in self.in_order(names)})
        return shown

    # ------------------------------------------------------------ decks

    def round_end_may_show(self, level: int) -> bool:
        """Only a draw from the current level's deck in a turn brings out its round end (83, 87)."""
        return self.seat is not None and level == self.level and level in self.round_ends

    def can_reshuffle(self) -> bool:
        """36: on level 4 only, the 3s and 4s of the discards."""
        return self.level == 4 and self.n_reshuffles < MAX_RESHUFFLES and bool(self._old_cards())

    def _old_cards(self) -> list[str]:
        return [name for name in self.discards if self.building(name).level in (3, 4)]

    def can_draw(self, level: int) -> bool:
        """Return whether a draw from the deck of this level, or what stands in for it, can be tried."""
        above = any(self.decks[deck] for deck in range(level, 5))
        return above or self.round_end_may_show(level) or self.can_reshuffle()

    def next_level(self) -> int:
        return min(self.level + 1, 4)  # 38

    def draw(self, level: int, verb: str) -> Script:
        """Draw a building from the deck of this level; return its name, or None if nothing is left.

        The event is `verb NAME`. A round end is put aside and another card drawn in its place.
        """
        while self.can_draw(level):
            deck = self.decks[level]
            if self.round_end_may_show(level) and len(deck) <= 5:  # 32: any of the places that are left
                outcomes = {f"{verb} {name}": name for name in deck} | {"round end": None}
            else:
                if not any(self.decks[above] for above in range(level, 5)):
                    self._reshuffle()
                deck = next(self.decks[above] for above in range(level, 5) if self.decks[above])  # 36, 83
                outcomes = {f"{verb} {name}": name for name in deck}
            name = yield from self.chance(outcomes)
            if name is not None:
                deck.remove(name)
                return name
            self.round_ends.remove(level)
        return None

    def _reshuffle(self) -> None:
        cards = self._old_cards()
        self.discards = [name for name in self.discards if name not in cards]
        self.decks[4] = cards
        self.n_reshuffles += 1

    # ------------------------------------------------------------ row and hands

    def fill_row(self) -> Script:
        while len(self.row) < 3:
            name = yield from self.draw(self.level, "row")
            if name is None:
                return
            self.row.append(name)

    def refill(self) -> Script:
        """Fill the row after a draw in a turn; between turns there is no row yet (89, 102)."""
        if self.seat is not None:
            yield from self.fill_row()

    def draw_options(self, source: str) -> dict[str, tuple[str, Any]]:
        """Return what can be drawn from `row`, `deck`, `next`, or from row and deck (empty text)."""
        options: dict[str, tuple[str, Any]] = {}
        if source in ("", "row"):
            options |= {f"draw {name}": ("row", name) for name in self.row}
        level = self.next_level() if source == "next" else self.level
        if source != "row" and self.can_draw(level):
            options["draw deck"] = ("deck", level)
        return options

    def deal_two(self, player: Player) -> Script:
        for _ in range(2):
            name = yield from self.draw(self.level, f"deal {player.seat}")
            if name is not None:
                player.take(name, seen=False)
