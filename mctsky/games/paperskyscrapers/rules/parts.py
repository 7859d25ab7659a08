"""The interpreter: carries out the actions of cards and cities part by part, and stops where somebody has to choose.

What a part can do is listed by `list_part` as ordinary moves. With one option it is done at once, else the runner is asked;
`do_part` carries out a move, chosen or not.
"""

import numpy as np

from mctsky.core.bits import ONE, ZERO, lowest
from mctsky.core.contract import CHANCE, Move, MoveBuffer, Seat, State
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.games.paperskyscrapers.moves import (
    ADVANCE,
    CLAIM,
    DECLARE,
    DECLINE,
    DISCARD,
    DRAW_DECK,
    DRAW_ROW,
    REFUSE,
    STEAL_HAND,
    STEAL_TOP,
    TUCK,
)
from mctsky.games.paperskyscrapers.rules.actions import claim, discard_card, draw_from_row, list_builds, tuck
from mctsky.games.paperskyscrapers.rules.city import lose_top
from mctsky.games.paperskyscrapers.rules.draws import begin_draw, can_draw
from mctsky.games.paperskyscrapers.rules.quantities import can_claim
from mctsky.games.paperskyscrapers.rules.sets import discard_hand, hand_word, has_secrets, take_openly
from mctsky.games.paperskyscrapers.rules.tracks import advance, decline
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import (
    BONUS,
    MAX_CARDS,
    MAX_PLACES,
    N_TRACKS,
    N_TYPES,
    N_WORDS,
    PART,
    SHOW,
    STOLEN,
    TO_HAND,
    TRACK_END,
    TURNED_UP,
)
from mctsky.games.paperskyscrapers.tables import (
    ADVANCE_STEPS,
    ANY_PILE,
    ANY_TRACK,
    BONUS_ACTION,
    BUILD_CARDS,
    CLAIM_ACHIEVEMENTS,
    DECLARE_FOR,
    DISCARD_FOR,
    DRAW_CARDS,
    EACH_DECLINES,
    EACH_TRACK,
    FINISH,
    FROM_NEXT,
    FROM_ROW,
    ON_ADVANCE,
    ON_STEAL,
    OPPONENT_DECLINES,
    STEAL_HAND_CARD,
    STEAL_TOP_CARD,
    TUCK_CARDS,
)

_options_on_stack = on_stack(np.int32, MAX_CARDS)


@kernel
def list_cards(out: MoveBuffer, n: int, first_code: int, word: int, cards: State) -> int:
    """Write a code for each card of one word of a set, from place `n` on; return where the list ends."""
    while cards != ZERO:
        out[n] = first_code + 64 * word + lowest(cards)
        cards &= cards - ONE
        n += 1
    return n


@kernel
def list_hand(state: State, seat: Seat, out: MoveBuffer, n: int, first_code: int) -> int:
    """Write a code for each card of a hand."""
    for word in range(N_WORDS):
        n = list_cards(out, n, first_code, word, hand_word(state, seat, word))
    return n


@kernel
def list_row(state: State, out: MoveBuffer, n: int) -> int:
    """Write the draws from the row."""
    for word in range(N_WORDS):
        n = list_cards(out, n, DRAW_ROW, word, state.row[word])
    return n


@kernel
def list_claims(game: PaperSkyscrapers, state: State, seat: Seat, out: MoveBuffer, n: int) -> int:
    """R40, R42: write the achievements that a player can claim."""
    for achievement in range(int(game.tables.n_achievements)):
        if can_claim(game, state, seat, achievement):
            out[n] = CLAIM + achievement
            n += 1
    return n


@kernel
def list_tracks(state: State, seat: Seat, argument: int, out: MoveBuffer, n: int) -> int:
    """R29: write the unfinished tracks, or one of them."""
    for track in range(N_TRACKS):
        if (argument in (ANY_TRACK, track)) and int(state.tracks[seat, track]) < TRACK_END:
            out[n] = ADVANCE + track
            n += 1
    return n


@kernel
def list_declines(game: PaperSkyscrapers, state: State, seat: Seat, argument: int, out: MoveBuffer, n: int) -> int:
    """R79, R95: write the opponents and tracks that can go back."""
    for other in range(game.n_seats):
        for track in range(N_TRACKS):
            wanted = argument in (ANY_TRACK, track)
            if other != seat and wanted and int(state.tracks[other, track]) > 0:
                out[n] = DECLINE + N_TRACKS * other + track
                n += 1
    return n


