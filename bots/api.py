"""What a bot is: something that is told its seat and then chooses moves from what that seat knows.

A bot is one file in this folder (or a module named by an entry point of the group `mctsky.bots`) that offers
`build(parameters) -> Bot`, where `parameters` are the texts after the colon of a spec string. `build` checks every one of
them, so that a wrong spec is refused before a game begins. The bot's name is the file's name, `_` written as `-`.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mctsky.core.position import Game, View
from mctsky.errors import UnknownNameError, nearest


class Bot(ABC):
    """A player. The arena makes a fresh one per game and seat; a bot sees views, never positions or the game's seed."""

    cheats = False  # is shown an OpenView, all hands included; every table marks such a bot
    interactive = False  # needs this process's terminal and has no time limit: plays here, one game at a time
    remembers = True  # whether earlier decisions of a game bear on later ones; False: each view is answered by itself
    observes = False  # set automatically for bots that override `observe`
    start_seconds = 0.0  # that `new_game` may take beyond the referee's patience
    patience = math.inf  # seconds after which the referee gives up on the call at hand; set before each

    def __init_subclass__(cls, **extra: Any) -> None:
        """Note whether the bot wants to be told of events."""
        super().__init_subclass__(**extra)
        cls.observes = cls.observe is not Bot.observe

    def check(self, game: Game) -> None:
        """Raise an MctskyError if this bot cannot play `game`; asked once before a match begins."""
        return

    def warm(self, game: Game) -> None:
        """Compile what this bot needs for `game`, so that no clock runs meanwhile; asked once per process."""
        return

    def parameters(self) -> Mapping[str, Any]:
        """Return all parameters, defaults included, for records; asked after `check`."""
        return {}

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game at `seat`; all randomness of the bot comes from `seed`."""
        self.game, self.seat, self.seed = game, seat, seed

    @abstractmethod
    def choose(self, view: View) -> int:
        """Return the code of the move to play, with this bot's seat to act; `view.clock` says what time there is."""

    def choices(self, view: View) -> Mapping[int, float]:
        """Return the moves that `choose` may play here with their probabilities, for `mctsky exploit`.

        A bot that does not override this is taken as one whose seed settles every move.
        """
        return {self.choose(view): 1.0}

    def thoughts(self) -> Mapping[str, Any] | None:
        """Return what a record should keep about the choice just made, as data for JSON."""
        return None

    def observe(self, view: View) -> None:
        """Learn of an event that this seat can see; only bots that override this are told."""
        return

    def end(self, result: Sequence[float]) -> None:
        """Learn that the game is over, with the result by seat, and free what it needed."""
        return


def refuse_unknown(parameters: Mapping[str, str], known: Iterable[str], bot: str) -> None:
    """Raise an error that names the nearest valid parameter if one is not in `known`."""
    names = list(known)
    for name in parameters:
        if name not in names:
            problem = f"{bot} has no such parameter" if names else f"{bot} takes no parameters"
            raise UnknownNameError(problem, given=name, where=f"bot {bot}", remedy=nearest(name, names) if names else "")
