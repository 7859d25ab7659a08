"""Skyscraper (1937), rules about Luck cards that destroy, take and give pieces."""

from fractions import Fraction

import pytest

from games.skyscraper1937_tables import HOUSE, Table, shops, table
from mctsky.games.skyscraper1937.spec import MAX_LEGAL
from naive.skyscraper1937_data import PUBLIC_BUILDINGS, standard
from naive.skyscraper1937_spots import edited
from naive.skyscraper1937_table import District

FOUR = table(4)
EMPTY = District()
CARDS = [(name, card["copies"]) for name, card in standard(4)["luck"].items()]
TOP, TWO = "fire top floor of the tallest", "disaster two floors"


def small_pack(*names):
    """Return the data with some cards only."""
    data = standard(4)
    data["luck"] = {name: card for name, card in data["luck"].items() if name in names}
    return data


def test_r14_a_draw_is_uniform_over_the_cards_not_seen():
    assert FOUR.spot().roll(7).odds["draw gas bill"] == pytest.approx(2 / 40)
    seen = FOUR.spot(seen=("gas bill", "mayor")).roll(10).odds
    assert seen["draw gas bill"] == pytest.approx(1 / 38)
    assert "draw mayor" not in seen
    kept = FOUR.spot(taxes=("tax $5", None, None, None)).roll(11).odds
    assert kept["draw tax $5"] == pytest.approx(1 / 39)


def test_r14_after_a_full_pass_all_but_the_kept_cards_come_back(tmp_path):
    pack = Table(4, tmp_path, small_pack("tax $5", "mayor"))
    first = pack.spot().draw("tax $5").play("throw").roll(7)
    assert first.odds == {"draw tax $5": 0.5, "draw mayor": 0.5}
    again = pack.spot(seen=("mayor",), taxes=("tax $5", None, None, None)).draw("tax $5").play("throw")
    assert again.told["cards_seen"] == {}
    assert again.roll(7).odds == {"draw tax $5": 0.5, "draw mayor": 0.5}


def test_r14_a_pack_without_cards_makes_a_lost_turn(tmp_path):
    pack = Table(4, tmp_path, small_pack())
    assert pack.spot().roll(7).turn == 1
    (tmp_path / "one").mkdir()
    kept = Table(4, tmp_path / "one", edited(4, luck={}) | {"luck": {"tax $5": {"copies": 1, "kind": "tax", "amount": 5}}})
    assert kept.spot().draw("tax $5").play("throw").roll(7).turn == 2


def test_r16_the_owner_chooses_and_lost_pieces_are_for_sale_again():
    assert FOUR.spot().draw("fire garage").card() == EMPTY
    spot = FOUR.spot(District(municipal=("bank", "jail"), business=("school",))).draw("fire public building")
    assert spot.moves == {"lose bank municipal", "lose jail municipal", "lose school business"}
    after = spot.play("lose jail municipal")
    assert after.card() == District(municipal=("bank",), business=("school",))
    assert after.told["supply"]["jail"] == 1
    assert FOUR.spot(District(garage=2)).draw("fire garage").told["supply"]["garage"] == 7


def test_r18_the_drawer_picks_victim_and_piece_and_needs_a_space():
    spot = FOUR.spot(EMPTY, District(porch=1), District(porch=1, chimney=1)).draw("take part")
    assert spot.moves == {"take porch from 1", "take porch from 2", "take chimney from 2"}
    after = spot.play("take chimney from 2")
    assert (after.card(), after.card(2)) == (District(chimney=1), District(porch=1))
    assert FOUR.spot(District(residence=2), HOUSE).draw("take residence").card(1) == HOUSE
    assert FOUR.spot(EMPTY, shops("3")).draw("take floor").card(1) == shops("3")
    insured = FOUR.spot(EMPTY, HOUSE, policies={1: "all-risk"}).draw("take residence")
    assert (insured.card(), insured.cash) == (District(residence=1), [100] * 4)


def test_r41_a_card_that_takes_two_things_takes_what_there_is():
    assert FOUR.spot(District(chimney=2)).draw("tornado porch and chimney").card() == District(chimney=1)
    assert FOUR.spot(HOUSE).draw("disaster chimney and garage").card() == District(residence=1, porch=1)
    assert FOUR.spot(shops("1", "0")).draw(TWO).card() == shops("0", "0")


@pytest.mark.parametrize(
    ("card", "stores", "moves"),
    [
        (TWO, ("3", "1"), {"lose 2 floors store 3", "lose floor store 3, floor store 1"}),
        (TWO, ("3", "2"), {"lose 2 floors store 3", "lose 2 floors store 2", "lose floor store 3, floor store 2"}),
        (TWO, ("2", "2"), {"lose 2 floors store 2", "lose floor store 2, floor store 2"}),
        (TWO, ("1", "1"), set()),
        (TWO, ("3", "0"), set()),
        (TOP, ("3", "2"), set()),
        (TOP, ("2p", "2"), {"lose floor store 2 with pent house", "lose floor store 2"}),
        (TOP, ("2", "2"), set()),
    ],
)
def test_r42_the_owner_picks_the_store_of_each_floor(card, stores, moves):
    after = FOUR.spot(shops(*stores)).draw(card)
    assert (after.moves if after.phase == "lose" else set()) == moves


