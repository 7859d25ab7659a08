"""Points at the end, ties, and results."""

import numpy as np

from mctsky.core.contract import Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.games.newyork1901.board import DISTRICTS
from mctsky.games.newyork1901.board import STREETS as STREET_NAMES
from mctsky.games.newyork1901.moves import BRONZE_BARON, GENERATION_KING, GOLD_TYCOON, MASTER_ARCHITECT
from mctsky.games.newyork1901.rules.land import BRONZE, GOLD, place_of, tile_of
from mctsky.games.newyork1901.spec import NewYork1901
from mctsky.games.newyork1901.state import MAX_BUILDINGS
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, N_TILES

N_STREETS, N_DISTRICTS, N_LEGENDS = len(STREET_NAMES), len(DISTRICTS), N_TILES - FIRST_LEGEND
STREET_POINTS, KING_POINTS, TYCOON_POINTS = 5, 5, 3
# What is counted per player: streets, then generations 0-3, then districts with gold, then irregular shapes.
GENERATIONS = N_STREETS
TYCOONS = GENERATIONS + GOLD + 1
IRREGULAR = TYCOONS + N_DISTRICTS
N_COUNTS = IRREGULAR + 1
_own_on_stack = on_stack(np.int64, N_COUNTS)
_rival_on_stack = on_stack(np.int64, N_COUNTS)


@kernel
def count_city(game: NewYork1901, state: State, seat: Seat, counts: ValueBuffer) -> None:
    """R4, R38, R40, R41, R43: count a player's standing buildings by street, generation, district and shape."""
    for k in range(N_COUNTS):
        counts[k] = 0
    for k in range(MAX_BUILDINGS):
        building = int(state.buildings[seat, k])
        if building == 0:
            break
        tile, placement = tile_of(building), place_of(building)
        generation = int(game.tables.tile_generation[tile])
        streets, districts = int(game.tables.placement_streets[placement]), int(game.tables.placement_districts[placement])
        for street in range(N_STREETS):
            counts[street] += streets >> street & 1
        counts[GENERATIONS + generation] += 1
        if generation == GOLD:
            for district in range(N_DISTRICTS):
                counts[TYCOONS + district] += districts >> district & 1
        counts[IRREGULAR] += int(game.tables.tile_irregular[tile])


@kernel
def ladder(count: int, least: int, first: int, second: int, third: int) -> int:
    """R39: the points of a table with three steps, from `least` on."""
    if count < least:
        return 0
    return first if count == least else second if count == least + 1 else third


@kernel
def final_points(game: NewYork1901, state: State, seat: Seat) -> int:
    """R38-R43, B4, B5: what a player gets at the end for streets, the bonus challenge and unused action cards."""
    own, rival = _own_on_stack(), _rival_on_stack()
    count_city(game, state, seat, own)
    bonus, points = int(state.bonus) - 1, 0
    leads = (1 << GENERATIONS + GOLD + 1) - 1  # streets and generations of which nobody else has as many
    for other in range(game.n_seats):
        if other == seat:
            continue
        count_city(game, state, other, rival)
        for k in range(GENERATIONS + GOLD + 1):
            if own[k] <= rival[k]:
                leads &= ~(1 << k)
    for street in range(N_STREETS):
        if int(state.streets) >> street & 1 and leads >> street & 1:
            points += STREET_POINTS
    if bonus == BRONZE_BARON:
        points += ladder(own[GENERATIONS + BRONZE], 4, 5, 10, 15)
    elif bonus == MASTER_ARCHITECT:
        points += ladder(own[IRREGULAR], 3, 3, 6, 10)
    elif bonus == GENERATION_KING:
        for generation in range(BRONZE, GOLD + 1):
            if leads >> GENERATIONS + generation & 1:
                points += KING_POINTS
    elif bonus == GOLD_TYCOON:
        for district in range(N_DISTRICTS):
            if own[TYCOONS + district] >= 2:
                points += TYCOON_POINTS
    for card in range(3):
        points += int(state.actions[seat]) >> card & 1
    return points


@kernel
def height(state: State, seat: Seat) -> int:
    """R45: how tall a player's legendary skyscraper is, 0 without one."""
    for legend in range(N_LEGENDS):
        if int(state.legends[legend]) == seat + 1:
            return legend + 1
    return 0


@kernel
def count_gold(game: NewYork1901, state: State, seat: Seat) -> int:
    """R45: count a player's standing gold buildings, a legendary one included."""
    count = 0
    for k in range(MAX_BUILDINGS):
        building = int(state.buildings[seat, k])
        if building == 0:
            break
        count += int(game.tables.tile_generation[tile_of(building)]) == GOLD
    return count


@kernel
def lead(game: NewYork1901, state: State, one: Seat, other: Seat) -> int:
    """R45: positive if one player is ahead of another, negative if behind, 0 if they share."""
    ahead = int(state.scores[one]) - int(state.scores[other])
    if ahead == 0:
        ahead = height(state, one) - height(state, other)
    if ahead == 0:
        ahead = count_gold(game, state, one) - count_gold(game, state, other)
    return ahead


@implement(NewYork1901)
def returns(game: NewYork1901, state: State, out: ValueBuffer) -> None:
    """R45: the share of rivals that a player is ahead of, a tie half; part of it by points with option margin."""
    for seat in range(game.n_seats):
        beaten, difference = 0.0, 0.0
        for rival in range(game.n_seats):
            if rival != seat:
                ahead = lead(game, state, seat, rival)
                beaten += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
                difference += float(int(state.scores[seat]) - int(state.scores[rival]))
        n_rivals = game.n_seats - 1
        by_points = min(1.0, max(0.0, 0.5 + difference / n_rivals / 100.0))
        out[seat] = (beaten / n_rivals) * (1.0 - game.margin / 100.0) + by_points * game.margin / 100.0
