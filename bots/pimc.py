"""Searches many possible worlds, one tree each, and adds up the roots."""

from collections.abc import Mapping

from mctsky.bots._search import build_search_bot
from mctsky.bots.api import Bot


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot."""
    return build_search_bot("pimc", parameters)
