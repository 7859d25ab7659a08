"""Looks into all hands, but not at choices that are still hidden, and plays like `ismcts`: what knowing the hands is worth."""

from collections.abc import Mapping

from mctsky.bots.api import Bot
from mctsky.bots.ismcts import TunedBot
from mctsky.core.position import Game, OpenView, View


class Peeker(TunedBot):
    """Searches the true state as it was before the choices of others that its seat has not seen.

    If others choose unseen before it is told of any move, it knows no such state, and plays by what its seat knows.
    """

    cheats = True
    sees_all = True

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Forget the states of any game before."""
        super().new_game(game, seat, seed)
        self._settled: View | None = None  # the last state without a hidden choice

    def observe(self, view: View) -> None:
        """Keep the state, unless it holds a choice that this seat has not seen."""
        if self._fair(view).to_act == view.to_act:
            self._settled = view.copy()

    def choices(self, view: View) -> Mapping[int, float]:
        """Search from the state before unseen choices; a forced move needs no search."""
        codes = view.own_codes()
        if len(codes) == 1:
            return {codes[0]: 1.0}
        self.observe(view)
        fair = self._fair(view)
        if fair.to_act == view.to_act:
            return super().choices(view)
        if self._settled is None:
            return super().choices(fair)
        before = self._settled.state
        return super().choices(OpenView(view.game, view.seat, before, view.observed, view.clock, view.origin))

    @staticmethod
    def _fair(view: View) -> View:
        """Return what the seat knows; it stands before the choices that the seat has not seen."""
        state = view.game.copy_state(view.state)
        view.game.verb("conceal")(view.game.rules, state, view.seat)
        return View(view.game, view.seat, state, view.observed, view.clock, view.origin)


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot."""
    return Peeker(parameters)
