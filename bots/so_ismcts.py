"""Information-set search with one tree of what this seat sees."""

from collections.abc import Mapping

from mctsky.bots._search import build_search_bot
from mctsky.bots.api import Bot


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot."""
    return build_search_bot("so-ismcts", parameters)
