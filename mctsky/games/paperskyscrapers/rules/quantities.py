"""Count quantities, and check the conditions of achievements and cities."""

import numpy as np

from mctsky.core.bits import popcount
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.rules.city import height
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import N_LANDMARKS, N_TRACKS, N_TYPES
from mctsky.games.paperskyscrapers.tables import (
    AT_LEAST,
    AT_MOST,
    FIRST_CITY_CONDITION,
    MAX_COMPARISONS,
    MAX_TERMS,
    Q_BUILDINGS,
    Q_CLAIMS,
    Q_FEWEST,
    Q_HAND,
    Q_HIGHEST,
    Q_LANDMARKS,
    Q_LOWEST,
    Q_MOST,
    Q_POPULATION,
    Q_PROFIT,
    Q_SCORE,
    Q_SITES,
    Q_TALLEST,
    Q_TOWERS,
    Q_TRACKS,
    Q_TUCKED,
    Q_TYPES,
    Q_WIDTH,
    TOWER,
)

# Which number of a group a quantity is.
SUM, LEAST, GREATEST, PRESENT = range(4)


@kernel
def summed_up(numbers: State, start: int, n: int, how: int) -> int:
    """Return the sum, the least, the greatest or how many are not zero, of a run of numbers."""
    total, least, greatest, present = 0, int(numbers[start]), 0, 0
    for index in range(start, start + n):
        number = int(numbers[index])
        total += number
        least = min(least, number)
        greatest = max(greatest, number)
        present += number > 0
    return total if how == SUM else least if how == LEAST else greatest if how == GREATEST else present


@kernel
def count_buildings(state: State, seat: Seat, floors: int) -> int:
    """R10, R43: return the places with so many built cards or more."""
    n = 0
    for place in range(int(state.n_places[seat])):
        n += height(state, seat, place) >= floors
    return n


@kernel
def tallest(state: State, seat: Seat) -> int:
    """R9, R71: return the built cards of the highest building."""
    best = 0
    for place in range(int(state.n_places[seat])):
        best = max(best, height(state, seat, place))
    return best


@kernel
def quantity(state: State, seat: Seat, what: int) -> int:
    """Return a counted quantity of a player."""
    if what < Q_TYPES:
        return int(state.icons[seat, what])
    if Q_PROFIT <= what <= Q_POPULATION:
        return int(state.tracks[seat, what - Q_PROFIT])
    icons, tracks = state.icons[seat], state.tracks[seat]
    if what <= Q_MOST:
        return summed_up(icons, 0, N_TYPES, PRESENT if what == Q_TYPES else LEAST if what == Q_FEWEST else GREATEST)
    if what <= Q_SITES:
        return summed_up(icons, N_TYPES, N_LANDMARKS, SUM if what == Q_LANDMARKS else PRESENT)
    if what == Q_TALLEST:
        return tallest(state, seat)
    if what <= Q_BUILDINGS:
        return count_buildings(state, seat, TOWER if what == Q_TOWERS else 1)
    if what == Q_WIDTH:
        return int(state.n_places[seat])
    if what == Q_TUCKED:
        return int(state.n_tucked[seat])
    if what <= Q_HIGHEST:
        return summed_up(tracks, 0, N_TRACKS, SUM if what == Q_TRACKS else LEAST if what == Q_LOWEST else GREATEST)
    if what == Q_HAND:
        return int(state.n_hand[seat])
    if what == Q_SCORE:
        return int(state.score[seat])
    if what == Q_CLAIMS:
        return popcount(np.uint64(state.claims[seat]))
    return int(state.level)


@kernel
def holds(game: PaperSkyscrapers, state: State, seat: Seat, condition: int) -> bool:
    """R40: say whether a player meets a condition."""
    for row in range(MAX_COMPARISONS):
        comparison = game.tables.conditions[condition, row]
        n = int(comparison[0])
        if n == 0:
            return True
        total, number = 0, int(comparison[MAX_TERMS + 2])
        for term in range(n):
            total += quantity(state, seat, int(comparison[1 + term]))
        how = int(comparison[MAX_TERMS + 1])
        if not (total >= number if how == AT_LEAST else total <= number if how == AT_MOST else total == number):
            return False
    return True


@kernel
def can_claim(game: PaperSkyscrapers, state: State, seat: Seat, achievement: int) -> bool:
    """R40: say whether a player may claim an achievement: once, if he meets it."""
    if int(state.claims[seat]) & 1 << achievement:
        return False
    return bool(holds(game, state, seat, achievement))


@kernel
def city_works(game: PaperSkyscrapers, state: State, seat: Seat, trigger: int, kind: int) -> bool:
    """R8, R92: say whether a trigger starts a city's bonus: its card is a top card, and its condition holds.

    `kind` is 1 + the type of the card that was built or visited, 0 where there is none.
    """
    city = int(state.city[seat]) - 1
    if int(game.tables.trigger[city]) != trigger or int(state.top[seat, int(state.city_place[seat])]) != 0:
        return False
    wanted = int(game.tables.trigger_type[city])
    if wanted and wanted != kind:
        return False
    return bool(holds(game, state, seat, FIRST_CITY_CONDITION + city))
