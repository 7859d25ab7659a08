"""The greedy bot: one move ahead by the game's estimate."""

import pytest

from mctsky import load
from mctsky.arena.playing.referee import play_game
from mctsky.bots import make_bot
from mctsky.bots.greedy import GreedyBot
from mctsky.errors import OptionError, UnknownNameError

CONNECT4 = load("connect4")


def chosen(position, seed=1, spec="greedy"):
    bot = make_bot(spec)
    bot.new_game(position.game, position.to_act, seed)
    return position.format_move(bot.choose(position.view())), bot.thoughts()


def after(moves):
    position = CONNECT4.start()
    for move in moves.split():
        position.play(move)
    return position


@pytest.mark.parametrize(
    ("moves", "wins"),
    [
        ("a g a g a f", {"a"}),  # a column
        ("b b c c d g", {"a", "e"}),  # a row with two ends: the estimate promises a win after any move
        ("a b b c c d c d d g", {"d"}),  # a diagonal
    ],
)
def test_a_win_in_one_is_taken(moves, wins):
    position = after(moves)
    winning = set()
    for move in position.legal_moves():
        then = position.copy()
        then.play(move)
        if then.is_over and then.returns()[position.to_act] == 1.0:
            winning.add(move)
    assert winning == wins
    assert {chosen(position, seed)[0] for seed in range(12)} == wins
    assert chosen(position)[1] == {"value": 1.0}


def test_the_best_estimate_is_chosen_where_nobody_wins():
    position = after("d d c")
    seat, estimates = position.to_act, {}
    for move in position.legal_moves():
        then = position.copy()
        then.play(move)
        estimates[move] = then.evaluate()[seat]
    best = {move for move, value in estimates.items() if value == max(estimates.values())}
    assert {chosen(position, seed)[0] for seed in range(20)} == best
    assert len(best) < len(estimates)


def test_unseen_bids_and_prizes_are_drawn_and_the_seed_rules_them():
    game = load("goofspiel", cards=5)
    position = game.start(4)
    for spec in ("greedy:worlds=1", "greedy"):
        assert chosen(position, 1, spec) == chosen(position, 1, spec)
    assert len({chosen(position, seed, "greedy:worlds=1")[1]["value"] for seed in range(12)}) > 1  # worlds differ by seed


@pytest.mark.parametrize("pending", [False, True])
def test_the_highest_card_takes_the_prize_whether_the_other_bid_is_pending_or_to_come(pending):
    position = load("goofspiel", cards=5, returns="points").start(4)
    if pending:
        position.play("1")
    assert {chosen(position, seed, "greedy:worlds=64")[0] for seed in range(6)} == {"5"}


def test_greedy_beats_random():
    for seed in range(6):
        bots = [make_bot("greedy"), make_bot("random")]
        record = play_game(CONNECT4, bots if seed % 2 else bots[::-1], seed)
        assert record.reason == "normal"
        assert record.result[1 - seed % 2] == 1.0


def test_greedy_does_not_see_hidden_bids():
    """Whatever the other seat has bid, unseen, the choice is the same."""
    game = load("goofspiel", cards=5)
    answers = set()
    for code in game.start(4).legal_codes():
        position = game.start(4)
        position.play(code)
        answers.add((chosen(position)[0], chosen(position)[1]["value"]))
    assert len(answers) == 1


def test_a_game_without_an_estimate_is_refused():
    with pytest.raises(OptionError, match="kuhn has none; use flat"):
        make_bot("greedy").check(load("kuhn"))
    make_bot("greedy").check(CONNECT4)
    make_bot("greedy").warm(CONNECT4)


@pytest.mark.parametrize("worlds", ["0", "-3", "many", "1.5", "10001"])
def test_wrong_numbers_of_worlds_are_refused(worlds):
    with pytest.raises(OptionError, match="whole number from 1 to 10000"):
        make_bot(f"greedy:worlds={worlds}")


def test_parameters():
    assert make_bot("greedy:worlds=3").parameters() == {"worlds": 3}
    assert GreedyBot().parameters() == {"worlds": 8}
    with pytest.raises(UnknownNameError, match="worlds"):
        make_bot("greedy:world=3")


def test_a_decision_of_several_moves_is_seen_through():
    """New York 1901 splits a turn: choosing a tile pays only when it is placed, and greedy must not pass because of that."""
    game = load("newyork1901")
    text = (
        "step build B | turns 4 | streets broadway wall pine | bonus generation-king | open green2 green3 yellow2 yellow3 | "
        "A blue 5 cards shift grab land M1e E1e city bronze-I2@i12+i11 bronze-L3@l11+l10+m10 | "
        "B red 4 cards shift land W2c E2e M3b M3f E3b city bronze-I2@l7+m7 bronze-I2@e5+f5 starter@l6+m6"
    )
    position = game.position(text)
    assert {"pass", "build bronze-I3", "build bronze-L3"} >= set(position.legal_moves()) > {"pass"}
    assert chosen(position)[0].startswith("build ")
