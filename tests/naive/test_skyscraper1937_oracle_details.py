"""The naive Skyscraper (1937), checked by hand: rulings 32 to 73.

Rulings 1 to 31 and random games are in test_skyscraper1937_oracle.py. Roles of the seats are those of skyscraper1937_spots.py.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from naive.skyscraper1937 import CHANCE, OVER, Naive
from naive.skyscraper1937_data import AGENT, BUILDER, COLLECTOR, ROVER, UTILITIES, standard
from naive.skyscraper1937_spots import before_throw, buys, draw, edited, random_game, roll, spot
from naive.skyscraper1937_table import District, is_filled

GAME = Naive(4)
HOUSE = District(residence=1, porch=1, garage=1, chimney=1)
SAME = (100,) * 4


def shops(*stores):
    """Return a card with stores: a number of floors, with `p` after it for a Pent House."""
    return District(stores=tuple((int(store[0]), store.endswith("p")) for store in stores))


# ---- supplies and owners


def test_ruling_32_second_copies():
    added = [{name for name, count in standard(n)["supplies"].items() if count == 2} for n in (4, 5, 6)]
    assert added == [set(), {"post office", "library"}, {"post office", "library", "school", "church"}]


def test_ruling_33_both_copies_of_one_player():
    game = Naive(5)
    both = District(municipal=("library",), business=("library",))
    assert draw(game, spot(game, District(), both), "pay library").cash == (98, 102, 100, 100, 100)
    one = spot(game, District(municipal=("library",)))
    assert "buy library municipal" in buys(game, one, 9)


def test_ruling_34_the_church_is_no_public_building_unless_named():
    state = spot(GAME, District(church="municipal"), District(church="business"))
    assert draw(GAME, state, "fire public building").districts == state.districts
    assert draw(GAME, state, "tornado church or public building").districts[0] == District()
    robbed = draw(GAME, spot(GAME, District(), District(church="business")), "take public building or church")
    assert GAME.legal(robbed) == {f"take church business from 1 to {to}" for to in ("residential", "municipal", "business")}
    five = Naive(5)
    rover = spot(five, *[District()] * 4, District(church="residential"))
    assert draw(five, rover, "pay church").cash == (96, 100, 100, 100, 104)


def test_ruling_35_and_70_roles_are_dealt_one_at_a_time():
    game = Naive(6)
    state = game.start()
    assert game.chance(state) == {f"role {role}": Fraction(1, 6) for role in (AGENT, BUILDER, COLLECTOR, UTILITIES)} | {
        "role rover": Fraction(2, 6)
    }
    state = game.play(state, "role rover")
    assert state.roles == ((ROVER,), (), (), (), (), ())
    assert game.chance(state)["role rover"] == Fraction(1, 5)
    assert game.describe(state)["seats"][0]["roles"] == {ROVER}


# ---- money


def test_ruling_36_purchases_need_the_full_price():
    assert buys(GAME, spot(GAME, seat=2, cash=0), 2) == set()
    assert buys(GAME, spot(GAME, shops("2"), cash=5), 9) == {"buy pent house store 2"}
    assert GAME.legal(before_throw(GAME, cash=5)) == {"buy fire", "buy tornado", "throw"}


@pytest.mark.parametrize("cash", [3, 0])
def test_ruling_37_and_65_a_tax_paid_in_part_or_not_at_all_counts_as_paid(cash):
    state = draw(GAME, spot(GAME, cash=(cash, 0, 0, 0)), "tax $10")
    assert (state.cash, state.taxes, state.seen) == ((0, 0, cash, 0), ("tax $10", None, None, None), ())


def test_ruling_38_an_ignored_tax_card_goes_to_the_bottom():
    state = draw(GAME, spot(GAME, seat=2), "tax $5")
    assert (state.taxes, state.seen) == ((None,) * 4, ("tax $5",))


def test_ruling_39_a_rover_pays_a_rover_double():
    game = Naive(6)
    owner = spot(game, *[District()] * 5, District(business=("jail",)), seat=4)
    assert draw(game, owner, "pay jail").cash == (100, 100, 100, 100, 94, 106)


def test_ruling_40_salaries_of_rovers():
    game = Naive(5)
    assert draw(game, spot(game, seat=4, pot=100), "mayor").cash[4] == 125
    hall = [District()] * 4 + [District(municipal=("city hall",))]
    assert draw(game, spot(game, *hall, seat=4, pot=100), "mayor").cash[4] == 150
    assert draw(game, spot(game, *hall, seat=4, pot=7), "mayor").cash[4] == 107


# ---- losing and taking


def test_ruling_41_a_card_that_takes_two_things_takes_what_there_is():
    assert draw(GAME, spot(GAME, District(chimney=2)), "tornado porch and chimney").districts[0] == District(chimney=1)
    assert draw(GAME, spot(GAME, HOUSE), "disaster chimney and garage").districts[0] == District(residence=1, porch=1)
    assert draw(GAME, spot(GAME, shops("1", "0")), "disaster two floors").districts[0] == shops("0", "0")


@pytest.mark.parametrize(
    ("stores", "moves"),
    [
        (("3", "1"), {"lose 2 floors store 3": ("1", "1"), "lose floor store 3, floor store 1": ("2", "0")}),
        (("2", "2"), {"lose 2 floors store 2": ("2", "0"), "lose floor store 2, floor store 2": ("1", "1")}),
        (
            ("2p", "2"),
            {
                "lose 2 floors store 2 with pent house": ("2", "0p"),
                "lose 2 floors store 2": ("2p", "0"),
                "lose floor store 2 with pent house, floor store 2": ("1p", "1"),
            },
        ),
    ],
)
def test_ruling_42_the_owner_picks_the_store_for_each_floor(stores, moves):
    choice = draw(GAME, spot(GAME, shops(*stores)), "disaster two floors")
    assert GAME.legal(choice) == set(moves)
    for move, left in moves.items():
        assert GAME.play(choice, move).districts[0] == shops(*left)


def test_ruling_42_with_one_way_nothing_is_asked():
    for before, after in [(("4",), ("2",)), (("1", "1"), ("0", "0")), (("3p", "0"), ("1p", "0"))]:
        assert draw(GAME, spot(GAME, shops(*before)), "disaster two floors").districts[0] == shops(*after)


def test_ruling_43_a_lost_store_takes_its_pent_house_along():
    choice = draw(GAME, spot(GAME, shops("0p", "0"), policies={0: "all-risk"}), "disaster store without floors")
    assert GAME.legal(choice) == {"lose store 0 with pent house", "lose store 0"}
    decided = GAME.play(choice, "lose store 0 with pent house")
    assert GAME.describe(decided)["at_stake"] == "store 0 with pent house"
    after = GAME.play(decided, "turn in")
    assert (after.cash, after.districts[0]) == ((120, 80, 100, 100), shops("0"))
    assert draw(GAME, spot(GAME, shops("3", "1")), "disaster store without floors").districts[0] == shops("3", "1")


def test_ruling_44_take_and_gain_cards_are_obeyed():
    state = spot(GAME, shops("0"), shops("2"))
    assert draw(GAME, state, "take floor").districts[:2] == (shops("1"), shops("1"))
    choice = draw(GAME, spot(GAME), "gain part")
    assert GAME.legal(choice) == {"gain porch", "gain garage", "gain chimney"}
    two = draw(GAME, spot(GAME, District(porch=2)), "gain part")
    assert GAME.legal(two) == {"gain garage", "gain chimney"}
    assert draw(GAME, spot(GAME, shops("3p")), "gain floor").districts[0] == shops("4p")
    building = draw(
        GAME, spot(GAME, District(municipal=("jail",)), District(business=("bank",))), "take public building or church"
    )
    assert GAME.legal(building) == {"take bank business from 1 to municipal", "take bank business from 1 to business"}
    assert GAME.play(building, "take bank business from 1 to municipal").districts[0] == District(municipal=("bank", "jail"))


def test_ruling_45_a_floor_from_under_a_pent_house():
    after = draw(GAME, spot(GAME, shops("0"), shops("1p")), "take floor")
    assert after.districts[:2] == (shops("1"), shops("0p"))
    alone = spot(GAME, shops("2"), shops("0p"))
    for card in ("take floor", "take public building or church", "take part"):
        assert draw(GAME, alone, card).districts == alone.districts


def test_ruling_46_a_gain_from_an_empty_supply():
    game = Naive(4, data=edited(4, supplies={"floor": 1, "porch": 0, "garage": 0, "chimney": 1}))
    empty = spot(game, shops("0"), shops("1"))
    assert draw(game, empty, "gain floor").districts == empty.districts
    assert draw(game, empty, "gain part").districts[0].chimney == 1
    assert buys(game, empty, 2) == set()


# ---- insurance


def test_ruling_47_one_decision_for_the_card_and_the_best_policy():
    policies = {"fire": {"price": 5, "cap": 3, "stock": 4}, "all-risk": {"price": 10, "cap": 16, "stock": 4}}
    game = Naive(4, data=edited(4, policies=policies))
    choice = draw(game, spot(game, shops("3", "2"), policies={0: "fire all-risk"}), "disaster two floors")
    assert choice.phase == "lose"
    decided = game.play(choice, "lose floor store 3, floor store 2")
    assert (game.legal(decided), decided.districts, decided.cash) == ({"keep", "turn in"}, choice.districts, SAME)
    assert game.describe(decided)["at_stake"] == "floor store 3, floor store 2"
    after = game.play(decided, "turn in")
    assert (after.cash, after.districts[0], after.policies[0]) == ((116, 84, 100, 100), shops("2", "1"), {"fire", "all-risk"})
    best = game.play(draw(game, spot(game, HOUSE, policies={0: "fire all-risk"}), "fire residence"), "turn in")
    assert best.cash[0] == 110


@pytest.mark.parametrize(
    ("policy", "card", "covered"),
    [
        ("fire", "fire residence", True),
        ("fire", "tornado residence", False),
        ("tornado", "tornado residence", True),
        ("fire tornado", "disaster porch", False),
        ("all-risk", "disaster porch", True),
        ("all-risk", "fire garage", True),
    ],
)
def test_ruling_47_which_policy_covers_what(policy, card, covered):
    state = draw(GAME, spot(GAME, HOUSE, policies={0: policy}), card)
    assert (state.phase == "keep or turn in") == covered
    assert (state.districts[0] == HOUSE) == covered


def test_ruling_48_any_number_of_policies_then_throw():
    state = before_throw(GAME, cash=20)
    state = GAME.play(GAME.play(state, "buy fire"), "buy tornado")
    assert (state.phase, GAME.play(state, "throw").phase) == ("insurance", "roll")
    done = GAME.play(state, "buy all-risk")
    assert (done.phase, done.seat, done.cash[0]) == ("roll", 0, 0)
    assert before_throw(GAME, cash=4).phase == "roll"


def test_ruling_49_crediting_one_policy_or_both():
    state = before_throw(GAME, policies={0: "fire tornado"}, cash=0)
    assert GAME.legal(state) == {"credit fire tornado, buy all-risk", "throw"}
    richer = before_throw(GAME, policies={0: "fire tornado"})
    credits = {f"credit {old}, buy all-risk" for old in ("fire", "tornado", "fire tornado")}
    assert GAME.legal(richer) == credits | {"buy all-risk", "throw"}
    after = GAME.play(richer, "credit tornado, buy all-risk")
    assert (after.policies[0], after.cash) == ({"fire", "all-risk"}, (95, 105, 100, 100))
    agent = roll(GAME, spot(GAME, policies={1: "fire"}), 12)
    insured = GAME.play(agent, "credit fire, buy all-risk")
    assert (insured.cash, insured.pot, insured.policies[1]) == ((100, 95, 100, 100), 5, {"all-risk"})


@pytest.mark.parametrize(("players", "seat"), [(4, 1), (3, 0)])
def test_ruling_50_the_cap_holds_without_another_agent(players, seat):
    game = Naive(players, data=edited(players, policies={"fire": {"price": 5, "cap": 6, "stock": 4}}))
    houses = [HOUSE if other == seat else District() for other in range(players)]
    choice = draw(game, spot(game, *houses, seat=seat, policies={seat: "fire"}, pot=50), "fire residence")
    after = game.play(choice, "turn in")
    assert (after.cash[seat], after.pot) == (106, 44)


# ---- districts and winning


def test_ruling_51_a_church_leaves_room_for_one_residence():
    with_church = District(church="residential")
    assert buys(GAME, spot(GAME, with_church), 6) == {"buy residence"}
    assert buys(GAME, spot(GAME, replace(with_church, residence=1)), 6) == set()
    assert buys(GAME, spot(GAME, replace(with_church, porch=1)), 2) == {"buy porch"}


@pytest.mark.parametrize(
    ("district", "filled"),
    [
        (District(2, 2, 2, 2, ("bank", "jail"), (), ((0, False), (3, False))), True),
        (District(2, 2, 2, 1, ("bank", "jail"), (), ((0, False), (3, False))), False),
        (District(1, 1, 1, 1, ("bank", "jail"), ("library",), ((0, False),), "residential"), True),
        (District(1, 2, 2, 0, ("bank", "jail"), ("library",), ((0, False),), "residential"), False),
        (District(2, 2, 2, 2, ("bank",), ("jail", "library"), (), "municipal"), True),
        (District(2, 2, 2, 2, ("bank", "jail"), ("library",), (), "business"), True),
        (District(2, 2, 2, 2, ("bank", "jail"), (), ((0, False),), "business"), True),
        (District(2, 2, 2, 2, ("bank", "jail"), (), ((4, True),)), False),
        (District(2, 2, 2, 2, ("bank",), ("jail", "library"), ()), False),
    ],
)
def test_ruling_51_combinations_that_fill_the_card(district, filled):
    assert is_filled(district) == filled


def test_ruling_52_the_bonus_counts_only_on_the_winning_store():
    state = spot(GAME, shops("3", "2"))
    assert {move for move in buys(GAME, state, 9) if "pent" in move} == {"buy pent house store 2", "buy pent house store 3"}
    over = GAME.play(roll(GAME, spot(GAME, shops("4", "2p"), pot=7), 5), "buy floor store 4")
    assert (over.winner, over.route, over.cash) == (0, "skyscraper", (107, 100, 100, 100))


def test_ruling_53_taking_or_gaining_can_win():
    gained = draw(GAME, spot(GAME, shops("4"), pot=30), "gain floor")
    taken = draw(GAME, spot(GAME, shops("4p"), shops("1"), pot=30), "take floor")
    assert (gained.winner, gained.cash[0], taken.winner, taken.cash[0]) == (0, 130, 0, 160)
    lacking = District(2, 2, 2, 1, ("bank", "jail"), ("library", "school"))
    part = draw(GAME, spot(GAME, lacking), "gain part")
    assert (part.winner, part.route) == (0, "districts")


def test_ruling_54_results():
    over = GAME.play(roll(GAME, spot(GAME, shops("4"), seat=0, cash=(10, 900, 0, 0)), 5), "buy floor store 4")
    assert (GAME.to_act(over), GAME.returns(over)) == (OVER, [1, 0, 0, 0])
    drawn = roll(Naive(6), spot(Naive(6), n_throws=999, cash=(5, 0, 0, 0, 0, 0)), 12)
    assert Naive(6).returns(drawn) == [Fraction(1, 6)] * 6


def test_ruling_55_a_decision_with_one_option_is_not_asked():
    one = draw(GAME, spot(GAME, District(municipal=("bank",))), "fire public building")
    assert (one.districts[0], one.seat) == (District(), 1)
    assert draw(GAME, spot(GAME, District(), HOUSE), "take residence").districts[0] == District(residence=1)
    for state, move in random_game(GAME, seed=9):
        assert not move or GAME.to_act(state) == CHANCE or len(GAME.legal(state)) >= 2


# ---- variants


def test_ruling_56_residence_first():
    game = Naive(4, residence_first=1)
    assert buys(game, spot(game), 2) == set()
    assert buys(game, spot(game, District(residence=1)), 2) == {"buy porch"}
    assert buys(GAME, spot(GAME), 2) == {"buy porch"}
    assert game.legal(draw(game, spot(game), "gain part")) == {"gain porch", "gain garage", "gain chimney"}
    assert draw(game, spot(game, District(), District(porch=1)), "take part").districts[0] == District(porch=1)


def test_ruling_57_children():
    game = Naive(3, children=1)
    state = game.start()
    assert game.chance(state) == {f"first {seat}": Fraction(1, 3) for seat in range(3)}
    state = game.play(state, "first 2")
    assert (state.seat, state.phase, state.roles) == (2, "roll", ((), (), ()))
    assert game.money(state) == {"players": [0, 0, 0], "pot": 0, "box": 0}
    after = game.play(roll(game, state, 8), "buy store")
    assert (after.districts[2], after.seat) == (shops("0"), 0)
    top = game.play(roll(game, spot(game, shops("4"), cash=0), 9), "buy pent house store 4")
    over = game.play(roll(game, replace(top, seat=0), 5), "buy floor store 4 with pent house")
    assert (over.winner, over.cash) == (0, (0, 0, 0))
    with pytest.raises(ValueError, match="luck_on_twelve"):
        Naive(3, luck_on_twelve=1, children=1)


# ---- corners


def test_ruling_58_what_looks_alike_is_one_option():
    assert buys(GAME, spot(GAME, shops("1", "1")), 5) == {"buy floor store 1"}
    assert buys(GAME, spot(GAME, shops("2p", "2")), 5) == {"buy floor store 2", "buy floor store 2 with pent house"}
    assert {move for move in buys(GAME, spot(GAME), 9) if "bank" in move} == {"buy bank municipal", "buy bank business"}


def test_ruling_59_a_church_is_paid_to_the_pot():
    after = GAME.play(roll(GAME, spot(GAME), 9), "buy church residential")
    assert (after.cash, after.pot, after.districts[0].church) == ((85, 100, 100, 100), 15, "residential")
    assert buys(GAME, spot(GAME, cash=14), 9) == set()


def test_ruling_60_a_pent_house_goes_on_two_floors():
    assert {move for move in buys(GAME, spot(GAME, shops("3", "1")), 9) if "pent" in move} == {"buy pent house store 3"}
    two = Naive(4, data=edited(4, supplies={"pent house": 2}))
    assert {move for move in buys(two, spot(two, shops("3p", "2")), 9) if "pent" in move} == {"buy pent house store 2"}


def test_ruling_61_the_drawer_picks_the_stores():
    choice = draw(GAME, spot(GAME, shops("2", "0"), shops("3", "1p"), shops("0")), "take floor")
    froms, tos = ("store 3", "store 1 with pent house"), ("store 2", "store 0")
    assert GAME.legal(choice) == {f"take floor {old} from 1 to {new}" for old in froms for new in tos}
    after = GAME.play(choice, "take floor store 1 with pent house from 1 to store 0")
    assert after.districts[:2] == (shops("2", "1"), shops("3", "0p"))


def test_ruling_62_residences_without_and_with_their_parts():
    bare = District(porch=1, garage=1, chimney=1)
    assert draw(GAME, spot(GAME, HOUSE), "fire residence").districts[0] == bare
    taken = draw(GAME, spot(GAME, District(), HOUSE), "take residence")
    assert taken.districts[:2] == (District(residence=1), bare)
    assert draw(GAME, spot(GAME, HOUSE), "fire complete residence").districts[0] == District()
    lacking = replace(HOUSE, chimney=0)
    assert draw(GAME, spot(GAME, lacking), "fire complete residence").districts[0] == lacking


def test_ruling_63_the_tallest_store_has_the_most_floors():
    card = "fire top floor of the tallest"
    assert draw(GAME, spot(GAME, shops("3", "2p")), card).districts[0] == shops("2p", "2")
    assert GAME.legal(draw(GAME, spot(GAME, shops("2p", "2")), card)) == {
        "lose floor store 2",
        "lose floor store 2 with pent house",
    }
    assert draw(GAME, spot(GAME, shops("2", "2")), card).districts[0] == shops("2", "1")
    assert draw(GAME, spot(GAME, shops("0p")), card).districts[0] == shops("0p")


def test_ruling_63_pent_house_or_else_two_floors():
    card = "tornado pent house or two floors"
    assert draw(GAME, spot(GAME, shops("3p", "2")), card).districts[0] == shops("3", "2")
    assert draw(GAME, spot(GAME, shops("3")), card).districts[0] == shops("1")


def test_ruling_64_a_payout_is_the_list_price():
    choice = draw(GAME, spot(GAME, HOUSE, policies={0: "fire"}), "fire residence")  # the Home Builder paid nothing
    assert GAME.play(choice, "turn in").cash == (110, 90, 100, 100)


def test_ruling_66_a_player_has_at_most_one_church():
    game = Naive(6)
    state = spot(game, District(church="municipal"), District(church="business", municipal=("bank",)))
    assert not [move for move in buys(game, state, 9) if "church" in move]
    choice = draw(game, state, "take public building or church")
    assert game.legal(choice) == {"take bank municipal from 1 to municipal", "take bank municipal from 1 to business"}


def test_ruling_67_money_per_complete_residence():
    two = District(residence=2, porch=2, garage=2, chimney=2)
    card = "gain $5 per complete residence"
    states = [draw(GAME, spot(GAME, two, pot=pot), card) for pot in (30, 7)]
    assert [(state.cash[0], state.pot) for state in states] == [(110, 20), (107, 0)]


def test_ruling_68_a_holder_of_all_risk_is_offered_nothing():
    assert before_throw(GAME, policies={0: "all-risk"}).phase == "roll"
    assert GAME.play(before_throw(GAME), "buy all-risk").phase == "roll"


def test_ruling_69_the_last_throw_is_played_to_its_end():
    state = spot(GAME, shops("0"), n_throws=999, pot=50)
    bought = GAME.play(roll(GAME, state, 5), "buy floor store 0")
    assert (bought.phase, bought.winner, bought.pot, bought.districts[0]) == ("over", None, 60, shops("1"))
    won = GAME.play(roll(GAME, replace(state, districts=(shops("4"),) * 4), 5), "buy floor store 4")
    assert (won.winner, won.pot) == (0, 0)


def test_ruling_71_chance_is_played_with_one_outcome():
    state = GAME.start()
    for role in (AGENT, COLLECTOR, BUILDER):
        state = GAME.play(state, f"role {role}")
    assert (GAME.to_act(state), GAME.chance(state)) == (CHANCE, {f"role {UTILITIES}": 1})


def test_ruling_72_residence_first_and_children():
    game = Naive(6, residence_first=1, children=1)
    assert buys(game, spot(game, cash=0), 3) == set()
    assert buys(game, spot(game, District(residence=1), cash=0), 3) == {"buy garage"}
    assert game.describe(game.start())["supply"]["church"] == 2


def test_ruling_73_creditors_clockwise_from_the_drawer():
    game = Naive(5)
    owners = [District(business=("library",)) if seat in (0, 3) else District() for seat in range(5)]
    assert draw(game, spot(game, *owners, seat=2, cash=(0, 0, 1, 0, 0)), "pay library").cash == (0, 0, 0, 1, 0)
    assert draw(game, spot(game, *owners, seat=4, cash=(0, 0, 0, 0, 1)), "pay library").cash == (1, 0, 0, 0, 0)
    assert draw(game, spot(game, *owners, seat=3), "pay library").cash == (101, 100, 100, 99, 100)
