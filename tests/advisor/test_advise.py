"""Advice in Python: numbers, limits on moves, belief, turns, points and the sentence."""

import json
import re

import pytest

import mctsky
from mctsky.errors import IllegalMoveError, MctskyError, UnknownNameError

KUHN, LEDUC, TICTACTOE = (mctsky.load(name) for name in ("kuhn", "leduc", "tictactoe"))


def test_analyse_has_the_numbers_of_the_advice():
    view = LEDUC.start(seed=7).view()
    plain = mctsky.analyse(view, "mo-ismcts", iterations=700, seed=5)
    advice = mctsky.advise(view, "mo-ismcts", iterations=700, seed=5)
    assert [(m.code, m.visits, m.values) for m in advice.moves] == [(r.code, r.visits, r.values) for r in plain.rows]
    assert advice.moves[0].variation == plain.pv
    assert advice.decides == "now"
    assert advice.iterations == 700


def test_same_seed_same_answer_and_json_without_nan():
    view = LEDUC.start(seed=3).view()
    first, second = (mctsky.advise(view, iterations=300, seed=9, threads=2).to_dict() for _ in range(2))
    first.pop("seconds"), second.pop("seconds")
    assert first == second
    json.dumps(first, allow_nan=False)


@pytest.mark.parametrize("bot", ["ismcts", "so-ismcts", "mcts", "flat", "mcts:solver=true"])
def test_avoided_moves_are_not_considered(bot):
    position = TICTACTOE.start()
    for move in ("a1", "b2", "a2"):
        position.play(move)
    assert mctsky.advise(position, bot, iterations=400, seed=1).best == "a3"  # the only move that does not lose at once
    limited = mctsky.advise(position, bot, iterations=400, seed=1, moves_avoided=["a3"])
    assert {move.text for move in limited.moves} <= {"b1", "b3", "c1", "c2", "c3"}
    only = mctsky.advise(position, bot, iterations=50, seed=1, moves_allowed=["c3"])
    assert [move.text for move in only.moves] == ["c3"]
    assert sum(move.share for move in limited.moves) == pytest.approx(1)


@pytest.mark.parametrize(
    ("options", "error", "field"),
    [
        ({"moves_allowed": ["z9"]}, IllegalMoveError, "moves_allowed"),
        ({"moves_avoided": ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]}, MctskyError, "moves_avoided"),
        ({"bot": "random"}, UnknownNameError, "bot"),
        ({"bot": "pimc", "moves_allowed": ["a1"]}, MctskyError, "moves_allowed"),
    ],
)
def test_wrong_questions_name_the_field(options, error, field):
    with pytest.raises(error) as caught:
        mctsky.advise(TICTACTOE.start(), **options)
    assert caught.value.field == field


def test_belief_of_kuhn_is_the_true_distribution():
    belief = mctsky.advise(KUHN.view("K ? .", 0), iterations=500, seed=2).belief
    assert belief is not None
    assert belief.worlds == 500
    assert belief.probability("K", "seat 0") == 1
    for card in "JQ":
        assert belief.probability(card, "seat 1") == pytest.approx(0.5, abs=0.1)
    for entry in belief.items:
        assert sum(place.probability for place in entry.places.values()) == pytest.approx(1)


def test_what_is_missing_has_a_reason():
    advice = mctsky.advise(TICTACTOE.start(), iterations=20)
    assert advice.belief is None
    assert advice.points is None
    assert advice.reasons == {"belief": "tictactoe has no hidden information", "points": "tictactoe has no points"}


def test_a_seat_that_waits_decides_later():
    position = KUHN.start(seed=4)
    advice = mctsky.advise(position.view(1), iterations=200)
    assert advice.decides == "later"
    assert {move.text for move in advice.moves} == {"pass", "bet"}
    assert advice.turns == ()
    assert advice.sentence.startswith("Expect to play")


def test_the_sentence_is_true_of_the_numbers():
    position = TICTACTOE.start()
    for move in ("b2", "a1", "c3"):
        position.play(move)
    for iterations in (30, 300, 2000):
        advice = mctsky.advise(position, iterations=iterations, seed=iterations)
        best, other = advice.moves[:2]
        said = re.match(r"Play (\S+): seat (\d) can expect ([\d.]+) ± ([\d.]+); (.*)\.$", advice.sentence)
        assert said, advice.sentence
        assert (said[1], int(said[2])) == (best.text, advice.seat)
        assert float(said[3]) == pytest.approx(best.value, abs=6e-4)
        assert float(said[4]) == pytest.approx(best.error, abs=6e-4)
        error = (best.error**2 + other.error**2) ** 0.5
        assert (abs(best.value - other.value) <= 2 * error) == said[5].startswith("too close to")
        assert other.text in said[5]
