"""Skyscraper (1937), rules about set-up, money and roles."""

import pytest

import mctsky
from games.skyscraper1937_tables import HOUSE, Table, table
from mctsky.errors import OptionError
from mctsky.games.skyscraper1937.state import ROVER
from naive.skyscraper1937_data import AGENT, BUILDER, COLLECTOR, UTILITIES
from naive.skyscraper1937_spots import edited
from naive.skyscraper1937_table import District

FOUR = table(4)
EMPTY = District()


def test_r1_tax_goes_to_the_collector():
    assert FOUR.spot().draw("tax $5").cash == [95, 100, 105, 100]


def test_r2_the_home_builder_begins_and_two_players_hold_two_roles():
    assert FOUR.deal(AGENT, COLLECTOR, BUILDER, UTILITIES).turn == 2
    two = table(2).deal(AGENT, COLLECTOR, UTILITIES, BUILDER)
    assert [seat["roles"] for seat in two.told["seats"]] == [{AGENT, UTILITIES}, {COLLECTOR, BUILDER}]
    assert two.turn == 1


def test_r3_three_players_have_no_agent():
    three = table(3)
    assert set(three.start().odds) == {f"role {role}" for role in (BUILDER, COLLECTOR, UTILITIES)}
    bought = three.before_throw().play("buy fire")
    assert (bought.cash, bought.pot) == ([95, 100, 100], 5)
    choice = three.spot(HOUSE, policies={0: "fire"}, pot=4).draw("fire residence")
    kept, turned_in = choice.play("keep"), choice.play("turn in")
    assert (kept.cash, kept.pot, kept.card()) == ([100, 100, 100], 4, HOUSE)
    assert (turned_in.cash, turned_in.pot, turned_in.card().residence) == ([104, 100, 100], 0, 0)


@pytest.mark.parametrize(("players", "share", "left"), [(2, 297, 6), (3, 200, 0), (4, 143, 28), (5, 240, 0), (6, 200, 0)])
def test_r4_chips_are_divided_by_colour(players, share, left):
    start = table(players).start()
    assert (start.cash, start.pot, start.told["box"]) == ([share] * players, 0, left)


def test_r5_who_is_short_pays_all_he_has_and_creditors_clockwise():
    assert FOUR.spot(cash=(2, 0, 0, 0)).draw("electric bill").cash == [0, 0, 0, 2]
    libraries = [District(municipal=("library",)) if seat in (1, 4) else EMPTY for seat in range(5)]
    assert table(5).spot(*libraries, cash=(1, 0, 0, 0, 0)).draw("pay library").cash == [0, 1, 0, 0, 0]
    assert table(5).spot(*libraries, cash=(2, 0, 0, 0, 0)).draw("pay library").cash == [0, 1, 0, 0, 1]


def test_r6_the_home_builder_pays_nothing_for_residential_pieces():
    for total, piece, price in [(2, "porch", 1), (3, "garage", 1), (4, "chimney", 1), (6, "residence", 10)]:
        free = FOUR.spot(cash=0).roll(total).play(f"buy {piece}")
        assert (free.cash, free.pot, getattr(free.card(), piece)) == ([0, 0, 0, 0], 0, 1)
        paid = FOUR.spot(seat=2, cash=10).roll(total).play(f"buy {piece}")
        assert paid.cash == [10 + price, 10, 10 - price, 10]
    assert FOUR.spot(cash=0).sold(8) == set()


def test_r15_tax_is_paid_once_and_never_by_the_collector():
    paid = FOUR.spot(taxes=("tax $5", None, None, None)).draw("tax $10")
    assert paid.cash == [100] * 4
    assert paid.told["seats"][0]["tax_card"] == "tax $5"
    collector = FOUR.spot(seat=2).draw("tax $10")
    assert (collector.cash, collector.told["seats"][2]["tax_card"]) == ([100] * 4, None)


