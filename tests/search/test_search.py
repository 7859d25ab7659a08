"""The promises of `Search` and `analyse`: slices, seeds, budgets, memory, threads, results, reuse and errors."""

import math
import time
from dataclasses import replace

import pytest

from mctsky import MctskyError, Search, analyse, load
from mctsky.errors import BudgetError, OptionError, PositionError, UnknownNameError
from mctsky.search import search as search_module
from mctsky.search.analyse import make_searches
from mctsky.search.params import VARIANTS, read_params
from mctsky.search.tree import CODE_BITS, FEW_VISITS, MANY_VISITS, VALUE_ONE, log_of, spread_of, ucb
from search.compare import compiled_rows, compiled_tree, searched
from search.positions import played, view_of

N = 1_000
SUBJECTS = [
    ("flat", "leduc"),
    ("mcts", "connect4"),
    ("pimc", "goofspiel3"),
    ("so-ismcts", "leduc"),
    ("mo-ismcts", "goofspiel3"),
    ("mo-ismcts", "goofspiel3-mid"),
    ("mo-ismcts", "leduc"),
]
TWO_SEATS = [("flat", "leduc"), ("mcts", "connect4"), ("pimc", "kuhn"), ("so-ismcts", "kuhn"), ("mo-ismcts", "goofspiel")]


def contents(search):
    return compiled_tree(search), compiled_rows(search), [row.visits for row in search.rows()]


def table(result):
    return result.rows, result.pv, result.iterations, result.nodes


# ---------------------------------------------------------------- slices and seeds


@pytest.mark.parametrize("piece", [1, 7, 64])
@pytest.mark.parametrize(("variant", "name"), SUBJECTS)
def test_pieces_never_change_the_tree(variant, name, piece):
    whole = searched(view_of(name), variant, 3, N, grave=0 if variant == "flat" else 5, policy="mast")
    pieces = Search(view_of(name), whole.params, 3)
    while pieces.iterations < N:
        assert pieces.run(min(piece, N - pieces.iterations)) > 0
    assert contents(pieces) == contents(whole)


@pytest.mark.parametrize(("variant", "name"), SUBJECTS)
def test_growing_never_changes_the_tree(variant, name, monkeypatch):
    options = {"policy": "ngram"} | ({"grave": 5} if variant != "flat" else {})
    options |= {"solver": True, "implicit": 0.3} if variant in ("mcts", "pimc") else {}
    whole = searched(view_of(name), variant, 3, N, **options)
    monkeypatch.setattr(search_module, "_FIRST_CAPACITY", 1)
    small = Search(view_of(name), whole.params, 3)
    first_capacity = int(small.work.capacity)
    small.run(N)
    assert contents(small) == contents(whole)
    assert first_capacity < whole.work.capacity
    if variant in ("mcts", "so-ismcts", "mo-ismcts"):
        assert small.work.capacity > first_capacity, "the test did not make the tree grow"


def test_the_table_of_hands_grows():
    """More hands of others than the first key table holds; every one of them keeps its root."""
    view = view_of("goofspiel3")
    search = Search(view, read_params("mo-ismcts"), 1)
    search._attach("keys", search.arrays["keys"][:8].copy())
    search.run(N)
    assert len(search.arrays["keys"]) > 8
    assert contents(search) == contents(searched(view, "mo-ismcts", 1, N))


@pytest.mark.parametrize(("variant", "name"), SUBJECTS)
def test_a_seed_decides_everything(variant, name):
    results = [analyse(view_of(name), variant, iterations=N, seed=seed) for seed in (5, 5, 6)]
    assert table(results[0]) == table(results[1])
    assert results[0].rows != results[2].rows


def test_ismcts_is_what_the_game_recommends():
    game = load("kuhn")
    game.spec = replace(game.spec, tuned={"c": 0.3})
    view = game.start(1).view()
    found = analyse(view, "ismcts", iterations=30, seed=1)
    assert found.rows == analyse(view, "mo-ismcts", iterations=30, seed=1, c=0.3).rows
    assert (found.parameters["variant"], found.parameters["c"]) == ("mo-ismcts", 0.3)
    assert analyse(view, "ismcts", iterations=30, c=2).parameters["c"] == 2


def test_a_position_is_searched_as_the_seat_to_act_sees_it():
    position = played(load("leduc"), "call raise")
    assert analyse(position, iterations=N).rows == analyse(position.view(), iterations=N).rows


@pytest.mark.parametrize("n", [1, 2, 17, 4095, 4096, 4097, 123_456, 10**7, 2**30])
def test_log_of_large_numbers(n):
    assert math.isclose(log_of(n), math.log(n), abs_tol=0.0005)


