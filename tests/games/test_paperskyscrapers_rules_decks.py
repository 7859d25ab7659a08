"""Paper Skyscrapers, rules about decks, the row and round ends."""

from fractions import Fraction

import pytest

from games.paperskyscrapers_files import box, plain_names
from games.paperskyscrapers_tables import spot

PLAIN = box()
CARDS = box(Relay="1 civic: draw 1 next", Pair="1 civic: draw 2 row", Deep="1 civic: draw 2 deck")


def after_round_end(game, level=1, **contents):
    """Return the position after the last action of seat 0's turn in which the round end came up."""
    return spot(game, level=level, ended=True, actions=1, **contents).play("advance profit")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_r32_the_round_end_is_among_the_lowest_five(n):
    names = plain_names(1, 2)[:n]
    odds = spot(PLAIN, deck=" ".join(names)).play("draw deck").odds
    places = n + 1 if n <= 5 else n
    expected = {f"deal 0 {name}": Fraction(1, places) for name in names}
    assert odds == (expected | {"round end": Fraction(1, places)} if n <= 5 else expected)


def test_r63_each_place_of_the_round_end_is_equally_likely():
    two = spot(PLAIN, deck="Civ1a Com1a", actions=9).play("draw deck")
    assert two.odds == dict.fromkeys(("deal 0 Civ1a", "deal 0 Com1a", "round end"), Fraction(1, 3))
    out = two.play("round end")
    assert out.odds == dict.fromkeys(("deal 0 Civ1a", "deal 0 Com1a"), Fraction(1, 2))


def test_r33_a_round_end_met_while_the_row_is_filled_is_replaced():
    refill = spot(PLAIN, deck="Civ1a Com1a", actions=1).play("draw Res1a")
    assert refill.odds == dict.fromkeys(("row Civ1a", "row Com1a", "round end"), Fraction(1, 3))
    met = refill.play("round end")
    assert (met.odds, met.told["round_ends"]) == (dict.fromkeys(("row Civ1a", "row Com1a"), Fraction(1, 2)), {2, 3, 4})
    over = met.play("row Com1a")
    assert (over.level, over.pile("row"), over.pile("discards")) == (2, "", "Civ1a Com1a Par1b Res1b")


def test_r34_the_rest_of_the_old_deck_is_discarded():
    dealt = after_round_end(PLAIN, deck="Civ1a Com1a")
    assert (dealt.deck(1), dealt.pile("discards")) == ("", "Civ1a Com1a Par1b Res1a Res1b")
    third = after_round_end(PLAIN, 3, deck="Civ3a")
    assert (third.level, third.pile("discards")) == (4, "Civ3a Par3b Res3a Res3b")
    assert set(third.odds) == {f"deal 1 {name}" for name in third.deck(4).split()}


def test_r35_at_a_round_end_each_player_draws_two_and_a_row_is_dealt():
    game = box(3)
    dealt = spot(game, seat=1, ended=True, actions=1, deck="Civ1a").play("stop")
    assert (dealt.level, dealt.pile("row"), dealt.turn) == (2, "", None)
    dealt = dealt.play("deal 2 Civ2a", "deal 2 Civ2b", "deal 0 Com2a", "deal 0 Com2b", "deal 1 Ind2a", "deal 1 Ind2b")
    row = dealt.play("row Par2a", "row Res2a", "row Res2b")
    assert (row.turn, row.actions, row.pile("row")) == (2, 2, "Par2a Res2a Res2b")
    assert [row.hand(seat) for seat in range(3)] == ["Com2a Com2b", "Ind2a Ind2b", "Civ2a Civ2b"]


def test_r102_both_cards_at_once_then_bonuses_then_the_row():
    game = box(bonuses=("round end | - | advance 1 any", "round end | - | advance 1 any"))
    dealt = spot(game, ended=True, actions=1).play("stop", "deal 1 Civ2a", "deal 1 Civ2b", "deal 0 Com2a")
    assert set(dealt.odds) == {f"deal 0 {name}" for name in plain_names(2, 2)[3:]}
    bonus = dealt.play("deal 0 Com2b")
    assert (bonus.to_act, bonus.pile("row"), bonus.moves) == (
        1,
        "",
        {f"advance {name}" for name in ("profit", "prestige", "population")},
    )
    second = bonus.play("advance profit")
    assert (second.to_act, second.track("profit"), second.pile("row")) == (0, [0, 1], "")
    row = second.play("advance prestige")
    assert (min(row.odds)[:4], row.tracks(0), row.tracks(1)) == ("row ", [0, 1, 0], [1, 0, 0])


