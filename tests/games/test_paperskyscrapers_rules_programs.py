"""Paper Skyscrapers, rules about the actions of cards: every operation of the language."""

from fractions import Fraction

import pytest

from games.paperskyscrapers_files import box, plain_names
from games.paperskyscrapers_tables import spot

TRACKS = ("profit", "prestige", "population")
PILES = {"draw Par1b", "draw Res1a", "draw Res1b"}


def run(action, players=2, more=None, **contents):
    """Return the position after seat 0 has discarded a card of this action."""
    game = box(players, Card=f"1 park: {action}", **(more or {}))
    hands = contents.pop("hands", ("",))
    turn = spot(game, actions=2, hands=(f"Card {hands[0]}", *hands[1:]), **contents)
    return turn.play("discard Card")


@pytest.mark.parametrize(
    ("action", "moves"),
    [
        ("draw 1", {"draw deck", *PILES}),
        ("draw 1 row", PILES),
        ("may draw 1 row", {"refuse", *PILES}),
        ("may draw 1 deck", {"refuse", "draw deck"}),
        ("may draw 1 next", {"refuse", "draw deck"}),
        ("tuck 1", {"tuck Civ1a", "tuck Com1a"}),
        ("may tuck 1", {"refuse", "tuck Civ1a", "tuck Com1a"}),
        ("advance 2 any", {f"advance {track}" for track in TRACKS}),
        ("may advance 2 prestige", {"refuse", "advance prestige"}),
        ("opponent declines 1 any", {"decline 1 profit", "decline 1 population"}),
        ("may opponent declines 1 profit", {"refuse", "decline 1 profit"}),
        ("claim 1", {"claim First", "claim Second"}),
        ("may claim 1", {"refuse", "claim First", "claim Second"}),
        ("steal top card", {"steal Par1a from 1", "steal Ind1a from 1"}),
        ("may steal top card", {"refuse", "steal Par1a from 1", "steal Ind1a from 1"}),
        ("may steal hand card", {"refuse", "steal hand card from 1"}),
        ("discard 1 for advance 1 profit", {"discard Civ1a", "discard Com1a"}),
        ("may discard 1 for advance 1 profit", {"refuse", "discard Civ1a", "discard Com1a"}),
        (
            "declare for advance 1 profit",
            {f"declare {kind}" for kind in ("civic", "commercial", "industrial", "park", "residential")},
        ),
    ],
)
def test_what_a_part_lets_its_runner_choose(action, moves):
    more = {"achievements": ("First | 1 | hand >= 0", "Second | 1 | hand >= 0", "Third | 1 | hand >= 9"), "chips": "1 1 1"}
    asked = run(
        action,
        more=more,
        hands=("Civ1a Com1a", "Civ1b"),
        cities=("HOME", "HOME | Par1a | Res2a Ind1a"),
        tracks=((0, 0, 0), (2, 0, 1)),
    )
    assert (asked.to_act, asked.moves) == (0, moves)
    if "refuse" in moves:
        refused = asked.play("refuse")
        assert (refused.actions, refused.hand(), refused.tracks()) == (1, "Civ1a Com1a", [0, 0, 0])


def test_draws_come_from_the_row_the_deck_or_the_next_level():
    assert set(run("draw 1 deck").odds) == {f"deal 0 {name}" for name in plain_names(1, 2)[:7]}
    assert len(run("draw 1 next").odds) == 10
    both = run("draw 2").play("draw deck", "deal 0 Civ1a")
    assert both.moves == {"draw deck", *PILES}
    assert both.play("draw Par1b").luck().hand() == "Civ1a Par1b"
    four = run("draw 4 row", row="Res1a", deck="", ended=True)
    assert min(four.odds).startswith("row ")  # the only card was taken without a question, and the row is filled
    assert len(four.luck().moves) == 3


def test_advances_and_declines_of_several_steps():
    assert run("advance 3 prestige").tracks() == [0, 3, 0]
    assert run("advance 2 each", tracks=((20, 0, 21), (0, 1, 0))).tracks() == [21, 3, 21]
    assert run("opponent declines 3 population", tracks=((0, 0, 0), (5, 5, 5))).tracks(1) == [5, 5, 2]
    each = run("each opponent declines 2 prestige", 3, tracks=((7, 7, 7), (5, 5, 5), (1, 1, 1)))
    assert [each.tracks(seat) for seat in range(3)] == [[7, 7, 7], [5, 3, 5], [1, 0, 1]]


