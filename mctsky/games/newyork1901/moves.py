"""Move codes of New York 1901 and their texts."""

import itertools
from functools import cache
from typing import Any, NamedTuple

from mctsky.games.newyork1901.board import DISTRICTS, STREETS
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.state import BOOM, BUILD, CLAIM, MAX_PLAYERS, N_KINDS, PLACE, PLACEMENTS, START
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, N_TILES

N_TERRITORIES = 65
BONUSES = ("bronze-baron", "master-architect", "generation-king", "gold-tycoon", "gold-prestige")
BRONZE_BARON, MASTER_ARCHITECT, GENERATION_KING, GOLD_TYCOON, GOLD_PRESTIGE = range(5)
TRIPLES = tuple(itertools.combinations(range(len(STREETS)), 3))  # streets that score together
KINDS = tuple(f"{district}{size}" for district in DISTRICTS for size in (2, 3))

# First code of each kind of move.
BEGINS = 0  # + seat
SCORING = BEGINS + MAX_PLAYERS  # + number of a triple of streets
CHALLENGE = SCORING + len(TRIPLES)  # + bonus
DEALT = CHALLENGE + len(BONUSES)  # + district
DRAWN = DEALT + len(DISTRICTS)  # + kind of card
PASS = DRAWN + N_KINDS
SHIFT = PASS + 1  # Market Shift
GRAB = SHIFT + 1  # Land Grab
TAKEN = GRAB + 1  # + kind of card
CLAIMED = TAKEN + N_KINDS  # + territory
RECLAIMED = CLAIMED + N_TERRITORIES  # + territory
CHOSEN = RECLAIMED + N_TERRITORIES  # + tile to build
RAZED = CHOSEN + N_TILES  # + tile to build in place of others
PLACED = RAZED + N_TILES  # + placement
N_CODES = PLACED + PLACEMENTS

_WORDS = {PASS: "pass", SHIFT: "shift", GRAB: "grab"}


def format_move(game: Any, state: Any, code: int) -> str:
    """Return a move as text, for example `claim W1a` or `place a12+b12`."""
    layout = LAYOUTS[game.layout]
    if code in _WORDS:
        return _WORDS[code]
    if code >= PLACED:
        where, names = code - PLACED, layout.placement_names
        return f"place {names[where] if where < len(names) else where}"  # beyond them nothing is ever legal
    if code >= RAZED:
        return f"raze {layout.tile_names[code - RAZED]}"
    if code >= CHOSEN:
        return f"build {layout.tile_names[code - CHOSEN]}"
    if code >= RECLAIMED:
        return f"reclaim {layout.territory_names[code - RECLAIMED]}"
    if code >= CLAIMED:
        return f"claim {layout.territory_names[code - CLAIMED]}"
    if code >= TAKEN:
        return f"take {KINDS[code - TAKEN]}"
    if code >= DRAWN:
        return f"draw {KINDS[code - DRAWN]}"
    if code >= DEALT:
        return f"character {DISTRICTS[code - DEALT]}"
    if code >= CHALLENGE:
        return f"bonus {BONUSES[code - CHALLENGE]}"
    if code >= SCORING:
        return "streets " + ",".join(STREETS[street] for street in TRIPLES[code - SCORING])
    return f"first {code - BEGINS}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code of a move text, or None if it is none."""
    words = text.split()
    if len(words) == 2 and words[0] == "place":  # squares in any order
        where = placements_of(game.layout).get(frozenset(words[1].split("+")))
        return None if where is None else PLACED + where
    return _codes(game.layout).get(" ".join(words))


@cache
def placements_of(layout: int) -> dict[frozenset[str], int]:
    """Return all placements of a board by the names of their squares."""
    return {frozenset(name.split("+")): k for k, name in enumerate(LAYOUTS[layout].placement_names)}


@cache
def _codes(layout: int) -> dict[str, int]:
    """Return all move texts of a board with their codes, but for placements."""

    class Rules(NamedTuple):
        layout: int

    return {format_move(Rules(layout), None, code): code for code in reversed(range(PLACED))}


def explain_illegal(game: Any, state: Any, code: int) -> str:
    """Say why a move cannot be made now."""
    phase, seat = int(state.phase), int(state.seat)
    if code >= PLACED:
        if phase != PLACE:
            return "choose a tile first"
        if int(LAYOUTS[game.layout].tables.placement_shape[code - PLACED]) != _shape(game, int(state.tile) - 1):
            return "this is not the shape of the chosen tile"
        return "it must lie in the estate, on free land or in place of inferior buildings"
    if code >= CHOSEN:
        tile = code - CHOSEN if code < RAZED else code - RAZED
        if phase not in (START, BUILD, BOOM):
            return "this is not the time to build"
        if tile < FIRST_LEGEND and not int(state.unbuilt[seat]) >> tile & 1:
            return "this tile is not there any more"
        return "this tile cannot be placed now"
    if code >= RECLAIMED:
        return "a worker is taken back only by a player without workers who can neither build nor demolish"
    if code >= CLAIMED:
        return (
            "the territory is claimed already, or is not of the kind of the card taken"
            if phase == CLAIM
            else "take a card first"
        )
    if code >= TAKEN:
        return "there is no such card in the Open Market, or no worker to claim with"
    return "not now"


def _shape(game: Any, tile: int) -> int:
    return int(LAYOUTS[game.layout].tables.tile_shape[tile])