def work_with_tables(size):
    search = Search(load("tictactoe").start().view(), read_params("mcts", {"c": 0.3}), 1)
    search._attach_tables(size)
    return search


@pytest.mark.parametrize("size", [FEW_VISITS, MANY_VISITS])
@pytest.mark.parametrize("visits", [1, 2, 4_095, 4_096, 10_001, 131_071, 131_072, 10**6])
def test_spreads_from_the_table_are_those_of_the_formula_to_the_last_bit(visits, size):
    search = work_with_tables(size)
    assert spread_of(search.work, visits) == math.sqrt(0.3 * 0.3 * log_of(visits))


@pytest.mark.parametrize("size", [FEW_VISITS, MANY_VISITS])
@pytest.mark.parametrize("visits", [1, 2, 7, 4_095, 4_096, 10_001, 131_071, 131_072, 10**6])
def test_scores_from_tables_are_those_of_the_formula_to_the_last_bit(visits, size):
    value, spread = round(0.3 * visits * VALUE_ONE), 0.7 * math.sqrt(math.log(visits + 1))
    expected = value * (1 / VALUE_ONE / visits) + spread * math.sqrt(1 / visits)
    search = work_with_tables(size)
    assert ucb(search.work, (value << CODE_BITS) + 5, visits, spread) == expected


@pytest.mark.parametrize(("iterations", "size"), [(8_188, FEW_VISITS), (8_194, MANY_VISITS), (10**6, MANY_VISITS)])
def test_a_long_search_looks_up_more_scores(iterations, size):
    search = Search(load("tictactoe").start().view(), read_params("mcts", {}), 1)
    search.work.iterations = iterations
    search.run(2)
    search.run(2)
    assert search.work.spreads_size == search.work.scales_size == size
    search.run(2)
    assert search.iterations == iterations + 6


# ---------------------------------------------------------------- budgets


@pytest.mark.parametrize(("variant", "name"), SUBJECTS)
def test_iterations(variant, name):
    for n in (1, 2, 257):
        result = analyse(view_of(name), variant, iterations=n)
        assert result.iterations == n
        assert result.rows


def test_the_default_is_a_thousand_iterations():
    assert analyse(view_of("kuhn")).iterations == 1_000


@pytest.mark.parametrize(("variant", "name"), SUBJECTS)
def test_seconds(variant, name):
    begun = time.perf_counter()
    result = analyse(view_of(name), variant, seconds=0.05)
    assert result.iterations > 0
    assert time.perf_counter() - begun < 30
    assert result.seconds >= 0.05


def test_iterations_end_before_seconds():
    assert analyse(view_of("connect4"), "mcts", iterations=100, seconds=1000).iterations == 100


@pytest.mark.parametrize(("variant", "name"), [("mcts", "connect4"), ("so-ismcts", "goofspiel"), ("mo-ismcts", "goofspiel3")])
@pytest.mark.parametrize("nodes", [1, 10, 500])
def test_nodes(variant, name, nodes):
    search = Search(view_of(name), read_params(variant, {"nodes": nodes}))
    search.run_budget()
    margin = int(search.work.margin)
    assert nodes <= search.nodes <= nodes + margin
    assert search.is_finished
    assert search.result().iterations == search.iterations > 0
    assert search.run(10) == 0


@pytest.mark.parametrize(("variant", "name"), [("mcts", "connect4"), ("so-ismcts", "goofspiel"), ("mo-ismcts", "goofspiel3")])
def test_memory_cap(variant, name, monkeypatch):
    monkeypatch.setattr(search_module, "_MIB", 24 * 300)
    search = searched(view_of(name), variant, 1, 5_000, memory=1)
    assert search.work.capacity == 300
    assert search.nodes <= 300
    assert search.work.frozen
    assert search.iterations == 5_000
    rows = search.result().rows
    assert sum(row.visits for row in rows) == 5_000
    assert {row.code for row in rows} == set(view_of(name).legal_codes()) or view_of(name).to_act != view_of(name).seat


@pytest.mark.parametrize("options", [{}, {"grave": 5}, {"solver": True, "implicit": 0.2, "grave": 5}])
def test_memory_is_what_was_allowed(options):
    """All arrays that grow with the tree stay below the cap."""
    search = searched(view_of("connect4"), "mcts", 1, 60_000, memory=1, cutoff=0, **options)
    assert search.work.frozen
    grown = sum(search.arrays[name].nbytes for name in ("nodes", "amaf", "proofs", "estimates"))
    assert 0.9 * 2**20 < grown <= 2**20 + 200


# ---------------------------------------------------------------- stop and threads


