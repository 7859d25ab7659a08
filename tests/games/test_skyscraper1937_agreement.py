"""Skyscraper (1937): the fast rules and the oracle play the same random games, and agree on every position."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.skyscraper1937_twins import Twins
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.state import MAX_PLAYERS
from naive import skyscraper1937_table
from naive.skyscraper1937_data import PIECES, standard

OPTIONS = [
    {},
    {"luck_on_twelve": 1},
    {"residence_first": 1},
    {"children": 1},
    {"children": 1, "residence_first": 1},
    {"luck_on_twelve": 1, "residence_first": 1},
]


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_agree(players):
    for seed, options in enumerate(OPTIONS):
        twins = Twins(players=players, **options)
        twins.random_game(random.Random(seed), eager=seed % 3 / 2, most=250)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_agree_at_length(players, options):
    twins = Twins(players=players, **options)
    for seed in range(12):
        twins.random_game(random.Random(1_000 + seed), eager=seed % 3 / 2)


def edited_data(rng, players):
    """Return data in which rulings act that never act with our own: few pieces, low caps, dear pieces, many disasters."""
    data = standard(players)
    for piece in PIECES:
        data["supplies"][piece] = rng.choice((0, 1, 2, 3, data["supplies"][piece]))
    for policy in data["policies"].values():
        policy.update(price=rng.randrange(0, 12), cap=rng.choice((0, 3, 12, 50)), stock=rng.randrange(0, 4))
    data["prices"] = {piece: rng.choice((0, 1, price, 20)) for piece, price in data["prices"].items()}
    data["chips"] = {1: rng.randrange(60), 5: rng.randrange(40), 10: rng.randrange(30)}
    data["bonus"], data["max_throws"] = rng.randrange(30), rng.choice((5, 40, 200))
    data["throws"] = {
        total: rng.choice((sold, "luck", "public building", "floor", "lost turn")) if rng.random() < 0.3 else sold
        for total, sold in data["throws"].items()
    }
    cards = dict(rng.sample(sorted(data["luck"].items()), rng.randrange(0, 25)))
    cards |= {name: card for name, card in EXTRA.items() if rng.random() < 0.6}
    data["luck"] = {name: card | {"copies": rng.randrange(1, 3)} for name, card in cards.items()}
    return data


# Every effect that a file can describe and our own cards do not use.
EXTRA = {
    "flood": {"copies": 1, "kind": "other", "lose": [["residence", "church", "porch"]]},
    "riot": {"copies": 2, "kind": "fire", "lose": [["school"], ["floor"]]},
    "storm": {"copies": 1, "kind": "tornado", "lose": [["complete residence"], ["store without floors"]]},
    "crane": {"copies": 1, "kind": "other", "lose": [["floor"]]},
    "roof": {"copies": 2, "kind": "fire", "lose": [["pent house"]]},
    "lawsuit": {"copies": 2, "kind": "take", "pieces": ("porch", "floor", "residence", "bank", "church")},
    "legacy": {
        "copies": 2,
        "kind": "gain",
        "pieces": ("store", "pent house", "residence", "floor", "bank", "church"),
    },
    "organist": {"copies": 1, "kind": "salary", "amount": 7, "building": "church"},
}


@pytest.mark.parametrize("seed", range(12))
def test_random_games_with_edited_data_agree(tmp_path, seed):
    rng = random.Random(seed)
    players = rng.randrange(2, 7)
    Twins(tmp_path, edited_data(rng, players), players).random_game(rng, eager=seed % 3 / 2, most=300)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150))
def test_random_games_with_edited_data_agree_at_length(tmp_path, seed):
    rng = random.Random(5_000 + seed)
    players = rng.randrange(2, 7)
    twins = Twins(tmp_path, edited_data(rng, players), players, residence_first=seed % 2)
    for _ in range(3):
        twins.random_game(rng, eager=seed % 3 / 2)


@pytest.mark.parametrize(("floors", "pent_house", "spaces"), [(3, 1, 2), (2, 2, 1), (5, 0, 1)])
def test_random_games_with_another_district_card_agree(tmp_path, monkeypatch, floors, pent_house, spaces):
    monkeypatch.setattr(skyscraper1937_table, "N_FLOORS", floors)
    monkeypatch.setattr(skyscraper1937_table, "PENT_HOUSE_FLOORS", pent_house)
    monkeypatch.setattr(skyscraper1937_table, "N_SPACES", spaces)
    twins = Twins(tmp_path, players=3, card={"floors": floors, "pent house": pent_house, "spaces": spaces})
    for seed in range(4):
        twins.random_game(random.Random(seed), eager=seed / 3)


@given(
    st.integers(2, MAX_PLAYERS),
    st.sampled_from(OPTIONS),
    st.integers(0, 2**32),
)
@settings(max_examples=15)
def test_money_and_pieces_are_conserved(players, options, seed):
    rng = random.Random(seed)
    twins = Twins(players=players, **options)
    position, box = twins.game.start(seed=seed), BOXES[twins.game.rules.box]
    total = box.money + box.left_over
    chips = {} if options.get("children") else standard(players)["chips"]
    assert total == sum(dollars * count for dollars, count in chips.items())
    while not position.is_over:
        position.play(rng.choice(position.legal_codes()))
        state = position.state
        assert sum(int(dollars) for dollars in state.cash) + box.left_over == total
        assert min(int(dollars) for dollars in state.cash) >= 0
        assert min(int(count) for count in state.supply) >= 0
        assert min(int(count) for count in state.stock) >= 0
