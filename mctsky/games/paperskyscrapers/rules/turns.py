"""The course of a game: set-up, turns, round ends, final scoring, and what a move does."""

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, Move, Seat, State, ValueBuffer, implement
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
from mctsky.games.paperskyscrapers.rules.city import can_stand
from mctsky.games.paperskyscrapers.rules.draws import (
    begin_draw,
    can_draw,
    discard_row,
    in_turn,
    leave_deck,
    meet_round_end,
)
from mctsky.games.paperskyscrapers.rules.parts import ask, do_part, do_shown, next_part, run_part, show_next
from mctsky.games.paperskyscrapers.rules.quantities import can_claim, city_works, count_buildings, quantity, tallest
from mctsky.games.paperskyscrapers.rules.sets import (
    active,
    add,
    count,
    leave_hand,
    of_level,
    runner_of,
    take_openly,
    take_secretly,
)
from mctsky.games.paperskyscrapers.rules.tracks import advance, gain_points
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    ACTIONS,
    BONUS,
    BONUSES,
    CHIP,
    CHOOSE,
    CITIES,
    CITY,
    DEAL,
    END,
    FIRST_CITY_PROGRAM,
    FIRST_ROW,
    GAME_OVER,
    HAND_AT_START,
    HANDS,
    MAX_CITIES,
    MAX_LAPS,
    MAX_LEVEL,
    MAYOR,
    N_TRACKS,
    N_WORDS,
    NEW_ROW,
    OLD_DECK,
    OVER,
    PART,
    PAY,
    ROW,
    SCORING,
    SET_UP,
    START,
    TO_HAND,
    TO_ROW,
    TRACK_END,
    TURNED_UP,
)
from mctsky.games.paperskyscrapers.tables import (
    ON_ADVANCE,
    ON_DECLARE,
    ON_DISCARD,
    ON_DRAW_DECK,
    ON_ROUND_END,
    ON_STEAL,
    ON_TURN_END,
    ON_TURN_START,
    ON_VISIT,
)

CITY_MASK = MAX_CITIES - 1  # spares compiled code the handling of negative indices


@implement(PaperSkyscrapers)
def setup(game: PaperSkyscrapers, state: State) -> None:
    """R32: shuffle the four decks, each with its round end."""
    for word in range(N_WORDS):
        state.deck[word] = game.tables.buildings[word]
    for level in range(MAX_LEVEL):
        state.n_deck[level] = count_level(state, level)
    state.round_ends = (1 << MAX_LEVEL) - 1
    state.level = 1
    state.phase = SET_UP
    state.actor = CHANCE


@kernel
def count_level(state: State, level: int) -> int:
    """Count the cards of a level in all decks."""
    from_level = state.deck[level >> 1] & of_level(level)
    n = 0
    while from_level != np.uint64(0):
        from_level &= from_level - np.uint64(1)
        n += 1
    return n


@kernel(inline=True)
def seat_after(game: PaperSkyscrapers, seat: Seat, steps: int) -> Seat:
    """R22, R52: return the seat so many places clockwise, at most once around."""
    following = seat + steps
    return following if following < game.n_seats else following - game.n_seats


@kernel(inline=True)
def push(state: State, program: int) -> None:
    """Begin the action of a card or the effect of a city."""
    frame = int(state.depth)
    state.program[frame] = program
    state.part[frame] = 0
    state.left[frame] = -1
    state.depth = frame + 1


@kernel(inline=True)
def answer_events(game: PaperSkyscrapers, state: State) -> None:
    """R92: begin the effect of the active player's city if one of the events was its trigger."""
    events, kind, seat = int(state.events), int(state.event_type), active(state)
    state.events = 0
    state.event_type = 0
    city = (int(state.city[seat]) - 1) & CITY_MASK
    trigger = int(game.tables.trigger[city])
    answers = (events >> trigger & 1 != 0) & (int(state.used) == 0) & (int(game.tables.reduction[city]) == 0)
    if answers and in_turn(state) and city_works(game, state, seat, trigger, kind):
        state.used = 1
        push(state, FIRST_CITY_PROGRAM + city)


# ---------------------------------------------------------------- stages


@kernel(inline=True)
def deal_row(game: PaperSkyscrapers, state: State) -> bool:
    """R61, R89: deal the next card of the row; say whether there is one to deal."""
    if count(state.row) < ROW and can_draw(state, False):
        begin_draw(state, TO_ROW, False)
        return True
    return False