def test_stop():
    answers = iter([False, False, True])
    search = Search(view_of("connect4"), read_params("mcts"))
    assert 0 < search.run(10**9, stop=lambda: next(answers)) < 10**9
    assert search.result().iterations == search.iterations
    assert 0 < search.run(10**9, stop=lambda: True) < 10**6, "one slice, so that there always is an answer"


def test_stop_reaches_every_thread():
    calls = []
    result = analyse(view_of("connect4"), "mcts", seconds=1000, threads=2, stop=lambda: len(calls) > 6 or calls.append(1))
    assert result.iterations > 0


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(("variant", "name"), SUBJECTS)
def test_threads_are_deterministic(variant, name, threads):
    view = view_of(name)
    results = [analyse(view, variant, iterations=N + 1, threads=threads, seed=8) for _ in range(2)]
    assert table(results[0]) == table(results[1])
    assert results[0].iterations == N + 1
    assert sum(row.visits for row in results[0].rows) == N + 1
    assert results[0].rows != analyse(view, variant, iterations=N + 1, seed=8).rows


def test_threads_share_the_iterations_and_differ():
    params = read_params("mcts", {"iterations": 100, "threads": 3})
    searches = make_searches(view_of("connect4"), params, 1)
    assert [search.params.iterations for search in searches] == [34, 33, 33]
    for search in searches:
        search.run_budget()
    assert len({str(compiled_tree(search)) for search in searches}) == 3
    few = read_params("mcts", {"iterations": 2, "threads": 3})
    assert [search.params.iterations for search in make_searches(view_of("connect4"), few, 1)] == [1, 1]


# ---------------------------------------------------------------- results


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"policy": "mast"}])
@pytest.mark.parametrize(("variant", "name"), sorted({*SUBJECTS, *TWO_SEATS}))
def test_rows(variant, name, options):
    view = view_of(name)
    result = analyse(view, variant, iterations=N, **options)
    assert sum(row.visits for row in result.rows) == N
    assert [row.visits for row in result.rows] == sorted((row.visits for row in result.rows), reverse=True)
    if view.to_act == view.seat:
        assert sorted(row.code for row in result.rows) == view.legal_codes()
    for row in result.rows:
        assert row.available == N
        assert row.move == view.format_move(row.code)
        assert all(0 <= value <= 1 for value in row.values)
        assert math.isclose(row.value, row.values[view.seat], abs_tol=1e-12)
        assert 0 <= row.error <= 0.5
        if (variant, name) in TWO_SEATS:
            assert math.isclose(sum(row.values), 1.0, abs_tol=1e-9)
    assert result.best == result.rows[0].move == result.pv[0]
    assert result.seat == view.seat
    assert result.parameters["variant"] == variant
    assert result.to_dict()["best"] == result.best
    assert result.table().count("\n") == len(result.rows)


def test_errors_are_standard_errors():
    """The spread of a move's value over many searches is what one search says."""
    view = load("tictactoe").position("a3; b2").view()
    rows = [analyse(view, "flat", iterations=400, c=100, seed=seed).rows for seed in range(200)]
    values = [row.value for found in rows for row in found if row.move == "a1"]
    errors = [row.error for found in rows for row in found if row.move == "a1"]
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    assert 0.8 < sum(errors) / len(errors) / spread < 1.25


@pytest.mark.parametrize("variant", ["mcts", "so-ismcts", "mo-ismcts"])
@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_principal_variation_is_playable(variant, name):
    position = load(name).start()
    result = analyse(position, variant, iterations=3_000)
    assert len(result.pv) > 3
    for move in result.pv:
        position.play(move)


def test_principal_variation_of_hidden_games():
    """As far as the viewer can follow it: bets yes, unseen bids no."""
    assert len(analyse(view_of("leduc"), iterations=3_000).pv) >= 2
    assert len(analyse(load("goofspiel", cards=4).start(seed=5), iterations=3_000).pv) == 1
    assert len(analyse(view_of("leduc"), "pimc", iterations=3_000).pv) == 1


def test_a_seat_that_waits_gets_its_next_decision():
    result = analyse(load("connect4").start().view(1), "mcts", iterations=N)
    assert result.seat == 1
    assert len(result.rows) == 7
    assert sum(row.visits for row in result.rows) == N


# ---------------------------------------------------------------- reuse


