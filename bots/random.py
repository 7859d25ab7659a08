"""Plays any legal move with equal chances."""

from collections.abc import Mapping

from mctsky.bots.api import Bot, refuse_unknown
from mctsky.core.contract import CHANCE
from mctsky.core.position import Game, View
from mctsky.core.rng import make_rng, next_u64


class RandomBot(Bot):
    """Every legal move with equal chances."""

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game with a generator of its own."""
        super().new_game(game, seat, seed)
        self._rng = make_rng(seed)

    def choose(self, view: View) -> int:
        """Return one of the seat's legal moves."""
        return self._pick(self._own_codes(view))

    def _pick(self, codes: list[int]) -> int:
        return codes[(int(next_u64(self._rng)) >> 32) * len(codes) >> 32]

    def _own_codes(self, view: View) -> list[int]:
        """Return the legal moves of the bot's own seat.

        Where seats choose at the same time, a view stands before the unseen choices of the others. They choose anything
        first: what this seat may do cannot depend on what it cannot see.
        """
        if view.to_act == view.seat:
            return view.legal_codes()
        world = view.copy()
        rules = world.game.rules
        world.game.verb("determinise")(rules, world.state, view.seat, self._rng)
        while world.to_act != view.seat:
            if world.to_act == CHANCE:
                code = int(world.game.verb("sample_chance")(rules, world.state, self._rng))
            else:
                code = self._pick(world.legal_codes())
            world.game.verb("play")(rules, world.state, code)
        return world.legal_codes()


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot; it has no parameters."""
    refuse_unknown(parameters, (), "random")
    return RandomBot()
