"""The tree on flat arrays: 24 bytes per node, any number of seats, because an edge keeps only its chooser's value.

A node stands for the edge that leads to it. Two kinds of child sets live in one array:
- a *block*, for decisions with perfect information: all children side by side, made on the second visit, the tried ones first;
- a *list*, for chance outcomes and information sets, whose legal moves differ from world to world: children linked one by one.
Node 0 (and, for several trees, the first few nodes) are roots. Index 0 therefore also means "no child" and "no sibling".
"""

from functools import lru_cache
from math import sqrt
from typing import Any, TypeAlias

import numpy as np

from mctsky.core.bits import highest
from mctsky.core.contract import MAX_CODES, MAX_SEATS
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import array_accessor
from mctsky.core.marks import CLOCK_FIELDS, mark
from mctsky.core.rng import RNG_DTYPE
from mctsky.search.phases import EXPANSION

Node: TypeAlias = int
Work: TypeAlias = Any  # the record of WORK_DTYPE that holds a whole search
ROOT: Node = 0
NONE: Node = 0  # no child, no sibling
FULL: Node = -1  # there is no room for another node
NO_HISTORY: Node = -1

NODE_DTYPE = np.dtype(
    [
        ("value_and_move", np.int64),  # sum of values in units of 1 / VALUE_ONE, times 2**16, plus the edge's code
        ("visits", np.uint32),
        ("available", np.uint32),  # lists: how often the move could be chosen; blocks: n_tried * 2**16 + n_children
        ("first_child", np.int32),
        ("next_sibling", np.int32),
    ],
    align=True,
)

VALUE_ONE = 1 << 17  # 48 bits hold 2**30 visits; whole numbers make sums exact, so that threads can be added in any order
VALUE_UNIT = 1.0 / VALUE_ONE
CODE_BITS = 16
CODE_MASK = (1 << CODE_BITS) - 1
OBSERVED = MAX_CODES  # flag in an edge's code: seen, not chosen by the tree's owner

ROW_DTYPE = np.dtype(  # one move of the viewer's first decision, the table behind the answer
    [
        ("code", np.int64),
        ("visits", np.int64),
        ("sums", np.float64, MAX_SEATS),
        ("squares", np.float64, MAX_SEATS),
    ],
    align=True,
)
CODE_DTYPE = np.dtype(  # work space per move code; stamps are epochs, so that nothing needs clearing
    [
        ("legal", np.int64),  # stamp: can be chosen in this world; negative: and a child for it was met
        ("stamp", np.int64),  # stamp of `slot`
        ("slot", np.int32),  # GRAVE: the reference's child for this move
        ("row", np.int32),  # 1 + its row in the table of the first decision, 0 = none yet
    ],
    align=True,
)
STATISTIC_DTYPE = np.dtype([("value", np.float64), ("visits", np.int64), ("played", np.int64)], align=True)
AMAF_DTYPE = np.dtype([("value", np.float64), ("visits", np.int64)], align=True)
STEP_DTYPE = np.dtype([("node", np.int32), ("parent", np.int32), ("seat", np.int32), ("turn", np.int32)], align=True)
TURN_DTYPE = np.dtype([("seat", np.int32), ("move", np.int32)], align=True)
KEY_DTYPE = np.dtype([("key", np.uint64), ("node", np.int64)], align=True)
PROOF_DTYPE = np.dtype([("known", np.float32), ("values", np.float32, MAX_SEATS)], align=True)
ESTIMATE_DTYPE = np.dtype([("values", np.float32, MAX_SEATS)], align=True)
SCALE_DTYPE = np.dtype([("share", np.float64), ("width", np.float64)], align=True)
POLICY_DTYPE = np.dtype([("regret", np.float32), ("average", np.float32)], align=True)
STRATEGY_STEP_DTYPE = np.dtype(
    [
        ("seat", np.int32),  # CHANCE for luck
        ("first", np.int32),  # in the chooser's tree, the first of the moves, side by side
        ("n", np.int32),
        ("chosen", np.int32),  # place among the moves; of luck, the history after it
        ("history", np.int32),  # the first history after it, in the order of the moves, or NO_HISTORY; of luck, the one before
        ("chance", np.float64),  # with which the move was drawn
        ("likely", np.float64),  # its probability in the current strategy
        ("weight", np.float64),  # of the chooser's regrets here
        ("own_weight", np.float64),  # of its average strategy
    ],
    align=True,
)

