"""One number per search for all that it builds: compiled, bounds-checked and pure Python must agree on it.

A program: `python tests/search/modes.py small|all` prints the digests as JSON, for a process with other settings.
"""

import hashlib
import json
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from mctsky.core.contract import has_verb
from search.compare import compiled_rows, compiled_tree, searched
from search.positions import view_of

SMALL = [("flat", "kuhn"), ("mcts", "tictactoe"), ("pimc", "kuhn"), ("so-ismcts", "kuhn"), ("mo-ismcts", "kuhn")]
SMALL += [("mo-ismcts", "goofspiel3-mid")]
ALL = [("mcts", "connect4"), *((variant, "goofspiel3") for variant in ("flat", "pimc", "so-ismcts", "mo-ismcts"))]
ALL += [("mo-ismcts", "goofspiel3-mid")]


def all_options(variant: str, name: str) -> dict[str, object]:
    """Return every option that variant and game know, switched on."""
    options: dict[str, object] = {"policy": "ngram", "ngram_visits": 2, "backup": "paranoid"}
    blocks = variant in ("mcts", "pimc")
    options |= {"grave": 6, "history": 0.5} if variant != "flat" else {}
    options |= {"solver": True} if blocks else {}
    if has_verb(view_of(name).game.spec.game_type, "evaluate"):
        options |= {"cutoff": 6} | ({"implicit": 0.3} if blocks else {})
    return options


def digests(which: str) -> dict[str, str]:
    """Return the digests of `small` (few iterations, plain and with all options) or `all` (many, and a reused tree)."""
    found = {}
    for variant, name in SMALL if which == "small" else ALL:
        for options in ({}, all_options(variant, name)):
            search = searched(view_of(name), variant, 1, 50 if which == "small" else 3_000, **options)
            parts = [compiled_tree(search), compiled_rows(search), search.result().rows, search.result().pv]
            if which == "all":
                search.advance(view_of(name))
                search.run(1_000)
                parts += [compiled_tree(search), compiled_rows(search)]
            total = hashlib.blake2b(repr(parts).encode(), digest_size=12)
            found[f"{variant} {name} {len(options)}"] = total.hexdigest()
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests(sys.argv[1])) + "\n")
