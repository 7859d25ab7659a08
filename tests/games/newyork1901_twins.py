"""New York 1901 twice: the fast rules and the naive ones, played side by side and compared after every move."""

import random
from dataclasses import replace
from typing import Any

import mctsky
from mctsky.games.newyork1901.board import DISTRICTS, STREETS
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.moves import BONUSES, KINDS
from mctsky.games.newyork1901.state import LAST, PLACEMENTS, WORKERS
from naive.newyork1901 import Naive
from naive.newyork1901_board import LEGENDARIES

ACTIONS = ("shift", "grab", "boom")
_WEIGHTS = {"raze": 3, "grab": 3, "shift": 1, "pass": 0.3, "build": 2}
_WEIGHTS |= {f"{word} {tile}": 8 for word in ("raze", "build") for tile in LEGENDARIES}


def city(game: Any, state: Any, seat: int) -> dict[str, Any]:
    """Return what a player has, in the words of the oracle's description."""
    layout = LAYOUTS[game.layout]
    tables = layout.tables
    lots = {
        name
        for lot, name in enumerate(layout.territory_names)
        if int(tables.lots[lot]) & int(state.estate[seat, int(tables.lot_word[lot])])
    }
    buildings = set()
    for entry in map(int, state.buildings[seat]):
        if entry:
            tile, place = divmod(entry - 1, PLACEMENTS)
            buildings.add((layout.tile_names[tile], frozenset(layout.placement_names[place].split("+"))))
    unbuilt = sorted(layout.tile_names[tile] for tile in range(18) if int(state.unbuilt[seat]) >> tile & 1)
    actions = {name for bit, name in enumerate(ACTIONS) if int(state.actions[seat]) >> bit & 1}
    workers = WORKERS - int(state.workers[seat])
    return {"territories": lots, "buildings": buildings, "actions": len(actions), "unbuilt": unbuilt, "workers": workers}


def summary(position: mctsky.Position) -> dict[str, Any]:
    """Return a position of the fast rules as plain data."""
    game, state = position.game.rules, position.state
    cards = [int(card) for card in state.queue[: int(state.n_queue)]]
    groups: list[list[str]] = [[]]
    for card in cards:
        groups[-1].append(KINDS[card % LAST - 1])
        if card > LAST:
            groups.append([])
    return {
        "turns": int(state.turns),
        "scores": [int(score) for score in state.scores[: game.n_seats]],
        "seats": [city(game, state, seat) for seat in range(game.n_seats)],
        "market": sorted(kind for k, kind in enumerate(KINDS) for _ in range(int(state.open[k]))),
        "heap": sorted(kind for k, kind in enumerate(KINDS) for _ in range(int(state.heap[k]))),
        "groups": [sorted(group) for group in groups[:-1]],
        "streets": {name for k, name in enumerate(STREETS) if int(state.streets) >> k & 1},
        "bonus": BONUSES[int(state.bonus) - 1] if int(state.bonus) else None,
        "first": int(state.first) - 1 if int(state.first) else None,
        "characters": [DISTRICTS[int(k) - 1] for k in state.characters[: game.n_seats] if int(k)],
        "trigger": int(state.trigger) - 1 if int(state.trigger) else None,
    }


def naive_summary(oracle: Naive, state: Any) -> dict[str, Any]:
    """Return a position of the naive rules in the same form."""
    told = oracle.describe(state)
    seats = [
        {
            "territories": row["territories"],
            "buildings": row["buildings"],
            "actions": len(row["action_cards"]),
            "unbuilt": sorted(row["unbuilt"]),
            "workers": row["workers"],
        }
        for row in told["seats"]
    ]
    heap, groups = told["pile"]
    return {
        "turns": told["turns"],
        "scores": told["scores"],
        "seats": seats,
        "market": sorted(told["market"]),
        "heap": sorted(heap),
        "groups": [sorted(group) for group in groups],
        "streets": set(told["streets"]),
        "bonus": told["bonus"] or None,
        "first": told["first"],
        "characters": [name for name in told["characters"] if name],
        "trigger": told["trigger"],
    }


def play_both(seed: int, most: int = 10_000, points: int = 0, **options: int) -> int:
    """Play a random game by both rules, all seats with some points at the start; return the number of moves."""
    luck = random.Random(seed)
    position, oracle = mctsky.load("newyork1901", options).start(), Naive(**options)
    position.state.scores[: position.game.n_seats] = points
    state = replace(oracle.start(), points=(points,) * position.game.n_seats)
    return play_on(luck, position, oracle, state, most)


def play_on(luck: random.Random, position: mctsky.Position, oracle: Naive, state: Any, most: int) -> int:
    """Play on by both rules and compare everything after each move; return the number of moves."""
    n = 0
    where = position.game.format_options()
    while True:
        assert position.to_act == oracle.to_act(state), (where, n)
        ours, theirs = summary(position), naive_summary(oracle, state)
        for key, value in ours.items():
            assert value == theirs[key], (key, value, theirs[key], where, n)
        if position.is_over or n == most:
            break
        if position.to_act < 0:
            odds = dict(position.chance_moves())
            assert odds == {move: float(chance) for move, chance in oracle.chance(state).items()}, (where, n)
            moves = sorted(odds)
        else:
            moves = position.legal_moves()
            assert len(set(moves)) == len(moves)
            assert set(moves) == oracle.legal(state), (set(moves) ^ oracle.legal(state), position.text(), n)
        move = _lively(luck, moves)
        position.play(move)
        state = oracle.play(state, move)
        n += 1
    if position.is_over:
        assert position.returns() == [float(value) for value in oracle.returns(state)]
    return n


def _lively(luck: random.Random, moves: list[str]) -> str:
    """Choose a move; demolition, legendary ones and action cards more often than by equal chances, passing less."""
    weights = [_WEIGHTS.get(move) or _WEIGHTS.get(move.split()[0], 1) for move in moves]
    return luck.choices(moves, weights)[0]
