"""Perft tables of New York 1901: small moves and whole turns, cards turned up included.

`mctsky perft newyork1901 --depth N [--turns] --position TEXT --option K=V ...` prints the same numbers. Those of low depth are
the oracle's too.
"""

import pytest

import mctsky
from games.newyork1901_tables import naive_of
from mctsky.core.contract import CHANCE
from mctsky.core.perft import perft
from naive.newyork1901 import Naive

# Options, position, leaves by small moves, leaves by whole turns, and how deep of each the oracle counts.
TABLE = [
    (
        {"players": 2},
        "step start B | turns 4 | streets nassau cedar pine | bonus bronze-baron | open blue2 blue3 yellow3 yellow3 "
        "| A red 7 cards shift land M1g M2d M3f E3b "
        "city bronze-I2@h9+h8 bronze-I2@e5+f5 bronze-L3@h11+h10+i10 starter@l6+m6 "
        "| B yellow 7 cards shift land E1a M2e W3b M3a "
        "city bronze-I2@i9+i8 bronze-I2@c6+c5 bronze-I3@j12+k12+l12 starter@e4+f4",
        [5, 24, 188, 713, 4609, 20137],
        [820995],
        (3, 0),
    ),
    (
        {"players": 2, "action_cards": 0},
        "step start B | turns 31 | streets wall nassau pine | bonus bronze-baron | open green2 green2 green3 red2 "
        "| under yellow2 | A red 35 land W1d E1a E1c W2d M2g E2e W3d M3b E3a E3b "
        "city bronze-I2@a10+b10 bronze-L3@g5+g4+h4 silver-L3@b5+b4+c4 gold-I4@j6+k6+l6+m6 gold-L4@j12+k12+l12+j11 "
        "gone bronze-I2 bronze-I3 silver-I3 silver-T4 "
        "| B blue 29 land W1a M1d M1e E1b E1d E1e W2e M2b M2f W3a M3c M3e W4e "
        "city bronze-I2@a6+b6 bronze-I2@c2+c1 bronze-I3@g12+h12+i12 silver-L3@h5+i5+i4 silver-T4@m12+l11+m11+m10 "
        "gold-L4@f9+f8+f7+g7 gone bronze-L3 silver-I3",
        [4, 6, 18, 90, 540, 756, 1980],
        [6, 756, 98820],
        (4, 1),
    ),
    (
        {"players": 2},
        "step start A | turns 20 | streets broadway wall nassau | bonus bronze-baron | open green2 yellow2 yellow3 yellow3 "
        "| under blue3 blue3 red2 red2 / blue3 red3 red3 yellow3 / yellow2 / red2 "
        "| A yellow 11 cards boom land E1b W2d M2e E2c W3b M3a E3e "
        "city bronze-I2@b8+b7 bronze-I2@e4+f4 bronze-I3@k4+l4+m4 silver-L3@m9+l8+m8 "
        "| B green 25 land W1a W1b W1c W1d M1d E1d E1e W2c M2c M2f "
        "city bronze-I2@g12+h12 bronze-I2@f7+g7 silver-L3@b11+a10+b10 silver-O4@k11+l11+k10+l10 silver-T4@b12+c12+d12+c11 "
        "starter@d9+d8 gone bronze-L3 bronze-O4",
        [4, 17, 109, 206, 1518, 6394, 21462],
        [181, 24706],
        (4, 1),
    ),
    (
        {"players": 3},
        "step start B | turns 50 | streets broadway wall nassau | bonus gold-prestige | open red2 red2 red2 pink3 "
        "| under green3 blue2 blue3 red2 / blue2 blue2 yellow2 pink3 / red3 yellow3 pink2 pink3 / red2 / red2 / yellow2 "
        "/ green2 / blue2 / pink2 / pink2 / pink2 / yellow3 / green3 / yellow3 "
        "| A yellow 16 cards boom land W1b E1a W2a M3a M3f E3b W4a W4f "
        "city bronze-I2@c12+c11 silver-I3@a9+a8+a7 silver-O4@e5+f5+e4+f4 gone bronze-I2 bronze-I3 "
        "| B blue 29 land M1a M1e W2e M2a M2b M2c M2e E3a E3e W4c M4c E4e "
        "city bronze-I2@i9+i8 bronze-I2@a2+a1 bronze-I3@e9+e8+e7 silver-L3@c8+c7+d7 silver-O4@f9+g9+f8+g8 gold-L4@k6+k5+k4+l4 "
        "starter@i12+i11 gone bronze-L3 silver-I3 "
        "| C pink 11 cards boom land M1f E1b W2c E2c M3c E3c W4b E4a E4d "
        "city bronze-I2@g11+g10 bronze-I2@d9+d8 bronze-L3@m9+l8+m8 silver-L3@h5+i5+i4 starter@j3+j2",
        [6, 15, 51, 129, 306, 1392, 4872],
        [39, 156, 624],
        (4, 1),
    ),
    (
        {"players": 4, "beginner": 1},
        "step start C | turns 69 | streets broadway wall nassau | bonus gold-tycoon | open blue2 yellow2 yellow2 pink3 "
        "| under pink3 / red2 red2 red2 yellow2 / green3 / pink2 / red3 / blue2 / blue2 / green2 / blue2 / pink2 / yellow2 "
        "/ green2 red2 yellow2 yellow2 / pink2 / blue3 / blue2 "
        "| A yellow 15 cards boom land M1d E1e M2b M3a M3e E4b E4c E4e "
        "city bronze-I2@f6+g6 silver-I3@k3+k2+k1 silver-L3@l11+l10+m10 starter@e4+f4 gone bronze-I2 bronze-L3 "
        "| B green 18 cards grab boom land W1d W2c M2a M2e E2e M3c W4f M4e "
        "city bronze-I2@d9+d8 bronze-I2@i5+i4 silver-I3@e9+e8+e7 silver-L3@h2+h1+i1 gone bronze-I3 bronze-L3 "
        "| C pink 35 land W1a W1b M1a M1c M1e M1g W2a M2f W3d M3b W4c E4a "
        "city bronze-I2@f7+g7 bronze-I2@j3+j2 bronze-L3@b5+b4+c4 bronze-O4@h11+i11+h10+i10 silver-I3@a9+a8+a7 "
        "silver-L3@g5+g4+h4 gold-L4@e12+e11+e10+f10 gold-U5@a12+b12+c12+a11+c11 gone bronze-I3 "
        "| D red 39 land W1c W1e W2d E2b E2c E2d W3c E3b E3d E3e M4b M4c "
        "city silver-I3@g3+h3+i3 gold-U5@k9+l9+m9+k8+m8 gold-W6@m6+l5+m5+k4+l4+m4 "
        "gone bronze-I2 bronze-I2 bronze-I3 bronze-L3 silver-L3 silver-P5",
        [5, 15, 21, 37, 158, 242, 751],
        [15, 60, 2892],
        (5, 1),
    ),
    (
        {"players": 2, "advanced": 1},
        "step start B | turns 46 | streets broadway nassau pine | bonus gold-tycoon | open blue2 blue2 blue2 red2 "
        "| under green3 green3 red2 red3 / blue2 / red3 red3 yellow2 yellow2 / red2 / green2 / green3 / yellow3 / red2 / red2 "
        "/ blue2 / red2 / red2 / yellow2 / green2 / yellow2 "
        "| A 18 cards boom land M1c M1d M1g W2a E2d M3a M3d M3e "
        "city bronze-I2@h10+i10 bronze-L3@k8+j7+k7 silver-I3@a9+a8+a7 silver-L3@g12+h12+h11 gone bronze-I2 bronze-I3 "
        "| B 23 land M1a E1a E1b E1e W2b M2a M2b M2c M2d M3b M3c "
        "city bronze-I2@b9+c9 bronze-I2@g9+g8 bronze-I3@e9+e8+e7 silver-I3@j12+k12+l12 silver-L3@l11+l10+m10 "
        "silver-O4@h5+i5+h4+i4 gone bronze-L3",
        [3, 11, 44, 440, 2244, 5060, 23836],
        [11, 44, 3796],
        (4, 2),
    ),
]
IDS = [" ".join(f"{name}={value}" for name, value in row[0].items()) for row in TABLE]


