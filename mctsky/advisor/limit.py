"""Limit a search to some moves: the others get a value at the root that selection never takes."""

from collections.abc import Iterable

from mctsky.core.contract import NOTHING
from mctsky.search import tree
from mctsky.search.inspect import viewer_root
from mctsky.search.mcts import clear_node
from mctsky.search.search import Search
from mctsky.search.tables import row_for

WORTHLESS = -1e8  # mean result of a move that must not be tried, far below what exploration can add


def keep_to(search: Search, codes: Iterable[int]) -> None:
    """Let a new search of the viewer's decision consider these moves only.

    With blocks, the root's block is made here and holds only these. Otherwise each forbidden move is entered with
    one visit and a value so low that selection, which tries unknown moves first, never takes it.
    """
    allowed, view, work = set(codes), search.view, search.work
    forbidden = [code for code in view.own_codes() if code not in allowed]
    if work.decisive:
        winning = int(view.game.verb("decisive")(view.game.rules, view.state))
        work.decisive = winning == NOTHING or winning in allowed  # a search that plays the winning move would ignore the limit
    if search.params.variant == "flat":
        for code in forbidden:
            row = search.arrays["rows"][row_for(work, code)]
            row.visits, row.sums[view.seat] = 1, WORTHLESS
        return
    nodes = search.arrays["nodes"]
    root = viewer_root(search)
    if work.blocks:
        children = [tree.new_node(work, code) for code in sorted(allowed)]
        nodes[root].first_child, nodes[root].available = children[0], len(children)
    else:
        children = [tree.new_child(work, root, code) for code in forbidden]
        for child in children:
            nodes[child].visits, nodes[child].available = 1, 1
            nodes[child].value_and_move += int(WORTHLESS * tree.VALUE_ONE) << tree.CODE_BITS
    for child in children:
        clear_node(work, child)
