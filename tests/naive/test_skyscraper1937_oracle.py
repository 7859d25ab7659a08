"""The naive Skyscraper (1937), checked by hand: rulings 1 to 31, and random games to the end.

Rulings 32 to 73 are in test_skyscraper1937_oracle_details.py. A test is named after its ruling; roles of the seats are those of
skyscraper1937_spots.py.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from naive.skyscraper1937 import CHANCE, OVER, Naive
from naive.skyscraper1937_data import AGENT, BUILDER, COLLECTOR, LUCK, PIECES, UTILITIES, standard
from naive.skyscraper1937_spots import before_throw, buys, draw, edited, random_game, roll, spot
from naive.skyscraper1937_table import District, n_pieces

GAME = Naive(4)
HOUSE = District(residence=1, porch=1, garage=1, chimney=1)


def deal(game, *roles):
    state = game.start()
    for role in roles:
        state = game.play(state, f"role {role}")
    return state


# ---- set-up and money


def test_ruling_01_tax_goes_to_the_collector():
    assert draw(GAME, spot(GAME), "tax $5").cash == (95, 100, 105, 100)


def test_ruling_02_the_home_builder_starts_and_two_players_hold_two_roles():
    assert deal(GAME, AGENT, COLLECTOR, BUILDER, UTILITIES).seat == 2
    two = deal(Naive(2), AGENT, COLLECTOR, UTILITIES, BUILDER)
    assert two.roles == ((AGENT, UTILITIES), (COLLECTOR, BUILDER))
    assert two.seat == 1


def test_ruling_03_three_players_have_no_agent():
    game = Naive(3)
    assert set(game.chance(game.start())) == {f"role {role}" for role in (BUILDER, COLLECTOR, UTILITIES)}
    bought = game.play(before_throw(game), "buy fire")
    assert (bought.cash, bought.pot) == ((95, 100, 100), 5)
    choice = draw(game, spot(game, HOUSE, policies={0: "fire"}, pot=4), "fire residence")
    kept, turned_in = game.play(choice, "keep"), game.play(choice, "turn in")
    assert (kept.cash, kept.pot, kept.districts[0]) == ((100, 100, 100), 4, HOUSE)
    assert (turned_in.cash, turned_in.pot, turned_in.districts[0].residence) == ((104, 100, 100), 0, 0)


@pytest.mark.parametrize(("players", "share", "box"), [(2, 297, 6), (3, 200, 0), (4, 143, 28), (5, 240, 0), (6, 200, 0)])
def test_ruling_04_chips_are_divided_by_colour(players, share, box):
    assert Naive(players).money(Naive(players).start()) == {"players": [share] * players, "pot": 0, "box": box}


def test_ruling_05_a_short_payer_pays_all_he_has():
    assert draw(GAME, spot(GAME, cash=(2, 0, 0, 0)), "electric bill").cash == (0, 0, 0, 2)
    game = Naive(5)
    libraries = [District(municipal=("library",)) if seat in (1, 4) else District() for seat in range(5)]
    state = draw(game, spot(game, *libraries, cash=(1, 0, 0, 0, 0)), "pay library")
    assert state.cash == (0, 1, 0, 0, 0)
    richer = draw(game, spot(game, *libraries, cash=(2, 0, 0, 0, 0)), "pay library")
    assert richer.cash == (0, 1, 0, 0, 1)


def test_ruling_06_the_home_builder_pays_nothing_for_residential_pieces():
    for total, piece in [(2, "porch"), (3, "garage"), (4, "chimney"), (6, "residence")]:
        state = roll(GAME, spot(GAME, cash=0), total)
        after = GAME.play(state, f"buy {piece}")
        assert (after.cash, after.pot, n_pieces(after.districts[0], piece)) == ((0, 0, 0, 0), 0, 1)
        other = GAME.play(roll(GAME, spot(GAME, seat=2, cash=10), total), f"buy {piece}")
        assert other.cash == (10 + GAME.price(piece), 10, 10 - GAME.price(piece), 10)
    assert buys(GAME, spot(GAME, cash=0), 8) == set()


# ---- buying


def test_ruling_07_one_optional_purchase_and_lost_turns():
    state = spot(GAME, seat=2)
    after = roll(GAME, state, 8)
    assert GAME.legal(after) == {"buy store", "pass"}
    passed, bought = GAME.play(after, "pass"), GAME.play(after, "buy store")
    assert (passed.seat, passed.cash, bought.seat, bought.pot) == (3, state.cash, 3, 15)
    lost = [
        roll(GAME, spot(GAME, seat=2, cash=14), 8),  # no money
        roll(GAME, spot(GAME, District(stores=((0, False),) * 8), seat=2), 8),  # no piece
        roll(GAME, spot(GAME, District(), District(), District(business=("bank", "jail")), seat=2), 8),  # no space
        roll(GAME, state, 5),  # no store
        roll(GAME, state, 12),
    ]
    assert [after.seat for after in lost] == [3] * 5


def test_ruling_08_parts_are_counted_per_card():
    assert buys(GAME, spot(GAME, District(porch=1)), 2) == {"buy porch"}
    assert buys(GAME, spot(GAME, District(porch=2)), 2) == set()
    uneven = District(residence=2, porch=2, garage=1, chimney=2)
    assert draw(GAME, spot(GAME, uneven, pot=50), "gain $5 per complete residence").cash[0] == 105


def test_ruling_09_church_in_any_district():
    churches = {move for move in buys(GAME, spot(GAME), 9) if "church" in move}
    assert churches == {"buy church residential", "buy church municipal", "buy church business"}
    full = District(residence=2, municipal=("bank", "jail"))
    assert {move for move in buys(GAME, spot(GAME, full), 9) if "church" in move} == {"buy church business"}


def test_ruling_10_pieces_do_not_move():
    line = random_game(GAME, seed=5)
    words = {move.split()[0] for _, move in line if move}
    assert words <= {"role", "roll", "draw", "buy", "credit", "throw", "pass", "lose", "keep", "turn", "take", "gain"}


def test_ruling_11_where_buildings_may_stand():
    moves = {move for move in buys(GAME, spot(GAME), 9) if "school" in move}
    assert moves == {"buy school municipal", "buy school business"}
    only_business = District(municipal=("bank", "jail"))
    assert "buy school municipal" not in buys(GAME, spot(GAME, only_business), 9)
    assert buys(GAME, spot(GAME, District(business=("bank",), stores=((0, False),))), 8) == set()
    assert buys(GAME, spot(GAME, District(residence=2)), 6) == set()


def test_ruling_12_floors_on_either_store():
    state = spot(GAME, District(stores=((3, False), (1, False))))
    assert buys(GAME, state, 5) == {"buy floor store 3", "buy floor store 1"}
    after = GAME.play(roll(GAME, state, 5), "buy floor store 1")
    assert after.districts[0].stores == ((3, False), (2, False))
    assert buys(GAME, spot(GAME, District(stores=((0, False),))), 8) == {"buy store"}
    topped = spot(GAME, District(stores=((5, False), (1, False))))  # cannot come up: five floors have won
    assert buys(GAME, topped, 5) == {"buy floor store 1"}


def test_ruling_13_pent_house_needs_two_floors_at_purchase_only():
    def pent_houses(stores):
        return {move for move in buys(GAME, spot(GAME, District(stores=stores)), 9) if "pent house" in move}

    assert pent_houses(((1, False),)) == set()
    assert pent_houses(((2, False),)) == {"buy pent house store 2"}
    state = draw(GAME, spot(GAME, District(stores=((2, True),))), "disaster two floors")
    assert state.districts[0].stores == ((0, True),)
    gone = draw(GAME, spot(GAME, District(stores=((0, True),))), "disaster store without floors")
    assert (gone.districts[0].stores, GAME.supply(gone, "pent house"), GAME.supply(gone, "store")) == ((), 1, 8)


# ---- luck


def test_ruling_14_a_draw_is_uniform_over_the_unseen_cards():
    odds = GAME.chance(roll(GAME, spot(GAME), 7))
    assert len(odds) == 35
    assert odds["draw gas bill"] == odds["draw tax $10"] == Fraction(2, 40)
    assert odds["draw mayor"] == Fraction(1, 40)
    state = draw(GAME, spot(GAME), "gas bill")
    assert state.seen == ("gas bill",)
    assert GAME.chance(roll(GAME, replace(state, phase="roll"), 7))["draw gas bill"] == Fraction(1, 39)


def test_ruling_14_after_a_full_pass_the_unretained_cards_come_back():
    pack = ("tax $5", "gas bill", "water bill")
    game = Naive(4, data=edited(4, luck={name: card | {"copies": int(name in pack)} for name, card in LUCK.items()}))
    state = draw(game, spot(game), "tax $5")
    assert (state.taxes[0], state.seen) == ("tax $5", ())
    state = draw(game, replace(state, phase="roll"), "water bill")
    assert state.seen == ("water bill",)
    last = roll(game, replace(state, phase="roll"), 7)
    assert game.chance(last) == {"draw gas bill": 1}
    state = game.play(last, "draw gas bill")
    assert state.seen == ()
    assert set(game.chance(roll(game, replace(state, phase="roll"), 7))) == {"draw gas bill", "draw water bill"}


def test_ruling_15_ignored_tax_cards():
    paid = draw(GAME, spot(GAME, taxes=("tax $5", None, None, None)), "tax $10")
    assert (paid.cash, paid.taxes[0]) == ((100,) * 4, "tax $5")
    collector = draw(GAME, spot(GAME, seat=2), "tax $10")
    assert (collector.cash, collector.taxes) == ((100,) * 4, (None,) * 4)


def test_ruling_16_losses_the_owner_chooses_and_the_piece_is_for_sale_again():
    state = spot(GAME, District(municipal=("bank",), business=("jail",)))
    choice = draw(GAME, state, "fire public building")
    assert GAME.legal(choice) == {"lose bank municipal", "lose jail business"}
    after = GAME.play(choice, "lose bank municipal")
    assert (after.districts[0], GAME.supply(after, "bank"), after.cash) == (District(business=("jail",)), 1, state.cash)
    nothing = draw(GAME, spot(GAME, policies={0: "fire"}), "fire public building")
    assert (nothing.seat, nothing.districts[0], nothing.cash) == (1, District(), (100,) * 4)


def test_ruling_17_pay_cards_of_unowned_and_own_buildings():
    assert draw(GAME, spot(GAME), "pay bank").cash == (100,) * 4
    own, other = District(business=("bank",)), District(municipal=("bank",))
    assert draw(GAME, spot(GAME, own), "pay bank").cash == (100,) * 4
    assert draw(GAME, spot(GAME, District(), other), "pay bank").cash == (95, 105, 100, 100)


def test_ruling_18_the_drawer_picks_victim_and_piece_and_needs_a_space():
    victims = District(porch=1, garage=2), District(porch=1, chimney=1)
    state = draw(GAME, spot(GAME, District(garage=2), *victims, policies={1: "all-risk"}), "take part")
    assert GAME.legal(state) == {"take porch from 1", "take porch from 2", "take chimney from 2"}
    after = GAME.play(state, "take porch from 1")
    assert (after.districts[0], after.districts[1]) == (District(porch=1, garage=2), District(garage=2))
    assert after.cash == (100,) * 4
    full = spot(GAME, District(residence=1, church="residential"), District(residence=2))
    assert draw(GAME, full, "take residence").districts == full.districts


def test_ruling_19_salaries_come_from_the_pot():
    assert draw(GAME, spot(GAME, pot=50), "mayor").cash[0] == 105
    assert draw(GAME, spot(GAME, District(business=("city hall",)), pot=50), "mayor").cash[0] == 110
    short = draw(GAME, spot(GAME, District(municipal=("jail",)), pot=4), "chief of police")
    assert (short.cash[0], short.pot) == (104, 0)


# ---- insurance


def test_ruling_20_policies_are_bought_only_before_the_own_throw():
    state = before_throw(GAME)
    assert (state.seat, GAME.legal(state)) == (0, {"buy fire", "buy tornado", "buy all-risk", "throw"})
    for line in (random_game(GAME, seed=1), random_game(Naive(3), seed=1)):
        for state, move in line:
            if move in ("buy fire", "buy tornado") or "all-risk" in move:
                assert (state.phase, state.total) == ("insurance", None)


def test_ruling_21_printed_price_and_one_of_each_kind():
    state = GAME.play(before_throw(GAME), "buy fire")
    assert state.cash == (95, 105, 100, 100)
    assert "buy fire" not in GAME.legal(state)
    game = Naive(4, data=edited(4, policies={"fire": {"price": 5, "cap": 25, "stock": 1}}))
    assert "buy fire" not in game.legal(before_throw(game, policies={3: "fire"}))
    assert "buy fire" in game.legal(before_throw(game))


@pytest.mark.parametrize(("cap", "payout"), [(25, 13), (12, 12)])
def test_ruling_22_payout_is_the_price_up_to_the_cap(cap, payout):
    game = Naive(4, data=edited(4, policies={"fire": {"price": 5, "cap": cap, "stock": 4}}))
    choice = draw(game, spot(game, HOUSE, policies={0: "fire"}), "fire complete residence")
    assert game.legal(choice) == {"keep", "turn in"}
    after = game.play(choice, "turn in")
    assert (after.cash, after.districts[0]) == ((100 + payout, 100 - payout, 100, 100), District())
    kept = game.play(choice, "keep")
    assert (kept.cash, kept.pot, kept.districts[0]) == ((100, 100 - payout, 100, 100), payout, HOUSE)


def test_ruling_23_for_a_kept_piece_the_agent_pays_the_pot():
    choice = draw(GAME, spot(GAME, HOUSE, policies={0: "tornado"}), "tornado porch and chimney")
    kept = GAME.play(choice, "keep")
    assert (kept.cash, kept.pot, kept.districts[0]) == ((100, 98, 100, 100), 2, HOUSE)


def test_ruling_24_a_short_agent_pays_what_he_has():
    choice = draw(GAME, spot(GAME, HOUSE, policies={0: "fire"}, cash=(100, 3, 0, 0)), "fire residence")
    kept, turned_in = GAME.play(choice, "keep"), GAME.play(choice, "turn in")
    assert (kept.cash, kept.pot, kept.districts[0]) == ((100, 0, 0, 0), 3, HOUSE)
    assert (turned_in.cash, turned_in.districts[0].residence) == ((103, 0, 0, 0), 0)


def test_ruling_25_the_self_insured_agent():
    state = spot(GAME, District(), HOUSE, seat=1, policies={1: "all-risk"}, pot=7)
    choice = draw(GAME, state, "tornado residence")
    kept, turned_in = GAME.play(choice, "keep"), GAME.play(choice, "turn in")
    assert (kept.cash, kept.pot, kept.districts[1]) == ((100,) * 4, 7, HOUSE)
    assert (turned_in.cash, turned_in.pot, turned_in.districts[1].residence) == ((100, 107, 100, 100), 0, 0)


def test_ruling_26_credit_for_all_risk():
    state = before_throw(GAME, policies={0: "fire"}, cash=5)
    assert GAME.legal(state) == {"buy tornado", "credit fire, buy all-risk", "throw"}
    after = GAME.play(state, "credit fire, buy all-risk")
    assert (after.policies[0], after.cash) == ({"all-risk"}, (0, 10, 5, 5))
    assert GAME.stock(after, "fire") == 4
    cheap = Naive(4, data=edited(4, policies={"all-risk": {"price": 3, "cap": 50, "stock": 4}}))
    state = before_throw(cheap, policies={0: "fire"})
    assert cheap.play(state, "credit fire, buy all-risk").cash == (100,) * 4  # no cash back


# ---- winning and variants

ALMOST = District(residence=2, porch=2, garage=2, chimney=2, municipal=("bank", "jail"), stores=((4, True),))


def test_ruling_27_the_active_player_is_checked_and_both_routes_are_a_skyscraper():
    by_districts = GAME.play(roll(GAME, spot(GAME, ALMOST), 9), "buy school business")
    assert (by_districts.winner, by_districts.route, by_districts.cash) == (0, "districts", (100,) * 4)
    other = roll(GAME, spot(GAME, ALMOST, replace(ALMOST, stores=((5, False),))), 12)
    assert (other.phase, other.winner) == ("insurance", None)
    both = GAME.play(roll(GAME, spot(GAME, replace(ALMOST, business=("school",))), 5), "buy floor store 4 with pent house")
    assert (both.winner, both.route, both.cash) == (0, "skyscraper", (130, 90, 90, 90))


def test_ruling_28_pot_and_bonus_up_to_cash_held():
    state = spot(GAME, District(stores=((4, True),)), cash=(10, 100, 3, 0), pot=40)
    over = GAME.play(roll(GAME, state, 5), "buy floor store 4 with pent house")
    assert (over.cash, over.pot) == ((0 + 50 + 10 + 3, 90, 0, 0), 0)
    assert GAME.returns(over) == [1, 0, 0, 0]
    plain = GAME.play(roll(GAME, replace(state, districts=(District(stores=((4, False),)),) * 4), 5), "buy floor store 4")
    assert (plain.cash, plain.route) == ((50, 100, 3, 0), "skyscraper")


def test_ruling_29_cap_of_a_thousand_throws():
    assert standard(4)["max_throws"] == 1000
    state = roll(GAME, spot(GAME, n_throws=999), 12)
    assert (GAME.to_act(state), GAME.returns(state)) == (OVER, [Fraction(1, 4)] * 4)
    assert GAME.to_act(roll(GAME, spot(GAME, n_throws=998), 12)) != OVER


def test_ruling_30_luck_on_twelve_and_children():
    assert roll(Naive(4, luck_on_twelve=1), spot(GAME), 12).phase == "draw"
    assert roll(GAME, spot(GAME), 12).phase == "insurance"
    children = Naive(4, children=1)
    for total in (7, 10, 11, 12):
        after = roll(children, spot(children, cash=0), total)
        assert (after.phase, after.seat) == ("roll", 1)


def test_ruling_31_more_players_more_pieces_and_rovers():
    five, six = standard(5), standard(6)
    for piece, count in {"residence": 2, "porch": 2, "garage": 2, "chimney": 2, "store": 2, "floor": 4}.items():
        assert [data["supplies"][piece] - standard(4)["supplies"][piece] for data in (five, six)] == [count, 2 * count]
    assert [policy["stock"] for policy in six["policies"].values()] == [6, 6, 6]
    game = Naive(6)
    owner = [District(business=("school",)) if seat in (3, 4) else District() for seat in range(6)]
    assert draw(game, spot(game, *owner), "pay school").cash == (91, 100, 100, 103, 106, 100)


# ---- random games

GAMES = [(n, twelve, first, 0) for n in range(2, 7) for twelve in (0, 1) for first in (0, 1)]
GAMES += [(n, 0, first, 1) for n in range(2, 7) for first in (0, 1)]
UNMOVED = ("role", "first", "pass", "throw", "credit", "keep", "take")


def total_money(game, state):
    money = game.money(state)
    return sum(money["players"]) + money["pot"] + money["box"]


def on_cards(state):
    return Counter({piece: sum(n_pieces(district, piece) for district in state.districts) for piece in PIECES})


@pytest.mark.parametrize(("players", "twelve", "first", "children"), GAMES)
def test_random_games_end_and_conserve_everything(players, twelve, first, children):
    game = Naive(players, luck_on_twelve=twelve, residence_first=first, children=children)
    money = total_money(game, game.start())
    assert money == (0 if children else 600 * (2 if players > 4 else 1))
    for seed in range(2):
        line = random_game(game, seed, eager=seed == 1)
        assert sum(game.returns(line[-1][0])) == 1
        for state, _ in line:
            check_state(game, state, money)
        for (before, move), (after, _) in pairwise(line):
            check_move(before, move, after)


def check_state(game, state, money):
    actor = game.to_act(state)
    assert (len(game.legal(state)) >= 2) == (actor >= 0)
    assert sum(game.chance(state).values()) == (actor == CHANCE)
    assert total_money(game, state) == money
    assert min(*state.cash, state.pot) >= 0
    told = game.describe(state)
    assert min(told["supply"].values()) >= 0
    assert Counter(told["supply"]) + on_cards(state) == Counter(game.data["supplies"])
    for kind, left in told["stock"].items():
        assert left >= 0
        assert left + sum(kind in seat["policies"] for seat in told["seats"]) == game.data["policies"][kind]["stock"]
    pack = Counter({name: card["copies"] for name, card in game.data["luck"].items()})
    assert game.unseen(state) + Counter(told["cards_seen"]) + Counter(filter(None, state.taxes)) == pack
    for district in state.districts:
        assert district.residence + (district.church == "residential") <= 2
        assert len(district.municipal) + (district.church == "municipal") <= 2
        assert len(district.business) + len(district.stores) + (district.church == "business") <= 2
        assert max(district.porch, district.garage, district.chimney) <= 2
    hash(state)


def check_move(before, move, after):
    """A purchase or a gain adds the piece it names, a take adds none, a loss is never a gain, and most moves change no card."""
    word, _, rest = move.partition(" ")
    old, new = on_cards(before), on_cards(after)
    if word == "gain" or (word == "buy" and before.phase == "buy"):
        (piece,) = (new - old).elements()
        assert rest.startswith(piece)
        assert not old - new
    elif word in UNMOVED or before.phase == "insurance":
        assert new == old
    elif word in ("lose", "turn"):
        assert not new - old
    if word not in ("take", "draw"):
        others = [seat for seat in range(len(after.districts)) if seat != before.seat]
        assert all(before.districts[seat] == after.districts[seat] for seat in others)


def test_random_games_see_every_luck_card():
    moves = {move for seed in range(3) for _, move in random_game(Naive(6), seed)}
    assert {move.removeprefix("draw ") for move in moves if move.startswith("draw ")} == set(LUCK)
