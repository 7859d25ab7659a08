"""Goofspiel: what seats see, and texts."""

from random import Random

import numpy as np
import pytest

from games.goofspiel_play import SHOWS, play_rounds, world_of
from mctsky.core.registry import load
from mctsky.errors import OptionError, PositionError
from naive import goofspiel as naive

# ---------------------------------------------------------------- what seats see


@pytest.mark.parametrize(
    ("players", "cards", "show"), [(2, 4, "bids"), (2, 4, "winner"), (3, 3, "bids"), (3, 3, "winner"), (5, 5, "bids")]
)
def test_views_agree_with_the_oracle(players, cards, show):
    """In random games, views are equal exactly when the oracle's accounts are, pending bids and reveals included."""
    game = load("goofspiel", players=players, cards=cards, show=show)
    random = Random(players)
    view_of, account_of = {}, {}
    for _ in range(300):
        position, state = game.start(), naive.start()
        while not position.is_over:
            text = random.choice(list(naive.moves(game.options, state))[:2])
            position.play(text)
            state = naive.play(state, text)
            for viewer in range(players):
                view, account = position.view(viewer), (viewer, naive.sees(game.options, state, viewer))
                assert view_of.setdefault(account, view) == view
                assert account_of.setdefault(view, account) == account


def test_a_view_during_a_reveal_keeps_what_was_shown():
    game = load("goofspiel", players=4, cards=5)
    position = game.start()
    for move in ("prize=4", "3", "1", "5", "2", "seat0=3", "seat1=1"):
        position.play(move)
    texts = ["4=3!,1!,.,.", "4=3!,1!,.,.", "4=3!,1!,5,.", "4=3!,1!,.,2"]
    assert [position.view(seat).text() for seat in range(4)] == texts
    world = world_of(position.view(3), 1)
    assert world.to_act == 2
    assert world.legal_moves() == ["1", "2", "3", "4", "5"]
    for move in ("4", "seat2=4", "seat3=2"):
        world.play(move)
    assert world.text() == "4=3,1,4,2>2 draw"


def test_a_world_holds_no_pending_bid_of_another():
    for show in SHOWS:
        game = load("goofspiel", players=3, cards=5, show=show, order="ascending")
        position = play_rounds(game, (None, (1, 2, 3)))
        for bid in "245"[:2]:
            position.play(bid)
        for seat, committed in ((0, 1), (1, 2), (2, 0)):
            world = world_of(position.view(seat), 7)
            assert world.state.committed == committed
            assert world.to_act == (1 if seat == 0 else 0)


def test_hidden_lists_hands_only_where_they_are_unknown():
    out = np.full(70, -9, np.int32)
    for show, expected in (("bids", 0), ("winner", 10)):
        position = play_rounds(load("goofspiel", cards=5, show=show), (1, (2, 5)))
        assert position.game.verb("hidden")(position.game.rules, position.state, out) == expected
    assert list(out[:10]) == [0, 5, 0, 0, 0, 1, 1, 1, 1, 5]


