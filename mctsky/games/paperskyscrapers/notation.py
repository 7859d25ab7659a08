"""Moves of Paper Skyscrapers as text."""

from mctsky.games.paperskyscrapers.typed import explain_illegal, parse_move
from mctsky.games.paperskyscrapers.words import format_move

__all__ = ["explain_illegal", "format_move", "parse_move"]
