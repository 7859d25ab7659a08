"""Skyscraper (1937), rules about insurance. Seat 0 is the Home Builder, seat 1 the Insurance Agent."""

import pytest

from games.skyscraper1937_tables import HOUSE, Table, shops, table
from naive.skyscraper1937_spots import edited
from naive.skyscraper1937_table import District

FOUR = table(4)
EMPTY = District()
BANKS = District(municipal=("bank", "jail"))


def insured(policies, card, *districts, seat=0, the_table=FOUR, **more):
    return the_table.spot(*districts, policies={seat: policies}, seat=seat, **more).draw(card)


def test_r20_policies_are_bought_before_the_own_throw():
    before = FOUR.before_throw()
    assert before.moves == {"buy fire", "buy tornado", "buy all-risk", "throw"}
    assert before.play("throw").phase == "roll"
    assert FOUR.spot().roll(8).moves == {"buy store", "pass"}


def test_r21_printed_price_one_of_each_kind_while_there_are_any(tmp_path):
    bought = FOUR.before_throw().play("buy fire")
    assert (bought.cash, bought.policies(), bought.told["stock"]["fire"]) == ([95, 105, 100, 100], {"fire"}, 3)
    assert "buy fire" not in bought.moves
    policies = {kind: {"price": 5, "cap": 25, "stock": 1} for kind in ("fire", "tornado", "all-risk")}
    scarce = Table(4, tmp_path, edited(4, policies=policies))
    assert scarce.before_throw(policies={1: "fire all-risk"}).moves == {"buy tornado", "throw"}


@pytest.mark.parametrize(("cap", "payout"), [(25, 13), (6, 6), (0, 0)])
def test_r22_a_payout_is_the_price_up_to_the_cap(tmp_path, cap, payout):
    capped = Table(4, tmp_path, edited(4, policies={"fire": {"price": 5, "cap": cap, "stock": 4}}))
    after = insured("fire", "fire complete residence", HOUSE, the_table=capped).play("turn in")
    assert (after.cash, after.card()) == ([100 + payout, 100 - payout, 100, 100], EMPTY)


def test_r23_for_a_kept_piece_the_agent_pays_the_pot():
    after = insured("fire", "fire residence", HOUSE).play("keep")
    assert (after.cash, after.pot, after.card()) == ([100, 90, 100, 100], 10, HOUSE)


def test_r24_a_short_agent_pays_what_he_has():
    choice = insured("fire", "fire residence", HOUSE, cash=(0, 4, 0, 0))
    kept, turned_in = choice.play("keep"), choice.play("turn in")
    assert (kept.cash, kept.pot, kept.card()) == ([0] * 4, 4, HOUSE)
    assert (turned_in.cash, turned_in.card().residence) == ([4, 0, 0, 0], 0)


def test_r25_an_agent_who_insured_himself():
    choice = insured("fire", "fire residence", EMPTY, HOUSE, seat=1, pot=7)
    kept, turned_in = choice.play("keep"), choice.play("turn in")
    assert (kept.cash, kept.pot, kept.card(1)) == ([100] * 4, 7, HOUSE)
    assert (turned_in.cash, turned_in.pot, turned_in.card(1).residence) == ([100, 107, 100, 100], 0, 0)


def test_r26_policies_are_credited_at_full_price():
    choice = FOUR.before_throw(policies={0: "fire"}, cash=5)
    assert choice.moves == {"buy tornado", "credit fire, buy all-risk", "throw"}
    after = choice.play("credit fire, buy all-risk")
    assert (after.cash, after.policies(), after.told["stock"]) == (
        [0, 10, 5, 5],
        {"all-risk"},
        {"fire": 4, "tornado": 4, "all-risk": 3},
    )


def test_r26_no_cash_back(tmp_path):
    dear = Table(4, tmp_path, edited(4, policies={"fire": {"price": 15, "cap": 25, "stock": 4}}))
    after = dear.before_throw(policies={0: "fire"}, cash=0).play("credit fire, buy all-risk")
    assert (after.cash, after.policies()) == ([0] * 4, {"all-risk"})


def test_r47_one_decision_for_the_card():
    choice = insured("all-risk", "disaster chimney and garage", HOUSE)
    assert choice.told["at_stake"] == "chimney, garage"
    assert choice.moves == {"keep", "turn in"}
    assert choice.play("turn in").cash == [102, 98, 100, 100]
    chosen = insured("fire", "fire public building", BANKS)
    assert chosen.moves == {"lose bank municipal", "lose jail municipal"}
    stake = chosen.play("lose jail municipal")
    assert (stake.told["at_stake"], stake.card()) == ("jail municipal", BANKS)
    assert stake.play("turn in").card() == District(municipal=("bank",))


