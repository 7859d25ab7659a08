"""Positions of the naive New York 1901 for tests: made by hand from texts, or reached by random play."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from naive.newyork1901 import CHANCE, OVER, Naive, State
from naive.newyork1901_board import (
    LEGENDARIES,
    OWN_TILES,
    PRINTED,
    TERRITORIES,
    Footprint,
    kind,
    square_name,
)

SQUARES = {square_name(square): square for square in PRINTED}


def ground(text: str) -> Footprint:
    """Return the squares of a text such as a12+b12."""
    return frozenset(SQUARES[name] for name in text.split("+"))


def spot(game: Naive, estates: list[str], buildings: list[str] | None = None, market: str = "", **changes: object) -> State:
    """Return seat 0's turn with the given estates (`M3e M3d`), buildings (`bronze-I2=e6+f6`) and Open Market.

    Tiles on the board are no longer unbuilt, the heap holds the cards of the other unclaimed territories, and the end is near
    for nobody; anything else can be changed by name.
    """
    state = game.start()
    seats = range(game.players)
    owned = tuple(frozenset(estates[seat].split()) if seat < len(estates) else frozenset() for seat in seats)
    texts = [(buildings or [])[seat].split() if seat < len(buildings or []) else [] for seat in seats]
    standing = tuple(frozenset((word.split("=")[0], ground(word.split("=")[1])) for word in words) for words in texts)
    left = []
    for own in standing:
        tiles = list(OWN_TILES)
        for tile, _ in own:
            if tile != "starter" and tile not in LEGENDARIES:
                tiles.remove(tile)
        left.append(tuple(tiles))
    cards = Counter(kind(name) for name in TERRITORIES if kind(name)[:-1] in game.colours)
    cards.subtract(kind(name) for own in owned for name in own)
    cards.subtract(market.split())
    state = replace(
        state,
        phase="start",
        seat=0,
        first=0,
        streets=("broadway", "wall", "cedar"),
        bonus="gold-tycoon",
        estates=owned,
        buildings=standing,
        unbuilt=tuple(left),
        market=tuple(sorted(market.split())),
        heap=tuple(sorted(cards.elements())),
    )
    return replace(state, **changes)  # type: ignore[arg-type]


def played(game: Naive, state: State, *moves: str) -> State:
    """Return the state after moves; where chance comes in between unnamed, it does what comes first in the alphabet."""
    for move in moves:
        while game.to_act(state) == CHANCE and move not in game.chance(state):
            state = game.play(state, min(game.chance(state)))
        state = game.play(state, move)
    return state


def settled(game: Naive, state: State) -> State:
    """Return the next state in which a seat decides."""
    while game.to_act(state) == CHANCE:
        state = game.play(state, min(game.chance(state)))
    return state


def places_of(game: Naive, state: State, move: str) -> set[str]:
    """Return where the tile of a `build` or `raze` can be placed."""
    return {text.removeprefix("place ") for text in game.legal(played(game, state, move))}


def random_line(game: Naive, seed: int) -> Iterator[tuple[State, str, State]]:
    """Yield state, move and next state of a random game: seats choose evenly, chance goes by its odds."""
    random = Random(seed)
    state = game.start()
    while game.to_act(state) != OVER:
        odds = game.chance(state)
        if odds:
            move = random.choices(list(odds), [float(share) for share in odds.values()])[0]
        else:
            move = random.choice(sorted(game.legal(state)))
        after = game.play(state, move)
        yield state, move, after
        state = after
