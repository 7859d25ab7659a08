"""What lies in uncleared memory does not matter: a search on garbage builds the tree of a search on zeros."""

import numpy as np
import pytest

from mctsky import Search, load
from mctsky.search import search as module
from mctsky.search.params import read_params
from search.compare import compiled_rows

CASES = [
    ("mcts", "connect4", {}),
    ("mcts", "connect4", {"solver": True, "grave": 5}),
    ("mcts", "connect4", {"implicit": 0.4}),
    ("pimc", "leduc", {"solver": True}),
    ("so-ismcts", "leduc", {"grave": 5}),
    ("mo-ismcts", "goofspiel", {}),
    ("mo-ismcts", "goofspiel", {"policy": "ngram", "history": 1.0}),
    ("mo-ismcts", "leduc", {"select": "rm", "play": "mixed"}),
    ("mo-ismcts", "leduc", {"select": "rm", "root": "game"}),
    ("mo-ismcts", "goofspiel", {"select": "smooth", "tie": 0.01}),
]


def room_of(byte):
    def room(size, dtype):
        array = np.empty(size, dtype)
        array.view(np.uint8)[:] = byte
        return array

    return room


@pytest.mark.parametrize(("variant", "name", "options"), CASES)
def test_garbage_in_uncleared_memory_changes_nothing(variant, name, options, monkeypatch):
    view = load(name).start(seed=3).view()
    found = []
    for byte in (0, 0xA5):
        monkeypatch.setattr(module, "uncleared", room_of(byte))
        search = Search(view, read_params(variant, options), seed=5)
        search.run(iterations=400)
        search.resize(int(search.work.capacity) + 4_096)  # new garbage behind the tree
        search.run(iterations=400)
        nodes = search.arrays["nodes"].view(np.ndarray)[: int(search.work.n_nodes)].tobytes()
        result = search.result()
        found.append((nodes, compiled_rows(search), result.best, result.pv, result.table()))
    assert found[0] == found[1]