def count(oracle, state, depth, turns=False):
    """Count the leaves as perft does: with turns, a turn lasts until another seat's begins."""
    if depth == 0:
        return 1
    total = 0
    for move in oracle.chance(state) or oracle.legal(state):
        reached = oracle.play(state, move)
        same_turn = reached.n_turns == state.n_turns and oracle.to_act(reached) >= CHANCE
        total += count(oracle, reached, depth if turns and same_turn else depth - 1, turns)
    return total


@pytest.mark.parametrize(("options", "text", "small", "turns", "checked"), TABLE, ids=IDS)
def test_perft_counts_small_moves_and_turns(options, text, small, turns, checked):
    position = mctsky.load("newyork1901", options).position(text)
    assert [perft(position, depth) for depth in range(1, len(small) + 1)] == small
    assert [perft(position, depth, turns=True) for depth in range(1, len(turns) + 1)] == turns


@pytest.mark.parametrize(("options", "text", "small", "turns", "checked"), TABLE, ids=IDS)
def test_low_counts_are_the_oracles(options, text, small, turns, checked):
    position = mctsky.load("newyork1901", options).position(text)
    oracle, state = Naive(**options), naive_of(position)
    assert [count(oracle, state, depth + 1) for depth in range(checked[0])] == small[: checked[0]]
    assert [count(oracle, state, depth + 1, turns=True) for depth in range(checked[1])] == turns[: checked[1]]


def test_the_first_moves_of_a_game():
    position = mctsky.load("newyork1901", players=2).start()
    # Start player, streets, bonus, two characters.
    assert [perft(position, depth) for depth in range(1, 6)] == [2, 20, 100, 400, 1200]
    assert perft(position, 6) == 1200 * 8  # kinds of cards
