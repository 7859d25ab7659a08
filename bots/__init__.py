"""Bots written on the public API; one file each, found by looking: `make_bot("mcts:iterations=2000,c=1.4")`."""

from mctsky.bots.api import Bot
from mctsky.bots.registry import bot_names, make_bot

__all__ = ["Bot", "bot_names", "make_bot"]
