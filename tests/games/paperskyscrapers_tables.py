"""Positions of Paper Skyscrapers written by hand, and short ways to lead and to read them.

A city is written place by place: `Civ1a Com1a (Par1a) ! | HOME | -` is a building of two cards with a card tucked under it and
the mayor on it, the city card, and a gap. Nothing here asks the rules what may be done.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from games.paperskyscrapers_twins import facts
from mctsky.core.contract import CHANCE
from mctsky.core.position import Game, Position
from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    ACTIONS,
    HEIGHT_SHIFT,
    ICON_BITS,
    LANDMARKS,
    LINE_EVERY,
    MAX_LEVEL,
    N_TYPES,
    TRACK_END,
    TRACKS,
)

HOME = "HOME"
Seats = Sequence[str]


def numbers_of(game: Game) -> dict[str, int]:
    return {building.name: number for number, building in SETS[game.rules.cards].cards.buildings.items()}


def names_in(game: Game, cards: Any) -> list[str]:
    """Return the names of a set of cards, sorted."""
    return sorted(name for name, number in numbers_of(game).items() if int(cards[number // 64]) >> number % 64 & 1)


def put(words: Any, number: int) -> None:
    words[number // 64] |= np.uint64(1 << number % 64)


def write_city(game: Game, state: Any, seat: int, text: str, numbers: dict[str, int]) -> None:
    """Write the places of a city into a state."""
    buildings = SETS[game.rules.cards].cards.buildings
    places = text.split("|")
    state.n_places[seat] = len(places)
    for place, words in enumerate(places):
        if "!" in words:
            state.mayor[seat] = place
        built, _, tucked = words.replace("!", "").replace(")", "").partition("(")
        stack = 0
        for is_built, names in ((True, built), (False, tucked)):
            pile = state.top if is_built else state.tucks
            for name in names.split():
                if name == HOME:
                    state.city_place[seat] = place
                if name in (HOME, "-"):
                    continue
                card = numbers[name]
                state.below[card], pile[seat, place] = pile[seat, place], card + 1
                kind, landmark = buildings[card].type, buildings[card].landmark
                stack += 1 << ICON_BITS * kind
                state.icons[seat, kind] += 1
                if landmark:
                    state.icons[seat, N_TYPES + landmark - 1] += 1
                if is_built:
                    stack += 1 << HEIGHT_SHIFT
                else:
                    state.n_tucked[seat] += 1
        state.stacks[seat, place] = stack


def spot(
    game: Game,
    *,
    level: int = 1,
    seat: int = 0,
    first: int = 0,
    lap: int = 0,
    actions: int | None = None,
    hands: Seats = (),
    known: Seats = (),
    cities: Seats = (),
    tracks: Sequence[Sequence[int]] = (),
    scores: Sequence[int] = (),
    claims: Seats = (),
    row: str | None = None,
    deck: str | None = None,
    discards: str = "",
    ended: bool = False,
) -> "Spot":
    """Return a position in which a seat has an action.

    Without `row`, three plain cards of the level are in it. Without `deck`, all cards of the level that are not mentioned are
    in their deck, with it only those that it names. Higher decks are complete. Other cards are out of the game.
    """
    state, numbers, n = game.new_state(), numbers_of(game), game.n_seats
    state.level, state.seat, state.runner, state.actor, state.first, state.lap = level, seat, seat, seat, first, lap
    state.stage, state.phase, state.actions = ACTIONS, ACTION, level if actions is None else actions
    row = f"Res{level}a Res{level}b Par{level}b" if row is None else row
    for words, names in ((state.row, row), (state.discards, discards)):
        for name in names.split():
            put(words, numbers[name])
    for who in range(n):
        for is_secret, names in ((1, hands), (0, known)):
            for name in (names[who] if who < len(names) else "").split():
                put(state.secret[who] if is_secret else state.known[who], numbers[name])
                state.n_hand[who] += 1
                state.n_secret[who, numbers[name] // 32] += is_secret
        state.city[who] = who + 1
        city = cities[who] if who < len(cities) else HOME
        write_city(game, state, who, city if HOME in city else f"{HOME} | {city}", numbers)
        state.score[who] = scores[who] if who < len(scores) else 0
        for track, space in enumerate(tracks[who] if who < len(tracks) else ()):
            state.tracks[who, track] = space
            state.lines[who, track] = max(0, space - 1) // LINE_EVERY
            state.finished |= (space == TRACK_END) << track
    _write_decks(state, numbers, " ".join([row, discards, *hands, *known, *cities]), deck)
    _write_claims(game, state, claims)
    state.round_ends = (0b1111 << level - 1 + ended) & 0b1111
    state.ending = ended
    position = Position(game, state)
    return Spot(position)


def _write_decks(state: Any, numbers: dict[str, int], mentioned: str, deck: str | None) -> None:
    elsewhere = set(mentioned.replace("(", " ").replace(")", " ").replace("|", " ").split())
    for name, number in numbers.items():
        here = number // 32 + 1
        if name not in elsewhere and here >= state.level and (deck is None or here > state.level or name in deck.split()):
            put(state.deck, number)
            state.n_deck[here - 1] += 1


def _write_claims(game: Game, state: Any, claims: Seats) -> None:
    achievements = [achievement.name for achievement in SETS[game.rules.cards].cards.achievements]
    for who, names in enumerate(claims):
        for name in names.split():
            bit = achievements.index(name)
            state.claims[who] |= 1 << bit
            if not state.chip_owner[bit]:
                state.chip_owner[bit] = who + 1


def opened(game: Game, hands: Seats, row: str, first: int = 0) -> "Spot":
    """Return the first turn of a game: seat i has city Home i, these hands and this row."""
    order = [(first + step) % game.n_seats for step in range(game.n_seats)]
    found = Spot(game.start()).play(f"first {first}")
    for seat in order:
        found = found.play(f"city {seat} Home{seat}", f"city {seat} Home{seat + 4}")
    for seat in order:
        found = found.play(f"choose Home{seat}")
    for seat in order:
        found = found.play(*(f"deal {seat} {name}" for name in hands[seat].split()))
    return found.play(*(f"row {name}" for name in row.split()))


def next_shown(position: Position) -> str:
    """Return the first event that lays a card open, or nothing."""
    texts = [text for text, _ in position.chance_moves()] if position.to_act == CHANCE else []
    return texts[0] if texts and texts[0].startswith("show ") else ""


class Spot:
    """A position; moves lead to new ones."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._told: dict[str, Any] | None = None

    def play(self, *texts: str) -> "Spot":
        """Play moves and luck; cards that are laid open without a choice are shown in between."""
        after = self.position.copy()
        for text in texts:
            after.play(text)
            while card := next_shown(after):
                after.play(card)
        return Spot(after)

    def luck(self) -> "Spot":
        """Let chance do what it lists first, and bring out no round end, until a seat is to act."""
        after = self.position.copy()
        while after.to_act == CHANCE:
            after.play(next(text for text, _ in after.chance_moves() if text != "round end"))
        return Spot(after)

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def told(self) -> dict[str, Any]:
        if self._told is None:
            self._told = facts(self.position)
        return self._told

    @property
    def moves(self) -> set[str]:
        return set(self.position.legal_moves())

    def can(self, *starts: str) -> set[str]:
        """Return the legal moves that begin with one of these words."""
        return {move for move in self.moves if move.startswith(starts)}

    @property
    def odds(self) -> dict[str, Fraction]:
        return {text: Fraction(odd).limit_denominator(1_000) for text, odd in self.position.chance_moves()}

    @property
    def to_act(self) -> int:
        return self.position.to_act

    @property
    def turn(self) -> int | None:
        found: int | None = self.told["seat"]
        return found

    @property
    def actions(self) -> int:
        return int(self.state.actions)

    @property
    def level(self) -> int:
        return int(self.state.level)

    @property
    def scores(self) -> list[int]:
        return [seat["score"] for seat in self.told["seats"]]

    def hand(self, seat: int = 0) -> str:
        return " ".join(self.told["seats"][seat]["hand"])

    def known(self, seat: int = 0) -> str:
        return " ".join(self.told["seats"][seat]["known"])

    def tracks(self, seat: int = 0) -> list[int]:
        found: list[int] = self.told["seats"][seat]["tracks"]
        return found

    def track(self, name: str) -> list[int]:
        """Return the spaces of all seats on a track."""
        return [self.tracks(seat)[TRACKS.index(name)] for seat in range(len(self.scores))]

    def pile(self, name: str) -> str:
        """Return the cards of the `row` or the `discards`."""
        return " ".join(self.told[name])

    def deck(self, level: int) -> str:
        return " ".join(self.told["deck"][level])

    def claims(self, seat: int = 0) -> str:
        return " ".join(self.told["seats"][seat]["claims"])

    def city(self, seat: int = 0) -> str:
        """Return a city as it is written in `spot`."""
        told, places = self.told["seats"][seat], []
        for number, place in enumerate(told["places"], 1):
            words = [HOME] * place["city"] + place["built"]
            words += [f"({' '.join(place['tucked'])})"] * bool(place["tucked"])
            places.append(" ".join([*(words or ["-"]), *["!"] * (told["mayor"] == number)]))
        return " | ".join(places)

    def icons(self, seat: int = 0) -> dict[str, int]:
        """Return the landmark icons of a city."""
        return {name: int(self.state.icons[seat, N_TYPES + place]) for place, name in enumerate(LANDMARKS)}

    @property
    def result(self) -> list[float]:
        return self.position.returns()


def last_turn(game: Game, **contents: Any) -> Spot:
    """Return the last action of a game: seat n - 1 has one left, and the round end of level 4 is out."""
    options = {"level": MAX_LEVEL, "seat": game.n_seats - 1, "actions": 1, "ended": True}
    return spot(game, **(options | contents))
