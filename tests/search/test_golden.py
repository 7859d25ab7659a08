"""The compiled search builds the reference's trees, node by node, for every option; and no option is silently ignored."""

import pytest

from mctsky import Search, load
from mctsky.core.contract import has_verb
from mctsky.search.params import read_params
from search.compare import ITERATIONS, check_same, compiled_rows, compiled_tree, searched
from search.positions import fourth_round, played, view_of
from search.reference import Reference

GAMES = {
    "flat": ["tictactoe", "connect4", "kuhn", "leduc", "goofspiel", "goofspiel3", "santorini-ny"],
    "mcts": ["tictactoe", "connect4"],
    "pimc": ["tictactoe", "connect4", "kuhn", "leduc", "goofspiel", "goofspiel3", "santorini-ny"],
    "so-ismcts": ["connect4", "kuhn", "leduc", "goofspiel", "goofspiel3", "goofspiel3-mid", "santorini-ny"],
    "mo-ismcts": ["connect4", "kuhn", "leduc", "goofspiel", "goofspiel3", "goofspiel3-mid", "santorini-ny", "pennies"],
}
# Each option, where it works, and where it can be told apart: a game of two seats whose results add up to 1 is the same
# under paranoia, and where nothing is hidden opponents have no hand to know.
OPTIONS = {
    "c": ({"c": 1.5}, tuple(GAMES), ("connect4", "leduc", "goofspiel3")),
    "paranoid": ({"backup": "paranoid"}, ("pimc", "so-ismcts", "mo-ismcts"), ("goofspiel3",)),
    "mast": ({"policy": "mast"}, tuple(GAMES), ("connect4", "leduc", "goofspiel3")),
    "ngram": ({"policy": "ngram", "ngram_visits": 2}, tuple(GAMES), ("connect4", "goofspiel3")),
    "cutoff": ({"cutoff": 3}, tuple(GAMES), ("connect4", "goofspiel3")),
    "grave": ({"grave": 8}, ("mcts", "pimc", "so-ismcts", "mo-ismcts"), ("connect4", "leduc", "goofspiel3")),
    "history": ({"history": 1.0}, ("mcts", "pimc", "so-ismcts", "mo-ismcts"), ("connect4", "leduc", "goofspiel3")),
    "solver": ({"solver": True}, ("mcts", "pimc"), ("tictactoe", "kuhn")),
    "implicit": ({"implicit": 0.4}, ("mcts", "pimc"), ("connect4", "goofspiel3")),
    "nothing": ({"opponents_know": "nothing"}, ("mo-ismcts",), ("kuhn", "leduc", "goofspiel3")),
    "decisive": ({"decisive": False}, ("flat", "pimc", "so-ismcts", "mo-ismcts"), ("santorini-ny",)),
    "worlds": ({"worlds": 50, "iterations": ITERATIONS}, ("pimc",), ("leduc", "goofspiel3")),
}
# The same option with another setting, on top of it: each setting must matter too.
SETTINGS = {
    "epsilon": ({"policy": "mast"}, {"epsilon": 0.6}),
    "ngram": ({"policy": "mast"}, {"policy": "ngram"}),
    "ngram_visits": ({"policy": "ngram"}, {"ngram_visits": 40}),
    "grave": ({"grave": 8}, {"grave": 60}),
    "grave_bias": ({"grave": 8}, {"grave_bias": 0.2}),
    "cutoff": ({"cutoff": 3}, {"cutoff": 0}),
    "implicit": ({"implicit": 0.4}, {"implicit": 0.9}),
    "history": ({"history": 1.0}, {"history": 3.0}),
}
EVERYTHING = {"policy": "ngram", "epsilon": 0.4, "ngram_visits": 2, "backup": "paranoid"}
IN_TREES = {"grave": 6, "grave_bias": 0.05, "history": 0.5}
IN_BLOCKS = {"solver": True}