LOG_SIZE = 4096
FEW_VISITS, MANY_VISITS = 1 << 12, 1 << 17  # lengths of the tables for scoring, in short and in long searches
GRAM_SIZE = 1 << 16  # slots of the 2-gram table and of the 3-gram table; colliding sequences share a slot

POOL_SIZE = 5  # states: as given, start of the tree or the world that is stirred, the world played in, two to try things out
CONCEALED, START, WORLD, TRIAL, AHEAD = range(POOL_SIZE)

# The arrays of a search and their element types; the kernel `<name>_of(work)` returns each.
ARRAYS: dict[str, Any] = {
    "rng": RNG_DTYPE,  # [1]
    "spreads": np.dtype(np.float64),  # [FEW_VISITS or MANY_VISITS], c sqrt(ln n), see spread_of
    "scales": SCALE_DTYPE,  # [the same], VALUE_UNIT / n and sqrt(1 / n), see ucb
    "words": np.dtype(np.uint64),  # [POOL_SIZE * words per state], the pool's memory again, for hashing
    "nodes": NODE_DTYPE,  # [capacity]
    "rows": ROW_DTYPE,  # [n_codes]
    "codes": CODE_DTYPE,  # [n_codes]
    "moves": np.dtype(np.int32),  # [max_legal], legal moves of the decision at hand
    "path": STEP_DTYPE,  # [edges passed in one iteration, over all trees]
    "turns": TURN_DTYPE,  # [max_plies], decisions of this iteration in order
    "values": np.dtype(np.float64),  # [MAX_SEATS], the result of this iteration
    "cursors": np.dtype(np.int32),  # [MAX_SEATS], where each tree stands
    "references": np.dtype(np.int32),  # [MAX_SEATS], GRAVE's reference node per seat, -1 = none
    "statistics": STATISTIC_DTYPE,  # [n_seats * n_codes], how each move of each seat has done
    "grams": AMAF_DTYPE,  # [2 * GRAM_SIZE], the same for sequences
    "amaf": AMAF_DTYPE,  # [capacity], the same for the move of each node, at its parent
    "proofs": PROOF_DTYPE,  # [capacity], exact results
    "estimates": ESTIMATE_DTYPE,  # [capacity], implicit minimax values
    "keys": KEY_DTYPE,  # [power of two], roots by hand, open addressing
    "policies": POLICY_DTYPE,  # [capacity], regret matching: of the move of each node
    "means": np.dtype(np.uint16),  # [4 * capacity], the same memory: of a history, the mean results of seats 0 to 3
    "steps": STRATEGY_STEP_DTYPE,  # [max_plies + 1], decisions by strategy and luck of this iteration
    "reach": np.dtype(np.float64),  # [2 * MAX_SEATS], per seat the weight of this world; then the chance of its own choices
    "outlook": np.dtype(np.float64),  # [MAX_SEATS], what each seat can expect, while a result is backed up
    "baselines": np.dtype(np.float64),  # [max_legal], regret matching: of the moves of one decision, while it is backed up
    "events": np.dtype(np.int32),  # [events], what the viewer has observed since the start of the game
}
PER_NODE = ("nodes", "amaf", "proofs", "estimates", "policies")  # arrays that grow with the tree; unused ones have length 1
UNCLEARED = (*PER_NODE, "path", "turns", "steps")  # kernels write an element before they read it; only roots begin with zeros

