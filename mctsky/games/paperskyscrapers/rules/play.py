"""Carry out moves and chance events."""

from mctsky.core.bits import popcount
from mctsky.core.contract import CHANCE, Move, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.moves import (
    ADVANCE,
    BUILD,
    CHIP_SHOWN,
    CHOOSE_CITY,
    CLAIM,
    DEALT_CITY,
    DISCARD,
    DRAW_DECK,
    DRAW_ROW,
    DRAWN,
    FIRST_CHANCE,
    FIRST_PLAYER,
    MAYOR_TO,
    N_SITES,
    PAY_WITH,
    ROUND_END,
    SHOWN_CARD,
    STOLEN_CARD,
    STOP,
    TUCK,
    VISIT,
)
from mctsky.games.paperskyscrapers.rules.actions import claim, discard_card, draw_from_row, tuck
from mctsky.games.paperskyscrapers.rules.building import announce, pay_with
from mctsky.games.paperskyscrapers.rules.draws import begin_draw, can_draw, in_turn, leave_deck, meet_round_end
from mctsky.games.paperskyscrapers.rules.parts import do_part, do_shown, next_part, push
from mctsky.games.paperskyscrapers.rules.scoring import next_chip
from mctsky.games.paperskyscrapers.rules.sets import active, add, leave_hand, of_level, runner_of, take_openly, take_secretly
from mctsky.games.paperskyscrapers.rules.stages import seat_after
from mctsky.games.paperskyscrapers.rules.tracks import advance, gain_points
from mctsky.games.paperskyscrapers.rules.turns import proceed
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    BONUS,
    CITIES,
    MAX_LEVEL,
    MAYOR,
    N_WORDS,
    OLD_DECK,
    PART,
    PAY,
    SET_UP,
    TO_HAND,
    TO_ROW,
    TURNED_UP,
)
from mctsky.games.paperskyscrapers.tables import ON_ADVANCE, ON_DECLARE, ON_DISCARD, ON_DRAW_DECK, ON_STEAL, ON_VISIT


@implement(PaperSkyscrapers)
def setup(game: PaperSkyscrapers, state: State) -> None:
    """R32: shuffle the four decks, each with its round end."""
    for word in range(N_WORDS):
        state.deck[word] = game.tables.buildings[word]
    for level in range(MAX_LEVEL):
        state.n_deck[level] = popcount(state.deck[level >> 1] & of_level(level))
    state.round_ends = (1 << MAX_LEVEL) - 1
    state.level = 1
    state.phase = SET_UP
    state.actor = CHANCE