PLAIN = [(variant, name) for variant, names in GAMES.items() for name in names]
CASES = [
    pytest.param(variant, name, options, id=f"{variant}-{name}-{title}")
    for title, (options, variants, names) in OPTIONS.items()
    for variant in variants
    for name in names
    if name in GAMES[variant]
]


def estimates(name):
    return has_verb(view_of(name).game.spec.game_type, "evaluate")


def everything(variant, name):
    """All options at once, as far as variant and game know them."""
    options = dict(EVERYTHING)
    options.update({} if variant == "flat" else IN_TREES)
    options.update(IN_BLOCKS if variant in ("mcts", "pimc") else {})
    if estimates(name):
        options.update({"cutoff": 2} | ({"implicit": 0.3} if variant in ("mcts", "pimc") else {}))
    return options


def check(view, variant, seed, **options):
    search = searched(view, variant, seed, **options)
    reference = Reference(view, search.params, seed)
    reference.run(ITERATIONS)
    check_same(search, reference)
    return search


def contents(search):
    return compiled_tree(search), compiled_rows(search)


@pytest.mark.parametrize(("variant", "name"), PLAIN)
def test_plain_search(variant, name):
    for seed in (1, 2):
        check(view_of(name), variant, seed)


@pytest.mark.parametrize(("variant", "name", "options"), CASES)
def test_option(variant, name, options):
    with_option = check(view_of(name), variant, 7, **options)
    without = {} if "worlds" not in options else {"iterations": ITERATIONS}
    assert contents(with_option) != contents(searched(view_of(name), variant, 7, **without))


@pytest.mark.parametrize(("variant", "name"), PLAIN)
def test_all_options_at_once(variant, name):
    check(view_of(name), variant, 11, **everything(variant, name))


@pytest.mark.parametrize("title", SETTINGS)
def test_setting(title):
    first, second = SETTINGS[title]
    view = view_of("connect4")
    assert contents(check(view, "mcts", 3, **first)) != contents(check(view, "mcts", 3, **(first | second)))


def test_paranoia_is_no_change_for_two_seats():
    for variant, name in (("mcts", "connect4"), ("mo-ismcts", "leduc")):
        trees = [compiled_tree(searched(view_of(name), variant, 5, backup=backup)) for backup in ("maxn", "paranoid")]
        assert trees[0] == trees[1]


def test_grave_tries_every_move():
    """A move known only from later in the playouts must still get its turn."""
    search = searched(load("connect4").start().view(), "mcts", 1, 1_000, grave=50)
    assert len(search.rows()) == 7


def test_solver_stops_at_a_proof():
    """A win in one ends the search; the reference stops at the same iteration."""
    view = load("tictactoe").position("a3; a2; b3; b2").view()
    search = check(view, "mcts", 1, solver=True)
    assert search.is_finished
    assert search.iterations < ITERATIONS
    assert search.rows()[0].proven == (1.0, 0.0)


def test_a_solved_world_does_not_end_pimc():
    """What holds in one world is no proof, and the other worlds still have to be looked at."""
    search = check(view_of("kuhn"), "pimc", 1, solver=True)
    assert search.iterations == ITERATIONS
    assert all(row.proven is None for row in search.rows())


@pytest.mark.parametrize("variant", ["so-ismcts", "mo-ismcts"])
def test_worlds_are_stirred_only_where_the_game_can(variant):
    """The flag alone decides: without it the same game is searched in worlds that are drawn one by one."""
    view = view_of("goofspiel3-mid")
    stirred = check(view, variant, 3)
    assert stirred.work.stirs
    drawn = Search(view, stirred.params, 3)
    drawn.work.stirs = 0
    drawn.run(ITERATIONS)
    reference = Reference(view, drawn.params, 3)
    reference.stirs = False
    reference.run(ITERATIONS)
    check_same(drawn, reference)
    assert contents(drawn) != contents(stirred)
    assert not searched(view_of("leduc"), variant, 3).work.stirs


# ---------------------------------------------------------------- reuse, memory, nodes

