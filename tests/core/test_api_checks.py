"""Every public entry refuses what it cannot use with one MctskyError that says what would work."""

import math
from fractions import Fraction

import numpy as np
import pytest

import mctsky
from mctsky import MctskyError, Position, Search, View, analyse, load
from mctsky.core import checks
from mctsky.core.perft import divide, perft
from mctsky.core.position import Game, OpenView
from mctsky.errors import ArgumentError, BudgetError, OptionError, PositionError
from mctsky.search.analyse import make_searches, merge_results, run_searches
from mctsky.search.params import SearchParams, check_game, params_for, read_params, tuned_params
from mctsky.search.playout import random_playouts
from micro.pennies import SPEC as PENNIES

KUHN, CONNECT4 = load("kuhn"), load("connect4")
BOARD = "7/7/7/7/7/7"
START = CONNECT4.start()
VIEW = START.view(0)
MCTS = read_params("mcts", {"iterations": 10})
HUGE = 10**5000  # has more digits than Python writes


def search():
    return Search(VIEW, MCTS)


NOT_WHOLE = [2.5, 2.0, "2", None, True, math.nan, HUGE, [2], np.float64(2)]
NOT_REAL = ["2", True, math.nan, math.inf, -1, HUGE, [2], np.array([1, 2])]
NOT_TEXT = [None, 3, b"kuhn", ["kuhn"], KUHN]
NOT_A_VIEW = [None, START, "7/7/7/7/7/7", CONNECT4, 0]
NOT_A_SEAT = [-1, 2, 0.5, 1.0, "0", True, HUGE, [0]]
NOT_A_SEED = [1.5, "1", True, 1 << 64, -(1 << 63) - 1, HUGE, [1], math.nan]
NOT_A_FUNCTION = [True, "stop", 3]
NOT_OPTIONS = ["players=2", ["players"], 3]