def test_builds_of_an_action_are_cheaper_or_free():
    more = {"Villa": "1 civic cost 2 income 1 0 0", "Palace": "1 civic cost 3"}
    hand = ("Villa Palace Civ2a",)
    builds = {action: run(action, more=more, hands=hand) for action in ("build 1", "build 1 discount 1", "build 1 free")}
    sites = {"left", "right", "over 1"}
    plain = {f"build Civ2a {site}" for site in sites} | {"refuse"}
    villa, palace = ({f"build {name} {site}" for site in sites} for name in ("Villa", "Palace"))
    assert builds["build 1"].moves == plain | villa
    assert builds["build 1 discount 1"].moves == builds["build 1 free"].moves == plain | villa | palace
    paid = builds["build 1 discount 1"].play("build Villa left")
    assert (paid.moves, paid.play("pay Palace").city()) == ({"pay Palace", "pay Civ2a"}, "Villa | HOME !")
    assert builds["build 1 free"].play("build Palace left").hand() == "Civ2a Villa"
    two = run("build 2 free", more=more, hands=hand).play("build Villa left")
    assert two.moves == plain | palace | {f"build {name} over 2" for name in ("Palace", "Civ2a")}
    assert two.play("build Civ2a left").city() == "Civ2a | Villa | HOME !"
    assert run("build 2 free", more=more, hands=hand).play("refuse").actions == 1


def test_claims_of_an_action():
    more = {"achievements": ("First | 1 | hand >= 0", "Second | 2 | hand >= 0"), "chips": "1 1"}
    claimed = run("claim 2", more=more).play("claim Second")
    assert (claimed.claims(), claimed.scores) == ("First Second", [3, 0])  # the last one is claimed without a move


def test_r47_a_top_card_is_chosen_a_hand_card_is_random_and_both_go_to_the_hand():
    top = run("steal top card", 3, cities=("HOME", "HOME | Civ1a Par1a", "Com1a | HOME"))
    assert top.moves == {"steal Par1a from 1", "steal Com1a from 2"}
    stolen = top.play("steal Par1a from 1")
    assert (stolen.hand(), stolen.city(1)) == ("Par1a", "HOME ! | Civ1a")
    hand = run("steal hand card", 3, hands=("", "Civ1a Com1a Ind1a", "Par1a")).play("steal hand card from 1")
    assert hand.odds == {f"stolen {name}": Fraction(1, 3) for name in ("Civ1a", "Com1a", "Ind1a")}
    taken = hand.play("stolen Com1a")
    assert (taken.hand(0), taken.hand(1), taken.hand(2)) == ("Com1a", "Civ1a Ind1a", "Par1a")


def test_r50_declaring_names_a_type():
    asked = run("declare for advance 1 profit")
    assert asked.moves == {f"declare {kind}" for kind in ("civic", "commercial", "industrial", "park", "residential")}


@pytest.mark.parametrize(("kind", "profit"), [("civic", 2), ("park", 0)])
def test_r81_a_declared_card_is_kept_and_brings_the_benefit_if_the_type_is_right(kind, profit):
    turned = run("declare for advance 2 profit; advance 1 prestige").play(f"declare {kind}")
    assert set(turned.odds) == {f"turn up {name}" for name in turned.deck(1).split()}
    done = turned.play("turn up Civ1a")
    assert (done.hand(), done.tracks(), done.known()) == ("Civ1a", [profit, 1, 0], "Civ1a")


def test_r81_a_declaration_can_meet_the_round_end_and_needs_a_deck():
    met = run("declare for advance 2 profit", deck="Civ1a").play("declare civic", "round end", "turn up Civ1a")
    assert (met.tracks(), met.hand(), met.told["round_ends"]) == ([2, 0, 0], "Civ1a", {2, 3, 4})
    game = box(Card="4 park: declare for advance 2 profit and advance 2 population; advance 1 prestige")
    nothing = spot(game, level=4, hands=("Card",), deck="", row="", ended=True, actions=2)
    shuffled = nothing.play("discard Card", "declare park")
    assert shuffled.odds == {"turn up Card": 1}
    done = shuffled.play("turn up Card")
    assert (done.hand(), done.tracks()) == ("Card", [2, 1, 2])
    visit = {"level": 4, "cities": ("HOME ! | Card",), "deck": "", "row": "", "actions": 2}
    assert spot(game, **visit, ended=True).play("visit Card").tracks() == [0, 1, 0]
    lone = spot(game, **visit).play("visit Card", "declare park", "round end")
    assert (lone.tracks(), lone.hand(), lone.actions) == ([0, 1, 0], "", 1)


