"""Facts about a state that texts and pictures show: hands, stacks of cards, how many cards are where."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mctsky.core.contract import CHANCE, NOBODY
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    BONUS,
    DRAW,
    FIRST,
    MAX_CARDS,
    MAX_LEVEL,
    MAX_SHUFFLES,
    PART,
    PAY,
    PER_LEVEL,
    PHASES,
    SET_UP,
    SHOW,
    STOLEN,
    TO_HAND,
    TO_ROW,
)
from mctsky.games.paperskyscrapers.words import building_name, program_name


@dataclass(frozen=True)
class Pool:
    """Hidden cards that are told apart by their level and, of levels 3 and 4, by the shuffle that they went through."""

    level: int
    shuffle: int

    @property
    def number(self) -> int:
        """Return the place of the pool in `n_secret`."""
        return self.level - 1 + 2 * self.shuffle


POOLS = [Pool(level, 0) for level in (1, 2)]
POOLS += [Pool(level, shuffle) for shuffle in range(MAX_SHUFFLES + 1) for level in (3, 4)]


def cards_of(words: Any) -> list[int]:
    """Return the cards of a set, ascending."""
    bits = sum(int(word) << 64 * index for index, word in enumerate(words))
    return [card for card in range(MAX_CARDS) if bits >> card & 1]


def words_of(cards: Iterable[int]) -> tuple[int, int]:
    """Return the two words of a set."""
    bits = sum(1 << card for card in set(cards))
    return bits & (1 << 64) - 1, bits >> 64


def hidden_from(state: Any, seat: int) -> dict[Pool, int]:
    """Return how many cards of a hand a view does not name, by pool; none in a complete position."""
    named = [
        card // PER_LEVEL + (2 * int(state.shuffle[card - 64]) if card >= 64 else 0) for card in cards_of(state.secret[seat])
    ]
    counts = {pool: int(state.n_secret[seat, pool.number]) - named.count(pool.number) for pool in POOLS}
    return {pool: count for pool, count in counts.items() if count > 0}


def deck_sizes(state: Any) -> dict[int, int]:
    """Return how many buildings each deck has, by level; after discards were shuffled deck 4 also has cards of level 3."""
    return {level: int(state.n_deck[level - 1]) for level in range(1, MAX_LEVEL + 1)}


def chain(state: Any, last: int) -> list[int]:
    """Return the cards of a building or those tucked under it, first to last; `last` is 1 + the last one, 0 = none."""
    found: list[int] = []
    while last and last - 1 not in found:
        found.append(last - 1)
        last = int(state.below[last - 1])
    return found[::-1]


def built_on(state: Any, seat: int, place: int) -> list[int]:
    """Return the built cards of a place, bottom to top."""
    return chain(state, int(state.top[seat, place]))


def tucked_under(state: Any, seat: int, place: int) -> list[int]:
    """Return the cards tucked under a place, in the order of tucking."""
    return chain(state, int(state.tucks[seat, place]))


def has_city_card(state: Any, seat: int, place: int) -> bool:
    """Say whether the city card lies on a place."""
    return bool(state.city[seat]) and int(state.city_place[seat]) == place


def round_ends(state: Any) -> list[int]:
    """Return the levels whose round end is still in its deck."""
    return [level for level in range(1, MAX_LEVEL + 1) if int(state.round_ends) >> level - 1 & 1]


def next_text(game: Any, state: Any) -> str:
    """Return what is decided next, or how the game has ended."""
    actor, phase, stage = int(state.actor), int(state.phase), int(state.stage)
    if actor == NOBODY:
        best = max(int(state.score[seat]) for seat in range(game.n_seats))
        leaders = [str(seat) for seat in range(game.n_seats) if int(state.score[seat]) == best]
        return f"over: seat{'s' if len(leaders) > 1 else ''} {', '.join(leaders)} with {best} points"
    if phase == SET_UP:
        return "chance decides who is first" if stage == FIRST else f"a city is dealt to seat {int(state.runner)}"
    if phase == DRAW:
        goals = {TO_HAND: f"seat {int(state.runner)} draws a card", TO_ROW: "a card is drawn for the row"}
        return goals.get(int(state.goal), "a card is turned up")
    if actor == CHANCE:
        words = {STOLEN: f"a card is stolen from seat {int(state.place)}", SHOW: "a card is laid open"}
        return words.get(phase, "a chip is turned up")
    what = f"seat {actor} is to act: {PHASES[phase]}"
    if phase == ACTION:
        n = int(state.actions)
        return f"{what}, {n} left"
    if phase == PAY:
        return f"{what} {int(state.to_pay)} more for {building_name(game, int(state.announced) - 1)}"
    if phase in (PART, BONUS):
        return f"{what} of {program_name(game, int(state.program[int(state.depth) - 1]))}"
    return what