LINES = {
    "tictactoe": (lambda: played(load("tictactoe"), "b2"), ("a1", "c1", "a3")),
    "connect4": (lambda: played(load("connect4"), "d d c"), ("e", "b", "e", "e")),
    "kuhn": (lambda: load("kuhn").start(seed=3), ("pass", "bet")),
    "leduc": (lambda: played(load("leduc"), ""), ("call", "raise", "call", "call", "raise")),
    "goofspiel": (lambda: load("goofspiel", cards=4).start(seed=5), ("2", "3", "1", "1")),
    "goofspiel3-mid": (fourth_round, ("3", "2", "2", "5", "1", "4")),
}
REUSES = [("mcts", "tictactoe"), ("mcts", "connect4")]
NAMES = ("connect4", "kuhn", "leduc", "goofspiel", "goofspiel3-mid")
REUSES += [(variant, name) for variant in ("so-ismcts", "mo-ismcts") for name in NAMES]


@pytest.mark.parametrize("options", ["plain", "all"])
@pytest.mark.parametrize(("variant", "name"), [*REUSES, ("flat", "leduc"), ("pimc", "leduc")])
def test_reuse(variant, name, options):
    """The tree goes on from what the viewer has seen; every step is the reference's."""
    make, moves = LINES[name]
    position = make()
    seat = position.to_act
    chosen = everything(variant, name) | {"c": 3.0} if options == "all" else {}  # wide trees, so that there is much to keep
    search = searched(position.view(seat), variant, 9, **chosen)
    reference = Reference(position.view(seat), search.params, 9)
    reference.run(ITERATIONS)
    kept = []
    for move in moves:
        position.play(move)
        if position.to_act == seat:
            kept.append(search.advance(position.view(seat)))
            assert kept[-1] == reference.advance(position.view(seat))
            check_same(search, reference)
            search.run(100)
            reference.run(100)
            check_same(search, reference)
    # A single tree has edges for hidden bids, which the viewer's observations do not name: so-ismcts begins anew there.
    assert any(kept) == ((variant, name) in REUSES and not (variant == "so-ismcts" and name.startswith("goofspiel")))


def test_reuse_forgets_which_moves_were_played():
    """After a short search some moves were last played in iterations whose numbers come again; GRAVE must not count those."""
    for seed in range(5):
        position = played(load("connect4"), "d d c")
        search = searched(position.view(1), "mcts", seed, 8, grave=5, policy="mast", cutoff=2)
        reference = Reference(position.view(1), search.params, seed)
        reference.run(8)
        for move in ("e", "b"):
            position.play(move)
        search.advance(position.view(1))
        reference.advance(position.view(1))
        search.run(40)
        reference.run(40)
        check_same(search, reference)


@pytest.mark.parametrize("options", ["plain", "all"])
@pytest.mark.parametrize(("variant", "name"), [("mcts", "connect4"), ("pimc", "goofspiel3"), *REUSES[2:]])
def test_memory_cap(variant, name, options):
    """A tree that may not grow any more is still searched, in the same way."""
    nodes = 60 if name != "kuhn" else 9 if variant == "mo-ismcts" else 4
    search = Search(view_of(name), read_params(variant, everything(variant, name) if options == "all" else {}), 4)
    search._capacity_cap = nodes
    search._allocate()
    search.run(ITERATIONS)
    reference = Reference(view_of(name), search.params, 4, capacity=nodes)
    reference.run(ITERATIONS)
    check_same(search, reference)
    assert search.iterations == ITERATIONS
    assert search.nodes <= nodes


@pytest.mark.parametrize(("variant", "name"), [("mcts", "connect4"), ("so-ismcts", "leduc"), ("mo-ismcts", "goofspiel3")])
def test_node_budget(variant, name):
    search = check(view_of(name), variant, 6, nodes=100)
    assert search.is_finished
    assert search.iterations < ITERATIONS
    assert 100 <= search.nodes < 200
