"""Misuse of `Search` from Python ends in a clear error or in a right answer: other views, threads, pickles, waiting seats."""

import copy
import json
import pickle
import signal
import threading
import time
from dataclasses import replace

import pytest

from mctsky import Search, View, analyse, load
from mctsky.core.position import OBSERVED
from mctsky.errors import BusyError, OptionError, PositionError, UnsupportedError
from mctsky.search import reuse
from mctsky.search.analyse import make_searches, merge_results
from mctsky.search.guard import Guard
from mctsky.search.params import MAX_ITERATIONS, read_params
from search.compare import compiled_rows, compiled_tree, searched
from search.positions import played, view_of

CONNECT4, LEDUC = load("connect4"), load("leduc")
TREES = [("mcts", "connect4"), ("so-ismcts", "connect4"), ("mo-ismcts", "connect4")]


def by_hand(view):
    """The same view without the note where its observations began."""
    return View(view.game, view.seat, view.state, view.observed)


def check_legal(search):
    """Every row is a legal move of the view that is searched, and the visits add up."""
    result = search.result()
    assert {row.code for row in result.rows} <= set(search.view.own_codes())
    assert sum(row.visits for row in result.rows) >= result.iterations


# ---------------------------------------------------------------- advance


@pytest.mark.parametrize("make", ["typed", "position", "by hand"])
@pytest.mark.parametrize(("variant", "name"), TREES)
def test_a_typed_view_drops_the_tree(variant, name, make):
    """Nothing says how the new board was reached; column d is full there, and no search may recommend it."""
    full = CONNECT4.position("3o3/3x3/3o3/3x3/3o3/3x3")
    view = {"typed": CONNECT4.view(full.text(), 0), "position": full.view(0), "by hand": by_hand(full.view(0))}[make]
    search = searched(CONNECT4.view("7/7/7/7/7/7", 0), variant, 1, 2_000)
    assert search.result().best == "d"
    assert not search.advance(view)
    assert search.nodes == int(search.work.n_trees)
    assert search.run(500) == 500
    check_legal(search)
    fresh = searched(view, variant, 1, 500)
    assert {row.move for row in search.rows()} == {row.move for row in fresh.rows()} == set("abcefg")


@pytest.mark.parametrize("variant", ["flat", "mcts", "mo-ismcts"])
def test_what_was_learnt_about_moves_goes_with_the_tree(variant):
    """Statistics of moves are kept along a line of play and dropped with the tree of another one."""
    position = CONNECT4.start()
    search, other = (searched(position.view(0), variant, 1, 500, policy="mast") for _ in range(2))
    for move in "dc":
        position.play(move)
    search.advance(position.view(0))
    other.advance(CONNECT4.view(position.text(), 0))
    assert search.arrays["statistics"]["visits"].sum() > 0
    assert other.arrays["statistics"]["visits"].sum() == 0


@pytest.mark.parametrize(("variant", "name"), TREES)
def test_a_board_that_looks_like_a_later_one_drops_the_tree(variant, name):
    """The observed moves are those of the tree, but the game began on another board."""
    search = searched(CONNECT4.view("7/7/7/7/7/7", 0), variant, 1, 2_000)
    other = CONNECT4.position("7/7/3o3/3x3/3o3/3x3")
    for move in "dd":
        other.play(move)
    assert not search.advance(other.view(0))
    search.run(100)
    check_legal(search)


@pytest.mark.parametrize("variant", ["so-ismcts", "mo-ismcts"])
def test_another_hand_drops_the_tree(variant):
    """In a game with hidden cards the same bets after another deal are another line."""
    first, second = LEDUC.position("Jh Ks | - | ."), LEDUC.position("Qh Ks | - | .")
    search = searched(first.view(0), variant, 1, 2_000)
    for position in (first, second):
        for move in ("call", "raise"):
            position.play(move)
    assert first.view(0).observed == second.view(0).observed
    assert not search.advance(second.view(0))
    assert searched(LEDUC.position("Jh Ks | - | .").view(0), variant, 1, 2_000).advance(first.view(0))


