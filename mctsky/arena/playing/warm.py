"""Compiling before clocks run: what a game, a search or a bot needs is called once, by matches, workers and `cache warm` alike.

A step is a part of a game's kernels that can be compiled on its own.
"""

import logging
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

import numpy as np

from mctsky.arena.playing.time_limit import TimeUp, call_within, rest
from mctsky.core.contract import has_verb
from mctsky.core.perft import perft
from mctsky.core.position import Game
from mctsky.core.record import new_records
from mctsky.core.registry import load
from mctsky.core.rng import derive_seed, make_rng
from mctsky.errors import MctskyError
from mctsky.search.params import TUNED, VARIANTS, SearchParams, params_for

log = logging.getLogger(__name__)

STEPS = ("rules", "beliefs", "perft", "playouts", *VARIANTS, "reuse", TUNED)

# Two halves of a game that take about equally long. Each process has to work out the types of the rules that it compiles, so
# more parts would be more work.
HALVES = (("so-ismcts", "mo-ismcts", "reuse", TUNED, "playouts"), ("rules", "beliefs", "perft", "flat", "mcts", "pimc"))
_BOT_SECONDS = 600.0  # that a bot may take to compile what it needs
_N_TEXTS = 40  # positions of which texts are made
_ITERATIONS = 20  # enough for a tree that is kept to have children

_done: set[Hashable] = set()  # what this process has compiled or loaded


def warm_once(game: Game, spec: str, make_bot: Callable[[str], Any], bot: Any) -> None:
    """Compile what a bot of this spec and maker needs for a game; the second time nothing is done."""
    key = (game, spec, make_bot)
    if key in _done:
        return
    warm_rules(game)
    try:
        call_within(_BOT_SECONDS, bot.warm, game)
    except (Exception, TimeUp) as error:  # the games will show what the bot cannot do
        log.info("%s cannot be warmed: %s", spec, error)
    finally:
        rest()  # the games give a worker less time
    _done.add(key)


def warm_rules(game: Game, texts: bool = False) -> None:
    """Compile the rules by playing a game, with what seats know and, for programs, the texts of views and moves."""
    if (game, texts) in _done:
        return
    game.start().chance_codes()
    position = game.start(derive_seed("warm", game.name))
    turn = 0
    while not position.is_over:
        view = position.view()
        codes = view.own_codes()
        if texts and turn < _N_TEXTS:
            view.text()
            for code in codes:
                view.format_move(code)
        turn += 1
        position.play(codes[derive_seed("warm", turn) % len(codes)])
    position.returns()
    game.verb("mid_turn")(game.rules, position.state, 0)  # records tell whole turns
    _done.add((game, texts))


def warm_search(game: Game, params: SearchParams) -> None:
    """Compile a search, and the reuse of its tree where the parameters ask for it; one that does not fit the game is left."""
    from mctsky.search.analyse import make_searches, run_searches

    position = game.start(derive_seed("warm", game.name))
    if position.is_over:
        return
    few = replace(params, iterations=_ITERATIONS, seconds=None, nodes=None, threads=1)
    searches = make_searches(position.view(), few, 0)
    run_searches(searches)
    if params.reuse:
        searches[0].advance(position.view())


def warm_step(name: str, step: str) -> None:
    """Compile, or load from the cache, the kernels of one step for a game."""
    from mctsky.search.playout import random_playouts

    game = load(name)
    if step == "rules":
        warm_rules(game)
    elif step == "beliefs":
        _warm_beliefs(game)
    elif step == "perft":
        perft(game.start(), 1)
    elif step == "playouts":
        random_playouts(game.start(), 1)
    elif step == "reuse":
        warm_search(game, params_for(game, "mo-ismcts", {"reuse": True}))
        _warm_growth(game)
    else:
        try:
            warm_search(game, params_for(game, step, {}))
        except MctskyError:
            return  # this variant does not play this kind of game, so it need not be compiled


def _warm_beliefs(game: Game) -> None:
    """Use the verbs about what seats know, before anything is played."""
    position, rng = game.start(), make_rng(0)
    items = np.zeros(max(1, game.spec.bounds.max_hidden), np.int32)
    view = position.view(max(0, position.to_act))
    game.verb("determinise")(game.rules, view.state, view.seat, rng)
    if has_verb(game.spec.game_type, "stir"):
        game.verb("stir")(game.rules, view.state, view.seat, rng)
    game.verb("hidden")(game.rules, view.state, items)
    game.verb("decisive")(game.rules, position.state)
    position.evaluate()


def _warm_growth(game: Game) -> None:
    """Let a table of hands grow."""
    from mctsky.search.reuse import move_keys
    from mctsky.search.tree import KEY_DTYPE

    move_keys(game.rules, *(new_records(size, KEY_DTYPE) for size in (4, 8)))