def test_r17_pay_cards_of_unowned_and_own_buildings():
    assert FOUR.spot().draw("pay bank").cash == [100] * 4
    assert FOUR.spot(District(municipal=("bank",))).draw("pay bank").cash == [100] * 4
    assert FOUR.spot(EMPTY, District(municipal=("bank",))).draw("pay bank").cash == [95, 105, 100, 100]


def test_r19_salaries_come_from_the_pot():
    assert FOUR.spot(pot=50).draw("mayor").cash[0] == 105
    assert FOUR.spot(District(business=("city hall",)), pot=50).draw("mayor").cash[0] == 110
    assert FOUR.spot(District(municipal=("jail",)), pot=4).draw("chief of police").cash[0] == 104


def test_r30_options():
    assert FOUR.spot().roll(12).turn == 1
    assert table(4, luck_on_twelve=1).spot().roll(12).phase == "draw"
    assert table(4, residence_first=1).spot().sold(2) == set()
    assert [table(2, children=1).spot(cash=0).roll(total).turn for total in (7, 10, 11, 12)] == [1] * 4


def test_r31_more_players_have_more_pieces_and_rovers_are_paid_double():
    assert [table(n).start().told["supply"]["floor"] for n in (4, 5, 6)] == [17, 21, 25]
    assert [table(n).start().told["supply"]["residence"] for n in (4, 5, 6)] == [8, 10, 12]
    assert [table(n).start().told["stock"]["fire"] for n in (4, 5, 6)] == [4, 5, 6]
    rover = table(5).spot(EMPTY, EMPTY, EMPTY, EMPTY, District(municipal=("school",)))
    assert rover.draw("pay school").cash == [94, 100, 100, 100, 106]


def test_r32_second_copies():
    twice = [{name for name, n in table(k).start().told["supply"].items() if n == 2} for k in (4, 5, 6)]
    assert twice == [set(), {"post office", "library"}, {"post office", "library", "school", "church"}]


def test_r33_one_player_may_own_both_copies():
    both = District(municipal=("library",), business=("library",))
    assert table(5).spot(EMPTY, both).draw("pay library").cash == [98, 102, 100, 100, 100]
    one = table(5).spot(District(municipal=("library",)))
    assert {"buy library municipal", "buy library business"} <= one.sold(9)
    assert "buy church municipal" not in table(6).spot(District(church="business")).sold(9)


def test_r34_the_church_is_meant_where_it_is_named():
    church = FOUR.spot(District(church="municipal"))
    assert church.draw("fire public building").card() == District(church="municipal")
    assert church.draw("tornado church or public building").card() == EMPTY
    rover = table(5).spot(EMPTY, EMPTY, EMPTY, EMPTY, District(church="residential"))
    assert rover.draw("pay church").cash == [96, 100, 100, 100, 104]


def test_r35_seats_without_a_role_are_rovers():
    six = table(6).deal(ROVER, AGENT, BUILDER, ROVER, UTILITIES, COLLECTOR)
    assert [seat["roles"] for seat in six.told["seats"]][::3] == [{ROVER}, {ROVER}]
    assert six.turn == 2


def test_r36_purchases_need_the_full_price():
    assert FOUR.spot(seat=2, cash=0).sold(2) == set()
    assert FOUR.spot(District(stores=((2, False),)), cash=5).sold(9) == {"buy pent house store 2"}
    assert FOUR.before_throw(cash=5).moves == {"buy fire", "buy tornado", "throw"}


def test_r37_a_tax_paid_in_part_counts_as_paid():
    after = FOUR.spot(cash=(3, 0, 0, 0)).draw("tax $10")
    assert (after.cash, after.told["seats"][0]["tax_card"], after.told["cards_seen"]) == ([0, 0, 3, 0], "tax $10", {})


def test_r38_an_ignored_tax_card_goes_back_to_the_pack():
    after = FOUR.spot(seat=2).draw("tax $5")
    assert (after.told["cards_seen"], after.told["seats"][2]["tax_card"]) == ({"tax $5": 1}, None)


