"""Looks into all hands and plays like `ismcts`: no fair opponent, an upper bound for what knowledge is worth."""

from collections.abc import Mapping

from mctsky.bots.api import Bot
from mctsky.bots.ismcts import TunedBot


class Cheater(TunedBot):
    """Searches the true state; pending choices of the others are not hidden from it either."""

    cheats = True
    sees_all = True


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot."""
    return Cheater(parameters)
