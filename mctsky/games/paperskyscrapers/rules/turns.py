"""Go through a turn, and through everything that happens until somebody has to decide."""

from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.rules.city import can_stand
from mctsky.games.paperskyscrapers.rules.draws import can_draw, discard_row, in_turn
from mctsky.games.paperskyscrapers.rules.parts import ask, push, run_part, show_next
from mctsky.games.paperskyscrapers.rules.quantities import can_claim, city_works
from mctsky.games.paperskyscrapers.rules.scoring import begin_scoring, score
from mctsky.games.paperskyscrapers.rules.sets import active, count, runner_of
from mctsky.games.paperskyscrapers.rules.stages import begin_turn, deal_row, seat_after, set_up, start_round
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    ACTIONS,
    END,
    FIRST_CITY_PROGRAM,
    MAX_CITIES,
    MAX_LAPS,
    MAX_LEVEL,
    MAYOR,
    N_TRACKS,
    OLD_DECK,
    PAY,
    SCORING,
    START,
    TRACK_END,
)
from mctsky.games.paperskyscrapers.tables import ON_TURN_END, ON_TURN_START

CITY_MASK = MAX_CITIES - 1  # spares compiled code the handling of negative indices


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


@kernel(inline=True)
def take_turn(game: PaperSkyscrapers, state: State) -> bool:
    """R20, R21, R57: go through turns, their start, actions and end, until somebody has to decide or `proceed` goes on."""
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
