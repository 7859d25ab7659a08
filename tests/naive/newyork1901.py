"""New York 1901, slow and obvious, from the rule text alone: set-up, small moves of a turn, the end.

The parts: newyork1901_board.py (board, tiles, geometry), newyork1901_table.py (the table, what may be built, end scoring).
States never change; moves are texts. Numbers in comments are rulings of the rules file.

Phases: `first`, `streets`, `bonus`, `characters`, `opening` (chance, in this order); `start` of a turn; `shift` (chance deals
the new market); `take` (Land Grab); `claim`; `refill` (chance); `build`; `place`; `boom`; `over`.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from naive.newyork1901_board import (
    BONUSES,
    DISTRICT,
    DISTRICTS,
    LEGENDARIES,
    OWN_TILES,
    START_TERRITORY,
    STREETS,
    TERRITORIES,
    footprint_name,
    kind,
    square_name,
    value,
)
from naive.newyork1901_table import (
    CONSTRUCTION_BOOM,
    FEWEST_UNBUILT,
    LAND_GRAB,
    MARKET_SHIFT,
    Cards,
    State,
    bonus_points,
    held,
    is_unlocked,
    legendary_owners,
    n_workers,
    overlapped,
    places,
    prestige,
    street_points,
    tie_break,
)

__all__ = ["CHANCE", "OVER", "Naive", "State"]

CHANCE, OVER = -1, -2
MARKET_SIZE = 4
MAX_TURNS = 400
CHANCE_PHASES = ("first", "streets", "bonus", "characters", "opening", "shift", "refill")


def without(cards: Cards, card: str) -> Cards:
    """Return sorted cards with one copy of a card gone."""
    left = list(cards)
    left.remove(card)
    return tuple(left)


def changed(values: tuple[Any, ...], seat: int, new: Any) -> tuple[Any, ...]:
    """Return the values of all seats with that of one seat replaced."""
    return tuple(new if other == seat else old for other, old in enumerate(values))


def mover(state: State) -> int:
    """Return the seat whose turn it is."""
    assert state.seat is not None
    return state.seat


class Naive:
    """The game with one set of options."""

    def __init__(self, players: int, beginner: int = 0, advanced: int = 0, action_cards: int = 1) -> None:
        assert players in (2, 3, 4)
        self.players = players
        self.beginner = bool(beginner)
        self.advanced = bool(advanced)
        self.action_cards = bool(action_cards)
        self.colours = [colour for colour in DISTRICTS if players > 2 or colour != "pink"]  # 3
        self.thresholds = {"bronze": 0, "silver": 10, "gold": 25} if advanced else {"bronze": 0, "silver": 6, "gold": 18}  # 6

    # ---- asking

    def start(self) -> State:
        cards = {MARKET_SHIFT, LAND_GRAB, CONSTRUCTION_BOOM} if self.action_cards else set()
        return State(
            phase="first",
            seat=None,
            n_turns=0,
            first=None,
            streets=("broadway", "wall", "nassau") if self.beginner else (),  # 7
            bonus="gold-tycoon" if self.beginner else None,
            characters=(),
            points=(0,) * self.players,
            estates=(frozenset(),) * self.players,
            buildings=(frozenset(),) * self.players,
            unbuilt=(OWN_TILES,) * self.players,  # 5
            actions=(frozenset(cards),) * self.players,
            market=(),
            heap=tuple(sorted(kind(name) for name in TERRITORIES if DISTRICT[name] in self.colours)),
            groups=(),
        )

    def to_act(self, state: State) -> int:
        """Return the seat that decides, -1 while chance decides, -2 after the end."""
        if state.phase == "over":
            return OVER
        return CHANCE if state.phase in CHANCE_PHASES else mover(state)

    def legal(self, state: State) -> set[str]:
        """Return the moves of the seat to act; none while chance decides and after the end."""
        if self.to_act(state) < 0:
            return set()
        if state.phase == "start":
            return self._start_moves(state)
        if state.phase == "take":
            return {f"take {card}" for card in state.market if card.endswith("2")}
        if state.phase == "claim":
            return {f"claim {name}" for name in self.unclaimed(state) if kind(name) == state.taken}  # 12
        if state.phase == "place":
            assert state.tile is not None
            return {f"place {footprint_name(where)}" for where in places(state, mover(state), state.tile, state.razing)}
        return self._builds(state, second=state.phase == "boom") | {"pass"}

    def chance(self, state: State) -> dict[str, Fraction]:
        """Return the odds of all that chance can do; nothing while a seat decides."""
        if self.to_act(state) != CHANCE:
            return {}
        if state.phase == "first":
            outcomes = [f"first {seat}" for seat in range(self.players)]  # 1
        elif state.phase == "streets":
            outcomes = [f"streets {','.join(three)}" for three in combinations(STREETS, 3)]
        elif state.phase == "bonus":
            outcomes = [f"bonus {bonus}" for bonus in BONUSES]
        elif state.phase == "characters":
            outcomes = [f"character {colour}" for colour in self.colours if colour not in state.characters]  # 2
        else:
            outcomes = [f"draw {card}" for card in (state.heap or state.groups[0])]
        return {outcome: Fraction(outcomes.count(outcome), len(outcomes)) for outcome in outcomes}

    def unclaimed(self, state: State) -> set[str]:
        """Return the territories in play that belong to no estate."""
        return {name for name in TERRITORIES if DISTRICT[name] in self.colours}.difference(*state.estates)

    def _start_moves(self, state: State) -> set[str]:
        seat = mover(state)
        workers = n_workers(state, seat)
        builds, razes = self._builds(state, second=False), self._razes(state)
        if workers and state.market:
            moves = {f"take {card}" for card in state.market} | razes  # 9
            small = [card for card in state.market if card.endswith("2")]
            if LAND_GRAB in state.actions[seat] and workers >= 2 and len(small) >= 2 and (state.heap or state.groups):
                moves.add("grab")  # 34
        elif workers:
            moves = builds | razes | {"pass"}  # 11
        elif builds or razes:
            moves = builds | razes  # 10
        else:
            moves = {f"reclaim {name}" for name in held(state.estates[seat], state.buildings[seat])}  # 29, 30
        if MARKET_SHIFT in state.actions[seat] and (state.market or state.heap or state.groups):
            moves.add("shift")  # 33
        return moves

    def _builds(self, state: State, second: bool) -> set[str]:
        """Return the tiles that can stand on free land; those of a Construction Boom must leave enough unbuilt (35)."""
        seat = mover(state)
        found = set()
        for tile in {*OWN_TILES, *LEGENDARIES}:
            if second and tile not in LEGENDARIES and len(state.unbuilt[seat]) - 1 < FEWEST_UNBUILT:
                continue
            if is_unlocked(state, seat, tile, self.thresholds) and places(state, seat, tile, razing=False):
                found.add(f"build {tile}")
        return found

    def _razes(self, state: State) -> set[str]:
        seat = mover(state)
        tiles = [tile for tile in {*OWN_TILES, *LEGENDARIES} if is_unlocked(state, seat, tile, self.thresholds)]
        return {f"raze {tile}" for tile in tiles if places(state, seat, tile, razing=True)}

    # ---- playing

    def play(self, state: State, move: str) -> State:
        """Return the state after a move of a seat or of chance."""
        assert move in self.legal(state) or move in self.chance(state), (move, state)
        word, _, rest = move.partition(" ")
        if word in ("first", "streets", "bonus", "character"):
            return self._set_up(state, word, rest)
        if word == "draw":
            return self._draw(state, rest)
        seat = mover(state)
        if word == "shift":
            groups = (*state.groups, state.market) if state.market else state.groups
            state = self._use(replace(state, market=(), groups=groups), MARKET_SHIFT)
            return self._deal(replace(state, phase="shift"))
        if word == "grab":
            return replace(self._use(state, LAND_GRAB), phase="take", to_take=2)
        if word == "take":
            left = max(0, state.to_take - 1)
            return replace(state, phase="claim", taken=rest, market=without(state.market, rest), to_take=left)
        if word == "claim":
            estates = changed(state.estates, seat, state.estates[seat] | {rest})
            state = replace(state, taken=None, estates=estates)
            return replace(state, phase="take") if state.to_take else self._deal(replace(state, phase="refill"))
        if word == "reclaim":
            estates = changed(state.estates, seat, state.estates[seat] - {rest})
            return self._end_turn(replace(state, estates=estates, groups=(*state.groups, (kind(rest),))))
        if word == "pass":
            return self._end_turn(state)
        if word == "place":
            return self._place(state, rest)
        second = state.phase == "boom"
        if second:
            state = self._use(state, CONSTRUCTION_BOOM)
        return replace(state, phase="place", tile=rest, razing=word == "raze", second=second)

    def _set_up(self, state: State, word: str, rest: str) -> State:
        if word == "first":
            state = replace(state, first=int(rest))
        elif word == "streets":
            state = replace(state, streets=tuple(rest.split(",")))
        elif word == "bonus":
            state = replace(state, bonus=rest)
        else:
            seat, home = len(state.characters), START_TERRITORY[rest]
            state = replace(
                state,
                characters=(*state.characters, rest),
                estates=changed(state.estates, seat, frozenset({home})),
                buildings=changed(state.buildings, seat, frozenset({("starter", TERRITORIES[home])})),  # 4
                heap=without(state.heap, kind(home)),
            )
        if not state.streets:
            return replace(state, phase="streets")
        if not state.bonus:
            return replace(state, phase="bonus")
        if not self.advanced and len(state.characters) < self.players:
            return replace(state, phase="characters")
        return replace(state, phase="opening")

    def _draw(self, state: State, card: str) -> State:
        if state.heap:
            state = replace(state, heap=without(state.heap, card))
        else:
            rest = without(state.groups[0], card)
            state = replace(state, groups=(rest, *state.groups[1:]) if rest else state.groups[1:])
        return self._deal(replace(state, market=tuple(sorted([*state.market, card]))))

    def _deal(self, state: State) -> State:
        """Leave the next card to chance, or go on if the market is full or no card is left."""
        if len(state.market) < MARKET_SIZE and (state.heap or state.groups):
            return state
        if state.phase == "opening":
            return replace(state, phase="start", seat=state.first)
        if state.phase == "shift":
            return replace(state, phase="start")  # 33: never triggers the end
        if len(state.market) < MARKET_SIZE:
            state = self._trigger(state)  # 36: the Future Market is empty, or there would be four
        return replace(state, phase="build")

    def _use(self, state: State, card: str) -> State:
        seat = mover(state)
        return replace(state, actions=changed(state.actions, seat, state.actions[seat] - {card}))

    def _trigger(self, state: State) -> State:
        """Let the turn's seat trigger the end; later triggers are ignored (36)."""
        if state.trigger is not None:
            return state
        return replace(state, trigger=mover(state), final_turns=self.players - 1)

    def _place(self, state: State, text: str) -> State:
        seat, tile = mover(state), state.tile
        assert tile is not None
        footprint = next(where for where in places(state, seat, tile, state.razing) if footprint_name(where) == text)
        gain = value(tile) + prestige(state, seat, tile, footprint)
        standing = state.buildings[seat] - overlapped(state, seat, footprint) | {(tile, footprint)}  # 22, 28
        left = state.unbuilt[seat] if tile in LEGENDARIES else without(state.unbuilt[seat], tile)
        state = replace(
            state,
            points=changed(state.points, seat, state.points[seat] + gain),
            buildings=changed(state.buildings, seat, standing),
            unbuilt=changed(state.unbuilt, seat, left),
            tile=None,
            razing=False,
            second=False,
        )
        if len(left) == FEWEST_UNBUILT:
            state = self._trigger(state)  # 36
        if CONSTRUCTION_BOOM in state.actions[seat] and self._builds(state, second=True):
            return replace(state, phase="boom")  # 35
        return self._end_turn(state)

    def _end_turn(self, state: State) -> State:
        seat = mover(state)
        state = replace(state, phase="start", n_turns=state.n_turns + 1, seat=(seat + 1) % self.players)
        if state.final_turns is not None and seat != state.trigger:
            state = replace(state, final_turns=state.final_turns - 1)  # 37
        if state.final_turns == 0 or state.n_turns == MAX_TURNS:  # 31
            state = replace(state, phase="over", seat=None)
        return state

    # ---- results

    def scores(self, state: State) -> list[int]:
        """Return the points on the track, after the end with streets, bonus and unused action cards."""
        if state.phase != "over":
            return list(state.points)
        unused = [len(cards) for cards in state.actions]
        return [sum(parts) for parts in zip(state.points, street_points(state), bonus_points(state), unused, strict=True)]

    def returns(self, state: State) -> list[Fraction]:
        """Return each seat's mean over the other seats: 1 if ahead of it, a half if tied, 0 if behind."""
        assert state.phase == "over"
        ranks = [(score, *tie_break(state, seat)) for seat, score in enumerate(self.scores(state))]
        total = [Fraction(0)] * self.players
        for seat, other in [(a, b) for a in range(self.players) for b in range(self.players) if a != b]:
            total[seat] += Fraction(1, 2) if ranks[seat] == ranks[other] else int(ranks[seat] > ranks[other])
        return [points / (self.players - 1) for points in total]

    def describe(self, state: State) -> dict[str, Any]:
        """Return the position as plain data, squares as texts; `turn_of` is None before the first turn and after the end."""
        seats = [
            {
                "territories": set(state.estates[seat]),
                "buildings": {(tile, frozenset(map(square_name, where))) for tile, where in state.buildings[seat]},
                "action_cards": set(state.actions[seat]),
                "unbuilt": list(state.unbuilt[seat]),
                "workers": n_workers(state, seat),
            }
            for seat in range(self.players)
        ]
        return {
            "phase": state.phase,
            "seat": self.to_act(state),
            "turn_of": state.seat,
            "turns": state.n_turns,
            "scores": self.scores(state),
            "seats": seats,
            "legendaries": legendary_owners(state),
            "market": list(state.market),
            "pile": (list(state.heap), [list(group) for group in state.groups]),
            "streets": list(state.streets),
            "bonus": state.bonus,
            "first": state.first,
            "characters": list(state.characters),
            "trigger": state.trigger,
            "final_turns": state.final_turns,
            "pending": {
                "card": state.taken,
                "still_to_take": state.to_take,
                "tile": state.tile,
                "by_demolition": state.razing,
                "by_boom": state.second,
                "boom_possible": state.phase == "boom",
            },
        }
