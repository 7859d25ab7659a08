"""Compiling all entries of a game: call once whatever Position, View, perft and each search variant would call."""

import numpy as np

from mctsky.advisor.analyse import analyse
from mctsky.core.contract import has_verb
from mctsky.core.perft import perft
from mctsky.core.registry import load
from mctsky.core.rng import derive_seed, make_rng
from mctsky.errors import MctskyError
from mctsky.search.params import VARIANTS, read_params
from mctsky.search.playout import random_playouts
from mctsky.search.reuse import move_keys
from mctsky.search.search import Search
from mctsky.search.tree import KEY_DTYPE

STEPS = ("rules", "beliefs", "perft", "playouts", *VARIANTS, "reuse")

# What can be compiled side by side. The search needs the verbs of the game, so these come first, in a wave of their own; steps
# that call the same entry go together, and the longest begin first.
WAVES = (
    (("rules",), ("beliefs",)),
    (("mcts", "pimc"), ("so-ismcts", "mo-ismcts", "reuse"), ("flat",), ("perft", "playouts")),
)


def warm_step(game: str, step: str) -> None:
    """Compile, or load from the cache, the kernels of one step for a game."""
    if step == "rules":
        _play_through(game)
    elif step == "beliefs":
        _look_around(game)
    elif step == "perft":
        perft(load(game).start(), 1)
    elif step == "playouts":
        random_playouts(load(game).start(), 1)
    elif step == "reuse":
        _reuse(game)
    else:
        _search(game, step)


def _play_through(name: str) -> None:
    """Play a game by a fixed seed."""
    game = load(name)
    start = game.start()
    start.chance_codes()
    position = game.start(derive_seed("warm", name))
    turn = 0
    while not position.is_over:
        codes = position.legal_codes()
        turn += 1
        position.play(codes[derive_seed("warm", turn) % len(codes)])
    position.returns()
    game.verb("mid_turn")(game.rules, position.state, 0)  # records tell whole turns


def _look_around(name: str) -> None:
    """Use the verbs about what seats know, before anything is played."""
    game = load(name)
    position, rng = game.start(), make_rng(0)
    items = np.zeros(max(1, game.spec.bounds.max_hidden), np.int32)
    view = position.view(max(0, position.to_act))
    game.verb("determinise")(game.rules, view.state, view.seat, rng)
    if has_verb(game.spec.game_type, "stir"):
        game.verb("stir")(game.rules, view.state, view.seat, rng)
    game.verb("hidden")(game.rules, view.state, items)
    game.verb("decisive")(game.rules, position.state)
    position.evaluate()


def _search(name: str, variant: str) -> None:
    position = load(name).start(derive_seed("warm", name))
    if position.is_over:
        return
    try:
        analyse(position, variant, iterations=2)
    except MctskyError:
        return  # this variant does not play this kind of game, so nobody needs it compiled


def _reuse(name: str) -> None:
    """Keep a tree, and let a table of hands grow."""
    position = load(name).start(derive_seed("warm", name))
    if position.is_over:
        return
    search = Search(position.view(), read_params("mo-ismcts"))
    search.run(20)
    search.advance(position.view())
    empty = [np.zeros(size, KEY_DTYPE).view(np.recarray) for size in (4, 8)]
    move_keys(position.game.rules, *empty)
