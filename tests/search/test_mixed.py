"""Rules for hidden decisions: strategies that cannot be exploited, searches that can be cut in pieces, and refusals."""

import pytest

from mctsky import Game, Search, load
from mctsky.bots.registry import make_bot
from mctsky.errors import OptionError, PositionError
from mctsky.exploit.game_tree import enumerate_tree, exploitability, policy_from
from mctsky.exploit.meter import ask_bot
from mctsky.search.mixed_arrays import EXPLORED
from mctsky.search.params import read_params
from micro.pennies import SPEC as PENNIES


def searched(view, n, seed=1, **options):
    search = Search(view, read_params("mo-ismcts", options), seed)
    search.run(n)
    return search


def policy_of(tree, n, **options):
    return policy_from(tree, lambda view: searched(view, n, **options).result().strategy)


@pytest.mark.parametrize("options", [{"select": "rm"}, {"tie": 0.01}, {"select": "smooth", "tie": 0.01}])
def test_matching_pennies_is_mixed_evenly(options):
    tree = enumerate_tree(Game(PENNIES))
    assert exploitability(tree, policy_of(tree, 10_000, **options)) < 0.05


def test_regret_matching_from_the_start_of_kuhn_bluffs_and_calls():
    """A search of the view alone always calls with a Queen, because it takes bets as telling nothing: 0.16 chips."""
    tree = enumerate_tree(load("kuhn"))
    assert 0.14 < exploitability(tree, policy_of(tree, 5_000, select="rm")) < 0.18
    assert exploitability(tree, policy_of(tree, 5_000, select="rm", root="game")) < 0.06


def test_with_three_seats_gains_fall_from_the_start_of_the_game():
    """Every seat's best response counts; from the view the sum stays at 0.6 chips."""
    tree = enumerate_tree(load("kuhn", players=3))
    short, long = (3 * exploitability(tree, policy_of(tree, n, select="rm", root="game")) for n in (1_000, 20_000))
    assert long < 0.6 * short
    assert long < 0.2


def kuhn_policy(tree, bets):
    """Return the strategy that bets or calls with these probabilities, by the text of the view."""
    chances = {info.key: (info.codes, bets[info.view.text()]) for states in tree.information for info in states}
    return {key: {codes[0]: 1 - bet, codes[1]: bet} for key, (codes, bet) in chances.items()}


def test_whoever_always_calls_with_a_queen_loses_a_twelfth():
    """So no search that takes bets as telling nothing can be below 1/12 in Kuhn, whatever it does elsewhere."""
    tree = enumerate_tree(load("kuhn"))
    sure = {"J ? pb": 0, "K ? pb": 1, "? J b": 0, "? K b": 1, "? K p": 1}
    equilibrium = {"J ? .": 1 / 6, "Q ? .": 0, "K ? .": 1 / 2, "Q ? pb": 1 / 2, "? J p": 1 / 3, "? Q p": 0, "? Q b": 1 / 3}
    assert exploitability(tree, kuhn_policy(tree, sure | equilibrium)) == pytest.approx(0, abs=1e-9)
    calls = sure | equilibrium | {"Q ? pb": 1, "? Q b": 1}
    shares = [n / 6 for n in range(7)]
    # What a best response wins depends on the other seat alone, so each seat can be looked through by itself.
    first = min(
        (exploitability(tree, kuhn_policy(tree, calls | {"J ? .": j, "Q ? .": q, "K ? .": k})), j, q, k)
        for j in shares
        for q in shares
        for k in shares
    )
    best = calls | dict(zip(("J ? .", "Q ? .", "K ? ."), first[1:], strict=True))
    least = min(exploitability(tree, kuhn_policy(tree, best | {"? J p": j, "? Q p": q})) for j in shares for q in shares)
    assert least == pytest.approx(1 / 12, abs=1e-9)


def test_the_table_tells_what_moves_are_worth_against_the_strategies():
    """Moves that end the game are not drawn, and explored ones are drawn too often: neither may show in the values."""
    view = load("kuhn").start(seed=1).view()
    search = searched(view, 20_000, select="rm")
    rows, strategy = search.rows(), search.result().strategy
    assert {row.code for row in rows} == set(view.own_codes())
    assert all(0 <= value <= 1 for row in rows for value in row.values)
    assert all(sum(row.values) == pytest.approx(1) for row in rows)
    played = [row.value for row in rows if strategy[row.code] > 0.1]
    assert max(played) == pytest.approx(max(row.value for row in rows), abs=0.03)


@pytest.mark.parametrize("select", ["ucb", "smooth"])
def test_exploration_is_taken_off_the_strategy_of_visits(select):
    search = searched(load("goofspiel", cards=4, order="descending").start().view(), 5_000, select=select, tie=0.01)
    visits = {row.code: row.visits for row in search.rows()}
    kept = {code: max(0.0, n - EXPLORED * max(visits.values())) for code, n in visits.items()}
    assert min(visits.values()) < EXPLORED * max(visits.values()) < max(visits.values())
    assert search.result().strategy == pytest.approx({code: n / sum(kept.values()) for code, n in kept.items()})


@pytest.mark.slow
def test_leduc_from_the_start_of_the_game():
    """0.41 before moves that end the game were known at once; the most visited move has 0.45."""
    spec = "mo-ismcts:select=rm,play=mixed,root=game,reuse=true,iterations=10000"
    tree = enumerate_tree(load("leduc"))
    assert exploitability(tree, ask_bot(tree, spec, 1)) < 0.3


@pytest.mark.slow
def test_regret_matching_mixes_the_bids_of_goofspiel():
    tree = enumerate_tree(load("goofspiel", cards=4, order="descending"))
    assert exploitability(tree, policy_of(tree, 10_000, select="rm")) < 0.02