@kernel
def deal_hands(game: PaperSkyscrapers, state: State, first: Seat) -> bool:
    """R35, R102: deal the next card to a hand, both cards of a seat at once; say whether there is one to deal."""
    dealt = int(state.dealt)
    if dealt == HAND_AT_START * game.n_seats or not can_draw(state, False):
        return False
    state.runner = seat_after(game, first, dealt // HAND_AT_START)
    state.dealt = dealt + 1
    begin_draw(state, TO_HAND, False)
    return True


@kernel
def set_up(game: PaperSkyscrapers, state: State) -> bool:
    """R67: carry out the set-up; say whether somebody or chance has to decide."""
    stage, dealt = int(state.stage), int(state.dealt)
    if stage == CITIES:
        if dealt < 2 * game.n_seats:
            state.runner = seat_after(game, int(state.first), dealt // 2)
            state.phase = SET_UP
            state.actor = CHANCE
            return True
        state.stage = CHOOSE
        state.dealt = 0
        return False
    if stage == CHOOSE:
        if dealt < game.n_seats:
            state.runner = seat_after(game, int(state.first), dealt)
            return bool(ask(state, CITY))
        state.stage = HANDS
        state.dealt = 0
        return False
    if stage == HANDS:
        if deal_hands(game, state, int(state.first)):
            return True
        state.stage = FIRST_ROW
        state.dealt = 0
        return False
    if deal_row(game, state):
        return True
    begin_turn(state, int(state.first))
    return False


@kernel(inline=True)
def begin_turn(state: State, seat: Seat) -> None:
    """R21: let a seat begin its turn."""
    state.seat = seat
    state.runner = seat
    state.stage = START


@kernel
def can_move_on(game: PaperSkyscrapers, state: State, seat: Seat) -> bool:
    """R58, R96: say whether a seat can advance, visit or claim."""
    acts = False
    for track in range(N_TRACKS):
        acts |= int(state.tracks[seat, track]) < TRACK_END
    for place in range(int(state.n_places[seat])):
        acts |= place != int(state.mayor[seat]) and can_stand(state, seat, place)
    for achievement in range(int(game.tables.n_achievements)):
        acts |= can_claim(game, state, seat, achievement)
    return acts


@kernel(inline=True)
def can_act(game: PaperSkyscrapers, state: State) -> bool:
    """R58, R96: say whether the seat whose turn it is can do anything but stop."""
    seat = active(state)
    has_cards = int(state.n_hand[seat]) > 0 or count(state.row) > 0 or can_draw(state, False)
    return bool(has_cards or can_move_on(game, state, seat))


@kernel(inline=True)
def end_turn(game: PaperSkyscrapers, state: State) -> None:
    """R35, R37, R54: go on to the next seat, to a new level, or to final scoring."""
    following = seat_after(game, active(state), 1)
    state.actions = 0
    state.used = 0
    last = following == int(state.first)
    if last:
        state.lap = int(state.lap) + 1
    last_lap = int(state.ending) != 0 and int(state.level) == MAX_LEVEL
    if last and (last_lap or int(state.lap) == MAX_LAPS):
        begin_scoring(game, state)
    elif int(state.ending) and int(state.level) < MAX_LEVEL:
        discard_row(state)
        state.ending = 0
        state.seat = following
        state.stage = OLD_DECK
    else:
        begin_turn(state, following)


@kernel
def start_round(game: PaperSkyscrapers, state: State) -> bool:
    """R34, R35, R62, R102: discard the old deck, deal two cards to each seat, give bonuses for the round end, deal the row."""
    stage = int(state.stage)
    if stage == OLD_DECK:
        if int(state.n_deck[int(state.level) - 1]):
            return bool(show_next(state))
        state.level = int(state.level) + 1
        state.stage = DEAL
        state.dealt = 0
        return False
    if stage == DEAL:
        if deal_hands(game, state, active(state)):
            return True
        state.stage = BONUSES
        state.dealt = 0
        return False
    if stage == BONUSES:
        if int(state.dealt) < game.n_seats:
            seat = seat_after(game, active(state), int(state.dealt))
            state.dealt = int(state.dealt) + 1
            state.runner = seat
            if city_works(game, state, seat, ON_ROUND_END, 0):
                push(state, FIRST_CITY_PROGRAM + int(state.city[seat]) - 1)
            return False
        state.stage = NEW_ROW
        state.dealt = 0
        return False
    if deal_row(game, state):
        return True
    begin_turn(state, active(state))
    return False


@kernel(inline=True)
def take_turn(game: PaperSkyscrapers, state: State) -> bool:
    """R20, R21, R57: go through turns, their start, actions and end, until somebody has to decide or more is to be done."""
    while int(state.depth) == 0:
        stage = int(state.stage)
        if stage == ACTIONS and int(state.actions) > 0 and can_act(game, state):
            return bool(ask(state, ACTION))
        if stage == START:
            state.actions = state.level
            state.events = 1 << ON_TURN_START
            state.stage = ACTIONS
        elif stage == ACTIONS:
            state.actions = 0
            state.events = 1 << ON_TURN_END
            state.stage = END
        else:
            end_turn(game, state)
            if int(state.stage) != START:
                return False
            continue
        answer_events(game, state)
    return False


# ---------------------------------------------------------------- final scoring


@kernel
def begin_scoring(game: PaperSkyscrapers, state: State) -> None:
    """R43, R44, R45, R77: give the awards, and settle in which order the seats score."""
    for award in range(int(game.tables.n_awards)):
        best, winner = -1, 0
        for seat in range(game.n_seats):
            found = quantity(state, seat, int(game.tables.award_quantity[award]))
            if found > best:
                best, winner = found, seat + 1
            elif found == best:
                winner = 0
        state.award[award] = winner
    for step in range(game.n_seats):
        seat = seat_after(game, int(state.first), step)
        place = step
        while place > 0 and int(state.score[int(state.order[place - 1])]) < int(state.score[seat]):
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = seat
    state.stage = SCORING
    state.dealt = 0


@kernel
def next_chip(game: PaperSkyscrapers, state: State, seat: Seat) -> int:
    """Return the first achievement whose chip a seat has still to turn up, or -1."""
    for achievement in range(int(game.tables.n_achievements)):
        if int(state.chip_owner[achievement]) == seat + 1 and int(state.chip_value[achievement]) == 0:
            return achievement
    return -1


@kernel
def score(game: PaperSkyscrapers, state: State) -> bool:
    """R3, R45, R75, R76: turn up and score the chips of a seat, then its awards; the game ends after the last seat."""
    if int(state.dealt) == game.n_seats:
        state.stage = OVER
        state.phase = GAME_OVER
        state.actor = NOBODY
        state.seat = 0
        state.runner = 0
        state.dealt = 0
        return True
    seat = int(state.order[int(state.dealt)])
    state.seat = seat
    state.runner = seat
    if next_chip(game, state, seat) >= 0:
        state.phase = CHIP
        state.actor = CHANCE
        return True
    for award in range(int(game.tables.n_awards)):
        if int(state.award[award]) == seat + 1:
            gain_points(game, state, seat, int(game.tables.award_points[award]))
    state.dealt = int(state.dealt) + 1
    return False


@implement(PaperSkyscrapers)
def returns(game: PaperSkyscrapers, state: State, out: ValueBuffer) -> None:
    """R46: the most points win, then the tallest building, then the most buildings; equal winners share."""
    best, n = -1, 0
    for seat in range(game.n_seats):
        rank = (int(state.score[seat]) * 256 + tallest(state, seat)) * 256 + count_buildings(state, seat, 1)
        out[seat] = rank
        if rank > best:
            best, n = rank, 1
        elif rank == best:
            n += 1
    for seat in range(game.n_seats):
        out[seat] = 1.0 / n if out[seat] == best else 0.0


# ---------------------------------------------------------------- what goes on without a choice


@kernel(inline=True)
def move_displaced(state: State) -> bool:
    """R48, R58, R70: ask where a displaced mayor goes, or put it on the only top card; say whether to ask."""
    owner, n, only = int(state.displaced) - 1, 0, 0
    for place in range(int(state.n_places[owner])):
        if can_stand(state, owner, place):
            n += 1
            only = place
    if n >= 2:
        state.phase = MAYOR
        state.actor = owner
        return True
    state.mayor[owner] = only
    state.displaced = 0
    return False


@kernel(inline=True)
def proceed(game: PaperSkyscrapers, state: State) -> None:
    """Go on until somebody or chance has to decide, or the game is over."""
    waiting = False
    while not waiting:
        if int(state.announced):
            whole = int(state.to_pay) == int(state.n_hand[runner_of(state)])
            waiting = show_next(state) if whole else ask(state, PAY)
        elif int(state.displaced):
            waiting = move_displaced(state)
        elif int(state.refill):
            waiting = deal_row(game, state)
            if not waiting:
                state.refill = 0
        elif int(state.events):
            answer_events(game, state)
        elif int(state.depth):
            waiting = run_part(game, state)
        elif START <= int(state.stage) <= END:
            waiting = take_turn(game, state)
        elif int(state.stage) < START:
            waiting = set_up(game, state)
        elif int(state.stage) == SCORING:
            waiting = score(game, state)
        else:
            waiting = start_round(game, state)


# ---------------------------------------------------------------- moves


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
    """R81: go on to the benefit of a declaration, or past it."""
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
