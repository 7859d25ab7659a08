"""The recommended search for hidden information: mo-ismcts with the parameters that won matches in the game at hand."""

from collections.abc import Mapping

from mctsky.bots._search import SearchBot
from mctsky.bots.api import Bot
from mctsky.core.position import Game
from mctsky.search.params import STRAIGHT, read_params, tuned_params

VARIANT = "mo-ismcts"


class TunedBot(SearchBot):
    """Takes the parameters that a game's spec recommends, unless they are given."""

    sees_all = False  # who knows what is hidden has nothing to hide, and plays the best move

    def __init__(self, given: Mapping[str, str]) -> None:
        """Check what is given; the rest is known when the game is."""
        super().__init__(read_params(VARIANT, given))
        self.given = dict(given)

    def _tune(self, game: Game) -> None:
        tuned = {**STRAIGHT, **self.given} if self.sees_all else self.given
        self.params = tuned_params(game, tuned)

    def check(self, game: Game) -> None:
        """Refuse a game that this search does not fit."""
        self._tune(game)
        super().check(game)

    def warm(self, game: Game) -> None:
        """Run a few iterations."""
        self._tune(game)
        super().warm(game)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Forget the tree of any game before."""
        self._tune(game)
        super().new_game(game, seat, seed)


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot."""
    return TunedBot(parameters)