def test_r42_what_is_chosen_is_lost():
    spot = FOUR.spot(shops("3", "2")).draw(TWO)
    assert spot.play("lose floor store 3, floor store 2").card() == shops("2", "1")
    assert spot.play("lose 2 floors store 3").card() == shops("2", "1")
    assert spot.play("lose 2 floors store 2").card() == shops("3", "0")
    assert spot.play("lose 2 floors store 2").told["supply"]["floor"] == 17 - 3


def test_r43_a_store_takes_its_pent_house_along():
    card = "disaster store without floors"
    spot = FOUR.spot(shops("0p", "0")).draw(card)
    assert spot.moves == {"lose store 0 with pent house", "lose store 0"}
    after = spot.play("lose store 0 with pent house")
    assert (after.card(), after.told["supply"]["pent house"]) == (shops("0"), 1)
    insured = FOUR.spot(shops("0p"), policies={0: "all-risk"}).draw(card).play("turn in")
    assert (insured.cash, insured.card()) == ([120, 80, 100, 100], EMPTY)
    assert FOUR.spot(shops("3", "0")).draw(card).card() == shops("3")


def test_r44_take_and_gain_cards_are_obeyed():
    spot = FOUR.spot().draw("gain part")
    assert spot.moves == {"gain porch", "gain garage", "gain chimney"}
    assert spot.play("gain porch").card() == District(porch=1)
    assert FOUR.spot(shops("2", "1")).draw("gain floor").moves == {"gain floor store 2", "gain floor store 1"}
    school = FOUR.spot(EMPTY, District(municipal=("school",))).draw("take public building or church")
    assert school.moves == {f"take school municipal from 1 to {to}" for to in ("municipal", "business")}
    assert school.play("take school municipal from 1 to business").card() == District(business=("school",))


def test_r45_a_floor_from_under_a_pent_house():
    spot = FOUR.spot(shops("0"), shops("3p")).draw("take floor")
    assert (spot.card(), spot.card(1)) == (shops("1"), shops("2p"))


def test_r46_a_gain_from_an_empty_supply(tmp_path):
    scarce = Table(4, tmp_path, edited(4, supplies={"floor": 1, "porch": 0, "garage": 0, "chimney": 0}))
    assert scarce.spot(shops("0"), shops("1")).draw("gain floor").card() == shops("0")
    assert scarce.spot().draw("gain part").turn == 1
    assert scarce.spot(shops("0")).draw("gain floor").card() == shops("1")


def test_r61_the_drawer_picks_both_stores():
    spot = FOUR.spot(shops("1", "0"), shops("3", "2p")).draw("take floor")
    assert spot.moves == {
        f"take floor store {old} from 1 to store {new}" for old in ("3", "2 with pent house") for new in (1, 0)
    }
    after = spot.play("take floor store 2 with pent house from 1 to store 0")
    assert (after.card(), after.card(1)) == (shops("1", "1"), shops("3", "1p"))


def test_r62_residences_without_and_with_their_parts():
    assert FOUR.spot(HOUSE).draw("fire residence").card() == District(porch=1, garage=1, chimney=1)
    assert FOUR.spot(HOUSE).draw("fire complete residence").card() == EMPTY
    broken = District(residence=2, porch=1, garage=1)
    assert FOUR.spot(broken).draw("fire complete residence").card() == broken
    assert FOUR.spot(EMPTY, HOUSE).draw("take residence").card(1) == District(porch=1, garage=1, chimney=1)


def test_r63_the_tallest_store_has_the_most_floors():
    assert FOUR.spot(shops("3", "2p")).draw(TOP).card() == shops("2", "2p")
    pent = "tornado pent house or two floors"
    assert FOUR.spot(shops("3", "2p")).draw(pent).card() == shops("3", "2")
    assert FOUR.spot(shops("3")).draw(pent).card() == shops("1")


def test_every_card_is_in_the_pack():
    odds = FOUR.spot().roll(7).odds
    assert {text: Fraction(odd).limit_denominator(40) for text, odd in odds.items()} == {
        f"draw {name}": Fraction(copies, 40) for name, copies in CARDS
    }


def test_no_decision_has_more_moves_than_the_bound(tmp_path):
    every = ("porch", "garage", "chimney", "residence", "floor", *PUBLIC_BUILDINGS, "church")
    data = edited(6, supplies=dict.fromkeys((*PUBLIC_BUILDINGS, "church"), 6), luck={})
    data["luck"] = {"feast": {"copies": 1, "kind": "take", "pieces": every}}
    town = {"church": "residential", "municipal": ("bank", "jail"), "business": ("library", "school")}
    victim = District(residence=1, porch=1, garage=1, **town)
    feast = Table(6, tmp_path, data).spot(District(), *[victim] * 5).draw("feast")
    assert len(feast.position.legal_codes()) == MAX_LEGAL == 70