@pytest.mark.parametrize("options", [{"select": "rm"}, {"select": "rm", "root": "game"}, {"select": "smooth"}, {"tie": 0.01}])
def test_pieces_make_the_same_strategy(options):
    view = load("leduc").start(seed=2).view()
    whole = searched(view, 600, **options)
    pieces = Search(view, read_params("mo-ismcts", options), 1)
    for n in (1, 7, 92, 500):
        pieces.run(n)
    assert pieces.result().strategy == whole.result().strategy
    assert pieces.nodes == whole.nodes


@pytest.mark.parametrize("options", [{"select": "rm"}, {"select": "rm", "root": "game"}, {"select": "smooth"}, {"tie": 0.01}])
def test_one_iteration_gives_an_answer(options):
    position = load("leduc").start(seed=2)
    for move in ("call", "raise"):
        view = position.view(position.to_act)
        assert searched(view, 1, **options).result().best in view.own_moves()
        position.play(move)


def test_strategies_cost_eight_bytes_more():
    view = load("leduc").start(seed=2).view()
    assert {s: searched(view, 1, select=s).bytes_per_node for s in ("ucb", "smooth", "rm")} == {
        "ucb": 24,
        "smooth": 24,
        "rm": 32,
    }


def test_trees_from_the_start_of_the_game_go_on():
    position = load("leduc").start(seed=2)
    search = searched(position.view(0), 500, select="rm", root="game", reuse="true")
    nodes = search.nodes
    position.play("call")
    position.play("raise")
    assert search.advance(position.view(0))
    assert search.kept == 500
    assert search.nodes == nodes
    search.run(500)
    result = search.result()
    assert result.iterations == 500
    assert set(result.strategy) == set(position.legal_codes())
    assert {row.code for row in result.rows} == set(position.legal_codes())


def test_decisions_that_all_see_follow_ucb():
    """Connect four hides nothing: a rule for hidden decisions finds none, and the tree is that of UCB."""
    view = load("connect4").start().view()
    plain, mixed = searched(view, 300), searched(view, 300, select="rm")
    assert mixed.nodes == plain.nodes
    assert {row.code: row.visits for row in mixed.rows()} == {row.code: row.visits for row in plain.rows()}


def test_a_mixed_bot_draws_by_its_strategy():
    view = Game(PENNIES).start().view(0)
    drawn = []
    for seed in range(40):
        bot = make_bot("mo-ismcts:select=rm,play=mixed,iterations=200")
        bot.new_game(Game(PENNIES), 0, seed)
        drawn.append(bot.choose(view))
        assert abs(sum(bot.choices(view).values()) - 1) < 1e-9
    assert 8 <= sum(drawn) <= 32


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("kuhn", {"root": "game"}, "select=rm"),
        ("kuhn", {"select": "rm", "opponents_know": "nothing"}, "own hand"),
        ("kuhn", {"select": "rm", "grave": 5}, "grave"),
        ("goofspiel", {"select": "rm", "root": "game"}, "use root=view"),
        ("kuhn", {"select": "regret"}, "rm"),
    ],
)
def test_what_cannot_work_is_refused(game, options, words):
    with pytest.raises(OptionError, match=words):
        searched(load(game).start(seed=1).view(), 1, **options)


def test_a_typed_view_does_not_tell_enough_for_the_start_of_the_game():
    with pytest.raises(PositionError, match="since the start"):
        searched(load("kuhn").view("J ? pb", 0), 1, select="rm", root="game")


def test_root_auto_begins_where_the_view_allows_and_says_so():
    told, typed = load("kuhn").start(seed=1).view(), load("kuhn").view("J ? pb", 0)
    cases = [(told, {"select": "rm"}, "game"), (typed, {"select": "rm"}, "view"), (told, {}, "view")]
    cases.append((load("goofspiel").start(seed=1).view(), {"select": "rm"}, "view"))  # shown bids: nothing to go back for
    for view, options, root in cases:
        result = searched(view, 50, root="auto", **options).result()
        assert result.parameters["root"] == root
        assert result.strategy == searched(view, 50, root=root, **options).result().strategy


def test_root_auto_changes_with_the_view_of_a_kept_search():
    game = load("kuhn")
    search = searched(game.view("J ? pb", 0), 50, select="rm", root="auto", reuse="true")
    assert search.params.root == "view"
    assert not search.advance(game.start(seed=1).view(0))
    assert search.params.root == "game"
    search.run(50)
    assert not search.advance(game.view("J ? pb", 0))
    assert search.params.root == "view"
    search.run(50)
    assert set(search.result().strategy) == set(game.view("J ? pb", 0).own_codes())


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_default_of_poker_bets_from_the_start_of_the_game_and_answers_typed_views(name):
    game = load(name)
    bot = make_bot("ismcts:iterations=100")
    bot.check(game)
    bot.new_game(game, 0, 1)
    told = game.start(seed=1).view(0)
    assert len(bot.choices(told)) > 1
    assert bot.thoughts()["root"] == "game"
    typed = game.view(told.text(), 0)
    assert bot.choose(typed) in typed.own_codes()
    assert bot.thoughts()["root"] == "view"


def test_who_sees_all_does_not_draw():
    game = load("kuhn")
    for name in ("cheater", "peeker"):
        bot = make_bot(f"{name}:iterations=50")
        bot.check(game)
        assert (bot.params.select, bot.params.play, bot.params.root) == ("ucb", "best", "view")
    asked = make_bot("cheater:iterations=50,play=mixed")
    asked.check(game)
    assert asked.params.play == "mixed"
