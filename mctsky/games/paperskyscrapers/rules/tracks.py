"""Tracks and points: steps that hop over opponents, lines, ends."""

from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import LAST_SPACE, LINE_EVERY, N_TRACKS, TRACK_END
from mctsky.games.paperskyscrapers.tables import ON_HOP, ON_LINE


@kernel
def has_score(game: PaperSkyscrapers, state: State, seat: Seat, points: int) -> bool:
    """Say whether another seat stands on a space of the score track."""
    found = False
    for other in range(game.n_seats):
        found |= (other != seat) & (int(state.score[other]) == points)
    return found


@kernel
def gain_points(game: PaperSkyscrapers, state: State, seat: Seat, points: int) -> None:
    """R30, R31: score point by point, each to the next space without an opponent."""
    score = int(state.score[seat])
    for _ in range(points):
        score += 1
        while has_score(game, state, seat, score):
            score += 1
    state.score[seat] = score


@kernel
def is_taken(game: PaperSkyscrapers, state: State, seat: Seat, track: int, space: int) -> bool:
    """R24, R25: say whether an opponent stands on a space; start and end are shared."""
    if space <= 0 or space > LAST_SPACE:
        return False
    taken = False
    for other in range(game.n_seats):
        taken |= (other != seat) & (int(state.tracks[other, track]) == space)
    return taken


@kernel
def advance(game: PaperSkyscrapers, state: State, seat: Seat, track: int, steps: int) -> None:
    """R24-R26, R28, R29, R73, R74, R94: go forward, score lines and the end; steps beyond the end are lost."""
    for _ in range(steps):
        before = int(state.tracks[seat, track])
        if before == TRACK_END:
            return
        space = before + 1
        while is_taken(game, state, seat, track, space):
            space += 1
        state.tracks[seat, track] = space
        if space > before + 1:
            state.events = int(state.events) | 1 << ON_HOP
        lines = (space - 1) // LINE_EVERY
        if lines > int(state.lines[seat, track]):  # R26
            gain_points(game, state, seat, lines - int(state.lines[seat, track]))
            state.lines[seat, track] = lines
            state.events = int(state.events) | 1 << ON_LINE
        if space == TRACK_END and not int(state.finished) & 1 << track:  # R28
            state.finished = int(state.finished) | 1 << track
            gain_points(game, state, seat, 1)


@kernel
def decline(game: PaperSkyscrapers, state: State, seat: Seat, track: int, steps: int) -> None:
    """R27: go back on a track, over opponents, to the start at most; points stay."""
    space = int(state.tracks[seat, track])
    for _ in range(steps):
        if space == 0:
            break
        space -= 1
        while is_taken(game, state, seat, track, space):
            space -= 1
    state.tracks[seat, track] = space


@kernel
def take_income(game: PaperSkyscrapers, state: State, seat: Seat, card: int) -> None:
    """R23: advance by the income of a card, track by track."""
    for track in range(N_TRACKS):
        advance(game, state, seat, track, int(game.tables.income[card, track]))