_WORK_FIELDS: list[tuple[Any, ...]] = [
    ("n_nodes", np.int64),
    ("capacity", np.int64),
    ("margin", np.int64),  # most new nodes of one iteration; a slice ends when fewer are left
    ("frozen", np.int64),  # the memory cap is reached: run on without growing
    ("node_budget", np.int64),  # stop when the tree has as many nodes
    ("iterations", np.int64),
    ("solved", np.int64),  # the root is proven
    ("epoch", np.int64),
    ("n_rows", np.int64),
    ("n_keys", np.int64),
    ("n_turns", np.int64),
    ("n_path", np.int64),
    ("best", np.int64),  # the best child so far; see mcts._select
    ("world_left", np.int64),  # pimc: iterations left in this world
    ("stirs", np.int64),  # the game has `stir`: ISMCTS draws one world and stirs it
    ("has_world", np.int64),  # ISMCTS: pool[START] holds the world to stir
    ("open", np.int64),  # a cheat's search: the state as given is the only world
    ("viewer", np.int64),
    ("blocks", np.int64),  # decisions have blocks of children (perfect information), not lists
    ("n_trees", np.int64),
    ("n_codes", np.int64),
    ("world_iterations", np.int64),  # pimc: iterations per world, 0 = no pimc
    ("split_roots", np.int64),  # opponents know their own hand: one root per hand
    ("paranoid", np.int64),
    ("solver", np.int64),
    ("decisive", np.int64),  # a winning move that the game can name is the only one considered
    ("policy", np.int64),
    ("tables", np.int64),  # move statistics are kept (for playouts or history)
    ("cutoff", np.int64),  # moves of a playout before `evaluate` ends it, -1 = none
    ("grave", np.int64),  # visits that make a node a reference, 0 = off
    ("ngram_visits", np.int64),
    ("c", np.float64),
    ("epsilon", np.float64),
    ("grave_bias", np.float64),
    ("history", np.float64),
    ("implicit", np.float64),
    ("rule", np.int64),  # of decisions that are hidden: see strategy.RULES
    ("marks_all", np.int64),  # all decisions count as hidden, not only those whose move somebody does not see
    ("from_start", np.int64),  # iterations begin at the start of the game
    ("past", np.int64),  # where the tree of histories stands in this iteration, or NO_HISTORY
    ("n_steps", np.int64),
    ("n_worlds", np.int64),  # roots of the tree of histories
    ("traverser", np.int64),  # the seat that explores and learns in this iteration
    ("fresh", np.int64),  # moves were added to a decision in this iteration
    ("grew", np.int64),  # moves were added to a history in this iteration
    ("counts", np.int64),  # the choice at hand is the one that the table counts
    ("few_outcomes", np.int64),  # luck has so few that baselines are made of them
    ("mirrors", np.int64),  # two seats, whose results have always added up to 1
    ("n_looks", np.int64),  # histories whose moves were tried for ends of the game
    ("n_ends", np.int64),  # of these, those that had some
    ("at_view", np.int64),  # this iteration passes through the view
    ("n_events", np.int64),
    ("n_steered", np.int64),  # iterations that were led to the view
    ("gamma", np.float64),
    ("tie", np.float64),
    ("mass", np.float64),  # sum over them of the chance of the public luck that was chosen
    ("due", np.float64),  # weight of iterations at the view that the table has not counted yet
    *((f"{name}_{part}", np.int64) for name in ARRAYS for part in ("address", "size")),
]
WORK_DTYPE = np.dtype(_WORK_FIELDS, align=True)
# Kernels compiled for this one keep time, see core/marks.py. The clock goes first: numba takes a record that only has more
# fields at its end for the same type, and would reuse the kernels without a clock.
TIMED_WORK_DTYPE = np.dtype([*CLOCK_FIELDS, *_WORK_FIELDS], align=True)

rng_of = array_accessor("rng", ARRAYS["rng"])
spreads_of = array_accessor("spreads", ARRAYS["spreads"])
scales_of = array_accessor("scales", ARRAYS["scales"])
words_of = array_accessor("words", ARRAYS["words"])
nodes_of = array_accessor("nodes", ARRAYS["nodes"])
rows_of = array_accessor("rows", ARRAYS["rows"])
codes_of = array_accessor("codes", ARRAYS["codes"])
moves_of = array_accessor("moves", ARRAYS["moves"])
path_of = array_accessor("path", ARRAYS["path"])
turns_of = array_accessor("turns", ARRAYS["turns"])
values_of = array_accessor("values", ARRAYS["values"])
cursors_of = array_accessor("cursors", ARRAYS["cursors"])
references_of = array_accessor("references", ARRAYS["references"])
statistics_of = array_accessor("statistics", ARRAYS["statistics"])
grams_of = array_accessor("grams", ARRAYS["grams"])
amaf_of = array_accessor("amaf", ARRAYS["amaf"])
proofs_of = array_accessor("proofs", ARRAYS["proofs"])
estimates_of = array_accessor("estimates", ARRAYS["estimates"])
keys_of = array_accessor("keys", ARRAYS["keys"])
policies_of = array_accessor("policies", ARRAYS["policies"])
means_of = array_accessor("means", ARRAYS["means"])
steps_of = array_accessor("steps", ARRAYS["steps"])
reach_of = array_accessor("reach", ARRAYS["reach"])
outlook_of = array_accessor("outlook", ARRAYS["outlook"])
baselines_of = array_accessor("baselines", ARRAYS["baselines"])
events_of = array_accessor("events", ARRAYS["events"])


@kernel
def edge_code(node: Any) -> int:
    """Return the code of the edge that leads to a node, its OBSERVED flag included."""
    return int(node.value_and_move & CODE_MASK)


