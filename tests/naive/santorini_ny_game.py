"""A naive full game of Santorini: New York: set-up, deals, card choices, reveals, turns, redeals and elimination.

All moves are texts: `start=3`, `^c4` (skyscraper of the Tour Bus Driver), `deal1=17`, `17` (a card is laid face down),
`seat1=17` (it is turned up), and the small moves of a turn. Numbers in comments are rulings.
"""

from dataclasses import replace

from naive.santorini_ny_table import (
    FULL_SUPPLY,
    Rules,
    is_free,
    make_table,
    name,
    owner,
    put_skyscraper,
    read_map,
    square_of,
)
from naive.santorini_ny_turns import Turns, whole_turns

ALL_CARDS = frozenset(range(1, 26))


class Game:
    """`phase` is one of start, bus, deal, choose, show, turn, over; `table` is the public table at the start of the turn."""

    def __init__(self, rules: Rules, players: int, board_map_text: str) -> None:
        squares, self.starts = read_map(board_map_text)
        self.rules = rules
        self.players = players
        self.table = make_table(squares, [()] * players, supply=None if rules.unlimited_supply else FULL_SUPPLY)
        self.phase = "start"
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.deck: set[int] = set()
        self.waiting: list[int] = list(range(players))  # the seats still to act in this phase, in order
        self.laid: dict[int, int] = {}  # cards chosen in this round, seen or not
        self.shown: dict[int, int] = {}
        self.turn_so_far: tuple[str, ...] = ()
        self.turns: Turns = {}  # whole turns of the seat whose turn it is
        self.n_turns = 0

    def living(self) -> list[int]:
        return [seat for seat in range(self.players) if self.table.workers[seat]]

    def to_act(self) -> int | str | None:
        """Return the seat that moves next, `chance`, or None after the end."""
        if self.phase == "over":
            return None
        if self.phase in ("deal", "show"):
            return "chance"
        if self.phase == "turn" and self.turn_so_far and self.turn_so_far[-1].startswith("!"):
            return owner(self.table, square_of(self.turn_so_far[-1][1:]))  # 62: the victim's owner answers.
        return self.waiting[0]

    def legal(self) -> list[str]:
        """Return the small moves of the seat to act; none while chance moves."""
        if self.phase == "start":
            taken = {square for own in self.table.workers for square in own}
            return [f"start={number}" for number, pair in self.starts.items() if not pair & taken]  # 6
        if self.phase == "bus":
            return [f"^{name(square)}" for square in sorted(self.table.squares) if is_free(self.table, square)]  # 8
        if self.phase == "choose":
            return [str(card) for card in sorted(self.hands[self.waiting[0]])]
        if self.phase == "turn":
            n = len(self.turn_so_far)
            return sorted({texts[n] for texts in self.turns if texts[:n] == self.turn_so_far})  # 26
        return []

    def chance(self) -> list[str]:
        """Return the equally likely outcomes while chance moves."""
        if self.phase == "deal":
            return [f"deal{self.waiting[0]}={card}" for card in sorted(self.deck)]
        if self.phase == "show":
            seat = self.waiting[0]
            return [f"seat{seat}={self.laid[seat]}"]
        return []

    def play(self, text: str) -> None:
        """Play one small move, or let one thing happen by chance."""
        assert text in self.legal() + self.chance(), (text, self.legal(), self.chance())
        if self.phase == "turn":
            self.turn_so_far += (text,)
            if self.turn_so_far in self.turns:
                self._end_turn()
            return
        seat = self.waiting.pop(0)
        number = int(text.partition("=")[2] or "0")
        if self.phase == "start":
            workers = list(self.table.workers)
            workers[seat] = self.starts[number]
            self.table = replace(self.table, workers=tuple(workers))
        elif self.phase == "bus":
            self.table = put_skyscraper(self.table, square_of(text[1:]))
        elif self.phase == "deal":
            self.deck.remove(number)
            self.hands[seat].add(number)
        elif self.phase == "choose":
            self.laid[seat] = int(text)
        elif self.phase == "show":
            self.shown[seat] = number
            self.hands[seat].remove(number)
        if not self.waiting:
            self._next_phase()

    def _next_phase(self) -> None:
        if self.phase == "start" and self.rules.mover == "tour_bus_driver":
            self._enter("bus", [0])
        elif self.phase in ("start", "bus"):
            self._deal(5)
        elif self.phase == "deal":
            self._enter("choose", self.living())
        elif self.phase == "choose":
            self._enter("show", self.living())
        elif self.phase == "show":
            order = sorted(self.shown, key=lambda seat: self.shown[seat])
            self.table = replace(self.table, statue=order[-1])  # 12, 18
            self._enter("turn", order)
            self._begin_turn()
        else:
            self.laid, self.shown = {}, {}  # 14
            if all(len(self.hands[seat]) == 1 for seat in self.living()):
                self._deal(4)  # 16
            else:
                self._enter("choose", self.living())

    def _enter(self, phase: str, seats: list[int]) -> None:
        self.phase = phase
        self.waiting = seats

    def _deal(self, n_cards: int) -> None:
        self.deck = set(ALL_CARDS.difference(*self.hands))
        self._enter("deal", [seat for seat in self.living() for _ in range(n_cards)])

    def _begin_turn(self) -> None:
        seat = self.waiting[0]
        self.turns = whole_turns(self.rules, self.table, seat, self.shown[seat])
        self.turn_so_far = ()

    def _end_turn(self) -> None:
        self.table = self.turns[self.turn_so_far]
        self.turns, self.turn_so_far = {}, ()
        self.n_turns += 1
        seat = self.waiting.pop(0)
        if not self.table.workers[seat]:
            self.hands[seat] = set()  # 17
        if self.table.winner is not None:
            self._enter("over", [])
        elif self.waiting:
            self._begin_turn()
        else:
            self._next_phase()