ENTRIES = {
    "load": (load, [*NOT_TEXT, "kuhnn"]),
    "load options": (lambda x: load("kuhn", x), [*NOT_OPTIONS, {3: 4}, {"players": 2.5}, {"players": HUGE}, {"players": None}]),
    "find_spec": (mctsky.find_spec, NOT_TEXT),
    "a file option": (lambda x: load("newyork1901", board=x), [None, 3, b"x", ["x"]]),
    "a word option": (lambda x: load("goofspiel", order=x), [None, 3, ["random"], HUGE]),
    "Game": (Game, [None, "kuhn", KUHN]),
    "Game options": (lambda x: Game(PENNIES, x), NOT_OPTIONS),
    "Game.start": (KUHN.start, NOT_A_SEED),
    "Game.position": (CONNECT4.position, NOT_TEXT),
    "Game.position seed": (lambda x: CONNECT4.position(BOARD, x), NOT_A_SEED),
    "Game.view": (lambda x: CONNECT4.view(x, 0), NOT_TEXT),
    "Game.view seat": (lambda x: CONNECT4.view(BOARD, x), [None, *NOT_A_SEAT]),
    "Game.check_seat": (CONNECT4.check_seat, [None, *NOT_A_SEAT]),
    "Game.seat_name": (CONNECT4.seat_name, [-3, 2, None, [0]]),
    "Game.state_from_bytes": (CONNECT4.state_from_bytes, [None, b"", "x", 3]),
    "Game.verb": (CONNECT4.verb, ["fly", None, ["play"]]),
    "Position": (lambda x: Position(x, VIEW.state), [None, "kuhn", VIEW]),
    "Position state": (lambda x: Position(CONNECT4, x), [None, b"", KUHN.start().state, VIEW]),
    "Position.play": (lambda x: START.copy().play(x), [None, 2.7, True, "h", 7, -1, HUGE, [2], VIEW]),
    "Position.parse_move": (START.parse_move, [None, 3, b"d"]),
    "Position.format_move": (START.format_move, [None, -1, 7, 2.0, "d", HUGE]),
    "Position.view": (START.view, NOT_A_SEAT),
    "Position.view clock": (lambda x: START.view(0, x), [3, "1s"]),
    "Position.open_view": (START.open_view, [None, *NOT_A_SEAT]),
    "View": (lambda x: View(x, 0, VIEW.state), [None, "kuhn", VIEW, KUHN]),
    "View seat": (lambda x: View(CONNECT4, x, VIEW.state), [None, *NOT_A_SEAT]),
    "View observed": (lambda x: View(CONNECT4, 0, VIEW.state, x), [None, [1], 3]),
    "View.format_move": (VIEW.format_move, [None, -1, 7, "d"]),
    "perft": (lambda x: perft(x, 1), [None, VIEW, "x"]),
    "perft depth": (lambda x: perft(START, x), [-1, *NOT_WHOLE]),
    "divide depth": (lambda x: divide(START, x), [0, *NOT_WHOLE]),
    "random_playouts": (lambda x: random_playouts(x, 1), [None, VIEW]),
    "random_playouts n": (lambda x: random_playouts(START, x), [0, *NOT_WHOLE]),
    "random_playouts seed": (lambda x: random_playouts(START, 1, x), NOT_A_SEED),
    "analyse": (analyse, [None, "x", CONNECT4, 3]),
    "analyse variant": (lambda x: analyse(VIEW, x), [*NOT_TEXT, np.array(["mcts", "flat"])]),
    "analyse seed": (lambda x: analyse(VIEW, "mcts", iterations=3, seed=x), [None, *NOT_A_SEED]),
    "analyse stop": (lambda x: analyse(VIEW, "mcts", iterations=3, stop=x), NOT_A_FUNCTION),
    "analyse iterations": (lambda x: analyse(VIEW, "mcts", iterations=x), [2.5, 0, True, HUGE, [2], "x", math.nan]),
    "analyse c": (lambda x: analyse(VIEW, "mcts", c=x), ["x", *NOT_REAL[1:], None]),
    "analyse solver": (lambda x: analyse(VIEW, "mcts", solver=x), [None, 2, "maybe", 0.5]),
    "analyse policy": (lambda x: analyse(VIEW, "mcts", policy=x), [None, 2, ["mast"]]),
    "SearchParams iterations": (lambda x: SearchParams("mcts", iterations=x), [0, *(x for x in NOT_WHOLE if x is not None)]),
    "SearchParams c": (lambda x: SearchParams("mcts", c=x), NOT_REAL),
    "SearchParams variant": (SearchParams, ["ismcts", "issmcts", None, 3]),
    "SearchParams for another variant": (lambda x: SearchParams("flat", grave=x), [5]),
    "read_params": (lambda x: read_params("mcts", x), [*NOT_OPTIONS, {3: 4}]),
    "tuned_params": (tuned_params, [None, "kuhn"]),
    "params_for": (lambda x: params_for(KUHN, x, {}), [None, "issmcts"]),
    "check_game": (lambda x: check_game(x, KUHN), [None, {}, "mcts"]),
    "make_searches": (lambda x: make_searches(x, MCTS, 0), NOT_A_VIEW),
    "make_searches params": (lambda x: make_searches(VIEW, x, 0), [None, "mcts", {}]),
    "run_searches": (run_searches, [None, [], [None], search()]),
    "merge_results": (merge_results, [None, [], [None]]),
    "Search": (lambda x: Search(x, MCTS), NOT_A_VIEW),
    "Search params": (lambda x: Search(VIEW, x), [None, "mcts", {"iterations": 5}]),
    "Search seed": (lambda x: Search(VIEW, MCTS, x), [None, *NOT_A_SEED]),
    "Search.run": (lambda x: search().run(x), [-1, *(x for x in NOT_WHOLE if x is not None)]),
    "Search.run seconds": (lambda x: search().run(3, x), NOT_REAL),
    "Search.run stop": (lambda x: search().run(3, stop=x), NOT_A_FUNCTION),
    "Search.run_budget stop": (lambda x: search().run_budget(x), NOT_A_FUNCTION),
    "Search.advance": (lambda x: search().advance(x), [*NOT_A_VIEW, START.view(1), KUHN.start(1).view(0)]),
    "Search.resize": (lambda x: search().resize(x), [0, *NOT_WHOLE]),
}
CASES = [(name, wrong) for name, (_, values) in ENTRIES.items() for wrong in values]