@pytest.mark.parametrize(("variant", "name"), [*TREES, ("so-ismcts", "leduc"), ("mo-ismcts", "leduc")])
@pytest.mark.parametrize("start", ["start", "text"])
@pytest.mark.parametrize("hand_made", [False, True])
def test_a_view_that_follows_keeps_the_tree(variant, name, start, hand_made):
    """From wherever the game began; also a view made by hand, if what it observed leads there."""
    game = load(name)
    position = game.start(1) if start == "start" else game.position({"leduc": "Jh Ks | - | ."}.get(name, "7/7/7/7/7/3x3"), 1)
    seat = position.to_act
    search = searched(position.view(seat), variant, 1, 5_000)
    for move in {"leduc": ("call", "raise")}.get(name, ("d", "c")):
        position.play(move)
    view = position.view(seat)
    assert search.advance(by_hand(view) if hand_made else view)
    check_legal(search)
    search.run(200)
    check_legal(search)


def test_a_view_by_hand_that_does_not_follow_drops_the_tree():
    """Its observations say one thing and its board another."""
    start, position = CONNECT4.start(), CONNECT4.start()
    for move in "dc":
        position.play(move)
    right = position.view(0)
    for observed, board in [((3, 2 | OBSERVED), "7/7/7/7/7/3x1o1"), ((3, 4 | OBSERVED), right.text()), ((2, 3), right.text())]:
        search = searched(start.view(0), "mcts", 1, 2_000)
        assert not search.advance(View(CONNECT4, 0, CONNECT4.position(board).state, observed))
        search.run(50)
        check_legal(search)
    assert searched(start.view(0), "mcts", 1, 2_000).advance(View(CONNECT4, 0, right.state, (3, 2 | OBSERVED)))


def test_a_block_of_other_moves_is_never_kept(monkeypatch):
    """Kernels play the moves of a block unasked, so its moves are compared even where a view claims to follow."""
    monkeypatch.setattr(reuse, "follows", lambda old, new: True)
    monkeypatch.setattr("mctsky.search.search.follows", lambda old, new: True)
    search = searched(CONNECT4.view("7/7/7/7/7/7", 0), "mcts", 1, 2_000)
    assert not search.advance(CONNECT4.view("3o3/3x3/3o3/3x3/3o3/3x3", 0))
    search.run(50)
    check_legal(search)


def test_advance_takes_only_views_that_can_be_searched():
    over = CONNECT4.position("7/7/7/7/ooo4/xxx4")
    over.play("d")
    search = searched(CONNECT4.start().view(0), "mcts", 1, 50)
    before = compiled_tree(search)
    with pytest.raises(PositionError, match="the game is over"):
        search.advance(over.view(0))
    with pytest.raises(OptionError, match="information sets"):
        search.advance(CONNECT4.start().open_view(0))
    assert compiled_tree(search) == before


def test_an_open_view_does_not_follow_a_fair_one():
    position = LEDUC.start(1)
    search = searched(position.view(0), "mo-ismcts", 1, 3_000)
    for move in ("call", "raise"):
        position.play(move)
    assert not search.advance(position.open_view(0))


def test_origins_survive_copies_and_pickles():
    position = LEDUC.position("Jh Ks | - | .")
    search = searched(position.view(0), "mo-ismcts", 1, 3_000)
    position = pickle.loads(pickle.dumps(position)).copy()
    for move in ("call", "raise"):
        position.play(move)
    assert search.advance(pickle.loads(pickle.dumps(position.view(0))).copy())


# ---------------------------------------------------------------- seats that wait


def test_moves_are_named_as_the_waiting_seat_would(monkeypatch):
    """The text of a move may depend on who is to act, as in Santorini, where it names a worker."""
    monkeypatch.setitem(
        CONNECT4.spec._functions,
        ("notation", "format_move"),
        lambda rules, state, move: f"seat {CONNECT4.verb('to_act')(rules, state)}: {'abcdefg'[move]}",
    )
    for variant in ("flat", "mcts", "so-ismcts", "mo-ismcts"):
        result = analyse(CONNECT4.start().view(1), variant, iterations=200)
        assert {row.move for row in result.rows} == {f"seat 1: {column}" for column in "abcdefg"}
        assert result.pv == (result.best,)


def test_a_kept_tree_does_not_pass_off_other_seats_moves():
    """After its own move the viewer waits: what the tree has below is the opponent's choice, with the opponent's values."""
    position = CONNECT4.position("3o3/3x3/3o3/3x3/3o3/3x3")
    search = searched(position.view(0), "mcts", 1, 2_000)
    position.play("a")
    assert search.advance(position.view(0))
    assert search.rows() == []
    with pytest.raises(PositionError, match="has not run"):
        search.result()
    search.run(300)
    assert sum(row.visits for row in search.rows()) == 300


