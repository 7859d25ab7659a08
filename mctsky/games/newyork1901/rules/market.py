"""The Open Market and the pile under it, whose next card is drawn when it is turned up.

Nobody knows the order of the pile (R46), so it is not kept: a card is drawn by its odds at the moment it is shown. What is
known is kept: the shuffled heap on top, and under it what was returned, in order; the cards of one Market Shift are a group
whose order nobody knows.
"""

from mctsky.core.contract import CHANCE, Move, MoveBuffer, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, below
from mctsky.games.newyork1901.board import DISTRICTS
from mctsky.games.newyork1901.moves import BEGINS, BONUSES, CHALLENGE, DEALT, DRAWN, SCORING, TRIPLES
from mctsky.games.newyork1901.spec import NewYork1901
from mctsky.games.newyork1901.state import (
    BONUS,
    BUILD,
    CHARACTER,
    DRAW,
    FIRST,
    LAST,
    MARKET,
    N_KINDS,
    STREETS,
)

N_TRIPLES, N_BONUSES, N_DISTRICTS = len(TRIPLES), len(BONUSES), len(DISTRICTS)


@kernel
def count_open(state: State) -> int:
    """Return the number of cards in the Open Market."""
    total = 0
    for kind in range(N_KINDS):
        total += int(state.open[kind])
    return total


@kernel
def count_heap(state: State) -> int:
    """Return the number of shuffled cards on top of the pile."""
    total = 0
    for kind in range(N_KINDS):
        total += int(state.heap[kind])
    return total


@kernel
def count_pile(state: State) -> int:
    """Return the number of cards in the Future Market."""
    return count_heap(state) + int(state.n_queue)


@kernel
def first_group(state: State) -> int:
    """Return the number of cards in the first group under the heap."""
    n = 0
    while n < int(state.n_queue):
        n += 1
        if int(state.queue[n - 1]) > LAST:
            break
    return n


@kernel
def put_under(state: State, kind: int) -> None:
    """R29: put a card under the pile, a group of its own."""
    state.queue[int(state.n_queue)] = kind + 1 + LAST
    state.n_queue = int(state.n_queue) + 1


@kernel
def shift_market(state: State) -> None:
    """R33: put the open cards under the pile, as one group in unknown order."""
    n = int(state.n_queue)
    for kind in range(N_KINDS):
        for _ in range(int(state.open[kind])):
            state.queue[n] = kind + 1
            n += 1
        state.open[kind] = 0
    if n > int(state.n_queue):
        state.queue[n - 1] = int(state.queue[n - 1]) + LAST
    state.n_queue = n


@kernel
def draw(state: State, kind: int) -> None:
    """Take a card of this kind from the top of the pile into the Open Market."""
    state.open[kind] = int(state.open[kind]) + 1
    if count_heap(state) > 0:
        state.heap[kind] = int(state.heap[kind]) - 1
        return
    n = first_group(state)
    place = 0
    while int(state.queue[place]) % LAST != kind + 1:
        place += 1
    if place == n - 1 and n > 1:
        state.queue[n - 2] = int(state.queue[n - 2]) + LAST
    last = int(state.n_queue) - 1
    for k in range(place, last):
        state.queue[k] = state.queue[k + 1]
    state.queue[last] = 0
    state.n_queue = last


@kernel
def go_on(state: State) -> None:
    """Go on after a card was turned up: draw another one, or return to the phase that needed the draws."""
    if count_open(state) < MARKET and count_pile(state) > 0:
        state.phase = DRAW
        state.actor = CHANCE
        return
    if int(state.then) == BUILD and int(state.trigger) == 0 and count_open(state) < MARKET:
        trigger_end(state)  # R36: the pile is empty
    state.phase = state.then
    state.then = 0
    state.actor = state.seat


@kernel
def fill_market(state: State, then: int) -> None:
    """R13: turn up cards until four lie open or the pile is empty, then go on with a phase."""
    state.then = then
    go_on(state)


@kernel
def trigger_end(state: State) -> None:
    """R36, R37: trigger the end, once; the turn under way and one of each other player are left."""
    state.trigger = int(state.seat) + 1


@kernel
def is_dealt(state: State, n_seats: int, district: int) -> bool:
    """Say whether a character has been dealt."""
    found = False
    for seat in range(n_seats):
        found |= int(state.characters[seat]) == district + 1
    return found


@kernel
def count_districts(n_seats: int) -> int:
    """R3: return the number of districts in the game; pink, the last, leaves with two players."""
    return N_DISTRICTS - 1 if n_seats == 2 else N_DISTRICTS


@implement(NewYork1901)
def chance_moves(game: NewYork1901, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R1, R2, B1, R46: the start player, streets, bonus, characters, and the next card of the pile."""
    phase, n = int(state.phase), 0
    if phase == DRAW:
        return _draws(state, out, odds)
    if phase == CHARACTER:
        for district in range(count_districts(game.n_seats)):
            if not is_dealt(state, game.n_seats, district):
                out[n] = DEALT + district
                n += 1
    else:
        begin = BEGINS if phase == FIRST else SCORING if phase == STREETS else CHALLENGE
        n = game.n_seats if phase == FIRST else N_TRIPLES if phase == STREETS else N_BONUSES
        for k in range(n):
            out[k] = begin + k
    for k in range(n):
        odds[k] = 1.0 / n
    return n


@kernel
def _draws(state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    total = count_heap(state)
    n_group = first_group(state)
    n = 0
    for kind in range(N_KINDS):
        count = int(state.heap[kind])
        if total == 0:
            for k in range(n_group):
                count += int(state.queue[k]) % LAST == kind + 1
        if count:
            out[n] = DRAWN + kind
            odds[n] = count / (total if total else n_group)
            n += 1
    return n


@implement(NewYork1901)
def sample_chance(game: NewYork1901, state: State, rng: Rng) -> Move:
    """Draw one outcome by the odds of `chance_moves`."""
    phase = int(state.phase)
    if phase == DRAW:
        total = count_heap(state)
        if total == 0:
            return DRAWN + int(state.queue[below(rng, first_group(state))]) % LAST - 1
        k, kind = below(rng, total), 0
        while k >= int(state.heap[kind]):
            k -= int(state.heap[kind])
            kind += 1
        return DRAWN + kind
    if phase == FIRST:
        return BEGINS + below(rng, game.n_seats)
    if phase == STREETS:
        return SCORING + below(rng, N_TRIPLES)
    if phase == BONUS:
        return CHALLENGE + below(rng, N_BONUSES)
    k, district = below(rng, count_districts(game.n_seats) - int(state.seat)), 0
    while True:
        if not is_dealt(state, game.n_seats, district):
            if k == 0:
                return DEALT + district
            k -= 1
        district += 1