@kernel
def list_steals(game: PaperSkyscrapers, state: State, seat: Seat, operation: int, out: MoveBuffer, n: int) -> int:
    """R47, R79: write the top cards that can be stolen, or the opponents with cards in their hands."""
    for other in range(game.n_seats):
        if other == seat:
            continue
        if operation == STEAL_HAND_CARD:
            if int(state.n_hand[other]) > 0:
                out[n] = STEAL_HAND + other
                n += 1
            continue
        for place in range(int(state.n_places[other])):
            if int(state.top[other, place]) != 0:
                out[n] = STEAL_TOP + MAX_PLACES * other + place
                n += 1
    return n


@kernel
def list_part(game: PaperSkyscrapers, state: State, part: State, out: MoveBuffer, n: int) -> int:
    """Write what the part under way can do, without `refuse`, from place `n` on; return where the list ends."""
    seat, operation, argument = int(state.runner), int(part[0]), int(part[2])
    if operation == DRAW_CARDS:
        if argument != FROM_ROW and can_draw(state, argument == FROM_NEXT):
            out[n] = DRAW_DECK
            n += 1
        return list_row(state, out, n) if argument in (ANY_PILE, FROM_ROW) else n
    if operation == TUCK_CARDS:
        return list_hand(state, seat, out, n, TUCK)
    if operation == DISCARD_FOR:
        return list_hand(state, seat, out, n, DISCARD)
    if operation == ADVANCE_STEPS:
        return list_tracks(state, seat, argument, out, n)
    if operation == OPPONENT_DECLINES:
        return list_declines(game, state, seat, argument, out, n)
    if operation == CLAIM_ACHIEVEMENTS:
        return list_claims(game, state, seat, out, n)
    if operation == BUILD_CARDS:
        return list_builds(game, state, seat, argument, out, n)
    if operation == DECLARE_FOR:
        if can_draw(state, False):
            for kind in range(N_TYPES):
                out[n] = DECLARE + kind
                n += 1
        return n
    return list_steals(game, state, seat, operation, out, n)


@kernel(inline=True)
def push(state: State, program: int) -> None:
    """Begin the action of a card or the effect of a city."""
    frame = int(state.depth)
    state.program[frame] = program
    state.part[frame] = 0
    state.left[frame] = -1
    state.depth = frame + 1


@kernel(inline=True)
def next_part(state: State, frame: int, by: int) -> None:
    """Go on to a later part."""
    state.part[frame] = int(state.part[frame]) + by
    state.left[frame] = -1


