"""Read a finished tree: children, principal variation, proofs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.position import OBSERVED, OpenView, View
from mctsky.core.rng import below, make_rng
from mctsky.search import tree
from mctsky.search.tree import edge_code

if TYPE_CHECKING:
    from mctsky.search.search import Search

PV_LENGTH = 40
MAX_LINES = 100  # that are tried to find the decision of a seat that waits


class TreeReader:
    """A look at the nodes of a search, field by field: records are slow to read in Python."""

    def __init__(self, search: "Search") -> None:
        """Take the arrays as they are now; a tree that grows gets new ones."""
        nodes = search.arrays["nodes"].view(np.ndarray)
        self._packed, self._visits, self._available = nodes["value_and_move"], nodes["visits"], nodes["available"]
        self._first, self._next, self._blocks = nodes["first_child"], nodes["next_sibling"], bool(search.work.blocks)

    def code(self, node: int) -> int:
        """Return the code of the edge that leads to a node, its OBSERVED flag included."""
        return int(self._packed[node]) & tree.CODE_MASK

    def visits(self, node: int) -> int:
        """Return the visits of a node."""
        return int(self._visits[node])

    def total(self, node: int) -> float:
        """Return the sum of values of a node."""
        return (int(self._packed[node]) >> tree.CODE_BITS) * tree.VALUE_UNIT

    def children(self, node: int) -> Iterator[int]:
        """Yield the children of a node, of a block only the tried ones."""
        child = int(self._first[node])
        if child == tree.NONE:
            return
        if self._blocks and self.code(child) < OBSERVED:
            yield from range(child, child + (int(self._available[node]) >> 16))
            return
        while child != tree.NONE:
            yield child
            child = int(self._next[child])


def children(search: "Search", node: int) -> Iterator[int]:
    """Yield the children of a node, of a block only the tried ones."""
    return TreeReader(search).children(node)


def viewer_root(search: "Search") -> int:
    """Return the root of the viewer's tree."""
    return search.view.seat if search.work.n_trees > 1 else tree.ROOT


def proven_values(search: "Search") -> dict[int, tuple[float, ...]]:
    """Return the exact results of the viewer's proven moves; none if another seat is to act at the root."""
    if search.view.to_act != search.view.seat:
        return {}
    nodes, proofs = search.arrays["nodes"], search.arrays["proofs"]
    return {
        edge_code(nodes[child]): tuple(float(value) for value in proofs[child].values[: search.game.n_seats])
        for child in children(search, tree.ROOT)
        if proofs[child].known
    }


def move_texts(view: View, codes: Sequence[int]) -> dict[int, str]:
    """Return the viewer's moves as texts.

    The text of a move depends on who is to act. While the viewer waits, others play at random until it is its turn, again and
    again until each move was legal once; a move that never was is written as in the last of those decisions.
    """
    game = view.game
    if view.to_act == view.seat:
        return {code: game.format_move(view.state, code) for code in codes}
    texts: dict[int, str] = {}
    missing, last = list(codes), view.state
    for number in range(MAX_LINES if codes else 0):
        state = _next_decision(view, number)
        if state is None:
            continue
        last, legal = state, set(game.legal_codes(state))
        texts |= {code: game.format_move(state, code) for code in missing if code in legal}
        missing = [code for code in missing if code not in legal]
        if not missing:
            break
    return texts | {code: game.format_move(last, code) for code in missing}


def _next_decision(view: View, number: int) -> Any:
    """Return a possible state in which the viewer is to act next, None if the game ends before."""
    game, rng = view.game, make_rng(number)
    rules, state = game.rules, game.copy_state(view.state)
    if not isinstance(view, OpenView):
        game.verb("determinise")(rules, state, view.seat, rng)
    while (actor := int(game.verb("to_act")(rules, state))) != view.seat:
        if actor == NOBODY:
            return None
        if actor == CHANCE:
            code = int(game.verb("sample_chance")(rules, state, rng))
        else:
            codes = game.legal_codes(state)
            code = codes[below(rng, len(codes))]
        game.verb("play")(rules, state, code)
    return state


def principal_variation(search: "Search", best: int, text: str) -> list[str]:
    """Return the most visited line as texts, beginning with the best move, as far as the viewer can follow it.

    A move is followed that is public, and legal in what the viewer knows.
    """
    texts = [text]
    if search.params.variant in ("flat", "pimc") or search.params.root == "game" or search.view.to_act != search.view.seat:
        return texts
    reader, lines = TreeReader(search), search.lines
    node = next((c for c in reader.children(viewer_root(search)) if reader.code(c) == best), tree.NONE)
    line: tuple[int, ...] = (best,)
    while node != tree.NONE and len(texts) < PV_LENGTH:
        node = max(reader.children(node), key=lambda c: (reader.visits(c), -c), default=tree.NONE)
        if node == tree.NONE:
            break
        code = reader.code(node) & ~OBSERVED
        if not search.work.blocks and code not in lines.legal(line):  # blocks hold legal moves only
            break
        texts.append(search.game.format_move(lines.state(line), code))
        line = (*line, code)
    return texts
