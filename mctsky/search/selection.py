"""Selection: the score of a child, from UCB with the options that are on."""

from math import sqrt

from mctsky.core.contract import Move, Seat
from mctsky.core.jit import kernel
from mctsky.search.playout import hopeful_mean
from mctsky.search.tree import (
    NONE,
    OBSERVED,
    Node,
    Work,
    amaf_of,
    codes_of,
    edge_code,
    edge_value,
    estimates_of,
    n_children,
    nodes_of,
    proofs_of,
    references_of,
    statistics_of,
)

UNSEEN = 1e9  # score of a child that must be tried before all others


@kernel
def is_plain(work: Work) -> bool:
    """Say whether children are scored by UCB alone."""
    return bool(work.grave == 0 and work.history == 0.0 and work.implicit == 0.0 and work.solver == 0)


@kernel
def set_reference(work: Work, node: Node, seat: Seat) -> Node:
    """Return GRAVE's reference for a decision: the deepest node so far where this seat chose and that has visits enough.

    The children of a reference other than the node itself are scattered into the codes' slots, stamped by epoch, so that
    each move finds its statistics at once.
    """
    nodes = nodes_of(work)
    if nodes[node].visits >= work.grave or references_of(work)[seat] < 0:
        references_of(work)[seat] = node
        return node
    reference = int(references_of(work)[seat])
    work.epoch += 1
    epoch = int(work.epoch)
    child = int(nodes[reference].first_child)
    left = n_children(nodes[reference]) if work.blocks != 0 else 0
    while child != NONE:
        code = edge_code(nodes[child])
        if code < OBSERVED:
            codes_of(work)[code].stamp = epoch
            codes_of(work)[code].slot = child
        if work.blocks != 0:
            left -= 1
            child = child + 1 if left > 0 else NONE
        else:
            child = int(nodes[child].next_sibling)
    return reference


@kernel
def amaf_node(work: Work, node: Node, reference: Node, child: Node, move: Move) -> Node:
    """Return the node that holds the all-moves-as-first statistics of a child's move, -1 if the reference has none."""
    if reference == node:
        return child
    code = codes_of(work)[move]
    return int(code.slot) if code.stamp == work.epoch else -1


@kernel
def proven_worth(work: Work, child: Node, seat: Seat) -> float:
    """Return the exact result of a proven child as `seat` is taken to see it."""
    values, viewer = proofs_of(work)[child].values, int(work.viewer)
    return 1.0 - float(values[viewer]) if work.paranoid != 0 and seat != viewer else float(values[seat])


@kernel
def estimated_worth(work: Work, child: Node, seat: Seat) -> float:
    """Return the implicit minimax value of a child as `seat` is taken to see it."""
    values, viewer = estimates_of(work)[child].values, int(work.viewer)
    return 1.0 - float(values[viewer]) if work.paranoid != 0 and seat != viewer else float(values[seat])


@kernel
def child_score(work: Work, node: Node, child: Node, seat: Seat, explored: float, reference: Node) -> float:
    """Return the score of a child for the seat that chooses; `explored` is c^2 ln(n), GRAVE's `reference` may be unused."""
    edge = nodes_of(work)[child]
    move = edge_code(edge)
    if work.solver != 0 and proofs_of(work)[child].known != 0.0:
        return proven_worth(work, child, seat)
    statistics = amaf_node(work, node, reference, child, move) if work.grave != 0 else -1
    amaf_visits = float(amaf_of(work)[statistics].visits) if statistics >= 0 else 0.0
    amaf_mean = float(amaf_of(work)[statistics].value) / amaf_visits if amaf_visits > 0.0 else 0.0
    visits = float(edge.visits)
    if visits == 0.0:
        return amaf_mean + sqrt(explored) if amaf_visits > 0.0 else UNSEEN  # as if it had been visited once
    mean = edge_value(edge) / visits
    score = mean
    if amaf_visits > 0.0:
        weight = amaf_visits / (amaf_visits + visits + work.grave_bias * amaf_visits * visits)
        score = (1.0 - weight) * mean + weight * amaf_mean
    if work.implicit != 0.0:
        score = (1.0 - work.implicit) * score + work.implicit * estimated_worth(work, child, seat)
    if work.history != 0.0:
        single = statistics_of(work)[seat * work.n_codes + move]
        known = hopeful_mean(float(single.value), int(single.visits))
        score += work.history * known / ((1.0 - mean) * visits + 1.0)
    return float(score + sqrt(explored / visits))
