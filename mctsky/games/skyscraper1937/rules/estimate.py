"""Estimate the result quickly: how many throws each player still needs, by both ways to win.

The weights are fitted to the winners of 8,000 games with 2, 4 and 6 players, between bots that look one move ahead. The times
are those of play, with what Luck cards give and take, so they are not the odds of the dice alone.
"""

import math

from mctsky.core.contract import Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.games.skyscraper1937.rules.insurance import ALL_RISK_POLICY, FIRE_POLICY, TORNADO_POLICY
from mctsky.games.skyscraper1937.rules.land import floors_of, free_spaces
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import (
    BUSINESS,
    CHIMNEY,
    CHURCH_AT,
    FIRST_BUILDING,
    FIRST_STORE,
    FLOOR,
    GARAGE,
    MUNICIPAL,
    N_BUILDINGS,
    OVER,
    PORCH,
    RESIDENCE,
    RESIDENTIAL,
    STORE,
)

# Own throws that a piece takes.
_PORCH, _GARAGE, _CHIMNEY, _RESIDENCE, _STORE, _PUBLIC, _FLOOR = 18.0, 16.5, 14.0, 7.0, 7.0, 13.5, 8.5
_SOLD_OUT = 7.0  # more, for each municipal space without a public building left for it
_NO_ROOM = 40.0  # for a store, if its district is full
_SLOW = 0.15  # throws that a missing dollar costs
_AHEAD = 12.0  # throws added to all, so that a small lead is not taken as a certain win
_FIRE, _TORNADO, _ALL_RISK = 0.1, 0.15, 0.3  # what a policy adds to a pace


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
        throws += _STORE if free_spaces(game, state, seat, BUSINESS) > 0 else _NO_ROOM
        price += int(game.tables.price[STORE])
    return max(1.0, throws + _SLOW * max(0, price - int(state.cash[seat])))


@kernel
def districts_throws(game: Skyscraper1937, state: State, seat: Seat, for_sale: int) -> float:
    """Return about how many own throws the districts take: more than the slowest kind of piece, fewer than all in a row."""
    wanted = int(game.tables.spaces) - (int(state.land[seat, CHURCH_AT]) == RESIDENTIAL + 1)
    municipal, business = free_spaces(game, state, seat, MUNICIPAL), free_spaces(game, state, seat, BUSINESS)
    residences = missing(state, seat, RESIDENCE, wanted)
    porches = _PORCH * missing(state, seat, PORCH, wanted)
    garages = _GARAGE * missing(state, seat, GARAGE, wanted)
    chimneys = _CHIMNEY * missing(state, seat, CHIMNEY, wanted)
    houses, others = _RESIDENCE * residences, _PUBLIC * municipal + _STORE * business
    throws = math.sqrt(porches * porches + garages * garages + chimneys * chimneys + houses * houses + others * others)
    price = (municipal + business) * int(game.tables.price[STORE]) + residences * int(game.tables.price[RESIDENCE])
    return max(1.0, throws + _SOLD_OUT * max(0, municipal - for_sale) + _SLOW * max(0, price - int(state.cash[seat])))


@kernel
def pace(game: Skyscraper1937, state: State, seat: Seat, for_sale: int) -> float:
    """Return how fast a player approaches a win; two ways to win are faster than one, and policies protect pieces."""
    one, other = skyscraper_throws(game, state, seat), districts_throws(game, state, seat, for_sale)
    throws = _AHEAD + one * other / math.sqrt(one * one + other * other)
    held, factor = int(state.policies[seat]), 1.0
    if held & ALL_RISK_POLICY:
        factor += _ALL_RISK
    else:
        factor += (_FIRE if held & FIRE_POLICY else 0.0) + (_TORNADO if held & TORNADO_POLICY else 0.0)
    return factor / (throws * throws * throws * throws)


@implement(Skyscraper1937)
def evaluate(game: Skyscraper1937, state: State, out: ValueBuffer) -> None:
    """Estimate each player's chance to win."""
    if int(state.phase) == OVER:
        for seat in range(game.n_seats):
            out[seat] = 1.0 / game.n_seats if int(state.winner) == 0 else 1.0 if int(state.winner) == seat + 1 else 0.0
        return
    for_sale = 0
    for building in range(N_BUILDINGS):
        for_sale += int(state.supply[FIRST_BUILDING + building])
    total = 0.0
    for seat in range(game.n_seats):
        out[seat] = pace(game, state, seat, for_sale)
        total += out[seat]
    for seat in range(game.n_seats):
        out[seat] /= total
