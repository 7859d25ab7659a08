"""One number for all that a game's kernels compute: compiled, bounds-checked and pure Python must agree on it."""

import hashlib
from random import Random
from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.position import Game, Position
from mctsky.core.rng import make_rng
from mctsky.testing.histories import random_code, record, world_of

ENOUGH = 60  # moves per option set, in whole games
LONG = 5_000  # moves that a long game can have
PORTION = 0.2  # of the states are looked at through the eyes of every seat


def digest(game: Game) -> str:
    """Return a hash of states, moves, odds, draws, results, observations, views, worlds and estimates of seeded games."""
    total = hashlib.blake2b(digest_size=12)
    n_moves = 0
    seed = 0
    while n_moves < ENOUGH:
        seed += 1
        random = Random(seed)
        position = game.start()
        while True:
            _add_state(total, position, random)
            if position.to_act == NOBODY:
                break
            code = random_code(position, random)
            for viewer in range(game.n_seats):
                noticed = int(game.verb("observe")(game.rules, position.state, code, viewer))
                total.update(f"{noticed};".encode())
            position._apply(code)
            n_moves += 1
    return total.hexdigest()


def _add_state(total: Any, position: Position, random: Random) -> None:
    game = position.game
    parts: list[object] = [position.to_act, position.legal_codes(), position.chance_codes()]
    if game.spec.bounds.max_plies < LONG or random.random() < PORTION:  # the estimate of a long game takes long in pure Python
        parts.append(position.evaluate())
    if position.to_act == CHANCE:
        rng = make_rng(random.getrandbits(60))
        parts.append([int(game.verb("sample_chance")(game.rules, position.state, rng)) for _ in range(5)])
    elif position.to_act != NOBODY:
        rng, out = make_rng(random.getrandbits(60)), np.empty(game.spec.bounds.max_legal, np.int32)
        parts.append(int(game.verb("random_move")(game.rules, position.state, out, rng)))
    if position.is_over:
        parts.append(position.returns())
    total.update(repr(parts).encode() + position.state.tobytes())
    if random.random() > PORTION:
        return
    for viewer in range(game.n_seats):
        view = position.view(viewer)
        world = world_of(view, random.getrandbits(60))
        places = np.zeros(game.spec.bounds.max_hidden + 1, np.int32)
        state = record(game, world.state.tobytes())
        n = int(game.verb("hidden")(game.rules, state, places))
        total.update(view.state.tobytes() + world.state.tobytes() + places[:n].tobytes())
