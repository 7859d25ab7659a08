"""Cities: places, icons, costs, building, tucking, and losing a top card."""

import numpy as np

from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.moves import LEFT, RIGHT
from mctsky.games.paperskyscrapers.rules.sets import Card, add
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import HEIGHT_SHIFT, ICON_BITS, MAX_PLACES, N_TYPES

ICON_MASK = (1 << ICON_BITS) - 1
ICONS = (1 << HEIGHT_SHIFT) - 1
FLOOR = 1 << HEIGHT_SHIFT


@kernel(inline=True)
def stack_at(state: State, seat: Seat, place: int) -> int:
    """Return icons and height of a place, 0 beyond the ends of the city."""
    if place < 0 or place >= MAX_PLACES:
        return 0
    return int(np.int64(state.stacks[seat, place]))


@kernel(inline=True)
def height(state: State, seat: Seat, place: int) -> int:
    """R9, R71: return the built cards of a place."""
    return int(np.int64(state.stacks[seat, place])) >> HEIGHT_SHIFT


@kernel(inline=True)
def is_gap(state: State, seat: Seat, place: int) -> bool:
    """Say whether a place has neither a built card nor the city card."""
    return int(state.top[seat, place]) == 0 and place != int(state.city_place[seat])


@kernel(inline=True)
def icons_around(state: State, seat: Seat, site: int) -> int:
    """R6, R51: return the icons that can make a card cheaper: left, right and beneath."""
    if site == LEFT:
        return stack_at(state, seat, 0) & ICONS
    if site == RIGHT:
        return stack_at(state, seat, int(state.n_places[seat]) - 1) & ICONS
    near = (stack_at(state, seat, site - 1) & ICONS) + (stack_at(state, seat, site + 1) & ICONS)
    return near + (stack_at(state, seat, site) & ICONS)


@kernel(inline=True)
def count_icons(icons: int, kind: int) -> int:
    """Return the icons of one type."""
    return icons >> ICON_BITS * kind & ICON_MASK


@kernel(inline=True)
def change_icons(game: PaperSkyscrapers, state: State, seat: Seat, place: int, card: Card, change: int) -> None:
    """R4, R7, R72: add or remove the icons of a card in its place and its city; a city card has none."""
    kind, landmark = int(game.tables.type[card]), int(game.tables.landmark[card])
    icons = int(np.int64(state.stacks[seat, place])) + change * (1 << ICON_BITS * kind)
    state.stacks[seat, place] = np.uint32(icons)
    state.icons[seat, kind] = int(state.icons[seat, kind]) + change
    if landmark:
        state.icons[seat, N_TYPES + landmark - 1] = int(state.icons[seat, N_TYPES + landmark - 1]) + change


@kernel
def shift_places(state: State, seat: Seat, by: int) -> None:
    """Renumber the places of a city by one: up before a card is built on the left, down when the first place vanishes."""
    n = int(state.n_places[seat])
    for step in range(n):
        place = n - 1 - step if by > 0 else step
        if place + by >= 0:
            state.stacks[seat, place + by] = state.stacks[seat, place]
            state.top[seat, place + by] = state.top[seat, place]
            state.tucks[seat, place + by] = state.tucks[seat, place]
    empty = 0 if by > 0 else n - 1
    state.stacks[seat, empty] = np.uint32(0)
    state.top[seat, empty] = 0
    state.tucks[seat, empty] = 0
    state.n_places[seat] = n + by
    state.city_place[seat] = int(state.city_place[seat]) + by
    if int(state.mayor[seat]) >= 0:
        state.mayor[seat] = int(state.mayor[seat]) + by


@kernel(inline=True)
def put_card(game: PaperSkyscrapers, state: State, seat: Seat, card: Card, site: int) -> bool:
    """R13, R98: build a card on its site, the mayor is carried up; say whether the city has sprawled."""
    place, sprawled = site, True
    if site == LEFT:
        shift_places(state, seat, 1)
        place = 0
    elif site == RIGHT:
        place = int(state.n_places[seat])
        state.n_places[seat] = place + 1
    else:
        sprawled = is_gap(state, seat, site)
    state.below[card] = state.top[seat, place]
    state.top[seat, place] = card + 1
    state.stacks[seat, place] = np.uint32(int(np.int64(state.stacks[seat, place])) + FLOOR)
    change_icons(game, state, seat, place, card, 1)
    return sprawled


@kernel(inline=True)
def tuck_card(game: PaperSkyscrapers, state: State, seat: Seat, card: Card) -> None:
    """R12, R68, R97: put a card under the mayor's place; only its icons count."""
    place = int(state.mayor[seat])
    state.below[card] = state.tucks[seat, place]
    state.tucks[seat, place] = card + 1
    state.n_tucked[seat] = int(state.n_tucked[seat]) + 1
    change_icons(game, state, seat, place, card, 1)


@kernel
def lose_top(game: PaperSkyscrapers, state: State, seat: Seat, place: int) -> Card:
    """R47, R49, R69: take the top card of a place away and return it; a building without cards vanishes."""
    card = int(state.top[seat, place]) - 1
    state.top[seat, place] = state.below[card]
    state.below[card] = 0
    state.stacks[seat, place] = np.uint32(int(np.int64(state.stacks[seat, place])) - FLOOR)
    change_icons(game, state, seat, place, card, -1)
    if is_gap(state, seat, place):
        discard_tucked(game, state, seat, place)
        if int(state.mayor[seat]) == place:  # R48, R70
            state.mayor[seat] = -1
            state.displaced = seat + 1
        close_ends(state, seat)
    return card


@kernel
def discard_tucked(game: PaperSkyscrapers, state: State, seat: Seat, place: int) -> None:
    """R69: discard the cards tucked under a building that is gone."""
    tucked = int(state.tucks[seat, place])
    state.tucks[seat, place] = 0
    while tucked:
        card = tucked - 1
        tucked = int(state.below[card])
        state.below[card] = 0
        state.n_tucked[seat] = int(state.n_tucked[seat]) - 1
        change_icons(game, state, seat, place, card, -1)
        add(state.discards, card)


@kernel
def close_ends(state: State, seat: Seat) -> None:
    """R91: remove gaps at the ends of a city; the city card stays, so there is always a place."""
    while is_gap(state, seat, 0):
        shift_places(state, seat, -1)
    while is_gap(state, seat, int(state.n_places[seat]) - 1):
        state.n_places[seat] = int(state.n_places[seat]) - 1


@kernel(inline=True)
def can_stand(state: State, seat: Seat, place: int) -> bool:
    """R14, R68: say whether a mayor can be on a place: on a built card or on the city card."""
    return not is_gap(state, seat, place)
