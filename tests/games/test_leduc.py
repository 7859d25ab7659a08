"""Leduc poker: each rule, the full game against the naive oracle and OpenSpiel, texts, views and worlds."""

from itertools import product
from random import Random

import numpy as np
import pytest

from mctsky import load
from mctsky.core.contract import CHANCE, NOTHING
from mctsky.core.perft import perft
from mctsky.core.position import OBSERVED
from mctsky.errors import IllegalMoveError, PositionError
from naive import leduc as naive
from support import openspiel
from support.enumeration import check_texts, check_views, check_worlds, enumerate_pairs

GAME = load("leduc")
CARDS = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]


@pytest.fixture(scope="module")
def pairs():
    return enumerate_pairs(GAME, naive)


def played(moves):
    """Return the position after moves such as `Ks Qh call raise`; a card is dealt."""
    position = GAME.start()
    for move in moves.split():
        position.play(f"deal {move}" if move in CARDS else move)
    return position


def won(position):
    """What each seat has won in chips."""
    return [round(26 * value - 13, 9) for value in position.returns()]


def test_r1_both_seats_pay_an_ante():
    assert list(GAME.start().state.chips) == [1, 1]
    assert "1 chip" in GAME.start().render()


def test_r2_every_card_left_is_equally_likely():
    position = GAME.start()
    assert position.chance_moves() == [(f"deal {card}", 1 / 6) for card in CARDS]
    position.play("deal Qs")
    assert position.chance_moves() == [(f"deal {card}", 1 / 5) for card in CARDS if card != "Qs"]
    with pytest.raises(IllegalMoveError, match="already been dealt; legal: deal Js"):
        position.play("deal Qs")
    with pytest.raises(IllegalMoveError, match="a card must be dealt first"):
        position.play("call")
    position.play("deal Qh")
    with pytest.raises(IllegalMoveError, match="no card is dealt now"):
        position.play("deal Js")


def test_r2_a_seat_sees_its_own_card_only():
    position = played("Qs Kh")
    assert (position.view(0).text(), position.view(1).text()) == ("Qs ? | - | .", "? Kh | - | .")
    assert [position.view(seat).observed for seat in (0, 1)] == [(5 | OBSERVED,), (8 | OBSERVED,)]
    assert GAME.verb("observe")(GAME.rules, GAME.start().state, 5, 1) == NOTHING
    assert played("Qs").view(1).text() == "? - | - | ."


def test_r3_seat_0_begins_both_rounds():
    position = played("Qs Kh")
    assert position.to_act == 0
    position.play("call")
    assert position.to_act == 1
    position = played("Qs Kh call raise call Js")
    assert position.to_act == 0
    position.play("call")
    assert position.to_act == 1


def test_r4_a_call_matches_the_other_seat():
    assert list(played("Qs Kh call").state.chips) == [1, 1]
    assert list(played("Qs Kh raise call").state.chips) == [3, 3]
    assert list(played("Qs Kh raise raise call").state.chips) == [5, 5]


def test_r5_raises_are_2_then_4_and_at_most_two():
    position = played("Qs Kh raise raise")
    assert list(position.state.chips) == [3, 5]
    assert position.legal_moves() == ["fold", "call"]
    with pytest.raises(IllegalMoveError, match="a round has at most two raises; legal: fold call"):
        position.play("raise")
    position = played("Qs Kh raise raise call Js")
    assert position.legal_moves() == ["call", "raise"]
    position.play("call")
    position.play("raise")
    assert list(position.state.chips) == [5, 9]
    position.play("raise")
    assert list(position.state.chips) == [13, 9]
    assert position.legal_moves() == ["fold", "call"]


def test_r6_folding_needs_a_raise_and_gives_the_pot_away():
    for quiet in ("Qs Kh", "Qs Kh call", "Qs Kh call call Js", "Qs Kh raise call Js call"):
        assert played(quiet).legal_moves() == ["call", "raise"]
        with pytest.raises(IllegalMoveError, match="there is no raise to fold to"):
            played(quiet).play("fold")
    assert won(played("Qs Kh raise fold")) == [1, -1]
    assert won(played("Kh Qs raise raise fold")) == [-3, 3]
    assert won(played("Qs Kh call call Js call raise raise fold")) == [5, -5]
    assert played("Qs Kh raise fold").is_over


def test_r6_a_fold_shows_no_card():
    position = played("Qs Kh raise fold")
    assert position.view(0).text() == "Qs ? | - | rf"
    assert position.view(0).returns() == position.returns()


def test_r7_a_call_ends_the_round_unless_it_opens_it():
    assert played("Qs Kh call").to_act == 1
    for closed in ("call call", "raise call", "call raise call", "raise raise call", "call raise raise call"):
        assert played(f"Qs Kh {closed}").to_act == CHANCE
        assert played(f"Qs Kh call call Js {closed}").is_over


def test_r8_a_public_card_between_the_rounds():
    position = played("Qs Kh call call")
    assert position.chance_moves() == [(f"deal {card}", 1 / 4) for card in ("Js", "Jh", "Qh", "Ks")]
    position.play("deal Qh")
    assert position.text() == "Qs Kh | Qh | cc/."
    assert [position.view(seat).text() for seat in (0, 1)] == ["Qs ? | Qh | cc/.", "? Kh | Qh | cc/."]
    assert position.view(0).observed[-1] == position.view(1).observed[-1] == 6 | OBSERVED