def test_r36_an_empty_deck_goes_on_with_the_next_level_or_shuffles_the_discards():
    empty = spot(PLAIN, deck="", ended=True, actions=2).play("draw deck")
    assert set(empty.odds) == {f"deal 0 {name}" for name in empty.deck(2).split()}
    assert len(empty.deck(2).split()) == 10
    drawn = empty.play("deal 0 Civ2a")
    assert (drawn.hand(), drawn.level, drawn.actions, len(drawn.deck(2).split())) == ("Civ2a", 1, 1, 9)
    last = spot(PLAIN, level=4, deck="", ended=True, actions=2, discards="Civ1a Civ2a Civ3a Civ4a")
    shuffled = last.play("draw deck")
    assert shuffled.odds == dict.fromkeys(("deal 0 Civ3a", "deal 0 Civ4a"), Fraction(1, 2))
    assert (shuffled.pile("discards"), shuffled.told["reshuffles"]) == ("Civ1a Civ2a", 1)
    one = shuffled.play("deal 0 Civ3a")
    assert (one.hand(), one.deck(4)) == ("Civ3a", "Civ4a")


def test_r36_shuffles_are_limited_and_need_something_to_shuffle():
    turn = spot(PLAIN, level=4, deck="", row="Civ4a", ended=True, discards="Civ3a")
    turn.state.n_shuffles = 6
    assert "draw deck" in turn.moves
    turn.state.n_shuffles = 7
    assert "draw deck" not in turn.moves


def test_r37_after_the_round_end_of_level_4_the_lap_is_finished():
    game = box(3)
    met = spot(game, level=4, first=1, seat=1, deck="Civ4a", actions=1).play("draw deck", "round end", "deal 1 Civ4a")
    assert (met.turn, met.level, met.actions) == (2, 4, 4)
    third = met.play("stop")
    assert (third.turn, third.position.is_over) == (0, False)
    assert third.play("stop").position.is_over


def test_r38_the_next_level_of_level_4_is_level_4():
    turn = spot(box(Relay="4 civic: draw 1 next"), level=4, actions=2, hands=("Relay",), deck="Civ4a Com4a").play(
        "discard Relay"
    )
    assert turn.odds == dict.fromkeys(("deal 0 Civ4a", "deal 0 Com4a", "round end"), Fraction(1, 3))
    game = box(plain=(2, 1, 1, 1), Relay="1 civic: draw 1 next")
    early = spot(game, actions=2, hands=("Relay", "Civ2a Com2a")).play("discard Relay")
    assert early.odds == dict.fromkeys((f"deal 0 {name}" for name in ("Ind2a", "Par2a", "Res2a")), Fraction(1, 3))
    assert early.play("deal 0 Ind2a").told["round_ends"] == {1, 2, 3, 4}


def test_r53_one_public_pile_of_discards():
    turn = spot(PLAIN, actions=2, hands=("Civ1a", "Com2a"), discards="Par2a").play("discard Civ1a", "stop", "discard Com2a")
    assert turn.pile("discards") == "Civ1a Com2a Par2a"
    assert turn.position.view(0).state.discards.tobytes() == turn.state.discards.tobytes()


def test_r60_a_draw_from_the_row_is_filled_up_before_the_next():
    turn = spot(CARDS, actions=2, hands=("Pair",)).play("discard Pair", "draw Res1a")
    assert set(turn.odds) == {f"row {name}" for name in turn.deck(1).split()}
    second = turn.play("row Civ1a")
    assert second.moves == {"draw Civ1a", "draw Par1b", "draw Res1b"}
    done = second.play("draw Civ1a", "row Civ1b")
    assert (done.hand(), done.pile("row"), done.actions) == ("Civ1a Res1a", "Civ1b Par1b Res1b", 1)
    deep = spot(CARDS, actions=2, hands=("Deep",), row="Res1a").play("discard Deep", "deal 0 Civ1a", "row Civ1b", "row Com1a")
    assert set(deep.odds) == {f"deal 0 {name}" for name in deep.deck(1).split()}


def test_r61_when_nothing_is_left_the_row_stays_short():
    short = spot(PLAIN, level=4, deck="", ended=True, actions=3).play("draw Res4a")
    assert (short.pile("row"), short.actions) == ("Par4b Res4b", 2)
    one = spot(PLAIN, level=4, deck="Civ4a", ended=True, actions=3).play("draw Res4a", "row Civ4a", "draw Civ4a")
    assert (one.pile("row"), one.hand(), one.actions) == ("Par4b Res4b", "Civ4a Res4a", 1)


