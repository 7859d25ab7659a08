"""Tracks and points: steps that hop over opponents, lines, ends."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, nth, popcount
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import LAST_SPACE, LINE_EVERY, MAX_PLAYERS, N_TRACKS, TRACK_END
from mctsky.games.paperskyscrapers.tables import ON_HOP, ON_LINE

# Spaces of a track as bits: those that only one marker stands on, and the end with all that would lie beyond it.
SINGLE_SPACES = np.uint64((1 << LAST_SPACE + 1) - 2)
BEYOND = np.uint64((1 << 64) - (1 << TRACK_END))


@kernel(inline=True)
def has_score(state: State, points: int) -> bool:
    """Say whether a seat stands on a space of the score track, which is not the start."""
    found = False
    for seat in range(MAX_PLAYERS):
        found |= int(state.score[seat]) == points
    return found


@kernel
def gain_points(game: PaperSkyscrapers, state: State, seat: Seat, points: int) -> None:
    """R30, R31: score point by point, each to the next space without an opponent."""
    score = int(state.score[seat])
    for _ in range(points):
        score += 1
        while has_score(state, score):
            score += 1
    state.score[seat] = score


@kernel(inline=True)
def taken_spaces(state: State, track: int) -> Bitboard:
    """R24, R25: return the spaces where somebody stands; start and end are shared."""
    taken = ZERO
    for seat in range(MAX_PLAYERS):
        taken |= ONE << np.uint64(state.tracks[seat, track])
    return taken & SINGLE_SPACES


@kernel(inline=True)
def spaces_below(space: int) -> Bitboard:
    """Return all spaces before a space."""
    return (ONE << np.uint64(space)) - ONE


@kernel
def advance(game: PaperSkyscrapers, state: State, seat: Seat, track: int, steps: int) -> None:
    """R24-R26, R28, R29, R73, R74, R94: go forward, score lines and the end; steps beyond the end are lost."""
    before = int(state.tracks[seat, track])
    if steps <= 0 or before == TRACK_END:
        return
    taken, ahead = taken_spaces(state, track), ~spaces_below(before + 1)
    space = min(nth((ahead & ~taken) | BEYOND, steps - 1), TRACK_END)
    state.tracks[seat, track] = space
    if taken & ahead & spaces_below(space) != ZERO:
        state.events = int(state.events) | 1 << ON_HOP
    points, lines = 0, (space - 1) // LINE_EVERY
    if lines > int(state.lines[seat, track]):  # R26
        points = lines - int(state.lines[seat, track])
        state.lines[seat, track] = lines
        state.events = int(state.events) | 1 << ON_LINE
    if space == TRACK_END and not int(state.finished) & 1 << track:  # R28
        state.finished = int(state.finished) | 1 << track
        points += 1
    gain_points(game, state, seat, points)


@kernel
def decline(game: PaperSkyscrapers, state: State, seat: Seat, track: int, steps: int) -> None:
    """R27: go back on a track, over opponents, to the start at most; points stay."""
    before = int(state.tracks[seat, track])
    free = spaces_below(before) & ~taken_spaces(state, track)  # with the start
    n_free = popcount(free)
    state.tracks[seat, track] = nth(free, n_free - steps) if steps < n_free else 0


@kernel(inline=True)
def take_income(game: PaperSkyscrapers, state: State, seat: Seat, card: int) -> None:
    """R23: advance by the income of a card, track by track."""
    for track in range(N_TRACKS):
        advance(game, state, seat, track, int(game.tables.income[card, track]))
