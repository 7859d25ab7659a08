"""mctsky: Monte Carlo search for board games with hidden hands, at C speed."""

from mctsky._version import __version__
from mctsky.core.position import Game, Position, View
from mctsky.core.registry import find_spec, game_names, load

__all__ = ["Game", "Position", "View", "__version__", "find_spec", "game_names", "load"]
