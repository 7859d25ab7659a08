"""Beliefs for games that keep their moves: the default `determinise`, which plays the game again in every way that fits.

A game that wants it declares a field `history` in its state record (`history_field`) and writes no `determinise`. Core then
writes every move into that field after `play`, and `conceal` leaves there what its viewer has observed. `determinise` plays all
games at once in which the viewer observes just that, move by move; games that have come to the same position go on as one. A
position weighs as much as the odds of the luck that led to it and, for each choice of another seat, 1 over the number of
options; it keeps one of its histories, drawn by their weights. At the end one position is drawn by its weight. That is exact as
long as no more than MAX_ROOM positions fit at any time; beyond that half of them are drawn by their weights to go on, which is
nearly exact. It is the one kernel that asks for memory: how much cannot be known beforehand.

`history[0]` is the number of moves n, and `history[1:n + 1]` are their codes. In a concealed state it is -1 - n, and what
follows are the n events that the viewer has observed: -1 - code for its own choices, the code for all others.

Of a game that has both the field and a `determinise` of its own, the field is left out (GameSpec.leave_out_history).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mctsky.core.contract import (
    CHANCE,
    IMPLEMENTATIONS,
    NOBODY,
    NOTHING,
    STATES,
    Move,
    Rules,
    Seat,
    State,
    chance_moves,
    legal_moves,
    observe,
    record_dtype,
    setup,
    to_act,
)
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import copy_state, on_stack, record_in
from mctsky.core.rng import Rng, make_rng, mix, uniform

FIRST_ROOM = 256  # positions for which room is made at first; four times as many when it is too small
MAX_ROOM = 1 << 16
TINY = 1e-200  # weights below this are scaled up
UNNOTICED = 1 << 15  # what no event is; NOTHING is -1, which is also a choice
ONE, ZERO = np.uint64(1), np.uint64(0)


class Fits(NamedTuple):
    """Positions that fit: one more than there is room for, since the last place is where the next one is made."""

    words: Any  # uint64[(room + 1) * words per state]
    weights: Any  # float64[room + 1]
    n_seen: Any  # int64[room + 1], how many events of the viewer have happened
    table: Any  # int64[2 * room], a hash table of places + 1; 0 is empty


def history_field(max_plies: int) -> tuple[str, Any, int]:
    """Return the field of a state record that keeps the moves of a game of at most so many."""
    return ("history", np.int16, max_plies + 1)


def without_history(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype of the same states without the field `history`."""
    return record_dtype(*_fields_but_history(dtype))


def with_history(dtype: np.dtype[Any], max_plies: int) -> np.dtype[Any]:
    """Return the dtype of the same states with the field `history`, as the last one."""
    return record_dtype(*_fields_but_history(dtype), history_field(max_plies))


def _fields_but_history(dtype: np.dtype[Any]) -> list[tuple[Any, ...]]:
    kinds = [(name, dtype[name]) for name in dtype.names or () if name != "history"]
    return [(name, kind.base, kind.shape) if kind.shape else (name, kind) for name, kind in kinds]


def words_but_history(dtype: np.dtype[Any]) -> Any:
    """Return for each word of a state the bits that are not of its history."""
    fields: Any = dtype.fields
    kind, offset = fields["history"][:2]
    mask = np.full(dtype.itemsize, 0xFF, np.uint8)
    mask[offset : offset + kind.itemsize] = 0
    return mask.view(np.uint64)


@kernel
def take_over(fits: Fits, n_words: int, source: int, target: int) -> None:
    """Copy one position to another place."""
    for k in range(n_words):
        fits.words[target * n_words + k] = fits.words[source * n_words + k]
    fits.n_seen[target] = fits.n_seen[source]


@kernel
def add_last(fits: Fits, mask: Any, n: int, rng: Rng) -> int:
    """Add the position in place n to the n before it, or merge it with an equal one; return how many there are."""
    n_words, first = len(mask), n * len(mask)
    hashed = mix(np.uint64(fits.n_seen[n]))
    for k in range(n_words):
        hashed = mix(hashed ^ (fits.words[first + k] & mask[k]))
    last = np.uint64(len(fits.table) - 1)
    slot = hashed & last
    while fits.table[slot] != 0:
        there = fits.table[slot] - 1
        same = fits.n_seen[there] == fits.n_seen[n]
        for k in range(n_words):
            same = same and (fits.words[there * n_words + k] ^ fits.words[first + k]) & mask[k] == ZERO
        if same:
            fits.weights[there] += fits.weights[n]
            if uniform(rng) * fits.weights[there] < fits.weights[n]:
                take_over(fits, n_words, n, there)  # the same position with another history
            return n
        slot = (slot + ONE) & last
    fits.table[slot] = n + 1
    return n + 1


