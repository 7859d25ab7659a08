"""Paper Skyscrapers, rules about the bonuses of cities: every trigger, and costs that they reduce."""

import pytest

from games.paperskyscrapers_files import box
from games.paperskyscrapers_tables import spot

GAIN = "advance 1 population"  # the effect that tells whether a bonus worked
CARDS = {
    "Hall": "1 civic",
    "Lawn": "1 park",
    "Mint": "1 civic income 0 1 0",
    "Jump": "1 park: advance 1 profit",
    "Stride": "1 park: advance 2 each",
    "Reach": "1 park: draw 1 next",
    "Oracle": "1 civic: declare for advance 1 prestige",
    "Den": "1 civic: steal top card",
    "Purse": "1 civic: steal hand card",
    "Cellar": "1 civic: tuck 1",
    "Judge": "1 civic: claim 1",
    "Dig": "1 civic: draw 1 row",
    "Hall2": "1 civic",
    "Lawn2": "1 park",
}
HAND = " ".join(name for name in CARDS if not name.endswith("2"))
SITES = {"left", "right", "over 1", "over 2", "in gap 3", "over 4"}
GOAL = ("First | 1 | hand >= 0",)


def city(bonus, **contents):
    """Return a turn of seat 0 with a city of this bonus."""
    game = box(2, bonuses=(bonus,), achievements=GOAL, **CARDS)
    options = {"hands": (HAND, "Civ1a"), "cities": ("HOME ! | Lawn2 | Hall2", "HOME | Par1a"), "actions": 4}
    return spot(game, **(options | contents))


def gains(turn):
    return turn.tracks()[2]


@pytest.mark.parametrize(
    ("trigger", "moves", "works"),
    [
        ("build", ("build Hall left",), True),
        ("build", ("build Hall over 2",), True),
        ("build", ("tuck Hall",), False),
        ("build civic", ("build Hall left",), True),
        ("build civic", ("build Lawn left",), False),
        ("sprawl", ("build Hall right",), True),
        ("sprawl", ("build Hall over 2",), False),
        ("build over", ("build Hall over 2",), True),
        ("build over", ("build Hall left",), False),
        ("tuck", ("tuck Hall",), True),
        ("tuck", ("discard Hall",), False),
        ("discard", ("discard Hall",), True),
        ("discard", ("tuck Hall",), False),
        ("visit", ("visit Hall2",), True),
        ("visit", ("visit Hall2", "visit Home0"), True),
        ("visit", ("discard Hall",), False),
        ("visit civic", ("visit Hall2",), True),
        ("visit civic", ("visit Lawn2",), False),
        ("visit civic", ("visit Lawn2", "visit Home0"), False),
        ("advance", ("advance profit",), True),
        ("advance", ("discard Jump",), True),
        ("advance", ("discard Stride",), True),
        ("advance", ("build Mint left",), False),
        ("claim", ("claim First",), True),
        ("claim", ("discard Judge",), True),
        ("draw row", ("draw Res1a", "row Civ1b"), True),
        ("draw row", ("discard Dig", "draw Res1a", "row Civ1b"), True),
        ("draw row", ("draw deck", "deal 0 Civ1b"), False),
        ("draw deck", ("draw deck", "deal 0 Civ1b"), True),
        ("draw deck", ("discard Reach", "deal 0 Civ2a"), True),
        ("draw deck", ("draw Res1a", "row Civ1b"), False),
        ("draw deck", ("discard Oracle", "declare park", "turn up Civ1b"), False),
        ("declare", ("discard Oracle", "declare park", "turn up Civ1b"), True),
        ("declare", ("draw deck", "deal 0 Civ1b"), False),
        ("steal", ("discard Den",), True),
        ("steal", ("discard Purse", "stolen Civ1a"), True),
        ("steal", ("tuck Purse",), False),
    ],
)
def test_each_trigger(trigger, moves, works):
    turn = city(f"{trigger} | - | {GAIN}")
    steps = {"discard Stride": 2}.get(moves[0], 0)
    assert gains(turn.play(*moves)) == works + steps