def test_r47_the_best_policy_counts(tmp_path):
    caps = {"fire": {"price": 5, "cap": 3, "stock": 4}, "all-risk": {"price": 5, "cap": 8, "stock": 4}}
    capped = Table(4, tmp_path, edited(4, policies=caps))
    assert insured("fire all-risk", "fire residence", HOUSE, the_table=capped).play("turn in").cash[0] == 108
    assert insured("fire", "fire residence", HOUSE, the_table=capped).play("turn in").cash[0] == 103


@pytest.mark.parametrize(
    ("policy", "card", "covered"),
    [
        ("fire", "fire residence", True),
        ("fire", "tornado residence", False),
        ("fire", "disaster porch", False),
        ("tornado", "tornado residence", True),
        ("tornado", "fire residence", False),
        ("tornado", "disaster porch", False),
        ("all-risk", "fire residence", True),
        ("all-risk", "tornado residence", True),
        ("all-risk", "disaster porch", True),
    ],
)
def test_r47_what_a_policy_covers(policy, card, covered):
    assert (insured(policy, card, HOUSE).phase == "keep or turn in") is covered


def test_r48_any_number_of_policies_then_throw():
    spot = FOUR.before_throw().play("buy tornado", "buy fire")
    assert spot.moves == {
        "buy all-risk",
        *(f"credit {names}, buy all-risk" for names in ("fire", "tornado", "fire tornado")),
        "throw",
    }
    assert spot.play("buy all-risk").phase == "roll"
    assert FOUR.before_throw(cash=4).phase == "roll"


def test_r49_crediting_both_may_cost_nothing():
    spot = FOUR.before_throw(policies={0: "fire tornado"}, cash=0)
    assert spot.moves == {"credit fire tornado, buy all-risk", "throw"}
    assert spot.play("credit fire tornado, buy all-risk").policies() == {"all-risk"}
    agent = FOUR.spot(policies={1: "tornado"}).roll(12).play("credit tornado, buy all-risk")
    assert (agent.cash, agent.pot) == ([100, 95, 100, 100], 5)


@pytest.mark.parametrize(("players", "seat"), [(4, 1), (3, 0)])
def test_r50_the_cap_holds_without_another_agent(tmp_path, players, seat):
    capped = Table(players, tmp_path, edited(players, policies={"fire": {"price": 5, "cap": 6, "stock": 4}}))
    cards = [EMPTY] * seat + [HOUSE]
    after = insured("fire", "fire residence", *cards, seat=seat, the_table=capped, pot=50).play("turn in")
    assert (after.cash[seat], after.pot) == (106, 44)


def test_r64_a_payout_is_the_list_price():
    assert insured("fire", "fire residence", HOUSE).play("turn in").cash == [110, 90, 100, 100]
    assert (
        insured("tornado", "tornado church or public building", District(church="residential")).play("turn in").cash[0] == 115
    )


@pytest.mark.parametrize(
    ("card", "district", "stake", "value"),
    [
        ("fire top floor of the tallest", shops("2"), "floor store 2", 10),
        ("disaster two floors", shops("2"), "2 floors store 2", 20),
        ("disaster two floors", shops("1", "1"), "floor store 1, floor store 1", 20),
        ("disaster store without floors", shops("0"), "store 0", 15),
        ("tornado pent house or two floors", shops("2p"), "pent house store 2 with pent house", 5),
        ("tornado porch and chimney", HOUSE, "porch, chimney", 2),
        ("fire complete residence", HOUSE, "complete residence", 13),
        ("fire public building", District(business=("bank",)), "bank business", 15),
        ("tornado church or public building", District(church="municipal"), "church municipal", 15),
    ],
)
def test_r64_every_kind_of_loss_is_worth_its_price(card, district, stake, value):
    choice = insured("all-risk", card, district)
    assert choice.told["at_stake"] == stake
    assert choice.play("turn in").cash == [100 + value, 100 - value, 100, 100]
    assert choice.play("keep").pot == value


def test_r68_a_holder_of_all_risk_is_offered_nothing():
    assert FOUR.before_throw(policies={0: "all-risk"}).phase == "roll"
    assert FOUR.before_throw(policies={0: "all-risk fire"}).phase == "roll"
