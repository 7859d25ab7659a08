"""The table of the viewer's first decision, and the table of roots by hand."""

from typing import Any

import numpy as np

from mctsky.core.contract import Move, Seat
from mctsky.core.jit import kernel
from mctsky.core.rng import mix
from mctsky.search.tree import FULL, POOL_SIZE, Node, Work, codes_of, keys_of, new_node, rows_of

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel
def row_for(work: Work, move: Move) -> int:
    """Return the table row of a move of the first decision, begun if it is new."""
    code = codes_of(work)[move]
    if code.row == 0:
        work.n_rows += 1
        code.row = work.n_rows
        rows_of(work)[code.row - 1].code = move
    return int(code.row) - 1


@kernel
def hash_state(words: Any, index: int, seat: Seat) -> Any:
    """Hash what a seat knows, given as one state of the pool; 0 is never returned, because it marks a free slot."""
    key = _GOLDEN ^ np.uint64(seat)
    size = words.size // POOL_SIZE
    for word in range(index * size, (index + 1) * size):
        key = mix(key ^ words[word])
    return key | np.uint64(1)


@kernel
def key_slot(work: Work, key: Any) -> int:
    """Return the slot of a key, or the free one where it belongs."""
    keys = keys_of(work)
    mask = np.uint64(keys.size - 1)
    slot = (key >> np.uint64(1)) & mask
    while keys[slot].key != np.uint64(0) and keys[slot].key != key:
        slot = (slot + np.uint64(1)) & mask
    return int(slot)


@kernel
def root_for(work: Work, key: Any) -> Node:
    """Return the root node for a hand, by the hash of what its owner knows; made if missing, or FULL."""
    entry = keys_of(work)[key_slot(work, key)]
    if entry.key == key:
        return int(entry.node)
    node = new_node(work, 0)
    if node != FULL:
        entry.key = key
        entry.node = node
        work.n_keys += 1
    return node
