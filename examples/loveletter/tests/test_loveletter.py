"""A test per rule, and the contract."""

import pytest

import mctsky
from mctsky.testing import check_game


def begin(hands, moves):
    """Return a round in which the seats hold these cards, after some moves and the luck with one outcome that follows each."""
    position = mctsky.load("loveletter", players=len(hands.split())).start()
    table = ["guard", "guard", "guard", "handmaid"] if position.game.n_seats == 2 else ["guard"]
    dealt = [f"table draws {card}" for card in table] + [f"{seat} draws {card}" for seat, card in enumerate(hands.split())]
    for move in dealt + moves.split("; "):
        position.play(move)
        while len(position.chance_moves()) == 1:
            position.play(position.chance_moves()[0][0])
    return position


RULES = {  # by number: hands, moves, and what follows: odds, moves or results
    "r1": ("king priest", "0 draws guard; play guard; name baron", {"1 draws guard": 1 / 9, "1 draws prince": 2 / 9}),
    "r2": ("king priest", "0 draws guard", ["play guard", "play king"]),
    "r3": ("guard king", "0 draws priest; play guard; name king", [1, 0]),
    "r5": ("baron king", "0 draws priest; play baron", [0, 1]),
    "r6": ("handmaid king", "0 draws priest; play handmaid; 1 draws guard; play guard", {"0 draws baron": 2 / 8}),
    "r7": ("prince king", "0 draws priest; play prince; aim 1", {"1 draws guard": 2 / 9, "1 draws princess": 1 / 9}),
    "r9": ("countess king", "0 draws prince", ["play countess"]),
    "r10": ("princess king", "0 draws guard; play princess", [0, 1]),
    "r11": ("prince princess", "0 draws guard; play prince; aim 1", [1, 0]),
}


@pytest.mark.parametrize(("hands", "moves", "expected"), RULES.values(), ids=RULES)
def test_rule(hands, moves, expected):
    position = begin(hands, moves)
    if isinstance(expected, dict):
        assert {move: dict(position.chance_moves())[move] for move in expected} == pytest.approx(expected)
    else:
        assert expected == (position.returns() if position.is_over else position.legal_moves())


def test_r4_r8_a_card_is_seen_by_who_looks_and_who_swaps():
    position = begin("priest king baron", "0 draws guard; play priest; aim 1; 1 draws handmaid; play king; aim 2")
    assert [position.view(seat).state.hand.tolist()[:3] for seat in range(3)] == [[1, -1, -1], [-1, 3, 4], [-1, 3, 4]]


def test_r12_a_round_has_winners():
    position = mctsky.load("loveletter", players=4).start(seed=5)
    while not position.is_over:
        position.play(position.legal_moves()[-1])
    assert sum(position.returns()) == pytest.approx(1)


def test_the_contract():
    report = check_game(
        "loveletter", only=("bounds", "invariants", "odds", "views", "default", "leaks"), effort="quick", seconds=20
    )
    assert report.verdict == "no leak", report.text()
