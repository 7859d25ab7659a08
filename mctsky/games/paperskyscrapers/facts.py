"""What texts and pictures say of a state: hands, stacks of cards, how many cards are where."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mctsky.core.bits import popcount
from mctsky.core.contract import CHANCE, NOBODY
from mctsky.games.paperskyscrapers.state import (
    CHIP,
    DRAW,
    MAX_CARDS,
    MAX_LEVEL,
    MAX_SHUFFLES,
    PER_LEVEL,
    PHASES,
    SET_UP,
    STOLEN,
)


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


def deck_size(game: Any, state: Any, level: int) -> int:
    """Return how many buildings of a level lie in the decks; a view's `deck` also has cards of other hands."""
    shift = PER_LEVEL * (level - 1) % 64
    cards = popcount(int(state.deck[(level - 1) // 2]) >> shift & (1 << PER_LEVEL) - 1)
    seats = range(game.n_seats)
    return cards - sum(n for seat in seats for pool, n in hidden_from(state, seat).items() if pool.level == level)


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
    """Return what is decided next, or that the game is over."""
    actor, phase = int(state.actor), int(state.phase)
    if actor == NOBODY:
        best = max(int(state.score[seat]) for seat in range(game.n_seats))
        leaders = [str(seat) for seat in range(game.n_seats) if int(state.score[seat]) == best]
        return f"over: seat{'s' if len(leaders) > 1 else ''} {', '.join(leaders)} with {best} points"
    if actor == CHANCE:
        words = {SET_UP: "chance sets the game up", DRAW: "a card is drawn", STOLEN: "a hand card is stolen"}
        return words.get(phase, "a chip is turned up" if phase == CHIP else "chance decides")
    return f"seat {actor} is to act: {PHASES[phase]}"
