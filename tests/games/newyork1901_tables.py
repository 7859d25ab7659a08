"""Positions of New York 1901 made by hand: written as a table of the oracle, turned into a record of the fast rules."""

from functools import cache
from typing import Any

import mctsky
from games.newyork1901_twins import ACTIONS, city, summary
from mctsky.core.contract import CHANCE
from mctsky.games.newyork1901 import state as fields
from mctsky.games.newyork1901.board import DISTRICTS, STREETS
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.moves import BONUSES, KINDS
from mctsky.games.newyork1901.tiles import FIRST_LEGEND
from naive.newyork1901 import Naive, State, mover
from naive.newyork1901_board import TERRITORIES, footprint_name
from naive.newyork1901_spots import SQUARES, ground, spot
from naive.newyork1901_table import MARKET_SHIFT, land, n_workers

REDS = "red2 red2 red3 red3"
BOOM_NAME = "construction-boom"
CARD_BITS = {MARKET_SHIFT: fields.SHIFT_CARD, "land-grab": fields.GRAB_CARD, BOOM_NAME: fields.BOOM_CARD}
# The oracle's phases: ours, and what the draws are for.
PHASES = {
    "first": (fields.FIRST, 0),
    "streets": (fields.STREETS, 0),
    "bonus": (fields.BONUS, 0),
    "characters": (fields.CHARACTER, 0),
    "opening": (fields.DRAW, fields.START),
    "shift": (fields.DRAW, fields.START),
    "refill": (fields.DRAW, fields.BUILD),
    "start": (fields.START, 0),
    "take": (fields.TAKE, 0),
    "claim": (fields.CLAIM, 0),
    "build": (fields.BUILD, 0),
    "place": (fields.PLACE, 0),
    "boom": (fields.BOOM, 0),
    "over": (fields.OVER, 0),
}


def position_of(game: mctsky.Game, oracle: Naive, table: State, last_seat: int = 0) -> mctsky.Position:
    """Return a table of the oracle as a position of the fast rules; after the end `last_seat` is who had the last turn."""
    state = game.new_state()
    write_seats(game, oracle, table, state)
    state.phase, state.then = PHASES[table.phase]
    state.actor = oracle.to_act(table)
    state.turns = table.n_turns
    state.first = 0 if table.first is None else table.first + 1
    state.streets = sum(1 << STREETS.index(name) for name in table.streets)
    state.bonus = 1 + BONUSES.index(table.bonus) if table.bonus else 0
    for name, cards in ((state.open, table.market), (state.heap, table.heap)):
        for card in cards:
            name[KINDS.index(card)] += 1
    for group in table.groups:
        for k, card in enumerate(sorted(group, key=KINDS.index)):
            state.queue[state.n_queue] = KINDS.index(card) + 1 + (fields.LAST if k == len(group) - 1 else 0)
            state.n_queue += 1
    if table.phase == "characters":
        state.seat = len(table.characters)
    elif table.phase == "opening":
        state.seat = table.first
    elif table.phase == "over":
        state.seat = last_seat
    elif table.seat is not None:
        state.seat = mover(table)
    if table.trigger is not None:
        state.trigger = table.trigger + 1
        state.final = table.final_turns if table.seat != table.trigger else 0
    state.card = 1 + KINDS.index(table.taken) if table.taken else 0
    state.takes = table.to_take
    state.tile = 1 + LAYOUTS[game.rules.layout].tile_names.index(table.tile) if table.tile else 0
    state.razing = table.razing
    return mctsky.Position(game, state)


def write_seats(game: mctsky.Game, oracle: Naive, table: State, state: Any) -> None:
    """Write what each seat has."""
    layout = LAYOUTS[game.rules.layout]
    tables = layout.tables
    scores = oracle.scores(table)
    for seat in range(game.n_seats):
        for name in table.estates[seat]:
            lot = layout.territory_names.index(name)
            state.estate[seat, int(tables.lot_word[lot])] |= tables.lots[lot]
        entries = []
        for name, where in table.buildings[seat]:
            place, tile = placements(game.rules.layout)[footprint_name(where)], layout.tile_names.index(name)
            entries.append(1 + tile * fields.PLACEMENTS + place)
            state.built[seat, int(tables.placement_word[place])] |= tables.footprint[place]
            if FIRST_LEGEND <= tile < FIRST_LEGEND + 4:
                state.legends[tile - FIRST_LEGEND] = seat + 1
        state.buildings[seat, : len(entries)] = sorted(entries)
        left = list(table.unbuilt[seat])
        for tile, name in enumerate(layout.tile_names[:FIRST_LEGEND]):
            if name in left:  # of equal tiles the first
                left.remove(name)
                state.unbuilt[seat] |= 1 << tile
        state.workers[seat] = fields.WORKERS - n_workers(table, seat)
        state.scores[seat] = scores[seat]
        state.actions[seat] = sum(CARD_BITS[name] for name in table.actions[seat])
        if seat < len(table.characters):
            state.characters[seat] = 1 + DISTRICTS.index(table.characters[seat])


