"""What the reference is made of: nodes as objects, and a state with its verbs."""

from dataclasses import dataclass, field
from math import log
from typing import Any

import numpy as np

from mctsky.core.contract import NOTHING
from mctsky.core.position import OBSERVED, Game

ONE = 1 << 17  # a value of 1.0 as whole number
UNSEEN = 1e9
SMALL_BLOCK = 16  # moves; up to here the solver also looks at the answers to a new move
GRAM_SLOTS = 1 << 16  # longer sequences are kept by hash, and colliding ones share a slot


@dataclass(eq=False)
class Node:
    """An edge and what lies behind it. A block has all legal moves as children, the first `tried` of them visited."""

    code: int
    visits: int = 0
    value: int = 0
    available: int = 0
    tried: int = 0
    children: list["Node"] = field(default_factory=list)
    amaf: list[float] = field(default_factory=lambda: [0, 0.0])  # visits, sum of values
    proof: list[float] | None = None
    estimate: list[float] | None = None

    @property
    def chosen(self) -> bool:
        return self.code < OBSERVED

    def size(self) -> int:
        return 1 + sum(child.size() for child in self.children)


def rounded_log(n: int) -> float:
    """ln(n) to 30 binary places, as the library's table has it below 4096."""
    assert n < 4096
    return round(log(max(n, 1)) * 2**30) / 2**30


def single_precision(values: list[float]) -> list[float]:
    return [float(np.float32(value)) for value in values]


class World:
    """A state and the game's verbs on it."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = game.new_state()
        for name in state.dtype.names:
            self.state[name] = state[name]

    def copy(self) -> "World":
        return World(self.game, self.state)

    def do(self, verb: str, *arguments: Any) -> Any:
        return self.game.verb(verb)(self.game.rules, self.state, *arguments)

    def actor(self) -> int:
        return int(self.do("to_act"))

    def legal(self) -> list[int]:
        out = np.empty(self.game.spec.bounds.max_legal, np.int32)
        return [int(code) for code in out[: self.do("legal_moves", out)]]

    def considered(self, p: Any) -> list[int]:
        """Return the moves that a search looks at: a decisive one alone, else all."""
        move = int(self.do("decisive")) if p.decisive else NOTHING
        return self.legal() if move == NOTHING else [move]

    def values(self, verb: str) -> list[float]:
        out = np.zeros(self.game.n_seats)
        self.do(verb, out)
        return [float(value) for value in out]
