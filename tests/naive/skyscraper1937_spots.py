"""Positions of Skyscraper (1937) for tests, and random games.

Usual roles: seat 0 Home Builder, 1 Agent, 2 Collector, 3 Utilities, then Rovers; three players: Builder, Collector, Utilities;
two: Builder and Collector, Agent and Utilities.
"""

import random
from typing import Any

from naive.skyscraper1937 import CHANCE, OVER, Naive
from naive.skyscraper1937_data import AGENT, BUILDER, COLLECTOR, ROVER, UTILITIES, Data, standard
from naive.skyscraper1937_table import District, State

ROLES = {
    2: ((BUILDER, COLLECTOR), (AGENT, UTILITIES)),
    3: ((BUILDER,), (COLLECTOR,), (UTILITIES,)),
    4: ((BUILDER,), (AGENT,), (COLLECTOR,), (UTILITIES,)),
    5: ((BUILDER,), (AGENT,), (COLLECTOR,), (UTILITIES,), (ROVER,)),
    6: ((BUILDER,), (AGENT,), (COLLECTOR,), (UTILITIES,), (ROVER,), (ROVER,)),
}


def spot(game: Naive, *districts: District, cash: Any = 100, policies: dict[int, str] | None = None, **more: Any) -> State:
    """Return a state before a roll of seat 0; district cards of the first seats, cash of all or of each, policies as words."""
    n = game.players
    state: dict[str, Any] = {
        "phase": "roll",
        "seat": 0,
        "roles": ((),) * n if game.children else ROLES[n],
        "roles_left": (),
        "cash": (cash,) * n if isinstance(cash, int) else tuple(cash),
        "pot": 0,
        "box": 0,
        "districts": districts + (District(),) * (n - len(districts)),
        "policies": tuple(frozenset((policies or {}).get(seat, "").split()) for seat in range(n)),
        "taxes": (None,) * n,
    }
    return State(**state | more)


def before_throw(game: Naive, *districts: District, **more: Any) -> State:
    """Return a state in which seat 0 may buy policies: the turn of the last seat is over."""
    last = game.players - 1
    return roll(game, spot(game, *districts, seat=last, **more), 12)


def roll(game: Naive, state: State, total: int) -> State:
    return game.play(state, f"roll {total}")


def draw(game: Naive, state: State, card: str) -> State:
    return game.play(roll(game, state, 7), f"draw {card}")


def buys(game: Naive, state: State, total: int) -> set[str]:
    """Return what can be bought after a throw; nothing if the turn is lost."""
    after = roll(game, state, total)
    if after.phase != "buy":
        return set()
    moves = game.legal(after)
    assert "pass" in moves
    return moves - {"pass"}


def edited(players: int, **changes: Any) -> Data:
    """Return the data with some of the entries of `prices`, `supplies`, ... replaced."""
    data = standard(players)
    for key, value in changes.items():
        data[key] = data[key] | value if isinstance(value, dict) else value
    return data


def random_game(game: Naive, seed: int, eager: bool = False) -> list[tuple[State, str]]:
    """Return a random game as states and moves, with the last state and no move; an eager one never passes."""
    rng, state, line = random.Random(seed), game.start(), []
    while game.to_act(state) != OVER:
        if game.to_act(state) == CHANCE:
            odds = game.chance(state)
            move = rng.choices(list(odds), [float(chance) for chance in odds.values()])[0]
        else:
            moves = sorted(game.legal(state))
            move = rng.choice([move for move in moves if move != "pass"] if eager else moves)
        line.append((state, move))
        state = game.play(state, move)
    return [*line, (state, "")]
