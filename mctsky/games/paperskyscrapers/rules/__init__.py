"""Paper Skyscrapers, the rules by the numbers of our rulings."""

from mctsky.games.paperskyscrapers.rules import generate, random_moves, turns

__all__ = ["generate", "random_moves", "turns"]
