"""Plays any legal move with equal chances."""

from collections.abc import Mapping

from mctsky.bots.api import Bot, refuse_unknown
from mctsky.core.position import Game, View
from mctsky.core.rng import make_rng, next_u64


class RandomBot(Bot):
    """Every legal move with equal chances."""

    remembers = False

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game with a generator of its own."""
        super().new_game(game, seat, seed)
        self._rng = make_rng(seed)

    def choose(self, view: View) -> int:
        """Return one of the seat's legal moves."""
        codes = view.own_codes()
        return codes[(int(next_u64(self._rng)) >> 32) * len(codes) >> 32]

    def choices(self, view: View) -> Mapping[int, float]:
        """Return all legal moves."""
        codes = view.own_codes()
        return dict.fromkeys(codes, 1.0 / len(codes))


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot; it has no parameters."""
    refuse_unknown(parameters, (), "random")
    return RandomBot()
