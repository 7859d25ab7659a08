"""What a seat can choose and what chance can do."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, popcount
from mctsky.core.contract import Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below
from mctsky.games.paperskyscrapers.moves import (
    CHIP_SHOWN,
    CHOOSE_CITY,
    DEALT_CITY,
    DISCARD,
    DRAW_DECK,
    FIRST_PLAYER,
    MAYOR_TO,
    PAY_WITH,
    REFUSE,
    SHOWN_CARD,
    STOLEN_CARD,
    STOP,
    TUCK,
    VISIT,
)
from mctsky.games.paperskyscrapers.rules.actions import list_builds
from mctsky.games.paperskyscrapers.rules.city import can_stand
from mctsky.games.paperskyscrapers.rules.draws import can_draw, list_draws, sample_draw
from mctsky.games.paperskyscrapers.rules.parts import list_cards, list_claims, list_hand, list_part, list_row, list_tracks
from mctsky.games.paperskyscrapers.rules.sets import hand_word, nth_card, of_level
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    BONUS,
    CHIP,
    CITY,
    DRAW,
    FIRST,
    MAX_ACHIEVEMENTS,
    MAX_CHIP,
    MAYOR,
    OLD_DECK,
    PAY,
    SET_UP,
    SHOW,
    STOLEN,
)
from mctsky.games.paperskyscrapers.tables import ANY_TRACK, BUILD_CARDS, DISCARD_FOR


@implement(PaperSkyscrapers)
def to_act(game: PaperSkyscrapers, state: State) -> Seat:
    """Return the seat to act; kept up to date by `play`."""
    return int(state.actor)


@kernel
def list_mayor_moves(state: State, seat: Seat, first_code: int, out: MoveBuffer, n: int) -> int:
    """R14, R15, R16, R68, R98: write the top cards of a city on which its mayor does not stand."""
    for place in range(int(state.n_places[seat])):
        if place != int(state.mayor[seat]) and can_stand(state, seat, place):
            out[n] = first_code + place
            n += 1
    return n


@kernel
def list_actions(game: PaperSkyscrapers, state: State, out: MoveBuffer) -> int:
    """R29, R55, R96: list the actions of a turn, or the basic ones that a bonus action can be."""
    seat, is_turn = int(state.runner), int(state.phase) == ACTION
    out[0] = STOP if is_turn else REFUSE
    n = 1
    if can_draw(state, False):
        out[n] = DRAW_DECK
        n += 1
    n = list_tracks(state, seat, ANY_TRACK, out, n)
    n = list_claims(game, state, seat, out, n)
    if is_turn:
        n = list_mayor_moves(state, seat, VISIT, out, n)
    n = list_hand(state, seat, out, n, TUCK)
    n = list_hand(state, seat, out, n, DISCARD)
    n = list_row(state, out, n)
    return list_builds(game, state, seat, 0, out, n)


@kernel
def list_part_moves(game: PaperSkyscrapers, state: State, out: MoveBuffer) -> int:
    """R58, R84: list what a part of an action lets its runner choose, `refuse` first where that is allowed."""
    frame, n = int(state.depth) - 1, 0
    part = game.tables.programs[int(state.program[frame]), int(state.part[frame])]
    begun = int(state.left[frame]) < int(part[1])
    all_or_nothing = int(part[0]) == DISCARD_FOR and begun
    if int(part[0]) == BUILD_CARDS or (int(part[3]) and not all_or_nothing):
        out[0] = REFUSE
        n = 1
    return list_part(game, state, part, out, n)


@implement(PaperSkyscrapers)
def legal_moves(game: PaperSkyscrapers, state: State, out: MoveBuffer) -> int:
    """List what the seat to act can choose."""
    phase = int(state.phase)
    if phase in (ACTION, BONUS):
        return list_actions(game, state, out)
    if phase == PAY:
        return list_hand(state, int(state.runner), out, 0, PAY_WITH)
    if phase == CITY:
        out[0], out[1] = CHOOSE_CITY, CHOOSE_CITY + 1
        return 2
    if phase == MAYOR:
        return list_mayor_moves(state, int(state.actor), MAYOR_TO, out, 0)
    return list_part_moves(game, state, out)


# ---------------------------------------------------------------- chance


@kernel
def free_cities(game: PaperSkyscrapers, state: State) -> State:
    """R67: return the cities that are not dealt yet, as bits."""
    free = (ONE << np.uint64(game.tables.n_cities)) - ONE
    for seat in range(game.n_seats):
        for which in range(2):
            if int(state.offers[seat, which]):
                free &= ~(ONE << np.uint64(int(state.offers[seat, which]) - 1))
    return free


@kernel
def chips_left(game: PaperSkyscrapers, state: State, value: int) -> int:
    """R76: return how many chips of a value are still face down."""
    n = int(game.tables.chips[value])
    for achievement in range(MAX_ACHIEVEMENTS):
        n -= int(state.chip_value[achievement]) == value
    return n


@kernel
def list_chips(game: PaperSkyscrapers, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R76: list what a chip can be worth."""
    n, total = 0, 0
    for value in range(1, MAX_CHIP + 1):
        left = chips_left(game, state, value)
        total += left
        if left > 0:
            out[n] = CHIP_SHOWN + value
            odds[n] = left
            n += 1
    for index in range(n):
        odds[index] /= total
    return n


