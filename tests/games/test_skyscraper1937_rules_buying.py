"""Skyscraper (1937), rules about buying, districts, winning and the end."""

from games.skyscraper1937_tables import Table, shops, table
from naive import skyscraper1937_table
from naive.skyscraper1937_spots import edited
from naive.skyscraper1937_table import District

FOUR = table(4)
EMPTY = District()
FULL = District(residence=2, porch=2, garage=2, chimney=2, municipal=("bank", "jail"), business=("hospital",))


def buys_of(spot, total, word):
    return {move for move in spot.sold(total) if word in move}


def test_r7_one_purchase_and_lost_turns():
    after = FOUR.spot(seat=2).roll(8)
    assert after.moves == {"buy store", "pass"}
    assert (after.play("pass").turn, after.play("buy store").turn, after.play("buy store").pot) == (3, 3, 15)
    crowded = District(business=("bank", "jail"))
    lost = [
        FOUR.spot(seat=2, cash=14).roll(8),  # money
        FOUR.spot(*[shops("0", "0")] * 3, shops("0", "0"), seat=2).roll(8),  # space and piece
        FOUR.spot(EMPTY, EMPTY, crowded, seat=2).roll(8),  # space
        FOUR.spot(seat=2).roll(5),  # store
        FOUR.spot(seat=2).roll(12),
    ]
    assert [spot.turn for spot in lost] == [3] * 5


def test_r7_without_a_piece_the_turn_is_lost(tmp_path):
    scarce = Table(4, tmp_path, edited(4, supplies={"store": 1, "church": 0}))
    assert scarce.spot(shops("0"), seat=2).sold(8) == set()
    assert scarce.spot(seat=2).sold(8) == {"buy store"}
    assert not buys_of(scarce.spot(), 9, "church")


def test_r8_parts_are_counted_per_card():
    assert FOUR.spot(District(porch=1)).sold(2) == {"buy porch"}
    assert FOUR.spot(District(porch=2)).sold(2) == set()
    uneven = District(residence=2, porch=2, garage=1, chimney=2)
    assert FOUR.spot(uneven, pot=50).draw("gain $5 per complete residence").cash[0] == 105


def test_r9_a_church_goes_to_any_district():
    found = buys_of(FOUR.spot(), 9, "church")
    assert found == {"buy church residential", "buy church municipal", "buy church business"}
    full = District(residence=2, municipal=("bank", "jail"))
    assert buys_of(FOUR.spot(full), 9, "church") == {"buy church business"}


def test_r10_pieces_stay_where_they_were_put():
    spot = FOUR.spot(District(municipal=("bank",)), cash=200).roll(9)
    after = spot.play("buy school business")
    assert after.card() == District(municipal=("bank",), business=("school",))
    assert after.told["supply"]["school"] == 0


def test_r11_where_buildings_may_stand():
    assert buys_of(FOUR.spot(), 9, "school") == {"buy school municipal", "buy school business"}
    assert FOUR.spot(District(municipal=("bank", "jail"), business=("school",))).sold(9) >= {"buy hospital business"}
    assert not buys_of(FOUR.spot(District(municipal=("bank", "jail"))), 9, "municipal")
    assert FOUR.spot(District(residence=2)).sold(6) == set()
    assert FOUR.spot(District(business=("bank",), stores=((0, False),))).sold(8) == set()


def test_r12_floors_on_either_store():
    assert FOUR.spot(shops("3", "1")).sold(5) == {"buy floor store 3", "buy floor store 1"}
    after = FOUR.spot(shops("1", "0")).roll(5).play("buy floor store 0")
    assert (after.card(), after.pot) == (shops("1", "1"), 10)
    assert FOUR.spot(shops("4")).roll(5).play("buy floor store 4").result == (0, "skyscraper")


