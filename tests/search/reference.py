"""The search again, slow and obvious: nodes are objects, children are lists, tables are dictionaries.

It shares nothing with mctsky/search but the order of the random draws, so that both build the same trees, node by node. The
rules are the game's own verbs; whether those are right is proved elsewhere.
"""

from collections import defaultdict
from math import sqrt
from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, NOTHING, has_verb
from mctsky.core.position import OBSERVED, View
from mctsky.core.rng import derive_seed, make_rng, mix, next_u64
from search.reference_parts import GRAM_SLOTS, ONE, SMALL_BLOCK, UNSEEN, Node, World, rounded_log, single_precision


class Reference:
    """The counterpart of mctsky.Search; `capacity` is the number of nodes that memory holds."""

    def __init__(self, view: View, params: Any, seed: int, capacity: int = 1 << 40) -> None:
        self.p, self.game, self.viewer, self.capacity = params, view.game, view.seat, capacity
        self.rng = make_rng(derive_seed("search", seed))
        self.several = params.variant == "mo-ismcts"
        self.split = self.several and params.opponents_know == "own_hand" and view.game.spec.hidden
        self.stirs = has_verb(view.game.spec.game_type, "stir")
        self.tables = params.policy != "uniform" or params.history > 0
        self.statistics: Any = defaultdict(lambda: [0, 0.0])  # (seat, move), and slots of sequences
        self.begin(view)

    def begin(self, view: View) -> None:
        self.view, self.start = view, World(view.game, view.state)
        self.kept: World | None = None  # the world that is stirred from iteration to iteration
        self.roots = [Node(0) for _ in range(self.game.n_seats if self.several else 1)]
        self.hands: dict[Any, Node] = {}
        self.n_nodes = len(self.roots)
        self.rows: dict[int, list[Any]] = {}  # code: visits, sums, sums of squares
        self.iterations = self.world_left = 0
        self.solved = False

    @property
    def root(self) -> Node:
        return self.roots[self.viewer if self.several else 0]

    def below(self, n: int) -> int:
        return ((int(next_u64(self.rng)) >> 32) * n) >> 32

    def new_node(self, code: int) -> Node | None:
        if self.n_nodes >= self.capacity:
            return None
        self.n_nodes += 1
        return Node(code)

    def new_child(self, parent: Node, code: int) -> Node | None:
        child = self.new_node(code)
        if child:
            parent.children.insert(0, child)
        return child

    def follow(self, parent: Node, code: int) -> Node | None:
        found = [child for child in parent.children if child.code == code]
        return found[0] if found else self.new_child(parent, code)

    # ------------------------------------------------------------ running

    def run(self, n: int) -> None:
        iterate = {"flat": self.iterate_flat, "mcts": self.iterate_blocks, "pimc": self.iterate_blocks}
        for _ in range(n):
            if self.solved or self.n_nodes >= (self.p.nodes or 1 << 40):
                return
            self.path: list[tuple[Node, Node, int, int]] = []  # parent, node, whose value, decisions before it
            self.turns: list[tuple[int, int]] = []
            self.references: dict[int, Node] = {}
            self.row: int | None = None
            iterate.get(self.p.variant, self.iterate_lists)()
            self.iterations += 1

    def drawn_world(self) -> World:
        world = World(self.game, self.view.state)
        world.do("determinise", self.viewer, self.rng)
        return world

    def next_world(self) -> World:
        if self.kept is None or not self.stirs:
            self.kept = self.drawn_world()
        else:
            self.kept.do("stir", self.viewer, self.rng)
        return self.kept.copy()

    def decide(self, seat: int, move: int) -> None:
        self.turns.append((seat, move))
        if self.row is None and seat == self.viewer:
            self.row = move

    def iterate_flat(self) -> None:
        world = self.drawn_world()
        while self.row is None and (actor := world.actor()) != NOBODY:
            if actor == CHANCE:
                world.do("play", int(world.do("sample_chance", self.rng)))
                continue
            legal = world.considered(self.p)
            new = [move for move in legal if move not in self.rows]
            if actor != self.viewer:
                move = self.policy_move(actor, legal)
            elif new:
                move = new[self.below(len(new))]
            else:
                explored = self.p.c**2 * rounded_log(sum(self.rows[move][0] for move in legal))
                visits, sums = ({m: self.rows[m][k] for m in legal} for k in (0, 1))
                move = max(legal, key=lambda m: sums[m][self.viewer] / visits[m] + sqrt(explored / visits[m]))
            self.decide(actor, move)
            world.do("play", move)
        self.backup(self.playout(world))

    def iterate_blocks(self) -> None:
        if self.p.variant == "pimc":
            if self.world_left == 0:
                self.start, self.roots, self.n_nodes = self.drawn_world(), [Node(0)], 1
                self.world_left = max(1, self.p.iterations // self.p.worlds) if self.p.iterations else 200
            self.world_left -= 1
        world, node, p = self.start.copy(), self.root, self.p
        node.visits += 1
        early = 0  # blocks made before the viewer's decision
        while (actor := world.actor()) != NOBODY:
            if actor == CHANCE:
                if p.implicit and node.estimate is None:
                    node.estimate = single_precision(world.values("evaluate"))
                move = int(world.do("sample_chance", self.rng))
                child, seat = self.follow(node, move | OBSERVED), self.viewer
                if child is None:
                    break
            else:
                if not node.children:
                    early += self.row is None
                    leaf = node.visits == 0 and (self.row is not None or early > self.game.n_seats)
                    if leaf or not self.expand(node, world):
                        break
                child, seat = self.select_in_block(node, actor), actor
                move = child.code
            self.path.append((node, child, seat, len(self.turns)))
            if actor != CHANCE:
                self.decide(actor, move)
            world.do("play", move)
            node = child
            if node.proof:
                break
        if node.proof and p.implicit:
            node.estimate = node.proof
        values = node.proof or self.leaf_values(world, node)
        self.backup(values)
        if p.solver:
            self.prove()
        if p.implicit:
            self.estimate()

    def leaf_values(self, world: World, node: Node) -> list[float]:
        ended = world.actor() == NOBODY
        if self.p.implicit:
            node.estimate = single_precision(world.values("returns" if ended else "evaluate"))
        values = self.playout(world)
        if self.p.solver and ended:
            node.proof = single_precision(values)
        return values

    def expand(self, node: Node, world: World) -> bool:
        legal = world.considered(self.p)
        if self.n_nodes + len(legal) > self.capacity:
            return False
        node.children = [Node(move) for move in legal]
        self.n_nodes += len(legal)
        for child in node.children if self.p.solver else ():
            after = world.copy()
            after.do("play", child.code)
            if after.actor() == NOBODY:
                child.proof = single_precision(after.values("returns"))
            for answer in after.legal() if after.actor() >= 0 and len(legal) <= SMALL_BLOCK and not child.proof else ():
                ahead = after.copy()
                ahead.do("play", answer)
                if ahead.actor() == NOBODY and self.wish(ahead.values("returns"), after.actor()) == 1.0:
                    child.proof = child.proof or single_precision(ahead.values("returns"))
        return True

    def iterate_lists(self) -> None:
        world = self.next_world()
        cursors: list[Node | None] = list(self.roots)
        for seat in range(self.game.n_seats if self.split else 0):
            if seat != self.viewer:
                seen = world.copy()
                seen.do("conceal", seat)
                hand = seat, seen.state.tobytes()
                if hand not in self.hands and (root := self.new_node(0)):
                    self.hands[hand] = root
                cursors[seat] = self.hands.get(hand)
        for cursor in cursors:
            if cursor:
                cursor.visits += 1
        in_tree = True
        while in_tree and (actor := world.actor()) != NOBODY:
            if actor == CHANCE:
                move = int(world.do("sample_chance", self.rng))
            else:
                tree, legal = actor if self.several else 0, world.considered(self.p)
                node = cursors[tree]
                cursors[tree] = child = self.select_in_list(node, actor, legal) if node else None
                if node and child:
                    move = child.code
                    self.path.append((node, child, actor, len(self.turns)))
                elif self.row is None and actor != self.viewer:
                    move = self.policy_move(actor, legal)
                else:
                    break
                self.decide(actor, move)
                in_tree = self.row is None or (child is not None and child.visits > 0)
            watchers = range(self.game.n_seats) if self.several else [self.viewer] if actor == CHANCE else []
            for seat in watchers:
                tree = seat if self.several else 0
                before = cursors[tree]
                seen_move = int(world.do("observe", move, seat))
                if seat != actor and before and seen_move != NOTHING:
                    cursors[tree] = after = self.follow(before, seen_move | OBSERVED)
                    if after:
                        self.path.append((before, after, seat, len(self.turns)))
            world.do("play", move)
        self.backup(self.playout(world))

    # ------------------------------------------------------------ selection

    def select_in_block(self, node: Node, seat: int) -> Node:
        children, untried = node.children, len(node.children) - node.tried
        wins = [index for index, child in enumerate(children) if child.proof and self.wish(child.proof, seat) == 1.0]
        if wins:
            best = wins[0]
        elif untried and not self.p.grave:
            best = node.tried + self.below(untried)
        else:
            amaf = self.reference_statistics(node, seat)
            scores = [self.score(child, seat, node.visits, amaf) for child in children]
            best = scores.index(max(scores))
        if best >= node.tried:
            children[best], children[node.tried] = children[node.tried], children[best]
            best = node.tried
            node.tried += 1
        return children[best]

    def select_in_list(self, node: Node, seat: int, legal: list[int]) -> Node | None:
        amaf = self.reference_statistics(node, seat)
        known = [child for child in node.children if child.code in legal]
        for child in known:
            child.available += 1
        scores = [self.score(child, seat, child.available, amaf) for child in known]
        new = [move for move in legal if move not in {child.code for child in known}]
        if new:
            child = self.new_child(node, new[self.below(len(new))])
            if child:
                child.available = 1
                return child
        return known[scores.index(max(scores))] if known else None

    def reference_statistics(self, node: Node, seat: int) -> dict[int, list[float]]:
        """GRAVE: the all-moves-as-first statistics at the deepest node so far where `seat` chose, with visits enough."""
        if not self.p.grave:
            return {}
        if node.visits >= self.p.grave or seat not in self.references:
            self.references[seat] = node
        return {child.code: child.amaf for child in self.references[seat].children if child.chosen}

    def score(self, child: Node, seat: int, n: int, amaf: dict[int, list[float]]) -> float:
        p = self.p
        if child.proof:
            return self.wish(child.proof, seat)
        others, total = amaf.get(child.code, (0, 0.0))
        explored = p.c**2 * rounded_log(n)
        if child.visits == 0:
            return total / others + sqrt(explored) if others else UNSEEN  # as if visited once
        mean = score = child.value / ONE / child.visits
        if others:
            weight = others / (others + child.visits + p.grave_bias * others * child.visits)
            score = (1.0 - weight) * mean + weight * (total / others)
        if p.implicit:
            assert child.estimate is not None
            score = (1.0 - p.implicit) * score + p.implicit * self.wish(child.estimate, seat)
        if p.history:
            score += p.history * self.hopeful_mean((seat, child.code)) / ((1.0 - mean) * child.visits + 1.0)
        return score + sqrt(explored / child.visits)

    def wish(self, values: list[float], seat: int) -> float:
        """What `seat` is taken to make of a result: its own share, or under paranoia the viewer's loss."""
        return 1.0 - values[self.viewer] if self.p.backup == "paranoid" and seat != self.viewer else values[seat]

    # ------------------------------------------------------------ playouts

    def playout(self, world: World) -> list[float]:
        left = self.p.cutoff
        while (actor := world.actor()) != NOBODY:
            if actor == CHANCE:
                world.do("play", int(world.do("sample_chance", self.rng)))
                continue
            if left == 0:
                return world.values("evaluate")
            left -= 1
            move = self.policy_move(actor, world.considered(self.p))
            self.turns.append((actor, move))
            world.do("play", move)
        return world.values("returns")

    def policy_move(self, seat: int, legal: list[int]) -> int:
        start = self.below(len(legal))
        if self.p.policy == "uniform" or (int(next_u64(self.rng)) >> 11) / 2**53 < self.p.epsilon:
            return legal[start]
        return max(legal[start:] + legal[:start], key=lambda move: self.guess(seat, move))

    def guess(self, seat: int, move: int) -> float:
        known = [
            slot for slot in self.sequences(len(self.turns), seat, move) if self.statistics[slot][0] >= self.p.ngram_visits
        ]
        means = [self.hopeful_mean(slot) for slot in [(seat, move), *known]]
        return sum(means) / len(means)

    def sequences(self, n: int, seat: int, move: int) -> list[Any]:
        """The slots of the pair and the triple that `move` completes after the first `n` decisions."""
        found = []
        for length in (1, 2) if self.p.policy == "ngram" else ():
            if n >= length:
                last, before = self.turns[n - 1][1], self.turns[n - 2][1] if length == 2 else -1
                key = (seat + 1 << 48) + (before + 1 << 32) + (last + 1 << 16) + move
                found.append((length, "gram", int(mix(np.uint64(key))) % GRAM_SLOTS))
        return found

    def hopeful_mean(self, slot: Any) -> float:
        visits, total = self.statistics[slot]
        return total / visits if visits else 1.0

    # ------------------------------------------------------------ results

    def backup(self, values: list[float]) -> None:
        for _, node, seat, _ in self.path:
            node.visits += 1
            node.value += int(self.wish(values, seat) * ONE + 0.5)
        if self.row is not None:
            row = self.rows.setdefault(self.row, [0, [0.0] * len(values), [0.0] * len(values)])
            row[0] += 1
            row[1:] = (
                [a + v for a, v in zip(row[1], values, strict=True)],
                [a + v * v for a, v in zip(row[2], values, strict=True)],
            )
        for parent, node, seat, turn in self.path if self.p.grave else ():
            for child in parent.children if node.chosen else ():
                if child.chosen and (seat, child.code) in self.turns[turn:]:
                    child.amaf[0] += 1
                    child.amaf[1] += self.wish(values, seat)
        for index, (seat, move) in enumerate(self.turns if self.tables else ()):
            for slot in [(seat, move), *self.sequences(index, seat, move)]:
                self.statistics[slot][0] += 1
                self.statistics[slot][1] += self.wish(values, seat)

    def prove(self) -> None:
        for parent, node, seat, _ in reversed(self.path):
            if node.proof is None or not node.chosen:
                return
            parent.proof = node.proof
            if self.wish(node.proof, seat) < 1.0:
                proofs = [child.proof for child in parent.children]
                parent.proof = None if None in proofs else max(proofs, key=lambda proof: self.wish(proof, seat))
        self.solved = self.p.variant == "mcts" and self.root.proof is not None  # a world that is solved is not the answer

    def estimate(self) -> None:
        for parent, node, seat, _ in reversed(self.path):
            if not node.chosen:
                continue  # a chance node keeps the game's own estimate
            estimates = [child.estimate for child in parent.children[: parent.tried]]
            parent.estimate = max(estimates, key=lambda values: self.wish(values, seat))

    # ------------------------------------------------------------ reuse

    def advance(self, view: View) -> bool:
        events = view.observed[len(self.view.observed) :]
        node: Node | None = self.root
        for event in events:
            wanted = {event} if self.several else {event, event & ~OBSERVED}
            node = next((child for child in node.children if child.code in wanted and child.visits), None) if node else None
        self.begin(view)
        if node is None or not node.children or self.p.variant in ("flat", "pimc"):
            return False
        self.roots[self.viewer if self.several else 0] = node
        self.n_nodes += node.size() - 1
        return True