@kernel
def word_to_show(state: State, word: int) -> Bitboard:
    """R62, R93: return the cards that are to be laid open, in any order: of the old deck, or of the runner's hand."""
    level = int(state.level) - 1
    if int(state.stage) != OLD_DECK:
        return state.secret[int(state.runner), word]
    return state.deck[word] & of_level(level) if word == level >> 1 else ZERO


@implement(PaperSkyscrapers)
def chance_moves(game: PaperSkyscrapers, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """List what chance can do, even if there is only one outcome."""
    phase, n = int(state.phase), 0
    if phase == DRAW:
        return list_draws(state, out, odds)
    if phase == CHIP:
        return list_chips(game, state, out, odds)
    if phase == SHOW:
        n = list_cards(out, list_cards(out, 0, SHOWN_CARD, 0, word_to_show(state, 0)), SHOWN_CARD, 1, word_to_show(state, 1))
    elif phase == STOLEN:
        n = list_hand(state, int(state.place), out, 0, STOLEN_CARD)
    elif int(state.stage) == FIRST:
        for seat in range(game.n_seats):
            out[seat] = FIRST_PLAYER + seat
        n = int(game.n_seats)
    else:
        n = list_cards(out, 0, DEALT_CITY, 0, free_cities(game, state))
    for index in range(n):
        odds[index] = 1.0 / n
    return n


@implement(PaperSkyscrapers)
def sample_chance(game: PaperSkyscrapers, state: State, rng: Rng) -> Move:
    """Draw one outcome by the odds of `chance_moves`."""
    phase = int(state.phase)
    if phase == DRAW:
        return sample_draw(state, rng)
    if phase == SHOW:
        low, high = word_to_show(state, 0), word_to_show(state, 1)
        return SHOWN_CARD + nth_card(low, high, below(rng, popcount(low) + popcount(high)))
    if phase == STOLEN:
        victim = int(state.place)
        drawn = below(rng, int(state.n_hand[victim]))
        return STOLEN_CARD + nth_card(hand_word(state, victim, 0), hand_word(state, victim, 1), drawn)
    if phase == SET_UP:
        if int(state.stage) == FIRST:
            return FIRST_PLAYER + below(rng, game.n_seats)
        free = free_cities(game, state)
        return DEALT_CITY + nth_card(free, ZERO, below(rng, popcount(free)))
    total = 0
    for value in range(1, MAX_CHIP + 1):
        total += chips_left(game, state, value)
    drawn, value = below(rng, total), 0
    while drawn >= 0:
        value += 1
        drawn -= chips_left(game, state, value)
    return CHIP_SHOWN + value