def test_r13_a_pent_house_needs_two_floors_when_bought_and_stays():
    assert not buys_of(FOUR.spot(shops("1")), 9, "pent")
    assert buys_of(FOUR.spot(shops("2")), 9, "pent") == {"buy pent house store 2"}
    assert not buys_of(FOUR.spot(shops("2"), shops("3p")), 9, "pent")
    lost = FOUR.spot(shops("1p")).draw("fire top floor of the tallest")
    assert lost.card() == shops("0p")
    assert lost.told["supply"]["pent house"] == 0
    gone = FOUR.spot(shops("0p")).draw("disaster store without floors")
    assert (gone.card(), gone.told["supply"]["pent house"]) == (EMPTY, 1)


def test_r27_the_active_player_is_checked_and_the_skyscraper_comes_first():
    assert FOUR.spot(EMPTY, FULL).roll(12).phase != "over"
    assert FOUR.spot(FULL, cash=100).roll(8).play("buy store").result == (0, "districts")


def test_r27_both_routes_at_once_are_a_skyscraper(tmp_path, monkeypatch):
    monkeypatch.setattr(skyscraper1937_table, "N_FLOORS", 1)
    low = Table(4, tmp_path, card={"floors": 1})
    almost = District(**vars(FULL) | {"chimney": 1, "stores": ((0, False),)})
    assert low.spot(almost).roll(4).play("buy chimney").result == (0, "districts")
    assert low.spot(almost).roll(5).play("buy floor store 0").result == (0, "skyscraper")
    both = District(**vars(FULL) | {"stores": ((0, False),)})
    assert low.spot(both).roll(5).play("buy floor store 0").result == (0, "skyscraper")


def test_r28_the_winner_gets_the_pot_and_the_bonus():
    spot = FOUR.spot(shops("4p"), cash=(100, 4, 10, 50), pot=30).roll(5)
    won = spot.play("buy floor store 4 with pent house")
    assert (won.result, won.cash, won.pot) == ((0, "skyscraper"), [90 + 40 + 4 + 10 + 10, 0, 0, 40], 0)
    plain = FOUR.spot(shops("4"), cash=100, pot=30).roll(5).play("buy floor store 4")
    assert plain.cash == [130, 100, 100, 100]


def test_r29_the_game_is_drawn_after_a_thousand_throws():
    assert FOUR.spot(n_throws=998).roll(12).phase != "over"
    drawn = FOUR.spot(n_throws=999).roll(12)
    assert (drawn.phase, drawn.result) == ("over", (None, None))


def test_r51_a_church_leaves_room_for_one_residence():
    church = District(residence=1, church="residential")
    assert FOUR.spot(church).sold(6) == set()
    assert FOUR.spot(District(residence=1, porch=1, church="residential")).sold(2) == {"buy porch"}
    almost = District(
        residence=1, porch=1, garage=1, church="residential", municipal=("bank", "jail"), stores=((0, False),) * 2
    )
    assert FOUR.spot(almost).roll(4).play("buy chimney").result == (0, "districts")
    assert FOUR.spot(District(church="residential")).sold(6) == {"buy residence"}


def test_r52_the_bonus_needs_the_pent_house_on_the_winning_store():
    assert buys_of(FOUR.spot(shops("3", "2")), 9, "pent") == {"buy pent house store 3", "buy pent house store 2"}
    assert FOUR.spot(shops("3", "2")).roll(9).play("buy pent house store 2").card() == shops("3", "2p")
    other = FOUR.spot(shops("4", "2p"), cash=100).roll(5).play("buy floor store 4")
    assert (other.result, other.cash) == ((0, "skyscraper"), [100, 100, 100, 100])
    paid = FOUR.spot(shops("2", "4p"), cash=100).roll(5).play("buy floor store 4 with pent house")
    assert paid.cash == [90 + 10 + 30, 90, 90, 90]


def test_r52_one_pent_house_to_a_store(tmp_path):
    many = Table(4, tmp_path, edited(4, supplies={"pent house": 3}))
    assert not buys_of(many.spot(shops("3p")), 9, "pent")
    assert buys_of(many.spot(shops("3p", "2")), 9, "pent") == {"buy pent house store 2"}
    assert buys_of(many.spot(shops("3", "2p")), 9, "pent") == {"buy pent house store 3"}


