"""Deal cards: in the set-up of a game, and between two levels."""

from mctsky.core.contract import CHANCE, Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.rules.draws import begin_draw, can_draw
from mctsky.games.paperskyscrapers.rules.parts import ask, push, show_next
from mctsky.games.paperskyscrapers.rules.quantities import city_works
from mctsky.games.paperskyscrapers.rules.sets import active, count
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import (
    BONUSES,
    CHOOSE,
    CITIES,
    CITY,
    DEAL,
    FIRST_CITY_PROGRAM,
    FIRST_ROW,
    HAND_AT_START,
    HANDS,
    NEW_ROW,
    OLD_DECK,
    ROW,
    SET_UP,
    START,
    TO_HAND,
    TO_ROW,
)
from mctsky.games.paperskyscrapers.tables import ON_ROUND_END


@kernel(inline=True)
def seat_after(game: PaperSkyscrapers, seat: Seat, steps: int) -> Seat:
    """R22, R52: return the seat so many places clockwise, at most once around."""
    following = seat + steps
    return following if following < game.n_seats else following - game.n_seats


@kernel(inline=True)
def begin_turn(state: State, seat: Seat) -> None:
    """R21: let a seat begin its turn."""
    state.seat = seat
    state.runner = seat
    state.stage = START


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
