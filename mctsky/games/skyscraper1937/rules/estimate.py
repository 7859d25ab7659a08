"""A quick guess at the result: how many throws each player still needs, by the nearer of the two ways to win."""

from mctsky.core.contract import Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.games.skyscraper1937.rules.land import floors_of, free_spaces
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import (
    BUSINESS,
    CHIMNEY,
    CHURCH_AT,
    FIRST_STORE,
    FLOOR,
    GARAGE,
    MUNICIPAL,
    OVER,
    PORCH,
    RESIDENCE,
    RESIDENTIAL,
    STORE,
)

# Own throws that a piece takes on average: 36 by the ways to throw its total.
_PORCH, _GARAGE, _CHIMNEY, _RESIDENCE, _STORE, _PUBLIC, _FLOOR = 36.0, 18.0, 12.0, 7.2, 7.2, 9.0, 9.0
_OVERLAP = 0.35  # of what is thrown for beside the slowest piece adds to the time
_SLOW = 0.15  # throws that a missing dollar costs
_BOTH = 0.1  # weight of the slower way to win
_AHEAD = 4.0  # throws added to all, so that a small lead is no certainty


@kernel
def missing(state: State, seat: Seat, piece: int, wanted: int) -> int:
    """Return how many of a piece a card lacks."""
    return max(0, wanted - int(state.land[seat, piece]))


@kernel
def skyscraper_throws(game: Skyscraper1937, state: State, seat: Seat) -> float:
    """Return about how many own throws a skyscraper takes; many if there is no room for one."""
    look = int(state.land[seat, FIRST_STORE])
    floors = int(game.tables.floors) - floors_of(look)
    price = floors * int(game.tables.price[FLOOR])
    throws = floors * _FLOOR
    if look == 0:
        throws += _STORE if free_spaces(game, state, seat, BUSINESS) > 0 else 8 * _STORE
        price += int(game.tables.price[STORE])
    return throws + _SLOW * max(0, price - int(state.cash[seat]))


@kernel
def districts_throws(game: Skyscraper1937, state: State, seat: Seat) -> float:
    """Return about how many own throws the three districts take: those of the slowest piece, and a share of the others."""
    wanted = int(game.tables.spaces) - (int(state.land[seat, CHURCH_AT]) == RESIDENTIAL + 1)
    spaces = free_spaces(game, state, seat, MUNICIPAL) + free_spaces(game, state, seat, BUSINESS)
    residences = missing(state, seat, RESIDENCE, wanted)
    porches = _PORCH * missing(state, seat, PORCH, wanted)
    garages = _GARAGE * missing(state, seat, GARAGE, wanted)
    chimneys = _CHIMNEY * missing(state, seat, CHIMNEY, wanted)
    slowest = max(max(porches, garages), max(chimneys, max(_PUBLIC * spaces, _RESIDENCE * residences)))
    total = porches + garages + chimneys + _PUBLIC * spaces + _RESIDENCE * residences
    price = spaces * int(game.tables.price[STORE]) + residences * int(game.tables.price[RESIDENCE])
    return slowest + _OVERLAP * (total - slowest) + _SLOW * max(0, price - int(state.cash[seat]))


@kernel
def pace(game: Skyscraper1937, state: State, seat: Seat) -> float:
    """Return how fast a player is getting there; twice as fast is four times as good."""
    one, other = skyscraper_throws(game, state, seat), districts_throws(game, state, seat)
    throws = _AHEAD + (1.0 - _BOTH) * min(one, other) + _BOTH * max(one, other)
    return 1.0 / (throws * throws)


@implement(Skyscraper1937)
def evaluate(game: Skyscraper1937, state: State, out: ValueBuffer) -> None:
    """Guess each player's chance to win."""
    if int(state.phase) == OVER:
        for seat in range(game.n_seats):
            out[seat] = 1.0 / game.n_seats if int(state.winner) == 0 else 1.0 if int(state.winner) == seat + 1 else 0.0
        return
    total = 0.0
    for seat in range(game.n_seats):
        out[seat] = pace(game, state, seat)
        total += out[seat]
    for seat in range(game.n_seats):
        out[seat] /= total