def test_r55_a_bonus_action_is_a_basic_one_and_gives_no_other():
    more = {"Chain": "1 civic: bonus action; advance 1 population"}
    asked = run("bonus action; advance 1 profit", more=more, hands=("Chain",), cities=("Civ1a | HOME !",))
    assert asked.can("visit", "stop") == set()
    assert asked.can("refuse", "advance") == {"refuse", *(f"advance {track}" for track in TRACKS)}
    assert asked.can("build", "tuck", "discard", "draw") >= {"build Chain left", "tuck Chain", "discard Chain", "draw deck"}
    chained = asked.play("discard Chain")
    assert (chained.tracks(), chained.actions, chained.turn) == ([1, 0, 1], 1, 0)


def test_r55_a_bonus_action_can_build_and_draw_and_the_action_goes_on():
    more = {"Villa": "1 civic cost 1 income 0 1 0"}
    asked = run("bonus action; advance 1 profit", more=more, hands=("Villa Com1a Ind1a",))
    built = asked.play("build Villa left", "pay Com1a")
    assert (built.city(), built.tracks(), built.actions) == ("Villa | HOME !", [1, 1, 0], 1)
    drawn = asked.play("draw Res1a", "row Civ1a")
    assert (drawn.tracks(), drawn.actions, drawn.hand()) == ([1, 0, 0], 1, "Com1a Ind1a Res1a Villa")


def test_r66_a_build_that_cannot_be_paid_is_not_offered_and_a_free_one_brings_its_income():
    more = {"Palace": "1 civic cost 9 income 1 2 0"}
    poor = run("build 1 discount 4; advance 1 profit", more=more, hands=("Palace Com1a",))
    assert poor.can("build Palace") == set()
    free = run("build 1 free", more=more, hands=("Palace Com1a",)).play("build Palace right")
    assert (free.city(), free.hand(), free.tracks()) == ("HOME ! | Palace", "Com1a", [1, 2, 0])


def test_r78_each_opponent_goes_clockwise_from_the_active_player():
    game = box(3, Card="1 park: each opponent declines 1 profit")
    tracks = ((4, 0, 0), (0, 0, 0), (3, 0, 0))
    assert spot(game, seat=1, hands=("", "Card"), tracks=tracks).play("discard Card").track("profit") == [3, 0, 2]
    tracks = ((3, 0, 0), (0, 0, 0), (4, 0, 0))
    assert spot(game, seat=1, hands=("", "Card"), tracks=tracks).play("discard Card").track("profit") == [1, 0, 2]


def test_r79_only_opponents_who_have_the_thing_can_be_chosen():
    hands = run("steal hand card", 3, hands=("", "", "Civ1a"))
    assert set(hands.odds) == {"stolen Civ1a"}
    tops = run("steal top card", 3, cities=("HOME | Par1a", "HOME", "HOME | Com1a"))
    assert (tops.hand(), tops.actions) == ("Com1a", 1)
    down = run("opponent declines 1 profit", 3, tracks=((5, 5, 5), (0, 5, 5), (4, 0, 0)))
    assert down.track("profit") == [5, 0, 3]
    for action in ("steal hand card", "steal top card", "opponent declines 2 any", "may steal top card", "may steal hand card"):
        none = run(f"{action}; advance 1 profit", 3, hands=("Civ1a",), cities=("HOME | Par1a",), tracks=((0, 3, 3),))
        assert (none.tracks(), none.actions) == ([1, 3, 3], 1)


def test_r80_a_stolen_card_is_seen_by_all_and_its_income_stays():
    more = {"Villa": "1 civic income 3 3 3"}
    top = run("steal top card", more=more, cities=("HOME", "HOME | Villa"), tracks=((0, 0, 0), (3, 3, 3)))
    assert (top.known(), top.tracks(0), top.tracks(1), top.scores) == ("Villa", [0, 0, 0], [3, 3, 3], [0, 0])
    hand = run("steal hand card", hands=("", "Civ1a")).play("stolen Civ1a")
    assert (hand.known(0), hand.known(1), hand.hand(1)) == ("Civ1a", "", "")


