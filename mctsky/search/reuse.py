"""Tree reuse between moves: follow what has happened, keep the subtree, drop the rest."""

from typing import TYPE_CHECKING, Any

import numpy as np

from mctsky.core import history
from mctsky.core.jit import borrow, kernel
from mctsky.core.position import OBSERVED, OpenView, View
from mctsky.search import tree
from mctsky.search.inspect import children, viewer_root
from mctsky.search.tree import edge_code, edge_value, n_children

if TYPE_CHECKING:
    from mctsky.search.search import Search


def follows(old: View, new: View) -> bool:
    """Say whether a view comes after another of its seat: it began where that began and has observed the same, perhaps more."""
    known = len(old.observed)
    if type(old) is not type(new) or new.observed[:known] != old.observed:
        return False
    if old.origin is not None and new.origin is not None:
        return old.origin == new.origin
    if isinstance(new, OpenView):
        return False
    events = [(event & ~OBSERVED, not event & OBSERVED) for event in new.observed[known:]]
    return history.leads_to(new.game, new.seat, old.state, events, new.state)  # made by hand: see whether it can happen


def find_node(search: "Search", view: View) -> int:
    """Return the node that the viewer's tree reaches by what a later view has observed since, -1 if it has none.

    A block whose moves are not the legal ones of the view is not accepted: kernels play the moves of a block unchecked.
    """
    nodes = search.arrays["nodes"]
    node = viewer_root(search)
    for event in view.observed[len(search.view.observed) :]:
        wanted = {event}
        if search.work.n_trees == 1:  # one tree for all: other seats' choices are plain edges there
            wanted.add(event & ~OBSERVED)
        node = next((child for child in children(search, node) if edge_code(nodes[child]) in wanted), -1)
        if node < 0:
            return -1
    first = int(nodes[node].first_child)
    if first == tree.NONE:
        return -1
    if search.work.blocks and edge_code(nodes[first]) < OBSERVED:
        block = nodes[first : first + n_children(nodes[node])]["value_and_move"] & tree.CODE_MASK
        return node if sorted(block.tolist()) == sorted(view.legal_codes()) else -1
    return node


def keep_subtree(search: "Search", old: dict[str, Any], node: int) -> dict[int, tuple[int, float]]:
    """Copy the subtree of `node` from old arrays into the new ones of a search; return visits and value of each root move."""
    if len(old["nodes"]) > search.work.capacity:
        search.resize(len(old["nodes"]))
    work, root, fixed = search.work, viewer_root(search), int(search.work.n_trees)
    origin = np.empty(int(work.capacity), np.int32)
    copy_subtree(search.game.rules, work, old["nodes"], search.arrays["nodes"], origin, node, root)
    moved = np.r_[root, fixed : int(work.n_nodes)]
    for name in tree.PER_NODE[1:]:
        if len(old[name]) == len(old["nodes"]):
            search.arrays[name][moved] = old[name][origin[moved]]
    seeded: dict[int, tuple[int, float]] = {}
    to_choose = search.view.to_act == search.view.seat
    if work.n_trees == 1 and not to_choose:
        return seeded  # the one tree goes on with another seat's moves
    # The moves of a block have been compared; those of a seat that chooses unseen by others are its own by the tree's edges.
    legal = set(search.view.legal_codes()) if to_choose and not work.blocks else None
    for child in children(search, root):
        record = search.arrays["nodes"][child]
        code = edge_code(record)
        if code < OBSERVED and (legal is None or code in legal):
            seeded[code] = (int(record.visits), edge_value(record))
    return seeded


@kernel(entry=True)
def copy_subtree(game: Any, work: tree.Work, old: Any, new: Any, origin: Any, source: int, target: int) -> None:
    """Copy the subtree of `old[source]` to `new[target]`, breadth first; `origin` tells where each node came from."""
    old, new, origin = borrow(old), borrow(new), borrow(origin)
    new[target] = old[source]
    new[target].next_sibling = tree.NONE
    origin[target] = source
    done = int(work.n_nodes)
    current = target
    while True:
        child = int(old[origin[current]].first_child)
        if child != tree.NONE:
            block = work.blocks != 0 and tree.edge_code(old[child]) < OBSERVED
            left = tree.n_children(old[origin[current]]) if block else 0
            new[current].first_child = work.n_nodes
            while child != tree.NONE:
                index = int(work.n_nodes)
                work.n_nodes = index + 1
                new[index] = old[child]
                origin[index] = child
                if block:
                    left -= 1
                    child = child + 1 if left > 0 else tree.NONE
                else:
                    child = int(old[child].next_sibling)
                    new[index].next_sibling = index + 1 if child != tree.NONE else tree.NONE
        if done >= work.n_nodes:
            return
        current = done
        done += 1


@kernel(entry=True)
def move_keys(game: Any, old: Any, new: Any) -> None:
    """Copy all entries of a key table into an empty larger one."""
    mask = np.uint64(new.size - 1)
    for index in range(old.size):
        if old[index].key != np.uint64(0):
            slot = (old[index].key >> np.uint64(1)) & mask
            while new[slot].key != np.uint64(0):
                slot = (slot + np.uint64(1)) & mask
            new[slot].key = old[index].key
            new[slot].node = old[index].node