@pytest.mark.parametrize(("name", "wrong"), CASES, ids=[f"{name}-{number}" for number, (name, _) in enumerate(CASES)])
def test_wrong_arguments_are_refused(name, wrong):
    with pytest.raises(MctskyError) as caught:
        ENTRIES[name][0](wrong)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 1_000


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: search().run(2.5), BudgetError, "bad budget '2.5' in Search.run: iterations is a whole number from 0"),
        (lambda: search().run(-3), BudgetError, "nearest: 0"),
        (
            lambda: Search(START, MCTS),
            ArgumentError,
            "view must be of type View, but it is of type Position; pass position.view()",
        ),
        (lambda: Search(None, MCTS), ArgumentError, "bad argument 'None' in Search: view must be of type View, but it is None"),
        (lambda: Search(VIEW, "mcts"), ArgumentError, "read_params"),
        (lambda: START.view(True), PositionError, "bad position 'True' in connect4: there is no such seat, only 0 to 1"),
        (lambda: KUHN.start().view(), PositionError, "chance is to act, not a seat; say which seat: view(0)"),
        (lambda: KUHN.start("1"), ArgumentError, "bad argument '1' in kuhn: a seed is a whole number from -2**63 to 2**64 - 1"),
        (lambda: load(None), ArgumentError, "the name of a game must be of type str, but it is None; choose from: connect4"),
        (lambda: load("newyork1901", board=None), OptionError, "board is a name or the path of a file"),
        (lambda: analyse(VIEW, "issmcts"), MctskyError, "did you mean 'ismcts'?"),
        (lambda: read_params("ismcts"), MctskyError, "use tuned_params(game"),
    ],
)
def test_messages_say_what_is_wrong_and_what_to_do(call, kind, words):
    with pytest.raises(kind) as caught:
        call()
    assert words in str(caught.value)


def test_whole_numbers_of_any_type_are_taken():
    """A numpy number is the number, also where it is hashed: seeds."""
    two = np.int8(2)
    assert KUHN.start(two).moves == KUHN.start(2).moves
    assert CONNECT4.view(BOARD, np.uint8(1)).seat == 1
    assert type(START.view(np.int64(1)).seat) is int
    assert search().run(two) == 2
    assert perft(START, two) == 49
    position = START.copy()
    position.play(two)
    assert position.moves == [2]
    assert type(position.moves[0]) is int
    params = SearchParams("mcts", iterations=np.int32(5), c=np.float32(0.5), seconds=1)
    assert [(type(x), x) for x in (params.iterations, params.c, params.seconds)] == [(int, 5), (float, 0.5), (float, 1.0)]
    assert read_params("mcts", {"c": Fraction(1, 2), "solver": 1, "iterations": None}).c == 0.5


@pytest.mark.parametrize("seed", [0, -1, -(1 << 63), (1 << 64) - 1, np.uint64((1 << 64) - 1)])
def test_seeds(seed):
    assert KUHN.start(seed).to_act == 0
    assert analyse(VIEW, "mcts", iterations=3, seed=seed).iterations == 3


def test_a_budget_of_none_does_not_limit():
    assert analyse(VIEW, "mcts", iterations=7, seconds=None, nodes=None).iterations == 7


def test_open_views_keep_their_checks():
    with pytest.raises(PositionError, match="not a state record"):
        OpenView(CONNECT4, 0, KUHN.start().state)


def test_shown():
    values = [None, "a", 2.5, START, HUGE, [1], np.int8(3)]
    assert [checks.shown(value) for value in values] == ["None", "a", "2.5", "Position", "(int, too long to show)", "list", "3"]