def test_r84_a_build_of_an_action_is_always_asked_while_there_is_a_hand():
    more = {"Palace": "1 civic cost 9"}
    asked = run("build 1; advance 1 profit", more=more, hands=("Palace",))
    assert (asked.moves, asked.to_act) == ({"refuse"}, 0)
    assert asked.play("refuse").tracks() == [1, 0, 0]
    assert run("build 1 free; advance 1 profit").tracks() == [1, 0, 0]
    two = run("build 2 free; advance 1 profit", hands=("Civ1a",)).play("build Civ1a left")
    assert (two.tracks(), two.city()) == ([1, 0, 0], "Civ1a | HOME !")


def test_r85_a_bonus_action_is_always_asked_and_may_be_refused():
    finished = {"tracks": ((21, 21, 21), (21, 21, 21)), "row": "", "deck": "", "level": 4, "ended": True}
    game = box(Card="4 park: bonus action; opponent declines 1 profit")
    asked = spot(game, cities=("HOME ! | Card",), actions=2, **finished).play("visit Card")
    assert asked.moves == {"refuse"}
    assert asked.play("refuse").track("profit") == [21, 20]
    refused = run("bonus action; advance 1 profit").play("refuse")
    assert (refused.tracks(), refused.actions) == ([1, 0, 0], 1)


def test_r86_a_discard_for_a_benefit_is_all_or_nothing():
    few = run("discard 2 for advance 3 profit and advance 1 population; advance 1 prestige", hands=("Civ1a",))
    assert (few.hand(), few.tracks()) == ("Civ1a", [0, 1, 0])
    enough = run("may discard 2 for advance 3 profit and advance 1 population; advance 1 prestige", hands=("Civ1a Com1a",))
    assert enough.moves == {"refuse", "discard Civ1a", "discard Com1a"}
    done = enough.play("discard Civ1a")
    assert (done.hand(), done.tracks(), done.pile("discards")) == ("", [3, 1, 1], "Card Civ1a Com1a")
    assert enough.play("refuse").tracks() == [0, 1, 0]
    begun = run("may discard 2 for advance 3 profit", hands=("Civ1a Com1a Ind1a",)).play("discard Civ1a")
    assert begun.moves == {"discard Com1a", "discard Ind1a"}
    tucks = run("tuck 3; advance 1 profit", hands=("Civ1a Com1a",)).play("tuck Civ1a")
    assert (tucks.city(), tucks.tracks()) == ("HOME (Civ1a Com1a) !", [1, 0, 0])


def test_r94_advance_any_is_all_steps_on_one_track():
    one = run("advance 3 any").play("advance prestige")
    assert (one.tracks(), one.actions) == ([0, 3, 0], 1)
    beyond = run("advance 3 any", tracks=((20, 0, 0), (0, 0, 0))).play("advance profit")
    assert beyond.tracks() == [21, 0, 0]


def test_r95_the_active_player_chooses_opponent_and_track():
    asked = run("opponent declines 2 any", 3, tracks=((9, 9, 9), (3, 0, 0), (0, 4, 0)))
    assert asked.moves == {"decline 1 profit", "decline 2 prestige"}
    assert asked.play("decline 2 prestige").track("prestige") == [9, 0, 2]


def test_r97_a_tuck_goes_under_the_mayor_and_an_action_runs_to_its_end():
    game = box(Dig="1 park: tuck 1", Cover="1 park: build 1 free; advance 1 profit")
    tucked = spot(game, actions=2, hands=("Dig Civ1a",), cities=("Par1a ! | HOME",)).play("discard Dig")
    assert tucked.city() == "Par1a (Civ1a) ! | HOME"
    covered = spot(game, actions=2, hands=("Civ1a",), cities=("Cover | HOME !",)).play("visit Cover", "build Civ1a over 1")
    assert (covered.city(), covered.tracks()) == ("Cover Civ1a ! | HOME", [1, 0, 0])


def test_all_parts_after_for_are_passed_over_if_the_type_is_wrong():
    action = "declare for advance 1 profit and advance 1 prestige and draw 1 row; advance 1 population"
    assert run(action).play("declare park", "turn up Civ1a").tracks() == [0, 0, 1]
    right = run(action).play("declare civic", "turn up Civ1a")
    assert (right.tracks(), right.moves) == ([1, 1, 0], PILES)