@pytest.mark.parametrize(
    ("cards", "public", "lead"),
    [("Qs Kh", "Qh", 1), ("Qs Kh", "Ks", -1), ("Qs Kh", "Js", -1), ("Ks Jh", "Qh", 1), ("Ks Jh", "Js", -1), ("Js Jh", "Ks", 0)],
)
def test_r9_showdown(cards, public, lead):
    assert won(played(f"{cards} call call {public} call call")) == [lead, -lead]
    assert won(played(f"{cards} raise call {public} raise raise call")) == [11 * lead, -11 * lead]
    assert won(played(f"{cards} call raise raise call {public} raise call")) == [9 * lead, -9 * lead]


def test_r9_a_showdown_shows_both_cards():
    position = played("Js Kh call call Qs raise call")
    assert position.view(0).text() == position.view(1).text() == "Js Kh | Qs | cc/rc"


def test_r10_results_lie_between_0_and_1():
    assert played("Ks Jh raise raise call Kh raise raise call").returns() == [1.0, 0.0]
    assert played("Js Jh call call Kh call call").returns() == [0.5, 0.5]
    assert played("Ks Jh call call Kh call call").returns() == [14 / 26, 12 / 26]


def test_agrees_with_the_naive_oracle_everywhere(pairs):
    assert len(pairs) == 9457
    for pair in pairs:
        if pair.position.is_over:
            assert won(pair.position) == naive.winnings(pair.naive)
        assert list(pair.position.state.chips) == naive.stakes(pair.naive)


def test_views_agree_with_the_naive_account(pairs):
    check_views(pairs, naive)


def test_perft(pairs):
    by_length = np.bincount([len(pair.naive) for pair in pairs])
    assert [perft(GAME.start(), depth) for depth in range(13)] == [*by_length, 0]
    assert list(by_length) == [1, 6, 30, 60, 150, 390, 780, 1800, 2640, 2280, 1080, 240]


def test_agrees_with_openspiel():
    """Histories, legal actions, odds, information states and results are those of leduc_poker."""
    stored = openspiel.STORED["leduc_poker"]
    assert openspiel.digest(openspiel.our_lines(GAME.start(), first_deal=3, scale=13)) == stored
    if openspiel.INSTALLED:
        assert openspiel.digest(openspiel.openspiel_lines("leduc_poker")) == stored


@pytest.mark.parametrize("viewer", [0, 1])
def test_worlds_are_exact(pairs, viewer):
    assert check_worlds(pairs, viewer, 200) >= 900


def test_texts_are_read_exactly(pairs):
    """Accepted if and only if a game reaches it: all states and views, and many combinations of good and bad parts."""
    random = Random(5)
    cards = ["-", "?", *CARDS]
    lines = [".", "", "f", "cf", "ccc", "rrr", "rcr", "crrr", "c", "r", "cr", "rr", "crr", "cc", "rc", "crc", "rrc", "crrc"]
    lines += ["rf", "crf", "rrf", "crrf"]
    betting = [*lines, *(f"{first}/{second}" for first, second in product(lines, repeat=2)), "cc/cc/cc", "cc/", "/"]
    candidates = [
        f"{random.choice(cards)} {random.choice(cards)} | {random.choice(cards)} | {random.choice(betting)}"
        for _ in range(20_000)
    ]
    candidates += [
        "",
        "Ks",
        "Ks Qh",
        "Ks Qh | - ",
        "Ks Qh|-|.",
        "Ks Qh | - | . | .",
        "ks qh | - | .",
        "Ks  Qh | - | .",
        "K Q | - | .",
    ]
    assert check_texts(GAME, pairs, candidates) > 9457


@pytest.mark.parametrize(
    ("text", "viewer", "problem"),
    [
        ("Ks Ks | - | .", None, "'deal Ks' cannot be move 2"),
        ("Ks Qh | Qh | cc/.", None, "'deal Qh' cannot be move 5"),
        ("- Qs | - | .", None, "is written 'Qs - "),
        ("Ks - | - | c", None, "'call' cannot be move 2"),
        ("Ks Qh | - | cc/.", None, "is written 'Ks Qh . - . cc'"),
        ("Ks Qh | Jh | cr/.", None, "'deal Jh' cannot be move 5"),
        ("Ks Qh | Jh | cc", None, "is written 'Ks Qh . Jh . cc/.'"),
        ("Ks Qh | Jh | cc/rrr", None, "'raise' cannot be move 8"),
        ("Ks Qh | ? | cc/.", None, "is written 'Ks Qh . Kh "),
        ("Ks ? | - | .", None, "is written 'Ks Kh "),
        ("Ks Qh | - | .", 0, "seat 0 sees such a game as 'Ks \\? "),
        ("? ? | - | .", 1, "seat 1 sees such a game as"),
        ("Ks ? | Jh | cc/cc", 0, "seat 0 sees such a game as"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(text, viewer, problem):
    with pytest.raises(PositionError, match=problem):
        GAME.position(text) if viewer is None else GAME.view(text, viewer)


def test_hidden_says_where_the_cards_are():
    places = np.full(6, -99, np.int32)
    assert GAME.verb("hidden")(GAME.rules, played("Kh Js call call Qs").state, places) == 6
    assert list(places) == [1, 2, 3, 2, 2, 0]  # Js with seat 1, Qs on the table, Kh with seat 0, the rest in the deck


def test_pictures_hide_what_the_viewer_does_not_know():
    position = played("Js Kh call call Qs raise")
    assert "seat 1: ?" in position.view(0).render()
    assert "first round: call call\nsecond round: raise" in position.render()
    assert ">K♥<" in position.svg()
    assert ">K♥<" not in position.view(0).svg()
