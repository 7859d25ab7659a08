"""Kuhn poker with three seats: each rule, the full game against the naive oracle and OpenSpiel, texts, views and worlds."""

from itertools import product

import numpy as np
import pytest

from mctsky import load
from mctsky.core.contract import NOTHING
from mctsky.core.perft import perft
from mctsky.core.position import OBSERVED
from mctsky.errors import IllegalMoveError, OptionError, PositionError
from naive import kuhn3 as naive
from support import openspiel
from support.enumeration import check_texts, check_views, check_worlds, enumerate_pairs

GAME = load("kuhn", players=3)
DEALS = ("deal K", "deal J", "deal A")


@pytest.fixture(scope="module")
def pairs():
    return enumerate_pairs(GAME, naive)


def played(*moves):
    position = GAME.start()
    for move in moves:
        position.play(move)
    return position


def after(line, deals=DEALS):
    """Return the position after these deals and bets, p or b."""
    return played(*deals, *({"p": "pass", "b": "bet"}[sign] for sign in line))


def won(position):
    """What each seat has won in chips."""
    return pytest.approx([6 * value - 2 for value in position.returns()])


def test_r1_all_three_seats_pay_an_ante():
    assert GAME.start().text() == "- - - ."
    assert GAME.start().render().count("1 chip") == 3
    with pytest.raises(OptionError, match="from 2 to 3"):
        load("kuhn", players=4)


def test_r2_one_card_each_from_four():
    position = GAME.start()
    assert position.chance_moves() == [(f"deal {card}", 1 / 4) for card in "JQKA"]
    position.play("deal A")
    assert position.chance_moves() == [(f"deal {card}", 1 / 3) for card in "JQK"]
    position.play("deal J")
    assert position.chance_moves() == [("deal Q", 1 / 2), ("deal K", 1 / 2)]
    with pytest.raises(IllegalMoveError, match="no such move; legal: deal Q deal K"):
        position.play("deal A")
    position.play("deal K")
    assert position.text() == "A J K ."


def test_r2_a_seat_sees_its_own_card_only():
    position = played(*DEALS)
    assert [position.view(seat).text() for seat in range(3)] == ["K ? ? .", "? J ? .", "? ? A ."]
    assert [position.view(seat).observed for seat in range(3)] == [(4 | OBSERVED,), (2 | OBSERVED,), (5 | OBSERVED,)]
    assert GAME.verb("observe")(GAME.rules, played("deal K").state, 2, 2) == NOTHING
    assert played("deal K", "deal J").view(2).text() == "? ? - ."


def test_r3_seats_take_turns_from_seat_0():
    for line, seat in (("", 0), ("p", 1), ("b", 1), ("pp", 2), ("bp", 2), ("ppb", 0), ("ppbp", 1)):
        assert after(line).to_act == seat
        assert after(line).legal_moves() == ["pass", "bet"]
    assert "seat 2: A  2 chips" in after("ppb").render()


@pytest.mark.parametrize("line", naive.ENDINGS)
def test_r4_how_betting_ends(line):
    assert after(line).is_over
    assert not any(after(line[:n]).is_over for n in range(len(line)))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        after(line).play("bet")


def test_r5_who_bets_alone_wins_the_pot_and_shows_no_card():
    for line, winner in (("bpp", 0), ("pbpp", 1), ("ppbpp", 2)):
        position = after(line)
        assert won(position) == [2 if seat == winner else -1 for seat in range(3)]
        assert position.view(0).text() == f"K ? ? {line}"
        assert position.view(0).returns() == position.returns()


def test_r6_the_highest_card_that_is_still_in_wins():
    assert won(after("ppp")) == [-1, -1, 2]
    assert won(after("bbp")) == [3, -2, -1]
    assert won(after("pbpb")) == [3, -2, -1]
    assert won(after("ppbbb")) == [-2, -2, 4]


def test_r6_who_has_folded_shows_no_card():
    assert [after("bbp").view(seat).text() for seat in range(3)] == ["K J ? bbp", "K J ? bbp", "K J A bbp"]
    assert after("ppp").view(1).text() == "K J A ppp"


def test_r7_results_lie_between_0_and_1_and_share_the_chips():
    for line in naive.ENDINGS:
        assert sum(after(line).returns()) == pytest.approx(1)
    assert after("bbb").returns() == [0.0, 0.0, 1.0]
    assert after("ppp").returns() == pytest.approx([1 / 6, 1 / 6, 4 / 6])


def test_agrees_with_the_naive_oracle_everywhere(pairs):
    assert len(pairs) == 617
    for pair in pairs:
        if pair.position.is_over:
            assert won(pair.position) == naive.winnings(pair.naive)


def test_views_agree_with_the_naive_account(pairs):
    check_views(pairs, naive)


def test_perft():
    assert [perft(GAME.start(), depth) for depth in range(1, 10)] == [4, 12, 24, 48, 96, 192, 144, 96, 0]


def test_agrees_with_openspiel():
    """Histories, legal actions, odds, information states and results are those of kuhn_poker(players=3)."""
    name = "kuhn_poker(players=3)"
    assert openspiel.digest(openspiel.our_lines(GAME.start(), first_deal=2, scale=2)) == openspiel.STORED[name]
    if openspiel.INSTALLED:
        assert openspiel.digest(openspiel.openspiel_lines(name)) == openspiel.STORED[name]


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_worlds_are_exact(pairs, viewer):
    assert check_worlds(pairs, viewer, 3_000) >= 60


def test_texts_are_read_exactly(pairs):
    """Every combination of signs, three bets deep: accepted if and only if a game reaches it."""
    lines = [".", "", *("".join(signs) for n in range(1, 4) for signs in product("pb", repeat=n))]
    candidates = [f"{' '.join(hands)} {line}" for hands in product("-JQA?", repeat=3) for line in lines]
    candidates += ["", "K", "K Q pb", "K Q J pbbpp", "K Q J ppbbbb", "K  Q J pb", "k q j pb", "K Q J PB", "K Q T pb"]
    assert check_texts(GAME, pairs, candidates) > 1_500


@pytest.mark.parametrize(
    ("text", "viewer", "problem"),
    [
        ("K Q pb", None, "not three cards"),
        ("K K J .", None, "'deal K' cannot be move 2"),
        ("K Q J bbpp", None, "'pass' cannot be move 7"),
        ("K ? J bbp", None, "is written 'K "),
        ("K Q ? bbb", 0, "seat 0 sees such a game as 'K Q "),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(text, viewer, problem):
    with pytest.raises(PositionError, match=problem):
        GAME.position(text) if viewer is None else GAME.view(text, viewer)


def test_hidden_says_where_the_cards_are():
    places = np.full(4, -99, np.int32)
    assert GAME.verb("hidden")(GAME.rules, played(*DEALS).state, places) == 4
    assert list(places) == [1, 3, 0, 2]  # J with seat 1, Q in the deck, K with seat 0, A with seat 2


def test_the_ace_belongs_to_three_seats_only():
    with pytest.raises(PositionError, match="not two cards"):
        load("kuhn").position("A K .")
