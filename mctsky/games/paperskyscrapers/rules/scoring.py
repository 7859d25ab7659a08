"""The end of a game: awards, chips, and who has won."""

from mctsky.core.contract import CHANCE, NOBODY, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.rules.quantities import count_buildings, quantity, tallest
from mctsky.games.paperskyscrapers.rules.stages import seat_after
from mctsky.games.paperskyscrapers.rules.tracks import gain_points
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import CHIP, GAME_OVER, OVER, SCORING


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
