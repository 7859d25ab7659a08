"""Reading a finished tree: children, principal variation, proofs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mctsky.core.contract import CHANCE
from mctsky.core.position import OBSERVED, View
from mctsky.errors import MctskyError
from mctsky.search import tree
from mctsky.search.tree import edge_code, n_tried

if TYPE_CHECKING:
    from mctsky.search.search import Search

PV_LENGTH = 40


def children(search: "Search", node: int) -> Iterator[int]:
    """Yield the children of a node, of a block only the tried ones."""
    nodes = search.arrays["nodes"]
    record = nodes[node]
    child = int(record.first_child)
    if child == tree.NONE:
        return
    if search.work.blocks and edge_code(nodes[child]) < OBSERVED:
        yield from range(child, child + n_tried(record))
        return
    while child != tree.NONE:
        yield child
        child = int(nodes[child].next_sibling)


def viewer_root(search: "Search") -> int:
    """Return the root of the viewer's tree."""
    return search.view.seat if search.work.n_trees > 1 else tree.ROOT


def proven_values(search: "Search") -> dict[int, tuple[float, ...]]:
    """Return the exact results of the root's proven children, by move."""
    nodes, proofs = search.arrays["nodes"], search.arrays["proofs"]
    return {
        edge_code(nodes[child]): tuple(float(value) for value in proofs[child].values[: search.game.n_seats])
        for child in children(search, tree.ROOT)
        if proofs[child].known
    }


def principal_variation(search: "Search", best: int) -> list[str]:
    """Return the most visited line as texts, beginning with the best move, as far as the viewer can follow it."""
    line = [search.view.format_move(best)]
    nodes = search.arrays["nodes"]
    if search.params.variant in ("flat", "pimc") or search.view.to_act != search.view.seat:
        return line
    node = viewer_root(search)
    node = next((c for c in children(search, node) if edge_code(nodes[c]) == best), tree.NONE)
    view: View | None = search.view.copy()
    code = best
    while node != tree.NONE and len(line) < PV_LENGTH:
        view = _after(view, code)
        node = max(children(search, node), key=lambda c: (int(nodes[c].visits), -c), default=tree.NONE)
        if node == tree.NONE or view is None:
            break
        code = edge_code(nodes[node])
        if not _can_play(view, code & ~OBSERVED):
            break
        line.append(view.format_move(code & ~OBSERVED))
    return line


def _can_play(view: View, code: int) -> bool:
    """Say whether the viewer's board can follow a move: it is public, and legal in what the viewer knows."""
    try:
        codes: list[Any] = view.legal_codes() if view.to_act != CHANCE else [c for c, _ in view.chance_codes()]
    except MctskyError:
        return False
    return code in codes


def _after(view: View | None, code: int) -> View | None:
    """Return the viewer's board after a move, or None where a hidden event keeps it from being followed."""
    if view is None or not _can_play(view, code & ~OBSERVED):
        return None
    view.game.verb("play")(view.game.rules, view.state, code & ~OBSERVED)
    return view