def test_r53_taking_and_gaining_can_win():
    assert FOUR.spot(shops("4")).draw("gain floor").result == (0, "skyscraper")
    assert FOUR.spot(shops("4"), shops("1")).draw("take floor").result == (0, "skyscraper")


def test_r54_results():
    won = FOUR.spot(shops("4"), cash=(10, 500, 500, 500)).roll(5).play("buy floor store 4")
    assert won.position.returns() == [1.0, 0.0, 0.0, 0.0]
    assert FOUR.spot(n_throws=999).roll(12).position.returns() == [0.25] * 4


def test_r55_a_decision_with_one_option_is_not_asked():
    spots = [
        FOUR.spot(District(porch=2, garage=2, chimney=1)).draw("gain part"),
        FOUR.spot(District(municipal=("bank",))).draw("fire public building"),
        FOUR.spot(EMPTY, District(residence=1)).draw("take residence"),
        FOUR.spot(cash=0).roll(8),
        FOUR.before_throw(cash=4).roll(12),
    ]
    assert [spot.turn for spot in spots] == [1] * 5
    assert spots[0].card() == District(porch=2, garage=2, chimney=2)
    assert spots[2].card() == District(residence=1)


def test_r56_residence_first():
    first = table(4, residence_first=1)
    assert [first.spot().sold(total) for total in (2, 3, 4)] == [set()] * 3
    assert first.spot(District(residence=1)).sold(3) == {"buy garage"}
    assert first.spot().draw("gain part").moves == {"gain porch", "gain garage", "gain chimney"}
    assert first.spot(EMPTY, District(porch=1)).draw("take part").card() == District(porch=1)


def test_r58_what_looks_alike_is_one_option():
    assert FOUR.spot(shops("2", "2")).sold(5) == {"buy floor store 2"}
    assert buys_of(FOUR.spot(shops("2", "2")), 9, "pent") == {"buy pent house store 2"}
    assert FOUR.spot(shops("2p", "2")).sold(5) == {"buy floor store 2 with pent house", "buy floor store 2"}
    twins = table(5).spot(District(municipal=("library", "library")), seat=0)
    assert twins.draw("fire public building").card() == District(municipal=("library",))


def test_r59_a_church_is_paid_to_the_pot():
    after = FOUR.spot(cash=20).roll(9).play("buy church residential")
    assert (after.cash, after.pot) == ([5, 20, 20, 20], 15)


def test_r60_a_pent_house_goes_on_two_floors():
    assert buys_of(FOUR.spot(shops("2", "1")), 9, "pent") == {"buy pent house store 2"}
    assert buys_of(FOUR.spot(shops("4", "0")), 9, "pent") == {"buy pent house store 4"}


def test_r66_a_player_has_at_most_one_church():
    six = table(6)
    assert not buys_of(six.spot(District(church="municipal")), 9, "church")
    spot = six.spot(District(church="municipal"), District(church="business", municipal=("bank",)))
    assert spot.draw("take public building or church").moves == {
        "take bank municipal from 1 to municipal",
        "take bank municipal from 1 to business",
    }


def test_r69_the_last_throw_is_played_to_its_end():
    last = FOUR.spot(shops("4"), n_throws=999, pot=9).roll(5)
    assert last.moves == {"buy floor store 4", "pass"}
    assert last.play("buy floor store 4").result == (0, "skyscraper")
    drawn = last.play("pass")
    assert (drawn.phase, drawn.result, drawn.pot) == ("over", (None, None), 9)


def test_combinations_that_fill_a_card():
    homes = {"residence": 2, "porch": 2, "garage": 2, "chimney": 2}
    for municipal, business, church, stores, filled in [
        (("bank", "jail"), ("library", "school"), None, (), True),
        (("bank", "jail"), ("school",), "business", (), True),
        (("bank",), ("school",), "municipal", ((1, False),), True),
        (("bank",), (), None, ((1, False), (0, False)), False),
        (("bank", "jail"), (), None, ((0, False),), False),
    ]:
        card = District(**homes | {"chimney": 1}, municipal=municipal, business=business, church=church, stores=stores)
        assert FOUR.spot(card).roll(4).play("buy chimney").result == ((0, "districts") if filled else (None, None))