@pytest.mark.parametrize(("opponent", "works"), [(4, True), (5, False)])
def test_the_trigger_hop(opponent, works):
    tracks = ((3, 0, 0), (opponent, 0, 0))
    assert gains(city(f"hop | - | {GAIN}", tracks=tracks).play("advance profit")) == works
    assert gains(city(f"hop | - | {GAIN}", tracks=((0, 3, 0), (0, opponent, 0))).play("build Mint left")) == works


@pytest.mark.parametrize(("space", "works"), [(5, True), (4, False), (6, False), (20, True)])
def test_the_trigger_line(space, works):
    turn = city(f"line | - | {GAIN}", tracks=((space, space, 0), (0, 0, 0)))
    assert gains(turn.play("advance profit")) == gains(turn.play("build Mint left")) == works


def test_the_triggers_turn_start_and_turn_end():
    game = box(2, bonuses=(f"turn start | - | {GAIN}", f"turn end | - | {GAIN}"))
    turn = spot(game)
    second = turn.play("stop")
    assert (second.tracks(0), second.tracks(1), second.turn) == ([0, 0, 0], [0, 0, 0], 1)
    third = second.play("stop")
    assert (third.tracks(0), third.tracks(1), third.turn) == ([0, 0, 2], [0, 0, 1], 0)  # seat 0 has hopped over seat 1
    asked = spot(box(2, bonuses=("turn end | - | may advance 1 any", "turn start | - | may draw 1 row"))).play("stop")
    assert (asked.to_act, asked.turn) == (0, 0)
    start = asked.play("refuse")
    assert (start.to_act, start.turn, start.actions) == (1, 1, 1)
    assert start.moves == {"refuse", "draw Par1b", "draw Res1a", "draw Res1b"}
    assert start.play("refuse").can("stop") == {"stop"}


def test_the_trigger_declare_works_without_a_card_to_turn_up():
    """The deck has only its round end, and nothing is left to take its place."""
    game = box(2, bonuses=(f"declare | - | {GAIN}",), Oracle="4 civic: declare for advance 1 profit; advance 1 prestige")
    contents = {"level": 4, "cities": ("HOME ! | Oracle",), "deck": "", "row": "", "actions": 2}
    done = spot(game, **contents).play("visit Oracle", "declare civic", "round end")
    assert (done.tracks(), done.hand(), done.actions) == ([0, 1, 1], "", 1)


def test_the_trigger_round_end_works_between_turns():
    game = box(2, bonuses=(f"round end | level >= 2 | {GAIN}", f"round end | level >= 3 | {GAIN}"))
    dealt = spot(game, ended=True, actions=1).play("stop").luck()
    assert (dealt.level, dealt.tracks(0), dealt.tracks(1)) == (2, [0, 0, 1], [0, 0, 0])
    drawing = box(2, bonuses=("round end | - | draw 1 row; draw 1 deck",))
    drawn = spot(drawing, ended=True, actions=1).play("stop").luck()
    assert [len(drawn.hand(seat).split()) for seat in (0, 1)] == [3, 2]  # there is no row yet


def test_r8_a_city_card_that_is_built_over_gives_no_bonus():
    assert gains(city(f"advance | - | {GAIN}").play("advance profit")) == 1
    covered = city(f"advance | - | {GAIN}", cities=("HOME Lawn2 !", "HOME"))
    assert gains(covered.play("advance profit")) == 0
    last = city(f"build over | - | {GAIN}", cities=("HOME ! | Lawn2", "HOME"))
    assert gains(last.play("build Hall over 1")) == 0  # covered by the very build that would be the trigger
    assert gains(last.play("build Hall over 2")) == 1
    cheap = {"bonuses": ("build over | - | cost -1",), "Dear": "1 civic cost 1"}
    assert spot(box(**cheap), hands=("Dear",)).can("build") == {"build Dear over 1"}
    assert spot(box(**cheap), hands=("Dear",), cities=("HOME Civ1a !",)).can("build") == set()


def test_r92_a_bonus_works_once_in_each_turn():
    turn = city(f"tuck | - | {GAIN}")
    twice = turn.play("tuck Hall", "tuck Lawn")
    assert (gains(turn.play("tuck Hall")), gains(twice)) == (1, 1)
    assert gains(twice.play("stop", "stop", "tuck Mint")) == 2