def test_proofs_are_of_the_viewers_own_moves():
    """Seat 1 waits while seat 0 is about to win by d: nothing is proven of seat 1's own d."""
    position = CONNECT4.position("7/7/7/7/ooo4/xxx4")
    search = searched(position.view(1), "mcts", 1, 50, solver=True)
    assert searched(position.view(0), "mcts", 1, 50, solver=True).rows()[0].proven == (1.0, 0.0)
    assert all(row.proven is None for row in search.rows())


# ---------------------------------------------------------------- results as data


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("variant", "name"), [*TREES, ("mo-ismcts", "leduc")])
def test_results_are_json(variant, name, threads):
    """Also right after a tree was kept, when nothing is known of the other seats' values."""
    position = load(name).start(1)
    seat = position.to_act
    params = read_params(variant, {"iterations": 3_000, "threads": threads})
    searches = make_searches(position.view(seat), params, 1)
    for search in searches:
        search.run_budget()
    for move in {"leduc": ("call", "raise")}.get(name, ("d", "c")):
        position.play(move)
    kept = [search.advance(position.view(seat)) for search in searches]
    assert all(kept)
    for n in (0, 1, 50):
        for search in searches:
            search.run(n)
        result = merge_results([search.result() for search in searches])
        data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
        assert data["best"] == result.best
        assert n or {row["values"][1 - seat] for row in data["rows"]} == {None}
        assert n < 50 or all(0 <= value <= 1 for value in result.rows[0].values)
        assert result.table().count("\n") == len(result.rows)


# ---------------------------------------------------------------- threads


class Runner:
    """A search that another thread runs until it is told to stop."""

    def __init__(self, search):
        self.search, self.slices, self.error = search, 0, None
        self._stop, self._begun = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self):
        try:
            self.search.run(stop=self._asked)
        except BaseException as error:  # told by the thread that waits
            self.error = error
        self._begun.set()

    def _asked(self):
        self.slices += 1
        self._begun.set()
        return self._stop.is_set()

    def __enter__(self):
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(self, *caught):
        self._stop.set()
        self._thread.join()
        assert self.error is None


RUNNING = [("flat", "leduc"), ("mcts", "connect4"), ("pimc", "kuhn"), ("so-ismcts", "leduc"), ("mo-ismcts", "goofspiel3")]


@pytest.mark.parametrize(("variant", "name"), RUNNING)
def test_results_can_be_read_while_another_thread_searches(variant, name, monkeypatch):
    """Each is of one moment, between two slices; the tree grows meanwhile."""
    monkeypatch.setattr("mctsky.search.search._FIRST_CAPACITY", 1)
    search = Search(view_of(name), read_params(variant, {"memory": 32}))
    search.run(10)
    seen = []
    with Runner(search):
        while len(seen) < 30 or seen[-1].iterations == seen[0].iterations:
            seen.append(search.result())
    for result in seen:
        assert sum(row.visits for row in result.rows) == result.iterations
    counts = [result.iterations for result in seen]
    assert counts == sorted(counts)
    assert seen[-1].seconds > seen[0].seconds > 0
    whole = Search(view_of(name), search.params)
    whole.run(search.iterations)
    assert compiled_rows(whole) == compiled_rows(search)


def test_who_waits_for_the_arrays_goes_first():
    """A search that ends one slice and begins the next lets a reader in between, however quick it is."""
    guard, order, asked = Guard(), [], threading.Event()

    def read():
        asked.set()
        with guard.arrays():
            order.append("reader")

    reader = threading.Thread(target=read)
    with guard.arrays():
        order.append("slice")
        reader.start()
        asked.wait()
        for _ in range(1_000):
            if not guard._next.acquire(blocking=False):
                break  # the reader has come to the lock
            guard._next.release()
            time.sleep(0.01)
    with guard.arrays():
        order.append("slice")
    reader.join()
    assert order == ["slice", "reader", "slice"]


@pytest.mark.parametrize(("variant", "name"), RUNNING)
def test_a_second_thread_is_refused(variant, name):
    search = Search(view_of(name), read_params(variant, {"memory": 32}))
    with Runner(search):
        for change in (lambda: search.run(10), search.run_budget, lambda: search.advance(view_of(name))):
            with pytest.raises(BusyError, match="already running"):
                change()
    assert search.run(10) == 10, "it is free again"


