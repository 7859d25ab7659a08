"""Goofspiel: every rule, the oracle and OpenSpiel's results."""

import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from games.goofspiel_play import ORDERS, RETURNS, SHOWS, play_rounds, reveal
from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.registry import load
from mctsky.errors import IllegalMoveError
from mctsky.exploit.game_tree import enumerate_tree, exploitability, uniform
from naive import goofspiel as naive

# ---------------------------------------------------------------- the rules, one by one


def test_r1_everybody_holds_all_cards_and_there_is_a_prize_of_each_value():
    position = load("goofspiel", players=4, cards=6).start()
    assert [text for text, _ in position.chance_moves()] == [f"prize={value}" for value in range(1, 7)]
    position.play("prize=3")
    for seat in range(4):
        assert position.to_act == seat
        assert position.legal_moves() == ["1", "2", "3", "4", "5", "6"]
        position.play("1")


def test_r2_prizes_come_by_chance_with_equal_odds():
    position = play_rounds(load("goofspiel", cards=4), (3, (1, 2)))
    assert position.to_act == CHANCE
    assert position.chance_moves() == [("prize=1", 1 / 3), ("prize=2", 1 / 3), ("prize=4", 1 / 3)]


@pytest.mark.parametrize(("order", "first", "second"), [("ascending", 1, 2), ("descending", 5, 4)])
def test_r2_a_fixed_order_needs_no_chance(order, first, second):
    game = load("goofspiel", cards=5, order=order)
    assert game.start().to_act == 0
    assert game.start().text() == f"{first}=.,."
    assert play_rounds(game, (None, (1, 2))).text().endswith(f" {second}=.,.")


def test_r3_seats_bid_in_secret_one_after_another():
    position = load("goofspiel", players=3, cards=3, order="ascending").start()
    before = position.view(2)
    for seat in range(3):
        assert position.to_act == seat
        assert position.view(2) == before, "seat 2 noticed a pending bid"
        position.play("2")
    assert position.to_act == CHANCE
    assert [position.view(seat).text() for seat in range(3)] == ["1=2,.,.", "1=.,2,.", "1=.,.,2"]
    assert [position.view(seat).observed for seat in range(3)] == [(1,), (1,), (1,)]


def test_r4_bids_are_shown_seat_by_seat():
    position = load("goofspiel", players=3, cards=3, order="ascending").start()
    for bid in "231":
        position.play(bid)
    for text in ("seat0=2", "seat1=3", "seat2=1"):
        assert position.chance_moves() == [(text, 1.0)]
        position.play(text)
    assert position.text() == "1=2,3,1>1 2=.,.,."
    assert all(position.view(seat).text() == position.text() for seat in range(3))


def test_r5_only_the_winner_is_announced():
    position = load("goofspiel", players=3, cards=3, order="ascending", show="winner").start()
    for bid in "231":
        position.play(bid)
    assert position.chance_moves() == [("winner=1", 1.0)]
    position.play("winner=1")
    assert [position.view(seat).text() for seat in range(3)] == [
        "1=2,?,?>1 2=.,.,.",
        "1=?,3,?>1 2=.,.,.",
        "1=?,?,1>1 2=.,.,.",
    ]


@pytest.mark.parametrize(
    ("bids", "points"),
    [((3, 2, 1), (4, 0, 0)), ((1, 2, 3), (0, 0, 4)), ((3, 3, 1), (0, 0, 0)), ((1, 1, 2), (0, 0, 4)), ((2, 2, 2), (0, 0, 0))],
)
def test_r6_a_single_highest_bid_wins_and_a_tie_discards(bids, points):
    for show in SHOWS:
        position = play_rounds(load("goofspiel", players=3, cards=5, show=show), (4, bids))
        assert tuple(position.state.scores[:3]) == points
        assert "prize=4" not in dict(position.chance_moves())