def naive_of(position: mctsky.Position) -> State:
    """Return the beginning of a turn of the fast rules as a table of the oracle."""
    state, told = position.state, summary(position)
    assert int(state.phase) == fields.START
    seats = range(position.game.n_seats)
    return State(
        phase="start",
        seat=position.to_act,
        n_turns=told["turns"],
        first=told["first"],
        streets=tuple(sorted(told["streets"])),
        bonus=told["bonus"],
        characters=tuple(told["characters"]),
        points=tuple(told["scores"]),
        estates=tuple(frozenset(own(position, "territories", seat)) for seat in seats),
        buildings=tuple(
            frozenset((tile, frozenset(map(SQUARES.__getitem__, where))) for tile, where in own(position, "buildings", seat))
            for seat in seats
        ),
        unbuilt=tuple(tuple(own(position, "unbuilt", seat)) for seat in seats),
        actions=tuple(frozenset(card for card, bit in CARD_BITS.items() if int(state.actions[seat]) & bit) for seat in seats),
        market=tuple(told["market"]),
        heap=tuple(told["heap"]),
        groups=tuple(map(tuple, told["groups"])),
        trigger=told["trigger"],
        final_turns=int(state.final) if told["trigger"] is not None else None,
    )


@cache
def placements(layout: int) -> dict[str, int]:
    """Return the numbers of all placements of a board by their squares."""
    return {name: number for number, name in enumerate(LAYOUTS[layout].placement_names)}


def check(oracle: Naive, table: State) -> None:
    """Refuse a table with a slip of the pen."""
    assert sum(map(len, table.estates)) == len(frozenset().union(*table.estates)), "a territory has two owners"
    for seat in range(oracle.players):
        squares = [square for _, where in table.buildings[seat] for square in where]
        assert len(squares) == len(set(squares)), "two buildings overlap"
        assert set(squares) <= land(table, seat), "a building lies outside the estate"
        assert n_workers(table, seat) >= 0, "there are too few workers"


def lots_under(buildings: str) -> str:
    """Return the territories that some buildings touch."""
    squares = frozenset().union(*(ground(word.split("=")[1]) for word in buildings.split()))
    return " ".join(name for name, own in TERRITORIES.items() if own & squares)


def table(
    estates: list[str] | None,
    buildings: list[str] | None = None,
    market: str = REDS,
    players: int = 2,
    advanced: int = 0,
    action_cards: int = 0,
    **changes: Any,
) -> mctsky.Position:
    """Return seat 0's turn, made as naive.newyork1901_spots.spot does; without estates they are what the buildings touch."""
    options = {"players": players, "advanced": advanced, "action_cards": action_cards}
    oracle = Naive(**options)
    if "points" in changes:
        changes["points"] = (*changes["points"], *[0] * (players - len(changes["points"])))
    if estates is None:
        estates = [lots_under(own) for own in buildings or []]
    made = spot(oracle, estates, buildings, market, **changes)
    check(oracle, made)
    return position_of(mctsky.load("newyork1901", options), oracle, made)


def after(position: mctsky.Position, *moves: str) -> mctsky.Position:
    """Return the position after moves; where chance comes in between unnamed, it does what comes first in the alphabet."""
    result = position.copy()
    for move in moves:
        while result.to_act == CHANCE and move not in dict(result.chance_moves()):
            result.play(min(dict(result.chance_moves())))
        result.play(move)
    return result


def settled(position: mctsky.Position) -> mctsky.Position:
    """Return the next position in which a seat decides."""
    result = position.copy()
    while result.to_act == CHANCE:
        result.play(min(dict(result.chance_moves())))
    return result


def expanded(position: mctsky.Position, *moves: str) -> mctsky.Position:
    """Return the position after moves, with the cards that follow drawn."""
    return settled(after(position, *moves))


def words(position: mctsky.Position, word: str) -> set[str]:
    """Return what stands behind a word in the legal moves."""
    return {move.removeprefix(f"{word} ") for move in position.legal_moves() if move.split()[0] == word}


def places(position: mctsky.Position, move: str) -> set[str]:
    """Return where the tile of a `build` or `raze` can be placed."""
    return words(after(position, move), "place")


def scores(position: mctsky.Position) -> list[int]:
    return [int(score) for score in position.state.scores[: position.game.n_seats]]


def own(position: mctsky.Position, what: str, seat: int = 0) -> Any:
    """Return a seat's territories, buildings, unbuilt tiles or available workers."""
    return city(position.game.rules, position.state, seat)[what]


def standing(position: mctsky.Position, seat: int = 0) -> set[str]:
    """Return a seat's buildings as texts such as `bronze-I2=a12+b12`."""
    names = {}
    for name in LAYOUTS[position.game.rules.layout].placement_names:
        names[frozenset(name.split("+"))] = name
    return {f"{tile}={names[where]}" for tile, where in own(position, "buildings", seat)}


def hand(position: mctsky.Position, seat: int = 0) -> set[str]:
    """Return a seat's action cards: shift, grab, boom."""
    return {name for bit, name in enumerate(ACTIONS) if int(position.state.actions[seat]) >> bit & 1}


def ended(buildings: list[str], **changes: Any) -> mctsky.Position:
    """Return a finished game with these cities: it ends with a pass in turn 400."""
    position = table(None, buildings, phase="build", n_turns=399, **changes)
    result = after(position, "pass")
    assert result.is_over
    return result
