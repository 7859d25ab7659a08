"""mctsky: Monte Carlo search for board games with hidden hands, at C speed."""

from mctsky._version import __version__
from mctsky.core.position import Game, Position, View
from mctsky.core.registry import find_spec, game_names, load
from mctsky.errors import MctskyError
from mctsky.search.result import SearchResult
from mctsky.search.search import Search, analyse

__all__ = [
    "Game",
    "MctskyError",
    "Position",
    "Search",
    "SearchResult",
    "View",
    "__version__",
    "analyse",
    "find_spec",
    "game_names",
    "load",
]
