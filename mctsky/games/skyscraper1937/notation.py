"""Moves and positions of Skyscraper (1937) as text."""

from mctsky.games.skyscraper1937.words import format_move

__all__ = ["format_move"]