def test_evaluate_counts_points_and_cards_and_knows_decided_games():
    game = load("goofspiel", players=3, cards=3, order="descending")
    assert game.start().evaluate() == pytest.approx([0.5] * 3)
    decided = play_rounds(game, (None, (3, 1, 1)), (None, (2, 3, 3)))
    assert decided.evaluate() == pytest.approx([1.0, 0.25, 0.25])
    lead = play_rounds(load("goofspiel", players=3, cards=3, order="descending", returns="points"), (None, (3, 1, 1)))
    assert lead.evaluate() == pytest.approx([0.75, 0.375, 0.375])
    seven = load("goofspiel", cards=7, order="ascending")
    dear = play_rounds(seven, (None, (7, 6))).evaluate()  # a point for the 7: the other seat keeps the better cards
    cheap = play_rounds(seven, (None, (2, 1))).evaluate()
    assert dear[0] < 0.4 < 0.5 < cheap[0]
    assert sum(dear) == pytest.approx(1)
    pending = play_rounds(seven, (None, (2, 1)))
    before = pending.evaluate()
    pending.play("7")
    assert pending.evaluate() == before  # a bid is not spent before it is shown


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("options", "text", "problem"),
    [
        ({}, "", "not a round"),
        ({}, "draw draw", "not a round"),
        ({}, "4=3,1", "no card|missing|turned up"),
        ({}, "2=1,2>1", "missing at the end"),
        ({}, "2=1,2>0 draw", "won by seat 1"),
        ({}, "2=1,1>1 draw", "won by nobody"),
        ({}, "2=1,2>1 2=2,.", "turned up before"),
        ({}, "2=1,2>1 1=1,.", "no card 1"),
        ({}, "2=1,4>1 draw", "no card 4"),
        ({}, "2=1,.>1 draw", "every bid is a card"),
        ({}, "2=1,2 1=.,.", "later one follows"),
        ({}, "2=.,2", "in turn"),
        ({}, "2=1!,.", "only when all"),
        ({}, "2=1!,2!", "last one"),
        ({}, "2=1,2!", "from seat 0"),
        ({}, "2=1,?>1 draw", "not be"),
        ({}, "2=1,2,3", "needs 2 bids"),
        ({}, "2=1,2>2 draw", "no seat 2"),
        ({}, "1=1,2>1 2=2,1>0 3=3,3>- draw", "no prize is drawn"),
        ({}, "1=1,2>1 2=2,1>0 3=3,3>- 4=1,1", "only 3 rounds"),
        ({"show": "winner"}, "2=1!,2", "not shown"),
        ({"order": "ascending"}, "2=.,.", "is 1 in this order"),
        ({"order": "ascending"}, "draw", "no prize is drawn"),
    ],
)
def test_impossible_positions_are_refused(options, text, problem):
    with pytest.raises(PositionError, match=problem):
        load("goofspiel", cards=3, **options).position(text)


@pytest.mark.parametrize(
    ("show", "text", "problem"),
    [
        ("winner", "2=1,2>1 draw", "must be \\?"),
        ("winner", "2=?,2>1 draw", "not be \\?"),
        ("winner", "2=3,?>1 draw", "no bids of the other seats"),
        ("winner", "2=1,?>0 draw", "no bids of the other seats"),
        ("winner", "2=2,?>0 1=3,?>- 3=1,?>0", "no bids of the other seats"),
        ("winner", "2=1,2", "not known"),
        ("winner", "2=?,.", "never"),
        ("bids", "2=1,?>1 draw", "not be \\?"),
        ("bids", "2=.,1", "not known"),
        ("bids", "2=.!,1", "needs 2 bids"),
    ],
)
def test_impossible_views_are_refused(show, text, problem):
    with pytest.raises(PositionError, match=problem):
        load("goofspiel", cards=3, show=show).view(text, 0)


def test_bad_options_are_refused():
    for options in ({"cards": 2}, {"cards": 14}, {"players": 6}, {"order": "up"}, {"show": "all"}, {"returns": "money"}):
        with pytest.raises(OptionError):
            load("goofspiel", options)


def test_every_code_has_a_text_that_is_read_back():
    game = load("goofspiel", players=5)
    moves, state = game.spec.module("notation"), game.start().state
    texts = [moves.format_move(game.rules, state, code) for code in range(game.spec.bounds.n_codes)]
    assert len(set(texts)) == len(texts)
    assert [moves.parse_move(game.rules, state, text) for text in texts] == list(range(len(texts)))
    assert texts[0] == "1"
    assert texts[13] == "prize=1"
    assert texts[26 + 13 * 4] == "seat4=1"
    assert texts[-1] == "winner=none"
    for text in ("0", "14", "01", "prize=0", "prize=14", "seat5=1", "seat0=0", "winner=5", "winner", "", "seat0"):
        assert moves.parse_move(game.rules, state, text) is None


def test_pictures_show_unknown_hands_by_their_size():
    position = play_rounds(load("goofspiel", cards=5, show="winner"), (4, (2, 5)))
    assert position.render().splitlines()[1].split() == ["1", "4", "2", "5", "seat", "1"]
    assert "4 cards" in position.view(0).render()
    assert "4 cards" in position.view(0).svg()
    assert "4 cards" not in position.render()
