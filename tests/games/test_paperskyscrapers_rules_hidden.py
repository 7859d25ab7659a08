"""Paper Skyscrapers, rules about what is hidden: what each seat sees of moves and hands."""

import pytest

from games.paperskyscrapers_files import box
from games.paperskyscrapers_tables import names_in, opened, spot
from mctsky.core.rng import make_rng

PLAIN = box(3)


def seen(turn, text, viewer):
    """Return how a seat sees a move, as text."""
    position = turn.position
    game = position.game
    code = game.verb("observe")(game.rules, position.state, position.parse_move(text), viewer)
    return position.format_move(code)


def view_hand(turn, viewer, seat):
    """Return the cards of a seat's hand that a view shows."""
    view = turn.position.view(viewer).state
    return " ".join(names_in(turn.position.game, view.known[seat] | view.secret[seat]))


def test_r82_of_a_card_drawn_face_down_others_see_the_level():
    turn = spot(PLAIN, ended=True, deck="", row="Res1a").play("draw deck")
    assert [seen(turn, "deal 0 Civ2a", viewer) for viewer in range(3)] == ["deal 0 Civ2a", "deal 0 level 2", "deal 0 level 2"]
    refill = turn.play("deal 0 Civ2a")
    assert {seen(refill, "row Civ2b", viewer) for viewer in range(3)} == {"row Civ2b"}
    hands = spot(PLAIN, hands=("Civ1a Civ2a", "Com1a", "Ind3a"), known=("Par1a", "Par2a"))
    assert [view_hand(hands, 0, seat) for seat in range(3)] == ["Civ1a Civ2a Par1a", "Par2a", ""]
    assert [view_hand(hands, 1, seat) for seat in range(3)] == ["Par1a", "Com1a Par2a", ""]
    view = hands.position.view(2).state
    assert view.n_secret[:3, :4].tolist() == [[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
    assert view.n_hand[:3].tolist() == [3, 2, 1]


def test_r82_worlds_keep_the_level_of_every_hidden_card():
    hands = spot(PLAIN, hands=("Civ1a Civ2a", "Com1a", "Ind3a"), known=("Par1a", "Par2a"))
    found = set()
    for seed in range(30):
        world = hands.position.view(2).copy().state
        PLAIN.verb("determinise")(PLAIN.rules, world, 2, make_rng(seed))
        first, second = (names_in(PLAIN, world.secret[seat]) for seat in (0, 1))
        assert [name[3] for name in first] in (["1", "2"], ["2", "1"])
        assert [name[3] for name in second] == ["1"]
        assert not {*first, *second} & {"Par1a", "Par2a", "Ind3a", "Res1a", "Res1b", "Par1b"}
        found.add((*first, *second))
    assert len(found) > 10


def test_r101_declared_and_announced_cards_are_seen_by_all():
    game = box(3, Oracle="1 civic: declare for advance 1 profit", Dear="1 civic cost 1")
    declared = spot(game, hands=("Oracle",), actions=2).play("discard Oracle", "declare park")
    assert {seen(declared, "turn up Civ1a", viewer) for viewer in range(3)} == {"turn up Civ1a"}
    kept = declared.play("turn up Civ1a")
    assert (view_hand(kept, 1, 0), kept.known()) == ("Civ1a", "Civ1a")
    paying = spot(game, hands=("Dear Civ1a Com1a",), actions=2)
    assert {seen(paying, "build Dear left", viewer) for viewer in range(3)} == {"build Dear left"}
    paying = paying.play("build Dear left")
    assert (paying.to_act, paying.told["announced"], view_hand(paying, 1, 0)) == (0, "Dear", "")
    view = paying.position.view(1)
    for seed in range(20):
        world = view.copy().state
        game.verb("determinise")(game.rules, world, 1, make_rng(seed))
        assert "Dear" not in names_in(game, world.secret[0])


def test_r100_a_card_drawn_before_a_shuffle_is_none_of_the_shuffled_ones():
    """Seat 1 holds a hidden 4 from before the shuffle; 4a and 4b were discarded then and shuffled."""
    game = box(2, plain=(2, 2, 1, 1))
    contents = {"level": 4, "deck": "", "row": "Par4a Ind4a", "ended": True, "actions": 4}
    turn = spot(game, hands=("", "Res4a"), discards="Civ4a Com4a Civ3a", **contents)
    turn = turn.play("draw deck", "deal 0 Civ4a").luck()
    assert turn.told["reshuffles"] == 1
    # To seat 0 the card from before the shuffle is the only one of level 4 that is not accounted for.
    for seed in range(10):
        world = turn.position.view(0).copy().state
        game.verb("determinise")(game.rules, world, 0, make_rng(seed))
        assert names_in(game, world.secret[1]) == ["Res4a"]
    # Seat 1 has to tell Civ4a from Com4a: both went through the shuffle, its own Res4a did not.
    assert int(turn.state.n_secret[0, 3]) == 0
    assert int(turn.state.n_secret[0].sum()) == 1


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_what_lies_open_is_in_every_view(viewer):
    turn = spot(PLAIN, hands=("Civ1a", "Com1a", "Ind1a"), cities=("HOME (Par1a) ! | Civ2a", "HOME | Com2a"), discards="Civ3a")
    view = turn.position.view(viewer).state
    for field in (
        "row",
        "discards",
        "known",
        "top",
        "tucks",
        "below",
        "stacks",
        "icons",
        "tracks",
        "score",
        "n_deck",
        "n_hand",
    ):
        assert view[field].tobytes() == turn.state[field].tobytes(), field
    assert seen(turn, "tuck Civ1a", viewer) == "tuck Civ1a"  # R69
    assert seen(turn, "discard Civ1a", viewer) == "discard Civ1a"


def test_a_card_of_the_row_and_a_stolen_card_stay_known_until_they_leave_the_hand():
    game = box(3, Purse="1 civic: steal hand card")
    turn = opened(game, ("Purse Civ1b", "Com1a Com1b", "Ind1a Ind1b"), "Par1a Par1b Res1a").play("draw Par1a", "row Civ1a")
    assert (view_hand(turn, 1, 0), view_hand(turn, 2, 0)) == ("Par1a", "Par1a")
    turn = turn.play("stop", "stop", "discard Purse", "steal hand card from 2", "stolen Ind1b")
    assert (view_hand(turn, 1, 0), view_hand(turn, 1, 2)) == ("Ind1b Par1a", "")
    turn = turn.play("stop", "stop", "tuck Par1a")
    assert view_hand(turn, 1, 0) == "Ind1b"


def test_a_whole_hand_that_is_paid_leaves_nothing_hidden():
    game = box(2, Dear="1 civic cost 3")
    paid = spot(game, hands=("Dear Civ1a Civ2a Civ3a",), actions=2).play("build Dear left")
    assert (paid.hand(), paid.pile("discards"), int(paid.state.n_secret[0].sum())) == ("", "Civ1a Civ2a Civ3a", 0)
    discard = box(2, Furnace="1 civic: discard 2 for advance 1 profit")
    burnt = spot(discard, hands=("Furnace Civ2a",), known=("Civ3a",), actions=2).play("discard Furnace")
    assert (burnt.pile("discards"), int(burnt.state.n_secret[0].sum())) == ("Civ2a Civ3a Furnace", 0)