@kernel(inline=True)
def act(game: PaperSkyscrapers, state: State, move: Move) -> bool:
    """Carry out an action, basic or of the mayor; say whether chance follows."""
    seat = runner_of(state)
    if int(state.phase) == ACTION:
        state.actions = 0 if move == STOP else int(state.actions) - 1
    if move >= BUILD:
        announce(game, state, seat, (move - BUILD) // N_SITES, (move - BUILD) % N_SITES, 0)
    elif move >= DRAW_ROW:
        draw_from_row(state, seat, move - DRAW_ROW)
    elif move >= DISCARD:
        discard_card(state, seat, move - DISCARD)  # R18, R59
        push(state, move - DISCARD)
        state.events = int(state.events) | 1 << ON_DISCARD
    elif move >= TUCK:
        tuck(game, state, seat, move - TUCK)
    elif move >= VISIT:
        visit(game, state, seat, move - VISIT)
    elif move >= CLAIM:
        claim(game, state, seat, move - CLAIM)
    elif move >= ADVANCE:
        advance(game, state, seat, move - ADVANCE, 1)
        state.events = int(state.events) | 1 << ON_ADVANCE
    elif move == DRAW_DECK:
        begin_draw(state, TO_HAND, False)
        return True
    return False


@kernel(inline=True)
def visit(game: PaperSkyscrapers, state: State, seat: Seat, place: int) -> None:
    """R14, R17, R68: move the mayor and begin the action of the card; a city card has none."""
    state.mayor[seat] = place
    state.events = int(state.events) | 1 << ON_VISIT
    card = int(state.top[seat, place]) - 1
    if card >= 0:
        state.event_type = int(game.tables.type[card]) + 1
        push(state, card)


@kernel(inline=True)
def choose(game: PaperSkyscrapers, state: State, move: Move) -> bool:
    """Carry out what the seat to act has chosen; say whether chance follows."""
    phase = int(state.phase)
    if phase in (ACTION, BONUS):
        return bool(act(game, state, move))
    if phase == PART:
        if move >= BUILD:
            frame = int(state.depth) - 1
            part = game.tables.programs[int(state.program[frame]), int(state.part[frame])]
            state.left[frame] = int(state.left[frame]) - 1
            card, site = (move - BUILD) // N_SITES, (move - BUILD) % N_SITES
            announce(game, state, runner_of(state), card, site, int(part[2]))
            return False
        return bool(do_part(game, state, move))
    if phase == PAY:
        pay_with(game, state, runner_of(state), move - PAY_WITH)
    elif phase == MAYOR:
        state.mayor[int(state.displaced) - 1] = move - MAYOR_TO
        state.displaced = 0
    else:
        choose_city(game, state, move - CHOOSE_CITY)
    return False


@kernel
def choose_city(game: PaperSkyscrapers, state: State, which: int) -> None:
    """R67: put a city card down with the mayor on it."""
    seat = runner_of(state)
    state.city[seat] = state.offers[seat, which]
    state.offers[seat, 0] = 0
    state.offers[seat, 1] = 0
    state.n_places[seat] = 1
    state.dealt = int(state.dealt) + 1


@kernel(inline=True)
def receive(game: PaperSkyscrapers, state: State, card: int) -> None:
    """R60, R81, R89: put a drawn card where it belongs."""
    goal, seat = int(state.goal), runner_of(state)
    leave_deck(state, card)
    if goal == TO_ROW:
        add(state.row, card)
        return
    if goal == TURNED_UP:
        take_openly(state, seat, card)
        right = int(game.tables.type[card]) + 1 == int(state.declared)
        end_declaring(game, state, right)
        state.events = int(state.events) | 1 << ON_DECLARE
    else:
        take_secretly(state, seat, card)
        if in_turn(state):
            state.events = int(state.events) | 1 << ON_DRAW_DECK
    if in_turn(state):
        state.refill = 1


@kernel(inline=True)
def end_declaring(game: PaperSkyscrapers, state: State, right: bool) -> None:
    """R81: go on to the benefit of a declaration, or skip it."""
    frame = int(state.depth) - 1
    skipped = int(game.tables.programs[int(state.program[frame]), int(state.part[frame])][2])
    next_part(state, frame, 1 if right else 1 + skipped)
    state.declared = 0


@kernel
def lay_open(game: PaperSkyscrapers, state: State, card: int) -> None:
    """R58, R62, R93: pay with, discard or tuck a card that leaves its hand or the old deck without a choice."""
    if int(state.stage) == OLD_DECK:
        leave_deck(state, card)
        add(state.discards, card)
    elif int(state.announced):
        pay_with(game, state, runner_of(state), card)
    else:
        do_shown(game, state, card)


@kernel(inline=True)
def happen(game: PaperSkyscrapers, state: State, move: Move) -> bool:
    """Carry out what chance has decided; say whether chance follows."""
    if move >= CHIP_SHOWN:
        state.chip_value[next_chip(game, state, active(state))] = move - CHIP_SHOWN
        gain_points(game, state, active(state), move - CHIP_SHOWN)
    elif move >= SHOWN_CARD:
        lay_open(game, state, move - SHOWN_CARD)
    elif move >= STOLEN_CARD:  # R80
        leave_hand(state, int(state.place), move - STOLEN_CARD)
        take_openly(state, runner_of(state), move - STOLEN_CARD)
        state.place = 0
        state.events = int(state.events) | 1 << ON_STEAL
    elif move == ROUND_END:
        meet_round_end(state)
        if can_draw(state, int(state.from_next) != 0):
            begin_draw(state, int(state.goal), int(state.from_next) != 0)
            return True
        if int(state.goal) == TURNED_UP:  # a type was declared, though no card is left to turn up
            end_declaring(game, state, False)
            state.events = int(state.events) | 1 << ON_DECLARE
    elif move >= DRAWN:
        receive(game, state, move - DRAWN)
    elif move >= DEALT_CITY:
        state.offers[runner_of(state), int(state.dealt) % 2] = 1 + move - DEALT_CITY
        state.dealt = int(state.dealt) + 1
    else:
        state.first = move - FIRST_PLAYER
        state.stage = CITIES
        for step in range(game.n_seats):  # R99
            state.score[seat_after(game, int(state.first), step)] = game.tables.start_scores[step]
    return False


@implement(PaperSkyscrapers)
def play(game: PaperSkyscrapers, state: State, move: Move) -> None:
    """Do one small move or chance event, and all that follows without a choice."""
    if move >= FIRST_CHANCE:
        chance_follows = happen(game, state, move)
        if not chance_follows:
            state.goal = 0
            state.from_next = 0
    else:
        chance_follows = choose(game, state, move)
    if not chance_follows:
        proceed(game, state)


@implement(PaperSkyscrapers)
def mid_turn(game: PaperSkyscrapers, state: State, actor: Seat) -> bool:
    """Say whether a turn goes on: an action has been taken, or the bonus for its start is under way."""
    if not in_turn(state):
        return False
    return int(state.actions) < int(state.level) or (active(state) == actor and int(state.phase) != ACTION)
