"""Information-set search with a tree per seat: fair where choices are hidden or simultaneous."""

from collections.abc import Mapping

from mctsky.bots._search import build_search_bot
from mctsky.bots.api import Bot


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot."""
    return build_search_bot("mo-ismcts", parameters)