@kernel
def do_part(game: PaperSkyscrapers, state: State, move: Move) -> bool:
    """Carry out one repetition of the part under way, which is not a build; say whether chance follows."""
    frame, seat = int(state.depth) - 1, int(state.runner)
    part = game.tables.programs[int(state.program[frame]), int(state.part[frame])]
    operation, number, argument = int(part[0]), int(part[1]), int(part[2])
    state.left[frame] = int(state.left[frame]) - 1
    if move == REFUSE:
        next_part(state, frame, 1 + (argument if operation in (DISCARD_FOR, DECLARE_FOR) else 0))
    elif move == DRAW_DECK:
        begin_draw(state, TO_HAND, argument == FROM_NEXT)
        return True
    elif operation == DRAW_CARDS:
        draw_from_row(state, seat, move - DRAW_ROW)
    elif operation == TUCK_CARDS:
        tuck(game, state, seat, move - TUCK)
    elif operation == DISCARD_FOR:
        discard_card(state, seat, move - DISCARD)
    elif operation == ADVANCE_STEPS:
        advance(game, state, seat, move - ADVANCE, number)
        state.events = int(state.events) | 1 << ON_ADVANCE
        state.left[frame] = 0
    elif operation == OPPONENT_DECLINES:
        decline(game, state, (move - DECLINE) // N_TRACKS, (move - DECLINE) % N_TRACKS, number)
        state.left[frame] = 0
    elif operation == CLAIM_ACHIEVEMENTS:
        claim(game, state, seat, move - CLAIM)
    elif operation == DECLARE_FOR:
        state.declared = 1 + move - DECLARE
        begin_draw(state, TURNED_UP, False)
        return True
    elif operation == STEAL_TOP_CARD:
        where = move - STEAL_TOP
        take_openly(state, seat, lose_top(game, state, where // MAX_PLACES, where % MAX_PLACES))
        state.events = int(state.events) | 1 << ON_STEAL
    else:
        state.phase = STOLEN
        state.actor = CHANCE
        state.place = move - STEAL_HAND
        return True
    return False


@kernel(inline=True)
def show_next(state: State) -> bool:
    """R93: lay open the next card of the runner's hand that not everybody has seen."""
    state.phase = SHOW
    state.actor = CHANCE
    return True


@kernel
def do_shown(game: PaperSkyscrapers, state: State, card: int) -> None:
    """R58, R93: tuck or discard the card that was laid open."""
    frame = int(state.depth) - 1
    part = game.tables.programs[int(state.program[frame]), int(state.part[frame])]
    do_part(game, state, (TUCK if int(part[0]) == TUCK_CARDS else DISCARD) + card)


@kernel(inline=True)
def ask(state: State, phase: int) -> bool:
    """Let the runner choose."""
    state.phase = phase
    state.actor = state.runner
    return True


@kernel(inline=True)
def run_without_choice(game: PaperSkyscrapers, state: State, part: State) -> bool:
    """R78: carry out a part that never has a choice; say whether it was one."""
    seat, operation, number, argument = int(state.runner), int(part[0]), int(part[1]), int(part[2])
    if operation == EACH_DECLINES:
        for step in range(1, game.n_seats):
            decline(game, state, (seat + step) % game.n_seats, argument, number)
        return True
    if operation == ADVANCE_STEPS and argument == EACH_TRACK:
        before = int(state.tracks[seat, 0]) + int(state.tracks[seat, 1]) + int(state.tracks[seat, 2])
        for track in range(N_TRACKS):
            advance(game, state, seat, track, number)
        after = int(state.tracks[seat, 0]) + int(state.tracks[seat, 1]) + int(state.tracks[seat, 2])
        if after > before:
            state.events = int(state.events) | 1 << ON_ADVANCE
        return True
    return False


@kernel(inline=True)
def run_discard(state: State, part: State, frame: int) -> bool:
    """R86, R93: discard all or nothing; say whether somebody or chance has to decide."""
    seat, number, may = int(state.runner), int(part[1]), int(part[3]) != 0
    if int(state.n_hand[seat]) < int(state.left[frame]):
        next_part(state, frame, 1 + int(part[2]))
        return False
    if int(state.n_hand[seat]) > int(state.left[frame]) or (may and int(state.left[frame]) == number):
        return bool(ask(state, PART))
    if has_secrets(state, seat):
        return bool(show_next(state))
    discard_hand(state, seat)
    state.left[frame] = 0
    return False


@kernel(inline=True)
def run_part(game: PaperSkyscrapers, state: State) -> bool:
    """R17, R58, R84, R85: go on with the action under way; say whether somebody or chance has to decide."""
    frame = int(state.depth) - 1
    if int(state.bonus) == frame + 1:
        state.bonus = 0  # R19: the bonus action that this action gave is done
    part = game.tables.programs[int(state.program[frame]), int(state.part[frame])]
    operation, may = int(part[0]), int(part[3]) != 0
    if operation == FINISH:
        state.program[frame] = 0
        state.part[frame] = 0
        state.left[frame] = 0
        state.depth = frame
        return False
    if int(state.left[frame]) < 0:
        state.left[frame] = part[1]
    if int(state.left[frame]) == 0:
        next_part(state, frame, 1)
        return False
    if operation == BONUS_ACTION:
        state.left[frame] = 0
        if int(state.bonus):  # R55, R85
            return False
        state.bonus = frame + 1
        return ask(state, BONUS)
    if operation == DISCARD_FOR:
        return bool(run_discard(state, part, frame))
    if operation == BUILD_CARDS and int(state.n_hand[int(state.runner)]) > 0:
        return ask(state, PART)
    if run_without_choice(game, state, part) or operation == BUILD_CARDS:
        state.left[frame] = 0
        return False
    options = _options_on_stack()
    n = list_part(game, state, part, options, 0)
    if n >= 2 or (n == 1 and may):
        return ask(state, PART)
    if n == 0:
        next_part(state, frame, 1 + (int(part[2]) if operation == DECLARE_FOR else 0))
        return False
    if operation == TUCK_CARDS and has_secrets(state, int(state.runner)):
        return bool(show_next(state))
    return bool(do_part(game, state, int(options[0])))