def test_r62_the_old_deck_is_discarded_for_all_to_see():
    dealt = after_round_end(PLAIN, deck="Civ1a Com1a")
    for viewer in (0, 1):
        view = dealt.position.view(viewer).state
        assert view.discards.tobytes() == dealt.state.discards.tobytes()
        assert int(view.n_deck[0]) == 0


def test_r64_a_draw_for_the_next_level_does_not_raise_the_level():
    turn = spot(CARDS, actions=2, hands=("Relay",)).play("discard Relay")
    assert set(turn.odds) == {f"deal 0 {name}" for name in turn.deck(2).split()}
    drawn = turn.play("deal 0 Civ2a")
    assert (drawn.level, drawn.hand(), drawn.actions, len(drawn.deck(1).split())) == (1, "Civ2a", 1, 9)


def test_r83_a_deck_without_buildings_is_passed_over_and_nothing_lies_beyond_deck_4():
    game = box(plain=(2, 0, 2, 2), Lone="2 civic", Relay="1 civic: draw 1 next")
    turn = spot(game, actions=2, hands=("Relay", "Lone")).play("discard Relay")
    assert set(turn.odds) == {f"deal 0 {name}" for name in turn.deck(3).split()}
    assert turn.play("deal 0 Civ3a").told["round_ends"] == {1, 2, 3, 4}
    top = box(plain=(2, 2, 2, 0), Roof="4 civic", Relay="3 civic: draw 1 next")
    nothing = spot(top, level=3, actions=2, hands=("Relay", "Roof"), discards="Civ3a", deck="", ended=True)
    assert "draw deck" not in nothing.moves
    assert nothing.play("discard Relay").actions == 1


def test_r87_no_round_end_shows_while_a_new_level_is_dealt():
    game = box(plain=(2, 1, 1, 1))
    dealt = spot(game, ended=True, actions=1).play("stop")
    names = ["Civ2a", "Com2a", "Ind2a", "Par2a", "Res2a"]
    assert dealt.odds == {f"deal 1 {name}": Fraction(1, 5) for name in names}
    dealt = dealt.play("deal 1 Civ2a", "deal 1 Com2a", "deal 0 Ind2a", "deal 0 Par2a", "row Res2a")
    assert set(dealt.odds) == {"row Civ3a", "row Com3a", "row Ind3a", "row Par3a", "row Res3a"}  # deck 2 has only its round end
    turn = dealt.luck()
    assert (turn.told["round_ends"], turn.turn) == ({2, 3, 4}, 1)
    assert turn.play("draw deck").odds == {"round end": 1}


def test_r88_an_empty_deck_4_is_shuffled_in_the_deal_and_a_lone_round_end_is_met_first():
    game = box(plain=(2, 2, 1, 0), Roof="4 civic")
    dealt = spot(game, level=3, ended=True, actions=1, hands=("Roof",), row="Res3a", deck="Civ3a", discards="Civ2a").play(
        "stop"
    )
    assert dealt.odds == dict.fromkeys(("deal 1 Civ3a", "deal 1 Res3a"), Fraction(1, 2))
    assert (dealt.pile("discards"), dealt.told["round_ends"], dealt.told["reshuffles"]) == ("Civ2a", {4}, 1)
    lone = spot(PLAIN, level=4, deck="", discards="Civ3a Com3a", actions=2)
    met = lone.play("draw deck")
    assert (met.odds, met.told["reshuffles"]) == ({"round end": 1}, 0)
    after = met.play("round end")
    assert after.odds == dict.fromkeys(("deal 0 Civ3a", "deal 0 Com3a"), Fraction(1, 2))
    alone = spot(PLAIN, level=4, deck="", row="", actions=2).play("draw deck", "round end")
    assert (alone.hand(), alone.actions, alone.told["round_ends"]) == ("", 1, set())


def test_r89_a_short_row_is_filled_up_after_every_draw():
    drawn = spot(PLAIN, row="", actions=2).play("draw deck", "deal 0 Civ1a", "row Civ1b", "row Com1a")
    assert set(drawn.odds) == {f"row {name}" for name in drawn.deck(1).split()}
    full = drawn.play("row Com1b")
    assert (full.pile("row"), full.to_act, full.actions) == ("Civ1b Com1a Com1b", 0, 1)
    declared = spot(box(Oracle="1 civic: declare for draw 1"), row="Res1a", hands=("Oracle",), actions=2)
    turned = declared.play("discard Oracle", "declare park", "turn up Civ1a")
    assert min(turned.odds).startswith("row ")
    assert len(turned.luck().pile("row").split()) == 3
