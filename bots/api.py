"""What a bot is: something that is told its seat and then chooses moves from what that seat knows.

A bot is one file in this folder (or a module named by an entry point of the group `mctsky.bots`) that offers
`build(parameters) -> Bot`, where `parameters` are the texts after the colon of a spec string. `build` checks every one of
them, so that a wrong spec is refused before a game begins. The bot's name is the file's name, `_` written as `-`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from mctsky.core.position import Game, View
from mctsky.errors import UnknownNameError, nearest


class Bot(ABC):
    """A player. The arena makes a fresh one per game and seat; a bot sees views, never positions or the game's seed."""

    cheats = False  # is shown an OpenView, all hands included; every table marks such a bot

    def check(self, game: Game) -> None:
        """Raise an MctskyError if this bot cannot play `game`; asked once before a match begins."""
        return

    def warm(self, game: Game) -> None:
        """Compile what this bot needs for `game`, so that no clock runs meanwhile; asked once per process."""
        return

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game at `seat`; all the bot's own luck comes from `seed`."""
        self.game, self.seat, self.seed = game, seat, seed

    @abstractmethod
    def choose(self, view: View) -> int:
        """Return the code of the move to play, with this bot's seat to act."""

    def end(self) -> None:
        """Take notice that the game is over and let go of what it needed."""
        return


def refuse_unknown(parameters: Mapping[str, str], known: Iterable[str], bot: str) -> None:
    """Raise an error that names the nearest valid parameter if one is not in `known`."""
    names = list(known)
    for name in parameters:
        if name not in names:
            problem = f"{bot} has no such parameter" if names else f"{bot} takes no parameters"
            raise UnknownNameError(problem, given=name, where=f"bot {bot}", remedy=nearest(name, names) if names else "")
