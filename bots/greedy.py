"""Looks one move ahead with the game's quick estimate, averaged over worlds that fit what it knows."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mctsky.bots.api import Bot, refuse_unknown
from mctsky.core.contract import CHANCE, NOBODY, NOTHING, has_verb
from mctsky.core.position import Game, View
from mctsky.core.rng import below, derive_seed, make_rng
from mctsky.errors import OptionError

DEFAULT_WORLDS, MAX_WORLDS = 8, 10_000


class GreedyBot(Bot):
    """Plays the move after which `evaluate` promises its seat the most."""

    remembers = False

    def __init__(self, worlds: int = DEFAULT_WORLDS) -> None:
        """Average over this many worlds; one is enough where nothing is hidden, drawn or chosen at the same time."""
        self.worlds = worlds
        self._value: float | None = None

    def check(self, game: Game) -> None:
        """Refuse a game that offers no estimate."""
        if not has_verb(game.spec.game_type, "evaluate"):
            problem = f"greedy needs an `evaluate` rule, and {game.name} has none"
            raise OptionError(problem, given="greedy", where=game.name, remedy="use flat, or write `evaluate` in its rules.py")

    def warm(self, game: Game) -> None:
        """Choose once."""
        start = game.start(0)
        if start.to_act >= 0:
            bot = GreedyBot(1)
            bot.new_game(game, start.to_act, 0)
            bot.choose(start.view())

    def parameters(self) -> Mapping[str, Any]:
        """Return the number of worlds."""
        return {"worlds": self.worlds}

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game with no decision made."""
        super().new_game(game, seat, seed)
        self._n_decisions = 0
        self._value = None

    def choose(self, view: View) -> int:
        """Return the move with the best mean estimate; equal ones are drawn from by the bot's seed."""
        codes = view.own_codes()
        self._n_decisions += 1
        self._value = None
        if len(codes) == 1:
            return codes[0]
        spec = view.game.spec
        n_worlds = self.worlds if spec.hidden or spec.chance or spec.simultaneous else 1
        totals = np.zeros((2, len(codes)))
        for index in range(n_worlds):
            totals += self._look(view, codes, derive_seed("greedy", self.seed, self._n_decisions, index))
        promised, certain = np.round(totals / n_worlds, 12)
        self._value = float(promised.max())
        certain[promised < promised.max()] = -1.0
        best = [code for code, sure in zip(codes, certain, strict=True) if sure == certain.max()]
        return best[below(make_rng(derive_seed("tie", self.seed, self._n_decisions)), len(best))]

    def thoughts(self) -> Mapping[str, Any] | None:
        """Return the estimate of the move, unless it was forced."""
        return None if self._value is None else {"value": round(self._value, 4)}

    def _look(self, view: View, codes: list[int], seed: int) -> Any:
        """Return the estimate of each move in one world, and how far it ends the game well or badly.

        All moves meet the same luck. A win at hand is better than an estimate that promises as much.
        """
        verb, rules = view.game.verb, view.game.rules
        world = view.copy()
        rng = make_rng(seed)
        verb("determinise")(rules, world.state, self.seat, rng)
        self._settle(world, rng)
        estimates, luck = np.zeros((2, len(codes))), int(rng.state)
        for index, code in enumerate(codes):
            after = world.copy()
            verb("play")(rules, after.state, code)
            self._settle(after, make_rng(luck))
            out = np.zeros(view.game.n_seats)
            verb("returns" if after.is_over else "evaluate")(rules, after.state, out)
            estimates[:, index] = out[self.seat], (out[self.seat] - 0.5 if after.is_over else 0.0)
        return estimates

    def _settle(self, world: View, rng: Any) -> None:
        """Draw what luck and unseen choices decide, up to the next choice that can be seen: this seat's or another's."""
        verb, rules = world.game.verb, world.game.rules
        while (actor := world.to_act) not in (self.seat, NOBODY):
            if actor == CHANCE:
                code = int(verb("sample_chance")(rules, world.state, rng))
            else:
                options = world.legal_codes()
                code = options[below(rng, len(options))]
                if verb("observe")(rules, world.state, code, self.seat) != NOTHING:
                    return
            verb("play")(rules, world.state, code)


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot; its one parameter is `worlds`."""
    refuse_unknown(parameters, ("worlds",), "greedy")
    given = parameters.get("worlds", str(DEFAULT_WORLDS))
    problem = f"worlds is a whole number from 1 to {MAX_WORLDS}"
    try:
        worlds = int(given.replace("_", ""))
    except ValueError:
        raise OptionError(problem, given=given, where="bot greedy") from None
    if not 1 <= worlds <= MAX_WORLDS:
        remedy = f"nearest: {min(max(worlds, 1), MAX_WORLDS)}"
        raise OptionError(problem, given=given, where="bot greedy", remedy=remedy)
    return GreedyBot(worlds)
