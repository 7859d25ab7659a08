"""mctsky: Monte Carlo search for board games with hidden hands, at C speed."""

import importlib
from typing import TYPE_CHECKING, Any

from mctsky._version import __version__
from mctsky.errors import MctskyError

if TYPE_CHECKING:
    from mctsky.advisor.advice import Advice
    from mctsky.advisor.advisor import Advisor, advise
    from mctsky.advisor.analyse import analyse
    from mctsky.core.position import Game, Position, View
    from mctsky.core.registry import find_spec, game_names, load
    from mctsky.search.result import SearchResult
    from mctsky.search.search import Search

__all__ = [
    "Advice",
    "Advisor",
    "Game",
    "MctskyError",
    "Position",
    "Search",
    "SearchResult",
    "View",
    "__version__",
    "advise",
    "analyse",
    "find_spec",
    "game_names",
    "load",
]

# Imported when first asked for: `mctsky --version` and shell completion must not wait for numba.
_HOMES = {
    "Game": "core.position",
    "Position": "core.position",
    "View": "core.position",
    "find_spec": "core.registry",
    "game_names": "core.registry",
    "load": "core.registry",
    "SearchResult": "search.result",
    "Search": "search.search",
    "Advice": "advisor.advice",
    "Advisor": "advisor.advisor",
    "advise": "advisor.advisor",
    "analyse": "advisor.analyse",
}


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
