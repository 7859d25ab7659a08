"""OpenSpiel's bots on the games that mctsky has too, each as a function that runs once and returns nothing."""

import random
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from mctsky import Game, Position

Run = Callable[[], object]
MEMORY_MB = 2_000


def openspiel_version() -> str | None:
    """Return OpenSpiel's version, or None where it is not installed."""
    if find_spec("pyspiel") is None:
        return None
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        return "unknown"


def rollouts(n: int) -> Run:
    """Return n C++ random rollouts of Connect Four from the start.

    Python cannot call the evaluator itself, but a search of one simulation evaluates its root, once, by n rollouts in C++.
    """
    return _mcts(n, 1, 2.0)


def uct(iterations: int, c: float) -> Run:
    """Return a C++ MCTSBot search of Connect Four from the start, one rollout per leaf; c is theirs, for [-1, 1]."""
    return _mcts(1, iterations, c)


def _mcts(n_rollouts: int, iterations: int, c: float) -> Run:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()

    def run() -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts, 1)
        root = pyspiel.MCTSBot(game, evaluator, c, iterations, MEMORY_MB, False, 1, False).mcts_search(state)
        if root.explore_count != iterations:
            raise RuntimeError(f"OpenSpiel ran {root.explore_count} simulations instead of {iterations}")

    return run


def poker(name: str, iterations: int, c: float) -> Run:
    """Return a C++ ISMCTSBot search of the first decision of a poker game; c is theirs, for chips."""
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def run() -> None:
        pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), c, iterations, -1).get_policy(state)

    return run


Rounds = list[tuple[int, list[int]]]  # prize and bids, cards counted from 0


def goofspiel_rounds(players: int, cards: int, rounds: int) -> Rounds:
    """Return a fixed course of a goofspiel game: a prize and all bids per round."""
    chooser = random.Random(7)
    orders = [chooser.sample(range(cards), cards) for _ in range(players + 1)]
    return [(orders[-1][index], [order[index] for order in orders[:-1]]) for index in range(rounds + 1)]


def goofspiel_position(game: Game, rounds: Rounds) -> Position:
    """Return our position in which all rounds but the last are played and the last prize is turned up."""
    position = game.start()
    *played, (last_prize, _) = rounds
    for prize, bids in played:
        position.play(f"prize={prize + 1}")
        for bid in bids:
            position.play(str(bid + 1))
        while len(outcomes := position.chance_codes()) == 1:  # the reveal; the prize that follows has several outcomes
            position.play(outcomes[0][0])
    position.play(f"prize={last_prize + 1}")
    return position


def goofspiel(players: int, cards: int, imp_info: bool, rounds: Rounds, iterations: int, c: float) -> Run:
    """Return a Python ISMCTSBot search of the same position; c is theirs, for [-1, 1].

    OpenSpiel cannot resample goofspiel, so that the bot is handed a copy of the true state as its world. Where bids are shown
    that is the only world; where only winners are shown, OpenSpiel gets its world for free.
    """
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

    options = f"imp_info={imp_info},num_cards={cards},players={players},points_order=random,returns_type=win_loss"
    game = pyspiel.load_game(f"turn_based_simultaneous_game(game=goofspiel({options}))")
    state = game.new_initial_state()
    *played, (last_prize, _) = rounds
    for prize, bids in played:
        for action in [prize, *bids]:
            state.apply_action(action)
    state.apply_action(last_prize)

    def copy_of(world: Any, player: int) -> Any:
        return world.clone()

    def run() -> None:
        chooser = np.random.RandomState(1)
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chooser), c, iterations, -1, chooser)
        bot.set_resampler(copy_of)
        bot.run_search(state)

    return run