def test_r39_a_rover_pays_a_rover_double():
    owner = table(6).spot(*[EMPTY] * 5, District(business=("jail",)), seat=4)
    assert owner.draw("pay jail").cash == [100, 100, 100, 100, 94, 106]


def test_r40_a_rovers_salary_is_five_and_ten_times():
    five, hall = table(5), [*[EMPTY] * 4, District(municipal=("city hall",))]
    assert five.spot(seat=4, pot=100).draw("mayor").cash[4] == 125
    assert five.spot(*hall, seat=4, pot=100).draw("mayor").cash[4] == 150
    assert five.spot(*hall, seat=4, pot=7).draw("mayor").cash[4] == 107


def test_r57_children_play_without_money_and_cards():
    four = table(4, children=1)
    assert four.start().odds == {f"first {seat}": 0.25 for seat in range(4)}
    first = four.start().play("first 2")
    assert (first.turn, first.phase, first.cash, first.told["stock"]) == (2, "roll", [0] * 4, {})
    assert first.roll(8).play("buy store").card(2).stores == ((0, False),)
    tall = four.spot(District(stores=((4, True),)), cash=0).roll(5).play("buy floor store 4 with pent house")
    assert (tall.result, tall.cash) == ((0, "skyscraper"), [0] * 4)
    with pytest.raises(OptionError, match="luck_on_twelve"):
        mctsky.load("skyscraper1937", children=1, luck_on_twelve=1)


def test_r65_a_tax_of_which_nothing_is_paid_counts_as_paid():
    after = FOUR.spot(cash=0).draw("tax $5")
    assert (after.cash, after.told["seats"][0]["tax_card"]) == ([0] * 4, "tax $5")


def test_r67_money_per_complete_residence_comes_from_the_pot():
    two = District(residence=2, porch=2, garage=2, chimney=2)
    card = "gain $5 per complete residence"
    assert FOUR.spot(two, pot=50).draw(card).cash[0] == 110
    assert FOUR.spot(two, pot=7).draw(card).cash[0] == 107
    assert FOUR.spot(HOUSE, pot=50).draw(card).pot == 45


def test_r70_seats_draw_roles_in_turn():
    assert table(6).start().odds["role rover"] == pytest.approx(2 / 6)
    one = table(6).start().play("role rover")
    assert one.odds["role rover"] == pytest.approx(1 / 5)
    assert [seat["roles"] for seat in one.told["seats"]] == [{ROVER}, *[set()] * 5]
    two = table(2).deal(AGENT, BUILDER, COLLECTOR)
    assert [seat["roles"] for seat in two.told["seats"]] == [{AGENT, COLLECTOR}, {BUILDER}]


def test_r71_chance_is_played_with_one_outcome():
    last = FOUR.deal(AGENT, BUILDER, COLLECTOR)
    assert last.odds == {"role public utilities": 1.0}
    assert last.phase == "roles"


def test_r72_residence_first_and_children_go_together():
    five = table(5, children=1, residence_first=1)
    assert five.start().told["supply"]["floor"] == 21
    assert five.spot(cash=0).sold(2) == set()
    assert five.spot(District(residence=1), cash=0).sold(2) == {"buy porch"}


def test_r73_creditors_from_the_drawers_left():
    schools = [District(municipal=("school",)) if seat in (0, 3) else EMPTY for seat in range(6)]
    six = table(6)
    assert six.spot(*schools, seat=0).draw("pay school").cash == [97, 100, 100, 103, 100, 100]
    assert six.spot(*schools, seat=2, cash=(0, 0, 4, 0, 0, 0)).draw("pay school").cash == [1, 0, 0, 3, 0, 0]


def test_r4_edited_chips(tmp_path):
    start = Table(4, tmp_path, edited(4, chips={1: 10, 5: 9, 10: 3})).start()
    assert (start.cash, start.told["box"]) == ([2 + 10] * 4, 2 + 5 + 30)