def test_r7_a_bid_card_is_spent():
    position = play_rounds(load("goofspiel", cards=4, order="ascending"), (None, (3, 1)))
    assert position.legal_moves() == ["1", "2", "4"]
    with pytest.raises(IllegalMoveError, match="seat 0 has spent card 3"):
        position.play("3")
    position.play("2")
    assert position.legal_moves() == ["2", "3", "4"]


def test_r8_the_last_forced_bid_is_played_and_ends_the_game():
    game = load("goofspiel", cards=3, order="ascending")
    position = play_rounds(game, (None, (1, 2)), (None, (2, 3)))
    assert position.legal_moves() == ["3"]
    position.play("3")
    position.play("1")
    reveal(position)
    assert position.to_act == NOBODY
    assert position.text() == "1=1,2>1 2=2,3>1 3=3,1>0"


@pytest.mark.parametrize(
    ("rounds", "results"),
    [
        ([(1, 2), (3, 1), (2, 3)], (0, 1)),  # 2 points to 4
        ([(1, 2), (2, 3), (3, 1)], (0.5, 0.5)),  # 3 points each
        ([(1, 1, 2), (3, 2, 3), (2, 3, 1)], (0.25, 1, 0.25)),  # 0, 3, 1
        ([(2, 1, 1), (1, 3, 2), (3, 2, 3)], (0.25, 1, 0.25)),  # 1, 2, 0
        ([(1, 3, 2), (2, 2, 3), (3, 1, 1)], (1, 0.25, 0.25)),  # 3, 1, 2
        ([(1, 2, 1), (2, 3, 2), (3, 1, 3)], (0.25, 1, 0.25)),  # 0, 3, 0
        ([(1, 1, 1), (2, 2, 2), (3, 3, 3)], (0.5, 0.5, 0.5)),
        ([(1, 2, 1, 1), (2, 3, 2, 2), (3, 1, 2, 2)], None),  # seats 2 and 3 bid a card twice
        ([(1, 2, 1, 1), (2, 3, 2, 2), (3, 1, 3, 3)], (1 / 3, 1, 1 / 3, 1 / 3)),  # 0, 3, 0, 0
        ([(3, 3, 2, 2), (1, 1, 3, 3), (2, 2, 1, 1)], (0.5, 0.5, 0.5, 0.5)),
    ],
)
def test_r9_winners_share_plus_one_and_losers_minus_one(rounds, results):
    game = load("goofspiel", players=len(rounds[0]), cards=3, order="ascending")
    played = [(None, bids) for bids in rounds]
    if results is None:
        with pytest.raises(IllegalMoveError):
            play_rounds(game, *played)
    else:
        assert play_rounds(game, *played).returns() == pytest.approx(results)


def test_r9_two_winners_get_half_each():
    """Seats 0 and 1 have three points each, seat 2 has none: utilities 1/2, 1/2 and -1."""
    game = load("goofspiel", players=3, cards=4, order="ascending")
    position = play_rounds(game, (None, (2, 1, 1)), (None, (3, 2, 2)), (None, (1, 4, 3)), (None, (4, 3, 4)))
    assert list(position.state.scores[:3]) == [3, 3, 0]
    assert position.returns() == pytest.approx([0.75, 0.75, 0])


def test_r10_points_count_as_the_lead_over_the_average_of_the_others():
    rounds = [(None, (2, 1, 1)), (None, (1, 3, 2)), (None, (3, 2, 3))]  # 1, 2 and 0 points of 6
    position = play_rounds(load("goofspiel", players=3, cards=3, order="ascending", returns="points"), *rounds)
    utilities = [(1 - 1) / 6, (2 - 0.5) / 6, (0 - 1.5) / 6]
    assert position.returns() == pytest.approx([(utility + 1) / 2 for utility in utilities])


