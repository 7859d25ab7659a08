"""Paper Skyscrapers, the rules by the numbers of our rulings."""

from mctsky.games.paperskyscrapers.rules import generate, turns

__all__ = ["generate", "turns"]