@kernel
def edge_value(node: Any) -> float:
    """Return the sum of values of a node."""
    return float(node.value_and_move >> CODE_BITS) * VALUE_UNIT


@kernel
def n_children(node: Any) -> int:
    """Return the size of a block of children."""
    return int(node.available) & 0xFFFF


@kernel
def n_tried(node: Any) -> int:
    """Return how many children of a block have been visited; they come first."""
    return int(node.available) >> 16


def _log_table() -> Any:
    """Return ln(n) for n below LOG_SIZE, rounded so that the last bits of a platform's log cannot show."""
    table = np.log(np.maximum(np.arange(LOG_SIZE), 1).astype(np.float64))
    return np.round(table * (1 << 30)) / (1 << 30)


LOGS = _log_table()
_LOG_2 = 0.6931471805599453


@kernel
def log_of(n: int) -> float:
    """Return ln(n) from the table, for large n within 0.0005 from its leading bits; the same on every machine."""
    shift = highest(np.uint64(n)) - 11
    if shift <= 0:
        return float(LOGS[n])
    return float(LOGS[n >> shift]) + shift * _LOG_2


def _logs_below(size: int) -> Any:
    """Return `log_of` of all numbers below a power of two, at least LOG_SIZE."""
    parts, top = [LOGS], LOGS[LOG_SIZE // 2 :]
    for shift in range(1, (size // LOG_SIZE).bit_length()):
        parts.append(np.repeat(top + shift * _LOG_2, 1 << shift))
    return np.concatenate(parts)


@lru_cache(8)
def spread_table(c: float, size: int) -> Any:
    """Return what `spread_of` looks up; searches share it."""
    return np.sqrt(c * c * _logs_below(size))


@lru_cache(2)
def scale_table(size: int) -> Any:
    """Return what `ucb` looks up; searches share it."""
    table = np.empty(size, SCALE_DTYPE)
    shares = 1.0 / np.maximum(np.arange(size), 1).astype(np.float64)
    table["share"], table["width"] = VALUE_UNIT * shares, np.sqrt(shares)
    return table


@kernel(inline=True)
def spread_of(work: Work, visits: Any) -> float:
    """Return c sqrt(ln n), from a table if it is long enough: choosing must not wait for a root at every step."""
    spreads = spreads_of(work)
    if visits < np.uint64(spreads.size):
        return float(spreads[np.uint64(visits)])
    return sqrt(work.c * work.c * log_of(int(visits)))


@kernel(inline=True)
def ucb(work: Work, value_and_move: int, visits: Any, spread: float) -> float:
    """Return the plain score of a visited child: its mean plus sqrt(1 / visits) times `spread`, which is c sqrt(ln n)."""
    scales = scales_of(work)
    if visits < np.uint64(scales.size):
        scale = scales[np.uint64(visits)]
        share, width = float(scale.share), float(scale.width)
    else:
        share = 1.0 / float(visits)
        width = sqrt(share)
        share *= VALUE_UNIT  # a power of two: nothing is rounded
    return float(float(value_and_move >> CODE_BITS) * share + spread * width)


@kernel
def new_node(work: Work, code: int) -> Node:
    """Append an unvisited node, or return FULL."""
    index = int(work.n_nodes)
    if index >= int(work.capacity):
        return FULL
    work.n_nodes = index + 1
    node = nodes_of(work)[index]
    node.value_and_move = code
    node.visits = 0
    node.available = 0
    node.first_child = NONE
    node.next_sibling = NONE
    return index


@kernel
def new_child(work: Work, parent: Node, code: int) -> Node:
    """Link a new child to a parent's list, or return FULL."""
    nodes = nodes_of(work)
    mark(work, EXPANSION)
    index = new_node(work, code)
    if index != FULL:
        nodes[index].next_sibling = nodes[parent].first_child
        nodes[parent].first_child = index
    return index


@kernel
def follow(work: Work, parent: Node, code: int) -> Node:
    """Return the listed child with this code, made if missing, or FULL."""
    nodes = nodes_of(work)
    child = int(nodes[np.uint64(parent)].first_child)
    while child != NONE:
        edge = nodes[np.uint64(child)]  # unsigned: numba would check a signed index for counting from the end
        if edge_code(edge) == code:
            return child
        child = int(edge.next_sibling)
    return new_child(work, parent, code)


@kernel
def has_room(work: Work) -> bool:
    """Say whether an iteration can run: there is memory for all that it may add, or growing is over."""
    room = int(work.capacity) - int(work.n_nodes) >= int(work.margin)
    return bool((room or work.frozen != 0) and work.n_nodes < work.node_budget)
