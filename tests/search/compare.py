"""Trees as nested tuples, from the compiled search and from the reference, and their differences in words."""

from collections.abc import Iterator
from typing import Any

from mctsky import Search, View
from mctsky.core.position import OBSERVED
from mctsky.search.params import read_params
from search.reference import Reference
from search.reference_parts import Node

FIELDS = ("code", "visits", "value", "available", "tried", "amaf", "proof", "estimate")
ITERATIONS = 300


def compiled_node(search: Search, index: int) -> tuple[Any, ...]:
    """Return a node of the compiled tree: the FIELDS and the children."""
    nodes, seats, p = search.arrays["nodes"], search.game.n_seats, search.params
    record = nodes[index]
    packed, first, available = int(record.value_and_move), int(record.first_child), int(record.available)
    children, tried = [], 0
    if search.work.blocks and first and int(nodes[first].value_and_move) & 0xFFFF < OBSERVED:
        children = list(range(first, first + (available & 0xFFFF)))
        tried = available >> 16
    else:
        child = first
        while child:
            children.append(child)
            child = int(nodes[child].next_sibling)
    visits = int(record.visits)
    amaf = (int(search.arrays["amaf"][index].visits), float(search.arrays["amaf"][index].value)) if p.grave else (0, 0.0)
    proven = p.solver and search.arrays["proofs"][index].known
    proof = tuple(map(float, search.arrays["proofs"][index]["values"][:seats])) if proven else None
    # The root of a chance move has no use for an estimate; a node that was never visited has none yet.
    estimate = tuple(map(float, search.arrays["estimates"][index]["values"][:seats])) if p.implicit and visits else None
    available = 0 if search.work.blocks else available
    below = tuple(compiled_node(search, child) for child in children)
    return (packed & 0xFFFF, visits, packed >> 16, available, tried, amaf, proof, estimate, below)


def reference_node(node: Node) -> tuple[Any, ...]:
    """Return a node of the reference in the same form."""
    proof, estimate = (tuple(values) if values else None for values in (node.proof, node.estimate))
    below = tuple(reference_node(child) for child in node.children)
    return (node.code, node.visits, node.value, node.available, node.tried, tuple(node.amaf), proof, estimate, below)


def compiled_tree(search: Search) -> tuple[Any, ...]:
    """Return all trees of a search: the roots by number, and those of the others' hands in the order they were met."""
    if search.params.variant == "flat":
        return ()
    roots = list(range(int(search.work.n_trees)))
    keys = search.arrays["keys"]
    roots += sorted(keys["node"][keys["key"] != 0].tolist())
    return tuple(compiled_node(search, root) for root in roots)


def reference_tree(reference: Reference) -> tuple[Any, ...]:
    """Return all trees of the reference in the same order."""
    roots = [] if reference.p.variant == "flat" else [*reference.roots, *reference.hands.values()]
    return tuple(reference_node(root) for root in roots)


def compiled_rows(search: Search) -> dict[int, tuple[Any, ...]]:
    """Return the table of the first decision: visits, sums and sums of squares by move."""
    n = search.game.n_seats
    lines = search.arrays["rows"][: int(search.work.n_rows)]
    return {int(line.code): (int(line.visits), line.sums[:n].tolist(), line.squares[:n].tolist()) for line in lines}


def differences(ours: Any, theirs: Any, where: str = "root") -> Iterator[str]:
    """Yield what differs between two nodes, the topmost differences first."""
    for name, mine, other in zip(FIELDS, ours, theirs, strict=False):
        if mine != other:
            yield f"{where}: {name} is {mine}, the reference has {other}"
    mine, other = ([child[0] for child in node[-1]] for node in (ours, theirs))
    if mine != other:
        yield f"{where}: children are {mine}, the reference has {other}"
        return
    for left, right in zip(ours[-1], theirs[-1], strict=True):
        yield from differences(left, right, f"{where} {left[0] & ~OBSERVED}{'?' if left[0] & OBSERVED else ''}")


def check_same(search: Search, reference: Reference) -> None:
    """Fail with the first differences unless both have the same trees and the same table."""
    ours, theirs = compiled_tree(search), reference_tree(reference)
    found = [f"{len(ours)} trees, the reference has {len(theirs)}"] if len(ours) != len(theirs) else []
    for number, (left, right) in enumerate(zip(ours, theirs, strict=False)):
        found += [f"tree {number}, {line}" for line in differences(left, right)]
    assert not found, f"{search.params}\n" + "\n".join(found[:12])
    assert compiled_rows(search) == {code: tuple(row) for code, row in reference.rows.items()}
    assert search.iterations == reference.iterations
    assert search.params.variant == "flat" or search.nodes == reference.n_nodes


def searched(view: View, variant: str, seed: int = 0, n: int = ITERATIONS, **options: object) -> Search:
    """Return a search of `view` that ran `n` iterations."""
    search = Search(view, read_params(variant, options), seed)
    search.run(n)
    return search