def test_r11_results_are_utilities_mapped_to_the_unit_interval():
    for returns in RETURNS:
        position = play_rounds(
            load("goofspiel", cards=3, order="descending", returns=returns), (None, (3, 2)), (None, (2, 1)), (None, (1, 3))
        )
        assert position.returns() == pytest.approx({"win_loss": [1, 0], "points": [(4 / 6 + 1) / 2, (-4 / 6 + 1) / 2]}[returns])


# ---------------------------------------------------------------- second opinions


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (2, 13), (3, 5), (4, 4), (5, 3), (5, 13)])
def test_agrees_with_the_oracle(players, cards):
    names = {CHANCE: "chance", NOBODY: "over"}
    n_positions = 0
    for index, (order, show, returns) in enumerate(product(ORDERS, SHOWS, RETURNS)):
        game = load("goofspiel", players=players, cards=cards, order=order, show=show, returns=returns)
        random = Random(100 * cards + index)
        for _ in range(max(1, 60 // cards // players)):
            position, state = game.start(), naive.start()
            while True:
                n_positions += 1
                assert names.get(position.to_act, position.to_act) == naive.turn(game.options, state)
                expected = naive.moves(game.options, state)
                ours = dict(position.chance_moves()) or dict.fromkeys(
                    position.legal_moves(), Fraction(1, max(1, len(expected)))
                )
                assert list(ours) == list(expected), position
                assert list(ours.values()) == pytest.approx([float(odds) for odds in expected.values()])
                assert list(position.state.scores[:players]) == naive.points(game.options, state)
                assert game.position(position.text()) == position
                if not expected:
                    break
                text = random.choice(list(expected))
                position.play(text)
                state = naive.play(state, text)
            assert position.returns() == pytest.approx([float(value) for value in naive.results(game.options, state)])
    assert n_positions > 200


def openspiel_games():
    for line in (Path(__file__).parent / "goofspiel_openspiel.txt").read_text().splitlines():
        if not line.startswith("#"):
            game, win_loss, difference = line.split(" | ")
            players, cards, order, prizes, *bids = game.split(" ")
            yield (
                int(players),
                int(cards),
                order,
                prizes,
                bids,
                *([float(x) for x in part.split()] for part in (win_loss, difference)),
            )


@pytest.mark.parametrize("show", SHOWS)
def test_results_agree_with_openspiel(show):
    n_shared = 0
    for players, cards, order, prizes, bids, win_loss, difference in openspiel_games():
        rounds = [[int(card) for card in row.split(",")] for row in bids]
        rounds.append([sum(range(1, cards + 1)) - sum(row[seat] for row in rounds) for seat in range(players)])
        listed = [int(prize) for prize in prizes.split(",")] if order == "random" else [0] * (cards - 1)
        listed.append(sum(range(1, cards + 1)) - sum(listed))
        played = list(zip(listed, rounds, strict=True))
        options = {"players": players, "cards": cards, "order": order, "show": show}
        ours = play_rounds(load("goofspiel", options), *played).returns()
        assert [2 * value - 1 for value in ours] == pytest.approx(win_loss, abs=1e-5)
        n_shared += 1 < win_loss.count(max(win_loss)) < players
        ours = play_rounds(load("goofspiel", options, returns="points"), *played).returns()
        scale = players / (players - 1) / sum(range(1, cards + 1))
        assert [2 * value - 1 for value in ours] == pytest.approx([scale * value for value in difference], abs=1e-5)
    assert n_shared >= 5


@pytest.mark.parametrize(
    ("cards", "order", "show", "expected"),
    [
        *((3, order, show, 4 / 3) for order in ORDERS for show in SHOWS),
        (4, "descending", "winner", 17 / 12),
        (4, "descending", "bids", 3 / 2),
        (4, "ascending", "winner", 17 / 12),
        (4, "ascending", "bids", 19 / 12),
    ],
)
def test_nash_conv_of_uniform_play(cards, order, show, expected):
    tree = enumerate_tree(load("goofspiel", cards=cards, order=order, show=show))
    assert math.isclose(2 * exploitability(tree, uniform(tree)), expected, abs_tol=1e-12)