@pytest.mark.parametrize(("variant", "name"), [("mcts", "connect4"), ("so-ismcts", "leduc"), ("mo-ismcts", "leduc")])
def test_reuse_keeps_what_was_found(variant, name):
    position = played(load(name), "d d c" if name == "connect4" else "")
    seat = position.to_act
    search = searched(position.view(seat), variant, 2, 5_000)
    before = search.nodes
    reply = {"connect4": ("e", "b"), "leduc": ("call", "raise")}[name]
    for move in reply:
        position.play(move)
    assert search.advance(position.view(seat))
    assert 10 < search.nodes < before
    assert search.iterations == 0
    old = {row.code: row.visits for row in search.rows()}
    assert sum(old.values()) > 50
    search.run(N)
    result = search.result()
    assert result.iterations == N
    assert sum(row.visits for row in result.rows) == sum(old.values()) + N
    for row in result.rows:
        assert row.visits >= old.get(row.code, 0)
        assert 0 <= row.value <= 1
        assert 0 <= row.error <= 0.5
    fresh = {row.code: row for row in analyse(position.view(seat), variant, iterations=20_000).rows}
    assert abs(result.rows[0].value - fresh[result.best_code].value) < 0.15


def test_reuse_of_an_unknown_line_begins_anew():
    position = played(load("connect4"), "d d c")
    search = searched(position.view(), "mcts", 2, 3)
    for move in "ggg":
        position.play(move)
    position.play("a")
    assert not search.advance(position.view(1))
    assert search.nodes == 1
    assert search.run(100) == 100
    assert sum(row.visits for row in search.rows()) == 100


def test_reuse_is_for_one_seat_of_one_game():
    position = played(load("connect4"), "d d c")
    search = searched(position.view(), "mcts", 2, 3)
    with pytest.raises(OptionError, match="same game and seat"):
        search.advance(position.view(0))
    with pytest.raises(OptionError, match="same game and seat"):
        search.advance(view_of("tictactoe"))


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("variant", "options", "kind", "words"),
    [
        ("mcts", {"iterations": -5}, BudgetError, "nearest: 1"),
        ("mcts", {"iterations": 0}, BudgetError, "nearest: 1"),
        ("mcts", {"iterations": "many"}, BudgetError, "whole number"),
        ("mcts", {"iterations": 2**31}, BudgetError, "nearest: 1073741824"),
        ("mcts", {"seconds": -1}, BudgetError, "nearest: 0.001"),
        ("mcts", {"seconds": "nan"}, BudgetError, "number from"),
        ("mcts", {"nodes": 0}, BudgetError, "nearest: 1"),
        ("mcts", {"c": "x"}, OptionError, "c is a number from 0 to 100"),
        ("mcts", {"c": -0.5}, OptionError, "nearest: 0"),
        ("mcts", {"epsilon": 1.5}, OptionError, "nearest: 1"),
        ("mcts", {"threads": 0}, OptionError, "nearest: 1"),
        ("mcts", {"solver": "maybe"}, OptionError, "true or false"),
        ("mcts", {"policy": "masst"}, OptionError, "'mast'"),
        ("mcts", {"backup": "max"}, OptionError, "maxn"),
        ("mcts", {"itertions": 5}, UnknownNameError, "'iterations'"),
        ("mctz", {}, UnknownNameError, "did you mean 'mcts'"),
        ("ismct", {}, UnknownNameError, "ismcts"),
        ("so-ismcts", {"solver": True}, OptionError, "solver works with: mcts, pimc"),
        ("mo-ismcts", {"implicit": 0.5}, OptionError, "implicit works with: mcts, pimc"),
        ("flat", {"grave": 10}, OptionError, "grave works with"),
        ("flat", {"history": 1}, OptionError, "history works with"),
        ("pimc", {"nodes": 100}, OptionError, "nodes works with"),
        ("mcts", {"worlds": 5}, OptionError, "worlds works with: pimc"),
        ("so-ismcts", {"opponents_know": "nothing"}, OptionError, "opponents_know works with: mo-ismcts"),
    ],
)
def test_bad_parameters(variant, options, kind, words):
    with pytest.raises(kind) as caught:
        analyse(view_of("connect4"), variant, **options)
    assert isinstance(caught.value, MctskyError)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("name", "variant", "options", "words"),
    [
        ("kuhn", "mcts", {}, "use mo-ismcts"),
        ("tictactoe", "mcts", {"cutoff": 3}, "cutoff needs an `evaluate` rule"),
        ("tictactoe", "mcts", {"implicit": 0.5}, "implicit needs an `evaluate` rule"),
    ],
)
def test_searches_that_a_game_cannot_have(name, variant, options, words):
    with pytest.raises(OptionError) as caught:
        analyse(view_of(name), variant, **options)
    assert words in str(caught.value)
    assert name in str(caught.value)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_finished_game_is_not_searched(variant):
    over = load("tictactoe").position("a3; a2; b3; b2; c3")
    with pytest.raises(PositionError, match="over"):
        analyse(over.view(0), variant)


def test_no_answer_before_the_search_has_run():
    with pytest.raises(PositionError, match="has not run"):
        Search(view_of("connect4"), read_params("mcts")).result()