def test_r92_the_condition_is_checked_when_the_trigger_happens():
    after = city(f"tuck | tucked >= 2 | {GAIN}", cities=("HOME (Hall2) !", "HOME"))
    assert gains(after.play("tuck Hall")) == 1
    assert gains(city(f"tuck | tucked >= 2 | {GAIN}").play("tuck Hall")) == 0
    assert gains(city(f"tuck | tucked >= 2 | {GAIN}").play("tuck Hall", "tuck Lawn")) == 1
    assert gains(city(f"build | prestige = 1 | {GAIN}").play("build Mint left")) == 1  # the income is taken by then
    assert gains(city(f"discard | profit = 0 | {GAIN}").play("discard Jump")) == 1  # before the action of the card


def test_r92_a_bonus_is_used_up_even_if_it_changes_nothing():
    used = city("tuck | - | opponent declines 1 profit", tracks=((0, 0, 0), (0, 0, 0))).play("tuck Hall")
    used.state.tracks[1, 0] = 3
    assert used.play("tuck Lawn").track("profit") == [0, 3]


def test_r92_a_bonus_resolves_before_the_next_part():
    game = box(2, bonuses=("advance | - | draw 1 row",), Two="1 park: advance 1 profit; advance 1 prestige")
    asked = spot(game, hands=("Two",), actions=2).play("discard Two")
    assert (asked.tracks(), asked.moves) == ([1, 0, 0], {"draw Par1b", "draw Res1a", "draw Res1b"})
    assert asked.play("draw Res1a").luck().tracks() == [1, 1, 0]


def test_r92_a_bonus_gives_no_bonus_action_and_works_in_the_own_turn_only():
    game = box(2, bonuses=(f"claim | - | {GAIN}", f"steal | - | {GAIN}"), Den="1 civic: steal top card")
    stolen = spot(game, hands=("Den",), cities=("HOME", "HOME | Par1a"), actions=2).play("discard Den")
    assert (stolen.hand(), stolen.tracks(1)) == ("Par1a", [0, 0, 0])
    chain = box(2, bonuses=("tuck | - | claim 1",), achievements=GOAL, Again="1 civic: bonus action; advance 1 profit")
    tucked = spot(chain, hands=("Again Civ1a",), actions=2).play("discard Again", "tuck Civ1a")
    assert (tucked.claims(), tucked.tracks(), tucked.actions) == ("First", [1, 0, 0], 1)


@pytest.mark.parametrize(
    ("bonus", "cheaper"),
    [
        ("build | - | cost -1", SITES),
        ("build civic | - | cost -1", SITES),
        ("build park | - | cost -1", set()),
        ("sprawl | - | cost -1", {"left", "right", "in gap 3"}),
        ("build over | - | cost -2", {"over 1", "over 2", "over 4"}),
        ("build over | hand >= 3 | cost -2", set()),
        ("build over | hand = 2 | cost -2", {"over 1", "over 2", "over 4"}),
    ],
)
def test_r92_costs_are_reduced_before_the_build(bonus, cheaper):
    game = box(2, bonuses=(bonus,), Dear="1 civic cost 2")
    turn = spot(game, hands=("Dear Civ2a",), cities=("HOME ! | Par1a | - | Ind1a",))
    assert turn.can("build Dear") == {f"build Dear {site}" for site in cheaper}


def test_r92_a_reduction_is_used_up_by_the_first_build_that_it_fits():
    game = box(2, bonuses=("sprawl | - | cost -1",), Dear="1 civic cost 1", Big="1 civic cost 1")
    turn = spot(game, hands=("Dear Big",), actions=4).play("build Dear left")
    assert (turn.hand(), turn.can("build")) == ("Big", set())
    next_turn = turn.play("stop", "stop")
    assert next_turn.can("build") == {"build Big left", "build Big right"}
    unused = spot(game, hands=("Dear Big Civ1a",), cities=("HOME ! | Par1a",), actions=4).play("build Civ1a over 2")
    assert unused.play("build Dear left").hand() == "Big"
