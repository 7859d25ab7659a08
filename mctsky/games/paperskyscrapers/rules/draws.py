"""Draw cards: which deck a card comes from, round ends, shuffling discards, and the odds."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, lowest, nth, popcount
from mctsky.core.contract import CHANCE, Move, MoveBuffer, State, ValueBuffer
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below
from mctsky.games.paperskyscrapers.moves import DRAWN, ROUND_END
from mctsky.games.paperskyscrapers.rules.sets import FIRST_LATE, Card, of_level, remove
from mctsky.games.paperskyscrapers.state import DRAW, END, LEVEL_SHIFT, LOWEST_CARDS, MAX_LEVEL, MAX_SHUFFLES, START

LAST_LEVEL = MAX_LEVEL - 1  # levels count from 0 here


@kernel(inline=True)
def in_turn(state: State) -> bool:
    """Say whether a player's turn is under way: only then a round end comes up (R87)."""
    return START <= int(state.stage) <= END


@kernel(inline=True)
def deck_word(state: State, level: int) -> Bitboard:
    """Return the buildings of a deck as bits of its word; on level 4 the deck can also have cards of level 3 (R36)."""
    word = state.deck[level >> 1]
    return word if int(state.level) == MAX_LEVEL and level == LAST_LEVEL else word & of_level(level)


@kernel(inline=True)
def find_deck(state: State, from_next: bool) -> int:
    """R36, R38, R64, R83: return the deck that the next building comes from, as a level from 0, or -1."""
    level = int(state.level) - 1
    if from_next and level < LAST_LEVEL:
        level += 1
    while level < MAX_LEVEL:
        if int(state.n_deck[level]) > 0:
            return level
        level += 1
    return -1


@kernel(inline=True)
def has_round_end(state: State, from_next: bool) -> bool:
    """R33, R83, R87: say whether the round end of the level can still come up in such a draw, now or later."""
    level = int(state.level) - 1
    above = from_next and level < LAST_LEVEL
    return in_turn(state) and not above and int(state.round_ends) & 1 << level != 0


@kernel
def can_shuffle(state: State) -> bool:
    """R36, R88: say whether discards can become a new deck."""
    return int(state.level) == MAX_LEVEL and state.discards[1] != ZERO and int(state.n_shuffles) < MAX_SHUFFLES


@kernel(inline=True)
def can_draw(state: State, from_next: bool) -> bool:
    """R96: say whether a draw from the deck does anything."""
    return find_deck(state, from_next) >= 0 or has_round_end(state, from_next) or can_shuffle(state)


@kernel
def shuffle_discards(state: State) -> None:
    """R36, R88, R100: make all discarded cards of levels 3 and 4 the deck."""
    number = int(state.n_shuffles) + 1
    state.n_shuffles = number
    cards = state.discards[1]
    state.n_deck[LAST_LEVEL] = popcount(cards)
    state.deck[1] |= cards
    state.discards[1] = ZERO
    while cards != ZERO:
        state.shuffle[lowest(cards)] = number
        cards &= cards - ONE


@kernel(inline=True)
def begin_draw(state: State, goal: int, from_next: bool) -> None:
    """Let chance draw the next card, after a shuffle if one is needed; there is a card to draw."""
    if find_deck(state, from_next) < 0 and not has_round_end(state, from_next):
        shuffle_discards(state)
    state.goal = goal
    state.from_next = 1 if from_next else 0
    state.phase = DRAW
    state.actor = CHANCE


@kernel(inline=True)
def round_end_shows(state: State, deck: int) -> bool:
    """R32, R63, R88: say whether the next card may be the round end: it is among the lowest five."""
    if not has_round_end(state, int(state.from_next) != 0):
        return False
    return deck != int(state.level) - 1 or int(state.n_deck[deck]) <= LOWEST_CARDS


@kernel
def list_draws(state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R32, R83: list the cards that can be drawn; each place of the round end is equally likely."""
    deck = find_deck(state, int(state.from_next) != 0)
    shows = round_end_shows(state, deck)
    n = 0
    if deck >= 0 and not (shows and deck != int(state.level) - 1):
        cards, first = deck_word(state, deck), FIRST_LATE * (deck >> 1)
        while cards != ZERO:
            out[n] = DRAWN + first + lowest(cards)
            cards &= cards - ONE
            n += 1
    if shows:
        out[n] = ROUND_END
        n += 1
    for index in range(n):
        odds[index] = 1.0 / n
    return n


@kernel(inline=True)
def sample_draw(state: State, rng: Rng) -> Move:
    """Draw a card by the odds of `list_draws`."""
    deck = find_deck(state, int(state.from_next) != 0)
    shows = round_end_shows(state, deck)
    if shows and deck != int(state.level) - 1:  # R88: a lone round end is met first
        return ROUND_END
    cards = deck_word(state, deck)
    n = popcount(cards)
    drawn = below(rng, n + (1 if shows else 0))
    return ROUND_END if drawn == n else DRAWN + FIRST_LATE * (deck >> 1) + nth(cards, drawn)


@kernel(inline=True)
def meet_round_end(state: State) -> None:
    """R33, R37: take the round end of the level out of its deck."""
    state.round_ends = int(state.round_ends) & ~(1 << (int(state.level) - 1))
    state.ending = 1


@kernel(inline=True)
def leave_deck(state: State, card: Card) -> None:
    """Take a card off its deck."""
    level = LAST_LEVEL if int(state.level) == MAX_LEVEL else card >> LEVEL_SHIFT
    state.n_deck[level] = int(state.n_deck[level]) - 1
    remove(state.deck, card)


@kernel
def discard_row(state: State) -> None:
    """R35: discard the row."""
    for word in range(2):
        state.discards[word] |= state.row[word]
        state.row[word] = np.uint64(0)
