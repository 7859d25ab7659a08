"""Kuhn poker: each rule, the full game against the naive oracle and OpenSpiel, texts, views and worlds."""

from itertools import product

import numpy as np
import pytest

from mctsky import load
from mctsky.core.contract import NOTHING
from mctsky.core.perft import perft
from mctsky.core.position import OBSERVED
from mctsky.errors import IllegalMoveError, PositionError
from naive import kuhn as naive
from support import openspiel
from support.enumeration import check_texts, check_views, check_worlds, enumerate_pairs

GAME = load("kuhn")


@pytest.fixture(scope="module")
def pairs():
    return enumerate_pairs(GAME, naive)


def played(*moves):
    position = GAME.start()
    for move in moves:
        position.play(move)
    return position


def won(position):
    """What each seat has won in chips."""
    return [4 * value - 2 for value in position.returns()]


def test_r1_both_seats_pay_an_ante():
    assert list(GAME.start().state.chips) == [1, 1]
    assert "1 chip" in GAME.start().render()


def test_r2_one_card_each_from_three():
    position = GAME.start()
    assert position.chance_moves() == [("deal J", 1 / 3), ("deal Q", 1 / 3), ("deal K", 1 / 3)]
    position.play("deal Q")
    assert position.chance_moves() == [("deal J", 1 / 2), ("deal K", 1 / 2)]
    with pytest.raises(IllegalMoveError, match="no such move; legal: deal J deal K"):
        position.play("deal Q")
    with pytest.raises(IllegalMoveError, match="no such move; legal: deal"):
        position.play("bet")
    position.play("deal K")
    assert position.text() == "Q K ."
    with pytest.raises(IllegalMoveError, match="no such move; legal: pass bet"):
        position.play("deal J")


def test_r2_a_seat_sees_its_own_card_only():
    position = played("deal Q", "deal K")
    assert (position.view(0).text(), position.view(1).text()) == ("Q ? .", "? K .")
    assert position.view(0).observed == (3 | OBSERVED,)
    assert position.view(1).observed == (4 | OBSERVED,)
    start = GAME.start()
    observe = GAME.verb("observe")
    assert observe(GAME.rules, start.state, 3, 1) == NOTHING
    assert played("deal Q").view(1).text() == "? - ."


def test_r3_seat_0_begins_and_may_pass_or_bet():
    position = played("deal J", "deal Q")
    assert position.to_act == 0
    assert position.legal_moves() == ["pass", "bet"]
    position.play("pass")
    assert position.to_act == 1
    assert position.legal_moves() == ["pass", "bet"]
    position.play("bet")
    assert position.to_act == 0
    assert list(position.state.chips) == [1, 2]
    assert [position.view(seat).observed[1:] for seat in (0, 1)] == [(0, 1 | OBSERVED), (OBSERVED, 1)]


@pytest.mark.parametrize("bets", ["pass pass", "bet pass", "bet bet", "pass bet pass", "pass bet bet"])
def test_r4_how_betting_ends(bets):
    *before, last = bets.split()
    position = played("deal J", "deal Q", *before)
    assert not position.is_over
    position.play(last)
    assert position.is_over
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play("bet")


def test_r5_a_fold_gives_the_pot_away():
    assert won(played("deal K", "deal J", "pass", "bet", "pass")) == [-1, 1]
    assert won(played("deal J", "deal K", "bet", "pass")) == [1, -1]


def test_r5_a_fold_shows_no_card():
    position = played("deal J", "deal K", "bet", "pass")
    assert position.view(0).text() == "J ? bp"
    assert position.view(0).returns() == position.returns()


def test_r6_the_higher_card_wins_the_showdown():
    for mine, theirs in product("JQK", repeat=2):
        if mine != theirs:
            sign = 1 if "JQK".index(mine) > "JQK".index(theirs) else -1
            assert won(played(f"deal {mine}", f"deal {theirs}", "pass", "pass")) == [sign, -sign]
            assert won(played(f"deal {mine}", f"deal {theirs}", "bet", "bet")) == [2 * sign, -2 * sign]
            assert won(played(f"deal {mine}", f"deal {theirs}", "pass", "bet", "bet")) == [2 * sign, -2 * sign]


def test_r6_a_showdown_shows_both_cards():
    position = played("deal J", "deal K", "bet", "bet")
    assert position.view(0).text() == position.view(1).text() == "J K bb"


def test_r7_results_lie_between_0_and_1():
    assert played("deal J", "deal K", "bet", "bet").returns() == [0.0, 1.0]
    assert played("deal K", "deal J", "pass", "pass").returns() == [0.75, 0.25]


def test_agrees_with_the_naive_oracle_everywhere(pairs):
    assert len(pairs) == 58
    for pair in pairs:
        if pair.position.is_over:
            assert won(pair.position) == naive.winnings(pair.naive)


def test_views_agree_with_the_naive_account(pairs):
    check_views(pairs, naive)


def test_perft():
    assert [perft(GAME.start(), depth) for depth in range(1, 7)] == [3, 6, 12, 24, 12, 0]


def test_agrees_with_openspiel():
    """Histories, legal actions, odds, information states and results are those of kuhn_poker."""
    stored = openspiel.STORED["kuhn_poker"]
    assert openspiel.digest(openspiel.our_lines(GAME.start(), first_deal=2, scale=2)) == stored
    if openspiel.INSTALLED:
        assert openspiel.digest(openspiel.openspiel_lines("kuhn_poker")) == stored


@pytest.mark.parametrize("viewer", [0, 1])
def test_worlds_are_exact(pairs, viewer):
    assert check_worlds(pairs, viewer, 2_000) >= 15


def test_texts_are_read_exactly(pairs):
    """Every combination of signs, four bets deep: accepted if and only if a game reaches it."""
    lines = [".", "", *("".join(signs) for n in range(1, 5) for signs in product("pb", repeat=n))]
    candidates = [f"{first} {second} {line}" for first in "-JQK?" for second in "-JQK?" for line in lines]
    candidates += ["", "K", "K Q", "K Q pb b", "K  Q pb", "k q pb", "K Q PB", "KQ . .", "K Q\tpb", "K Q ..", "A Q pb"]
    assert check_texts(GAME, pairs, candidates) > 200


@pytest.mark.parametrize(
    ("text", "viewer", "problem"),
    [
        ("K K .", None, "'deal K' cannot be move 2"),
        ("- Q .", None, "is written 'Q - .'"),
        ("K - p", None, "'pass' cannot be move 2"),
        ("K Q bbp", None, "'pass' cannot be move 5"),
        ("K ? pb", None, "is written 'K Q pb'"),
        ("K Q pb", 0, "seat 0 sees such a game as 'K \\? pb'"),
        ("? ? pb", 0, "seat 0 sees such a game as"),
        ("K ? pp", 0, "seat 0 sees such a game as 'K Q pp'"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(text, viewer, problem):
    with pytest.raises(PositionError, match=problem):
        GAME.position(text) if viewer is None else GAME.view(text, viewer)


def test_hidden_says_where_the_cards_are():
    places = np.full(3, -99, np.int32)
    assert GAME.verb("hidden")(GAME.rules, played("deal K", "deal J").state, places) == 3
    assert list(places) == [1, 2, 0]  # J with seat 1, Q in the deck, K with seat 0


def test_pictures_hide_what_the_viewer_does_not_know():
    position = played("deal J", "deal K", "pass")
    assert "seat 1: ?" in position.view(0).render()
    assert "betting: pass" in position.render()
    assert "seat 1: K" in position.svg()
    assert "seat 1: K" not in position.view(0).svg()
