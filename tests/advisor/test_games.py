"""Advice in games with hands, small moves and points: turns, beliefs, points, pictures, contradicting knowledge."""

import random
import xml.etree.ElementTree as ElementTree

import pytest

import mctsky
from mctsky.advisor.request import make_request
from mctsky.advisor.run import Run
from mctsky.core.contract import CHANCE
from mctsky.errors import PositionError
from mctsky.search.inspect import children, viewer_root
from mctsky.search.tree import edge_code, edge_value

NEW_YORK = mctsky.load("santorini-ny")
HIDDEN = ("kuhn", "leduc", "goofspiel", "santorini-ny", "paperskyscrapers")


def in_a_turn(seed=1):
    """Return a position of Santorini: New York in which a seat begins a turn of several moves."""
    dice, position = random.Random(seed), NEW_YORK.start(seed=seed)
    while "step=start" not in position.text():
        position.play(dice.choice(position.legal_codes()))
    return position


def paths(search, view):
    """Return visits and mean value of every path of own moves in a tree, by brute force."""
    nodes, found = search.arrays["nodes"], {}

    def walk(node, codes):
        for child in children(search, node):
            code = edge_code(nodes[child])
            if code < 1 << 15:
                path = (*codes, code)
                found[path] = (int(nodes[child].visits), edge_value(nodes[child]) / max(1, int(nodes[child].visits)))
                if len(path) < 4:
                    walk(child, path)

    walk(viewer_root(search), ())
    return found


def test_turns_have_the_joint_numbers_of_the_tree_and_can_be_played():
    position = in_a_turn()
    run = Run(make_request(position.view(), "ismcts", iterations=4000, seed=1, turns=5, worlds=0))
    run.execute()
    advice = run.advice()
    known = paths(run.searches[0], position.view())
    first, *others = advice.turns
    assert len(advice.turns) == 5
    assert first.complete
    assert [turn.visits for turn in others] == sorted((turn.visits for turn in others), reverse=True)
    for turn in others:
        assert known[turn.codes] == (turn.visits, pytest.approx(turn.value))
        assert 0 < turn.error <= 0.5 / turn.visits**0.5 + 1e-9
    for turn in advice.turns:
        game = position.copy()
        for move in turn.moves:
            assert game.to_act == position.to_act
            game.play(move)
        assert (
            not turn.complete
            or game.to_act != position.to_act
            or not NEW_YORK.verb("mid_turn")(NEW_YORK.rules, game.state, position.to_act)
        )


def test_a_turn_is_searched_on_where_the_tree_is_thin():
    position = in_a_turn(2)
    run = Run(make_request(position.view(), iterations=200, seed=3, turns=2, worlds=0))
    run.execute()
    advice = run.advice()
    assert run._along
    assert advice.turns[0].codes == run._along[0].codes
    assert advice.turns[0].complete
    assert advice.iterations == 120  # the rest went into the turn
    assert mctsky.advise(position.view(), iterations=200, seed=3, turns=0, worlds=0).iterations == 200


def test_a_turn_of_one_move_is_that_move():
    advice = mctsky.advise(mctsky.load("connect4").start(), iterations=300, turns=3)
    assert [turn.moves for turn in advice.turns] == [(move.text,) for move in advice.moves[:3]]
    assert [turn.error for turn in advice.turns] == [move.error for move in advice.moves[:3]]


def test_points_of_goofspiel_are_those_of_its_prizes():
    game = mctsky.load("goofspiel", cards=4)
    position = game.start(seed=1)
    advice = mctsky.advise(position.view(), "mo-ismcts", iterations=600, seed=1)
    assert advice.points is not None
    assert 0 < advice.points.games <= 256
    assert 0 < sum(advice.points.values) <= 10
    assert all(error > 0 for error in advice.points.errors)
    plain = mctsky.analyse(position.view(), "mo-ismcts", iterations=600, seed=1)
    assert [(m.code, m.visits) for m in advice.moves] == [(r.code, r.visits) for r in plain.rows]  # looking changes nothing


@pytest.mark.parametrize("name", HIDDEN)
def test_every_hidden_game_has_beliefs_by_name(name):
    options = {"show": "winner", "cards": 5} if name == "goofspiel" else {}
    game, dice = mctsky.load(name, options), random.Random(3)
    position = game.start(seed=3)
    for _ in range({"goofspiel": 5, "santorini-ny": 12}.get(name, 1)):
        position.play(dice.choice(position.legal_codes()))
    while name == "paperskyscrapers" and not position.state.n_secret[1 - position.to_act].any():
        position.play(dice.choice(position.legal_codes()))
    belief = mctsky.advise(position.view(), iterations=60, seed=1).belief
    assert belief is not None
    assert belief.worlds == 60
    names = [entry.item for entry in belief.items]
    assert len(set(names)) == len(names)
    assert not any(item.startswith("item ") for item in names)
    unsure = 0
    for entry in belief.items:
        assert sum(odds.probability for odds in entry.places.values()) == pytest.approx(1)
        assert not any(place.startswith("place ") for place in entry.places)
        unsure += len(entry.places) > 1
    assert unsure


def test_shown_bids_hide_nothing():
    advice = mctsky.advise(mctsky.load("goofspiel", cards=4).start(seed=1), iterations=20)
    assert advice.belief is None
    assert "nothing is hidden" in advice.reasons["belief"]


@pytest.mark.parametrize(
    ("game", "text", "seat", "word"),
    [
        ("kuhn", "K K .", 0, "deal K"),
        ("leduc", "Ks ? | Ks | cc/.", 0, "Ks"),
        ("santorini-ny", "hands=4,4,7|?3", 0, "hands"),
        ("santorini", "A0A0A0A0A0/A0A0A0A00/00000/00000/B00000 0", 0, "worker"),
    ],
)
def test_knowledge_that_contradicts_itself_is_refused(game, text, seat, word):
    loaded = mctsky.load(game)
    if text.startswith("hands"):
        known = in_a_turn().view(0).text()
        parts = [part for part in known.split() if not part.startswith("hands=")]
        text = " ".join([*parts, text])
    with pytest.raises(PositionError, match=word):
        loaded.view(text, seat)


def acts_again(position, seat):
    """Say whether a seat has a decision left in one of some random games."""
    for number in range(20):
        here, dice = position.copy(), random.Random(number)
        while not here.is_over:
            if here.to_act == seat:
                return True
            here.play(dice.choice(here.legal_codes()))
    return False


@pytest.mark.slow
@pytest.mark.parametrize("name", mctsky.game_names())
def test_pictures_and_numbers_of_every_game(name):
    game, dice = mctsky.load(name), random.Random(5)
    position = game.start(seed=5)
    for number in range(40):
        if position.is_over:
            break
        if number % 5 == 0:
            for seat in range(game.n_seats):
                if not acts_again(position, seat):
                    with pytest.raises(PositionError, match="no decision to make"):
                        mctsky.advise(position.view(seat), iterations=60, seed=number)
                    continue
                advice = mctsky.advise(position.view(seat), iterations=60, seed=number)
                ElementTree.fromstring(advice._repr_svg_())
                assert advice.decides == ("now" if position.view(seat).own_codes() else "later")
                assert sum(move.share for move in advice.moves) == pytest.approx(1)
                assert (advice.points is None) == ("points" in advice.reasons)
        position.play(dice.choice(position.legal_codes()))
    assert position.to_act != CHANCE