@kernel
def thin_out(fits: Fits, n_words: int, n: int, rng: Rng) -> int:
    """Keep at most half of the positions, drawn by their weights at even distances; return how many."""
    total = 0.0
    for i in range(n):
        total += fits.weights[i]
    step = total / max(1, n // 2)
    at, passed, kept = uniform(rng) * step, 0.0, 0
    for i in range(n):
        passed += fits.weights[i]
        weight = 0.0
        while at < passed:
            weight += step
            at += step
        if weight > 0.0:
            take_over(fits, n_words, i, kept)
            fits.weights[kept] = weight
            kept += 1
    return kept


def list_worlds(game: Rules, view: State, viewer: Seat, room: int) -> dict[bytes, float] | None:
    """Return all worlds of a view of a game that keeps its moves, with their histories, by weight.

    None: there are more than `room`, which is a power of 2.
    """
    kind: type = type(game)
    dtype = STATES[kind][0]
    words, weights = np.zeros((room + 1) * (dtype.itemsize // 8), np.uint64), np.zeros(room + 1)
    n = int(replay_kernels(kind)["weigh_worlds"](game, view, viewer, words, weights, make_rng(0)))
    raw, size = words.tobytes(), dtype.itemsize
    return None if n < 0 else {raw[i * size : (i + 1) * size]: float(weights[i]) for i in range(n)}


@cache
def replay_kernels(game_type: type) -> dict[str, Callable[..., Any]]:
    """Return `play`, `conceal` and `determinise` of a game that keeps its moves, and `weigh_worlds`."""
    dtype, bounds = STATES[game_type]
    play_own, conceal_own = IMPLEMENTATIONS["play", game_type], IMPLEMENTATIONS["conceal", game_type]
    mask, width, max_plies = words_but_history(dtype), max(bounds.max_legal, bounds.max_chance), bounds.max_plies
    n_words = len(mask)
    state_words, state_in = on_stack(np.uint64, n_words), record_in(dtype)
    codes_on_stack, odds_on_stack = on_stack(np.int32, width), on_stack(np.float64, width)

    @kernel(entry=True)
    def play(game: Rules, state: State, move: Move) -> None:
        play_own(game, state, move)
        n = int(state.history[0])
        if 0 <= n < max_plies:
            state.history[0] = n + 1
            state.history[n + 1] = move

    @kernel
    def event(game: Rules, state: State, code: int, viewer: Seat) -> int:
        """Return what the viewer notices of a move, as `history` of a view has it, or UNNOTICED."""
        if to_act(game, state) == viewer:
            return -1 - code
        seen = observe(game, state, code, viewer)
        return UNNOTICED if seen == NOTHING else seen

    @kernel(entry=True)
    def conceal(game: Rules, state: State, viewer: Seat) -> None:
        """Leave what the viewer has observed; in a state that is concealed already it stays."""
        n = int(state.history[0])
        if n >= 0:
            words = state_words()
            words[:] = ZERO
            again = state_in(words, 0)
            setup(game, again)
            n_seen = 0
            for i in range(1, n + 1):
                code = int(state.history[i])
                seen = event(game, again, code, viewer)
                play_own(game, again, code)
                state.history[i] = 0
                if seen != UNNOTICED:
                    n_seen += 1
                    state.history[n_seen] = seen
            state.history[0] = -1 - n_seen
        conceal_own(game, state, viewer)

    @kernel
    def looks_right(game: Rules, world: State, view: Any, viewer: Seat) -> bool:
        """Say whether the viewer cannot tell a position from the one that it sees; `view` are the words of that."""
        words = state_words()
        words[:] = ZERO
        copy_state(state_in(words, 0), world)
        conceal_own(game, state_in(words, 0), viewer)
        differing = ZERO
        for k in range(n_words):
            differing |= (words[k] ^ view[k]) & mask[k]
        return bool(differing == ZERO)

    @kernel
    def play_on(game: Rules, here: Fits, i: int, there: Fits, n: int, view: Any, viewer: Seat, rng: Rng) -> int:
        """Add all positions that follow position i and fit to the n of `there`; return how many those are now."""
        world, seen_before = state_in(here.words, i), int(here.n_seen[i])
        known = state_in(view, 0)
        n_events = -1 - int(known.history[0])
        wanted = int(known.history[seen_before + 1]) if seen_before < n_events else UNNOTICED
        actor = to_act(game, world)
        if actor == NOBODY:
            return n
        codes, odds = codes_on_stack(), odds_on_stack()
        n_options = chance_moves(game, world, codes, odds) if actor == CHANCE else legal_moves(game, world, codes)
        for option in range(n_options):
            code = int(codes[option])
            seen = event(game, world, code, viewer)
            if seen in (UNNOTICED, wanted) and n < len(there.weights) - 1:
                odd = odds[option] if actor == CHANCE else (1.0 if actor == viewer else 1.0 / n_options)
                following = state_in(there.words, n)
                copy_state(following, world)
                play(game, following, code)
                there.weights[n] = here.weights[i] * odd
                there.n_seen[n] = seen_before if seen == UNNOTICED else seen_before + 1
                n = add_last(there, mask, n, rng)
        return n

    @kernel
    def sort_out(game: Rules, here: Fits, n: int, ends: Fits, n_ends: int, view: Any, viewer: Seat, rng: Rng) -> int:
        """Move the positions that are what the viewer sees from `here` to `ends`; return how many are there now.

        They end with the last event: what the viewer will not notice of later choices has not happened yet.
        """
        n_events, top = -1 - int(state_in(view, 0).history[0]), 0.0
        for i in range(n):
            top = max(top, here.weights[i])
        scale = 1.0 / top if top < TINY else 1.0
        for i in range(n_ends):
            ends.weights[i] *= scale
        for i in range(n):
            here.weights[i] *= scale
            world = state_in(here.words, i)
            if here.n_seen[i] == n_events and n_ends < len(ends.weights) - 1 and looks_right(game, world, view, viewer):
                copy_state(state_in(ends.words, n_ends), world)
                ends.weights[n_ends], ends.n_seen[n_ends] = here.weights[i], n_events
                n_ends = add_last(ends, mask, n_ends, rng)
                here.weights[i] = 0.0
        return n_ends

    @kernel
    def make_room(room: int) -> Fits:
        n = room + 1
        return Fits(
            np.zeros(n * n_words, np.uint64), np.zeros(n, np.float64), np.zeros(n, np.int64), np.zeros(2 * room, np.int64)
        )

    @kernel
    def fill(game: Rules, view: Any, viewer: Seat, ends: Fits, exact: bool, rng: Rng) -> int:
        """Fill `ends` with the positions that look like the view and their weights; return how many.

        Where there is not enough room, give up and return -1 if all are wanted, and go on with some of them if not.
        """
        room = len(ends.weights) - 1
        here, there = make_room(room), make_room(room)
        setup(game, state_in(here.words, 0))
        here.weights[0] = 1.0
        n, n_ends = 1, 0
        while n > 0:
            n_ends = sort_out(game, here, n, ends, n_ends, view, viewer, rng)
            n_next = room
            while n_next == room:
                n_next = 0
                there.table[:] = 0
                for i in range(n):
                    if here.weights[i] > 0.0 and n_next < room:
                        n_next = play_on(game, here, i, there, n_next, view, viewer, rng)
                if n_next == room:
                    n = thin_out(here, n_words, n, rng)
                if exact and (n_next == room or n_ends == room):
                    return -1
            if n_ends == room:
                n_ends = thin_out(ends, n_words, n_ends, rng)
                ends.table[:] = 0
            here, there, n = there, here, n_next
        return n_ends

    @kernel(entry=True)
    def determinise(game: Rules, state: State, viewer: Seat, rng: Rng) -> None:
        """Draw one of the games in which the viewer observes what it has observed; what is not concealed stays."""
        if int(state.history[0]) >= 0:
            return
        view = state_words()
        view[:] = ZERO  # padding
        copy_state(state_in(view, 0), state)
        room, n = FIRST_ROOM, -1
        ends = make_room(room)
        while n < 0:
            ends = make_room(room)
            n = fill(game, view, viewer, ends, room < MAX_ROOM, rng)
            room *= 4
        total = 0.0
        for i in range(n):
            total += ends.weights[i]
        left, chosen = uniform(rng) * total, 0
        while chosen < n - 1 and left >= ends.weights[chosen]:
            left -= ends.weights[chosen]
            chosen += 1
        if n > 0:
            copy_state(state, state_in(ends.words, chosen))

    @kernel(entry=True)
    def weigh_worlds(game: Rules, state: State, viewer: Seat, words: Any, weights: Any, rng: Rng) -> int:
        """List all positions that fit a concealed state, each with a history, and their weights; return how many.

        -1: there are more than the arrays have room for. They have one place more than that, and that is a power of 2.
        """
        view = state_words()
        view[:] = ZERO  # padding
        copy_state(state_in(view, 0), state)
        table = np.zeros(2 * (len(weights) - 1), np.int64)
        ends = Fits(words, weights, np.zeros(len(weights), np.int64), table)
        return fill(game, view, viewer, ends, True, rng)

    return {"play": play, "conceal": conceal, "determinise": determinise, "weigh_worlds": weigh_worlds}
