"""Paper Skyscrapers, the rules by the numbers of our rulings."""

from mctsky.games.paperskyscrapers.rules import estimate, generate, turns

__all__ = ["estimate", "generate", "turns"]
