"""Backing up a result: node values, the table of the first decision, move statistics, proofs and implicit minimax."""

from typing import Any

import numpy as np

from mctsky.core.contract import MAX_SEATS, Rules, Seat
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.search.playout import NGRAM, gram_slot
from mctsky.search.selection import estimated_worth, proven_worth
from mctsky.search.tree import (
    CODE_BITS,
    NONE,
    OBSERVED,
    ROOT,
    VALUE_ONE,
    Node,
    Work,
    amaf_of,
    edge_code,
    estimates_of,
    grams_of,
    n_children,
    n_tried,
    nodes_of,
    path_of,
    proofs_of,
    rows_of,
    statistics_of,
    turns_of,
    values_of,
)

_earned = on_stack(np.int64, MAX_SEATS)  # what a visit adds to a node, by the seat that chose it


@kernel
def push(work: Work, parent: Node, node: Node, seat: Seat) -> None:
    """Append an edge to the path of this iteration; `seat` is whose value it keeps."""
    step = path_of(work)[np.uint64(work.n_path)]  # unsigned: see `follow`
    step.node = node
    step.parent = parent
    step.seat = seat
    step.turn = work.n_turns
    work.n_path += 1


@kernel
def worth(work: Work, seat: Seat) -> float:
    """Return the result as `seat` is taken to see it: its own value, or under paranoia the viewer's loss."""
    if work.paranoid != 0 and seat != work.viewer:
        return 1.0 - float(values_of(work)[work.viewer])
    return float(values_of(work)[seat])


@kernel(inline=True)
def backup(game: Rules, work: Work, row: int) -> None:
    """Add the result of this iteration to every edge of the path, to the table row, and to the move statistics that are on."""
    nodes, path, earned = nodes_of(work), path_of(work), _earned()
    for seat in range(MAX_SEATS):  # with a way out: a vector loop costs more than so few numbers
        if seat >= game.n_seats:
            break
        earned[np.uint64(seat)] = int(worth(work, seat) * VALUE_ONE + 0.5) << CODE_BITS
    for index in range(np.uint64(work.n_path)):
        step = path[index]
        node = nodes[np.uint64(step.node)]
        node.visits += 1
        node.value_and_move += earned[np.uint64(step.seat)]
    if row >= 0:
        add_to_row(game, work, row, values_of(work))
    if work.grave != 0:
        _update_amaf(work)
    if work.tables != 0:
        _update_tables(work)


@kernel
def add_to_row(game: Rules, work: Work, row: int, values: Any) -> None:
    """Add a value per seat to a row of the table of the first decision."""
    line = rows_of(work)[np.uint64(row)]
    line.visits += 1
    for seat in range(MAX_SEATS):
        if seat >= game.n_seats:
            break
        value = values[seat]
        line.sums[seat] += value
        line.squares[seat] += value * value


@kernel
def _update_tables(work: Work) -> None:
    """Credit every decision of this iteration, and under N-grams every pair and triple, with its seat's result."""
    turns = turns_of(work)
    for index in range(work.n_turns):
        seat, move = int(turns[index].seat), int(turns[index].move)
        value = worth(work, seat)
        single = statistics_of(work)[seat * work.n_codes + move]
        single.visits += 1
        single.value += value
        if work.policy == NGRAM and index > 0:
            last = int(turns[index - 1].move)
            pair = grams_of(work)[gram_slot(seat, -1, last, move)]
            pair.visits += 1
            pair.value += value
            if index > 1:
                triple = grams_of(work)[gram_slot(seat, int(turns[index - 2].move), last, move)]
                triple.visits += 1
                triple.value += value


@kernel
def _update_amaf(work: Work) -> None:
    """Credit the children of every node on the path whose move the same seat played there or later (all moves as first)."""
    nodes, path, turns = nodes_of(work), path_of(work), turns_of(work)
    work.epoch += 1
    epoch = int(work.epoch)
    later = int(work.n_turns)
    for index in range(work.n_path - 1, -1, -1):
        if edge_code(nodes[path[index].node]) >= OBSERVED:
            continue
        seat = int(path[index].seat)
        while later > path[index].turn:
            later -= 1
            statistics_of(work)[int(turns[later].seat) * work.n_codes + int(turns[later].move)].played = epoch
        parent = nodes[path[index].parent]
        child = int(parent.first_child)
        in_block = n_children(parent) if work.blocks != 0 else 0
        while child != NONE:
            code = edge_code(nodes[child])
            if code < OBSERVED and statistics_of(work)[seat * work.n_codes + code].played == epoch:
                amaf_of(work)[child].visits += 1
                amaf_of(work)[child].value += worth(work, seat)
            if work.blocks != 0:
                in_block -= 1
                child = child + 1 if in_block > 0 else NONE
            else:
                child = int(nodes[child].next_sibling)


@kernel
def mark_proven(game: Rules, work: Work, node: Node) -> None:
    """Record the result of a finished game as proven."""
    proofs_of(work)[node].known = 1.0
    for seat in range(game.n_seats):
        proofs_of(work)[node].values[seat] = values_of(work)[seat]


@kernel
def back_up_proofs(game: Rules, work: Work) -> None:
    """Prove parents upwards: one child that wins for the chooser is enough, else all children must be proven."""
    nodes, path = nodes_of(work), path_of(work)
    for index in range(work.n_path - 1, -1, -1):
        node, parent, seat = int(path[index].node), int(path[index].parent), int(path[index].seat)
        if proofs_of(work)[node].known == 0.0 or edge_code(nodes[node]) >= OBSERVED:
            return
        best = node
        if proven_worth(work, node, seat) < 1.0:
            first = int(nodes[parent].first_child)
            best = first
            for child in range(first, first + n_children(nodes[parent])):
                if proofs_of(work)[child].known == 0.0:
                    return
                if proven_worth(work, child, seat) > proven_worth(work, best, seat):
                    best = child
        proofs_of(work)[parent].known = 1.0
        for other in range(game.n_seats):
            proofs_of(work)[parent].values[other] = proofs_of(work)[best].values[other]
    work.solved = int(proofs_of(work)[ROOT].known)


@kernel
def back_up_implicit(game: Rules, work: Work) -> None:
    """Give every parent on the path the estimate of the tried child that its chooser likes best."""
    nodes, path = nodes_of(work), path_of(work)
    for index in range(work.n_path - 1, -1, -1):
        parent, seat = int(path[index].parent), int(path[index].seat)
        if edge_code(nodes[path[index].node]) >= OBSERVED:
            continue  # a chance node keeps the game's own estimate
        first = int(nodes[parent].first_child)
        best = first
        for child in range(first, first + n_tried(nodes[parent])):
            if estimated_worth(work, child, seat) > estimated_worth(work, best, seat):
                best = child
        for other in range(game.n_seats):
            estimates_of(work)[parent].values[other] = estimates_of(work)[best].values[other]
