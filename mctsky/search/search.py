"""Running a search: arrays, budgets, slices, growth and reuse around the compiled kernels."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from mctsky.core.checks import function, instance, real_number, seed_number, whole_number
from mctsky.core.contract import MAX_SEATS, has_verb
from mctsky.core.position import OpenView, Position, View
from mctsky.core.record import as_records, new_record, new_records
from mctsky.core.rng import RNG_DTYPE, derive_seed
from mctsky.errors import BudgetError, OptionError, PositionError, UnsupportedError
from mctsky.search import tree
from mctsky.search.flat import run_flat
from mctsky.search.guard import Guard
from mctsky.search.inspect import move_texts, principal_variation, proven_values
from mctsky.search.ismcts import run_ismcts
from mctsky.search.lines import Lines
from mctsky.search.mcts import run_mcts
from mctsky.search.mixed import run_mixed
from mctsky.search.mixed_arrays import average_strategy, begin_view, prepare_mixed, settle_root, show_events
from mctsky.search.params import BLOCKS, LISTS, MAX_ITERATIONS, MAX_SECONDS, SearchParams, check_game
from mctsky.search.playout import POLICIES
from mctsky.search.result import Row, SearchResult, rank, standard_error, visit_shares
from mctsky.search.reuse import find_node, follows, keep_subtree, move_keys

DEFAULT_ITERATIONS = 1_000
ITERATIONS_PER_NODE = 100  # most that a budget of nodes alone allows
SLICE_SECONDS = 0.01  # how long compiled code runs before Python may stop it
WORLD_ITERATIONS = 200  # of one pimc world when the number of iterations is not known
_NODES_PER_ITERATION = 32  # of games with many moves; growing later means copying
_FIRST_CAPACITY = 4_096
_MIB = 1 << 20


class Search:
    """A search of one view that can be run in pieces; running in pieces never changes its tree.

    It is one tree on one thread: parameters with more `threads` are refused, `analyse` runs several searches side by side.
    One thread at a time may `run` or `advance` it, a second one gets a BusyError; any thread may read `result()` meanwhile.
    A search cannot be pickled or copied. Pickle its view, parameters and result, and begin again from those.
    """

    def __init__(self, view: View, params: SearchParams, seed: int = 0) -> None:
        """Prepare the arrays; nothing is searched yet."""
        check_view(view, params)
        if params.threads > 1:
            remedy = "leave `threads` out, or use analyse(view, variant, threads=...), which runs several and adds them up"
            raise OptionError("one Search is one tree on one thread", given=f"threads={params.threads}", remedy=remedy)
        seed = seed_number(seed, "Search")
        self._guard = Guard()
        self._asked_root = params.root
        self.view, self.params, self.game = view, settle_root(params, view), view.game
        self.seconds = 0.0
        self._blocks = params.variant in BLOCKS
        self._several = params.variant == "mo-ismcts"
        self._mixes = params.mixes and view.game.spec.hidden  # where all is seen there is nothing to mix
        self._rng = np.zeros(1, RNG_DTYPE)
        self._rng["state"] = derive_seed("search", seed)
        self._capacity_cap = max(16, params.memory * _MIB // self.bytes_per_node)
        self._run: Callable[..., int] = {"flat": run_flat, "so-ismcts": run_ismcts, "mo-ismcts": run_ismcts}.get(
            params.variant, run_mcts
        )
        if self._mixes:
            self._run = run_mixed
        self._seeded: dict[int, tuple[int, float]] = {}  # visits and value of reused root children
        self._kept_visits = 0  # of a reused root
        self._lines: Lines | None = None
        self._slice = 8  # small: the first slice cannot be stopped, and some games take milliseconds per iteration
        self._allocate()

    # ------------------------------------------------------------ arrays

    work_dtype = tree.WORK_DTYPE

    @property
    def bytes_per_node(self) -> int:
        """Memory of one node with the options that are on."""
        return sum(tree.ARRAYS[name].itemsize for name in tree.PER_NODE if self._uses(name))

    def _uses(self, name: str) -> bool:
        """Say whether a per-node array is needed."""
        p = self.params
        return {
            "nodes": True,
            "amaf": p.grave > 0,
            "proofs": p.solver,
            "estimates": p.implicit > 0,
            "policies": self._mixes and p.select == "rm",
        }[name]

    def _allocate(self) -> None:
        """Make the work record and all arrays for the current view."""
        self.pool = new_records(tree.POOL_SIZE, self.game.spec.state_dtype)
        self.pool[tree.CONCEALED] = self.view.state
        self.pool[tree.START] = self.view.state
        self.work = new_record(self.work_dtype)
        self._set_sizes()
        self._set_options()
        self.arrays: dict[str, Any] = {}
        for name, size in self._array_sizes().items():
            if name not in tree.UNCLEARED:
                self._attach(name, np.zeros(size, tree.ARRAYS[name]))
                continue
            array = uncleared(size, tree.ARRAYS[name])
            array[: self.work.n_nodes] = np.zeros(1, array.dtype)
            self._attach(name, array)
        self._attach("rng", self._rng)
        self._attach_tables(tree.FEW_VISITS)
        if self.params.root == "game":
            show_events(self)
        self._attach("words", self.pool.view(np.ndarray).view(np.uint64))

    def _set_sizes(self) -> None:
        """Write how many trees, nodes and moves there are, and how much room one iteration may need."""
        p, w, bounds, seats = self.params, self.work, self.game.spec.bounds, self.game.n_seats
        plies, n_trees = bounds.max_plies + 1, seats if self._several else 1
        margin = (seats + 1) * bounds.max_legal + plies if self._blocks else n_trees * plies + seats
        if self._mixes:
            margin += plies + 2 * (plies if p.root == "game" else seats + 1) * bounds.max_legal
        # At most a block per iteration. Pages that stay untouched cost nothing, but what is larger than 32 MB is given back to
        # the system after each search and cleared for the next.
        likely = min(_NODES_PER_ITERATION, bounds.max_legal) * (p.iterations or 0) if self._blocks else 0
        w.capacity, w.margin = min(self._capacity_cap, max(_FIRST_CAPACITY, 2 * margin, likely)), margin
        w.node_budget = max(p.nodes, n_trees + 1) if p.nodes else 1 << 40
        w.viewer, w.n_trees, w.n_nodes, w.n_codes = self.view.seat, n_trees, n_trees, bounds.n_codes

    def _set_options(self) -> None:
        """Write the parameters as kernels read them."""
        p, w = self.params, self.work
        split = self._several and p.opponents_know == "own_hand" and self.game.spec.hidden and p.root == "view"
        w.blocks, w.split_roots, w.stirs = self._blocks, split, has_verb(self.game.spec.game_type, "stir")
        w.paranoid, w.solver, w.tables = p.backup == "paranoid", p.solver, p.policy != "uniform" or p.history > 0
        w.open = isinstance(self.view, OpenView)
        w.decisive = p.decisive and has_verb(self.game.spec.game_type, "decisive")
        w.policy, w.cutoff, w.grave, w.ngram_visits = POLICIES.index(p.policy), p.cutoff, p.grave, p.ngram_visits
        w.c, w.epsilon, w.grave_bias, w.history, w.implicit = p.c, p.epsilon, p.grave_bias, p.history, p.implicit
        if self._mixes:
            prepare_mixed(self)
        if p.variant == "pimc":
            w.world_iterations = max(1, p.iterations // p.worlds) if p.iterations else WORLD_ITERATIONS

    def _array_sizes(self) -> dict[str, int]:
        """Return the length of every array."""
        p, w, bounds, seats = self.params, self.work, self.game.spec.bounds, self.game.n_seats
        n_codes, plies, n_trees, capacity = bounds.n_codes, bounds.max_plies + 1, int(w.n_trees), int(w.capacity)
        return {
            "spreads": 1,
            "scales": 1,
            "rows": n_codes,
            "codes": n_codes,
            "moves": max(bounds.max_legal, bounds.max_chance) if self._mixes else bounds.max_legal,
            "path": (n_trees + 1) * plies,
            "turns": plies,
            "values": MAX_SEATS,
            "cursors": MAX_SEATS,
            "references": MAX_SEATS,
            "statistics": seats * n_codes if w.tables or p.grave else 1,
            "grams": 2 * tree.GRAM_SIZE if p.policy == "ngram" else 1,
            "keys": 1024 if w.split_roots or self._mixes else 4 * MAX_SEATS,
            "steps": plies if self._mixes else 1,
            "reach": 2 * MAX_SEATS,
            "outlook": MAX_SEATS,
            "baselines": bounds.max_legal if self._mixes else 1,
            "events": max(1, len(self.view.observed)),
            **{name: capacity if self._uses(name) else 1 for name in tree.PER_NODE},
        }

    def _attach(self, name: str, array: Any) -> None:
        """Keep an array alive and tell the kernels where it is."""
        self.arrays[name] = as_records(array) if array.dtype.names else array
        self.work[f"{name}_address"] = array.ctypes.data
        self.work[f"{name}_size"] = len(array)
        if name == "policies":  # the same memory: a node is a move of a seat or a history
            self._attach("means", array.view(np.ndarray).view(np.uint16))

    def _attach_tables(self, size: int) -> None:
        """Let the kernels look up the parts of a score for fewer visits than this; longer tables change nothing but speed."""
        self._attach("spreads", tree.spread_table(self.params.c, size))
        self._attach("scales", tree.scale_table(size))

    def _grow(self) -> None:
        """Give the kernels what stopped them: a larger key table, or larger node arrays up to the memory cap."""
        work = self.work
        if 2 * (work.n_keys + self.game.n_seats + 1) > work.keys_size:
            larger = new_records(4 * int(work.keys_size), tree.KEY_DTYPE)
            move_keys(self.game.rules, self.arrays["keys"], larger)
            self._attach("keys", larger)
        if work.frozen or work.capacity - work.n_nodes >= work.margin:
            return
        capacity = min(4 * int(work.capacity), self._capacity_cap)
        if capacity <= work.capacity:
            work.frozen = 1
            return
        self.resize(capacity)

    def resize(self, capacity: int) -> None:
        """Make room for so many nodes."""
        with self._guard.arrays():
            capacity = whole_number("capacity", capacity, int(self.work.n_nodes), 1 << 31, where="Search.resize")
            for name in tree.PER_NODE:
                if self._uses(name):
                    larger = uncleared(capacity, tree.ARRAYS[name])
                    used = int(self.work.n_nodes) * larger.itemsize
                    larger.view(np.uint8)[:used] = self.arrays[name].view(np.ndarray).view(np.uint8)[:used]
                    self._attach(name, larger)
            self.work.capacity = capacity

    # ------------------------------------------------------------ running

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return int(self.work.iterations)

    @property
    def nodes(self) -> int:
        """Nodes in the tree."""
        return int(self.work.n_nodes) if self.params.variant != "flat" else 0

    @property
    def kept(self) -> int:
        """Visits that `advance` took over from the tree before."""
        return self._kept_visits

    def reading(self) -> AbstractContextManager[None]:
        """Return a context in which the tree does not change, to read its arrays while another thread runs it."""
        return self._guard.arrays()

    @property
    def lines(self) -> Lines:
        """Boards after moves from the view of this search."""
        if self._lines is None:
            self._lines = Lines(self.view)
        return self._lines

    @property
    def is_finished(self) -> bool:
        """Whether more iterations cannot help: the root is proven, or the node budget is used up."""
        work = self.work
        return bool(work.solved and not work.world_iterations) or (
            self.params.variant != "flat" and work.n_nodes >= work.node_budget
        )

    def run(
        self, iterations: int | None = None, seconds: float | None = None, *, stop: Callable[[], bool] | None = None
    ) -> int:
        """Search for some iterations or seconds, whichever ends first, or until `stop()` is true; return iterations run.

        Compiled code runs in slices of about 10 ms; between two of them Ctrl-C, `stop` and `result()` of other threads get
        their turn. Without any limit it goes on until `is_finished`, or until the tree has been visited 2**30 times.
        """
        left = MAX_ITERATIONS
        if iterations is not None:
            left = whole_number("iterations", iterations, 0, MAX_ITERATIONS, where="Search.run", error=BudgetError)
        if seconds is not None:
            seconds = real_number("seconds", seconds, 0, MAX_SECONDS, where="Search.run", error=BudgetError)
        function("stop", stop, "Search.run")
        with self._guard.alone("run"):
            return self._run_slices(left, seconds, stop)

    def _run_slices(self, left: int, seconds: float | None, stop: Callable[[], bool] | None) -> int:
        self._run(self.game.rules, self.work, self.pool, 0)  # compiles or loads the kernel before the clock starts
        begun, before = time.perf_counter(), self.seconds
        left = min(left, MAX_ITERATIONS - self.iterations - self._kept_visits)
        done = 0
        while done < left and not self.is_finished:
            now = time.perf_counter()
            if done and ((seconds is not None and now - begun >= seconds) or (stop is not None and stop())):
                break  # never before the first iterations: there must be an answer
            wanted = min(self._slice, left - done)
            with self._guard.arrays():
                if self.work.spreads_size < min(tree.MANY_VISITS, (self.iterations + self._kept_visits) // 2):
                    self._attach_tables(tree.MANY_VISITS)
                ran = int(self._run(self.game.rules, self.work, self.pool, wanted))
                if ran < wanted:
                    self._grow()
                self.seconds = before + time.perf_counter() - begun
            done += ran
            took = time.perf_counter() - now
            if ran == wanted == self._slice:
                if took < SLICE_SECONDS / 2:
                    self._slice = min(2 * self._slice, 1 << 24)
                elif took > SLICE_SECONDS * 2:
                    self._slice = max(1, self._slice // 2)
        self.seconds = before + time.perf_counter() - begun
        return done

    def run_budget(self, stop: Callable[[], bool] | None = None) -> int:
        """Run for what the parameters allow."""
        p = self.params
        iterations = p.iterations
        if iterations is None and p.seconds is None:  # a small game's tree may never have as many nodes
            iterations = DEFAULT_ITERATIONS if p.nodes is None else ITERATIONS_PER_NODE * p.nodes
        return self.run(iterations, p.seconds, stop=stop)

    # ------------------------------------------------------------ tree reuse

    def advance(self, view: View) -> bool:
        """Go on from a later view of the same seat, keeping the part of the tree that is still valid; say whether any was.

        The viewer's own tree is followed along what the viewer has observed since. Other seats' trees begin again, because the
        viewer does not know what they observed. Where the new view does not follow from the old one by what its seat has
        observed (a typed board tells nothing of that), or the tree has no such path, the whole tree is dropped.
        """
        check_view(view, self.params)
        if view.game != self.game or view.seat != self.view.seat:
            given, here = f"seat {view.seat} of {view.game.name}", f"this is seat {self.view.seat} of {self.game.name}"
            remedy = f"{here}; make another Search for the other view"
            raise OptionError("a search can only go on with the same game and seat", given=given, remedy=remedy)
        with self._guard.alone("advance"), self._guard.arrays():
            return self._advance(view)

    def _advance(self, view: View) -> bool:
        same_line = follows(self.view, view)
        if self.params.root == "game" and same_line:  # all trees begin at the start of the game, and stay right
            self._kept_visits += int(self.work.iterations)
            self.view, self._lines, self.seconds = view, None, 0.0
            begin_view(self)
            return True
        node = find_node(self, view) if same_line and self.params.variant not in ("flat", "pimc") else -1
        old, epoch = self.arrays, int(self.work.epoch)
        if not same_line:
            self.params = settle_root(replace(self.params, root=self._asked_root), view)
        self.view, self._lines = view, None
        self._allocate()
        self.work.epoch = epoch  # the statistics that are kept carry stamps
        self._seeded, self._kept_visits = {}, 0
        self.seconds = 0.0
        if self.work.tables and same_line:
            self._attach("statistics", old["statistics"])
            self._attach("grams", old["grams"])
        if node >= 0:
            self._kept_visits = int(old["nodes"][node].visits)
            self._seeded = keep_subtree(self, old, node)
        return node >= 0

    # ------------------------------------------------------------ the answer

    def rows(self) -> list[Row]:
        """Return the table of the viewer's first decision, the best move first.

        Of a seat that is not to act, that is its next decision, whatever the others do before it.
        """
        with self._guard.arrays():
            return self._rows()

    def _rows(self) -> list[Row]:
        seat, seats = self.view.seat, self.game.n_seats
        proofs = proven_values(self) if self.params.solver and self.params.variant == "mcts" else {}
        table = self.arrays["rows"].view(np.ndarray)[: int(self.work.n_rows)]
        columns = (table["code"], table["visits"], table["sums"][:, :seats], table["squares"][:, :seats])
        lines = {line[0]: line[1:] for line in zip(*(column.tolist() for column in columns), strict=True)}
        codes = list(dict.fromkeys([*lines, *self._seeded]))
        texts = move_texts(self.view, codes)
        total = sum(line[0] for line in lines.values()) + sum(v for v, _ in self._seeded.values())
        rows = []
        for code in codes:
            old_visits, old_value = self._seeded.get(code, (0, 0.0))
            fresh, sums, squares = lines.get(code, (0, [0.0] * seats, []))
            visits = old_visits + fresh
            if not visits:
                continue
            value = (old_value + sums[seat]) / visits
            means: tuple[float | None, ...]
            errors: tuple[float | None, ...]
            if not fresh:
                means = tuple(value if s == seat else None for s in range(seats))
                errors = tuple(0.5 if s == seat else None for s in range(seats))
            else:
                means = tuple(s / fresh for s in sums)
                errors = tuple(standard_error(fresh, s, q) for s, q in zip(sums, squares, strict=True))
            error = errors[seat] or 0.0
            rows.append(Row(texts[code], code, visits, total, value, means, error, proofs.get(code), errors))
        return sorted(rows, key=lambda row: (*(-x for x in rank(row, seat)), row.code))

    def result(self) -> SearchResult:
        """Return the best move and the table behind it; while another thread runs the search, of what it has found so far."""
        with self._guard.arrays():
            return self._result()

    def _result(self) -> SearchResult:
        rows = self._rows()
        if not rows:
            raise PositionError(
                f"seat {self.view.seat} has no decision to make here, or the search has not run yet",
                given=self.view.text(),
                where=self.game.name,
            )
        pv = principal_variation(self, rows[0].code, rows[0].move)
        parameters = dict(vars(self.params))  # plain values, which asdict would copy one by one
        return SearchResult(
            self.game.name,
            self.view.seat,
            tuple(rows),
            tuple(pv),
            self.iterations,
            self.nodes,
            self.seconds,
            parameters,
            (average_strategy(self) if self._mixes else {}) or visit_shares(rows),
        )

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be pickled or copied: compiled code knows the tree by its address in this process."""
        remedy = "pickle its view and params (and its result()), and begin again with Search(view, params, seed)"
        raise UnsupportedError("a Search cannot be pickled or copied", given=repr(self.view), remedy=remedy)


def check_view(view: View, params: SearchParams) -> None:
    """Refuse what cannot be searched with these parameters: not a view, a finished game, a game or view of a wrong kind."""
    remedy = "pass position.view()" if isinstance(view, Position) else "pass a View, for example position.view()"
    instance("view", view, View, where="Search", remedy=remedy)
    check_game(params, view.game)
    if view.is_over:
        raise PositionError("the game is over, so it cannot be searched", given=view.text(), where=view.game.name)
    if isinstance(view, OpenView) and params.variant not in LISTS:
        problem = "only a search by information sets can look at an open view"
        raise OptionError(problem, given=params.variant, where=view.game.name, remedy=f"use {' or '.join(LISTS)}")


def uncleared(size: int, dtype: np.dtype[Any]) -> Any:
    """Return an array with anything in it: clearing megabytes takes longer than a short search."""
    return np.empty(size, dtype)