def test_many_threads_at_once():
    """One of them runs, all others are told so; nothing is lost and nothing breaks."""
    search = Search(view_of("connect4"), read_params("mcts", {"memory": 32}))
    ran, refused, line = [], [], threading.Barrier(6)

    def work():
        line.wait()
        for _ in range(40):
            try:
                ran.append(search.run(500))
            except BusyError as error:
                refused.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ran) + len(refused) == 240
    assert search.iterations == sum(ran) == 500 * len(ran) > 0
    assert sum(row.visits for row in search.rows()) == search.iterations


def test_a_signal_handler_may_read():
    """It interrupts the thread that has the arrays, while a second one waits for them."""
    search = Search(view_of("connect4"), read_params("mcts", {"memory": 32}))
    search.run(10)
    read, over = [], threading.Event()

    def poll():
        while not over.is_set():
            search.result()

    reader = threading.Thread(target=poll)
    before = signal.signal(signal.SIGALRM, lambda *_: read.append(search.result().iterations))
    signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
    try:
        reader.start()
        search.run(stop=lambda: len(read) >= 20)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        over.set()
        reader.join()
        signal.signal(signal.SIGALRM, before)  # last: an alarm that is still on its way would end the process
    assert read == sorted(read)


def test_stop_may_read_but_not_run():
    search = Search(view_of("connect4"), read_params("mcts"))
    read, refused = [], []

    def stop():
        read.append(search.result().iterations)
        with pytest.raises(BusyError) as caught:
            search.run(1)
        refused.append(caught.value)
        return len(read) == 3

    assert search.run(stop=stop) == read[-1] == search.iterations
    assert len(refused) == 3


def test_an_interrupted_search_goes_on():
    """Whatever `stop` raises comes out, and the search is free for the next call."""
    search = Search(view_of("connect4"), read_params("mcts"), 3)

    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(stop=interrupt)
    assert search.seconds > 0
    done = search.iterations
    search.run(1_000)
    assert compiled_tree(search) == compiled_tree(searched(view_of("connect4"), "mcts", 3, done + 1_000))


# ---------------------------------------------------------------- what a Search is not


def test_more_threads_are_refused_and_analyse_has_them():
    params = read_params("mcts", {"iterations": 100, "threads": 2})
    with pytest.raises(
        OptionError, match=r"threads=2.*one Search is one tree on one thread; .*analyse\(view, variant, threads"
    ):
        Search(view_of("connect4"), params)
    result = analyse(view_of("connect4"), "mcts", iterations=100, threads=3, nodes=5_000)
    assert (result.parameters["threads"], result.parameters["iterations"], result.parameters["nodes"]) == (3, 100, 5_000)
    assert analyse(view_of("connect4"), "mcts", iterations=100, threads=3).parameters["nodes"] is None


@pytest.mark.parametrize("how", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_search_cannot_be_pickled_or_copied(how):
    search = searched(view_of("leduc"), "mo-ismcts", 1, 50)
    with pytest.raises(UnsupportedError, match=r"cannot be pickled or copied; pickle its view and params"):
        how(search)
    view, params, result = pickle.loads(pickle.dumps((search.view, search.params, search.result())))
    again = Search(view, params, 1)
    again.run(50)
    assert again.rows() == search.rows() == list(result.rows)


def test_iterations_end_where_the_counters_do(monkeypatch):
    """Those of a kept tree count too."""
    assert MAX_ITERATIONS == 1 << 30
    monkeypatch.setattr("mctsky.search.search.MAX_ITERATIONS", 1_000)
    search = Search(view_of("connect4"), read_params("mcts"))
    assert [search.run(600), search.run(600), search.run(600), search.run()] == [600, 400, 0, 0]
    position = played(CONNECT4, "d d c")
    search = searched(position.view(), "mcts", 1, 900)
    for move in "eb":
        position.play(move)
    assert search.advance(position.view())
    kept = int(search.arrays["nodes"][0].visits)
    assert kept > 0
    assert search.run() == 1_000 - kept


def test_parameters_are_checked_when_they_change():
    with pytest.raises(OptionError, match="grave works with"):
        replace(read_params("mcts", {"grave": 5}), variant="flat")
