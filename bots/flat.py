"""Tries every move in random playouts, without a tree."""

from collections.abc import Mapping

from mctsky.bots._search import build_search_bot
from mctsky.bots.api import Bot


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot."""
    return build_search_bot("flat", parameters)
